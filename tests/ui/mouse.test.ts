/** The mouse: clicks, and the cursor of a field. Random events among random keys are in traps.test.ts. */
import assert from "node:assert/strict";
import test from "node:test";
import { type TuiMouseEvent, visibleWidth } from "@earendil-works/pi-tui";
import { boxes, colors, one, questions, two } from "../harness/args.ts";
import { clock, isPending, open, summary, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

function rowOf(host: TestHost, text: string): number {
	return host
		.screen()
		.split("\n")
		.findIndex((line) => line.includes(text));
}

test("the click that brings the keys to a form takes nothing", async () => {
	const { host, result } = await open(two);
	const form = host.component as unknown as { focused: boolean };
	form.focused = false;
	await new Promise(setImmediate);
	assert.ok(host.click("blue"));
	assert.equal(host.highlighted(), "blue");
	assert.ok(await isPending(result));
	clock.now += 400;
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
	clock.now += 400;
	assert.ok(host.click("2. y"));
	clock.now += 400;
	host.press(key.enter);
	assert.equal(summary(await result), "answered id1=blue-value id2=y-value");
});

test("the second click of a double click was meant for the row of the first, and selects no word", async () => {
	const { host, result } = await open(questions(colors, colors));
	assert.ok(host.click("blue"));
	assert.match(host.screen(), /\[□ Tab2\]/);
	clock.now += 150;
	const y = rowOf(host, "blue");
	assert.ok(host.mouse("press", visibleWidth("   3. "), y)?.handled, "pi would select the word");
	assert.ok(host.click("blue"));
	assert.equal(host.highlighted(), "red");
	assert.ok(host.click("green"));
	assert.equal(host.highlighted(), "green", "another row is meant, too early");
	host.emit("session_shutdown");
	await result;
	const list = await open(boxes);
	for (const box of ["[x] green", "[ ] green", "[x] green"]) {
		assert.ok(list.host.click("green"));
		assert.ok(list.host.screen().includes(box));
		clock.now += 150;
	}
	list.host.emit("session_shutdown");
	await list.result;
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
	const y = rowOf(host, "green");
	assert.equal(host.mouse("move", 5, y), undefined);
	assert.equal(host.mouse("press", 5, y, { button: "right" }), undefined);
	assert.equal(host.mouse("click", 5, y, { button: "middle" }), undefined);
	for (const row of [1, y]) assert.equal(host.mouse("press", 5, row), undefined, "pi selects text");
	for (const at of [5, 50, 500]) assert.equal(host.mouse("drag", at, y + 1), undefined);
	assert.equal(host.mouse("release", -3, -2), undefined);
	assert.equal(host.screen(), screen);
	assert.ok(await isPending(result));
	// If pi cannot show all rows, the row of a click is unknown.
	assert.equal(host.mouse("press", 5, y, { height: 3 }), undefined);
	const form = host.component;
	host.press(key.escape);
	await result;
	assert.equal(form?.handleMouse?.({ type: "click", button: "left", x: 5, y, height: 20 } as TuiMouseEvent), undefined);
});

test("a click in a text moves its cursor", async () => {
	const { host, result } = await open(one);
	host.press("0", ..."abcdef");
	host.mouse("click", 2, rowOf(host, "abcdef"));
	host.press("-");
	assert.equal(host.edited(), "ab-cdef");
	host.press(key.escape, "/", ..."green");
	const y = rowOf(host, " / green");
	host.mouse("press", 4, y);
	host.press("-");
	assert.match(host.screen(), / Nothing matches\. [\s\S]*^ \/ [gren]*-[gren]*$/m);
	assert.doesNotMatch(host.screen(), /green- /m);
	host.emit("session_shutdown");
	await result;
});
