/**
 * Keys: their effects, the user's keybindings, and the Kitty protocol. Keys that were meant for pi's prompt are in
 * quiet.test.ts.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { boxes, colors, input, one, questions, two } from "../harness/args.ts";
import { clock, type HostOptions, isPending, open, summary, type TestHost } from "../harness/host.ts";
import { key, kitty, useKitty } from "../harness/keys.ts";

const { up, down, left, right, pageUp, pageDown, enter, tab, shiftTab, ctrl, f9 } = key;

test("pi's own bindings count, as the user has set them, and the hints show them", async () => {
	const list = await open(one, { columns: 120, bindings: { "tui.select.up": "ctrl+p", "tui.select.confirm": "f9" } });
	assert.match(list.host.screen(), /f9 choose/);
	list.host.press(down, down, ctrl("p"), enter);
	assert.equal(list.host.highlighted(), "green");
	list.host.press(f9);
	assert.equal(summary(await list.result), "answered id1=green-value");

	const editor = await open(one, { bindings: { "tui.input.submit": "ctrl+s", "tui.select.cancel": "ctrl+q" } });
	editor.host.press("0", ..."ab");
	assert.match(editor.host.screen(), /ctrl\+s submit/);
	editor.host.press(ctrl("q"));
	assert.ok(!editor.host.isEditing());
	editor.host.press(enter, ctrl("s"));
	assert.equal(summary(await editor.result), "answered id1=ab");
});

/** A list and a preview that do not fit. */
const long = questions(Array.from({ length: 60 }, (_, at) => `option${at + 1}`));
const preview = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`).join("\n\n");
const shown = { questions: [{ prompt: "Which?", options: [{ label: "a", preview }, { label: "b" }] }] };

/** A text question with a prompt that does not fit. */
const wordy = { questions: [{ prompt: Array.from({ length: 60 }, (_, at) => `row ${at + 1}`).join("\n") }] };

interface Bound {
	args: unknown;
	/** Keys pressed before. */
	before?: string[];
	/** Default keys of the command, and those that it shares with pi's lists. */
	keys?: string[];
	shared?: string[];
	/** Matches the screen after the command and not before. Absent if the command ends the form. */
	effect?: RegExp;
	/** Text of its hint. */
	hint?: string;
}

/** A text that is long by the settings of the test, so that the form asks whether to send it. */
const tooLong = ["0", ..."abcd", enter];
const commands: Record<string, Bound> = {
	cursorUp: { args: one, before: [down], shared: [up], effect: /→ 1. red/ },
	cursorDown: { args: one, shared: [down], effect: /→ 2. green/ },
	pageUp: { args: long, before: [pageDown], keys: [ctrl("b")], shared: [pageUp], effect: /→ +1. option1\b/ },
	pageDown: { args: long, keys: [ctrl("f")], shared: [pageDown], effect: /→( \d\d| +[5-9])\. option/ },
	first: { args: long, before: [pageDown], keys: [key.home], effect: /→ +1\. option1\b/ },
	last: { args: long, keys: [key.end], effect: /→ +0\. Something else/ },
	prevTab: { args: two, before: ["2"], keys: [left, shiftTab], effect: /\[■ Tab1\]/, hint: "/→ switch" },
	nextTab: { args: two, keys: [right, tab], effect: /\[□ Tab2\]/, hint: " switch" },
	confirm: { args: two, shared: [enter], effect: /\[□ Tab2\]/, hint: " choose" },
	cancel: { args: one, shared: [key.escape, ctrl("c")], hint: " cancel" },
	leave: { args: boxes, before: ["1"], shared: [ctrl("c")], effect: /Leave the form\?/ },
	toggle: { args: boxes, keys: [" "], effect: /\[x\] red/, hint: " check" },
	toggleAll: { args: boxes, keys: [ctrl("a")], effect: /\[x\] red[\s\S]*\[x\] green[\s\S]*\[x\] blue/ },
	edit: { args: boxes, before: [..."xyz", enter], keys: [key.backspace], effect: /\(wrote\) ✎/ },
	note: { args: one, keys: [ctrl("n")], effect: /A note on your answer/, hint: " note" },
	discuss: { args: one, keys: [ctrl("t")], effect: /Discuss it first/, hint: " discuss" },
	discussText: { args: one, before: ["x"], keys: [ctrl("t")], effect: /Discuss it first/ },
	undo: { args: boxes, before: ["1"], shared: [key.undo], effect: /1\. \[ \] red/ },
	redo: { args: boxes, before: ["1", key.undo], keys: [key.redo], effect: /1\. \[x\] red/ },
	zoom: { args: shown, keys: [ctrl("p")], effect: /option 1 of 2/, hint: " read" },
	readUp: {
		args: wordy,
		before: ["x", key.f6],
		keys: [key.shiftUp],
		shared: [pageUp],
		effect: /^ row 1$/m,
		hint: "/f6 scroll",
	},
	readDown: {
		args: wordy,
		before: ["x"],
		keys: [key.shiftDown],
		shared: [pageDown],
		effect: /↑ \d+ more lines/,
		hint: " scroll",
	},
	previewUp: { args: shown, before: [key.f7], keys: [ctrl("u"), key.shiftUp], effect: /line 1\b/ },
	previewDown: { args: shown, keys: [ctrl("d"), key.shiftDown], effect: /^(?![\s\S]*line 1\b)/ },
	fold: { args: one, keys: [ctrl("l")], effect: /^\S+ unfold · The model has a question: Tab1$/ },
	help: { args: one, keys: ["?", key.f1], effect: /Any key goes back/, hint: " help" },
	yes: { args: one, before: tooLong, keys: ["y", "Y"] },
	no: { args: one, before: tooLong, keys: ["n", "N"], effect: /✎/ },
};

test("every command has its keys, and the user's instead of them", async (context) => {
	// Four characters are a long text, so that sending is confirmed. No test overrides the helpers, which are for `before`.
	const settings = { softLimit: 3, maxHeight: 50 };
	const helpers = { "question.previewDown": "f7", "question.readDown": "f6" };
	for (const [name, { args, before = [], keys = [], shared = [], effect, hint }] of Object.entries(commands)) {
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
				// What types a character begins a text instead.
				if (!/^\P{Cc}$/u.test(pressed))
					assert.equal(host.screen(), screen, `${JSON.stringify(pressed)} is no longer bound`);
				else if (effect) assert.doesNotMatch(host.screen(), effect, `${JSON.stringify(pressed)} is no longer bound`);
				else assert.ok(host.component);
				host.emit("session_shutdown");
			}
			const host = await start({ [id]: ["f9", "f8"] });
			if (hint) assert.ok(host.screen().includes(`f9${hint}`), `f9${hint} in\n${host.screen()}`);
			acts(host, f9);
			acts(await start({ [id]: ["f9", "f8"] }), key.f8);
			// Without a key, also of pi's own, it does nothing and has no hint.
			const unbound = await start({ [id]: [] });
			// Other commands have the same hint.
			if (hint && !/Tab|readDown/.test(name)) assert.doesNotMatch(unbound.screen(), new RegExp(`\\S${hint}\\b`));
			// Ctrl+C leaves, and is one of pi's keys that cancel.
			for (const pressed of shared.filter((pressed) => pressed !== ctrl("c"))) {
				unbound.press(pressed);
				if (effect) assert.doesNotMatch(unbound.screen(), effect, JSON.stringify(pressed));
				else assert.ok(unbound.component, JSON.stringify(pressed));
			}
			for (const pressed of keys) unbound.press(pressed);
			unbound.emit("session_shutdown");
		});
	}
});

/** The bytes of keys that have no name in the table of keys. */
const named: Record<string, string> = { "shift+tab": shiftTab, "ctrl+-": key.undo, "alt+-": key.redo };

/** Returns the bytes of a key, by pi's name for it. */
function bytesOf(name: string): string {
	const [, modifier, letter = ""] = /^(?:(ctrl|shift)\+)?(\w)$/.exec(name) ?? [];
	if (letter) return modifier === "ctrl" ? ctrl(letter) : modifier === "shift" ? letter.toUpperCase() : letter;
	return named[name] ?? String(key[name as keyof typeof key]);
}

/** Rows of the table in CHANGELOG.md: the letters of version 0.2, and the line with the id and the keys that it binds. */
const changelog = readFileSync(new URL("../../CHANGELOG.md", import.meta.url), "utf8");
const moved = [...changelog.matchAll(/^\| [^|]+ \| (`.+`) \| [^|]+ \| `(".+\])` \|$/gm)].map(
	([, was = "", line = ""]) => ({
		letters: [...was.matchAll(/`(\w)`/g)].map(([, letter = ""]) => letter),
		bindings: JSON.parse(`{${line}}`) as Record<string, string[]>,
	}),
);

