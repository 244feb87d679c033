/** `/questions` in the real pi: pending questions are answered, and answers are revised. */
import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { test } from "node:test";
import {
	answered,
	answerForm,
	command,
	cutOff,
	fileIn,
	later,
	open,
	pending,
	reviseDatabase,
	understood,
} from "../harness/asking.ts";
import { key } from "../harness/keys.ts";

test("/questions answer: the pending questions as a form, with what stands in the file", async (t) => {
	const workplace = await pending(t, { name: "orders" });
	const pi = open(t, understood, ["-c"], workplace);
	await pi.sees(/pending-questions\.json: question 1 \(db\): not answered/);
	await command(pi, "/questions answer", "[□ Database] ■ Name");
	await pi.press(key.escape, (screen) => !screen.includes("[□ Database]"));
	assert.ok(existsSync(fileIn(workplace)), "Esc leaves all as it is");
	assert.deepEqual(later(workplace), []);
	await command(pi, "/questions answer", "[□ Database] ■ Name");
	await pi.press("2", /orders\n─+/);
	await pi.press(key.enter, "→ Submit");
	await pi.press(key.enter, "Understood.");
	assert.match(workplace.lastMessage(), /^The user has answered the pending questions:\nWhich database\? → SQLite\n/);
	assert.ok(!existsSync(fileIn(workplace)));
	await command(
		pi,
		"/questions",
		/✓ Which database\?\n +→ SQLite\n[\s\S]* ✓ What is it called\?\n +→ \(wrote\) orders/,
	);
	await command(pi, "/questions answer", "No questions are pending.");
});

test("/questions answer without the file: the session still knows the questions", async (t) => {
	const workplace = await pending(t);
	rmSync(fileIn(workplace));
	const pi = open(t, understood, ["-c"], workplace);
	await command(pi, "/questions", "Waiting for answers");
	await command(pi, "/questions answer", "→ 1. PostgreSQL");
	await pi.press(key.escape, (screen) => !screen.includes("→ 1. PostgreSQL"));
	await command(pi, "/questions answer", "→ 1. PostgreSQL");
	await answerForm(pi);
	await command(
		pi,
		"/questions",
		/Understood\.\n\n Questions of this session:\n\n ✓ Which database\?\n +→ PostgreSQL\n[\s\S]* ✓ What is it called\?\n +→ \(wrote\) orders\n/,
	);
});

test("/questions clear: what waits does so no longer, and its file is put aside", async (t) => {
	const workplace = await pending(t);
	const pi = open(t, understood, ["-c"], workplace);
	await pi.sees("◔ 2 questions wait • /questions answer");
	await command(pi, "/questions clear", ".pi/pending-questions.json is now .pi/answered-questions.json.");
	await pi.sees((screen) => !screen.includes("◔"), "no row");
	assert.ok(!existsSync(fileIn(workplace)));
	await command(pi, "/questions answer", "No questions are pending.");
});

test("/questions revise: the last form again, and the model is told all answers as they are now", async (t) => {
	const pi = await answered(t, [{ text: "Changed." }, { text: "Changed again." }]);
	await command(pi, "/questions revise", "→ 1. ✓ Database → PostgreSQL");
	await pi.press(key.escape, (screen) => !screen.includes("→ 1. ✓ Database"));
	await command(pi, "/questions revise", "→ 1. ✓ Database → PostgreSQL");
	await reviseDatabase(pi, "1", "Nothing was changed.");
	await command(pi, "/questions revise", "→ 1. ✓ Database → PostgreSQL");
	await reviseDatabase(pi, "2", "Changed.");
	assert.equal(
		pi.workplace.lastMessage(),
		"The user revised earlier answers:\nWhich database? → SQLite\nWhat is it called? → orders (typed)",
	);
	// The next revision begins with the changed answers.
	await command(pi, "/questions revise", "→ 1. ✓ Database → SQLite");
	await pi.press(key.down, "→ 2. ✓ Name");
	await pi.press(key.enter, "[■ Name]");
	await pi.press(key.ctrl("u"), (screen) => !/^orders/m.test(screen));
	await pi.press("billing", "billing");
	await pi.press(key.enter, "→ Submit");
	await pi.press(key.enter, "Changed again.");
	assert.match(
		pi.workplace.lastMessage(),
		/revised earlier answers:\nWhich database\? → SQLite\nWhat is it called\? → billing \(typed\)$/,
	);
});

test("/questions completes its words, and says what it does not know", async (t) => {
	const pi = open(t, understood, []);
	await pi.sees("[Extensions]");
	await pi.press("/questions", "Show this session");
	await pi.press(" ", /answer [\s\S]* ask [\s\S]* clear [\s\S]* elsewhere [\s\S]* off [\s\S]*1\/7/);
	await pi.press("re", (screen) => screen.includes("Change the last") && !screen.includes("Take the tool"));
	await pi.press("x", (screen) => !screen.includes("Change the last"));
	await pi.press(key.enter, "/questions rex is not known. There are: answer, ask, clear, elsewhere, off, on, revise.");
	await command(pi, "/questions", "No questions in this session.");
	await command(pi, "/questions revise", "No answers to revise in this session yet.");
	await pi.press("/ask", (screen) => screen.includes("/ask"));
	assert.ok(!pi.screen().join("\n").includes("ask_user_response"), "a command for programs");
});

test("a revision stands, though the run that it was sent to is interrupted", async (t) => {
	const pi = await answered(t, [{ text: "Too late.", afterMs: 20_000 }, { text: "I see." }]);
	await command(pi, "more", "Working");
	await command(pi, "/questions revise", "→ 1. ✓ Database → PostgreSQL");
	await pi.press(key.enter, "[■ Database]");
	await pi.press("2", "→ Submit");
	await pi.press(key.enter, (screen) => !screen.includes("→ Submit"));
	await pi.press(key.escape, /✓ Which database\? → SQLite/);
	await command(pi, "go on", "I see.");
	assert.match(JSON.stringify(pi.workplace.requests().at(-1)), /revised earlier answers:\\nWhich database\? → SQLite/);
});

test("several calls that were passed over: the model goes on with what is answered, and the rest waits on", async (t) => {
	const one = (prompt: string) => ({ tool: "question", args: { questions: [{ prompt, options: ["yes", "no"] }] } });
	const workplace = await cutOff(t, "SIGKILL", { calls: [one("First?"), one("Second?")] }, "→ 1. yes");
	const pi = open(t, [{ text: "Something else." }, ...understood], ["-c", "something else"], workplace);
	await pi.sees("Something else.");
	await command(pi, "/questions answer", "→ 1. yes");
	await pi.press("1", /Second\?\n[\s\S]*→ 1\. yes/);
	await pi.press(key.escape, "Understood.");
	const told = JSON.stringify(pi.workplace.requests().at(-1));
	assert.match(told, /First\? → yes/);
	await command(pi, "/questions", /Waiting for answers \(\/questions answer\):\n +Second\?\n/);
});
