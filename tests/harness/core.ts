/** Access to the wasm instance that the extension uses, to measure its memory or to break it. */
import { readFileSync } from "node:fs";
import { initSync } from "../../pkg/question.js";

/** Loads the wasm module unless an instance of it is running, and returns the memory of that instance. */
export function wasmMemory(): ReturnType<typeof initSync>["memory"] {
	return initSync({ module: readFileSync(new URL("../../pkg/question_bg.wasm", import.meta.url)) }).memory;
}

/** Overwrites the memory of the wasm instance, so that whatever it does next fails as after a trap. */
export function breakCore(): void {
	new Uint8Array(wasmMemory().buffer).fill(0xff);
}
