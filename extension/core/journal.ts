/**
 * An object of the core that is not lost by a trap: what was done to it is done again to a fresh one. The core is
 * deterministic, so that is enough to get back to where it was.
 *
 * Never here: what is done to it.
 */
import { coreGeneration, withCore } from "./core.ts";

/** Something that is done to an object. */
export type Act<T> = (object: T) => unknown;

export class Journal<T extends { free(): void }> {
	readonly #make: () => T;
	readonly #acts: Array<{ act: Act<T>; kind: string | undefined }> = [];
	#object: T | undefined;
	#generation = coreGeneration();

	/** `make` gives the object, of whatever instance of the core is in use; throws where it cannot. */
	constructor(make: () => T) {
		this.#make = make;
		this.#object = withCore(make);
	}

	/** The object; throws where it is over. */
	get object(): T {
		if (this.#object === undefined || this.#generation !== coreGeneration()) throw new Error("It was closed.");
		return this.#object;
	}

	/** Notes what was done. Of a row of acts of one `kind` only the last is kept. */
	note(act: Act<T>, kind?: string): void {
		if (kind !== undefined && this.#acts.at(-1)?.kind === kind) this.#acts.pop();
		this.#acts.push({ act, kind });
	}

	/** Puts a fresh object in the place of the one that a trap has taken. Throws where an act is what brought it down. */
	restore(): T {
		const object = this.#make();
		for (const { act } of this.#acts) act(object);
		this.#object = object;
		this.#generation = coreGeneration();
		return object;
	}

	/** Ends the object's life; what a trap has taken is not freed. */
	free(): void {
		if (this.#generation === coreGeneration()) this.#object?.free();
		this.#object = undefined;
	}
}
