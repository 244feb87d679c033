/**
 * What is beside the form while it is open: the transcript, tool output, the shell. Keys that are pi's own, and folding.
 */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { one, two } from "../harness/args.ts";
import { isPending, open, summary, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

const fold = key.ctrl("l");
const FOLDED = /^\S+ unfold · The model has a question: \S+$/;

test("a folded form comes back as it was, by any key, which does nothing else", async () => {
	for (const [args, before] of [
		[two, ["2"]],
		[one, ["0", ..."my own"]],
		[one, ["?"]],
		[one, ["n", ..."why"]],
	] as const) {
		for (const back of [fold, key.enter, key.escape, key.down, key.tab, key.f1]) {
			const { host, result } = await open(args);
			host.press(...before);
			const [screen, isEditing] = [host.screen(), host.isEditing()];
			host.press(fold);
			assert.match(host.screen(), FOLDED);
			host.press(back);
			assert.equal(host.screen(), screen, JSON.stringify([before, back]));
			assert.equal(host.isEditing(), isEditing);
			assert.ok(await isPending(result));
			host.emit("session_shutdown");
		}
	}
});

test("Ctrl+C twice gets out of a folded form and of a text, and puts the questions off", async () => {
	for (const [args, before] of [
		[two, ["2", "?", fold]],
		[one, ["0", ..."my own"]],
	] as const) {
		const { host, result } = await open(args);
		host.press(...before, key.ctrl("c"));
		assert.match(host.screen(), /Leave the form\?/, JSON.stringify(before));
		host.press(key.ctrl("c"));
		assert.equal(summary(await result), "pending", JSON.stringify(before));
	}
});

test("a form that was folded waits when it comes back, and keeps what was typed for the prompt", async () => {
	const { host, result } = await open(one);
	host.press(fold, ..."no, 2", key.enter);
	assert.match(host.screen(), /→ 1\. red/);
	assert.match(host.screen(), /Pause for a moment/);
	host.pause = 1200; // who writes makes pauses
	await host.look();
	host.press("2");
	assert.equal(summary(await result), "answered id1=green-value");
	assert.equal(host.prompt, "no, 2");
});

test("folding needs one row of any terminal, and gives pi the keys that scroll", async () => {
	const { host } = await open(two, { columns: 4, rows: 10 });
	host.press("0", ..."abc", fold);
	assert.equal(host.screen(), "ctr…");
	assert.equal((host.component as { capturesViewportInput?: boolean }).capturesViewportInput, false);
	assert.equal(host.mouse("press", 1, 0), undefined);
	host.mouse("click", 1, 0);
	assert.ok(host.isEditing());
});

test("pi's key for tool output expands and collapses it, wherever the form is", async () => {
	const seen: boolean[] = [];
	const getToolsExpanded = () => seen.at(-1) ?? false;
	const setToolsExpanded = (isExpanded: boolean) => seen.push(isExpanded);
	const ui = { getToolsExpanded, setToolsExpanded };
	for (const [bindings, pressed] of [
		[{}, key.ctrl("o")],
		[{ "app.tools.expand": "f9" }, key.f9],
	] as const) {
		const { host } = await open(one, { ui, bindings });
		for (const before of [[], [fold], [fold, "?"], ["x", "0", ..."text"]]) {
			host.press(...before);
			const [screen, count] = [host.screen(), seen.length];
			host.press(pressed, pressed);
			assert.equal(host.screen(), screen);
			assert.deepEqual(seen.slice(count), [true, false]);
		}
		host.emit("session_shutdown");
	}
	// A key that the user has bound to a command of the form is the form's.
	const { host } = await open(one, { ui, bindings: { "question.note": "ctrl+o" } });
	host.press(key.ctrl("o"));
	assert.match(host.screen(), /A note on your answer/);
});

/** Replaces the signals that pi sends to its process group. Returns those that were sent. */
function sentSignals(context: TestContext): unknown[] {
	const sent: unknown[] = [];
	context.mock.method(process, "kill", (...signal: unknown[]) => sent.push(signal) > 0);
	return sent;
}

test("pi's key suspends it, and the form is whole and guarded when it goes on", async (context) => {
	const sent = sentSignals(context);
	const listeners = process.listenerCount("SIGINT");
	for (const before of [[], ["0", ..."my own"]]) {
		const { host, result } = await open(one);
		host.press(...before);
		const screen = host.screen();
		host.press(key.ctrl("z"));
		assert.deepEqual(sent.splice(0), [[0, "SIGTSTP"]]);
		assert.ok(host.isStopped);
		process.emit("SIGCONT");
		assert.ok(!host.isStopped);
		assert.equal(host.screen(), screen);
		host.press(key.enter);
		assert.ok(await isPending(result), "Enter was meant for the shell");
		await host.look();
		host.press(key.enter);
		assert.equal(summary(await result), before.length ? "answered id1=my own" : "answered id1=red-value");
	}
	assert.equal(process.listenerCount("SIGINT"), listeners);
	assert.equal(process.listenerCount("SIGCONT"), 0);
});

test("where nothing can be suspended, the form goes on", async (context) => {
	context.mock.method(process, "kill", () => assert.fail("no such signal"));
	const { host, result } = await open(one);
	host.press(key.ctrl("z"));
	assert.ok(!host.isStopped);
	await host.look();
	host.press("2");
	assert.equal(summary(await result), "answered id1=green-value");
});

test("a key that scrolls is pi's once the form has nothing more to scroll for it", async () => {
	const prompt = Array.from({ length: 60 }, (_, at) => `row ${at + 1}`).join("\n");
	const host = new TestHost({ rows: 24 });
	const passed: string[] = [];
	host.viewport = (data, wants) => {
		const isPis = !wants && [key.pageUp, key.pageDown, "\x1b[1;5H"].includes(data);
		if (isPis) passed.push(data);
		return isPis ? { consume: true } : undefined;
	};
	await host.open({ questions: [{ prompt, options: ["a"] }] });
	const start = host.screen();
	host.press(key.pageUp, "\x1b[1;5H");
	assert.deepEqual(passed.splice(0), [key.pageUp, "\x1b[1;5H"]);
	assert.equal(host.screen(), start);
	host.press(key.pageDown);
	assert.deepEqual(passed, []);
	assert.notEqual(host.screen(), start);
	for (let at = 0; at < 20; at++) host.press(key.pageDown);
	assert.ok(passed.length > 0, "at its end");
});
