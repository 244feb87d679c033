/**
 * An object of the core that outlives a trap: the core is deterministic, so doing all again to a fresh object leads back to
 * where it was.
 *
 * Never here: what is done to the object.
 */
import { coreGeneration, coreOr, type Host, type HostMode, type ToolResult, withCore } from "./core.ts";

/** Something that is done to an object. */
export type Act<T, R = unknown> = (object: T) => R;

/** A form, or the dialogs of one. */
interface Recorded {
	fail(reason: string): void;
	result(host: Host): ToolResult | undefined;
	free(): void;
}

export class Journal<T extends Recorded> {
	readonly #make: () => T;
	readonly #acts: Array<{ act: Act<T>; kind: string | undefined }> = [];
	/** The act that has thrown. */
	#failed: Act<T> | undefined;
	#object: T | undefined;
	#generation = coreGeneration();

	/** `make` gives the object, of whatever instance of the core is in use; throws where it cannot. */
	constructor(make: () => T) {
		this.#make = make;
		this.#object = withCore(make);
	}

	/** The object, to be looked at; throws where it is over. */
	get object(): T {
		if (this.#object === undefined || this.#generation !== coreGeneration()) throw new Error("It was closed.");
		return this.#object;
	}

	/**
	 * Does something to the object and notes it, unless it comes to "Idle": then nothing has changed. Of a row of acts of one
	 * `kind` only the last is noted; where an act comes to "Edit", `stand` is noted in its place.
	 */
	act<R>(act: Act<T, R>, kind?: string, stand: Act<T> = act): R {
		this.#failed = act;
		const step = act(this.object);
		this.#failed = undefined;
		if (step === "Idle") return step;
		if (kind !== undefined && this.#acts.at(-1)?.kind === kind) this.#acts.pop();
		this.#acts.push({ act: step === "Edit" ? stand : act, kind });
		return step;
	}

	/** Puts a fresh object in the place of the one that a trap has taken. */
	restore(): T {
		const object = this.#make();
		for (const { act } of this.#acts) act(object);
		this.#object = object;
		this.#generation = coreGeneration();
		return object;
	}

	/**
	 * The result after an error of the core: with the act that has thrown, unless it throws again; undefined where the core
	 * cannot even say that.
	 */
	recover(reason: string, mode: HostMode): ToolResult | undefined {
		const result = (last: Act<T> | undefined) =>
			coreOr(undefined, () => {
				const object = this.restore();
				last?.(object);
				object.fail(reason);
				const result = object.result({ mode });
				this.free();
				return result;
			});
		return (this.#failed && result(this.#failed)) ?? result(undefined);
	}

	/** Ends the object's life; what a trap has taken is not freed. */
	free(): void {
		if (this.#generation === coreGeneration()) this.#object?.free();
		this.#object = undefined;
	}
}
