/** Questions that come while the user is in a dialog, a selector or a list of completions, in the real pi. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { database } from "../harness/args.ts";
import { Child } from "../harness/child.ts";
import { key } from "../harness/keys.ts";
import type { Turn } from "../harness/model.ts";
import { PiTerminal } from "../harness/pi.ts";
import { valuesOf } from "../harness/workplace.ts";

/** What is in use: the keys that open it, what it shows then, and after these keys, and what follows the last keys. */
type Row = [open: string, shows: string, keys: string, shown: string, last: string, then: string | RegExp];

const use: Row[] = [
	["/open input\r", "An input", "half of", "> half of", " it\r", 'input heard "half of it"'],
	["/open select\r", "A list", key.down, "→ second", key.enter, 'select heard "second"'],
	["/open confirm\r", "A confirmation", key.down, "→ No", key.enter, "confirm heard false"],
	["/open editor\r", "An editor", "half of", "half of", " it\r", 'editor heard "half of it"'],
	["/open custom\r", "A component:", "half of", "A component: half of", " it\r", 'custom heard "half of it"'],
	["/open overlay\r", "A component:", "half of", "A component: half of", " it\r", 'overlay heard "half of it"'],
	["/model\r", "Only showing models", "scrip", "> scrip", "ted\r", "Model: scripted-1"],
	["/settings\r", "Auto-compact", "thin", "> thin", `king${key.escape}`, /^(?![\s\S]*> thin)/],
	["/resume\r", "Resume Session", "half", "> half", key.escape, /^(?![\s\S]*Resume Session)/],
	["/tree\r", "Session Tree", "half", "half", key.escape + key.escape, /^(?![\s\S]*Session Tree)/],
	["/quest", "→ questions", "io", "/questio", `ns${key.enter}`, /questions/],
];

/** A call of pi's shell, for as long as it takes. */
const shell = (command: string) => ({ tool: "bash", args: { command } });

/** Turns in which a model asks, once for each file that is written. */
function asking(): Turn[] {
	const ask = (at: number) => ({ questions: [{ ...database, prompt: `Which database, ${at}?` }] });
	const turns = [...use.keys(), use.length].flatMap((at): Turn[] => [
		{ calls: [shell(`until [ -e gate-${at} ]; do sleep 0.05; done`)], afterMs: 0 },
		{ calls: [{ tool: "question", args: ask(at) }], afterMs: 0 },
	]);
	return [...turns, { text: "Understood." }];
}

const others = ["-e", fileURLToPath(new URL("../harness/other-dialogs.ts", import.meta.url))];

for (const [asker, mode] of [
	["The model has a question", "fullscreen"],
	["scout (find it) asks", "regular"],
] as const) {
	test(`${asker}: the form waits until what is in use is closed`, async (t) => {
		const isChild = asker.startsWith("scout");
		const child = new Child(asking(), { env: "PI_SUBAGENT_AGENT=scout" });
		const turns = isChild ? [{ calls: [shell(child.command)] }, { text: "Understood." }] : asking();
		const pi = new PiTerminal({ turns, args: [...others, "--tui-mode", mode, "go"], columns: 80, rows: 24 });
		t.after(() => pi.stop());
		await pi.sees("Working");
		for (const [at, [open, shows, keys, shown, last, then]] of use.entries()) {
			await t.test(open.trim(), async () => {
				pi.type(open);
				await pi.sees(shows);
				pi.type(keys);
				await pi.sees(shown);
				pi.workplace.write(`project/gate-${at}`, "");
				await pi.sees((screen) => screen.includes(asker) && screen.includes(shown));
				pi.type(last);
				await pi.sees(then);
				await pi.sees((screen) => screen.includes(`Which database, ${at}?`) && !screen.includes("The model has"));
				// Who closes something by Esc may press it twice.
				if (last.endsWith(key.escape)) {
					pi.type(key.escape);
					await pi.sees("Pause for a moment before you answer or leave.");
				}
				await pi.press("2", `✓ Which database, ${at}? → SQLite`);
			});
		}
		pi.type("/open passive\r");
		await pi.sees("A component:");
		pi.workplace.write(`project/gate-${use.length}`, "");
		await pi.sees(`Which database, ${use.length}?`);
		await pi.press("2", "Understood.");
		if (!isChild) assert.ok(valuesOf(pi.workplace.results()).every(([, value]) => value === "SQLite"));
	});
}
