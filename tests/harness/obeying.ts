/** Detects what a text makes a terminal do beyond showing it. */
import xterm from "@xterm/headless";
import { marks } from "./screen.ts";

/** The final byte of CSI sequences that only set colors. */
const COLORS = "m";

const ESC = "\x1b";
const COLOR_OR_LINK = new RegExp(`${ESC}(\\[[\\d;:]*m|\\]8;;(https?:[!-~]*|file:[!-~]*)?(${ESC}\\\\|\x07))`, "g");
/** Control characters and bidirectional overrides. */
const ODD = /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Lists what a terminal does with a text. Colors and hyperlinks of pi's own components do not count, nor do pi's marks of
 * the cursor, which it removes before it writes.
 */
export async function obeyed(text: string): Promise<string[]> {
	const terminal = new xterm.Terminal({ cols: 500, rows: 60, allowProposedApi: true });
	const done: string[] = [];
	const note = (what: string) => {
		done.push(what);
		return true;
	};
	const { parser } = terminal;
	const finals = Array.from({ length: 0x7e - 0x40 + 1 }, (_, at) => String.fromCharCode(0x40 + at));
	for (const final of finals.filter((final) => final !== COLORS)) {
		for (const prefix of ["", "?", ">", "=", "<"])
			parser.registerCsiHandler({ prefix, final }, () => note(`CSI ${prefix}${final}`));
	}
	for (const id of [0, 1, 2, 4, 7, 9, 10, 11, 12, 50, 52, 104, 133, 633, 777, 1337])
		parser.registerOscHandler(id, () => note(`OSC ${id}`));
	parser.registerOscHandler(8, (data) => (data === ";" || /^;file:|^;https?:/.test(data) ? true : note("OSC 8")));
	for (const final of ["q", "p", "|"]) parser.registerDcsHandler({ final }, () => note("DCS"));
	for (const final of ["c", "D", "E", "H", "M", "7", "8", "="])
		parser.registerEscHandler({ final }, () => note(`ESC ${final}`));
	terminal.onBell(() => note("a bell"));
	terminal.onTitleChange(() => note("a title"));
	const shown = text.replaceAll(marks, "");
	await new Promise<void>((resolve) => terminal.write(shown.replaceAll("\n", "\r\n"), resolve));
	terminal.dispose();
	// Sequences that this terminal ignores may affect others, so only colors and links are allowed.
	const left = shown.replace(COLOR_OR_LINK, "").match(ODD) ?? [];
	return [...done, ...left.map((char) => `U+${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`)];
}
