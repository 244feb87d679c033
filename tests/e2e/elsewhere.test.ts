/** Questions of the real pi, answered by the command `pi-question` in another terminal. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { database, naming } from "../harness/args.ts";
import { command } from "../harness/asking.ts";
import { User } from "../harness/elsewhere.ts";
import { key } from "../harness/keys.ts";
import type { Turn } from "../harness/model.ts";
import { PiTerminal } from "../harness/pi.ts";
import { valuesOf } from "../harness/workplace.ts";

const COMMAND = fileURLToPath(new URL("../../bin/pi-question.js", import.meta.url));

const skip = process.platform === "win32";

/** Starts pi in the terminals of a user. */
function start(
	t: TestContext,
	turns: Turn[],
	files: Record<string, unknown> = { "agent/question.json": { elsewhere: "on" } },
) {
	const user = new User(t);
	const { XDG_RUNTIME_DIR = "" } = user.env;
	const env = { XDG_RUNTIME_DIR };
	const pi = new PiTerminal({ turns, args: ["go"], files, env, isTrusted: true, columns: 80, rows: 30 });
	t.after(() => pi.stop());
	return { user, pi };
}

/** Waits until something can be answered. */
async function listed(user: User): Promise<void> {
	while ((await user.run(["list", "--json"])).output === "[]\n");
}

const both: Turn = { calls: [{ tool: "question", args: { questions: [database, naming] } }] };
const understood: Turn = { text: "Understood." };

test("a person answers in another terminal while the form is open", { skip }, async (t) => {
	const { pi, user } = start(t, [both, understood]);
	await pi.sees("→ 1. PostgreSQL");
	await listed(user);
	const { code, output } = await user.run(["answer"], "2\norders\n0\n");
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
	const { pi, user } = start(t, [both, both, understood]);
	await pi.sees("→ 1. PostgreSQL");
	await listed(user);
	assert.equal((await user.run(["answer"], ":l\n")).code, 0);
	await pi.sees((screen) => screen.includes("◔ put off") && screen.includes("→ 1. PostgreSQL"));
	await pi.press("1", "[□ Name]");
	const { code, output } = await user.run(["answer"], ":l\n");
	assert.equal(code, 1);
	assert.match(output, /being answered at the terminal of pi/);
	await pi.press("orders", "orders");
	await pi.press(key.enter, "→ Submit");
	await pi.press(key.enter, "Understood.");
	assert.deepEqual(valuesOf(pi.workplace.results()), [["pending"], ["answered", "pg", "orders"]]);
});

/** The answer that was refused is in no message. */
test("while somebody answers late in pi, another terminal cannot put that off", { skip }, async (t) => {
	const { pi, user } = start(t, [both, understood, { text: "Thank you." }]);
	await pi.sees("→ 1. PostgreSQL");
	await pi.press(key.ctrl("r"), /Understood\.[\s\S]*◔ 2 questions wait/);
	await command(pi, "/questions answer", "→ 1. PostgreSQL");
	await listed(user);
	await pi.press("1", "[□ Name]");
	assert.match((await user.run(["answer"], ":l\n")).output, /being answered at the terminal of pi/);
	await pi.press("orders", "orders");
	await pi.press(key.enter, "→ Submit");
	await pi.press(key.enter, "Thank you.");
	assert.match(pi.workplace.lastMessage(), /Which database\? → PostgreSQL.*\nWhat is it called\? → orders/);
});

test("an agent cannot answer by it, and a project cannot turn it on", { skip }, async (t) => {
	const command = `${process.execPath} ${COMMAND} answer; true`;
	const turns: Turn[] = [{ calls: [{ tool: "bash", args: { command } }] }, both];
	const { pi } = start(t, turns);
	await pi.sees("→ 1. PostgreSQL");
	const [result] = pi.workplace.results("bash");
	assert.match(result?.text ?? "", /an agent must not answer its own questions/);

	const other = start(t, [both], { "project/.pi/question.json": { elsewhere: "on" } });
	await other.pi.sees("→ 1. PostgreSQL");
	await other.pi.sees('"elsewhere" can be turned on by your own settings only');
	assert.ok(!existsSync(other.user.beacons));
});
