/** The instances of the wasm core that the extension loads, to measure their memory and to let them trap. */
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { useCore } from "../../extension/core/core.ts";

type Exports = Record<string, unknown> & { memory: { buffer: ArrayBuffer } };

/** The part of WebAssembly that the module uses. */
interface Wasm {
	Module: new (bytes: Uint8Array) => object;
	Instance: new (module: object, imports: object) => { readonly exports: Exports };
	RuntimeError: new (message: string) => Error;
}

export const { WebAssembly } = globalThis as unknown as { WebAssembly: Wasm };
const require = createRequire(import.meta.url);
const path = require.resolve("../../pkg/question.js");

/** An instance that traps when a test wants it to. */
class Instance extends WebAssembly.Instance {
	/** Number of calls until it traps. */
	calls = Number.POSITIVE_INFINITY;
	/** Whether it then traps in every call, or in those of the object that has trapped. */
	isBroken = true;
	/** Objects that have trapped, by their addresses. */
	readonly #trapped = new Set<unknown>();

	constructor(module: object, imports: object) {
		super(module, imports);
		const wrapped = Object.entries(this.exports).map(([name, value]) => [
			name,
			typeof value === "function" ? (...args: unknown[]) => this.#call(name, value as () => unknown, args) : value,
		]);
		Object.defineProperty(this, "exports", { value: Object.fromEntries(wrapped) });
		current = this;
		made.push(new WeakRef(this));
	}

	#call(name: string, body: (...args: unknown[]) => unknown, args: unknown[]): unknown {
		const isMethod = /^(?:__wbg_)?(?:dialogs|elicitation|form|questionnaire)_/.test(name);
		this.calls--;
		if (this.calls === 0 && isMethod) this.#trapped.add(args[0]);
		const isTrap = this.calls <= 0 && (this.isBroken || this.calls === 0);
		if (!isTrap && !(isMethod && this.#trapped.has(args[0]))) return body(...args);
		// What the garbage collector frees has no caller.
		if (name.endsWith("_free") && args[1] === 1) return undefined;
		throw new WebAssembly.RuntimeError("unreachable");
	}
}
let current: Instance | undefined;
const made: WeakRef<Instance>[] = [];
WebAssembly.Instance = Instance;
// The test may have loaded one before.
delete require.cache[path];

function instance(): Instance {
	useCore();
	if (!current) throw new Error("no instance was made");
	return current;
}

/** Returns the memory of the instance for what is made from now on. */
export function wasmMemory(): Exports["memory"] {
	return instance().exports.memory;
}

/** Returns the number of instances that the garbage collector cannot free. */
export async function liveInstances(): Promise<number> {
	setFlagsFromString("--expose-gc");
	const collect = runInNewContext("gc") as () => void;
	for (let times = 0; times < 3; times++) {
		await new Promise(setImmediate);
		collect();
	}
	return made.filter((one) => one.deref() !== undefined).length;
}

/** Makes that instance trap in every call from now on. */
export function breakCore(): void {
	trapAfter(0, true);
}

/** Makes it trap in a call to come, and then in those of the object that has trapped, or in every call. */
export function trapAfter(calls: number, isBroken = false): void {
	Object.assign(instance(), { calls, isBroken });
}
