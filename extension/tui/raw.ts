/**
 * What the terminal sends at once, before pi takes it apart: a paste without brackets, a text of several characters, and the
 * sign that the window came to the front, which pi's fullscreen mode asks for and keeps to itself.
 *
 * Never here: what follows from it.
 */

const FRONT = "\x1b[I";

/** A line break with text after it. */
const LINES = /[\r\n]\s*[^\p{Cc}\s]/u;

/** Any control character but those of a text. */
const KEY = /[^\P{Cc}\t\r\n]/u;

/** A key that is no text, and several characters of text. */
const ESC = "\x1b";
const ESCAPED = new RegExp(`${ESC}(?:\\[[\\d;:?<]*[A-Za-z~]|O[A-Za-z]|[^${ESC}])`, "g");
const PIECE = /\P{Cc}{2,}/gu;

export class RawInput {
	/** A paste; empty after its first key. */
	#paste: string | undefined;
	/** Texts of several characters that are still to be handled, and what is left of the one that is being handled. */
	#pieces: string[] = [];
	#rest = "";
	/** Whether the rest of the piece is used already. */
	#isUsed = false;
	#isInFront = true;
	readonly #read = (chunk: Buffer | string) => {
		const data = String(chunk);
		this.#paste = LINES.test(data) && !KEY.test(data) ? data.replaceAll(/\r\n?/g, "\n") : undefined;
		// A key is not meant to bring the window to the front.
		this.#isInFront = data.includes(FRONT) ? false : this.#isInFront || !data.startsWith("\x1b[<");
		// Most of what is read are single keys.
		if (data.length === 1) return;
		this.#pieces = data.replaceAll(ESCAPED, ESC).match(PIECE) ?? [];
		setImmediate(() => {
			this.#paste = undefined;
			this.#pieces = [];
			this.#rest = "";
		});
	};

	constructor() {
		// Before pi, which handles the keys while it reads them.
		process.stdin.prependListener("data", this.#read);
	}

	/**
	 * Returns the text of several lines that came in one piece, as no person types it, if the key that is being handled is its
	 * first. Empty for its other keys, undefined for keys of their own.
	 */
	takePaste(): string | undefined {
		const paste = this.#paste;
		if (paste) this.#paste = "";
		return paste;
	}

	/**
	 * Returns the text of several characters, as an input method or dictation sends it, if the key that is being handled is its
	 * first; the key itself if it came alone. Undefined for the other keys of a piece that was used.
	 */
	takePiece(data: string): string | undefined {
		if (this.#rest.startsWith(data)) {
			this.#rest = this.#rest.slice(data.length);
			return this.#isUsed ? undefined : data;
		}
		const at = this.#pieces.findIndex((piece) => piece.startsWith(data));
		const piece = this.#pieces[at] ?? data;
		this.#pieces = this.#pieces.slice(at + 1);
		this.#rest = piece.slice(data.length);
		this.#isUsed = false;
		return piece;
	}

	/** Drops the other keys of the piece that is being handled, because all of it was used. */
	usePiece(): void {
		this.#isUsed = true;
	}

	/** Returns whether a mouse button is the first thing pressed since the window came to the front. */
	cameToFront(): boolean {
		const came = !this.#isInFront;
		this.#isInFront = true;
		return came;
	}

	/** Stops listening. */
	end(): void {
		process.stdin.off("data", this.#read);
	}
}
