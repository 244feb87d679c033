/**
 * The wasm core: loaded when it is first needed, and started afresh after a trap.
 *
 * Never here: anything about questions.
 */
import { readFileSync } from "node:fs";
import * as core from "../pkg/question.js";

export * from "../pkg/question.js";

let isLoaded = false;

/** Compiles the module on the first call; throws where pkg/ is missing or damaged. */
export function loadCore(): void {
	if (isLoaded) return;
	core.initSync({ module: readFileSync(new URL("../pkg/question_bg.wasm", import.meta.url)) });
	isLoaded = true;
}

/**
 * Runs `body` with the core loaded. An error may have been a trap, which leaves the module in no state to be used, so
 * the next call gets a fresh instance; objects of the old one throw from then on.
 */
export function withCore<T, E>(body: () => T, onError: (reason: string) => E): T | E {
	try {
		loadCore();
		return body();
	} catch (error) {
		if (isLoaded) core.renew();
		return onError(error instanceof Error ? error.message : String(error));
	}
}
