/**
 * Words of a command line, as a shell reads them.
 *
 * Never here: what they name.
 */

/** A word as it stands there, and what it means. */
export interface Word {
	text: string;
	name: string;
}

/** Words of sh: quoted parts, escaped characters, and others. Names have other blanks than these. */
const WORD = /(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^ \t\r\n\\'"])+/gs;
const PART = /\\(.)|'([^']*)'|"((?:\\.|[^"\\])*)"/gs;
/** Words of Windows, where a backslash stands between folders. */
const WORD_OF_WINDOWS = /(?:"[^"]*"|[^ \t\r\n"])+/g;

/** Splits a line into words. None if a quote has no end. */
export function wordsOf(line: string, platform: NodeJS.Platform = process.platform): Word[] {
	const word = platform === "win32" ? WORD_OF_WINDOWS : WORD;
	if (/[^ \t\r\n]/.test(line.replace(word, ""))) return [];
	return (line.match(word) ?? []).map((text) => ({
		text,
		name: platform === "win32" ? text.replaceAll('"', "") : meaningOf(text),
	}));
}

/** Takes the quotes and escapes from a word of sh. Between double quotes, a backslash escapes but a few characters. */
function meaningOf(word: string): string {
	return word.replace(PART, (_, char, single, double) => char ?? single ?? double.replace(/\\(["$`\\])/g, "$1"));
}
