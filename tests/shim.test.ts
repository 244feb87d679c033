/**
 * The form under a user's hands: keys and the user's keybindings, the Kitty protocol, pasted text, pi's editor, input
 * methods, colors and sizes. How calls begin and end is in calls.test.ts.
 */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { CURSOR_MARKER, setKittyProtocolActive, stripTerminalSequences } from "@earendil-works/pi-tui";
import { isPending, key, kitty, open, questions, summary } from "./harness/host.ts";

const colors = ["red", "green", "blue"];
const one = questions(colors);
const two = questions(colors, ["x", "y"]);

function useKitty(context: TestContext): void {
	setKittyProtocolActive(true);
	context.after(() => setKittyProtocolActive(false));
}

test("keys move the highlight", async () => {
	for (const [keys, row] of [
		[[], "red"],
		[[key.down], "green"],
		[["j", "j"], "blue"],
		[["j", "j", "k"], "green"],
		[[key.down, key.down, key.down], "Something else…"],
		[[key.down, key.up], "red"],
		[["9", "x", " ", key.left, key.tab], "red"],
	] as const) {
		const { host, result } = await open(one);
		host.press(...keys);
		assert.equal(host.highlighted(), row, JSON.stringify(keys));
		assert.ok(await isPending(result));
		host.emit("session_shutdown");
	}
});

test("keys turn the tabs", async () => {
	for (const [keys, tab] of [
		[[key.right], "[□ Tab2]"],
		[["l", "l"], "[✓ Submit]"],
		[[key.tab, key.shiftTab], "[□ Tab1]"],
		[[key.tab, "h"], "[□ Tab1]"],
		[[key.right, key.left], "[□ Tab1]"],
		[["2"], "[□ Tab2]"],
		[["2", key.left], "[■ Tab1]"],
		[["2", "1"], "[✓ Submit]"],
	] as const) {
		const { host } = await open(two);
		host.press(...keys);
		assert.ok(host.screen().includes(tab), `${JSON.stringify(keys)}\n${host.screen()}`);
		host.emit("session_shutdown");
	}
});

test("the user's keybindings count, and the hints show them", async () => {
	const down = await open(one, { bindings: { "question.cursorDown": "ctrl+n" } });
	assert.match(down.host.screen(), /ctrl\+n/);
	down.host.press(key.ctrl("n"));
	assert.equal(down.host.highlighted(), "green");
	down.host.press("j");
	assert.equal(down.host.highlighted(), "green", "j is no longer bound");

	const up = await open(one, { bindings: { "tui.select.up": "ctrl+p", "tui.select.confirm": "f2" } });
	assert.match(up.host.screen(), /ctrl\+p/);
	assert.match(up.host.screen(), /f2 select/);
	up.host.press(key.down, key.down, key.ctrl("p"), key.enter);
	assert.equal(up.host.highlighted(), "green");
	up.host.press("\x1bOQ");
	assert.equal(summary(await up.result), "answered id1=green-value");

	const editor = await open(one, { bindings: { "tui.input.submit": "ctrl+s", "tui.select.cancel": "ctrl+g" } });
	editor.host.press("0", ..."ab");
	assert.match(editor.host.screen(), /ctrl\+s submit/);
	editor.host.press(key.ctrl("g"));
	assert.ok(!editor.host.isEditing());
	editor.host.press("0", key.ctrl("s"));
	assert.equal(summary(await editor.result), "answered id1=ab");
});

test("Kitty: a key held down acts once, a held arrow goes on, a release does nothing", async (context) => {
	useKitty(context);
	const enter = kitty(13);
	const digit = (number: number) => kitty(48 + number);
	for (const held of [enter, digit(1)]) {
		const { host, result } = await open(questions(colors, ["x", "y"], ["z"]));
		host.press(held.press, held.repeat, held.repeat, held.release);
		assert.match(host.screen(), /■ Tab1 \[□ Tab2\] □ Tab3/);
		assert.ok(await isPending(result));
	}
	const arrow = kitty("B");
	const { host, result } = await open(one);
	host.press(arrow.press, arrow.repeat, arrow.release);
	assert.equal(host.highlighted(), "blue");
	for (const { release } of [enter, digit(1), digit(0), arrow, kitty(27), kitty(106)]) {
		// Past pi's own filter, which newer versions may not have.
		host.component?.handleInput?.(release);
	}
	assert.equal(host.highlighted(), "blue");
	host.press("\x1b[1;129A");
	assert.equal(host.highlighted(), "green", "an arrow with Num Lock on");
	assert.ok(await isPending(result));
	host.press(kitty(27).press, kitty(27).repeat);
	assert.equal(summary(await result), "cancelled");
});

test("Kitty: the key that opened the editor does nothing in it while it is held", async (context) => {
	useKitty(context);
	const [enter, zero] = [kitty(13), kitty(48)];
	const { host, result } = await open(one);
	host.press(zero.press, zero.repeat, zero.repeat, zero.release);
	assert.ok(host.isEditing());
	assert.equal(host.edited(), "");
	host.press(...Array<string>(3).fill(key.backspace), ..."draft", kitty(27).press, kitty(27).repeat);
	assert.ok(!host.isEditing());
	assert.ok(await isPending(result));
	host.press(enter.press, enter.repeat, enter.repeat, enter.release);
	assert.ok(await isPending(result), "a held Enter sent the draft");
	assert.ok(host.isEditing());
	assert.equal(host.edited(), "draft");
});

