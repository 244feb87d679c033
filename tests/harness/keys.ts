/** Keys as terminals send them, with the Kitty protocol and without. */

/** The bytes of each key without the Kitty protocol. */
export const key = {
	up: "\x1b[A",
	down: "\x1b[B",
	right: "\x1b[C",
	left: "\x1b[D",
	pageUp: "\x1b[5~",
	pageDown: "\x1b[6~",
	enter: "\r",
	escape: "\x1b",
	tab: "\t",
	shiftTab: "\x1b[Z",
	backspace: "\x7f",
	undo: "\x1f",
	ctrl: (letter: string) => String.fromCharCode(letter.charCodeAt(0) & 31),
	paste: (text: string) => `\x1b[200~${text}\x1b[201~`,
} as const;

/** The bytes of a key with the Kitty protocol, when it is pressed, held and released. */
export function kitty(code: number | "A" | "B" | "C" | "D") {
	const data = (event: 1 | 2 | 3) =>
		typeof code === "number" ? `\x1b[${code};1:${event}u` : `\x1b[1;1:${event}${code}`;
	return { press: data(1), repeat: data(2), release: data(3) };
}
