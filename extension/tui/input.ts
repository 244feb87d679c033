/**
 * The input of a form: what the terminal sends → keys, texts and pastes. Joins what arrives in pieces, and keeps together
 * what pi takes apart: a paste without brackets, and a text of several characters, as an input method or dictation sends it.
 *
 * Never here: what follows from an input.
 */
import { decodeKittyPrintable, isKeyRelease, isKeyRepeat } from "@earendil-works/pi-tui";

/** One input of the user. `data` is what a terminal sends for it, `text` what it types; empty for a key. */
export interface Input {
	kind: "key" | "text" | "paste";
	data: string;
	text: string;
	/** Whether a key that is held down has sent it once more. */
	isRepeat: boolean;
}

/** Codes that terminals put around pasted text. */
const PASTE = { start: "\x1b[200~", end: "\x1b[201~" };

/** Longest data of a key. Longer data is pasted text. */
const MAX_KEY_LENGTH = 32;

/** Says that the window came to the front; pi's fullscreen mode asks for it, and keeps it to itself. */
const FRONT = "\x1b[I";

const ESC = "\x1b";

/** A line break with text after it. */
const LINES = /[\r\n]\s*[^\p{Cc}\s]/u;

/** Any control character but those of a text. */
const CONTROL = /[^\P{Cc}\t\r\n]/u;

/** A paste, or the beginning of one. */
const PASTED = new RegExp(`${ESC}\\[200~[^]*?(?:${ESC}\\[201~|$)`, "g");

/** A key that is no text, and several characters of text. */
const ESCAPED = new RegExp(`${ESC}(?:\\[[\\d;:?<]*[A-Za-z~]|O[A-Za-z]|[^${ESC}])`, "g");
const PIECE = /\P{Cc}{2,}/gu;

/** The beginning of a key after which more follows, and a whole key. */
const BEGINNING = new RegExp(`^${ESC}(?:\\[[\\d;:?<]*|O)?$`);
const WHOLE = new RegExp(`^${ESC}(?:\\[[\\d;:?<]*[A-Za-z~]|O[A-Za-z])$`);

/** Milliseconds within which each piece of a key follows the one before on a slow line. */
const REST_MS = 100;

/** Milliseconds after which a paste whose end does not come is over. */
const PASTE_MS = 1000;

/** Reads the input of a form from the terminal. */
export class InputReader {
	/** The text of several lines that the terminal has sent at once, as no person types it; empty once it was passed on. */
	#lines: string | undefined;
	/** Texts of several characters that are still to come, and what is left of the one that was passed on. */
	#pieces: string[] = [];
	#rest = "";
	#isInFront = true;
	/** Whether the end of a paste is still to come. */
	#isPasting = false;
	readonly #surrogates = new Surrogates();
	readonly #split: SplitKeys;
	readonly #read = (chunk: Buffer | string) => {
		const data = String(chunk);
		const whole = (this.#isPasting ? PASTE.start : "") + data;
		const isLines = !this.#isPasting && LINES.test(data) && !CONTROL.test(data);
		this.#lines = isLines ? data.replaceAll(/\r\n?/g, "\n") : undefined;
		this.#isPasting = whole.lastIndexOf(PASTE.start) > whole.lastIndexOf(PASTE.end);
		// A key is not meant to bring the window to the front.
		this.#isInFront = data.includes(FRONT) ? false : this.#isInFront || !data.startsWith("\x1b[<");
		// Most of what is read are single keys.
		if (data.length === 1) return;
		this.#pieces = whole.replaceAll(PASTED, ESC).replaceAll(ESCAPED, ESC).match(PIECE) ?? [];
		setImmediate(() => {
			this.#lines = undefined;
			this.#pieces = [];
			this.#rest = "";
		});
	};

