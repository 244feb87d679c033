/**
 * Until the user has stopped typing for pi's prompt.
 *
 * Never here: how long that takes.
 */
import { setTimeout as sleep } from "node:timers/promises";

/** `rest` gives the milliseconds that are still to wait, which keys make more; `signal` ends it. */
export async function untilQuiet(rest: () => number, signal: AbortSignal): Promise<void> {
	try {
		for (let wait = rest(); wait > 0; wait = rest()) await sleep(wait, undefined, { signal, ref: false });
	} catch {
		// Ended meanwhile.
	}
}
