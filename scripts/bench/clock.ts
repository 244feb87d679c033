/** Two clocks to tell how long something took, in milliseconds. */

export interface Clock {
	now: () => number;
	/** What reading it twice in a row says has passed. */
	cost: number;
}

/** The clock on the wall. For what is far shorter than the turn that a process gets on a shared machine. */
export const wallClock: Clock = { now: () => performance.now(), cost: 0 };

const NAP_MS = 0.01;
const pillow = new Int32Array(new SharedArrayBuffer(4));

/**
 * The time for which this thread has run, without that of the other processes that ran in between. Linux brings it up
 * to date only every few milliseconds, or when the thread sleeps: therefore the nap. Reading it costs some 40 µs, of
 * which a few remain uncertain: for what takes longer.
 */
export const threadClock: Clock = {
	now() {
		Atomics.wait(pillow, 0, 0, NAP_MS);
		const { user, system } = process.threadCpuUsage();
		return (user + system) / 1000;
	},
	cost: 0,
};
threadClock.cost = leastCost(threadClock);

/** Starts to measure; what it returns says how long ago that was. */
export function stopwatch({ now, cost }: Clock): () => number {
	const start = now();
	return () => now() - start - cost;
}

function leastCost({ now }: Clock): number {
	const costs = Array.from({ length: 100 }, () => -now() + now());
	return Math.min(...costs);
}
