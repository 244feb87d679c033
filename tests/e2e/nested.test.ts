/**
 * Sessions inside the process of the user's pi, as packages for subagents open them: they leave alone what belongs to the
 * process.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { asking, fileIn, understood } from "../harness/asking.ts";
import { installed } from "../harness/installed.ts";
import { key } from "../harness/keys.ts";
import { PiTerminal, type Workplace } from "../harness/pi.ts";
import { runPi } from "../harness/runs.ts";
import type { PiSetup } from "../harness/workplace.ts";

/** Runs a session that leaves its questions pending. */
async function left(t: TestContext, more: Partial<PiSetup> = {}): Promise<Workplace> {
	const { workplace } = await runPi(installed([asking, { text: "Please answer." }], { args: ["-p", "hi"], ...more }));
	t.after(() => workplace.remove());
	return workplace;
}

/** Returns the text of the last result that a child's model has read. */
const childResult = (workplace: Workplace) => workplace.results().at(-1)?.text ?? "";

const told =
	"Error: UI is unavailable: another session has started this one, and nobody can be asked here. " +
	"Nothing is decided. Do only what needs no answer, put the question into your reply and end your turn.";

test("a child in pi's process neither ends pi nor writes anywhere, and its questions go into its reply", async (t) => {
	for (const start of ["bound", "unbound"]) {
		for (const kind of ["memory", "the session with open questions"]) {
			const workplace = await left(t, { files: { "agent/question.json": '{ "locale": 3, "subagents": "off" }' } });
			const file = readFileSync(fileIn(workplace), "utf8");
			const pi = new PiTerminal({ workplace, turns: [asking, ...understood, asking], columns: 100, rows: 40 });
			t.after(() => pi.kill());
			await pi.sees(/locale[\s\S]*2 questions wait in another session/);
			const before = pi.written.length;
			const session = kind === "memory" ? kind : workplace.sessions()[0];
			await pi.type(`/child ${session} ${start} hello${key.enter}`);
			await pi.sees("The child has ended with no code.");
			assert.equal(childResult(workplace), told, `${start}, ${kind}`);
			assert.doesNotMatch(pi.written.slice(before), /pi-question:|locale|pending-questions/);
			assert.equal(readFileSync(fileIn(workplace), "utf8"), file);
			// The person's own session goes on, and asks them.
			await pi.type(`ask me${key.enter}`);
			await pi.sees("→ 1. PostgreSQL");
		}
	}
});

test("a child of a print run leaves its exit code and its error stream alone", async (t) => {
	const workplace = await left(t);
	const file = readFileSync(fileIn(workplace), "utf8");
	const turns = [asking, ...understood];
	const run = await runPi({ workplace, turns, args: ["-p", "/child memory bound hello"] });
	assert.deepEqual([run.code, run.stderr], [0, ""]);
	assert.equal(childResult(workplace), told);
	assert.equal(readFileSync(fileIn(workplace), "utf8"), file);
});
