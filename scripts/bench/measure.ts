/** From cases to figures: samples that are taken in turn, their medians, and two clocks. What is measured is in groups.ts. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
/** Collects the garbage, so that what one contender leaves behind is not counted against the next. */
export const collectGarbage: () => void = runInNewContext("gc");

/** Takes one sample, in milliseconds; `round` is another number each time. A list is a series, such as of keys. */
export type Sample<T = number | number[]> = (round: number) => Promise<T> | T;

/** At most so much; at most so much more, or so many times as much, as the other; at least so many times faster. */
export type Bar = [kind: "most" | "more" | "slower" | "faster", limit: number];

export interface Case {
	name: string;
	own: Sample;
	/** What it is compared with: by default, upstream's example. */
	other?: Sample | undefined;
	otherName?: string;
	unit: "µs" | "ms" | "KB";
	/** How often it is sampled; of these, the first third warms up. */
	rounds: number;
	bar?: Bar;
	/** Of a series, the slowest counts instead of the median. */
	isWorst?: boolean;
}

/** A case as it is printed, and whether its bar holds, if it has one. */
export interface Figure {
	cells: string[];
	holds?: boolean;
}

/**
 * Measures cases. On a machine that others use as well, only what is measured in turn can be compared: a ratio is the
 * median of the ratios of neighbors, and no case runs in code that another has not warmed up as well.
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

/** A quantity with as many digits as tell anything; times are in milliseconds. */
function show(quantity: number, unit: string): string {
	const value = unit === "µs" ? quantity * 1000 : quantity;
	const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
	return `${value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits })} ${unit}`;
}

/** The median of so many samples of each round. */
export function batch(size: number, sample: Sample<number>): Sample {
	return async (round) => {
		const taken: number[] = [];
		for (let at = 0; at < size; at++) taken.push(await sample(round * size + at));
		return median(taken);
	};
}

/** Does something once a round, for several cases. */
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

/** The median of each column: what happened in one row alone was the machine. */
function medians(rows: number[][]): number[] {
	return (rows[0] ?? []).map((_, at) => median(rows.map((row) => row[at] ?? Number.NaN)));
}

/** A clock in milliseconds. */
export type Clock = () => number;

/** The clock on the wall, for what is far shorter than the turn that a process gets on a shared machine. */
export const wallClock: Clock = () => performance.now();

const pillow = new Int32Array(new SharedArrayBuffer(4));
/**
 * The time for which this thread has run. Linux brings it up to date only every few milliseconds, or when the thread
 * sleeps: therefore the nap of 10 µs. A reading costs some 40 µs, of which a few remain uncertain.
 */
export const threadClock: Clock = () => {
	Atomics.wait(pillow, 0, 0, 0.01);
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
};
const readingCost = Math.min(...Array.from({ length: 100 }, () => -threadClock() + threadClock()));

/** Starts to measure; the function that it returns gives the milliseconds since then. */
export function stopwatch(clock: Clock): () => number {
	const start = clock();
	return () => clock() - start - (clock === threadClock ? readingCost : 0);
}
