/**
 * How runs end: what a script sees of it, and whether the program that drives pi has gone away.
 *
 * | what happens | pi 0.87.1 | pi 1.5.2 |
 * |---|---|---|
 * | rpc: input ends | `session_shutdown`, then exit, within about 20 ms; the run is not aborted | the same; the run is aborted first |
 * | SIGTERM, SIGHUP | `session_shutdown`, then exit with 143 or 129; a second signal exits at once | the same; in rpc mode a second signal is passed over |
 * | print: no prompt | prints the last reply of the session, whatever run it is of | the same |
 * | `ctx.shutdown()` in print and json | does nothing | does nothing |
 *
 * A result that comes while pi ends is written as long as a `session_shutdown` handler waits for it.
 *
 * Never here: whether a run has failed.
 */

/** How long pi may take to end, in milliseconds. */
const ENDING_MS = 2000;

/** Has pi end with a code that says that something was wrong, once it is done. */
export function failRun(): void {
	process.exitCode = 1;
}

/**
 * Ends pi where it has nothing to run, and closes its sessions. Does not return where that is possible.
 *
 * There is no other way to keep print mode from printing the last reply of an earlier run: see the table. So pi's own
 * handlers of SIGTERM are called, which no other process is sent, and the code that they would exit with is replaced.
 */
export async function endRun(hasFailed: boolean): Promise<void> {
	if (process.listenerCount("SIGTERM") === 0) return;
	const code = hasFailed ? 1 : 0;
	process.once("exit", () => {
		process.exitCode = code;
	});
	setTimeout(() => process.exit(code), ENDING_MS);
	process.emit("SIGTERM", "SIGTERM");
	await new Promise(() => {});
}

let hasGone = false;

/** Takes note of signals, by which programs stop pi as well, until what it returns is called. */
export function watchSignals(): () => void {
	// Where pi does not listen itself, a listener would keep it from ending.
	const signals = (["SIGTERM", "SIGHUP"] as const).filter((signal) => process.listenerCount(signal) > 0);
	for (const signal of signals) process.prependListener(signal, noteHangUp);
	return () => {
		for (const signal of signals) process.off(signal, noteHangUp);
	};
}

/** Takes note that the program has gone, where something else than pi's input tells first. */
export function noteHangUp(): void {
	hasGone = true;
}

/** Whether the program that drives pi has gone away, or wants it to end. */
export function hasHungUp(): boolean {
	return process.stdin.readableEnded || hasGone;
}
