/** Random cases from a seed, as many as it takes to count to a number. */
import fc from "fast-check";
import { afterError, useCore } from "../../extension/core/core.ts";

/** Cases that are drawn from one seed. */
const CASES = 200;

/** What a case adds to. */
export interface Counter {
	count: number;
}

/**
 * Runs a property with this seed, the next one, and so on, until the counter has reached `most`. A failure names the seed
 * that repeats it, and the smallest case that was found.
 */
export async function repeat<T>(
	cases: fc.Arbitrary<T>,
	counter: Counter,
	most: number,
	seed: number,
	check: (value: T) => void | Promise<void>,
): Promise<void> {
	const property = fc.asyncProperty(cases, async (value) => {
		if (counter.count >= most) return;
		try {
			await check(value);
		} catch (error) {
			// A trap leaves the instance unusable; smaller cases need another.
			if (error instanceof Error && error.name === "RuntimeError") afterError(error, useCore());
			throw error;
		}
	});
	for (let own = seed; counter.count < most; own++) {
		const details = await fc.check(property, { seed: own | 0, numRuns: CASES });
		if (!details.failed) continue;
		const report = await fc.asyncDefaultReportMessage(details);
		throw new Error(`seed ${own}: ${report}`, { cause: details.errorInstance });
	}
}
