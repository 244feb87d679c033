/**
 * How runs of pi end: the exit code that a script sees, and whether the program that drives pi has disconnected.
 *
 * | event | pi 1.4 to 1.6 |
 * |---|---|
 * | rpc: input ends | aborts the run, then `session_shutdown`, then exit, within about 20 ms |
 * | SIGTERM, SIGHUP | `session_shutdown`, then exit with 143 or 129; a second signal exits at once, in rpc mode it is ignored |
 * | tui: the terminal closes | SIGHUP; but if pi has nothing to do, its input ends before that, and it exits with 0 unheard |
 * | print: no prompt | prints the last reply of the session, even one of an earlier run |
 * | `ctx.shutdown()` in print and json | does nothing |
 *
 * While pi ends, results are written as long as a `session_shutdown` handler waits for them.
 *
 * Never here: whether a run has failed.
 */

/** Time in milliseconds for pi to end. */
const ENDING_MS = 2000;

/** Makes pi exit with the code of a failure when it is done. */
export function failRun(): void {
	process.exitCode = 1;
}

/**
 * Ends pi, which has nothing to run, and closes its sessions. Never resolves if pi handles SIGTERM.
 *
 * Nothing else keeps print mode from printing the last reply of an earlier run (see the table). Calls pi's own handlers of
 * SIGTERM without a signal, which would reach other processes as well, and replaces the code that they exit with by that of
 * the run.
 */
export async function endRun(): Promise<void> {
	if (process.listenerCount("SIGTERM") === 0) return;
	const code = process.exitCode ?? 0;
	process.once("exit", () => {
		process.exitCode = code;
	});
	setTimeout(() => process.exit(code), ENDING_MS);
	process.emit("SIGTERM", "SIGTERM");
	await new Promise(() => {});
}

let hasGone = false;

/**
 * Notes signals as hang-ups, because programs also stop pi by them, and calls `ends` if pi ends without one. Returns a
 * function that stops watching.
 */
export function watchEnd(ends: () => void): () => void {
	// If pi has no listener of its own, one here would keep it from ending.
	const signals = (["SIGTERM", "SIGHUP"] as const).filter((signal) => process.listenerCount(signal) > 0);
	for (const signal of signals) process.prependListener(signal, noteHangUp);
	process.once("beforeExit", ends);
	return () => {
		for (const signal of signals) process.off(signal, noteHangUp);
		process.off("beforeExit", ends);
	};
}

/** Notes that the program has disconnected, before the end of pi's input tells so. */
export function noteHangUp(): void {
	hasGone = true;
}

/** Returns whether the program that drives pi has disconnected or has told pi to end. */
export function hasHungUp(): boolean {
	return process.stdin.readableEnded || hasGone;
}
