/** Two ways to tell how long something took, in milliseconds. */

/** Now; reading costs next to nothing. For what is far shorter than the turn that a process gets on a shared machine. */
export const wallClock: Clock = () => performance.now();

/**
 * The time for which this thread has run, without that of the other processes that ran in between. Reading costs some
 * 40 µs, so this is for what takes longer. Linux brings it up to date only every few milliseconds, or when the thread
 * sleeps: therefore the nap.
 */
export const threadClock: Clock = () => {
	Atomics.wait(pillow, 0, 0, NAP_MS);
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
};

export type Clock = () => number;

const NAP_MS = 0.01;
const pillow = new Int32Array(new SharedArrayBuffer(4));
