/** Questions over the life of a session, in the real pi: interrupted, pending, revised, branched, compacted, exported. */
import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { convertToLlm, SessionManager, serializeConversation } from "@earendil-works/pi-coding-agent";
import type { Turn } from "./harness/model.ts";
import { key, PiTerminal } from "./harness/pi.ts";
import { runPi } from "./harness/runs.ts";
import type { Workplace } from "./harness/workplace.ts";

const database = {
	id: "db",
	label: "Database",
	prompt: "Which database?",
	options: [{ value: "pg", label: "PostgreSQL" }, { label: "SQLite" }],
};
const naming = { id: "name", label: "Name", prompt: "What is it called?" };
const asking: Turn = { calls: [{ tool: "question", args: { questions: [database, naming] } }] };
const understood = [{ text: "Understood." }];

/** pi in a terminal, in the folders of an earlier run if there was one. */
function open(t: TestContext, turns: Turn[], args: string[], workplace?: Workplace): PiTerminal {
	const pi = new PiTerminal({ turns, args, columns: 100, rows: 40, ...(workplace && { workplace }) });
	t.after(() => (workplace ? pi.kill() : pi.stop()));
	return pi;
}

/** A session in which both questions were answered in a form. */
async function answered(t: TestContext, more: Turn[] = []): Promise<PiTerminal> {
	const pi = open(t, [asking, ...understood, ...more], ["go"]);
	await answerForm(pi);
	return pi;
}

async function answerForm(pi: PiTerminal): Promise<void> {
	await pi.sees("> 1. PostgreSQL");
	await pi.press("1", "[□ Name]");
	await pi.press("orders", "orders");
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, "Understood.");
}

/** A session whose questions are pending. */
async function pending(t: TestContext, answers: Record<string, unknown> = {}): Promise<Workplace> {
	const { workplace } = await runPi({ turns: [asking, { text: "Please answer." }], args: ["-p", "go"] });
	t.after(() => workplace.remove());
	const file = JSON.parse(readFileSync(fileIn(workplace), "utf8"));
	for (const question of file.questions) question.answer = answers[question.id] ?? null;
	writeFileSync(fileIn(workplace), JSON.stringify(file));
	return workplace;
}

/** Types a line into pi's prompt, once pi takes one. */
async function command(pi: PiTerminal, line: string, then: Parameters<PiTerminal["press"]>[1]): Promise<string> {
	await pi.sees((screen) => /\[Extensions\]|Understood\./.test(screen) && /─\n\n─/.test(screen));
	await pi.press(line, line);
	return pi.press(key.enter, then);
}

const fileIn = ({ project }: Workplace) => join(project, ".pi", "pending-questions.json");
const later = (workplace: Workplace) =>
	workplace.entries().filter(({ customType }) => customType === "question-answers");

test("a form that is cut off is asked again by pi -c, and its answers go on as a message", async (t) => {
	for (const signal of ["SIGKILL", "SIGHUP"] as const) {
		const before = open(t, [asking], ["go"]);
		await before.sees("> 1. PostgreSQL");
		await before.kill(signal);
		const { workplace } = before;
		// From pi 1.0 on, one that is told to end writes that the call was aborted.
		const outcomes = workplace.sessionResults().map(({ details }) => details.outcome);
		assert.ok(outcomes.length === 0 || (signal === "SIGHUP" && outcomes.join() === "aborted"), outcomes.join());
		const pi = open(t, understood, ["-c"], workplace);
		await answerForm(pi);
		await pi.sees(/✓ Database: PostgreSQL\n +✓ Name: \(wrote\) orders/);
		assert.equal(
			workplace.lastMessage(),
			"The user has answered the pending questions:\n" +
				"Which database? → PostgreSQL (value: pg)\nWhat is it called? → orders (typed)",
		);
		assert.deepEqual(later(workplace)[0]?.details?.outcome, "answered");
		await pi.kill();
		const third = open(t, understood, ["-c", "and now"], workplace);
		await third.sees(/and now\s+Understood\./);
		assert.equal(workplace.lastMessage(), "and now");
	}
});

