/**
 * Whether the program that drives pi has gone away.
 */
let hasGone = false;

/** Takes note of signals, by which programs stop pi as well, until what it returns is called. */
export function watchSignals(): () => void {
	const note = () => {
		hasGone = true;
	};
	// Where pi does not listen itself, a listener would keep it from ending.
	const signals = (["SIGTERM", "SIGHUP"] as const).filter((signal) => process.listenerCount(signal) > 0);
	for (const signal of signals) process.prependListener(signal, note);
	return () => {
		for (const signal of signals) process.off(signal, note);
	};
}

/** Takes note that it has gone, where something else than its input tells first. */
export function noteHangUp(): void {
	hasGone = true;
}

/** Whether the program that drives pi has gone away, or wants it to end. */
export function hasHungUp(): boolean {
	return process.stdin.readableEnded || hasGone;
}
