/**
 * Loads the files of the first form before it is asked for, in pauses between keys.
 *
 * Never here: anything that a run without a question would notice.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { loadAlone, type Part, whole } from "./host/io.ts";

/**
 * Files of the parts that a form needs, each after those that it imports. They are loaded one by one, because pi compiles
 * each when it loads it for the first time, on its only thread: 10 to 80 ms for a file, a second for all.
 */
export const FILES: readonly (readonly [Part, readonly string[]])[] = [
	["calls", ["./calls.ts"]],
	[
		"desk",
		[
			"./host/branch.ts",
			"./host/pending.ts",
			"./core/branch.ts",
			"./core/left.ts",
			"./host/ui.ts",
			"./dialogs/dialogs.ts",
			"./host/ending.ts",
			"./tui/place.ts",
			"./asking/notify.ts",
			"./asking/plain.ts",
			"./asking/own.ts",
			"./asking/ticket.ts",
			"./asking/published.ts",
			"./asking/tickets.ts",
			"./host/start.ts",
			"./session.ts",
			"./desk.ts",
			"./elsewhere/events.ts",
			"./elsewhere/door.ts",
		],
	],
	[
		"form",
		[
			"./host/shell.ts",
			"./tui/external.ts",
			"./tui/input.ts",
			"./tui/keys.ts",
			"./tui/misbound.ts",
			"./tui/field.ts",
			"./tui/fields.ts",
			"./tui/canvas.ts",
			"./host/pictures.ts",
			"./core/attached.ts",
			"./tui/pasting.ts",
			"./tui/quiet.ts",
			"./tui/suspend.ts",
			"./tui/form.ts",
		],
	],
];

/**
 * Loads the files of a part before the one that imports them all, so that none is missed that is empty: what imports that
 * would fail much later.
 */
export async function loadFiles(part: Part): Promise<void> {
	for (const [name, files] of FILES) if (name === part) for (const file of files) whole(await import(file));
}

/** Time in milliseconds between two files, in which pi reads keys and draws. */
const BREATH_MS = 10;
/** Time in milliseconds without a key after which nobody is typing, and a message that was sent is on its way. */
const TYPING_MS = 500;

/**
 * Loads all files, then runs `finish`, each in a pause. Rejects if a file cannot be loaded, or after the signal. What waits
 * does not keep pi running.
 */
export async function loadInPauses(
	lastKeyAt: () => number | undefined,
	finish: () => void,
	signal: AbortSignal,
): Promise<void> {
	const pause = async () => {
		let wait = BREATH_MS;
		while (wait > 0) {
			await sleep(wait, undefined, { ref: false, signal });
			wait = (lastKeyAt() ?? Number.NEGATIVE_INFINITY) + TYPING_MS - performance.now();
		}
	};
	for (const [part, files] of FILES) {
		for (const file of files) {
			await pause();
			await loadAlone(part, () => import(file));
		}
	}
	await pause();
	finish();
}
