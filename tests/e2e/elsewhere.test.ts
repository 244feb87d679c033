/** Questions of the real pi, answered by the command `pi-question` in another terminal. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { database, naming } from "../harness/args.ts";
import { key } from "../harness/keys.ts";
import type { Turn } from "../harness/model.ts";
import { PiTerminal } from "../harness/pi.ts";
import { valuesOf } from "../harness/workplace.ts";

const COMMAND = fileURLToPath(new URL("../../bin/pi-question.js", import.meta.url));

const skip = process.platform === "win32";

function start(
	t: TestContext,
	turns: Turn[],
	files: Record<string, unknown> = { "agent/question.json": { elsewhere: "on" } },
) {
	const env = { XDG_RUNTIME_DIR: "" };
	const pi = new PiTerminal({ turns, args: ["go"], files, env, isTrusted: true, columns: 80, rows: 30 });
	t.after(() => pi.stop());
	return pi;
}

/** Runs the command as the user of a pi, outside of that. */
function run(pi: PiTerminal, words: string[], input = ""): Promise<{ code: number | null; output: string }> {
	const foreign = /^(?:PI_|AI_AGENT$|XDG_)/;
	const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
	const env = { ...Object.fromEntries(own), PI_CODING_AGENT_DIR: pi.workplace.agent, LC_ALL: "en_US.UTF-8" };
	const child = spawn(process.execPath, [COMMAND, ...words], { env });
	let output = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
	child.stdin.end(input);
	return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}

/** Returns the ids of what waits. */
async function listed(pi: PiTerminal): Promise<string[]> {
	for (;;) {
		const { output } = await run(pi, ["list", "--json"]);
		const ids: string[] = JSON.parse(output).map(({ id }: { id: string }) => id);
		if (ids.length > 0) return ids;
	}
}

const both: Turn = { calls: [{ tool: "question", args: { questions: [database, naming] } }] };
const understood: Turn = { text: "Understood." };

test("a person answers in another terminal while the form is open", { skip }, async (t) => {
	const pi = start(t, [both, understood]);
	await pi.sees("→ 1. PostgreSQL");
	await listed(pi);
	const { code, output } = await run(pi, ["answer"], "2\norders\n0\n");
	assert.equal(code, 0, output);
	assert.match(output, /Which database\?[\s\S]*The question was answered\./);
	const screen = await pi.sees("Understood.");
	assert.match(screen, /from another terminal[\s\S]*SQLite[\s\S]*orders/);
	const [result] = pi.workplace.results();
	assert.deepEqual(valuesOf(pi.workplace.results()), [["answered", "SQLite", "orders"]]);
	assert.match(result?.details.answeredFrom ?? "", /^another terminal/);
});

test("what is asked is put off, or left, in another terminal, but not while somebody answers in pi", {
	skip,
}, async (t) => {
	const pi = start(t, [both, both, understood]);
	await pi.sees("→ 1. PostgreSQL");
	await listed(pi);
	assert.equal((await run(pi, ["answer"], ":l\n")).code, 0);
	await pi.sees((screen) => screen.includes("◔ put off") && screen.includes("→ 1. PostgreSQL"));
	await pi.press("1", "[□ Name]");
	const { code, output } = await run(pi, ["answer"], ":l\n");
	assert.equal(code, 1);
	assert.match(output, /being answered at the terminal of pi/);
	await pi.press("orders", "orders");
	await pi.press(key.enter, "→ Submit");
	await pi.press(key.enter, "Understood.");
	assert.deepEqual(valuesOf(pi.workplace.results()), [["pending"], ["answered", "pg", "orders"]]);
});

test("an agent cannot answer by it, and a project cannot turn it on", { skip }, async (t) => {
	const command = `${process.execPath} ${COMMAND} answer; true`;
	const turns: Turn[] = [{ calls: [{ tool: "bash", args: { command } }] }, both];
	const pi = start(t, turns);
	await pi.sees("→ 1. PostgreSQL");
	const [result] = pi.workplace.results("bash");
	assert.match(result?.text ?? "", /an agent must not answer its own questions/);

	const other = start(t, [both], { "project/.pi/question.json": { elsewhere: "on" } });
	await other.sees("→ 1. PostgreSQL");
	await other.sees('"elsewhere" can be turned on by your own settings only');
	assert.ok(!existsSync(join(other.workplace.agent, "pi-question")));
});
