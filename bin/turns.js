/**
 * Turns of the event loop, shared by all who ask something of a process: however many ask, and however much, the process
 * does its own work in between.
 *
 * Never here: what is asked.
 */

/** Milliseconds in each turn of the event loop for those who ask. What has begun then is ended. */
const TURN_MS = 5;

export class Turns {
	/** What waits, in order. @type {(() => void)[]} */
	#waiting = [];

	/** Calls `go` when it may, after all that waits already. @param {() => void} go */
	wait(go) {
		if (this.#waiting.length === 0) setImmediate(() => this.#next());
		this.#waiting.push(go);
	}

	#next() {
		const end = performance.now() + TURN_MS;
		const waiting = this.#waiting;
		this.#waiting = [];
		let done = 0;
		while (done < waiting.length && (done === 0 || performance.now() < end)) {
			waiting[done]?.();
			done++;
		}
		const rest = waiting.slice(done);
		// What has come meanwhile has set a turn of its own.
		if (rest.length > 0 && this.#waiting.length === 0) setImmediate(() => this.#next());
		this.#waiting = [...rest, ...this.#waiting];
	}
}
