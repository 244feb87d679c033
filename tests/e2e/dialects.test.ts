/** The tool in other dialects, and calls that are refused, in the real pi. Checks the result for the model and the session file. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { key } from "../harness/keys.ts";
import { type PiSetup, type PiTerminal, results, session } from "../harness/pi.ts";

const names = ["question", "AskUserQuestion", "ask_user"];

/** Returns the names of this extension's tools in the last request to the model. */
const offered = (pi: PiTerminal) =>
	pi.workplace
		.tools()
		.map(({ name }) => name)
		.filter((name) => names.includes(name));

/** Asks and answers a call that fits both other dialects. */
async function answeredAs(t: TestContext, tool: string, setup: Partial<PiSetup>): Promise<PiTerminal> {
	const questions = [
		{
			header: "DB",
			question: "Which one?",
			options: [{ label: "Postgres", description: "Relational" }, { label: "SQLite" }],
			recommended: 1,
		},
		{
			header: "Parts",
			question: "Which parts?",
			options: [{ label: "API" }, { label: "UI" }],
			multi: true,
			multiSelect: true,
		},
	];
	const pi = session(t, [{ questions }, { questions }], setup, tool);
	await pi.sees(`${tool}: 2 questions (DB, Parts)`);
	await pi.press("0", /enter (next|submit|add|keep)/);
	await pi.press("CockroachDB", "CockroachDB");
	await pi.press(key.enter, "Which parts?");
	await pi.press("1,2", "2. [x] UI");
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, /✓ Which one\? → \(?.*CockroachDB[\s\S]*✓ Which parts\? → API, UI[\s\S]*Which one\?/);
	await pi.press("1", "[□ Parts]");
	await pi.press(key.escape, "> 1. Keep answering");
	await pi.press(key.down, "> 2. Send what I have (1 answered)");
	await pi.press(key.enter, "Understood.");
	assert.deepEqual(offered(pi), [tool]);
	return pi;
}

test("speaking as AskUserQuestion, by the user's setting", async (t) => {
	const files = { "agent/question.json": { dialect: "AskUserQuestion" } };
	const pi = await answeredAs(t, "AskUserQuestion", { files });
	type Record = { answers: object; cancelled: boolean; outcome: string };
	const [first, second] = await results<Record>(pi, "AskUserQuestion");
	assert.deepEqual(first?.details.answers, { "Which one?": "CockroachDB", "Which parts?": "API, UI" });
	assert.equal(first?.details.cancelled, false);
	assert.deepEqual(second?.details.answers, { "Which one?": "Postgres" });
	assert.equal(second?.details.cancelled, true);
	assert.match(second?.text ?? "", /^The user left the form and sent these answers:/);
	assert.match(JSON.stringify(pi.workplace.tools()), /"multi".*"recommended"/);
});

test("speaking as ask_user, by the setting of a project that is trusted; not of one that is not", async (t) => {
	const files = {
		"agent/question.json": { dialect: "AskUserQuestion" },
		"project/.pi/question.json": { dialect: "ask_user" },
		"project/.pi/settings.json": {},
	};
	const pi = await answeredAs(t, "ask_user", { files, isTrusted: true });
	const [first, second] = await results<{ answered: boolean; answers: object[] }>(pi, "ask_user");
	assert.equal(first?.details.answered, true);
	assert.deepEqual(first?.details.answers, [
		{ question: "Which one?", answer: "CockroachDB", wasCustom: true },
		{ question: "Which parts?", answer: ["API", "UI"], wasCustom: false },
	]);
	assert.equal(second?.details.answered, false);
	assert.deepEqual(second?.details.answers, [
		{ question: "Which one?", answer: "Postgres", selectedOption: "Postgres", wasCustom: false },
	]);

	const other = session(t, [], { files, isTrusted: false });
	await other.sees("Understood.");
	assert.deepEqual(offered(other), ["AskUserQuestion"]);
});
