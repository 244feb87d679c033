/** CHANGELOG.md tells users of version 0.2 which lines of keybindings.json bring their letters back: each of them does. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { boxes, one, two } from "../harness/args.ts";
import { open } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

const changelog = readFileSync(new URL("../../CHANGELOG.md", import.meta.url), "utf8");
const preview = { questions: [{ prompt: "Which?", options: [{ label: "a", preview: "text" }, { label: "b" }] }] };

/** What each command does: keys pressed before it, and what the screen shows after it and not before. */
const effects: Record<string, { args: unknown; before?: string[]; effect: RegExp }> = {
	note: { args: one, effect: /A note on your answer/ },
	discuss: { args: one, effect: /Talk about it first/ },
	zoom: { args: preview, effect: /1\/2/ },
	toggleAll: { args: boxes, effect: /\[x\] red[\s\S]*\[x\] green[\s\S]*\[x\] blue/ },
	edit: { args: boxes, before: [..."xyz", key.enter], effect: /\(wrote\) ✎/ },
	undo: { args: boxes, before: ["1"], effect: /1\. \[ \] red/ },
	redo: { args: boxes, before: ["1", key.undo], effect: /1\. \[x\] red/ },
	prevTab: { args: two, before: ["2"], effect: /\[■ Tab1\]/ },
	nextTab: { args: two, effect: /\[□ Tab2\]/ },
	cursorDown: { args: one, effect: /> 2\. green/ },
	cursorUp: { args: one, before: [key.down], effect: /> 1\. red/ },
};

/** The bytes of keys that have no name in the table of keys. */
const named: Record<string, string> = { "shift+tab": key.shiftTab, "ctrl+-": key.undo, "alt+-": key.redo };

/** Returns the bytes of a key, by pi's name for it. */
function bytesOf(name: string): string {
	const [, modifier, letter = ""] = /^(?:(ctrl|shift)\+)?(\w)$/.exec(name) ?? [];
	if (letter) return modifier === "ctrl" ? key.ctrl(letter) : modifier === "shift" ? letter.toUpperCase() : letter;
	return named[name] ?? String(key[name as keyof typeof key]);
}

/** Rows of the table: the letters of version 0.2, and the line with the id and the keys that it binds. */
const rows = [...changelog.matchAll(/^\| [^|]+ \| (`.+`) \| [^|]+ \| `(".+\])` \|$/gm)].map(
	([, was = "", line = ""]) => ({
		letters: [...was.matchAll(/`(\w)`/g)].map(([, letter = ""]) => letter),
		bindings: JSON.parse(`{${line}}`) as Record<string, string[]>,
	}),
);

const all = Object.assign({}, ...rows.map(({ bindings }) => bindings));

test("the table has each command whose letter has gone", () => {
	assert.deepEqual(
		Object.keys(all).sort(),
		Object.keys(effects)
			.map((name) => `question.${name}`)
			.sort(),
	);
});

for (const { letters, bindings } of rows)
	for (const [id, keys] of Object.entries(bindings))
		test(`${id} is brought back by its line, alone and with all others`, async () => {
			const { args, before = [], effect } = effects[id.replace("question.", "")] ?? assert.fail(id);
			const pressed = keys.map(bytesOf);
			for (const letter of letters) assert.ok(pressed.includes(letter), `${letter} in ${keys}`);
			for (const own of [bindings, all])
				for (const data of pressed) {
					const { host } = await open(args, { bindings: own, columns: 100 });
					host.press(...before);
					assert.doesNotMatch(host.screen(), effect);
					host.press(data);
					assert.match(host.screen(), effect, `${JSON.stringify(data)} with ${JSON.stringify(own)}`);
					host.emit("session_shutdown");
				}
			// Without its line, a letter begins a text, or goes on with one.
			for (const letter of letters) {
				const { host } = await open(args, { columns: 100 });
				host.press(...before, letter);
				assert.equal(host.edited(), letter);
				host.emit("session_shutdown");
			}
		});
