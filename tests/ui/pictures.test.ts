/** Pictures in the texts of a form: where a paste of a path becomes a marker, and how many pictures a text has. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { input, one, two } from "../harness/args.ts";
import { open } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { png } from "../harness/png.ts";
import { folder } from "../harness/program.ts";

/** Writes pictures and returns pastes of their paths. */
function pastes(t: TestContext, ...names: string[]): string[] {
	const place = folder(t);
	return names.map((name) => {
		writeFileSync(join(place, name), png());
		return key.paste(join(place, name));
	});
}

test("a picture goes into each text of a form, and begins an own answer in a list", async (t) => {
	const [shot = ""] = pastes(t, "shot.png");
	const marker = "[picture 1: shot.png]";
	const cases: Array<[what: string, args: object, keys: string[], told: string]> = [
		["a list", one, [shot, "so", key.enter], `→ ${marker} so (typed)`],
		["a text", input, [shot, key.enter], `→ ${marker} (typed)`],
		["a note", one, [key.ctrl("n"), "as ", shot, key.enter, key.enter], `(note: as ${marker})`],
		["what the user would rather say", one, [key.ctrl("t"), shot, key.enter], marker],
	];
	for (const [what, args, keys, told] of cases) {
		const { host, result } = await open(args);
		host.press(...keys);
		const { text, parts } = await result;
		assert.ok(text.includes(told), `${what}: ${text}`);
		assert.deepEqual(parts, ["text", "image"], what);
	}
});

test("what the model writes attaches nothing, nor do words with a path among them", async (t) => {
	const [shot = ""] = pastes(t, "shot.png");
	const path = shot.slice(6, -6);
	for (const text of [path, "[picture 1: shot.png]", `${path} [picture 1: shot.png]`]) {
		const { host, result } = await open({ questions: [{ prompt: "Name?", defaultValue: text }] });
		host.press("!", key.enter);
		const { parts } = await result;
		assert.deepEqual(parts, ["text"], text);
	}
	const { host, result } = await open(one);
	host.press(key.paste(`see ${path}`), key.enter);
	const { text, parts } = await result;
	assert.deepEqual([parts, text.includes(`see ${path}`)], [["text"], true]);
});

test("a page without a text keeps the path for pi's prompt", async (t) => {
	const [shot = ""] = pastes(t, "shot.png");
	const { host, result } = await open(two);
	host.press("1", "1", shot);
	assert.ok(!host.screen().includes("picture"), host.screen());
	host.press(key.enter);
	await result;
	assert.equal(host.prompt, shot.slice(6, -6));
});
