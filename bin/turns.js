/**
 * Turns of the event loop, shared by all who ask something of a process: one is served in each, so that the process does
 * its own work in between, however many ask, and however much.
 *
 * Never here: what is asked.
 */

export class Turns {
	/** What waits, in order. @type {(() => void)[]} */
	#waiting = [];

	/** Calls `go` when it may, after all that waits already. @param {() => void} go */
	wait(go) {
		this.#waiting.push(go);
		if (this.#waiting.length === 1) setImmediate(() => this.#next());
	}

	#next() {
		const go = this.#waiting.shift();
		if (this.#waiting.length > 0) setImmediate(() => this.#next());
		go?.();
	}
}
