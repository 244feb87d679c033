/** The wasm instance that runs under the extension, and how a test breaks it. */
import { readFileSync } from "node:fs";
import { initSync } from "../../pkg/question.js";

/** The memory of the wasm instance that runs now. */
export function wasmMemory(): ArrayBuffer {
	return initSync({ module: readFileSync(new URL("../../pkg/question_bg.wasm", import.meta.url)) }).memory.buffer;
}

/** Leaves the wasm instance as a trap might: whatever it does next fails. */
export function breakCore(): void {
	new Uint8Array(wasmMemory()).fill(0xff);
}