test("each line of keybindings.json that CHANGELOG.md tells users of version 0.2 brings its letters back", async (context) => {
	const all: Record<string, string[]> = Object.assign({}, ...moved.map(({ bindings }) => bindings));
	const names = "note discuss zoom toggleAll edit undo redo prevTab nextTab cursorDown cursorUp".split(" ");
	assert.deepEqual(Object.keys(all).sort(), names.map((name) => `question.${name}`).sort());
	for (const { letters, bindings } of moved)
		for (const [id, keys] of Object.entries(bindings))
			await context.test(id, async () => {
				const { args, before = [], effect = /^$/ } = commands[id.replace("question.", "")] ?? assert.fail(id);
				const pressed = keys.map(bytesOf);
				for (const letter of letters) assert.ok(pressed.includes(letter), `${letter} in ${keys}`);
				for (const own of [bindings, all])
					for (const data of pressed) {
						const { host } = await open(args, { bindings: own, columns: 100 });
						host.press(...before);
						assert.doesNotMatch(host.screen(), effect);
						host.press(data);
						assert.match(host.screen(), effect, `${JSON.stringify(data)} with ${JSON.stringify(own)}`);
						host.emit("session_shutdown");
					}
				// Without its line, a letter begins a text, or goes on with one.
				for (const letter of letters) {
					const { host } = await open(args, { columns: 100 });
					host.press(...before, letter);
					assert.equal(host.edited(), letter);
					host.emit("session_shutdown");
				}
			});
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

test("the page of keys: any key ends it and does nothing else, and a held one does not", async (context) => {
	const list = await open(two);
	for (const pressed of ["x", "1", " ", enter, key.escape, down, "?", "\x1b[15~", "é"]) {
		const screen = list.host.screen();
		list.host.press("?");
		assert.match(list.host.screen(), /Any key goes back/);
		list.host.press(pressed);
		assert.equal(list.host.screen(), screen, JSON.stringify(pressed));
	}
	useKitty(context);
	const held = await open(one);
	const mark = kitty(63);
	held.host.press(mark.press, mark.repeat, mark.release);
	assert.match(held.host.screen(), /Any key goes back/);
});

test("Kitty: a key held down acts once, a held arrow goes on, a release does nothing", async (context) => {
	useKitty(context);
	for (const held of [kitty(13), kitty(49)]) {
		const { host, result } = await open(questions(colors, ["x", "y"], ["z"]));
		host.press(held.press, held.repeat, held.repeat, held.release);
		assert.match(host.screen(), /■ Tab1 \[□ Tab2\] □ Tab3/);
		assert.ok(!host.isEditing(), "a held digit is no text of the next question");
		assert.ok(await isPending(result));
	}
	const arrow = kitty("B");
	const { host, result } = await open(one);
	host.press(arrow.press, arrow.repeat, arrow.release);
	assert.equal(host.highlighted(), "blue");
	// Bypasses pi's own filter of releases, which newer versions may not have.
	for (const { release } of [kitty(13), kitty(49), kitty(48), arrow, kitty(27)]) host.component?.handleInput?.(release);
	assert.equal(host.highlighted(), "blue");
	host.press("\x1b[1;129A");
	assert.equal(host.highlighted(), "green", "an arrow with Num Lock on");
	assert.ok(await isPending(result));
	host.press(kitty(27).press, kitty(27).repeat);
	assert.equal(summary(await result), "cancelled");
});

test("Kitty: the key that opened a field does nothing in it while it is held", async (context) => {
	useKitty(context);
	const { host, result } = await open(boxes);
	for (const letter of ["0", "n", "t"]) {
		const held = kitty(letter.charCodeAt(0), letter !== "0");
		host.press(held.press, held.repeat, held.repeat, held.release);
		assert.ok(host.isEditing(), letter);
		assert.equal(host.edited(), "", letter);
		host.press(kitty(27).press, kitty(27).repeat);
		assert.ok(!host.isEditing(), letter);
	}
	host.press(..."draft", key.escape);
	const held = kitty(13);
	host.press(held.press, held.repeat, held.repeat, held.release);
	assert.ok(await isPending(result), "a held Enter sent the draft");
	assert.equal(host.edited(), "draft");
});

test("Kitty: keys that check and answer act once too", async (context) => {
	useKitty(context);
	const { host, result } = await open(boxes, { settings: { softLimit: 3 } });
	for (const [letter, withCtrl, screen] of [
		[" ", false, /\[x\] red/],
		["a", true, /\[x\] blue/],
		["-", true, /\[x\] red[\s\S]*\[ \] blue/],
		["1", false, /\[ \] red/],
	] as const) {
		const held = kitty(letter.charCodeAt(0), withCtrl);
		host.press(held.press, held.repeat, held.repeat, held.release);
		host.component?.handleInput?.(held.release);
		assert.match(host.screen(), screen, letter);
	}
	const [yes, no, confirm] = [kitty(121), kitty(110), kitty(13)];
	host.press("0", ..."long", confirm.press, confirm.repeat, confirm.release, yes.release, no.repeat);
	assert.match(host.screen(), /Send it anyway/);
	host.press(yes.press, yes.repeat);
	assert.match(host.screen(), /→ .*\[x\] \(wrote\) long/);
	assert.ok(await isPending(result));
});

/** Waits until the rest of a key can no longer come. */
const restIsOver = () => sleep(120);

test("a key whose bytes come one by one is one key, and a lone Esc is Esc", async () => {
	for (const pieces of [
		["\x1b", "[B"],
		["\x1b", "[", "B"],
		["\x1b[", "B"],
		["\x1b", "O", "B"],
		["\x1b", "[", "1", ";", "1", "B"],
	]) {
		const { host, result } = await open(one);
		host.press(...pieces);
		assert.equal(host.highlighted(), "green", JSON.stringify(pieces));
		await restIsOver();
		assert.ok(await isPending(result), JSON.stringify(pieces));
		host.press("\x1b");
		assert.ok(await isPending(result), "more may follow");
		assert.equal(summary(await result), "cancelled");
	}
	// A key that follows is not a part of it.
	const { host, result } = await open(input);
	host.press(..."text", "\x1b", "x");
	assert.equal(host.highlighted(), "Keep answering");
	clock.now += 400;
	host.press(key.enter, "\x1b", "[");
	assert.equal(host.edited(), "text");
	await restIsOver();
	assert.equal(host.highlighted(), "Keep answering");
	clock.now += 400;
	host.press(key.enter, ..."s", key.enter);
	assert.equal(summary(await result), "answered id1=texts");
});

test("each piece of a key may take as long as the first", async (context) => {
	const { host } = await open(one);
	context.mock.timers.enable({ apis: ["setTimeout"] });
	for (const piece of key.down) {
		host.press(piece);
		context.mock.timers.tick(70);
	}
	assert.equal(host.highlighted(), "green");
	host.emit("session_shutdown");
});

test("a paste whose first byte comes alone is a paste", async () => {
	const { host, result } = await open(one);
	host.press("\x1b", ..."[200~1\r2 delete it\rmore", "\x1b[201~");
	assert.equal(host.edited(), "1\n2 delete it\nmore");
	host.press("\x1b", ..."[200~\rand\rmore\x1b[201~");
	host.press(key.enter);
	assert.equal(summary(await result), "answered id1=1\n2 delete it\nmore\nand\nmore");
});

/** A terminal sends a text at once, which pi takes apart into keys. */
function sends(host: TestHost, text: string, keys: readonly string[] = [...text]): void {
	process.stdin.emit("data", text);
	host.press(...keys);
}

test("a paste whose first byte comes alone, and whose lines come in two pieces, is one", async () => {
	const { host, result } = await open(one);
	sends(host, "\x1b");
	sends(host, "[200~line one\rline two");
	sends(host, " end\x1b[201~");
	assert.equal(host.edited(), "line one\nline two end");
	host.press(key.enter);
	assert.equal(summary(await result), "answered id1=line one\nline two end");
});

test("what is typed in one piece stays what it is, beside a paste and like the codes of keys", async () => {
	for (const [chunk, keys, expected] of [
		["\x1b[200~pasted\x1b[201~p", [key.paste("pasted"), "p"], "pastedp"],
		["\x1b[200~on", [], "x"],
		["use port 1:2Box", [..."use port 1:2Box"], "use port 1:2Box"],
		[`\x1bP1+r544e=${"a".repeat(40)}\x1b\\`, [`\x1bP1+r544e=${"a".repeat(40)}\x1b\\`], "x"],
	] as const) {
		const { host, result } = await open(one);
		sends(host, chunk, keys);
		if (expected === "x") host.press("x");
		assert.equal(host.edited(), expected, JSON.stringify(chunk));
		host.press(key.enter);
		assert.equal(summary(await result), `answered id1=${expected}`);
	}
});

test("lines that come in one piece are a paste, also without brackets", async () => {
	const { host, result } = await open(input);
	sends(host, "a\r\nb\r\r  c\r");
	assert.equal(host.edited(), "a\nb\n\nc\n");
	assert.ok(await isPending(result));
	await new Promise(setImmediate);
	sends(host, "d\r");
	assert.equal(summary(await result), "answered id1=a\nb\n\n  c\nd");
	const list = await open(one);
	sends(list.host, "1\rno, wait\r");
	assert.equal(list.host.edited(), "1\nno, wait\n");
	assert.ok(await isPending(list.result), "a list opens its text for it");
	await new Promise(setImmediate);
	list.host.press(key.enter);
	assert.equal(summary(await list.result), "answered id1=1\nno, wait");
});

test("the hint for a new line names a key that the terminal can send", async (context) => {
	const newLine = "tui.input.newLine";
	const rows: Array<
		[bindings: NonNullable<HostOptions["bindings"]>, legacy: string | undefined, kitty: string | undefined]
	> = [
		[{}, "ctrl+j", "shift+enter"],
		[{ [newLine]: ["ctrl+enter", "alt+enter"] }, "alt+enter", "ctrl+enter"],
		[{ [newLine]: "shift+enter" }, "\\ enter", "shift+enter"],
		[{ [newLine]: "shift+return", "tui.input.submit": "ctrl+s" }, undefined, "shift+return"],
		[{ [newLine]: [] }, undefined, undefined],
	];
	for (const [bindings, legacy, kitty] of rows) {
		for (const shown of [legacy, kitty]) {
			await context.test(`${JSON.stringify(bindings)}: ${shown}`, async (context) => {
				if (shown === kitty) useKitty(context);
				const { host } = await open(input, { bindings, columns: 120 });
				const [, hint] = /(?:· |^ )([^·]*) new line/m.exec(host.screen()) ?? [];
				assert.equal(hint, shown, host.screen());
				if (!shown) return;
				const bytes: Record<string, string[]> = {
					"ctrl+j": ["\n"],
					"alt+enter": ["\x1b\r"],
					"\\ enter": ["\\", key.enter],
					"ctrl+enter": ["\x1b[13;5u"],
				};
				host.press("a", ...(bytes[shown] ?? ["\x1b[13;2u"]), "b");
				assert.equal(host.edited(), "a\nb");
			});
		}
	}
});

test("what keybindings.json binds and nothing has is told once, and the rest counts", async () => {
	const bindings = {
		"question.cancle": "f9",
		"question.note": ["ctlr+n", "f8"],
		"question.zoom": ["ctrl+ctrl+p", "ctrl++", "shift+ctrl+p", "?", "F7", "pageUp", "esc", "ctrl+space"],
		"question.fold": [],
		"tui.select.nothing": "f6",
	};
	const { host } = await open(one, { bindings });
	const [notice = "", ...more] = host.notices;
	assert.deepEqual(more, []);
	const [id, key, twice, ...others] = notice.split("\n");
	assert.deepEqual(others, []);
	assert.match(id ?? "", /the form has no "question\.cancle"\. docs\/keys\.md/);
	assert.match(key ?? "", /"question\.note" is bound to "ctlr\+n", which is no key/);
	assert.match(twice ?? "", /"question\.zoom" is bound to "ctrl\+ctrl\+p"/);
	host.press("1");
	assert.equal((await open(one, { bindings })).host.notices.length, 0, "told once");
	// pi passes over the whole file.
	const prepare = (agent: string) => writeFileSync(join(agent, "keybindings.json"), '{\n"question.note": "f9",\n}');
	const broken = await open(one, { prepare });
	assert.match(
		broken.host.notices.join("\n"),
		/keybindings\.json is passed over by pi, because it is not JSON: .*line 3/,
	);
	const odd = (agent: string) => writeFileSync(join(agent, "keybindings.json"), '{"question.note": 5}');
	assert.match((await open(one, { prepare: odd })).host.notices.join("\n"), /"question\.note" has to be a key/);
	const foreign = (agent: string) => writeFileSync(join(agent, "keybindings.json"), '{"app.exit": "f9",}');
	assert.deepEqual((await open(one, { prepare: foreign })).host.notices, []);
});
