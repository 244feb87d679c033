/** Questions that are put off in the real pi: the row about them, what opens them, and where their answers go. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { database, naming } from "../harness/args.ts";
import { answeredIn, asking, fileIn, later, open, understood } from "../harness/asking.ts";
import { key } from "../harness/keys.ts";
import type { Turn } from "../harness/model.ts";
import { PiTerminal } from "../harness/pi.ts";

const row = (count: string) => ` ◔ ${count} • /questions answer`;
const both = row("2 questions wait");
const hasNoRow = (screen: string) => !screen.includes(" • /questions answer");
const flat = (screen: string) => screen.replaceAll(/\s+/g, " ");
const putOff =
	"The user will answer later. Nothing is decided: go on only with what does not depend on it, and do not ask it again. " +
	"The answers come as a message.";
const answers =
	"The user has answered the pending questions:\n" +
	"Which database? → PostgreSQL (value: pg)\nWhat is it called? → orders (typed)";
const thanks: Turn = { text: "Thank you." };

/** Answers the first of two questions, and puts both off. */
async function putOffHalf(pi: PiTerminal): Promise<void> {
	await pi.sees("→ 1. PostgreSQL");
	await pi.press("1", "[□ Name]");
	await pi.press(key.ctrl("r"), (screen) => screen.includes("◔ put off, 1 answer kept") && screen.includes(both));
}

/** Types a command into an empty prompt, also while the model works. */
async function say(pi: PiTerminal, line: string, then: Parameters<PiTerminal["press"]>[1]): Promise<string> {
	await pi.sees(/─\n\n─/);
	await pi.press(line, line);
	return pi.press(key.enter, then);
}

/** Opens what waits, which has the answer that was given, and answers the rest. */
async function answerRest(pi: PiTerminal): Promise<void> {
	const screen = await say(pi, "/questions answer", "■ Database");
	assert.doesNotMatch(screen, /◔ \d/, "the form stands where the row was");
	if (!screen.includes("[□ Name]")) await pi.press(key.tab, "[□ Name]");
	await pi.press("orders", "orders");
	await pi.press(key.enter, "→ Submit");
	await pi.press(key.enter, (screen) => !screen.includes("→ Submit"));
}

/** What happens from putting off to the answers. */
interface Way {
	/** What the model does once it reads that the questions are put off. */
	turns: Turn[];
	/** Goes on until the questions are to be answered. Returns another pi, if that is where. */
	before: (pi: PiTerminal, again: (args: string[]) => PiTerminal) => Promise<PiTerminal | undefined>;
	/** Goes on after they were answered. */
	after?: (pi: PiTerminal) => void;
	/** Number of requests to the model before the one with the answers. */
	requests: number;
	/** Whether the questions are in the pending file then. */
	hasFile?: true;
}

