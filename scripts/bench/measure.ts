/** Measures the cases of groups.ts: samples that are taken in turn, their medians, and two clocks. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
/** Collects the garbage, so that what one contender leaves behind is not counted against the next. */
export const collectGarbage: () => void = runInNewContext("gc");

/** Takes one sample, in milliseconds; `round` is the number of the round. A list is a series, such as of keys. */
export type Sample<T = number | number[]> = (round: number) => Promise<T> | T;

/** An upper limit; an upper limit of the difference to the other, or of the ratio; a lower limit of the speedup. */
export type Bar = [kind: "most" | "more" | "slower" | "faster", limit: number];

export interface Case {
	name: string;
	own: Sample;
	/** The sample to compare with; called "upstream" unless `otherName` is given. */
	other?: Sample | undefined;
	otherName?: string;
	unit: "µs" | "ms";
	/** Number of samples, of which the first third warms up. */
	rounds: number;
	bar?: Bar;
	/** Whether the slowest of a series counts instead of the median. */
	isWorst?: boolean;
}

/** The printed cells of a case, and whether its bar holds, if it has one. */
export interface Figure {
	cells: string[];
	holds?: boolean;
}

/**
 * Measures cases. On a shared machine, only samples that are taken in turn can be compared. A ratio is the median of
 * the ratios of neighboring samples, and all cases run code that is equally warm.
 */
export async function measure(cases: Case[]): Promise<Figure[]> {
	const taken = cases.map((one) => ({ one, own: [] as number[][], other: [] as number[][] }));
	for (let round = 0; round < Math.max(...cases.map(({ rounds }) => rounds)); round++)
		for (const { one, own, other } of taken.filter(({ one }) => round < one.rounds)) {
			const samples = [[await one.own(round)].flat(), [(await one.other?.(round)) ?? Number.NaN].flat()] as const;
			if (round < Math.floor(one.rounds / 3)) continue;
			own.push(samples[0]);
			other.push(samples[1]);
		}
	return taken.map(({ one, own, other }) => figure(one, own, other));
}

function figure({ name, other, otherName, unit, bar, isWorst }: Case, owns: number[][], others: number[][]): Figure {
	const own = isWorst ? Math.max(...medians(owns)) : median(medians(owns));
	const theirs = median(medians(others));
	const ratio = (of: (own: number, other: number) => number) =>
		median(owns.map(([own = 0], at) => of(own, others[at]?.[0] ?? 0)));
	const [slower, faster] = [ratio((own, other) => own / other), ratio((own, other) => other / own)];
	const values = { most: own, more: own - theirs, slower, faster };
	const [kind, limit] = bar ?? (["faster", 0] as const);
	const kindUnit = kind === "slower" || kind === "faster" ? "×" : unit;
	const compared = [`${otherName ?? "upstream"} ${show(theirs, unit)}`, `${show(values[kind], kindUnit)} ${kind}`];
	const cells = [name, show(own, unit), ...(other ? compared : ["", ""])];
	if (!bar) return { cells };
	const holds = kind === "faster" ? faster >= limit : values[kind] <= limit;
	const sign = kind === "faster" ? "≥" : "≤";
	return { cells: [...cells, `${sign} ${show(limit, kindUnit)}: ${holds ? "holds" : "MISSED"}`], holds };
}

/** Formats a quantity with its significant digits. Times are in milliseconds. */
function show(quantity: number, unit: string): string {
	const value = unit === "µs" ? quantity * 1000 : quantity;
	const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return `${value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits })} ${unit}`;
}

/** Returns a sample that is the median of `size` samples per round. */
export function batch(size: number, sample: Sample<number>): Sample {
	return async (round) => {
		const taken: number[] = [];
		for (let at = 0; at < size; at++) taken.push(await sample(round * size + at));
		return median(taken);
	};
}

/** Returns a function that runs once per round and shares the result among several cases. */
export function once<T>(body: (round: number) => T): (round: number) => T {
	let last: { round: number; result: T } | undefined;
	return (round) => {
		if (last?.round !== round) last = { round, result: body(round) };
		return last.result;
	};
}

function median(samples: number[]): number {
	const sorted = samples.toSorted((one, other) => one - other);
	const half = sorted.length / 2;
	return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2;
}

/** Returns the median of each column. An outlier in a single row is noise of the machine. */
function medians(rows: number[][]): number[] {
	return (rows[0] ?? []).map((_, at) => median(rows.map((row) => row[at] ?? Number.NaN)));
}

/** A clock in milliseconds. */
export type Clock = () => number;

/** Wall clock, for durations far below the time slice of a process on a shared machine. */
export const wallClock: Clock = () => performance.now();

const pillow = new Int32Array(new SharedArrayBuffer(4));
/**
 * The time for which this thread has run. Linux updates it only every few milliseconds, or when the thread sleeps,
 * hence the sleep of 10 µs. A reading costs about 40 µs, of which a few remain uncertain.
 */
export const threadClock: Clock = () => {
	Atomics.wait(pillow, 0, 0, 0.01);
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
};
const readingCost = Math.min(...Array.from({ length: 100 }, () => -threadClock() + threadClock()));

/** Starts a stopwatch. The returned function gives the milliseconds since then. */
export function stopwatch(clock: Clock): () => number {
	const start = clock();
	return () => clock() - start - (clock === threadClock ? readingCost : 0);
}
