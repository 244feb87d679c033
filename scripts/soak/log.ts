/** The lines that the model of the soak has written, read piece by piece. */
import { closeSync, openSync, readSync } from "node:fs";
import type { Line } from "./model.ts";

/** Number of lines that are kept. */
const KEPT = 10;

export class Log {
	readonly #file: string;
	#offset = 0;
	#rest = Buffer.alloc(0);
	/** Number of lines. */
	count = 0;
	last: Line | undefined;
	/** The last lines, the oldest first: several may be read at once. */
	readonly #recent: Line[] = [];
	/** Called with each line. */
	readonly #take: (line: Line) => void;

	constructor(file: string, take: (line: Line) => void) {
		this.#file = file;
		this.#take = take;
	}

	/** Returns the line of the turn after one. */
	after(number: number): Line | undefined {
		return this.#recent.find((line) => line.number > number);
	}

	/** Reads what is new, and returns the number of lines. */
	read(): number {
		const file = openSync(this.#file, "r");
		const piece = Buffer.alloc(65_536);
		for (let size = readSync(file, piece, 0, piece.length, this.#offset); size > 0; ) {
			this.#offset += size;
			this.#rest = Buffer.concat([this.#rest, piece.subarray(0, size)]);
			size = readSync(file, piece, 0, piece.length, this.#offset);
		}
		closeSync(file);
		for (let end = this.#rest.indexOf(10); end >= 0; end = this.#rest.indexOf(10)) {
			this.last = JSON.parse(this.#rest.subarray(0, end).toString()) as Line;
			this.#recent.push(this.last);
			if (this.#recent.length > KEPT) this.#recent.shift();
			this.#rest = this.#rest.subarray(end + 1);
			this.count += 1;
			this.#take(this.last);
		}
		return this.count;
	}
}