test("what was entered in a form that was closed with pi is there again", async (t) => {
	const before = open(t, [asking], ["go"]);
	await before.sees("> 1. PostgreSQL");
	await before.kill();
	const { workplace } = before;
	const [file = ""] = workplace.sessions();
	const asked = workplace.entries().at(-1);
	const [call] = (asked?.message?.content ?? []) as Array<{ id: string }>;
	const answers = [{ id: "db", mode: "single", value: "SQLite", label: "SQLite", wasCustom: false, index: 2 }];
	const message = (message: object) => ({ type: "message", timestamp: new Date().toISOString(), message });
	const result = {
		role: "toolResult",
		toolCallId: call?.id,
		toolName: "question",
		content: [{ type: "text", text: "Question was aborted before the user had answered." }],
		details: { questions: [database, naming], answers, cancelled: true, outcome: "aborted", mode: "tui" },
		isError: false,
		timestamp: 0,
	};
	const end = { ...asked?.message, content: [], stopReason: "aborted" };
	const added = [
		{ ...message(result), id: "aaaaaaa1", parentId: asked?.id },
		{ ...message(end), id: "aaaaaaa2", parentId: "aaaaaaa1" },
	];
	appendFileSync(file, added.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
	const pi = open(t, understood, ["-c"], workplace);
	await pi.sees("[■ Database] □ Name");
	await setTimeout(500); // pi has just started: keys right behind that were meant for its prompt
	await pi.press(key.right, "[□ Name]");
	await pi.press("orders", "orders");
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, "Understood.");
	assert.match(workplace.lastMessage(), /Which database\? → SQLite\nWhat is it called\? → orders \(typed\)$/);
});

test("asked again and left with Esc, it is not asked a third time; the model is told with the next prompt", async (t) => {
	const before = open(t, [asking], ["go"]);
	await before.sees("> 1. PostgreSQL");
	await before.kill();
	const pi = open(t, understood, ["-c"], before.workplace);
	await pi.sees("> 1. PostgreSQL");
	await pi.press(key.escape, "Cancelled");
	assert.equal(pi.workplace.requests().length, 1, "the model waits for the user");
	await command(pi, "never mind", "Understood.");
	const told = JSON.stringify(pi.workplace.requests().at(-1));
	assert.match(told, /About the pending questions: Question was cancelled by user\./);
	await pi.kill();
	const third = open(t, understood, ["-c"], pi.workplace);
	await command(third, "more", /more\s+Understood\./);
});

test("a prompt on the command line goes first: nothing is asked again", async (t) => {
	const before = open(t, [asking], ["go"]);
	await before.sees("> 1. PostgreSQL");
	await before.kill();
	const pi = open(t, understood, ["-c", "something else"], before.workplace);
	await pi.sees("Understood.");
	assert.equal(pi.workplace.lastMessage(), "something else");
});

test("the command line can answer what was cut off", async (t) => {
	const before = open(t, [asking], ["go"]);
	await before.sees("> 1. PostgreSQL");
	await before.kill();
	const args = ["-c", "-p", "--answers", '["sqlite", "orders"]'];
	const { stdout } = await runPi({ workplace: before.workplace, turns: understood, args });
	assert.equal(stdout, "Understood.\n");
	assert.match(before.workplace.lastMessage(), /Which database\? → SQLite\nWhat is it called\? → orders \(typed\)$/);
});

test("/questions answer: the pending questions as a form, with what stands in the file", async (t) => {
	const workplace = await pending(t, { name: "orders" });
	const pi = open(t, understood, ["-c"], workplace);
	await pi.sees(/pending-questions\.json: question 1 \(db\): no answer/);
	await command(pi, "/questions answer", "[□ Database] ■ Name");
	await pi.press(key.escape, (screen) => !screen.includes("[□ Database]"));
	assert.ok(existsSync(fileIn(workplace)), "Esc leaves all as it is");
	assert.deepEqual(later(workplace), []);
	await command(pi, "/questions answer", "[□ Database] ■ Name");
	await pi.press("2", /orders\n─+/);
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, "Understood.");
	assert.match(workplace.lastMessage(), /^The user has answered the pending questions:\nWhich database\? → SQLite\n/);
	assert.ok(!existsSync(fileIn(workplace)));
	await command(pi, "/questions", /✓ Database: SQLite\n ✓ Name: \(wrote\) orders\n/);
	await command(pi, "/questions answer", "No questions are pending.");
});

test("/questions answer: answers that are sent before the end leave the rest pending", async (t) => {
	const workplace = await pending(t);
	const pi = open(t, understood, ["-c"], workplace);
	await pi.sees("2 questions wait in .pi/pending-questions.json. /questions answer opens them.");
	await command(pi, "/questions answer", "> 1. PostgreSQL");
	await pi.press("1", "[□ Name]");
	await pi.press(key.escape, (screen) => !screen.includes("enter submit"));
	await pi.press(key.escape, "> Keep answering");
	await pi.press(key.down, "> Send what I have (1 answered)");
	await pi.press(key.enter, "Understood.");
	assert.match(
		workplace.lastMessage(),
		/^About the pending questions: Question was cancelled by user\.\nAnswers so far:\n/,
	);
	assert.ok(existsSync(fileIn(workplace)));
	await pi.press(
		`/questions${key.enter}`,
		/Waiting in \.pi\/pending-questions\.json \(\/questions answer\):\n +Which database/,
	);
});

