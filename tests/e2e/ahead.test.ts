/** What is loaded before the model calls: all of the form, in a terminal alone. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { answerForm, asking, understood } from "../harness/asking.ts";
import { copied } from "../harness/installed.ts";
import { type PiSetup, PiTerminal, type Workplace } from "../harness/pi.ts";
import { PiProgram, runPi } from "../harness/runs.ts";

/** Longer than a run waits before it loads anything ahead, or another file. */
const THINKING_MS = 1500;

/** Whether pi has compiled a file of the extension, and kept that in the folder for temporary files. */
function hasCompiled({ folder }: Workplace, file: string): boolean {
	const kept = join(folder, "jiti");
	return existsSync(kept) && readdirSync(kept).some((name) => name.startsWith(`${file}.`));
}

/** Starts pi without a prompt, and waits until it has compiled a file. */
async function idle(t: TestContext, file: string, setup: Partial<PiSetup> = {}): Promise<PiTerminal> {
	const pi = new PiTerminal({ turns: [asking, ...understood], columns: 100, rows: 40, ...setup });
	t.after(() => pi.stop());
	while (!hasCompiled(pi.workplace, file)) await setTimeout(20);
	return pi;
}

test("a form is loaded while nobody types, and opens", async (t) => {
	const pi = await idle(t, "tui-form");
	await pi.press("go\r", "→ 1. PostgreSQL");
	await answerForm(pi);
});

test("pi ends while files are loaded, as it does without them", async (t) => {
	const pi = await idle(t, "extension-ahead");
	pi.type("/quit\r");
	assert.equal(await pi.exited, 0);
	assert.ok(!hasCompiled(pi.workplace, "tui-form"));
	assert.doesNotMatch(pi.written, /error/i);
});

/** Damages to a file of the form, and the last file that is loaded before it. */
const DAMAGES: [string, string, (path: string) => void][] = [
	["missing", "tui-suspend", (folder) => rmSync(join(folder, "extension/tui/form.ts"))],
	["cut off", "tui-keys", (folder) => writeFileSync(join(folder, "extension/tui/field.ts"), "export const x = {{")],
];
for (const [damage, last, harm] of DAMAGES)
	test(`a file that is ${damage} is told of when it is needed`, async (t) => {
		const folder = copied(t);
		harm(folder);
		const pi = await idle(t, last, { extension: ["-e", folder] });
		// Until the file after it has been tried.
		await setTimeout(THINKING_MS);
		assert.doesNotMatch(pi.screen().join("\n"), /damaged/);
		pi.type("go\r");
		await pi.sees("→ 1. PostgreSQL");
		await pi.sees("has to be installed again");
	});

test("a run without a terminal loads nothing ahead", async (t) => {
	const turns = [{ afterMs: THINKING_MS, text: "Understood." }];
	const run = await runPi({ turns, args: ["-p", "go"] });
	t.after(() => run.workplace.remove());
	assert.deepEqual([run.code, run.stdout, run.stderr], [0, "Understood.\n", ""]);
	const pi = new PiProgram({ turns });
	t.after(() => pi.stop());
	pi.send({ type: "prompt", message: "go" });
	await pi.next("the end of the run", ({ type }) => type === "agent_end");
	for (const { workplace } of [run, pi]) {
		assert.ok(hasCompiled(workplace, "extension-question"));
		assert.ok(!hasCompiled(workplace, "extension-ahead"));
	}
});
