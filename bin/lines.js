/**
 * Bytes in pieces of any size → whole lines, untouched. Whatever else is pushed into the stream stands between two of them.
 *
 * Never here: what a line says.
 */
import { Transform } from "node:stream";

const NEWLINE = 10;

/** Lets those lines through for which `keeps` holds; each with the newline at its end. */
export class Lines extends Transform {
	/** @type {(line: Buffer) => boolean} */
	#keeps;
	/**
	 * The beginning of a line, in the pieces that it came in.
	 *
	 * @type {Buffer[]}
	 */
	#begun = [];

	/** @param {(line: Buffer) => boolean} keeps */
	constructor(keeps) {
		super();
		this.#keeps = keeps;
	}

	/**
	 * @override
	 * @param {Buffer} chunk
	 * @param {BufferEncoding} _encoding
	 * @param {() => void} done
	 */
	_transform(chunk, _encoding, done) {
		let from = 0;
		for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
			this.#end(chunk.subarray(from, at + 1));
			from = at + 1;
		}
		if (from < chunk.length) this.#begun.push(chunk.subarray(from));
		done();
	}

	/**
	 * @override
	 * @param {() => void} done
	 */
	_flush(done) {
		if (this.#begun.length > 0) this.#end(Buffer.alloc(0));
		done();
	}

	/** @param {Buffer} last */
	#end(last) {
		const line = this.#begun.length > 0 ? Buffer.concat([...this.#begun, last]) : last;
		this.#begun = [];
		if (this.#keeps(line)) this.push(line);
	}
}

/**
 * What a line says, as far as it is an object.
 *
 * @param {Buffer | string} line
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

/** @param {object} message */
export function write(message) {
	return `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
}
