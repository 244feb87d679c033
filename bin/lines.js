/**
 * Splits bytes into lines and reads and writes JSON-RPC messages, one per line. Time and memory are linear in the
 * length of a line. Also used by the extension.
 *
 * Never here: what a message means.
 */
import { Transform } from "node:stream";

const NEWLINE = 10;

/** Passes on, unchanged, the lines that `keeps` accepts. What is pushed from outside goes between two lines. */
export class Lines extends Transform {
	/** @type {(line: Buffer) => boolean} */
	#keeps;
	/** Pieces of the line that has no end yet. @type {Buffer[]} */
	#pieces = [];
	/** Bytes of a line that may still come. */
	#room;
	#most;
	/** @type {((go: () => void) => void) | undefined} */
	#wait;

	/**
	 * @param {(line: Buffer) => boolean} keeps Receives each line with its newline.
	 * @param {number} [most] Bytes of the longest line. A longer one is an error of the stream.
	 * @param {(go: () => void) => void} [wait] Called before each line; it has to call `go` when the line may be taken.
	 */
	constructor(keeps, most = Number.POSITIVE_INFINITY, wait = undefined) {
		super();
		this.#keeps = keeps;
		this.#room = this.#most = most;
		this.#wait = wait;
	}

	/**
	 * @override
	 * @param {Buffer} chunk
	 * @param {BufferEncoding} _encoding
	 * @param {() => void} done
	 */
	_transform(chunk, _encoding, done) {
		this.#take(chunk, 0, done, false);
	}

	/**
	 * Takes what is left of a chunk.
	 *
	 * @param {Buffer} chunk
	 * @param {number} start Where that begins.
	 * @param {() => void} done
	 * @param {boolean} mayTake Whether the first line has waited.
	 */
	#take(chunk, start, done, mayTake) {
		let from = start;
		for (let at = chunk.indexOf(NEWLINE, from); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
			const here = from;
			if (this.#wait && !(mayTake && here === start)) return this.#wait(() => this.#take(chunk, here, done, true));
			if (this.destroyed) return;
			this.#pieces.push(chunk.subarray(from, at + 1));
			this.#end();
			from = at + 1;
		}
		if (from < chunk.length) this.#pieces.push(chunk.subarray(from));
		this.#room -= chunk.length - from;
		if (this.#room < 0) this.destroy(new Error("The line is too long"));
		else done();
	}

	/**
	 * @override
	 * @param {() => void} done
	 */
	_flush(done) {
		if (this.#pieces.length > 0) this.#end();
		done();
	}

	#end() {
		const [first, ...more] = this.#pieces;
		const line = more.length > 0 || !first ? Buffer.concat(this.#pieces) : first;
		this.#pieces = [];
		this.#room = this.#most;
		if (this.#keeps(line)) this.push(line);
	}
}

/**
 * Parses a message; an empty object for a line that holds no JSON object.
 *
 * @param {Buffer} line
 * @returns {any}
 */
export function read(line) {
	try {
		const message = JSON.parse(line.toString());
		return typeof message === "object" && message !== null ? message : {};
	} catch {
		return {};
	}
}

/**
 * Formats a message. One that is nested too deeply to be written becomes an error with the same id: JSON.parse has no
 * limit of depth, but JSON.stringify has.
 *
 * @param {{ id?: unknown }} message
 * @returns {string}
 */
export function write(message) {
	try {
		return `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
	} catch {
		const error = { code: -32603, message: "The message is too large or nested too deeply" };
		return `${JSON.stringify({ jsonrpc: "2.0", id: message.id, error })}\n`;
	}
}