test("text pasted into the list does nothing", async () => {
	for (const text of ["2", "\r", "1\n", "0", "\x1b", "jj\r2\n", `${"2\n".repeat(400)}`]) {
		const { host, result } = await open(two);
		const before = host.screen();
		host.press(key.paste(text));
		assert.equal(host.screen(), before, JSON.stringify(text));
		assert.ok(await isPending(result));
	}
});

test("text pasted into the editor never submits, and all of it arrives", async () => {
	const [submit, share] = [[key.enter], [key.escape, key.escape, key.down, key.enter]];
	for (const text of [
		"a\nb",
		"1\n2\n\n3",
		"a\rb\r\nc",
		Array.from({ length: 40 }, (_, at) => `line ${at}`).join("\n"),
		"long ".repeat(600).trim(),
		"ümläut 日本語 👩‍👩‍👧 ".repeat(90).trim(),
	]) {
		const value = text.replaceAll(/\r\n?/g, "\n");
		for (const ending of [submit, [key.escape, "0", ...submit], [...share], [key.escape, "0", ...share]]) {
			const { host, result } = await open(one);
			host.press("0", key.paste(text));
			assert.ok(await isPending(result));
			host.press(...ending);
			const { details } = await result;
			assert.equal(details.answers[0]?.value, value);
			assert.equal(details.outcome, ending.includes(key.down) ? "cancelled" : "answered");
		}
		const aborted = await open(one);
		aborted.host.press("0", key.paste(text));
		aborted.host.emit("session_shutdown");
		assert.equal(summary(await aborted.result), `aborted id1=${value}`);
	}
});

test("the editor shows its own question's text again, and undo never brings another's", async () => {
	const { host, result } = await open(two);
	host.press("0", ..."first", key.escape);
	assert.ok(!host.isEditing());
	assert.match(host.screen(), /first/);
	host.press("l", "0");
	assert.equal(host.edited(), "");
	host.press(key.undo, key.undo, key.undo);
	assert.equal(host.edited(), "");
	host.press(..."second", key.enter, "h", "h", "0");
	assert.equal(host.edited(), "first");
	for (let times = 0; times < 20; times++) {
		host.press(key.undo);
		assert.ok("first".startsWith(host.edited()), host.edited());
	}
	host.press(key.ctrl("u"), ..."third", key.enter, "l", key.enter);
	assert.equal(summary(await result), "answered id1=third id2=second");
});

test("a blank text is refused with a line that says so", async () => {
	const { host, result } = await open(one);
	host.press("0", " ", key.enter);
	assert.ok(await isPending(result));
	assert.match(host.screen(), /Nothing typed yet/);
});

test("focus reaches the editor, which marks the cursor for input methods", async () => {
	const { host } = await open(one);
	assert.ok(!host.isEditing());
	host.press("0", "ä");
	const component = host.component as unknown as { focused: boolean };
	assert.equal(component.focused, true);
	assert.ok(host.lines().some((line) => stripTerminalSequences(line.split(CURSOR_MARKER)[0] ?? "") === "ä"));
	component.focused = false;
	host.component?.invalidate();
	assert.ok(!host.isEditing());
	component.focused = true;
	assert.ok(host.isEditing());
});

test("a changed theme repaints everything, and changes no text", async () => {
	const { host, result } = await open(two);
	const transcript = [host.renderCall(two), host.renderResult([], { answers: [{ id: "a", label: "b" }] })];
	for (const keys of [[], ["0", ..."text"], [key.enter, "1"]]) {
		host.press(...keys);
		const screen = host.screen();
		const shades = () => [...host.lines(), ...transcript.flatMap((component) => component.render(60))].join("\n");
		assert.match(shades(), new RegExp(`38;2;${host.theme.shade};`));
		host.theme.shade++;
		for (const component of [host.component, ...transcript]) component?.invalidate();
		assert.match(shades(), new RegExp(`38;2;${host.theme.shade};`));
		assert.doesNotMatch(shades(), new RegExp(`[34]8;2;${host.theme.shade - 1};`));
		assert.equal(host.screen(), screen);
	}
	host.press(key.enter);
	assert.equal(summary(await result), "answered id1=text id2=x-value");
});

test("any size, and back: nothing is lost, and no more than 70 % of the rows are taken", async () => {
	const { host, result } = await open(two);
	for (const keys of [[], ["0", ..."some text that needs more than one line at twenty columns"]]) {
		host.press(...keys);
		const { columns, rows } = host.terminal;
		const before = host.screen();
		for (const [columns, rows] of [
			[20, 10],
			[10, 4],
			[1, 1],
			[2, 3],
			[39, 100],
			[300, 5],
		] as const) {
			Object.assign(host.terminal, { columns, rows });
			const cap = Math.max(Math.floor(rows * 0.7), Math.min(rows, 8));
			assert.ok(host.lines().length <= cap, `${columns}×${rows}:\n${host.screen()}`);
		}
		Object.assign(host.terminal, { columns, rows });
		assert.equal(host.screen(), before);
	}
	host.emit("session_shutdown");
	assert.match(summary(await result), /needs more than one line/);
});
