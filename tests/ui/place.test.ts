/** A form and dialogs of other extensions, in versions of pi that show only one of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { input } from "../harness/args.ts";
import { open, summary, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

/** Waits until pi was asked to show the form. */
async function wanted(host: TestHost): Promise<void> {
	while (host.customOptions === undefined) await new Promise(setImmediate);
}

/** Waits longer than pi needs to draw. */
const SOON_MS = 100;

test("the form comes back with its text when the dialogs that were opened over it are closed", async (t) => {
	t.mock.timers.enable({ apis: ["setInterval"] });
	const { host, result } = await open(input);
	host.press("h", "a");
	for (const dialog of ["first dialog", "second dialog"]) {
		const close = host.cover(dialog);
		t.mock.timers.tick(SOON_MS);
		assert.equal(host.screen(), dialog);
		close();
		assert.equal(host.screen(), "");
		t.mock.timers.tick(SOON_MS);
		assert.match(host.screen(), /Name\?/);
	}
	assert.ok(host.isEditing());
	host.press("l", "f", key.enter);
	assert.equal(summary(await result), "answered id1=half");
	host.cover("third dialog")();
	t.mock.timers.tick(SOON_MS);
	assert.equal(host.screen(), "");
});

test("what was typed into pi's prompt while the form was away stands there at the end", async (t) => {
	t.mock.timers.enable({ apis: ["setInterval"] });
	const host = new TestHost();
	host.prompt = "a draft";
	host.pause = 1_200;
	const { result } = await host.open(input);
	host.cover("dialog")();
	host.prompt = "a draft and more";
	t.mock.timers.tick(SOON_MS);
	host.press("x", key.enter);
	await result;
	assert.equal(host.prompt, "a draft and more");
});

test("a form waits for the dialog that stands in its place", async (t) => {
	t.mock.timers.enable({ apis: ["setInterval"] });
	const host = new TestHost();
	const close = host.cover("dialog");
	const { result } = await host.open(input);
	await wanted(host);
	t.mock.timers.tick(SOON_MS);
	assert.equal(host.screen(), "dialog");
	close();
	t.mock.timers.tick(SOON_MS);
	await host.sees("Name?");
	await host.look();
	host.press("x", key.enter);
	assert.equal(summary(await result), "answered id1=x");
});

test("a run that is aborted while its form waits leaves the dialog where it is", async (t) => {
	t.mock.timers.enable({ apis: ["setInterval"] });
	const host = new TestHost();
	host.prompt = "a draft";
	const close = host.cover("dialog");
	const run = new AbortController();
	const { result } = await host.open(input, run.signal);
	await wanted(host);
	run.abort();
	assert.equal((await result).details.outcome, "aborted");
	assert.equal(host.screen(), "dialog");
	close();
	t.mock.timers.tick(SOON_MS);
	assert.equal(host.screen(), "");
	assert.equal(host.prompt, "a draft");
});
