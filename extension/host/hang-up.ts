/**
 * Whether the program that drives pi has gone away.
 */
let wasToldToEnd = false;

/** Takes note of signals, by which programs stop pi as well, until what it returns is called. */
export function watchSignals(): () => void {
	const note = () => {
		wasToldToEnd = true;
	};
	// Where pi does not listen itself, a listener would keep it from ending.
	const signals = (["SIGTERM", "SIGHUP"] as const).filter((signal) => process.listenerCount(signal) > 0);
	for (const signal of signals) process.prependListener(signal, note);
	return () => {
		for (const signal of signals) process.off(signal, note);
	};
}

/** Whether the program that drives pi has gone away, or wants it to end. */
export function hasHungUp(): boolean {
	return process.stdin.readableEnded || wasToldToEnd;
}
