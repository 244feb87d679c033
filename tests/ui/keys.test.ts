/**
 * Keys: their effects, the user's keybindings, the Kitty protocol, and keys that were meant for pi's prompt.
 */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { setKittyProtocolActive } from "@earendil-works/pi-tui";
import { boxes, colors, input, one, questions, two } from "../harness/args.ts";
import { clock, isPending, open, summary, TestHost } from "../harness/host.ts";
import { key, kitty } from "../harness/keys.ts";

function useKitty(context: TestContext): void {
	setKittyProtocolActive(true);
	context.after(() => setKittyProtocolActive(false));
}

test("keys move the highlight", async () => {
	for (const [keys, row] of [
		[[], "red"],
		[["j", "j", "k"], "green"],
		[[key.down, key.down, key.down], "Something else…"],
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
		[["l", "l"], "[✓ Submit]"],
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

test("arrows turn the tabs from an empty text, and move the cursor in any other", async () => {
	const questions = [
		{ prompt: "Name?", label: "Name" },
		{ prompt: "Why?", label: "Why" },
	];
	for (const [keys, tab] of [
		[[key.right], "[□ Why]"],
		[[key.left], "[✓ Submit]"],
		[[key.right, key.left], "[□ Name]"],
		[["a", key.left, key.right], "[□ Name]"],
		[["a", key.backspace, key.right], "[□ Why]"],
	] as const) {
		const { host } = await open({ questions });
		host.press(...keys);
		assert.ok(host.screen().includes(tab), `${JSON.stringify(keys)}\n${host.screen()}`);
		host.emit("session_shutdown");
	}
	for (const opened of ["0", "n", "c", "/"]) {
		for (const [keys, tab] of [
			[[key.right], "[□ Tab2]"],
			[[key.tab], "[□ Tab2]"],
			[[key.left], "[✓ Submit]"],
			[[key.shiftTab], "[✓ Submit]"],
			[["a", key.right], "[□ Tab1]"],
			[["a", key.backspace, key.right], "[□ Tab2]"],
		] as const) {
			const { host } = await open(two);
			host.press(opened, ...keys);
			assert.ok(host.screen().includes(tab), `${opened} ${JSON.stringify(keys)}\n${host.screen()}`);
			host.emit("session_shutdown");
		}
	}
});

test("the user's keybindings count, and the hints show them", async () => {
	const down = await open(one, { columns: 120, bindings: { "question.cursorDown": "ctrl+n" } });
	down.host.press("?");
	assert.match(down.host.screen(), /ctrl\+n/);
	down.host.press("?");
	down.host.press(key.ctrl("n"));
	assert.equal(down.host.highlighted(), "green");
	down.host.press("j");
	assert.equal(down.host.highlighted(), "green", "j is no longer bound");

	const up = await open(one, {
		columns: 120,
		bindings: { "tui.select.up": "ctrl+p", "tui.select.confirm": "f2" },
	});
	assert.match(up.host.screen(), /f2 choose/);
	up.host.press(key.down, key.down, key.ctrl("p"), key.enter);
	assert.equal(up.host.highlighted(), "green");
	up.host.press("\x1bOQ");
	assert.equal(summary(await up.result), "answered id1=green-value");

	const editor = await open(one, { bindings: { "tui.input.submit": "ctrl+s", "tui.select.cancel": "ctrl+q" } });
	editor.host.press("0", ..."ab");
	assert.match(editor.host.screen(), /ctrl\+s submit/);
	editor.host.press(key.ctrl("q"));
	assert.ok(!editor.host.isEditing());
	editor.host.press("0", key.ctrl("s"));
	assert.equal(summary(await editor.result), "answered id1=ab");
});

test("a key that the user has set goes before the default keys of other commands, and is named where it counts", async () => {
	const yes = { "question.yes": "j" };
	const confirm = await open(questions(["Yes", "No"], ["x"]), { bindings: yes });
	confirm.host.press("j");
	assert.match(confirm.host.screen(), /\[□ Tab2\]/);
	const list = await open(one, { bindings: yes });
	list.host.press("j");
	assert.equal(list.host.highlighted(), "green");

	const digit = await open(one, { bindings: { "question.note": "1" } });
	assert.match(digit.host.screen(), /> +red\n.*\n +2\. green/);
	digit.host.press("1");
	assert.match(digit.host.screen(), /A note on your answer/);

	const zero = await open(one, { bindings: { "question.cancel": "0" } });
	assert.doesNotMatch(zero.host.screen(), /0\. Something/);
	zero.host.press("c", "0");
	assert.equal(zero.host.edited(), "0");
	assert.match(zero.host.screen(), /esc back/);
	assert.doesNotMatch(zero.host.screen(), /0 back/);
	zero.host.press(key.escape, "0");
	assert.ok(!(await isPending(zero.result)) || /Leave the form/.test(zero.host.screen()));
});

/** A list and a preview that do not fit. */
const long = questions(Array.from({ length: 60 }, (_, at) => `option${at + 1}`));
const preview = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`).join("\n\n");
const shown = { questions: [{ prompt: "Which?", options: [{ label: "a", preview }, { label: "b" }] }] };

/** A text question with a prompt that does not fit. */
const wordy = { questions: [{ prompt: Array.from({ length: 60 }, (_, at) => `row ${at + 1}`).join("\n") }] };

const f9 = "\x1b[20~";

interface Bound {
	args: unknown;
	/** Keys pressed before. */
	before?: string[];
	/** Default keys of the command, and those that it shares with pi's lists. */
	keys: string[];
	shared?: string[];
	/** Matches the screen after the command and not before. Undefined if the command ends the form. */
	effect: RegExp | undefined;
	/** Text of its hint. */
	hint?: string;
}

const commands: Record<string, Bound> = {
	cursorUp: { args: one, before: ["j"], keys: ["k"], shared: [key.up], effect: /> 1. red/ },
	cursorDown: { args: one, keys: ["j"], shared: [key.down], effect: /> 2. green/ },
	pageUp: {
		args: long,
		before: [key.pageDown],
		keys: [key.ctrl("b")],
		shared: [key.pageUp],
		effect: /> +1. option1\b/,
	},
	pageDown: { args: long, keys: [key.ctrl("f")], shared: [key.pageDown], effect: />( \d\d| +[5-9])\. option/ },
	first: { args: long, before: [key.pageDown], keys: ["\x1b[H"], effect: /> +1\. option1\b/ },
	last: { args: long, keys: ["\x1b[F"], effect: /> +0\. Something else/ },
	prevTab: { args: two, before: ["2"], keys: [key.left, "h", key.shiftTab], effect: /\[■ Tab1\]/, hint: "/→ switch" },
	nextTab: { args: two, keys: [key.right, "l", key.tab], effect: /\[□ Tab2\]/, hint: " switch" },
	confirm: { args: two, keys: [], shared: [key.enter], effect: /\[□ Tab2\]/, hint: " choose" },
	cancel: { args: one, keys: [], shared: [key.escape, key.ctrl("c")], effect: undefined, hint: " cancel" },
	leave: {
		args: boxes,
		before: ["1"],
		keys: [],
		shared: [key.ctrl("c")],
		effect: /Leave the form\?/,
	},
	toggle: { args: boxes, keys: [" "], effect: /\[x\] red/, hint: " check" },
	toggleAll: { args: boxes, keys: ["a"], effect: /\[x\] red[\s\S]*\[x\] green[\s\S]*\[x\] blue/ },
	edit: { args: boxes, before: ["0", ..."abc", key.enter], keys: ["e"], effect: /\(wrote\) abc ✎/ },
	note: { args: one, keys: ["n"], effect: /A note on your answer/, hint: " note" },
	filter: { args: one, keys: ["/"], effect: /^ \/ +3\/3$/m },
	discuss: { args: one, keys: ["c"], effect: /Talk about it first/, hint: " discuss" },
	undo: { args: boxes, before: ["1"], keys: ["u"], effect: /1\. \[ \] red/ },
	redo: { args: boxes, before: ["1", key.ctrl("z")], keys: ["U"], effect: /1\. \[x\] red/ },
	zoom: { args: shown, keys: ["p"], effect: /1\/2/, hint: " preview" },
	readUp: {
		args: wordy,
		before: ["x", "\x1b[17~"],
		keys: ["\x1b[1;2A"],
		shared: [key.pageUp],
		effect: /^ row 1$/m,
		hint: "/f6 read",
	},
	readDown: {
		args: wordy,
		before: ["x"],
		keys: ["\x1b[1;2B"],
		shared: [key.pageDown],
		effect: /↑ \d+ more lines/,
		hint: " read",
	},
	previewUp: {
		args: shown,
		before: ["\x1b[18~"],
		keys: [key.ctrl("u"), "\x1b[1;2A"],
		effect: /line 1\b/,
	},
	previewDown: { args: shown, keys: [key.ctrl("d"), "\x1b[1;2B"], effect: /^(?![\s\S]*line 1\b)/ },
	help: { args: one, keys: ["?", "\x1bOP"], effect: /Any key goes back/, hint: " help" },
	yes: { args: one, before: ["0", ..."abcd", key.enter], keys: ["y"], effect: undefined },
	no: { args: one, before: ["0", ..."abcd", key.enter], keys: ["n"], effect: /✎/ },
};

test("every command has its keys, and the user's instead of them", async (context) => {
	// Four characters are a long text, so that sending is confirmed. The helpers are keys for `before` that no test overrides.
	const settings = { softLimit: 3, maxHeight: 50 };
	const helpers = { "question.undo": "ctrl+z", "question.previewDown": "f7", "question.readDown": "f6" };
	for (const [name, { args, before = [], keys, shared = [], effect, hint }] of Object.entries(commands)) {
		await context.test(name, async () => {
			const id = `question.${name}`;
			const others = Object.fromEntries(Object.entries(helpers).filter(([other]) => other !== id));
			const start = async (own: Record<string, string | string[]>) => {
				const { host } = await open(args, { settings, columns: 220, bindings: { ...others, ...own } });
				host.press(...before);
				assert.ok(!effect?.test(host.screen()), `there before:\n${host.screen()}`);
				return host;
			};
			const acts = (host: Awaited<ReturnType<typeof start>>, pressed: string) => {
				host.press(pressed);
				if (effect) assert.match(host.screen(), effect, JSON.stringify(pressed));
				else assert.equal(host.component, undefined, JSON.stringify(pressed));
				host.emit("session_shutdown");
			};
			for (const pressed of [...keys, ...shared]) acts(await start({}), pressed);
			for (const pressed of shared) acts(await start({ [id]: "f9" }), pressed);
			for (const pressed of keys) {
				const host = await start({ [id]: "f9" });
				const screen = host.screen();
				host.press(pressed);
				assert.equal(host.screen(), screen, `${JSON.stringify(pressed)} is no longer bound`);
				host.emit("session_shutdown");
			}
			const host = await start({ [id]: ["f9", "f8"] });
			if (hint) assert.ok(host.screen().includes(`f9${hint}`), `f9${hint} in\n${host.screen()}`);
			acts(host, f9);
			acts(await start({ [id]: ["f9", "f8"] }), "\x1b[19~");
			// Without a key, it has no hint.
			const unbound = await start({ [id]: [] });
			for (const pressed of keys) unbound.press(pressed);
			if (hint && shared.length === 0 && !/Tab/.test(name))
				assert.doesNotMatch(unbound.screen(), new RegExp(`\\S${hint}\\b`));
			unbound.emit("session_shutdown");
		});
	}
});

test("keys that turn over a screenful are the form's where it does not show all, and else pi's own", async () => {
	const wants = (host: TestHost) => (host.component as { capturesViewportInput?: boolean }).capturesViewportInput;
	for (const [args, keys, isTheForms] of [
		[one, [], false],
		[one, ["0", "x"], false],
		[long, [], true],
		[{ questions: [{ ...wordy.questions[0], options: ["a"] }] }, [], true],
		[wordy, ["x"], true],
		[{ questions: [{ prompt: "Why?" }] }, [..."some text"], false],
	] as const) {
		const { host } = await open(args);
		host.press(...keys);
		host.screen();
		assert.equal(wants(host), isTheForms, host.screen());
		host.emit("session_shutdown");
	}
});

test("the page of keys: any key ends it and does nothing else, above a text as well", async (context) => {
	const list = await open(two);
	for (const pressed of ["x", "1", " ", key.enter, key.escape, key.ctrl("c"), key.down, "?", "\x1b[15~", "é"]) {
		const screen = list.host.screen();
		list.host.press("?");
		assert.match(list.host.screen(), /Any key goes back/);
		list.host.press(pressed);
		assert.equal(list.host.screen(), screen, JSON.stringify(pressed));
	}
	const text = await open(one);
	text.host.press("0", ..."what?", "\x1bOP");
	assert.match(text.host.screen(), /Any key goes back/);
	assert.ok(!text.host.isEditing());
	text.host.press("x");
	assert.equal(text.host.edited(), "what?");
	text.host.press("!", key.enter);
	assert.equal(summary(await text.result), "answered id1=what?!");
	useKitty(context);
	const held = await open(one);
	const mark = kitty(63);
	held.host.press(mark.press, mark.repeat, mark.release);
	assert.match(held.host.screen(), /Any key goes back/);
});

test("yes and no answer by the keys they are bound to", async () => {
	const settings = { softLimit: 3 };
	const { host } = await open(two, { settings, bindings: { "question.yes": "ctrl+y", "question.no": [] } });
	host.press("0", ..."long", key.enter, "?");
	assert.match(host.screen(), /ctrl\+y +yes\n/);
	host.press("n", "n", "y");
	assert.match(host.screen(), /is long/, "no longer bound");
	host.press(key.ctrl("y"));
	assert.match(host.screen(), /\[□ Tab2\]/);
});

test("Ctrl+C twice leaves with what there is, wherever the user is", async () => {
	const leave = key.ctrl("c");
	for (const [args, keys, expected] of [
		[two, ["2", leave, leave], "cancelled id1=green-value"],
		[two, ["2", "0", ..."half", leave, leave], "cancelled id1=green-value"],
		[two, ["2", "/", ..."x", leave, leave], "cancelled id1=green-value"],
		[two, ["2", "c", ..."why", leave, leave], "cancelled id1=green-value"],
		[two, ["2", key.escape, leave], "cancelled id1=green-value"],
		[one, ["0", leave, leave], "cancelled"],
		[input, [..."half", leave, leave], "cancelled"],
	] as const) {
		const { host, result } = await open(args);
		host.press(...keys);
		assert.equal(summary(await result), expected, JSON.stringify(keys));
	}
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
		// Bypasses pi's own filter of releases, which newer versions may not have.
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

test("Kitty: keys that check, open and answer act once too", async (context) => {
	useKitty(context);
	const keys = (letter: string) => kitty(letter.charCodeAt(0));
	const settings = { softLimit: 3 };
	const { host, result } = await open(boxes, { settings });
	for (const [letter, screen] of [
		[" ", /\[x\] red/],
		["a", /\[x\] blue/],
		["u", /\[x\] red[\s\S]*\[ \] blue/],
		["1", /\[ \] red/],
	] as const) {
		const held = keys(letter);
		host.press(held.press, held.repeat, held.repeat, held.repeat, held.release);
		host.component?.handleInput?.(held.release);
		assert.match(host.screen(), screen, letter);
	}
	for (const letter of ["n", "/", "c"]) {
		const held = keys(letter);
		host.press(held.press, held.repeat, held.repeat, held.release);
		assert.ok(host.isEditing(), letter);
		assert.doesNotMatch(host.screen(), /nn|\/\/|cc/);
		host.press(kitty(27).press, kitty(27).repeat);
		assert.ok(!host.isEditing(), letter);
	}
	assert.ok(await isPending(result));
	host.press("0", ..."long", kitty(13).press);
	assert.match(host.screen(), /Send it anyway/);
	host.press(kitty(13).repeat, kitty(13).release, keys("y").release, keys("n").repeat);
	assert.match(host.screen(), /Send it anyway/);
	host.press(keys("y").press, keys("y").repeat);
	assert.match(host.screen(), /> .*\[x\] \(wrote\) long/);
	assert.ok(await isPending(result));
});

test("keys do not answer a form until it was seen, and there was silence", async () => {
	const start = async (pause: number, args: unknown = two) => {
		const host = new TestHost();
		host.pause = pause;
		const { result } = await host.open(args);
		return { host, result };
	};
	for (const pause of [0, 8, 399]) {
		for (const pressed of [key.enter, "1", " ", "0", "n", "c", "/", "a", "u"]) {
			const { host, result } = await start(pause);
			const screen = host.screen();
			const untouched = screen.replace(
				/\n\n( [^\n]*enter choose)/,
				"\n Keys do not count yet: what you type goes to pi’s prompt.\n$1",
			);
			host.press(pressed);
			assert.equal(host.screen(), untouched, JSON.stringify(pressed));
			// Each key begins the silence again.
			clock.now += 399;
			host.press(pressed);
			assert.equal(host.screen(), untouched, JSON.stringify(pressed));
			clock.now += 400;
			host.press("2");
			assert.match(host.screen(), /\[□ Tab2\]/);
			host.press("1");
			assert.match(host.screen(), /\[✓ Submit\]/, "once there was silence, no more of it is needed");
			host.emit("session_shutdown");
			await result;
		}
	}
	const moved = await start(0);
	moved.host.press(key.down, key.right, key.left);
	assert.equal(moved.host.highlighted(), "green", "what moves is let through");
	moved.host.press(key.escape);
	assert.equal(summary(await moved.result), "cancelled");

	const calm = await start(400);
	calm.host.press("2", "1", key.enter);
	assert.equal(summary(await calm.result), "answered id1=green-value id2=x-value");

	// Keys that pi reads before it has painted the form were pressed before the user saw it.
	const early = new TestHost();
	const { result } = await early.open(two, undefined, false);
	clock.now += 5_000;
	early.press("1", key.enter, " ");
	await early.look();
	early.press("2", "1", key.enter);
	assert.equal(summary(await result), "answered id1=green-value id2=x-value");

	const typed = await start(0, { questions: [{ prompt: "?" }] });
	typed.host.press(..."to the prompt", key.enter, key.enter);
	assert.equal(typed.host.edited(), "");
	clock.now += 400;
	typed.host.press(..."an answer", key.enter);
	assert.equal(summary(await typed.result), "answered q1=an answer");
	assert.equal(typed.host.prompt, "to the prompt");
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
		assert.match(screen, /Keys do not count yet: what you type goes to pi’s prompt\./);
		for (const char of said) {
			clock.now += 150;
			host.press(char === "\n" ? key.enter : char);
		}
		host.press(key.paste(" \x1b]2;title\x07"), key.enter);
		// Keys that type nothing also begin the silence again.
		for (const idle of [key.ctrl("l"), "\x1b[3~", key.ctrl("b"), "\x1b[15~"]) {
			clock.now += 1_000;
			host.press(idle);
		}
		assert.equal(host.screen(), screen);
		clock.now += 1_100;
		host.press("1");
		assert.equal(host.screen(), screen, "1.1 s are no silence for someone who writes");
		clock.now += 1_200;
		host.press(key.escape);
		assert.doesNotMatch(host.screen(), /Keys do not count yet/);
		assert.equal(summary(await result), "cancelled");
		assert.equal(host.prompt, `I think ${said} ␛]2;title␇\n1`);
	}
});

test("a form that pi puts away without closing it has ended, with what was entered", async () => {
	const { host, result } = await open(two);
	host.press("2", "0", ..."half");
	(host.component as unknown as { dispose(): void }).dispose();
	const { details, text } = await result;
	assert.deepEqual([details.outcome, details.answers.map(({ value }) => value)], ["aborted", ["green-value"]]);
	assert.deepEqual(details.unsent, [{ id: "id2", text: "half" }]);
	assert.doesNotMatch(text, /half/);
});

test("what the quiet line says is gone when there was silence", async (context) => {
	context.mock.timers.enable({ apis: ["setTimeout"] });
	const host = new TestHost();
	host.prompt = "x";
	host.pause = 10;
	const { result } = await host.open(one);
	assert.match(host.screen(), /Keys do not count yet/);
	clock.now += 1_190;
	context.mock.timers.tick(1_200);
	assert.doesNotMatch(host.screen(), /Keys do not count yet/);
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

test("a question that is asked again holds what was typed and not submitted, unless it was discarded", async () => {
	const results: Array<[keys: string[], draft: string]> = [
		[["0", ..."half", key.escape, key.escape, key.down, key.enter], "half"],
		[["0", ..."half", key.escape, "c", ..."why", key.enter], "half"],
		[["0", ..."half", key.escape, key.escape, key.down, key.down, key.enter], ""],
	];
	for (const [keys, draft] of results) {
		const first = await open(two);
		first.host.press(...keys);
		const { details, text } = await first.result;
		assert.doesNotMatch(text, /half/);
		const message = {
			role: "toolResult",
			toolCallId: "a",
			toolName: "question",
			details,
			content: [{ type: "text", text }],
		};
		const again = await open(two, { branch: [{ type: "message", message }] });
		again.host.press("0");
		assert.equal(again.host.edited(), draft, JSON.stringify(keys));
		const other = await open(questions(["red", "green"], ["x"]), { branch: [{ type: "message", message }] });
		other.host.press("0");
		assert.equal(other.host.edited(), "", "it has other options");
	}
});
