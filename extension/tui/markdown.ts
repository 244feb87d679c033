/**
 * Texts of the form and of the transcript as pi's own Markdown lays them out, with its theme: how many lines that makes, and the lines.
 *
 * Code that is too wide goes on below its own indent (deep in lists it is clipped), and its fences take no lines. Links are
 * as in pi's own messages: the texts are harmless before they come here, so that nothing in an address can end the
 * sequence that it stands in.
 *
 * Never here: which text is shown, and which lines of it.
 */
import { stripVTControlCharacters } from "node:util";
import { getMarkdownTheme } from "@earendil-works/pi-coding-agent";
import { Markdown, type MarkdownTheme, truncateToWidth, visibleWidth, wrapTextWithAnsi } from "@earendil-works/pi-tui";
import { coreOr, type HostMarkdown, type MarkdownPart, type Unbroken } from "../core/core.ts";

// What stands for parts of a block of code until it is laid out: no harmless text holds a control character.
const FENCE = "\u0000";
const START = "\u0001";
const END = "\u0002";
/** A blank that no line is broken at. No font has this character. */
const BLANK = "\u{10fffd}";

/** Characters of code in a text that are given colors, and of one line: highlighting takes its time, for long words more so. */
const MAX_COLORED = 16_384;
const MAX_COLORED_LINE = 1_000;

/** Texts at a width that are kept; more than a form shows at once. */
const MAX_KEPT = 256;

/** The text that is laid out: its columns, and how many characters of code in it have been given colors. */
interface LaidOut {
	columns: number;
	colored: number;
}

export class MarkdownLines implements HostMarkdown {
	readonly #kept = new Map<string, string[] | undefined>();
	#theme: MarkdownTheme | undefined;
	readonly #text: LaidOut = { columns: 0, colored: 0 };

	measure(text: string, columns: number, isStrong: boolean): number | undefined {
		return this.#lines(text, columns, isStrong)?.length;
	}

	/** Puts the lines of texts that are shown behind what is painted; none is wider than its columns. */
	fill(painted: string[], parts: MarkdownPart[]): void {
		for (const { text, columns, isStrong, slot } of parts) {
			const lines = this.#lines(text, columns, isStrong)?.slice(slot.first, slot.first + slot.rows) ?? [];
			for (const [at, line] of lines.entries()) {
				const row = slot.row + at;
				painted[row] = (painted[row] ?? "") + line;
			}
		}
	}

	/** The theme has changed. */
	invalidate(): void {
		this.#kept.clear();
		this.#theme = undefined;
	}

