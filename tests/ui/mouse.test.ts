/** The mouse: clicks, and the cursor of a field. Random events among random keys are in traps.test.ts. */
import assert from "node:assert/strict";
import test from "node:test";
import type { TuiMouseEvent } from "@earendil-works/pi-tui";
import { one, two } from "../harness/args.ts";
import { clock, isPending, open, summary, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

test("the click that brings the keys to a form takes nothing", async () => {
	const { host, result } = await open(two);
	const form = host.component as unknown as { focused: boolean };
	form.focused = false;
	await new Promise(setImmediate);
	form.focused = true;
	assert.ok(host.click("blue"));
	assert.equal(host.highlighted(), "blue");
	assert.ok(await isPending(result));
	clock.now += 400;
	// As pi does at each click.
	form.focused = false;
	form.focused = true;
	assert.ok(host.click("blue"));
	assert.match(host.screen(), /\[□ Tab2\]/);
	assert.ok(host.click("Tab1"));
	assert.match(host.screen(), /\[■ Tab1\]/, "a tab answers nothing");
	host.emit("session_shutdown");
	await result;
});

test("a click where a form has just opened, or turned its page, answers nothing", async () => {
	const host = new TestHost();
	host.pause = 0;
	const { result } = await host.open(two);
	assert.ok(host.click("blue"));
	assert.equal(host.highlighted(), "blue");
	clock.now += 400;
	assert.ok(host.click("blue"));
	assert.match(host.screen(), /\[□ Tab2\]/);
	const y = host
		.screen()
		.split("\n")
		.findIndex((line) => line.includes("2. y"));
	clock.now += 150;
	assert.ok(host.mouse("press", 5, y)?.handled);
	assert.ok(host.mouse("click", 5, y, { clickCount: 2 })?.handled);
	assert.equal(host.highlighted(), "x", "the second click of a double click does nothing");
	clock.now += 400;
	assert.ok(host.click("2. y"));
	clock.now += 400;
	host.press(key.enter);
	assert.equal(summary(await result), "answered id1=blue-value id2=y-value");
});

test("the first click after the window came to the front only highlights", async () => {
	const { host, result } = await open(one);
	process.stdin.emit("data", "\x1b[O");
	process.stdin.emit("data", "\x1b[I\x1b[<0;5;5M");
	assert.ok(host.click("blue"));
	assert.equal(host.highlighted(), "blue");
	assert.ok(await isPending(result));
	clock.now += 400;
	process.stdin.emit("data", "\x1b[<0;5;5M");
	assert.ok(host.click("blue"));
	assert.equal(summary(await result), "answered id1=blue-value");
	const again = await open(one);
	process.stdin.emit("data", "\x1b[I");
	process.stdin.emit("data", key.down);
	again.host.press(key.down);
	assert.ok(again.host.click("blue"));
	assert.equal(summary(await again.result), "answered id1=blue-value", "keys show that the window is in use");
});

test("only the left button's click on something counts, and the rest is left to pi", async () => {
	const { host, result } = await open(one);
	const screen = host.screen();
	const y = screen.split("\n").findIndex((line) => line.includes("green"));
	assert.equal(host.mouse("move", 5, y), undefined);
	assert.equal(host.mouse("press", 5, y, { button: "right" }), undefined);
	assert.equal(host.mouse("click", 5, y, { button: "middle" }), undefined);
	assert.equal(host.mouse("press", 5, 1), undefined, "the prompt can be selected");
	assert.ok(host.mouse("press", 5, y)?.handled);
	assert.ok(host.mouse("drag", 50, y + 1));
	host.mouse("release", -3, -2);
	host.mouse("release", 500, 500);
	assert.equal(host.screen(), screen);
	assert.ok(await isPending(result));
	// If pi cannot show all rows, the row of a click is unknown.
	assert.equal(host.mouse("press", 5, y, { height: 3 }), undefined);
	const form = host.component;
	host.press(key.escape);
	await result;
	assert.equal(form?.handleMouse?.({ type: "click", button: "left", x: 5, y, height: 20 } as TuiMouseEvent), undefined);
});

test("a click in a text moves its cursor, and one on an option above answers", async () => {
	const { host, result } = await open(one);
	host.press("0", ..."abcdef");
	const at = (text: string) =>
		host
			.screen()
			.split("\n")
			.findIndex((line) => line.includes(text));
	host.mouse("click", 2, at("abcdef"));
	host.press("-");
	assert.equal(host.edited(), "ab-cdef");
	assert.ok(host.click("1. red"), "the list above takes clicks, too");
	assert.equal(summary(await result), "answered id1=red-value");
});
