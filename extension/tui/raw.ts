/**
 * What the terminal sends at once, before pi takes it apart: a paste without brackets, and the sign that the window came to
 * the front, which pi's fullscreen mode asks for and keeps to itself.
 *
 * Never here: what follows from it.
 */

const FRONT = "\x1b[I";

/** A line break with text after it. */
const LINES = /[\r\n]\s*[^\p{Cc}\s]/u;

export class RawInput {
	#isPasted = false;
	#isInFront = true;
	readonly #read = (chunk: Buffer | string) => {
		const data = String(chunk);
		this.#isPasted = LINES.test(data);
		// A key is not meant to bring the window to the front.
		this.#isInFront = data.includes(FRONT) ? false : this.#isInFront || !data.startsWith("\x1b[<");
		setImmediate(() => {
			this.#isPasted = false;
		});
	};

	constructor() {
		// Before pi, which handles the keys while it reads them.
		process.stdin.prependListener("data", this.#read);
	}

	/** Whether the key that is being handled came in one piece with several lines, as no person types it. */
	get isPasted(): boolean {
		return this.#isPasted;
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
