/** Forms and plain dialogs that open while the user is typing into pi's prompt. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { boxes, input, one, two } from "../harness/args.ts";
import { clock, type HostOptions, isPending, type Returned, summary, TestHost } from "../harness/host.ts";
import { key, kitty, useKitty } from "../harness/keys.ts";
import { noPosix, setEnvironment } from "../harness/program.ts";

/** The line about a pause. */
const PAUSE = /Pause for a moment before you answer or leave\./;

test("keys that pi reads before it has painted the form were pressed before the user saw it", async () => {
	const host = new TestHost();
	const { result } = await host.open(two, undefined, false);
	clock.now += 5_000;
	host.press("1", key.enter, " ");
	await host.look();
	host.press("2", "1", key.enter);
	assert.equal(summary(await result), "answered id1=green-value id2=x-value");
});

test("who has begun to write into an empty prompt may make pauses", async () => {
	const host = new TestHost({ columns: 80 });
	host.pause = 0;
	const { result } = await host.open(one);
	for (const word of ["please ", "look ", "at the logs"]) {
		host.press(...word);
		clock.now += 800;
	}
	host.press(" ", key.enter);
	clock.now += 1_300;
	host.press("2");
	assert.equal(summary(await result), "answered id1=green-value");
	assert.equal(host.prompt, "please look at the logs ", "a blank at its end stays");
});

test("typing goes on into pi's prompt, whatever the keys would do to a form", async () => {
	const said = "we were there; we tested it. the 2 of those were right, not 2, 日本\nso the old one was better";
	for (const args of [one, two, boxes, input]) {
		const host = new TestHost({ columns: 80 });
		// The prompt has unsent text, and there are 150 ms between two keys.
		host.prompt = "I think ";
		host.pause = 0;
		const { result } = await host.open(args);
		const screen = host.screen();
		assert.match(screen, PAUSE);
		for (const char of said) {
			clock.now += 150;
			host.press(char === "\n" ? key.enter : char);
		}
		// The keys of pi's editor work on it, too.
		host.press(..." wrong", key.ctrl("w"), key.backspace, key.undo, key.undo, key.ctrl("w"), key.backspace);
		host.press(key.paste(" \x1b]2;title\x07"), key.enter);
		// Keys that type nothing also begin the silence again.
		for (const idle of [key.f7, "\x1b[3~", key.f6, "\x1b[15~"]) {
			clock.now += 1_000;
			host.press(idle);
		}
		assert.equal(host.screen(), screen);
		clock.now += 1_100;
		host.press("1");
		assert.equal(host.screen(), screen, "1.1 s are no silence for someone who writes");
		clock.now += 1_200;
		host.press(key.escape);
		assert.doesNotMatch(host.screen(), PAUSE);
		assert.equal(summary(await result), "cancelled");
		assert.equal(host.prompt, `I think ${said} ]2;title\n1`);
	}
});

test("the line about a pause is gone when it has stood for a while", async (context) => {
	context.mock.timers.enable({ apis: ["setTimeout"] });
	const host = new TestHost();
	host.prompt = "x";
	host.pause = 0;
	const { result } = await host.open(one);
	for (const ms of [1_200, 299]) {
		clock.now += ms;
		context.mock.timers.tick(ms);
		assert.match(host.screen(), PAUSE, "it can be read");
	}
	clock.now += 1;
	context.mock.timers.tick(1);
	assert.doesNotMatch(host.screen(), PAUSE);
	host.press("1");
	assert.equal(summary(await result), "answered id1=red-value");
	assert.equal(host.prompt, "x");
});

test("key releases do not count as keys", async (context) => {
	useKitty(context);
	const host = new TestHost();
	host.pause = 200;
	const { result } = await host.open(one);
	host.press(kitty(13).release);
	clock.now += 200;
	host.press("1");
	assert.equal(summary(await result), "answered id1=red-value");
});

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
		assert.equal(summary(await host.execute(input)), "answered id1=mine");
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
	const result = host.execute(input);
	await new Promise(setImmediate);
	host.emit("session_shutdown");
	assert.equal((await result).details.outcome, "aborted");
	assert.deepEqual(opened, []);
});

