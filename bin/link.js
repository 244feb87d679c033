/**
 * A link to another process of the same user, which listens on a private socket (`channel.js`). Used by the extension and
 * by `pi-question`.
 *
 * Never here: what is asked, what a reply means.
 */
import { connect } from "node:net";
import { Lines, read, write } from "./lines.js";

/** The result of a request, or its error. @typedef {{ result: unknown } | { error: unknown }} LinkReply */

export class Link {
	#socket;
	/** Requests that have no reply, by id. @type {Map<number, (reply: LinkReply | undefined) => void>} */
	#open = new Map();
	#token;
	#lastId = 0;

	/**
	 * @param {import("./address.js").Address} address
	 * @param {() => void} [closed] Called when the other process closes the link, or cannot be reached.
	 * @param {number} [maxLine] Bytes of the longest reply.
	 */
	constructor({ path, token }, closed = () => {}, maxLine = Number.POSITIVE_INFINITY) {
		this.#token = token;
		this.#socket = connect(path);
		const lines = new Lines((line) => {
			const { id, result, error } = read(line);
			this.#open.get(id)?.(error === undefined ? { result } : { error });
			return false;
		}, maxLine);
		lines.on("error", () => this.#socket.destroy()); // a reply that is too long
		this.#socket.pipe(lines).resume();
		this.#socket.on("error", () => {}); // followed by "close"
		this.#socket.on("close", () => {
			closed();
			for (const end of this.#open.values()) end(undefined);
		});
	}

	/** Lets the process end while the link is open. */
	unref() {
		this.#socket.unref();
		return this;
	}

	get isClosed() {
		return this.#socket.destroyed;
	}

	/**
	 * Introduces this process, which a peer has to do first. Resolves to what the other process says of itself.
	 *
	 * @param {AbortSignal} [signal]
	 * @returns {Promise<unknown>}
	 */
	async introduce(signal) {
		const reply = await this.request("initialize", { token: this.#token }, signal);
		return reply && "result" in reply ? reply.result : undefined;
	}

	/**
	 * Sends a request. Resolves to its reply; undefined after `signal`, or if the link has closed.
	 *
	 * @param {string} method
	 * @param {unknown} params
	 * @param {AbortSignal} [signal]
	 * @returns {Promise<LinkReply | undefined>}
	 */
	request(method, params, signal) {
		if (signal?.aborted || this.isClosed) return Promise.resolve(undefined);
		this.#lastId++;
		const id = this.#lastId;
		return new Promise((resolve) => {
			const withdraw = () => {
				this.#send({ method: "$/cancel_request", params: { requestId: id } });
				this.#open.get(id)?.(undefined);
			};
			this.#open.set(id, (reply) => {
				this.#open.delete(id);
				signal?.removeEventListener("abort", withdraw);
				resolve(reply);
			});
			signal?.addEventListener("abort", withdraw);
			this.#send({ id, method, params });
		});
	}

	/** Closes the link, with a last word if it is given. @param {object} [last] */
	end(last) {
		if (last) this.#send(last);
		this.#socket.end();
	}

	/** @param {object} message */
	#send(message) {
		if (this.#socket.writable) this.#socket.write(write(message));
	}
}
