/**
 * An object of the core that survives a trap: the core is deterministic, so replaying all acts on a fresh object restores
 * its state.
 *
 * Never here: what the acts are.
 */
import { coreGeneration, coreOr, type Host, type HostMode, type ToolResult, withCore } from "./core.ts";

/** An act on an object of the core. */
export type Act<T, R = unknown> = (object: T) => R;

/** A form, dialogs, or what asks a client. The last one has no result of its own. */
interface Recorded {
	fail?(reason: string): void;
	result?(host: Host): ToolResult | undefined;
	free(): void;
}

export class Journal<T extends Recorded> {
	readonly #make: () => T;
	readonly #restored: (object: T) => void;
	readonly #acts: Array<{ act: Act<T>; kind: string | undefined }> = [];
	/** The act that threw. */
	#failed: Act<T> | undefined;
	#object: T | undefined;
	#generation = coreGeneration();

	/**
	 * `make` creates the object in the current instance of the core. Throws if it throws. `restored` is called with one that
	 * was lost and goes on, for what is no act.
	 */
	constructor(make: () => T, restored: (object: T) => void = () => {}) {
		this.#make = make;
		this.#restored = restored;
		this.#object = withCore(make);
	}

	/** The object, for reading. One that was lost by a trap elsewhere is restored. Throws if it was freed. */
	get object(): T {
		if (this.#object === undefined) throw new Error("It was closed.");
		if (this.#generation === coreGeneration()) return this.#object;
		const object = this.#restore();
		this.#restored(object);
		return object;
	}

	/**
	 * Performs an act and records it, unless it returns "Idle", which means that nothing changed. Of consecutive acts of one
	 * `kind`, only the last is recorded.
	 */
	act<R>(act: Act<T, R>, kind?: string): R {
		this.#failed = act;
		const step = act(this.object);
		this.#failed = undefined;
		if (step === "Idle") return step;
		if (kind !== undefined && this.#acts.at(-1)?.kind === kind) this.#acts.pop();
		this.#acts.push({ act, kind });
		return step;
	}

	/** Replaces an object that was lost by a trap with a fresh one in the same state. */
	#restore(): T {
		const object = this.#make();
		for (const { act } of this.#acts) act(object);
		this.#object = object;
		this.#generation = coreGeneration();
		return object;
	}

	/**
	 * Returns the result after an error of the core. It includes the act that threw, unless that throws again. Undefined if
	 * the core cannot make a result.
	 */
	recover(reason: string, mode: HostMode): ToolResult | undefined {
		const result = (last: Act<T> | undefined) =>
			coreOr(undefined, () => {
				const object = this.#restore();
				last?.(object);
				object.fail?.(reason);
				const result = object.result?.({ mode });
				this.free();
				return result;
			});
		return (this.#failed && result(this.#failed)) ?? result(undefined);
	}

	/** Frees the object, unless it was lost by a trap. */
	free(): void {
		if (this.#generation === coreGeneration()) this.#object?.free();
		this.#object = undefined;
	}
}
