/** Painted lines, measured as pi does and searched for what a terminal obeys. */
import { CURSOR_MARKER, visibleWidth } from "@earendil-works/pi-tui";

const ESC = "\x1b";
/** The codes of the palette. */
export const paletteCodes = new RegExp(`${ESC}\\[([34]8;[25];[\\d;]+|[34]9|2?[124])m`, "g");
/** The codes around a link. */
export const links = new RegExp(`${ESC}\\]8;;(?:(?:https?|mailto):[!-~]{1,2000})?${ESC}\\\\`, "gi");
const harmful = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Returns the code points of a text. */
export function hex(text: string): string {
	return [...text].map((char) => (char.codePointAt(0) ?? 0).toString(16)).join(" ");
}

/** Lists lines that are wider than `columns` or contain anything that a terminal obeys. */
export function faults(painted: string, columns: number): string[] {
	const found: string[] = [];
	for (const line of painted.split("\n")) {
		// pi takes its marker out of the line.
		const text = line.replace(CURSOR_MARKER, "").replaceAll(paletteCodes, "").replaceAll(links, "");
		if (harmful.test(text)) found.push(`harmful: ${hex(text)}`);
		const open = line.match(links)?.length ?? 0;
		if (open % 2 > 0) found.push(`a link is not closed: ${hex(text)}`);
		const width = visibleWidth(line);
		if (width > columns) found.push(`${width} columns in ${columns}: ${hex(text)}`);
	}
	return found;
}
