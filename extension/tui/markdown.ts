/**
 * Texts of the form as pi's own Markdown lays them out, with its theme: how many lines that makes, and the lines.
 *
 * Code is clipped where it is too wide, and its fences take no lines. Links are as in pi's own messages: the texts are
 * harmless before they come here, so that nothing in an address can end the sequence that it stands in.
 *
 * Never here: which text is shown, and which lines of it.
 */
import { getMarkdownTheme } from "@earendil-works/pi-coding-agent";
import { Markdown, type MarkdownTheme, truncateToWidth, visibleWidth } from "@earendil-works/pi-tui";
import type { MarkdownPart } from "../core/core.ts";
import { cut } from "./field.ts";

// What stands for parts of a block of code until it is laid out: no harmless text holds a control character.
const FENCE = "\u0000";
const START = "\u0001";
const END = "\u0002";
/** A blank that no line is broken at. No font has this character. */
const BLANK = "\u{10fffd}";

/** Texts at a width that are kept; more than a form shows at once. */
const MAX_KEPT = 256;

export class MarkdownLines {
	readonly #kept = new Map<string, string[] | undefined>();
	#theme: MarkdownTheme | undefined;

	/** How many lines a text takes; undefined where pi's Markdown cannot lay it out. */
	readonly measure = (text: string, columns: number, isStrong: boolean): number | undefined =>
		this.#lines(text, columns, isStrong)?.length;

	/** Those lines of a text that are shown, none wider than its columns. */
	part({ text, columns, isStrong, slot }: MarkdownPart): string[] {
		return this.#lines(text, columns, isStrong)?.slice(slot.first, slot.first + slot.rows) ?? [];
	}

	/** The theme has changed. */
	invalidate(): void {
		this.#kept.clear();
		this.#theme = undefined;
	}

	#lines(text: string, columns: number, isStrong: boolean): string[] | undefined {
		const key = `${columns} ${isStrong} ${text}`;
		if (this.#kept.has(key)) return this.#kept.get(key);
		this.#theme ??= themeOfForm();
		const lines = laidOut(text, columns, isStrong, this.#theme);
		for (const oldest of this.#kept.keys()) {
			if (this.#kept.size < MAX_KEPT) break;
			this.#kept.delete(oldest);
		}
		this.#kept.set(key, lines);
		return lines;
	}
}

function laidOut(text: string, columns: number, isStrong: boolean, theme: MarkdownTheme): string[] | undefined {
	try {
		const style = isStrong ? { bold: true } : undefined;
		return withoutMarks(new Markdown(text, 0, 0, theme, style).render(columns), columns);
	} catch {
		// Marks a thousand deep are more than its stack bears.
		return undefined;
	}
}

/** pi's theme, with marks around code. */
function themeOfForm(): MarkdownTheme {
	const theme = getMarkdownTheme();
	const indent = theme.codeBlockIndent ?? "  ";
	const highlight = theme.highlightCode ?? ((code: string) => code.split("\n").map((line) => theme.codeBlock(line)));
	return {
		...theme,
		codeBlockBorder: () => FENCE,
		codeBlockIndent: "",
		highlightCode: (code, language) =>
			highlight(code, language).map((line) => START + (indent + line).replaceAll(" ", BLANK) + END),
	};
}

/** The lines without fences, and of each line of code what fits on one. */
function withoutMarks(lines: string[], columns: number): string[] {
	const shown: string[] = [];
	let isClipped = false;
	for (const line of lines) {
		if (line.includes(FENCE)) continue;
		const isRest: boolean = isClipped && !line.includes(START);
		const isCode: boolean = line.includes(START) || isRest;
		isClipped = isCode && !line.includes(END);
		if (isRest) continue;
		const text = isCode ? line.replaceAll(START, "").replaceAll(END, "").replaceAll(BLANK, " ") : line;
		// Wider than its columns, it gets the sign for what is cut off.
		const clipped = isClipped ? truncateToWidth(`${text}  `, columns, "…") : text;
		shown.push(visibleWidth(clipped) > columns ? cut(clipped, columns) : clipped);
	}
	return shown;
}
