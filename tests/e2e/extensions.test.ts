/** Other extensions ask through the form of the real pi, see what waits, and answer it; and who waits can be chosen. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { database, naming } from "../harness/args.ts";
import { key } from "../harness/keys.ts";
import type { Turn } from "../harness/model.ts";
import { PiTerminal } from "../harness/pi.ts";
import { root } from "../harness/workplace.ts";

const other = ["-e", fileURLToPath(new URL("../harness/asks-and-answers.ts", import.meta.url))];

type Event = Record<string, unknown> & { name: string; id: string };

/** pi with the other extension. */
class Beside extends PiTerminal {
	emit(...events: Array<[name: string, data: object]>): void {
		this.workplace.write("project/emit.json", JSON.stringify(events));
	}

	ask(...askers: string[]): void {
		const questions = (from: string) => [{ prompt: `May ${from} go on?`, options: ["Yes", "No"] }];
		this.emit(
			...askers.map((from): [string, object] => [
				"ask",
				{ id: `1 ${from}`, from, call: { questions: questions(from) } },
			]),
		);
	}

	get events(): Event[] {
		const file = join(this.workplace.project, "events.jsonl");
		const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
		return lines.filter(Boolean).map((line) => JSON.parse(line));
	}

	/** Waits for an event that another extension hears. */
	async hears(name: string, id?: string): Promise<Event> {
		for (;;) {
			const event = this.events.find((event) => event.name === name && (id === undefined || event.id === id));
			if (event) return event;
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	}
}

function open(t: { after: (act: () => Promise<void>) => void }, turns: Turn[], args: string[] = []): Beside {
	const pi = new Beside({ turns, args: [...other, ...args], columns: 80, rows: 24 });
	t.after(() => pi.stop());
	return pi;
}

test("the gate of the documentation", async (t) => {
	const text = readFileSync(join(root, "docs/for-extensions.md"), "utf8");
	const example = /```ts\n(import[\s\S]*?)\n```/.exec(text)?.[1] ?? "";
	const shell = (command: string): Turn => ({ calls: [{ tool: "bash", args: { command } }] });
	const pi = new PiTerminal({
		turns: [
			shell("echo harmless"),
			shell("rm -f x && echo is-done"),
			shell("rm -f y && echo is-not"),
			{ text: "Understood." },
		],
		args: ["go"],
		files: { "agent/extensions/gate.ts": example },
		columns: 80,
		rows: 30,
	});
	t.after(() => pi.stop());
	const asks = (command: string) => (screen: string) =>
		screen.includes("── gate asks ──") && screen.includes("Run this?") && screen.includes(` ${command}`);
	await pi.sees(asks("rm -f x && echo is-done"));
	await pi.press("1", asks("rm -f y && echo is-not"));
	await pi.press("2", "Understood.");
	const results = pi.workplace.results("bash").map(({ text }) => text);
	assert.match(results.join("\n"), /is-done[\s\S]*The user does not want this command to run\./);
});

test("one of those that wait is answered first, and what was typed for the others comes back", async (t) => {
	const pi = open(t, []);
	await pi.sees("[Extensions]");
	pi.ask("lint", "deploy", "scout");
	await pi.sees("2 more wait ctrl+s");
	await pi.press("because", "because");
	const page = await pi.press(key.ctrl("s"), "→ 1. Keep answering");
	assert.match(page, /2\. deploy asks · May deploy go on\? · \d\d:\d\d/);
	await pi.press("3", "── scout asks ──");
	assert.doesNotMatch(await pi.press("1", "── lint asks ──"), /Aborted|not sent/);
	await pi.sees("Something else… ✎ because");
	assert.equal(((await pi.hears("result", "1 scout")).details as { outcome: string }).outcome, "answered");
});

test("those that wait are put off, left, or left all", async (t) => {
	const pi = open(t, []);
	await pi.sees("[Extensions]");
	pi.ask("lint", "deploy", "scout", "guard");
	await pi.sees("3 more wait ctrl+s");
	await pi.press(key.ctrl("s"), "→ 1. Keep answering");
	await pi.press(key.down, "→ 2. deploy");
	await pi.press(key.ctrl("r"), (screen) => screen.includes(" 2 more wait\n") && screen.includes("→ 2. scout"));
	assert.equal((await pi.hears("settled")).outcome, "pending");
	await pi.press(key.ctrl("c"), (screen) => screen.includes(" 1 more waits\n") && screen.includes("→ 2. guard"));
	await pi.press("3", (screen) => screen.includes("May lint go on?") && !screen.includes("more wait"));
	const ended = (pi.events as Event[]).filter(({ name }) => name === "result").map(({ id }) => id);
	assert.deepEqual(ended.sort(), ["1 deploy", "1 guard", "1 scout"]);
});

test("an answer of another extension ends a form, and what was typed there is kept", async (t) => {
	const call: Turn = { calls: [{ tool: "question", args: { questions: [database, naming] } }] };
	const pi = open(t, [call, call, { text: "Understood." }], ["go"]);
	await pi.sees("→ 1. PostgreSQL");
	const { id } = await pi.hears("asked");
	await pi.press("1", "[□ Name]");
	await pi.press("half a thought", "half a thought");
	pi.emit(["answer", { id, cancelled: true, by: "the chat" }]);
	assert.match(String((await pi.hears("refused")).problem), /being answered at the terminal/);
	pi.emit(["answer", { id, answers: ["SQLite", "w"], by: "the chat" }]);
	// Keys that were meant for it go nowhere.
	pi.type("xyz");
	await pi.sees((screen) => screen.includes("Answered from the chat. What you had entered is kept"));
	assert.equal((await pi.hears("settled")).by, "the chat");
	await pi.sees("half a thought");
	const [first] = pi.workplace.results();
	assert.deepEqual(
		first?.details.answers.map(({ value }) => value),
		["SQLite", "w"],
	);
	assert.equal(first?.details.answeredFrom, "the chat");
});

test("of answers that come at once, the first that counts is the result, and the others are told that they are refused", async (t) => {
	const call: Turn = { calls: [{ tool: "question", args: { questions: [naming] } }] };
	const pi = open(t, [call, { text: "Understood." }], ["go"]);
	await pi.sees("enter submit");
	const { id } = await pi.hears("asked");
	await pi.press("half", "half");
	const all = [{ later: true }, { answers: ["first"] }, { answers: ["second"] }, { answers: ["third"] }];
	pi.emit(...all.map((one): [string, object] => ["answer", { id, ...one }]));
	await pi.sees("Understood.");
	assert.match(pi.workplace.results()[0]?.text ?? "", /→ first/);
	const problems = pi.events.filter(({ name }) => name === "refused").map(({ problem }) => String(problem));
	assert.deepEqual(
		problems.map((problem) => /being answered at the terminal|answered or withdrawn before/.exec(problem)?.[0]),
		["being answered at the terminal", "answered or withdrawn before", "answered or withdrawn before"],
	);
});
