/**
 * Calls of the tool from beginning to end: aborts, calls after each other, and hosts without a form. Endings by keys are in
 * dialect.test.ts, and what is kept when a call ends early is in ui/traps.test.ts.
 */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import test from "node:test";
import { one, two } from "../harness/args.ts";
import { open, summary, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

test("an abort ends the call, before, while and after it is on the screen", async () => {
	for (const keys of [[], ["0", ..."text"], ["0", ..."text", key.escape, key.escape]]) {
		const controller = new AbortController();
		const { host, result } = await open(one, {}, controller.signal);
		host.press(...keys);
		controller.abort();
		const returned = await result;
		assert.equal(summary(returned), "aborted");
		assert.equal(returned.details.unsent?.[0]?.text, keys.length > 0 ? "text" : undefined);
		assert.equal(host.component, undefined);
		assert.equal(host.doneCalls, 1);
		assert.equal(getEventListeners(controller.signal, "abort").length, 0);
	}
	const before = await open(one, {}, AbortSignal.abort());
	assert.equal(summary(await before.result), "aborted");
	assert.equal(before.host.component, undefined);

	const controller = new AbortController();
	const after = await open(one, {}, controller.signal);
	after.host.press("1");
	assert.equal(summary(await after.result), "answered id1=red-value");
	controller.abort();
	after.host.emit("session_shutdown");
	assert.equal(after.host.doneCalls, 1);
});

test("a call ends once, whatever comes after, and the next one works", async () => {
	const { host, result } = await open(one);
	assert.equal(host.tool.executionMode, "sequential");
	assert.deepEqual(host.customOptions, { blocked: { kind: "question", message: "The model has a question" } });
	const ended = host.component;
	host.press("2");
	for (const data of [key.enter, "1", key.escape, "0", "x", key.enter]) ended?.handleInput?.(data);
	ended?.invalidate();
	ended?.render(40);
	assert.equal(summary(await result), "answered id1=green-value");
	assert.equal(host.doneCalls, 1);
	const next = await host.open(two);
	host.press("1", "2", key.enter);
	assert.equal(summary(await next.result), "answered id1=red-value id2=y-value");
});

test("a host that shows nothing, or fails to, gets a result that says so", async () => {
	for (const custom of [
		async () => undefined,
		() => Promise.reject(new Error("no room")),
		() => {
			throw new Error("no room");
		},
	]) {
		const { text, details } = await new TestHost({ custom }).execute(one);
		assert.ok(details.outcome === "failed" || details.outcome === "unavailable", details.outcome);
		assert.equal(details.cancelled, true);
		assert.match(text, /^Error: /);
	}
});
