/**
 * Calls as models really send them, in the real pi: in the shapes of other tools, and with mistakes; and the tool in other
 * dialects. Checks the result for the model and the session file.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Answer } from "../../pkg/question.js";
import { key } from "../harness/keys.ts";
import { type PiSetup, type PiTerminal, results, type SentResult, session } from "../harness/pi.ts";

const names = ["question", "AskUserQuestion", "ask_user"];

/** Returns the names of this extension's tools in the last request to the model. */
const offered = (pi: PiTerminal) =>
	pi.workplace
		.tools()
		.map(({ name }) => name)
		.filter((name) => names.includes(name));

const brief = ({ id, value, index, wasCustom }: Answer) => ({ id, value, index, wasCustom });
const answers = (result: SentResult | undefined) => result?.details.answers.map(brief);

test("calls in the shapes of the tools that this one grew from", async (t) => {
	const pi = session(t, [
		{
			questions: [
				{
					id: "db",
					prompt: "Design: which database?",
					options: [
						{ value: "pg", label: "PostgreSQL", description: "Relational" },
						{ value: "lite", label: "SQLite" },
					],
				},
				{ id: "name", label: "Name", prompt: "Design: which name?", options: [{ value: "a", label: "Alpha" }] },
			],
		},
		{
			mode: "multi",
			question: "Redesign: which parts?",
			options: [
				{ value: "api", label: "API" },
				{ value: "ui", label: "UI" },
			],
			defaultValues: ["ui"],
			customLabel: "Type something.",
		},
		{
			questions: [
				{
					header: "Color",
					question: "Readme: what color?",
					options: [{ label: "Blue", description: "Matches" }, { label: "Green" }, { label: "Red" }],
					multi: false,
					recommended: 1,
				},
				{
					header: "Placement",
					question: "Readme: where?",
					options: [{ label: "Top" }, { label: "Bottom" }],
					multi: true,
				},
			],
		},
		{
			questions: [
				{
					question: "Spec: which database?",
					header: "Database Selection",
					options: [{ label: "PostgreSQL (Recommended)", description: "Battle-tested" }, { label: "MongoDB" }],
				},
				{ question: "Spec: which name?", header: "Service Setup" },
			],
			metadata: { source: "project-setup" },
		},
		{ id: "acp-1", title: "ACP: go on?", options: ["Yes", "No"], allowCustom: true },
	]);
	await pi.sees("Design: which database?");
	await pi.press("2", "Design: which name?");
	await pi.press("1", "> Submit");
	await pi.press(key.enter, "Redesign: which parts?");
	await pi.sees(/1\. \[ \] API\n.*2\. \[x\] UI\n.*Type something\./);
	await pi.press("1", "1. [x] API");
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, "Readme: what color?");
	await pi.sees("> 2. Green (Recommended)");
	await pi.press(key.enter, "1. [ ] Top");
	await pi.press("12", "2. [x] Bottom");
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, "Spec: which database?");
	const screen = await pi.sees("> 1. PostgreSQL (Recommended)");
	assert.equal(screen.match(/\(Recommended\)/g)?.length, 1);
	await pi.press(key.enter, "Spec: which name?");
	await pi.press("order-processor", "order-processor");
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, "ACP: go on?");
	await pi.press("2", "Understood.");

	const [design, redesign, readme, spec, acp] = await results(pi);
	assert.deepEqual(answers(design), [
		{ id: "db", value: "lite", index: 2, wasCustom: false },
		{ id: "name", value: "a", index: 1, wasCustom: false },
	]);
	assert.deepEqual(
		design?.details.questions.map(({ label }) => label),
		["Q1", "Name"],
	);
	assert.deepEqual(answers(redesign), [{ id: "q1", value: ["api", "ui"], index: [1, 2], wasCustom: [false, false] }]);
	assert.deepEqual(answers(readme), [
		{ id: "q1", value: "Green", index: 2, wasCustom: false },
		{ id: "q2", value: ["Top", "Bottom"], index: [1, 2], wasCustom: [false, false] },
	]);
	assert.deepEqual(answers(spec), [
		{ id: "q1", value: "PostgreSQL", index: 1, wasCustom: false },
		{ id: "q2", value: "order-processor", index: undefined, wasCustom: true },
	]);
	assert.deepEqual(spec?.details.metadata, { source: "project-setup" });
	assert.equal(spec?.text, "Spec: which database? → PostgreSQL\nSpec: which name? → order-processor (typed)");
	assert.deepEqual(answers(acp), [{ id: "acp-1", value: "No", index: 2, wasCustom: false }]);
});

test("calls that cannot be asked: each problem is named, with what to send instead", async (t) => {
	const pi = session(t, [
		{},
		{ questions: [] },
		{ questions: '[{"prompt": "Cut off?", "options": ["A", "B' },
		{
			questions: [
				{ options: ["A"] },
				{ id: "x", prompt: "X?", mode: "multi" },
				{ id: "y", prompt: "Y?", allowCustom: false },
				{ id: "z", prompt: "Z?", options: [{ description: "no label" }] },
			],
		},
	]);
	const [nothing, empty, broken, many] = await results(pi);
	assert.deepEqual([nothing?.text, empty?.text], Array(2).fill("Error: No questions provided"));
	assert.match(many?.text ?? "", /Question 1 \(id "q1"\): "prompt" is missing/);
	assert.match(many?.text ?? "", /Question 2 \(id "x"\): "options" is missing or empty/);
	assert.match(many?.text ?? "", /Question 3 \(id "y"\): "allowCustom" is false/);
	assert.match(many?.text ?? "", /Question 4 \(id "z"\): "options", item 1: "label" is missing/);
	for (const { details } of [nothing, empty, broken, many].filter((result) => result !== undefined))
		assert.deepEqual([details.outcome, details.cancelled, details.answers], ["invalid", true, []]);
});

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
	await pi.press("12", "2. [x] UI");
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, /✓ Which one\? → \(?.*CockroachDB[\s\S]*✓ Which parts\? → API, UI[\s\S]*Which one\?/);
	await pi.press("1", "Which parts?");
	await pi.press(key.escape, "> Keep answering");
	await pi.press(key.down, "> Send what I have (1 answered)");
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
	assert.match(second?.text ?? "", /^Question was cancelled by user\./);
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
