/** The tool in another dialect, in the real pi. Checks the result for the model and the session file. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { key } from "../harness/keys.ts";
import { type PiTerminal, results, session } from "../harness/pi.ts";

const names = ["question", "AskUserQuestion", "ask_user"];

/** Returns the names of this extension's tools in the last request to the model. */
const offered = (pi: PiTerminal) =>
	pi.workplace
		.tools()
		.map(({ name }) => name)
		.filter((name) => names.includes(name));

test("speaking as ask_user, by the setting of a project that is trusted; not of one that is not", async (t) => {
	const files = {
		"agent/question.json": { dialect: "AskUserQuestion" },
		"project/.pi/question.json": { dialect: "ask_user" },
		"project/.pi/settings.json": {},
	};
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
	const pi = session(t, [{ questions }, { questions }], { files, isTrusted: true }, "ask_user");
	await pi.sees("ask_user: 2 questions (DB, Parts)");
	await pi.press("0", /enter (next|submit|add|keep)/);
	await pi.press("CockroachDB", "CockroachDB");
	await pi.press(key.enter, "Which parts?");
	await pi.press("1,2", "2. [x] UI");
	await pi.press(key.enter, "→ Submit");
	await pi.press(key.enter, /✓ Which one\? → \(?.*CockroachDB[\s\S]*✓ Which parts\? → API, UI[\s\S]*Which one\?/);
	await pi.press("1", "[□ Parts]");
	await pi.press(key.escape, "→ 1. Keep answering");
	await pi.press(key.down, "→ 2. Send what I have (1 answered)");
	await pi.press(key.enter, "Understood.");
	assert.deepEqual(offered(pi), ["ask_user"]);
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
