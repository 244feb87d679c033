/**
 * What waits in all pis of this user, and what has ended last.
 *
 * Never here: who reads it, how it is answered.
 */
import { asked } from "./asked.js";
import { whole } from "./pis.js";
import { sentenceOf } from "./shown.js";

/** @typedef {import("./pis.js").Pi} Pi */
/** @typedef {import("./pis.js").Waiting} Waiting */
/** @typedef {import("./asked.js").Asked} Asked */

/** Number of questions that have ended of which the last are told. */
const MAX_ENDED = 64;

export class Board {
	/** What waits, by its id, in each pi. @type {Map<Pi, Map<string, { waiting: Waiting, asked: Asked }>>} */
	#pis = new Map();
	/** What has become of questions, by their id. @type {Map<string, string>} */
	#ended = new Map();
	#changed;

	/** @param {() => void} changed Called after a change. */
	constructor(changed) {
		this.#changed = changed;
	}

	/** Takes what waits in a pi now. @param {Pi} pi @param {import("./pis.js").Listed} listed */
	async heard(pi, listed) {
		const before = this.#pis.get(pi);
		const now = new Map();
		for (const waiting of listed.waiting) {
			const known = before?.get(waiting.id);
			const full = known?.waiting ?? (await whole(waiting));
			now.set(waiting.id, known ?? { waiting: full, asked: asked(full) });
			this.#ended.delete(waiting.id);
		}
		for (const id of before?.keys() ?? [])
			if (!now.has(id)) this.#end(id, listed.settled.find((one) => one.id === id) ?? {});
		this.#pis.set(pi, now);
		this.#changed();
	}

	/** Takes that a pi cannot be reached any more. @param {Pi} pi */
	left(pi) {
		for (const id of this.#pis.get(pi)?.keys() ?? []) this.#end(id, {});
		this.#pis.delete(pi);
		this.#changed();
	}

	/** @param {string} id @param {import("./pis.js").End} end */
	#end(id, end) {
		this.#ended.delete(id); // so that it is the last one
		this.#ended.set(id, sentenceOf(end));
		for (const old of [...this.#ended.keys()].slice(0, -MAX_ENDED)) this.#ended.delete(old);
	}

	/** Returns the questions with an id, if they wait. @param {string} id */
	find(id) {
		for (const questions of this.#pis.values()) {
			const found = questions.get(id);
			if (found) return found.waiting;
		}
		return undefined;
	}

	/** Says what has become of the questions with an id. @param {string} id */
	endOf(id) {
		return this.#ended.get(id) ?? sentenceOf({});
	}

	/** Returns what waits, the oldest first, and what has ended, the last one last. */
	state() {
		const waiting = [...this.#pis.values()].flatMap((questions) => [...questions.values()].map((one) => one.asked));
		return {
			waiting: waiting.sort((one, other) => one.since - other.since),
			ended: [...this.#ended].map(([id, words]) => ({ id, words })),
		};
	}
}