	/** `pass` is given each input. */
	constructor(pass: (input: Input) => void) {
		this.#split = new SplitKeys((data) => {
			const input = this.#inputOf(data);
			if (input) pass(input);
		});
		// Before pi, which handles the keys while it reads them.
		process.stdin.prependListener("data", this.#read);
	}

	/** Takes what pi passes on: a key, a character, a surrogate, a piece of a key, or a paste. */
	take(raw: string): void {
		// The beginning of a paste whose first byte came alone.
		if (this.#split.isInPaste || (this.#split.isWaiting && this.#lines?.startsWith(PASTE.start.slice(1))))
			this.#lines = undefined;
		const lines = this.#lines;
		if (lines) this.#lines = "";
		const data = lines === undefined ? this.#surrogates.join(raw) : lines && pasteOf(lines).data;
		if (data) this.#split.take(data);
	}

	/** Returns the input that a whole key, character or paste is; undefined for what is part of an earlier one. */
	#inputOf(data: string): Input | undefined {
		const pasted = pastedText(data);
		if (pasted !== undefined) return pasteOf(pasted);
		const isEscaped = data.startsWith(ESC);
		if (data.length > MAX_KEY_LENGTH && !isEscaped) return pasteOf(data);
		if (isEscaped && isKeyRelease(data)) return undefined;
		const isRepeat = isEscaped && isKeyRepeat(data);
		const typed = typedText(data);
		if (typed === "") return { kind: "key", data, text: "", isRepeat };
		if (this.#rest.startsWith(typed)) {
			this.#rest = this.#rest.slice(typed.length);
			return undefined;
		}
		const at = this.#pieces.findIndex((piece) => piece.startsWith(typed));
		const text = this.#pieces[at] ?? typed;
		this.#pieces = this.#pieces.slice(at + 1);
		this.#rest = text.slice(typed.length);
		return { kind: "text", data: this.#rest === "" ? data : text, text, isRepeat };
	}

	/** Returns whether a mouse button is the first thing pressed since the window came to the front. */
	cameToFront(): boolean {
		const came = !this.#isInFront;
		this.#isInFront = true;
		return came;
	}

	/** Stops listening, and drops what has arrived of a key. */
	end(): void {
		process.stdin.off("data", this.#read);
		this.#split.end();
	}
}

/** Returns the input that a pasted text is. */
export function pasteOf(text: string): Input {
	return { kind: "paste", data: PASTE.start + text + PASTE.end, text, isRepeat: false };
}

/** Returns the text of a paste. Undefined for other data. */
function pastedText(data: string): string | undefined {
	const isPaste = data.startsWith(PASTE.start) && data.endsWith(PASTE.end);
	return isPaste ? data.slice(PASTE.start.length, -PASTE.end.length) : undefined;
}

/** Returns what an editor is given for an input: it takes one character at a time. */
export function keysOf({ data, text }: Input): string[] {
	return data === text ? [...text] : [data];
}

/** Replaces what data types or pastes, and leaves other keys as they are. */
export function replaceText(data: string, replace: (text: string) => string): string {
	const pasted = pastedText(data);
	if (pasted !== undefined) return pasteOf(replace(pasted)).data;
	const text = decodeKittyPrintable(data) ?? data;
	const isKey = text === "" || text < " " || text.startsWith("\x7f");
	return isKey ? data : replace(text);
}

/** Returns what a key types; empty if it types nothing. */
function typedText(data: string): string {
	const text = decodeKittyPrintable(data) ?? data;
	return /^\P{Cc}+$/u.test(text) ? text : "";
}

/**
 * Joins the two surrogates of a character above U+FFFF, which pi passes one by one. Drops a surrogate that is not followed
 * by its partner.
 */
class Surrogates {
	#high = "";

	/** Returns the data with whole characters. Undefined if it is only a surrogate. */
	join(data: string): string | undefined {
		const typed = decodeKittyPrintable(data) ?? "";
		const text = this.#high + (typed.isWellFormed() ? data : typed);
		const last = text.at(-1) ?? "";
		this.#high = last >= "\ud800" && last <= "\udbff" ? last : "";
		const whole = text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, "");
		return whole === "" && text !== "" ? undefined : whole;
	}
}

/**
 * Joins a key that arrives in pieces, whose first one is Esc, and a paste that begins so. pi waits for 10 ms only, and passes
 * on each piece.
 */
class SplitKeys {
	readonly #pass: (data: string) => void;
	/** The pieces of a key so far. */
	#pieces: string[] = [];
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** What has come of a paste, with its beginning. */
	#paste: string | undefined;

	/** `pass` is given each whole key. */
	constructor(pass: (data: string) => void) {
		this.#pass = pass;
	}

	/** Whether the pieces of a key are still to come, or the rest of a paste. */
	get isWaiting(): boolean {
		return this.#pieces.length > 0 || this.isInPaste;
	}

	get isInPaste(): boolean {
		return this.#paste !== undefined;
	}

	take(data: string): void {
		if (this.#paste !== undefined) {
			this.#takePaste(data);
			return;
		}
		const joined = () => this.#pieces.join("") + data;
		if (this.#pieces.length > 0 && WHOLE.test(joined())) {
			const key = joined();
			this.end();
			if (key === PASTE.start) this.#takePaste(key);
			else this.#pass(key);
			return;
		}
		if (!BEGINNING.test(joined())) this.#passPieces();
		if (!BEGINNING.test(joined())) {
			this.#pass(data);
			return;
		}
		this.#pieces.push(data);
		clearTimeout(this.#timer);
		// What was read at the same time is handled first.
		this.#timer = setTimeout(() => setImmediate(() => this.#passPieces()), REST_MS);
	}

	#takePaste(data: string): void {
		const paste = (this.#paste ?? "") + data;
		this.end();
		if (paste.endsWith(PASTE.end)) {
			this.#pass(paste);
			return;
		}
		this.#paste = paste;
		this.#timer = setTimeout(() => {
			this.end();
			this.#pass(paste + PASTE.end);
		}, PASTE_MS);
	}

	/** Passes on pieces that turned out to be keys of their own. */
	#passPieces(): void {
		const pieces = this.#pieces;
		this.end();
		for (const piece of pieces) this.#pass(piece);
	}

	/** Drops what has arrived of a key. */
	end(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#pieces = [];
		this.#paste = undefined;
	}
}
