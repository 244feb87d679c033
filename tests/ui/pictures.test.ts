/** Pictures in the texts of a form: where a paste of a path becomes a marker, and the marker as a unit of the text. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { Editor, KeybindingsManager, setKeybindings, TUI_KEYBINDINGS } from "@earendil-works/pi-tui";
import { Units } from "../../extension/tui/units.ts";
import { input, one, two } from "../harness/args.ts";
import { open } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { png } from "../harness/png.ts";

/** Writes pictures and returns pastes of their paths. */
function pastes(t: TestContext, ...names: string[]): string[] {
	const folder = mkdtempSync(join(tmpdir(), "pi-question-pictures-"));
	t.after(() => rmSync(folder, { recursive: true }));
	return names.map((name) => {
		writeFileSync(join(folder, name), png());
		return key.paste(join(folder, name));
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

test("a marker is one unit for the cursor and for what deletes", async (t) => {
	const [one = "", two = ""] = pastes(t, "a b.png", "画.png");
	const first = "[picture 1: a b.png]";
	const second = "[picture 2: 画.png]";
	const { left, right, backspace, undo, home, end, up, down } = key;
	const times = (count: number, pressed: string) => Array<string>(count).fill(pressed);
	const cases: Array<[keys: string[], text: string]> = [
		[["x", one, backspace, backspace], "x"],
		[["x", one, backspace, backspace, undo], `x ${first}`],
		[["x", one, left, left, "y"], `x y${first}`],
		[["x", one, left, left, right, "y"], `x ${first}y`],
		[["x", one, home, right, right, "\x1b[3~"], "x"],
		[["x", one, home, right, right, "\x1b[3~", undo, "y"], `x y${first}`],
		[["x", one, home, right, right, key.alt("d"), undo, "y"], `x y${first}`],
		[["see ", one, key.ctrl("w"), "z"], "see z"],
		[["👍", one, key.ctrl("w"), key.ctrl("w"), undo, undo, "z"], `👍 ${first} z`],
		[["x", one, key.ctrl("w")], "x"],
		[["x", one, key.alt("b"), "y"], `x y${first}`],
		[[one, home, key.alt("f"), "y"], `${first}y`],
		[[one, two, backspace, backspace], `${first}`],
		[[one, two, ...times(3, left), "y"], `${first}y ${second}`],
		[[one, two, ...times(4, backspace), "z"], "z"],
		[["abcdefghijkl\n".trim(), key.alt("\r"), one, up, end, ...times(4, left), down, "y"], `abcdefghijkl\ny${first}`],
		[[one, key.ctrl("u"), "z"], "z"],
		[[one, home, key.ctrl("k"), "z"], "z"],
		[["[picture", backspace, "e"], "[picture".slice(0, -1).concat("e")],
		[[one, "[pic", backspace, "k"], `${first} [pik`],
	];
	for (const [keys, text] of cases) {
		const { host, result } = await open({ questions: [{ prompt: "Name?" }] });
		host.press(...keys, key.enter);
		const { details } = await result;
		const value = (details.answers[0]?.value as string | undefined)?.replace(/ +$/gm, "");
		assert.equal(value, text, JSON.stringify(keys));
	}
});

test("with markers as units, a text is what it would be with single characters in their place", () => {
	const marker = "[picture 1: a b.png]";
	const unit = "\u{e000}";
	const keys = ["a", " ", "[", "é", key.left, key.right, key.home, key.end, key.backspace, "\x1b[3~", key.undo];
	const all = [...keys, key.ctrl("u"), key.ctrl("k"), marker];
	const keybindings = new KeybindingsManager(TUI_KEYBINDINGS);
	setKeybindings(keybindings);
	const plain = () => new Editor({ requestRender: () => {}, terminal: { rows: 24 } } as never, {} as never);
	let seed = 1;
	const random = (below: number) => {
		seed = (seed * 48_271) % 2_147_483_647;
		return seed % below;
	};
	for (let round = 0; round < 400; round++) {
		const [whole, single] = [plain(), plain()];
		const units = new Units(() => [marker], keybindings);
		const pressed: string[] = [];
		for (let count = 0; count < 40; count++) {
			const data = all[random(all.length)] ?? "";
			pressed.push(data);
			if (data === marker) {
				whole.insertTextAtCursor(marker);
				single.insertTextAtCursor(unit);
			} else {
				units.press(whole, data);
				single.handleInput(data);
			}
			assert.equal(whole.getText().replaceAll(marker, unit), single.getText(), JSON.stringify(pressed));
		}
	}
});