const settled = async (pi: PiTerminal) => void (await pi.sees(/Understood\.[\s\S]*◔/));
const ways: Record<string, Way> = {
	"in the run that goes on": {
		turns: [{ calls: [{ tool: "bash", args: { command: "until [ -e go ]; do sleep 0.1; done" } }] }],
		before: async (pi) => void (await pi.sees(/until \[ -e go[\s\S]*Elapsed/)),
		after: (pi) => pi.workplace.write("project/go", ""),
		requests: 2,
	},
	"after the run": { turns: understood, before: settled, requests: 2 },
	"after a compaction": {
		turns: [...understood, { text: "A summary." }],
		before: async (pi) => {
			await settled(pi);
			await say(pi, "/compact", /[Cc]ompacted[\s\S]*◔/);
			return undefined;
		},
		requests: 3,
	},
	"after a digit in the prompt": {
		turns: [...understood, { text: "One what?" }],
		before: async (pi) => {
			await settled(pi);
			await say(pi, "1", /One what\?[\s\S]*◔/);
			assert.equal(pi.workplace.lastMessage(), "1");
			return undefined;
		},
		requests: 3,
	},
	"after a kill": {
		turns: understood,
		before: async (pi, again) => {
			await settled(pi);
			await pi.kill();
			assert.ok(!existsSync(fileIn(pi.workplace)), "nobody could write it");
			return again(["-c"]);
		},
		requests: 2,
		hasFile: true,
	},
	"in their session, which a new one names": {
		turns: understood,
		before: async (pi, again) => {
			await settled(pi);
			await say(pi, "/new", hasNoRow);
			const { sessionId } = JSON.parse(readFileSync(fileIn(pi.workplace), "utf8"));
			const told = "2 questions wait in another session of this folder (.pi/pending-questions.json):";
			const how = `${told} /resume or pi --session ${sessionId} opens it.`;
			await pi.sees((screen) => flat(screen).includes(how), how);
			await say(pi, "/questions answer", (screen) => flat(screen).split(how).length > 2);
			await pi.kill();
			return again(["--session", sessionId]);
		},
		requests: 2,
		hasFile: true,
	},
};

for (const [name, { turns, before, after, requests, hasFile = false }] of Object.entries(ways))
	test(`what was put off is answered ${name}`, async (t) => {
		const files = { "agent/settings.json": { compaction: { enabled: false, keepRecentTokens: 1 } } };
		const setup = { args: ["go"], columns: 100, rows: 40, files };
		const first = new PiTerminal({ turns: [asking, ...turns, thanks], ...setup });
		t.after(() => first.stop());
		const { workplace } = first;
		await putOffHalf(first);
		const pi = (await before(first, (args) => open(t, [thanks], args, workplace))) ?? first;
		await pi.sees(both);
		assert.deepEqual([existsSync(fileIn(workplace)), later(workplace)], [hasFile, []]);
		await answerRest(pi);
		after?.(pi);
		const screen = await pi.sees("Thank you.");
		assert.match(screen, /✓ Which database\? → PostgreSQL\n +✓ What is it called\? → \(wrote\) orders/);
		await pi.sees((screen) => !screen.includes(both), "no row");
		const [result] = workplace.sessionResults();
		assert.deepEqual([result?.text, result?.details.outcome, result?.details.answers], [putOff, "pending", []]);
		assert.equal(workplace.lastMessage(), answers);
		assert.equal(workplace.requests().length, requests + 1);
		assert.deepEqual([existsSync(fileIn(workplace)), existsSync(answeredIn(workplace))], [false, hasFile]);
		await say(pi, "/questions answer", "No questions are pending.");
	});

test("what was put off can be answered in another order", async (t) => {
	const ask = (question: typeof database | typeof naming): Turn => ({
		calls: [{ tool: "question", args: { questions: [question] } }],
	});
	const pi = open(t, [ask(database), ask(naming), ...understood, { text: "One." }, thanks], ["go"]);
	await pi.sees("→ 1. PostgreSQL");
	await pi.press(key.ctrl("r"), row("1 question waits"));
	await pi.sees(/What is it called\?[\s\S]*f1 \w+/);
	await pi.press("orders", "orders");
	await pi.press(key.ctrl("r"), /Understood\.[\s\S]*◔ 2 questions wait/);
	await say(pi, "/questions answer", "→ 1. PostgreSQL");
	await pi.press(key.ctrl("r"), "✎ orders");
	await pi.press(key.enter, /^ *orders/m);
	await pi.press(key.enter, "One.");
	await pi.sees(row("1 question waits"));
	assert.match(pi.workplace.lastMessage(), /pending questions:\nWhat is it called\? → orders \(typed\)$/);
	await say(pi, "/questions answer", "→ 1. PostgreSQL");
	await pi.press("2", "Thank you.");
	assert.match(pi.workplace.lastMessage(), /pending questions:\nWhich database\? → SQLite$/);
	await pi.sees(hasNoRow, "no row");
	assert.equal(pi.workplace.requests().length, 5);
});

test("asked again meanwhile, it opens with what was entered, and one answer is for both", async (t) => {
	const pi = open(t, [asking, ...understood, asking, thanks], ["go"]);
	await putOffHalf(pi);
	await settled(pi);
	await say(pi, "more", "■ Database [□ Name]");
	await pi.press("orders", "orders");
	await pi.press(key.enter, "→ Submit");
	await pi.press(key.enter, "Thank you.");
	await pi.sees(hasNoRow, "no row");
	await say(pi, "/questions answer", "No questions are pending.");
	assert.match(
		pi.workplace.lastMessage(),
		/^Which database\? → PostgreSQL \(value: pg\)\nWhat is it called\? → orders/,
	);
});
