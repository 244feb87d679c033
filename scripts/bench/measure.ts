/**
 * Samples and what is taken from them. On a machine that others use as well, only what is measured in turn can be
 * compared: a ratio is the median of the ratios of neighbors.
 *
 * Never here: what is measured.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Collects the garbage, so that what one contender leaves behind is not counted against the next. */
export const collectGarbage: () => void = runInNewContext("gc");

/** Gives one sample; `round` is another number each time. */
export type Sample = (round: number) => Promise<number> | number;

/** What two contenders take, as medians, and how many times the first the second takes. */
export interface Comparison {
	first: number;
	second: number;
	ratio: number;
}

/** Samples two contenders in turn; of the rounds, the first third warms up. */
export async function compare(rounds: number, first: Sample, second: Sample): Promise<Comparison> {
	const [comparison] = await compareAll(rounds, [[first, second]]);
	return comparison as Comparison;
}

/** The same for several pairs in turn, so that none runs in code that another has not warmed up as well. */
export async function compareAll(rounds: number, pairs: Array<readonly [Sample, Sample]>): Promise<Comparison[]> {
	const samples = pairs.map(() => [] as Array<readonly [number, number]>);
	const warming = Math.floor(rounds / 3);
	for (let round = 0; round < rounds; round++) {
		for (const [at, [first, second]] of pairs.entries()) {
			const taken = [await first(round), await second(round)] as const;
			if (round >= warming) samples[at]?.push(taken);
		}
	}
	return samples.map((taken) => ({
		first: median(taken.map(([first]) => first)),
		second: median(taken.map(([, second]) => second)),
		ratio: median(taken.map(([first, second]) => second / first)),
	}));
}

/** The median of so many samples of each round. */
export function batch(size: number, sample: Sample): Sample {
	return async (round) => {
		const taken: number[] = [];
		for (let at = 0; at < size; at++) taken.push(await sample(round * size + at));
		return median(taken);
	};
}

export function median(samples: number[]): number {
	const sorted = [...samples].sort((one, other) => one - other);
	const half = sorted.length / 2;
	const [low, high] = [sorted[Math.ceil(half) - 1] ?? Number.NaN, sorted[Math.floor(half)] ?? Number.NaN];
	return (low + high) / 2;
}

/** Of rows that should be alike, the median of each column: what happened in one row alone was the machine. */
export function medians(rows: number[][]): number[] {
	return (rows[0] ?? []).map((_, at) => median(rows.map((row) => row[at] ?? Number.NaN)));
}
