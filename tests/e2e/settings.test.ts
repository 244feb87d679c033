/**
 * question.json in the real pi: what is in its place, and the dialogs that replace the form. The effect of each setting is
 * tested in the core.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { database, naming } from "../harness/args.ts";
import { key } from "../harness/keys.ts";
import { results, session } from "../harness/pi.ts";
import { valuesOf } from "../harness/workplace.ts";

test("nothing in the place of a settings file keeps pi from starting, and a planted one does not count", async (t) => {
	const pipe = (agent: string) => execFileSync("mkfifo", [join(agent, "question.json")]);
	const files = { "project/.pi/question.json": { customLabel: "Planted", dialect: "ask_user" } };
	const asked = { questions: [{ prompt: "First?", options: ["A"] }] };
	const pi = session(t, [asked], { files, prepare: pipe, rows: 100 });
	const screen = (await pi.sees("First?")).replace(/\s+/g, " ");
	assert.match(screen, /agent\/question\.json is passed over: it is not a regular file/);
	assert.match(screen, /\.pi\/question\.json is passed over: nobody has told pi to trust this folder\. Use \/trust/);
	await pi.sees("0. Something else…");
	await pi.press(key.enter, "Understood.");
});

const parts = { id: "parts", label: "Parts", prompt: "Which parts?", mode: "multi", options: ["API", "UI", "CLI"] };
const several = { questions: [database, parts, naming] };

test("accessible: the same questions as plain dialogs, answered by typing numbers and words", async (t) => {
	const files = { "agent/question.json": { accessible: true } };
	const pi = session(t, [several, { questions: several.questions.slice(0, 1) }], { files });
	await pi.sees(/Which database\?[\s\S]*1\. PostgreSQL\n[\s\S]*2\. SQLite\n[\s\S]*0\. Something else…/);
	// A reply that comes before the dialog can have been read is asked for again.
	await pi.calm(Date.now());
	await pi.press("7", "> 7");
	await pi.press(key.enter, "There is no option 7.");
	await pi.press(`2${key.enter}`, "Which parts?");
	await pi.press(`1,3${key.enter}`, "What is it called?");
	await pi.press(`orders${key.enter}`, "Review your answers");
	await pi.sees(/Database → SQLite[\s\S]*Parts → API, CLI[\s\S]*Name → \(wrote\) orders/);
	await pi.press(`1${key.enter}`, "Which database?");
	await pi.press(`no, use CockroachDB${key.enter}`, "Database → (wrote) no, use CockroachDB");
	// An empty reply keeps the current boxes or text.
	await pi.press(`2${key.enter}`, /Which parts\?[\s\S]*Type numbers/);
	await pi.press(key.enter, /Review your answers[\s\S]*Type a number/);
	await pi.press(`3${key.enter}`, "If left empty: orders");
	await pi.press(key.enter, /Review your answers[\s\S]*Type a number/);
	await pi.press(`0${key.enter}`, "✓ Which database? → (wrote) no, use CockroachDB");
	await pi.sees(/Which database\?[\s\S]*1\. PostgreSQL\n[\s\S]*Type a number/);
	// So is one that is closed too early.
	await pi.press(key.escape, "Pause for a moment before you answer or leave.");
	await pi.calm(Date.now());
	await pi.press(key.escape, "Understood.");
	assert.deepEqual(valuesOf(await results(pi)), [
		["answered", "no, use CockroachDB", ["API", "CLI"], "orders"],
		["cancelled"],
	]);
});

for (const plain of [{ TERM: "dumb" }, { ACCESSIBLE: "1" }]) {
	test(`the environment asks for the dialogs too, in the user's language: ${JSON.stringify(plain)}`, async (t) => {
		const env = { ...plain, LANG: "fr_FR.UTF-8" };
		const pi = session(t, [{ questions: several.questions.slice(0, 1) }], { env });
		await pi.sees(/Which database\?[\s\S]*1\. PostgreSQL\n[\s\S]*2\. SQLite\n[\s\S]*0\. Autre/);
		await pi.calm(Date.now());
		await pi.press(`2${key.enter}`, "Understood.");
		assert.deepEqual(valuesOf(await results(pi)), [["answered", "SQLite"]]);
	});
}
