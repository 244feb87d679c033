/** Questions in interrupted, branched, resumed, compacted and exported sessions of the real pi. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { convertToLlm, SessionManager, serializeConversation } from "@earendil-works/pi-coding-agent";
import {
	answered,
	answerForm,
	asking,
	command,
	cutOff,
	goBack,
	later,
	open,
	reviseDatabase,
	understood,
} from "../harness/asking.ts";
import { key } from "../harness/keys.ts";
import type { PiTerminal } from "../harness/pi.ts";

test("a form that is cut off is asked again by pi -c, and its answers go on as a message", async (t) => {
	for (const signal of ["SIGKILL", "SIGHUP"] as const) {
		const workplace = await cutOff(t, signal);
		// pi writes an aborted result when it is told to end.
		const outcomes = workplace.sessionResults().map(({ details }) => details.outcome);
		assert.ok(outcomes.length === 0 || (signal === "SIGHUP" && outcomes.join() === "aborted"), outcomes.join());
		const pi = open(t, understood, ["-c"], workplace);
		await answerForm(pi);
		await pi.sees(/✓ Which database\? → PostgreSQL\n +✓ What is it called\? → \(wrote\) orders/);
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

test("a call that the user has stopped before it was asked is not asked again; one that ended with pi is", async (t) => {
	const bash = { tool: "bash", args: { command: "sleep 60" } };
	const turn = { calls: [bash, ...(asking.calls ?? [])] };
	const ends: Array<[end: string, isAskedAgain: boolean, (pi: PiTerminal) => unknown]> = [
		["a signal", true, (pi) => pi.kill("SIGHUP")],
		["pi's own key", true, (pi) => pi.type(key.ctrl("d"))],
		[
			"Esc",
			false,
			async (pi) => {
				await pi.press(key.escape, /aborted/);
				while (later(pi.workplace).length === 0) await setTimeout(20);
				await pi.kill("SIGHUP");
			},
		],
	];
	for (const [end, isAskedAgain, act] of ends) {
		const first = open(t, [turn], ["go"]);
		await first.sees(/sleep 60[\s\S]*Elapsed/);
		await act(first);
		await first.exited;
		const pi = open(t, understood, ["-c"], first.workplace);
		if (isAskedAgain) await pi.sees("→ 1. PostgreSQL");
		else {
			const screen = await command(pi, "/questions answer", "No questions are pending.");
			assert.ok(!screen.includes("Which database?"), end);
		}
		await pi.kill();
	}
});

test("asked again and left with Esc, it is not asked a third time; the model is told with the next prompt", async (t) => {
	const workplace = await cutOff(t);
	const pi = open(t, understood, ["-c"], workplace);
	await pi.sees("→ 1. PostgreSQL");
	await pi.press(key.escape, "Cancelled");
	assert.equal(pi.workplace.requests().length, 1, "the model waits for the user");
	await command(pi, "never mind", "Understood.");
	const told = JSON.stringify(pi.workplace.requests().at(-1));
	assert.match(told, /About the pending questions: Question was cancelled by user\./);
	await pi.kill();
	const third = open(t, understood, ["-c"], pi.workplace);
	await command(third, "more", /more\s+Understood\./);
});

test("what was entered in any form survives a window that is closed while pi is idle", async (t) => {
	const first = await answered(t);
	const { workplace } = first;
	await first.kill();
	const again = open(t, [], ["-c"], workplace);
	await command(again, "/questions revise", /→ .*Database.* → PostgreSQL/);
	await again.press(key.enter, "[■ Database]");
	await again.press("0", "Something else");
	await again.press("my draft words", "my draft words");
	await again.closeWindow();
	assert.match(JSON.stringify(later(workplace)), /my draft words/);
});

test("a reload leaves the questions in the transcript as they were", async (t) => {
	const pi = await answered(t);
	const shown = /✓ Which database\? → PostgreSQL\n +✓ What is it called\? → \(wrote\) orders/;
	await pi.sees(shown);
	await command(pi, "/reload", "Reloaded");
	await pi.sees(shown);
	assert.doesNotMatch(pi.screen().join("\n"), /"questions"/);
});

test("/tree: back to before a question, and it is asked again; each branch has its own answers", async (t) => {
	const pi = await answered(t, [asking, { text: "Once more." }]);
	await goBack(pi);
	await command(pi, "/questions", "No questions in this session.");
	await command(pi, "go on", "→ 1. PostgreSQL");
	await pi.press("2", "[□ Name]");
	await pi.press("billing", "billing");
	await pi.press(key.enter, "→ Submit");
	await pi.press(key.enter, "Once more.");
	const results = pi.workplace.results();
	assert.deepEqual(
		results.map(({ text }) => text),
		["Which database? → SQLite\nWhat is it called? → billing (typed)"],
	);
	assert.equal(pi.workplace.sessionResults().length, 2);
});

test("/fork: back to a call that was cut off, it is asked again, and pi keeps the prompt that it has filled in", async (t) => {
	const workplace = await cutOff(t);
	const pi = open(t, [{ text: "Passed over." }, ...understood], ["-c", "something else"], workplace);
	await pi.sees("Passed over.");
	await command(pi, "/fork", "Fork from Message");
	await pi.press(key.enter, "→ 1. PostgreSQL");
	// Who writes makes pauses.
	await pi.sees((screen) => !screen.includes("Pause for a moment"));
	await pi.press(key.escape, /─\n *something else *\n─/);
});

test("resumed, a session shows its results, and those of another tool of the name", async (t) => {
	const { workplace } = await answered(t);
	const pi = open(t, [], ["-c"], workplace);
	await pi.sees(/✓ Which database\? → PostgreSQL\n +✓ What is it called\? → \(wrote\) orders/);
	await pi.kill();
	const [file = ""] = workplace.sessions();
	const entries = readFileSync(file, "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	const at = entries.findIndex(({ message }) => message?.role === "toolResult");
	const { message } = entries[at];
	const old = { ...message, details: { answers: { "Which?": "B" } }, content: [{ type: "text", text: "They said B" }] };
	const changed = entries.map((entry, position) => (position === at ? { ...entry, message: old } : entry));
	writeFileSync(file, `${changed.map((entry) => JSON.stringify(entry)).join("\n")}\n`);
	const other = open(t, [], ["-c"], workplace);
	await other.sees("They said B");
});

test("compaction: questions and answers are readable in pi's own serialization", async (t) => {
	const long = "a long answer with reasons. ".repeat(120).trim();
	const pi = open(t, [asking, ...understood, { text: "Changed." }], ["go"]);
	await pi.sees("→ 1. PostgreSQL");
	await pi.press("0", /enter (next|submit|add|keep)/);
	await pi.press(key.paste(long), "[paste");
	await pi.press(key.enter, "Answer is long");
	await pi.press("y", "[□ Name]");
	await pi.press("orders", "orders");
	await pi.press(key.enter, "→ Submit");
	await pi.press(key.enter, "Understood.");
	await command(pi, "/questions revise", "■ Name");
	await pi.press(key.enter, "[■ Database]");
	// On the row for words, a digit is text.
	await pi.press(`${key.up}2`, "→ Submit");
	await pi.press(key.enter, "Changed.");
	const session = SessionManager.open(pi.workplace.sessions()[0] ?? "");
	const text = serializeConversation(convertToLlm(session.buildSessionContext().messages));
	assert.match(
		text,
		/\[Tool result\]: Which database\? → a long answer, below\nWhat is it called\? → orders \(typed\)\nWhich database\? → a long answer with reasons\./,
	);
	assert.match(
		text,
		/\[User\]: The user revised earlier answers:\nWhich database\? → SQLite\nWhat is it called\? → orders \(typed\)/,
	);
});

test("an HTML export shows the questions and the answers", async (t) => {
	const pi = await answered(t, [{ text: "Changed." }]);
	await command(pi, "/questions revise", "→ 1. ✓ Database → PostgreSQL");
	await reviseDatabase(pi, "2", "Changed.");
	const file = join(pi.workplace.project, "session.html");
	await command(pi, `/export ${file}`, "exported to");
	const [, data = ""] = /id="session-data"[^>]*>([^<]*)</.exec(readFileSync(file, "utf8")) ?? [];
	const { renderedTools, entries } = JSON.parse(Buffer.from(data, "base64").toString("utf8"));
	const [rendered] = Object.values(renderedTools) as Array<Record<string, string>>;
	const plain = (html = "") => html.replaceAll(/<[^>]*>/g, "");
	assert.match(plain(rendered?.callHtml), /question: 2 questions \(Database, Name\)/);
	assert.match(
		plain(rendered?.resultHtmlCollapsed ?? rendered?.resultHtmlExpanded),
		/✓ Which database\?[\s\S]*→ PostgreSQL/,
	);
	assert.match(plain(rendered?.resultHtmlExpanded), /✓ Which database\?[\s\S]*→ PostgreSQL[\s\S]*SQLite/);
	assert.ok(JSON.stringify(entries).includes("The user revised earlier answers:"));
});
