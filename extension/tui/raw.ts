/**
 * What the terminal sends at once, before pi takes it apart: a paste without brackets, and the sign that the window came to
 * the front, which pi's fullscreen mode asks for and keeps to itself.
 *
 * Never here: what follows from it.
 */

const FRONT = "\x1b[I";

/** A line break with text after it. */
const LINES = /[\r\n]\s*[^\p{Cc}\s]/u;

/** Any control character but those of a text. */
const KEY = /[^\P{Cc}\t\r\n]/u;

export class RawInput {
	/** A paste; empty after its first key. */
	#paste: string | undefined;
	#isInFront = true;
	readonly #read = (chunk: Buffer | string) => {
		const data = String(chunk);
		this.#paste = LINES.test(data) && !KEY.test(data) ? data.replaceAll(/\r\n?/g, "\n") : undefined;
		// A key is not meant to bring the window to the front.
		this.#isInFront = data.includes(FRONT) ? false : this.#isInFront || !data.startsWith("\x1b[<");
		// Most of what is read are single keys.
		if (this.#paste === undefined) return;
		setImmediate(() => {
			this.#paste = undefined;
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
