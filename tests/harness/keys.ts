/** Keys as terminals send them, with the Kitty protocol and without. */
import type { TestContext } from "node:test";
import { setKittyProtocolActive } from "@earendil-works/pi-tui";

/** The bytes of each key without the Kitty protocol. */
export const key = {
	up: "\x1b[A",
	down: "\x1b[B",
	right: "\x1b[C",
	left: "\x1b[D",
	pageUp: "\x1b[5~",
	pageDown: "\x1b[6~",
	home: "\x1b[H",
	end: "\x1b[F",
	shiftUp: "\x1b[1;2A",
	shiftDown: "\x1b[1;2B",
	enter: "\r",
	/** As the Kitty protocol has it: alone, the byte may be the beginning of another key. */
	escape: "\x1b[27u",
	tab: "\t",
	shiftTab: "\x1b[Z",
	backspace: "\x7f",
	undo: "\x1f",
	f1: "\x1bOP",
	f6: "\x1b[17~",
	f7: "\x1b[18~",
	f8: "\x1b[19~",
	f9: "\x1b[20~",
	ctrl: (letter: string) => String.fromCharCode(letter.charCodeAt(0) & 31),
	alt: (key: string) => `\x1b${key}`,
	paste: (text: string) => `\x1b[200~${text}\x1b[201~`,
} as const;

/** The bytes of a key with the Kitty protocol, when it is pressed, held and released. */
export function kitty(code: number | "A" | "B" | "C" | "D") {
	const data = (event: 1 | 2 | 3) =>
		typeof code === "number" ? `\x1b[${code};1:${event}u` : `\x1b[1;1:${event}${code}`;
	return { press: data(1), repeat: data(2), release: data(3) };
}

/** Makes pi read keys by the Kitty protocol until the test ends. */
export function useKitty(context: TestContext): void {
	setKittyProtocolActive(true);
	context.after(() => setKittyProtocolActive(false));
}