test("the user's own editor opens only after the quiet period", { skip: noPosix }, async (context) => {
	setEnvironment(context, "EDITOR", "true");
	const host = new TestHost();
	host.pause = 0;
	await host.open(input);
	host.press(key.ctrl("g"));
	assert.ok(!host.isStopped);
	clock.now += 400;
	host.press(key.ctrl("g"));
	assert.ok(host.isStopped);
	host.emit("session_shutdown");
});

test("a single key that came too early is dropped, words and pastes are not", async () => {
	for (const [typed, expected] of [
		["3", ""],
		[" ", ""],
		["\r", ""],
		["no", "no"],
		[key.paste("y"), "y"],
	] as const) {
		const host = new TestHost();
		host.pause = 0;
		const { result } = await host.open(one);
		host.press(...(typed.startsWith("\x1b") ? [typed] : typed));
		clock.now += 1_200;
		host.press(key.escape);
		assert.equal(summary(await result), "cancelled");
		assert.equal(host.prompt, expected, JSON.stringify(typed));
	}
});

test("Enter right after a form does not send what the prompt held before", async () => {
	const host = new TestHost();
	host.prompt = "a draft";
	host.pause = 1_200;
	const { result } = await host.open(one);
	// Also if both were read at once.
	host.press("1", key.enter);
	assert.equal(summary(await result), "answered id1=red-value");
	clock.now += 150;
	host.press(key.enter);
	assert.deepEqual([host.sent, host.prompt], [[], "a draft"]);
	clock.now += 400;
	host.press(key.enter);
	assert.deepEqual(host.sent, ["a draft"]);
});

/** Ways in which a form comes under the keys of a person, each until it is painted. */
const opened: Record<string, (host: TestHost) => Promise<{ result: Promise<Returned> }>> = {
	"a form": (host) => host.open(one),
	"the form after a form": async (host) => {
		host.pause = 400;
		const { result } = await host.open(one);
		host.press(key.escape);
		await result;
		host.pause = 0;
		host.silence = 0;
		return host.open(one);
	},
	"a text": (host) => host.open(input),
	"a form that a dialog has covered": async (host) => {
		host.pause = 400;
		const { result } = await host.open(one);
		host.press(key.down, key.up);
		const close = host.cover("dialog");
		await new Promise(setImmediate);
		close();
		return { result };
	},
};

for (const [name, open] of Object.entries(opened))
	for (const keys of [[key.escape], [key.ctrl("c")], [key.escape, key.escape, key.ctrl("c")]])
		test(`${JSON.stringify(keys)} as ${name} opens leaves it only after a pause`, async () => {
			const host = new TestHost({ columns: 80 });
			host.pause = 0;
			const { result } = await open(host);
			for (const key of keys) {
				clock.now += 300;
				host.press(key);
				assert.match(host.screen(), PAUSE);
			}
			assert.ok(await isPending(result));
			clock.now += 400;
			host.press(keys[0] ?? "");
			assert.equal(summary(await result), "cancelled");
			assert.equal(host.prompt, "");
		});

test("a form that the user has asked for takes keys once it has been on the screen for a moment", async () => {
	for (const pause of [399, 400]) {
		const host = new TestHost();
		const call = { type: "toolCall", id: "call", name: "question", arguments: one };
		host.keep({ type: "message", message: { role: "assistant", stopReason: "toolUse", content: [call] } });
		host.prompt = "a draft";
		const command = host.command("questions", "answer");
		await host.sees("Prompt 1?");
		host.pause = pause;
		await host.look();
		host.press(key.escape);
		assert.equal(host.component === undefined, pause === 400);
		host.emit("session_shutdown");
		await command;
	}
});
