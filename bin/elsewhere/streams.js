/**
 * Clients that are told of changes, by server-sent events. One that reads slowly misses states, never the last one.
 *
 * Never here: what is told.
 */

/** @typedef {import("node:http").ServerResponse} ServerResponse */

const MAX_STREAMS = 64;
/** Milliseconds between two signs of life, by which a page sees that it is connected. It waits for more than two. */
const BEAT_MS = 15_000;
const BEAT = ":\n\n";
/** Milliseconds for a client to read what it was sent. */
const READING_MS = 30_000;

export class Streams {
	/** Each client, with whether it has missed a state, and its time to read. @type {Map<ServerResponse, { isBehind: boolean, timer?: NodeJS.Timeout | undefined }>} */
	#open = new Map();
	#event = "";

	constructor() {
		setInterval(() => {
			for (const response of this.#open.keys()) this.#write(response, BEAT);
		}, BEAT_MS).unref();
	}

	get isFull() {
		return this.#open.size >= MAX_STREAMS;
	}

	/** Adds a client, and tells it the state. @param {ServerResponse} response Whose head was written. */
	add(response) {
		this.#open.set(response, { isBehind: false });
		response.on("drain", () => this.#caughtUp(response));
		response.on("close", () => {
			clearTimeout(this.#open.get(response)?.timer);
			this.#open.delete(response);
		});
		this.#write(response);
	}

	/** Tells all clients a state. @param {unknown} state */
	tell(state) {
		this.#event = `data: ${JSON.stringify(state)}\n\n`;
		for (const response of this.#open.keys()) this.#write(response);
	}

	/** @param {ServerResponse} response */
	#write(response, event = this.#event) {
		const client = this.#open.get(response);
		if (!client) return;
		const isState = event !== BEAT;
		if (response.writableNeedDrain) {
			client.isBehind ||= isState;
			client.timer ??= setTimeout(() => response.destroy(), READING_MS).unref();
		} else {
			client.isBehind &&= !isState;
			response.write(event);
		}
	}

	/** @param {ServerResponse} response */
	#caughtUp(response) {
		const client = this.#open.get(response);
		if (!client) return;
		clearTimeout(client.timer);
		client.timer = undefined;
		if (client.isBehind) this.#write(response);
	}
}
