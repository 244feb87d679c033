/** The place of pi's prompt, while something else is in use there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Editor } from "@earendil-works/pi-tui";
import { editorTheme } from "../../extension/tui/field.ts";
import { input, one } from "../harness/args.ts";
import { clock, type HostOptions, isPending, summary, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

const WAITS = "The model has a question";

/** Makes a host in which a dialog or a selector is in use when a call comes. */
async function inUse(open: (host: TestHost) => () => void, options?: HostOptions, signal?: AbortSignal) {
	const host = new TestHost(options);
	const close = open(host);
	const result = host.execute(one, signal);
	while (host.above() !== WAITS) await new Promise(setImmediate);
	return { host, close, result };
}

/** Resolves after all that happens without a key. */
async function settled(): Promise<void> {
	for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
}

const asDialog = (host: TestHost) => host.cover("dialog");

for (const [name, open] of [
	["a dialog", asDialog],
	["a selector", (host: TestHost) => host.select("selector")],
	[
		"a dialog that is an editor with text",
		(host: TestHost) => {
			const editor = new Editor(
				{ requestRender() {}, terminal: host.terminal } as never,
				editorTheme(host.theme as never),
			);
			editor.setText("half");
			return host.cover(editor);
		},
	],
] as const)
	test(`a form waits for ${name}`, async () => {
		const { host, close, result } = await inUse(open, { settings: { notify: "bell" } });
		const shown = host.screen();
		assert.notEqual(shown, "");
		assert.deepEqual(host.written, ["\x07"], "who is elsewhere is told");
		host.prompt = "typed meanwhile ";
		await settled();
		assert.equal(host.screen(), shown);
		close();
		await host.sees("Prompt 1?");
		assert.equal(host.above(), "");
		host.pause = 1_200;
		await host.look();
		host.press("2");
		assert.equal(summary(await result), "answered id1=green-value");
		assert.deepEqual([host.prompt, host.written], ["typed meanwhile ", ["\x07"]]);
	});

test("dialogs that an extension opens one after the other are one", async () => {
	const { host, close, result } = await inUse(asDialog);
	close();
	host.above();
	const closeSecond = await Promise.resolve().then(() => host.cover("second dialog"));
	await settled();
	assert.deepEqual([host.screen(), host.above()], ["second dialog", WAITS]);
	closeSecond();
	await host.sees("Prompt 1?");
	await host.look();
	host.press("1");
	assert.equal(summary(await result), "answered id1=red-value");
});

for (const [name, end] of [
	["an abort", (_host: TestHost, run: AbortController) => run.abort()],
	["a reload", (host: TestHost) => host.emit("session_shutdown")],
] as const)
	test(`${name} while a form waits leaves what is in use where it is`, async () => {
		const run = new AbortController();
		const { host, close, result } = await inUse(asDialog, {}, run.signal);
		end(host, run);
		assert.equal((await result).details.outcome, "aborted");
		assert.deepEqual([host.screen(), host.above()], ["dialog", ""]);
		close();
		await settled();
		assert.equal(host.screen(), "");
	});

/** pi's own dialog for a text. */
const dialogs = (host: () => TestHost) => ({
	input: (title: string, _placeholder: undefined, { signal }: { signal: AbortSignal }) =>
		new Promise<string | undefined>((resolve) => {
			const end = (text?: string) => {
				close();
				resolve(text);
			};
			const close = host().cover({
				render: (columns: number) => title.split("\n").map((line) => line.slice(0, columns)),
				invalidate() {},
				handleInput: (data: string) => end(data === key.escape ? undefined : data),
			} as never);
			signal.addEventListener("abort", () => end());
		}),
});

test("a form comes back with its text after a selector that pi has opened over it", async () => {
	const host: TestHost = new TestHost({ ui: dialogs(() => host) });
	const { result } = await host.open(input);
	host.press("h", "a");
	for (const selector of ["first", "second"]) {
		const close = host.select(selector);
		await settled();
		assert.equal(host.screen(), selector);
		close();
		await host.sees("Name?");
	}
	host.press("l", "f");
	await host.look();
	host.press(key.enter);
	assert.equal(summary(await result), "answered id1=half");
});

/** Opens a form, or plain dialogs. Returns a function that answers it as another extension does. */
async function answeredByOther(accessible = false) {
	const host: TestHost = new TestHost({ settings: { accessible }, ui: accessible ? dialogs(() => host) : {} });
	let id: unknown;
	host.events.once("pi-question:asked", (asked) => {
		id = asked.id;
	});
	const result = accessible ? host.execute(one) : (await host.open(one)).result;
	await host.sees("Prompt 1?");
	await settled();
	const answer = async () => {
		host.events.emit("pi-question:answer", { id, answers: ["green-value"], by: "the chat" });
		assert.equal((await result).details.answeredFrom, "the chat");
	};
	return { host, answer };
}

test("keys go to the dialog that covers a form, also when another place answers the form", async () => {
	const { host, answer } = await answeredByOther();
	const typed: string[] = [];
	host.cover({ render: () => ["dialog"], invalidate() {}, handleInput: (data) => typed.push(data) });
	await settled();
	host.press("a");
	await answer();
	host.press("b", key.escape);
	assert.deepEqual(typed, ["a", "b", key.escape]);
});

test("keys for a form that another place has answered go nowhere, until there is a pause, or for 15 seconds", async () => {
	for (const [ms, times, accessible] of [
		[400, 1, false],
		[100, 150, false],
		[400, 1, true],
		[100, 150, true],
	] as const) {
		const { host, answer } = await answeredByOther(accessible);
		await answer();
		for (let time = 0; time < times; time++) {
			host.press("\r");
			assert.deepEqual(host.sent, [], `${time}`);
			clock.now += ms;
		}
		host.press("\r");
		assert.deepEqual(host.sent, [""]);
	}
});

test("plain dialogs wait as well", async () => {
	const host: TestHost = new TestHost({ settings: { accessible: true }, ui: dialogs(() => host) });
	const close = host.select("selector");
	const result = host.execute(one);
	while (host.above() !== WAITS) await new Promise(setImmediate);
	assert.equal(host.screen(), "selector");
	close();
	await host.sees("Prompt 1?");
	assert.equal(host.above(), "");
	await host.look();
	host.press("2");
	assert.equal(summary(await result), "answered id1=green-value");
});

test("Esc closes a plain dialog only after a pause, or if nothing else is pressed for long", async () => {
	for (const [pause, times] of [
		[400, 1],
		[100, 15],
	] as const) {
		const host: TestHost = new TestHost({ settings: { accessible: true }, ui: dialogs(() => host) });
		const result = host.execute(one);
		await host.sees("Prompt 1?");
		await settled();
		host.press(key.escape);
		await host.sees("Pause for a moment before you answer or leave.");
		for (let time = 1; time <= times; time++) {
			assert.ok(await isPending(result), `${time}`);
			host.pause = pause;
			await host.look();
			host.press(key.escape);
			await settled();
		}
		assert.equal(summary(await result), "cancelled");
		assert.equal(host.prompt, "");
	}
});
