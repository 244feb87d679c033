/**
 * How pi ends for a script.
 *
 * Never here: whether it has failed.
 */

/** How long pi may take to end, in milliseconds. */
const ENDING_MS = 2000;

/** Has pi end with a code that says that something was wrong, once it is done. */
export function failRun(): void {
	process.exitCode = 1;
}

/**
 * Ends pi as a signal does, in that its sessions are closed, and nothing is printed: where it has nothing to run, print
 * mode would print the last reply of an earlier run. Does not return where that is possible.
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