test("/questions answer: a note alone, if it is sent, goes to the model", async (t) => {
	const workplace = await pending(t);
	const pi = open(t, understood, ["-c"], workplace);
	await command(pi, "/questions answer", "> 1. PostgreSQL");
	await pi.press("n", "A note on your answer");
	await pi.press("ask Ann", "ask Ann");
	await pi.press(key.enter, "Note: ask Ann");
	await pi.press(key.escape, "> Keep answering");
	await pi.press(key.down, "> Send what I have");
	await pi.press(key.enter, "Understood.");
	assert.match(workplace.lastMessage(), /cancelled by user\.\nUnsent, for "Which database\?": ask Ann$/);
	assert.ok(existsSync(fileIn(workplace)));
});

test("/questions answer without the file: the session still knows the questions", async (t) => {
	const workplace = await pending(t);
	const pi = open(t, understood, ["-c"], workplace);
	await command(pi, "/questions clear", ".pi/pending-questions.json is removed.");
	assert.ok(!existsSync(fileIn(workplace)));
	await command(pi, "/questions", "Waiting for answers");
	await command(pi, "/questions answer", "> 1. PostgreSQL");
	await answerForm(pi);
	await command(pi, "/questions", /Understood\.\n\n ✓ Database: PostgreSQL\n ✓ Name: \(wrote\) orders\n\n/);
});

test("/questions clear asks where answers would be lost", async (t) => {
	const workplace = await pending(t, { name: "orders" });
	const pi = open(t, understood, ["-c"], workplace);
	await command(pi, "/questions clear", "answers stand in it that were not sent");
	await pi.press(key.escape, (screen) => !screen.includes("answers stand in it"));
	assert.ok(existsSync(fileIn(workplace)));
	await command(pi, "/questions clear", "answers stand in it that were not sent");
	await pi.press(key.enter, ".pi/pending-questions.json is removed.");
	assert.ok(!existsSync(fileIn(workplace)));
	await command(pi, "/questions clear", "There is no .pi/pending-questions.json.");
});

test("/questions revise: the last answers again, and the model is told what has changed", async (t) => {
	const pi = await answered(t, [{ text: "Changed." }, { text: "Changed again." }]);
	await command(pi, "/questions revise", "> 1. PostgreSQL ✓");
	await pi.press(key.escape, (screen) => !screen.includes("> 1. PostgreSQL"));
	await command(pi, "/questions revise", "> 1. PostgreSQL ✓");
	await pi.press("1", "[■ Name]");
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, "Nothing was changed.");
	await command(pi, "/questions revise", "> 1. PostgreSQL ✓");
	await pi.press("2", "[■ Name]");
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, "Changed.");
	assert.equal(
		pi.workplace.lastMessage(),
		"The user has changed earlier answers; these count from now on:\nWhich database? → SQLite",
	);
	// What was changed is what is revised the next time.
	await command(pi, "/questions revise", "> 2. SQLite ✓");
	await pi.press(key.right, "[■ Name]");
	await pi.press(key.ctrl("u"), (screen) => !/^orders/m.test(screen));
	await pi.press("billing", "billing");
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, "Changed again.");
	assert.match(pi.workplace.lastMessage(), /from now on:\nWhat is it called\? → billing \(typed\)$/);
	assert.deepEqual(
		later(pi.workplace).map(({ details }) => details?.changed),
		[["db"], ["name"]],
	);
});

test("/questions completes its words, and says what it does not know", async (t) => {
	const pi = open(t, understood, []);
	await pi.sees("[Extensions]");
	await pi.press("/questions", "Show the questions");
	await pi.press(" ", (screen) => ["answer", "clear", "revise"].every((word) => screen.includes(word)));
	await pi.press("re", (screen) => screen.includes("Change the answers") && !screen.includes("Remove .pi"));
	await pi.press("x", (screen) => !screen.includes("Change the answers"));
	await pi.press(key.enter, "/questions rex is not known. There are: answer, clear, revise.");
	await command(pi, "/questions", "No questions in this session.");
	await command(pi, "/questions revise", "No answers in this session yet.");
	await pi.press("/ask", (screen) => screen.includes("/ask"));
	assert.ok(!pi.screen().join("\n").includes("ask_user_response"), "a command for programs");
});

test("/tree: back to before a question, and it is asked again; each branch has its own answers", async (t) => {
	const pi = await answered(t, [asking, { text: "Once more." }]);
	await command(pi, "/tree", "Session Tree");
	await pi.press(key.up + key.up, /› .*user: go/);
	await pi.press(key.enter, "Summarize branch?");
	await pi.press(key.enter, "Navigated to selected point");
	await pi.press(key.ctrl("u"), /─\n\n─/);
	await command(pi, "/questions", "No questions in this session.");
	await command(pi, "go on", "> 1. PostgreSQL");
	await setTimeout(500); // keys right behind the prompt were meant for that, and are dropped
	await pi.press("2", "[□ Name]");
	await pi.press("billing", "billing");
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, "Once more.");
	const results = pi.workplace.results();
	assert.deepEqual(
		results.map(({ text }) => text),
		["Which database? → SQLite\nWhat is it called? → billing (typed)"],
	);
	assert.equal(pi.workplace.sessionResults().length, 2);
});

