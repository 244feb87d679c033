/**
 * question.json in the real pi: each setting, changed between the forms of one run if possible, and the dialogs that
 * replace the form.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { database, naming } from "../harness/args.ts";
import { key } from "../harness/keys.ts";
import { results, session } from "../harness/pi.ts";
import { valuesOf } from "../harness/workplace.ts";

const options = Array.from({ length: 30 }, (_, at) => ({ value: `v${at + 1}`, label: `Option ${at + 1}` }));
const ask = (prompt: string, more: object = {}) => ({ questions: [{ prompt, label: "Choice", options, ...more }] });

/** Returns the number of rows of the form, from border to border. */
function height(screen: string): number {
	const lines = screen.split("\n");
	const first = lines.findLastIndex((line) => /^── Choice/.test(line));
	return lines.findLastIndex((line) => /^─+$/.test(line)) - first + 1;
}

test("settings count from the next form on: the model's words stay English, the form's do not", async (t) => {
	const short = { options: [{ label: "A" }, { label: "B" }] };
	const pi = session(
		t,
		[
			ask("Sprache?", short),
			ask("No row?", { ...short, allowCustom: false }),
			ask("Long?", short),
			ask("How high?"),
			ask("Leaving?", { ...short, mode: "multi" }),
			ask("Limitless?", short),
		],
		{ files: { "agent/question.json": { locale: "de", notify: "bell" } } },
	);
	const set = (settings: object) => pi.workplace.write("agent/question.json", settings);

	await pi.sees(/0\. Etwas anderes…[\s\S]*abbrechen/);
	assert.equal(pi.bells, 1);
	set({ alwaysOfferCustom: true, customLabel: "Own words" });
	await pi.press("2", "No row?");

	await pi.sees("0. Own words");
	await pi.press("0", /enter (next|submit|add|keep)/);
	await pi.press("mine", "mine");
	set({ softLimit: 10 });
	await pi.press(key.enter, "Long?");

	await pi.sees("0. Something else…");
	await pi.press("0", /enter (next|submit|add|keep)/);
	await pi.press("eleven char", "eleven char");
	await pi.press(key.enter, "Answer is long (11 chars). Send it anyway?");
	set({ maxHeight: 40 });
	await pi.press(key.enter, "How high?");

	const low = await pi.sees("↓ ");
	assert(height(low) <= 16, `${height(low)} rows of 40`);
	assert(height(low) >= 14, `${height(low)} rows of 40`);
	set({ confirmDiscard: false });
	await pi.press(key.enter, "Leaving?");

	await pi.press("2", "2. [x] B");
	set({ softLimit: 0, maxHeight: 100 });
	await pi.press(key.escape, "Limitless?");

	await pi.press("0", /enter (next|submit|add|keep)/);
	await pi.press(key.paste("z".repeat(5000)), "5000 chars");
	await pi.press(key.enter, "Understood.");

	const all = await results(pi);
	assert.deepEqual(valuesOf(all), [
		["answered", "B"],
		["answered", "mine"],
		["answered", "eleven char"],
		["answered", "v1"],
		["cancelled", ["B"]],
		["answered", "z".repeat(5000)],
	]);
	assert.equal(all[0]?.text, "Sprache? → B");
	assert.match(all[4]?.text ?? "", /^Question was cancelled by user\.\nAnswers so far:\nLeaving\? → B/);
});

test("nothing in the place of a settings file keeps pi from starting, and a planted one does not count", async (t) => {
	const pipe = (agent: string) => execFileSync("mkfifo", [join(agent, "question.json")]);
	const files = { "project/.pi/question.json": { customLabel: "Planted", dialect: "ask_user" } };
	const pi = session(t, [ask("First?", { options: [{ label: "A" }] })], { files, prepare: pipe, rows: 100 });
	const screen = (await pi.sees("First?")).replace(/\s+/g, " ");
	assert.match(screen, /agent\/question\.json is passed over: it is not a regular file/);
	assert.match(screen, /\.pi\/question\.json is passed over: nobody has told pi to trust this folder\. Use \/trust/);
	await pi.sees("0. Something else…");
	await pi.press(key.enter, "Understood.");
});

const parts = { id: "parts", label: "Parts", prompt: "Which parts?", mode: "multi", options: ["API", "UI", "CLI"] };
const several = { questions: [database, parts, naming] };

test("accessible: the same questions as plain dialogs, answered by typing numbers", async (t) => {
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
	await pi.press(`0 CockroachDB${key.enter}`, "Database → (wrote) CockroachDB");
	// An empty reply keeps the current boxes or text.
	await pi.press(`2${key.enter}`, /Which parts\?[\s\S]*Type numbers/);
	await pi.press(key.enter, /Review your answers[\s\S]*Type a number/);
	await pi.press(`3${key.enter}`, "✎ orders");
	await pi.press(key.enter, /Review your answers[\s\S]*Type a number/);
	await pi.press(`0${key.enter}`, "✓ Which database? → (wrote) CockroachDB");
	await pi.sees(/Which database\?[\s\S]*1\. PostgreSQL\n[\s\S]*Type a number/);
	await pi.press(key.escape, "Understood.");
	assert.deepEqual(valuesOf(await results(pi)), [["answered", "CockroachDB", ["API", "CLI"], "orders"], ["cancelled"]]);
});

test("a dumb terminal gets the dialogs too, in the user's language", async (t) => {
	const env = { TERM: "dumb", LANG: "fr_FR.UTF-8" };
	const pi = session(t, [{ questions: several.questions.slice(0, 1) }], { env });
	await pi.sees(/Which database\?[\s\S]*1\. PostgreSQL\n[\s\S]*2\. SQLite\n[\s\S]*0\. Autre/);
	await pi.press(`2${key.enter}`, "Understood.");
	assert.deepEqual(valuesOf(await results(pi)), [["answered", "SQLite"]]);
});
