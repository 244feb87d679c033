/** Plain dialogs in a terminal while the user is typing into pi's prompt. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { clock, type HostOptions, summary, TestHost } from "../harness/host.ts";

const QUESTION = { questions: [{ id: "name", prompt: "Which name?", mode: "input" }] };

/** Milliseconds between two keys, and how many come before and after the call. */
const PACE_MS = 100;
const KEYS = 10;

/** Makes a host with dialogs whose user types while the question arrives, with time ten times as fast. */
function typing(t: TestContext, prompt: string) {
	const opened: number[] = [];
	const input = async () => {
		opened.push(clock.now);
		return "mine";
	};
	const host = new TestHost({ settings: { accessible: true }, ui: { input } as HostOptions["ui"] & object });
	host.silence = PACE_MS;
	host.prompt = prompt;
	let keys = 0;
	const typed = { last: 0 };
	const press = () => {
		host.press("x");
		typed.last = clock.now;
	};
	press();
	const ticking = setInterval(() => {
		clock.now += PACE_MS;
		if (++keys < KEYS) press();
	}, PACE_MS / 10);
	t.after(() => clearInterval(ticking));
	return { host, opened, typed };
}

for (const [prompt, silence] of [
	["", 400],
	["a draft", 1200],
] as const) {
	test(`the first dialog opens after ${silence} ms in which nothing was typed`, async (t) => {
		const { host, opened, typed } = typing(t, prompt);
		assert.equal(summary(await host.execute(QUESTION)), "answered name=mine");
		assert.ok((opened[0] ?? 0) >= typed.last + silence, `${opened} ${typed.last}`);
		// A reply that comes before the dialog can have been read goes to pi's prompt, and the dialog is shown again.
		const [first = 0, ...again] = opened;
		const early = opened.filter((at) => at < first + silence).length;
		assert.ok(again.length >= early && early > 0, `${opened}`);
		assert.equal(host.prompt, `${prompt}${"mine\n".repeat(opened.length - 1).trimEnd()}`);
	});
}

test("a session that closes meanwhile opens none", async (t) => {
	const { host, opened } = typing(t, "a draft");
	const result = host.execute(QUESTION);
	await new Promise(setImmediate);
	host.emit("session_shutdown");
	assert.equal((await result).details.outcome, "aborted");
	assert.deepEqual(opened, []);
});
