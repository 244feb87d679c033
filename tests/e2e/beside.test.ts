/** Beside another extension with a tool of the same name, and beside another copy of this one: pi starts, and one serves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { asking, understood } from "../harness/asking.ts";
import { copied } from "../harness/installed.ts";
import { PiTerminal, root } from "../harness/pi.ts";
import { runPi } from "../harness/runs.ts";

const other = fileURLToPath(new URL("../harness/other-question.ts", import.meta.url));
const notice = /another extension, or another copy of this one, has a tool named "question"/g;

test("another tool of this name is used, in either order, and the user is told once what to do", async (t) => {
	for (const extension of [
		["-e", other, "-e", root],
		["-e", root, "-e", other],
	]) {
		const turns = [{ calls: [{ tool: "question", args: {} }] }, ...understood];
		const { code, stdout, stderr, workplace } = await runPi({ turns, extension, args: ["-p", "hi"] });
		t.after(() => workplace.remove());
		assert.deepEqual([code, stdout], [0, "Understood.\n"], stderr);
		assert.match(stderr, /set "dialect" in question.json to "AskUserQuestion" or "ask_user", and restart pi/);
		assert.equal(stderr.match(notice)?.length, 1);
		assert.equal(workplace.results()[0]?.text, "The other tool was here.");
		// With another dialect, both tools are there.
		workplace.write("agent/question.json", { dialect: "ask_user" });
		const both = await runPi({ turns, extension, args: ["-p", "hi"], workplace });
		assert.deepEqual([both.code, both.stderr], [0, ""]);
		assert.ok(["question", "ask_user"].every((name) => workplace.tools().some((tool) => tool.name === name)));
	}
});

test("of two copies, the first asks", async (t) => {
	const extension = ["-e", root, "-e", copied(t)];
	const pi = new PiTerminal({ turns: [asking], extension, args: ["hi"], columns: 100, rows: 40 });
	t.after(() => pi.stop());
	await pi.sees("→ 1. PostgreSQL");
	assert.equal(pi.written.match(/copy\s+of\s+this\s+one/g)?.length, 1);
	const answers = '["pg", "orders"]';
	const run = await runPi({ turns: [asking, ...understood], extension, args: ["-p", "--answers", answers, "hi"] });
	t.after(() => run.workplace.remove());
	assert.deepEqual([run.code, run.stdout], [0, "Understood.\n"], run.stderr);
	assert.match(run.workplace.lastMessage(), /PostgreSQL/);
});
