/**
 * Waiting until the user has stopped typing into pi's prompt.
 *
 * Never here: how long the silence is.
 */
import { setTimeout as sleep } from "node:timers/promises";

/** Waits until `rest`, the remaining milliseconds, is 0: each key increases it. Also resolves on `signal`. */
export async function untilQuiet(rest: () => number, signal: AbortSignal): Promise<void> {
	try {
		for (let wait = rest(); wait > 0; wait = rest()) await sleep(wait, undefined, { signal, ref: false });
	} catch {
		// Aborted by `signal`.
	}
}
