/** Pending questions in the real pi: to which session they belong, which are still open, and what is kept of the file. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { again, answerForm, command, fileIn, goBack, later, open, pending, understood } from "../harness/asking.ts";
import { key } from "../harness/keys.ts";
import { program } from "../harness/program.ts";

test("in a fork, what waits is answered; the file stays with its session", async (t) => {
	const workplace = await pending(t);
	const before = readFileSync(fileIn(workplace), "utf8");
	const { sessionId } = JSON.parse(before);
	const pi = open(t, understood, ["--fork", sessionId], workplace);
	await pi.sees("2 questions wait. /questions answer opens the form.");
	await command(pi, "/questions answer", "→ 1. PostgreSQL");
	await answerForm(pi);
	assert.match(workplace.lastMessage(), /Which database\? → PostgreSQL \(value: pg\)\nWhat is it called\? → orders/);
	assert.equal(readFileSync(fileIn(workplace), "utf8"), before);
});

test("back before a call with /tree, its questions are not this branch's", async (t) => {
	const workplace = await pending(t);
	const pi = open(t, understood, ["-c"], workplace);
	await goBack(pi);
	await command(pi, "/questions", ".pi/pending-questions.json: not asked on this branch of the session");
	await command(pi, "/questions answer", "No questions are pending.");
	assert.ok(existsSync(fileIn(workplace)));
});

test("after /resume, what waits is said", async (t) => {
	const workplace = await pending(t);
	const pi = open(t, understood, [], workplace);
	await pi.sees("[Extensions]");
	await command(pi, "/resume", "› go");
	await pi.press(key.enter, "2 questions wait (.pi/pending-questions.json). /questions answer opens the form.");
});

test("answers in the file reach the session also after the tool was given another name", async (t) => {
	const workplace = await pending(t, { db: "pg", name: "orders" });
	writeFileSync(join(workplace.agent, "question.json"), JSON.stringify({ dialect: "AskUserQuestion" }));
	await again(workplace, ["-c", "-p"]);
	assert.match(workplace.lastMessage(), /Which database\? → PostgreSQL[\s\S]*What is it called\? → orders/);
	assert.ok(!existsSync(fileIn(workplace)));
});

test("json mode has the message with the answers in its stream", async (t) => {
	const workplace = await pending(t, { db: "pg", name: "orders" });
	const { stdout, code } = await again(workplace, ["--mode", "json", "-c", "go on"]);
	const records = stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	const told = records.filter(
		({ type, message }) => type === "message_end" && message.customType === "question-answers",
	);
	assert.deepEqual([code, told.length, later(workplace).length], [0, 1, 1]);
	assert.match(JSON.stringify(workplace.requests().at(-1)), /Which database\? → PostgreSQL/);
	assert.ok(!existsSync(fileIn(workplace)));
});

test("told to end while the text is in another editor, pi leaves no file of it", async (t) => {
	const workplace = await pending(t);
	const editor = join(workplace.folder, "editor");
	const started = program(t, editor, "setInterval(() => {}, 1000)");
	Object.assign(workplace.env, { VISUAL: editor, TMPDIR: join(workplace.folder, "tmp") });
	workplace.write("tmp/keep", "");
	const pi = open(t, understood, ["-c"], workplace);
	await command(pi, "/questions answer", "→ 1. PostgreSQL");
	await pi.press("0", /enter (next|submit|add|keep)/);
	const starts = started();
	pi.type(key.ctrl("g"));
	const socket = await starts;
	const inside = readdirSync(join(workplace.folder, "tmp"));
	assert.ok(
		inside.some((name) => name.startsWith("pi-question-")),
		inside.join(),
	);
	await pi.kill("SIGTERM");
	socket.destroy();
	const left = readdirSync(join(workplace.folder, "tmp")).filter((name) => name.startsWith("pi-question-"));
	assert.deepEqual(left, []);
});
