/**
 * Lines that are typed, or piped in.
 *
 * Never here: what a line means.
 */
import { createInterface, emitKeypressEvents } from "node:readline";

/**
 * What comes next: a line; or a key: Ctrl+D on an empty line, which closes a dialog, or Ctrl+C, which leaves the command;
 * or the end of the input.
 *
 * @typedef {{ line: string } | { key: "close" | "leave" } | { isOver: true }} Typed
 */

export class Typing {
	/** Whether a person types at a terminal. */
	isTerminal;
	/** What has come and was not taken. @type {Typed[]} */
	#typed = [];
	#isClosing = false;
	/** @type {import("node:readline").Interface | undefined} */
	#reader;
	#wake = () => {};

	/**
	 * @param {NodeJS.ReadStream} input
	 * @param {NodeJS.WriteStream} output
	 */
	constructor(input, output) {
		this.input = input;
		this.output = output;
		this.isTerminal = input.isTTY === true && output.isTTY === true;
		if (!this.isTerminal) return;
		// Before the reader of lines hears of the key, and closes.
		emitKeypressEvents(input);
		input.on("keypress", (_text, key) => {
			this.#isClosing = key?.ctrl === true && key.name === "d";
		});
	}

	/**
	 * Waits for what comes next. Undefined after `signal`. At a terminal, lines that came before are passed to `early`: nobody
	 * can have meant them for what is shown now, and the lines of a paste would each answer a question.
	 *
	 * @param {AbortSignal} signal
	 * @param {(lines: string) => void} early
	 * @returns {Promise<Typed | undefined>}
	 */
	async next(signal, early) {
		if (this.isTerminal) {
			const lines = this.#lines();
			this.#typed = this.#typed.filter((typed) => !("line" in typed));
			if (lines.length > 0) {
				// The last line of a paste has no end yet.
				const rest = this.#reader?.line ?? "";
				this.#reader?.write(null, { ctrl: true, name: "e" });
				this.#reader?.write(null, { ctrl: true, name: "u" });
				early([...lines, rest].filter(Boolean).join("\n"));
			}
		}
		this.#open();
		this.#reader?.prompt();
		const wake = () => this.#wake();
		signal.addEventListener("abort", wake);
		while (this.#typed.length === 0 && !signal.aborted)
			await new Promise((resolve) => {
				this.#wake = () => resolve(undefined);
			});
		signal.removeEventListener("abort", wake);
		return signal.aborted ? undefined : this.#typed.shift();
	}

	/** Ends the reading, and returns what was typed and not taken. From then on, Ctrl+C ends the process. */
	end() {
		const rest = [...this.#lines(), this.#reader?.line ?? ""].filter(Boolean).join("\n");
		this.#reader?.close();
		return rest;
	}

	#lines() {
		return this.#typed.flatMap((typed) => ("line" in typed ? [typed.line] : []));
	}

	#open() {
		if (this.#reader || this.#typed.length > 0) return;
		/** @param {Typed} typed */
		const come = (typed) => {
			this.#typed.push(typed);
			this.#wake();
		};
		const { input, output, isTerminal } = this;
		const reader = createInterface({
			input,
			output: isTerminal ? output : undefined,
			terminal: isTerminal,
			prompt: "> ",
		});
		this.#reader = reader;
		reader.on("line", (line) => come({ line }));
		reader.on("SIGINT", () => come({ key: "leave" }));
		reader.on("close", () => {
			this.#reader = undefined;
			come(this.#isClosing ? { key: "close" } : { isOver: true });
		});
	}
}