test("resumed, a session shows the results of every version, and those of other tools of the name", async (t) => {
	const { workplace } = await answered(t);
	const pi = open(t, [], ["-c"], workplace);
	await pi.sees(/✓ Database: PostgreSQL\n +✓ Name: \(wrote\) orders/);
	await pi.kill();
	const [file = ""] = workplace.sessions();
	const entries = readFileSync(file, "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	const at = entries.findIndex(({ message }) => message?.role === "toolResult");
	const shapes: Array<[details: unknown, content: string, shown: string | RegExp]> = [
		[
			{ question: "Which?", options: ["A", "B"], answer: "A", wasCustom: false },
			"User selected: 1. A",
			"User selected: 1. A",
		],
		[
			{
				questions: [{ id: "q1", label: "Scope", prompt: "Which?", options: [{ value: "a", label: "A" }] }],
				answers: [{ id: "q1", value: "a", label: "A", wasCustom: false, index: 1 }],
				cancelled: false,
			},
			"Scope: user selected: 1. A",
			"✓ Scope: A",
		],
		[{ questions: [], answers: [], cancelled: true }, "User cancelled", "Cancelled"],
		[{ answers: { "Which?": "B" }, questions: [{ question: "Which?", header: "Pick" }] }, "B", "✓ Pick: B"],
		[{ answered: false, answers: [], connectionLost: true }, "gone", "Connection lost"],
		[undefined, "Only words", "Only words"],
		["odd", "Only odd words", "Only odd words"],
	];
	for (const [details, content, shown] of shapes) {
		const { message } = entries[at];
		const old = { ...message, details, content: [{ type: "text", text: content }] };
		const changed = entries.map((entry, position) => (position === at ? { ...entry, message: old } : entry));
		writeFileSync(file, `${changed.map((entry) => JSON.stringify(entry)).join("\n")}\n`);
		const pi = open(t, [], ["-c"], workplace);
		await pi.sees(shown);
		await command(pi, "/questions", (screen) => !screen.includes("/questions"));
		await pi.kill();
	}
});

test("compaction: questions and answers are readable in pi's own serialization", async (t) => {
	const long = "a long answer with reasons. ".repeat(120).trim();
	const pi = open(t, [asking, ...understood, { text: "Changed." }], ["go"]);
	await pi.sees("> 1. PostgreSQL");
	await pi.press("0", "enter submit");
	await pi.press(key.paste(long), "[paste");
	await pi.press(key.enter, "Answer is long");
	await pi.press("y", "[□ Name]");
	await pi.press("orders", "orders");
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, "Understood.");
	await command(pi, "/questions revise", "■ Name");
	await pi.press("2", "[■ Name]");
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, "Changed.");
	const session = SessionManager.open(pi.workplace.sessions()[0] ?? "");
	const text = serializeConversation(convertToLlm(session.buildSessionContext().messages));
	assert.match(
		text,
		/\[Tool result\]: What is it called\? → orders \(typed\)\nWhich database\? → a long answer with reasons\./,
	);
	assert.match(
		text,
		/\[User\]: The user has changed earlier answers; these count from now on:\nWhich database\? → SQLite/,
	);
});

test("an HTML export shows the questions and the answers", async (t) => {
	const pi = await answered(t, [{ text: "Changed." }]);
	await command(pi, "/questions revise", "> 1. PostgreSQL ✓");
	await pi.press("2", "[■ Name]");
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, "Changed.");
	const file = join(pi.workplace.project, "session.html");
	await command(pi, `/export ${file}`, "exported to");
	const [, data = ""] = /id="session-data"[^>]*>([^<]*)</.exec(readFileSync(file, "utf8")) ?? [];
	const { renderedTools, entries } = JSON.parse(Buffer.from(data, "base64").toString("utf8"));
	const [rendered] = Object.values(renderedTools) as Array<Record<string, string>>;
	const plain = (html = "") => html.replaceAll(/<[^>]*>/g, "");
	assert.match(plain(rendered?.callHtml), /question 2 questions \(Database, Name\)/);
	assert.match(plain(rendered?.resultHtmlCollapsed ?? rendered?.resultHtmlExpanded), /✓ Database: PostgreSQL/);
	assert.match(plain(rendered?.resultHtmlExpanded), /✓ Database: PostgreSQL[\s\S]*Which database\?[\s\S]*SQLite/);
	assert.ok(JSON.stringify(entries).includes("these count from now on"));
});
