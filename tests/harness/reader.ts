/**
 * A reader of a form's screen, who sees its lines alone, knows what was asked, and says what Enter does. It knows nothing
 * of the form.
 */

/** A question with options, as a reader knows it. */
export interface Known {
	isMulti: boolean;
	takesWords: boolean;
	labels: string[];
}

/** What Enter does, by what is shown. */
export type Enter =
	| { takes: number } // the option of this index
	| "words" // takes the words in the editor, or opens it
	| "added" // words that were added before are highlighted
	| "nothing"; // nothing is highlighted

export interface Read {
	/** Indices of the questions that this may be the list of; none if the page is another one. */
	questions: number[];
	enter: Enter;
	/** The text in the editor without its blanks, and whether that is all of it. */
	editor: { text: string; isWhole: boolean } | undefined;
	/** Whether the label alone would not tell the option. */
	isAmbiguous: boolean;
}

interface Row {
	line: number;
	isMarked: boolean;
	number: number | undefined;
	isBox: boolean;
	/** What follows the number and the box. */
	text: string;
}

export const squeezed = (text: string) => text.replace(/\s/gu, "");

/** Reads a screen. Throws if more than one row is highlighted. */
export function read(screen: string, asked: readonly Known[]): Read {
	const lines = screen.split("\n");
	const rows = lines.flatMap((line, at) => rowOf(line, at) ?? []);
	const marked = rows.filter(({ isMarked }) => isMarked);
	if (marked.length > 1) throw new Error(`${marked.length} rows are highlighted`);
	const numbered = rows.filter(({ number }) => number !== undefined);
	const tab = /^ ←.*\[[^\]]*Q(\d)/mu.exec(screen)?.[1];
	const isOf = (known: Known, at: number) =>
		numbered.length > 0 &&
		(tab === undefined || Number(tab) === at + 1) &&
		numbered.every((row) =>
			row.number === 0
				? known.takesWords && row.isBox === known.isMulti
				: row.isBox === known.isMulti && shows(lines, row, known.labels[(row.number ?? 0) - 1]),
		);
	const questions = asked.flatMap((known, at) => (isOf(known, at) ? [at] : []));
	const [row] = marked;
	const number = row?.number;
	const alike = (at: number) => asked[at]?.labels.filter((label) => row && shows(lines, row, label)).length ?? 0;
	return {
		questions,
		enter: !row ? "nothing" : number === undefined ? "added" : number === 0 ? "words" : { takes: number - 1 },
		editor: editorIn(lines),
		isAmbiguous: (number ?? 0) > 0 && questions.some((at) => alike(at) > 1),
	};
}

function rowOf(line: string, at: number): Row | undefined {
	// Numbers are flush right in two columns. Further in stands what goes on from the row above.
	const match = /^ ?(> | {2})(?: ?(\d+)\. | *)(\[[ x+]\] )?(.*)$/u.exec(line);
	if (!match) return undefined;
	const [, mark = "", number, box, text = ""] = match;
	const isMarked = mark === "> ";
	if (!isMarked && number === undefined) return undefined;
	return {
		line: at,
		isMarked,
		number: number === undefined ? undefined : Number(number),
		isBox: box !== undefined,
		// Without the count of rows above or below at its end.
		text: text.replace(/[↑↓][^↑↓]*\d[^↑↓]*$/u, "").trimEnd(),
	};
}

/** Returns whether a row shows a label, whole or cut. */
function shows(lines: readonly string[], row: Row, label: string | undefined): boolean {
	if (label === undefined) return false;
	let wanted = [...squeezed(label)];
	for (const line of [row.text, ...lines.slice(row.line + 1)]) {
		const chars = [...line];
		for (const [at, char] of chars.entries()) {
			if (/\s/u.test(char)) continue;
			if (char !== wanted[0]) return char === "…";
			wanted = wanted.slice(1);
			// Signs are apart from the label; a text below it that has no row is marked.
			if (wanted.length === 0) return /^(\s|…|$)/u.test(chars.slice(at + 1).join(""));
		}
	}
	return false;
}

/** Returns the text in pi's editor, between its borders. In few rows these are cut; it alone begins in the first column. */
function editorIn(lines: readonly string[]): Read["editor"] {
	const isBorder = (line: string) => line.startsWith("──");
	const inner = lines.flatMap((line, at) => (isBorder(line) && at > 0 && at < lines.length - 1 ? [at] : []));
	const [top, bottom] = inner;
	if (top !== undefined && bottom !== undefined) {
		const isWhole = ![lines[top], lines[bottom]].some((line) => /[↑↓]/u.test(line ?? ""));
		return { text: squeezed(lines.slice(top + 1, bottom).join("")), isWhole };
	}
	const text = lines.filter((line) => /^\S/u.test(line) && !isBorder(line));
	return inner.length + text.length > 0 ? { text: squeezed(text.join("")), isWhole: false } : undefined;
}
