/** Files that are loaded before there is a call. A file of its own, as other tests load them all. */
import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import test from "node:test";

const loaded: string[] = [];
registerHooks({
	load(url, context, next) {
		if (/\/extension\//.test(url)) loaded.push(url);
		return next(url, context);
	},
});
// Imported after the hooks are registered.
const { loadInPauses, FILES } = await import("../../extension/ahead.ts");
const { reasonOf } = await import("../../extension/host/io.ts");
await import("../../extension/registration.ts");
const atStart = loaded.length;
const never = new AbortController().signal;
/** Loads the files. Returns how many were loaded at each question about the last key, and at the end. */
async function load(lastKeyAt: (count: number) => number | undefined, signal = never): Promise<number[]> {
	const counts: number[] = [];
	const asked = () => lastKeyAt(counts.push(loaded.length - atStart));
	const alive = setInterval(() => {}, 1000); // what waits does not keep a process running
	try {
		await loadInPauses(asked, () => counts.push(loaded.length - atStart), signal);
	} finally {
		clearInterval(alive);
	}
	return counts;
}

test("nothing is loaded while keys come, nor after the end of the session", async () => {
	const end = new AbortController();
	const typing = (count: number) => {
		if (count === 3) end.abort(new Error("the end"));
		return performance.now();
	};
	assert.equal(await load(typing, end.signal).catch(reasonOf), "The operation was aborted");
	assert.equal(loaded.length, atStart);
});

test("the files of a form are loaded one by one, each in a pause", async () => {
	const counts = await load(() => undefined);
	const files = FILES.flatMap(([, files]) => files);
	const every = [...files.keys(), files.length];
	assert.deepEqual(counts, [...every, files.length]);
	const names = loaded.slice(atStart).map((url) => `./${url.split("/extension/")[1]}`);
	assert.deepEqual(names, files);
});