	#lines(text: string, columns: number, isStrong: boolean): string[] | undefined {
		const key = `${columns} ${isStrong} ${text}`;
		if (this.#kept.has(key)) return this.#kept.get(key);
		this.#theme ??= themeOfForm(this.#text);
		Object.assign(this.#text, { columns, colored: 0 });
		const lines = laidOut(text, columns, isStrong, this.#theme);
		for (const oldest of this.#kept.keys()) {
			if (this.#kept.size < MAX_KEPT) break;
			this.#kept.delete(oldest);
		}
		this.#kept.set(key, lines);
		return lines;
	}
}

/** pi's components draw over the edge of a few columns. */
export function cut(line: string, columns: number): string {
	return visibleWidth(line) > columns ? truncateToWidth(line, columns, "") : line;
}

function laidOut(text: string, columns: number, isStrong: boolean, theme: MarkdownTheme): string[] | undefined {
	try {
		const style = isStrong ? { bold: true } : undefined;
		const { text: held, letters } = coreOr<Unbroken>({ text, letters: [] }, (core) => core.unbroken(text, columns));
		// The user may name an item by its number.
		const options = { preserveOrderedListMarkers: true };
		const markdown = new Markdown(held.replaceAll(BLANK, "\ufffd"), 0, 0, theme, style, options);
		const lines = withoutMarks(markdown.render(columns), columns);
		return letters.length > 0 ? withLetters(lines, new Map(letters), columns) : lines;
	} catch {
		// Marks a thousand deep are more than its stack bears.
		return undefined;
	}
}

/** The lines with what their stand-ins stand for, which is as wide; should a version of pi think otherwise, it is cut. */
function withLetters(lines: string[], letters: ReadonlyMap<string, string>, columns: number): string[] {
	return lines.map((line) => cut(Array.from(line, (char) => letters.get(char) ?? char).join(""), columns));
}

/** pi's theme, with marks around each line of code, which is no wider than the text where it is not nested. */
function themeOfForm(text: LaidOut): MarkdownTheme {
	const theme = getMarkdownTheme();
	const indent = theme.codeBlockIndent ?? "  ";
	const plain = (code: string) => code.split("\n").map((line) => theme.codeBlock(line));
	const highlight = (code: string, language?: string) => {
		text.colored += code.length;
		const isLong = text.colored > MAX_COLORED || code.split("\n").some(({ length }) => length > MAX_COLORED_LINE);
		return isLong || !theme.highlightCode ? plain(code) : theme.highlightCode(code, language);
	};
	return {
		...theme,
		// Behind a language, or in its place, the file stands that the code is of.
		codeBlockBorder: (fence) => (/^`*[\w+#-]*$/.test(fence) ? FENCE : theme.codeBlockBorder(fence.replace(/^`+/, ""))),
		codeBlockIndent: "",
		highlightCode: (code, language) => {
			const hangs = code.split("\n").map((line) => hung(indent + line, text.columns));
			const lines = highlight(code, language);
			return lines.flatMap((line, at) => rows(indent + line, hangs[at]).map((row) => START + row + END));
		},
	};
}

/** Where a line of code goes on if it is too wide for its columns, and how many it has there. */
interface Hang {
	indent: number;
	columns: number;
}

/** A line of code that is too wide goes on two columns behind where it begins. */
function hung(line: string, columns: number): Hang | undefined {
	if (visibleWidth(line) <= columns) return undefined;
	const indent = Math.min(line.search(/\S|$/), columns >> 2) + 2;
	return { indent, columns: Math.max(columns - indent, 1) };
}

/** A line of code on as many rows as it needs. */
function rows(line: string, hang?: Hang): string[] {
	const kept = (row: string) => row.replaceAll(" ", BLANK);
	if (!hang) return [kept(line)];
	const [first = "", ...rest] = wrapTextWithAnsi(line, hang.columns);
	return [kept(first), ...rest.map((more) => BLANK.repeat(hang.indent) + kept(more))];
}

/** The sign of an item and its first line of code, which has blanks in that place; on one line, if it has. */
function behindSign(sign: string, line: string): string[] {
	const bare = stripVTControlCharacters(sign);
	const columns = visibleWidth(bare.trimEnd()) + 1;
	if (!line.startsWith(" ".repeat(columns))) return [sign, line];
	return [`${sign}${bare.endsWith(" ") ? "" : " "}${line.slice(columns)}`];
}

/** The lines without fences, and of each line of code what fits on one. */
function withoutMarks(lines: string[], columns: number): string[] {
	const shown: string[] = [];
	let isClipped = false;
	/** The sign of an item that begins with code: it stands on the line of the fence. */
	let sign = "";
	const push = (line: string) => {
		const isRest: boolean = isClipped && !line.includes(START);
		const isCode: boolean = line.includes(START) || isRest;
		isClipped = isCode && !line.includes(END);
		if (isRest) return;
		const text = isCode ? line.replaceAll(START, "").replaceAll(END, "").replaceAll(BLANK, " ") : line;
		// Wider than its columns, it gets the sign for what is cut off.
		const clipped = isClipped ? truncateToWidth(`${text}  `, columns, "…") : text;
		shown.push(visibleWidth(clipped) > columns ? cut(clipped, columns) : clipped);
	};
	for (const line of lines) {
		if (line.includes(FENCE)) {
			const rest = line.replaceAll(FENCE, "").trimEnd();
			if (/[^│\s]/.test(stripVTControlCharacters(rest))) sign = rest;
		} else if (sign) {
			behindSign(sign, line).forEach(push);
			sign = "";
		} else {
			push(line);
		}
	}
	return shown;
}
