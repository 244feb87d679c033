/** What the extension holds: the memory of its module, the objects of the core, and the heap after a collection. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
export const collect: () => void = runInNewContext("gc");

/**
 * The memory of the module, which is found when the extension makes an instance of it. Kept beside this file, because pi
 * loads it again for another session, and the module only once.
 */
interface Found {
	memory?: { buffer: ArrayBuffer };
	allocate?: (bytes: number, align: number) => number;
	free?: (at: number, bytes: number, align: number) => void;
}
const kept = globalThis as unknown as { soak?: Found };
type Instance = new (...args: unknown[]) => { exports: Record<string, unknown> };

/** Bytes of the module's memory, which only grows: the most that was needed at once. */
export function wasmBytes(): number {
	return kept.soak?.memory?.buffer.byteLength ?? 0;
}

/** Bytes of a block that `liveBytes` allocates, and of what the allocator keeps beside it. */
const BLOCK = 256;
const BESIDE = 8;

/**
 * Bytes of the module's memory that are in use: all but those that can be allocated in blocks before it grows. Smaller gaps
 * count as in use. May make the memory grow by a page.
 */
export function liveBytes(): number {
	const { allocate, free } = kept.soak ?? {};
	if (!allocate || !free) return 0;
	const bytes = wasmBytes();
	const blocks: number[] = [];
	while (wasmBytes() === bytes) blocks.push(allocate(BLOCK, 1));
	for (const block of blocks) free(block, BLOCK, 1);
	return bytes - (blocks.length - 1) * (BLOCK + BESIDE);
}

if (!kept.soak) {
	const found: Found = {};
	kept.soak = found;
	const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: { Instance: Instance } };
	wasm.Instance = new Proxy(wasm.Instance, {
		construct(target, args) {
			const instance = new target(...args);
			const { exports } = instance;
			if (Object.keys(exports).some((name) => name.includes("questionnaire")))
				Object.assign(found, {
					memory: exports.memory,
					allocate: exports.__wbindgen_malloc,
					free: exports.__wbindgen_free,
				});
			return instance;
		},
	});
}

/** Numbers of objects of a class of the core: made, freed, and found by the collector, because nobody has freed them. */
export interface Objects {
	made: number;
	freed: number;
	collected: number;
}

/**
 * Counts the objects of the core from now on, by class. Call it before the module is loaded: the generated code registers
 * each object with the collector, and takes it from there when it is freed.
 */
export function countObjects(): ReadonlyMap<string, Objects> {
	const counts = new Map<string, Objects>();
	const of = (name: string) => {
		const own = counts.get(name) ?? { made: 0, freed: 0, collected: 0 };
		counts.set(name, own);
		return own;
	};
	globalThis.FinalizationRegistry = class<T> extends FinalizationRegistry<T> {
		/** The class of the core whose objects it has, once it has one. */
		readonly #class: { name?: string };

		constructor(cleanup: (held: T) => void) {
			const own: { name?: string } = {};
			super((held) => {
				if (own.name !== undefined) of(own.name).collected++;
				cleanup(held);
			});
			this.#class = own;
		}
		override register(target: WeakKey, held: T, token?: WeakKey): void {
			if (typeof target === "object" && "__wbg_ptr" in target) {
				this.#class.name = target.constructor.name;
				of(this.#class.name).made++;
			}
			super.register(target, held, token);
		}
		override unregister(token: WeakKey): boolean {
			const was = super.unregister(token);
			if (was && this.#class.name !== undefined) of(this.#class.name).freed++;
			return was;
		}
	};
	return counts;
}
