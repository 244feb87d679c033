/**
 * pi's parts inside the form, in the real component: its text editor with notes, history, file completion and the
 * user's own editor, the line that filters, Markdown previews, and the mouse.
 */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import test, { type TestContext } from "node:test";
import { initTheme } from "@earendil-works/pi-coding-agent";
import { CURSOR_MARKER, Markdown, stripTerminalSequences, type TuiMouseEvent } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { isPending, key, open, questions, summary, TestHost } from "./harness/host.ts";

const colors = ["red", "green", "blue"];
const one = questions(colors);
const two = questions(colors, ["x", "y"]);
const boxes = { questions: [{ id: "id1", prompt: "Which?", mode: "multi", options: colors }] };
const input = { questions: [{ id: "id1", prompt: "Name?" }] };
const ESC = "\x1b";
const f9 = `${ESC}[20~`;
/** Colors, and links. */
const codes = new RegExp(`${ESC}\\[[\\d;]*m|${ESC}\\]8;;[^\\p{Cc}]*${ESC}\\\\`, "gu");

function folder(context: TestContext): string {
	const folder = mkdtempSync(join(tmpdir(), "pi-question-text-"));
	context.after(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

function setEnvironment(context: TestContext, name: string, value: string): void {
	const before = process.env[name];
	process.env[name] = value;
	context.after(() => {
		if (before === undefined) delete process.env[name];
		else process.env[name] = before;
	});
}

/** A program that connects to the test, and the next start of it. */
function program(context: TestContext, file: string, body: string) {
	const socket = join(folder(context), "socket");
	const waiting: Array<(started: Socket) => void> = [];
	const server = createServer((started) => waiting.shift()?.(started)).listen(socket);
	context.after(() => server.close());
	const head = `#!${process.execPath}\nconst fs = require("node:fs"), args = process.argv.slice(2);\n`;
	writeFileSync(file, `${head}const test = require("node:net").connect(${JSON.stringify(socket)});\n${body}`);
	chmodSync(file, 0o755);
	return () => new Promise<Socket>((resolve) => waiting.push(resolve));
}

const received = (socket: Socket) =>
	new Promise<{ args: string[]; text: string; mode: number }>((resolve) =>
		socket.once("data", (data) => resolve(JSON.parse(String(data)))),
	);

/** An editor that tells the test what it was given, and saves and ends as it is told. */
function ownEditor(context: TestContext) {
	const file = join(folder(context), "editor.js");
	const started = program(
		context,
		file,
		`const file = args.at(-1);
		test.write(JSON.stringify({ args, text: fs.readFileSync(file, "utf8"), mode: fs.statSync(file).mode & 0o777 }));
		test.on("data", (data) => {
			const { save, code } = JSON.parse(String(data));
			if (save !== undefined) fs.writeFileSync(file, save);
			process.exit(code);
		});`,
	);
	return { file, started };
}

test("a paste of several lines submits nothing, wherever it goes", async () => {
	const pasted = key.paste("a\r\nb\n1\ry\n");
	for (const [args, keys] of [
		[two, []],
		[boxes, []],
		[two, ["/"]],
		[two, ["0"]],
		[two, ["n"]],
		[two, ["c"]],
		[input, []],
		[two, ["1", "1", key.up]],
		[two, ["1", key.escape]],
	] as const) {
		const { host, result } = await open(args);
		host.press(...keys);
		const page = host.screen().split("\n")[0];
		host.press(pasted);
		assert.ok(await isPending(result), JSON.stringify(keys));
		assert.equal(host.screen().split("\n")[0], page);
		host.emit("session_shutdown");
		await result;
	}
	const long = await open(one, { settings: { softLimit: 3 } });
	long.host.press("0", ..."long", key.enter, pasted, key.paste("y"), key.paste("\n"));
	assert.ok(await isPending(long.result), "nor is a pasted y a yes");
	assert.match(long.host.screen(), /Send it anyway/);
});

test("notes: kept beside the answer, edited again, taken back when emptied", async () => {
	const { host, result } = await open(two);
	host.press("2", "h", "n", ..."because", key.enter);
	assert.match(host.screen(), /Note: because/);
	assert.equal(host.highlighted(), "green ✓");
	host.press("n");
	assert.equal(host.edited(), "because");
	host.press(..." of it", key.escape);
	assert.match(host.screen(), /Note: because$/m, "what was left with Esc is a draft");
	host.press("n");
	assert.equal(host.edited(), "because of it");
	host.press(key.enter, "l", "n", ..."gone", key.enter, "n", key.ctrl("u"), key.enter, "1", key.enter);
	const { details, text } = await result;
	assert.deepEqual(
		details.answers.map(({ note }) => note),
		["because of it", undefined],
	);
	assert.match(text, /green.*\(note: because of it\)/);
});

test("the filter: what is typed is text, the best match is taken, Esc gives the list back", async () => {
	const { host, result } = await open(questions(["alpha 1", "beta a", "gamma 0", "jklnu"], ["x"]));
	host.press("/", ..."jklnu");
	assert.equal(host.highlighted(), "jklnu");
	host.press(key.ctrl("u"), ..."1");
	assert.equal(host.highlighted(), "alpha 1");
	host.press(key.backspace, ..."BET", " ", "a");
	assert.equal(host.highlighted(), "beta a");
	assert.ok(host.isEditing(), "the line has the cursor, for input methods");
	const line = host.lines().find((line) => line.includes(CURSOR_MARKER)) ?? "";
	assert.equal(stripTerminalSequences(line.split(CURSOR_MARKER)[0] ?? ""), " / BET a");
	host.press(key.escape);
	assert.ok(!host.isEditing());
	assert.match(host.screen(), /alpha[\s\S]*beta[\s\S]*gamma/);
	assert.equal(host.highlighted(), "beta a", "the highlight stays");
	host.press("/", ..."zzz");
	assert.match(host.screen(), /Nothing matches/);
	assert.ok(await isPending(result));
	host.press(...Array<string>(20).fill(key.backspace), key.down, key.down, key.enter);
	assert.match(host.screen(), /\[□ Tab2\]/);
	host.press("1", key.enter);
	assert.equal(summary(await result), "answered id1=gamma 0-value id2=x-value");
});

test("the filter: in a list of boxes Enter checks; with no match it starts an answer of one's own", async () => {
	const { host, result } = await open(boxes);
	host.press("/", ..."gre", key.enter, key.ctrl("u"), ..."blu", key.enter, key.escape);
	assert.match(host.screen(), /\[ \] red\n.*\[x\] green\n.*\[x\] blue/);
	host.press("/", key.ctrl("u"), ..."violet", key.enter);
	assert.equal(host.edited(), "violet");
	host.press(key.enter, key.enter, key.enter);
	assert.equal(summary(await result), "answered id1=green,blue,violet");
});

test("the filter: pasted text is one line, without anything that a terminal obeys", async () => {
	const { host, result } = await open(one);
	host.press("/", key.paste("gr\x1b[31mee\x07n\n\x9b2J"));
	for (const line of host.lines()) {
		const rest = line.replaceAll(CURSOR_MARKER, "").replaceAll(codes, "");
		assert.doesNotMatch(rest, /\p{Cc}/u, JSON.stringify(line));
	}
	assert.ok(await isPending(result));
	host.press(key.ctrl("u"), key.paste("gre\nen"));
	assert.equal(host.highlighted(), "green");
});

test("the user's own editor: gets the text, and what is saved comes back", async (context) => {
	const { file, started } = ownEditor(context);
	const temporary = folder(context);
	setEnvironment(context, "TMPDIR", temporary);
	for (const [place, expected] of [
		["VISUAL", [file]],
		["EDITOR", [file, "--wait"]],
		["externalEditor", [file, "-f", "x"]],
	] as const) {
		await context.test(place, async (context) => {
			const { host, result } = await open(two, { columns: 100 });
			if (place === "externalEditor")
				writeFileSync(join(host.agent, "settings.json"), JSON.stringify({ externalEditor: expected.join(" ") }));
			else setEnvironment(context, place, expected.join(" "));
			if (place === "VISUAL") setEnvironment(context, "EDITOR", "false");
			assert.doesNotMatch(host.screen(), /ctrl\+g/);
			host.press("0", key.paste("line\n".repeat(30)), ..."über");
			assert.match(host.screen(), /ctrl\+g editor/);
			const start = started();
			host.press(key.ctrl("g"));
			assert.ok(host.isStopped, "the terminal is left to it");
			const editor = await start;
			const { text, args, mode } = await received(editor);
			assert.equal(text, `${"line\n".repeat(30)}über`, "pastes are whole");
			assert.deepEqual(args.slice(0, -1), expected.slice(1));
			assert.equal(mode, 0o600);
			const { forcedRequests } = host;
			editor.write(JSON.stringify({ save: "\ufeffsaved 日本\r\n\r\n  second\r\n", code: 0 }));
			await host.sees("saved");
			assert.equal(host.forcedRequests, forcedRequests + 1);
			assert.equal(host.edited(), "saved 日本\n\nsecond");
			assert.ok(host.isEditing());
			host.press("!", key.escape);
			assert.match(host.screen(), /✎ saved 日本/, "it is the draft, too");
			host.press("0", key.enter, "1", key.enter);
			assert.equal(summary(await result), "answered id1=saved 日本\n\n  second! id2=x-value");
			assert.deepEqual(readdirSync(temporary), [], "the file is gone");
		});
	}
});

test("the user's own editor: where it fails, the text stays", async (context) => {
	const { file, started } = ownEditor(context);
	for (const [name, command, reply] of [
		["an exit code", file, { save: "lost", code: 3 }],
		["no such program", "/nonexistent/editor --wait", undefined],
		["a command that is none", " ", undefined],
	] as const) {
		await context.test(name, async (context) => {
			const { host, result } = await open(one);
			setEnvironment(context, "EDITOR", command);
			if (command === " ") setEnvironment(context, "PATH", "/nonexistent");
			host.press("0", ..."before");
			const start = started();
			host.press(key.ctrl("g"));
			if (reply) (await start).write(JSON.stringify(reply));
			await host.sees("before");
			await new Promise(setImmediate);
			assert.equal(host.edited(), "before");
			host.press("!", key.enter);
			assert.equal(summary(await result), "answered id1=before!");
		});
	}
});

test("the user's own editor: nothing that goes wrong before it starts harms the form", async (context) => {
	setEnvironment(context, "TMPDIR", "/nonexistent/folder");
	const { host, result } = await open(one);
	setEnvironment(context, "EDITOR", "true");
	host.press("0", ..."before", key.ctrl("g"));
	await new Promise(setImmediate);
	assert.ok(!host.isStopped);
	host.press("!", key.enter);
	assert.equal(summary(await result), "answered id1=before!");
});

test("the user's own editor: the call may end meanwhile", async (context) => {
	const { file, started } = ownEditor(context);
	const { host, result } = await open(one);
	setEnvironment(context, "EDITOR", file);
	host.press("0", ..."before");
	const start = started();
	host.press(key.ctrl("g"));
	const editor = await start;
	// What is typed into it is not typed into the form.
	host.press("x", key.enter, key.ctrl("g"));
	host.emit("session_shutdown");
	assert.equal(summary(await result), "aborted id1=before");
	assert.equal(host.component, undefined);
	editor.write(JSON.stringify({ save: "late", code: 0 }));
	await host.sees("");
	await new Promise(setImmediate);
	assert.ok(!host.isStopped, "pi has its terminal back");
	assert.equal(host.doneCalls, 1);
	const next = await host.open(one);
	host.press("1");
	assert.equal(summary(await next.result), "answered id1=red-value");
});

test("the user's own editor: only from the text editor, by the user's key", async (context) => {
	setEnvironment(context, "EDITOR", "true");
	const { host } = await open(one, { bindings: { "app.editor.external": "f9" } });
	for (const keys of [[f9], ["/", f9, key.escape], ["0", key.ctrl("g")]]) {
		host.press(...keys);
		assert.ok(!host.isStopped, JSON.stringify(keys));
	}
	assert.match(host.screen(), /f9 editor/);
	host.press(f9);
	assert.ok(host.isStopped);
	await host.sees("Prompt 1?");
});

test("@ completes files that fd finds; Enter takes one and does not submit", async (context) => {
	for (const place of ["PATH", "fdfind", "agent"]) {
		await context.test(place, async (context) => {
			const host = new TestHost();
			const bin = place === "agent" ? join(host.agent, "bin") : folder(context);
			mkdirSync(bin, { recursive: true });
			const script = join(bin, place === "fdfind" ? "fdfind" : "fd");
			writeFileSync(script, "#!/bin/sh\nprintf 'src/alpha.ts\\nsrc/alpine.ts\\n'\n");
			chmodSync(script, 0o755);
			if (place !== "agent") setEnvironment(context, "PATH", bin + delimiter + process.env.PATH);
			const { result } = await host.open(one);
			host.press("0", ..."see @al");
			await host.sees("alpine.ts");
			host.press(key.enter);
			assert.ok(await isPending(result));
			assert.match(host.edited(), /^see @src\/alp\w+\.ts$/);
			const completed = host.edited();
			host.press(..."@al");
			await host.sees("alpine.ts");
			host.press(key.escape);
			assert.ok(host.isEditing(), "Esc closes the list first");
			host.press(key.escape);
			assert.ok(!host.isEditing());
			assert.ok(host.screen().includes(`✎ ${completed} @al`), "what was completed is in the draft");
			host.press("0", key.enter);
			assert.equal(summary(await result), `answered id1=${completed} @al`);
		});
	}
});

test("@ completes nothing without fd, and leaving the editor ends a search", async (context) => {
	setEnvironment(context, "PATH", "");
	const none = await open(one);
	none.host.press("0", ..."@a", key.enter);
	assert.equal(summary(await none.result), "answered id1=@a");

	const host = new TestHost();
	mkdirSync(join(host.agent, "bin"));
	const started = program(context, join(host.agent, "bin", "fd"), "");
	for (const leaving of [() => host.press(key.escape), () => host.emit("session_shutdown")]) {
		const { result } = await host.open(one);
		const start = started();
		host.press("0", ..."@a");
		const fd = await start;
		const ended = new Promise<void>((resolve) => fd.on("close", () => resolve()).resume());
		leaving();
		await ended;
		host.emit("session_shutdown");
		assert.equal(summary(await result), "aborted id1=@a");
	}
});

test("Tab completes paths in a text, and turns the tabs where a question takes only text", async () => {
	const prepare = (_agent: string, project: string) => {
		mkdirSync(join(project, "source"));
		writeFileSync(join(project, "source", "only.txt"), "");
	};
	const { host, result } = await open(two, { prepare });
	host.press("0", ..."in so", key.tab);
	await host.sees("in source/");
	host.press(key.escape);
	assert.match(host.screen(), /✎ in source\//, "the form was told");
	host.press("0", key.enter, key.escape, key.down, key.enter);
	assert.equal(summary(await result), "cancelled id1=in source/");

	const tabs = await open({ questions: [...input.questions, ...one.questions] }, { prepare });
	tabs.host.press(..."in so", key.tab);
	assert.match(tabs.host.screen(), /Prompt 1\?/);
	tabs.host.press(key.shiftTab);
	assert.equal(tabs.host.edited(), "in so");
	tabs.host.emit("session_shutdown");
});

/** A session's entry of a tool's result. */
const entry = (toolName: string, details: unknown) => ({
	type: "message",
	id: "1",
	message: { role: "toolResult", toolCallId: "1", toolName, content: [], details, isError: false },
});
const asked = { prompt: "Q?", label: "Q", mode: "single", options: [{ value: "a", label: "A" }] };

test("Up brings back what was typed into earlier forms, of every dialect", async () => {
	const branch = [
		{ type: "message", message: { role: "user", content: "hello" } },
		{ type: "compaction", summary: "…" },
		entry("question", {
			answers: [{ id: "q1", mode: "single", value: "1 single", label: "1 single", wasCustom: true }],
		}),
		entry("question", { answers: [{ id: "q1", mode: "single", value: "a", label: "A", wasCustom: false, index: 1 }] }),
		entry("question", {
			answers: [{ mode: "multi", value: ["a", "2 multi"], label: ["A", "2 multi"], wasCustom: [false, true] }],
		}),
		entry("ask_user", { questions: [asked], answers: [{ question: "Q?", answer: "3 ask", wasCustom: true }] }),
		entry("ask_user", { questions: [asked], answers: [{ question: "Q?", answer: ["A", "4 asks"], wasCustom: true }] }),
		entry("ask_user", {
			questions: [asked],
			answers: [{ question: "Q?", answer: "A", selectedOption: "A", wasCustom: false }],
		}),
		entry("AskUserQuestion", { questions: [asked], answers: { "Q?": "5 record" } }),
		entry("AskUserQuestion", { questions: [asked], answers: { "Q?": "A" } }),
	];
	const { host, result } = await open(one, { branch });
	host.press("0");
	const recalled: string[] = [];
	for (let times = 0; times < 7; times++) {
		host.press(key.up);
		if (recalled.at(-1) !== host.edited()) recalled.push(host.edited());
	}
	assert.deepEqual(recalled, ["5 record", "4 asks", "3 ask", "2 multi", "1 single"]);
	host.press(key.escape);
	assert.match(host.screen(), /✎ 1 single/);
	host.press("0", key.enter);
	assert.equal(summary(await result), "answered id1=1 single");
});

test("the history survives whatever a session holds, and holds no more than pi's editor takes", async () => {
	const odd = [
		undefined,
		null,
		7,
		"x",
		[],
		{},
		{ answers: 7 },
		{ answers: null },
		{ answers: "text" },
		{ answers: {} },
	];
	const items = [null, undefined, 7, "x", [], {}, { value: {}, wasCustom: true }, { value: [null], wasCustom: [true] }];
	const many = Array.from({ length: 300 }, (_, at) => ({ value: `typed ${at}`, wasCustom: true }));
	const branch = [
		...odd.map((details) => entry("question", details)),
		...items.map((item) => entry("other", { answers: [item], questions: [item] })),
		...items.map((item) => entry("other", { answers: { item }, questions: item })),
		entry("question", { answers: many }),
	];
	const { host, result } = await open(one, { branch });
	host.press("0", key.up);
	assert.equal(host.edited(), "typed 299");
	host.press(key.enter);
	assert.equal(summary(await result), "answered id1=typed 299");
});

test("what was typed in this form is not recalled in place of another draft", async () => {
	const { host, result } = await open(two);
	host.press("0", ..."first", key.enter, "0", key.up);
	assert.equal(host.edited(), "");
	host.press(..."second", key.up, key.up, key.down);
	assert.equal(host.edited(), "second");
	host.press(key.enter, key.enter);
	assert.equal(summary(await result), "answered id1=first id2=second");
});

const preview =
	"# Title\n\nSome *text* and `code`.\n\n```ts\nconst a = 1;\n```\n\n- a\n- b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
const shown = {
	questions: [
		{
			id: "id1",
			prompt: "Which?",
			options: [{ label: "first", preview }, { label: "second" }, { label: "third", preview: "third **text**" }],
		},
	],
};

test("previews: beside the list where there is room, else below it, and over the whole form", async () => {
	const { host, result } = await open(shown, { columns: 100 });
	assert.match(host.screen(), /> 1. first +│ .*Title/);
	host.press("j");
	assert.match(host.screen(), /> 2. second +│/);
	assert.match(host.screen(), /No preview for this option/);
	host.press("j");
	assert.match(host.screen(), /third text/);
	host.terminal.columns = 99;
	assert.doesNotMatch(host.screen(), /│ third text/);
	assert.match(host.screen(), /> 3. third[\s\S]*third text/);
	host.press("p");
	assert.match(host.screen(), /third text/);
	assert.doesNotMatch(host.screen(), /second/);
	host.press(key.escape, "k", "p");
	assert.equal(host.highlighted(), "second", "there is none to show");
	host.press("/", ..."fir");
	assert.match(host.screen(), /Title/, "the filter's highlight, too");
	host.press(key.enter);
	assert.equal(summary(await result), "answered id1=first");
});

test("previews: laid out once, and anew where the highlight, the width or the theme changes", async (context) => {
	const { host } = await open(shown, { columns: 120 });
	const laidOut = new Set<unknown>();
	const { render } = Markdown.prototype;
	context.mock.method(Markdown.prototype, "render", function (this: Markdown, width: number) {
		laidOut.add(this);
		return render.call(this, width);
	});
	context.after(() => initTheme("dark"));
	const changes = (change: () => void) => {
		const before = laidOut.size;
		change();
		host.lines();
		return laidOut.size - before;
	};
	assert.equal(
		changes(() => host.press(key.ctrl("d"), "x", key.left)),
		1,
		"the first is that of the first drawing",
	);
	assert.equal(
		changes(() => host.press("n", ..."text", key.escape)),
		0,
	);
	assert.equal(
		changes(() => host.terminal.rows--),
		0,
	);
	assert.equal(
		changes(() => host.press("j", "j")),
		1,
	);
	assert.equal(
		changes(() => host.terminal.columns++),
		0,
	);
	assert.equal(
		changes(() => host.terminal.columns++),
		1,
	);
	host.press("k", "k");
	const dark = host.lines().join("\n");
	initTheme("light");
	assert.equal(host.lines().join("\n"), dark, "nothing is drawn before pi says so");
	assert.equal(
		changes(() => host.component?.invalidate()),
		1,
	);
	assert.notEqual(host.lines().join("\n"), dark);
});

test("previews: any text at any size fits, and nothing in it is obeyed", async () => {
	const part = fc.oneof(
		fc.constantFrom(
			"\x1b[2J",
			"\x1b]52;c;eA==\x07",
			"\x9b31m",
			"\u202e",
			"\0",
			"\r",
			"```ts\n",
			"```\n",
			"| a | b |\n|-|-|\n| 1 | 2 |\n",
		),
		fc.constantFrom(
			"# ",
			"- ",
			"**a**",
			"`x`",
			"[l](http://a.b/\x1b[2Jc)",
			"> ",
			"\n\n",
			"\n",
			"日本語",
			"👩‍👩‍👧",
			"ก็ำ",
			"<b>",
			"&#27;",
		),
		fc.string({ unit: "binary", maxLength: 5 }),
		fc.string({ maxLength: 30 }),
	);
	const text = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));
	const property = fc.asyncProperty(
		text,
		fc.integer({ min: 1, max: 140 }),
		fc.integer({ min: 1, max: 50 }),
		async (...given) => {
			const [preview, columns, rows] = given;
			const args = {
				questions: [
					{
						prompt: "?",
						options: [
							{ label: "a", preview },
							{ label: "b", preview: "b" },
						],
					},
				],
			};
			const { host, result } = await open(args, { columns, rows });
			for (const keys of [[], [key.ctrl("d")], ["p"], [key.pageDown], ["p", "/"], ["a"], [key.escape, "j", "k"]]) {
				host.press(...keys);
				const most = Math.max(Math.floor(rows * 0.7), Math.min(rows, 8));
				assert.ok(host.lines().length <= most, `${host.lines().length} of ${rows} rows`);
				for (const line of host.lines()) {
					const rest = line.replaceAll(CURSOR_MARKER, "").replaceAll(codes, "");
					assert.doesNotMatch(rest, /[\p{Cc}\u202a-\u202e]/u, JSON.stringify(line));
				}
			}
			host.emit("session_shutdown");
			await result;
		},
	);
	await fc.assert(property, { numRuns: 250 });
});

test("a click is Enter on what it is on", async () => {
	const answered = await open(two);
	assert.ok(answered.host.click("green"));
	assert.match(answered.host.screen(), /\[□ Tab2\]/);
	assert.ok(answered.host.click("Tab1"));
	assert.match(answered.host.screen(), /\[■ Tab1\]/);
	assert.ok(answered.host.click("about blue"), "a description belongs to its option");
	assert.ok(answered.host.click("y"));
	assert.ok(answered.host.click("Tab1: blue"));
	assert.match(answered.host.screen(), /\[■ Tab1\]/);
	assert.ok(answered.host.click("✓ Submit"));
	assert.ok(answered.host.click("> Submit"));
	assert.equal(summary(await answered.result), "answered id1=blue-value id2=y-value");

	const checked = await open(boxes);
	assert.ok(checked.host.click("green") && checked.host.click("blue") && checked.host.click("green"));
	assert.match(checked.host.screen(), /\[ \] green\n.*\[x\] blue/);
	assert.ok(await isPending(checked.result));
	assert.ok(checked.host.click("Something else…"));
	assert.ok(checked.host.isEditing());
	checked.host.press(key.escape, key.escape);
	assert.ok(checked.host.click("Keep answering"));
	checked.host.press(key.escape);
	assert.ok(checked.host.click("Send what I have"));
	assert.equal(summary(await checked.result), "cancelled id1=blue");

	const long = await open(one, { settings: { softLimit: 3 } });
	long.host.press("0", ..."long", key.enter);
	assert.ok(long.host.click("No, keep editing"));
	assert.equal(long.host.edited(), "long");
	long.host.press(key.enter);
	assert.ok(long.host.click("Yes, send it"));
	assert.equal(summary(await long.result), "answered id1=long");
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
	// Where pi could not show all rows, none is known.
	assert.equal(host.mouse("press", 5, y, { height: 3 }), undefined);
	const form = host.component;
	host.press(key.escape);
	await result;
	assert.equal(form?.handleMouse?.({ type: "click", button: "left", x: 5, y, height: 20 } as TuiMouseEvent), undefined);
});

test("the wheel moves the list, and the preview where the pointer is on it", async () => {
	const long = Array.from({ length: 80 }, (_, at) => `line ${at}`).join("\n\n");
	const options = [
		{ label: "a", preview: long },
		...Array.from({ length: 50 }, (_, at) => ({ label: `option ${at}` })),
	];
	const { host, result } = await open({ questions: [{ prompt: "?", options }] }, { columns: 120, rows: 40 });
	host.mouse("wheel", 5, 5, { wheelDelta: 1 });
	assert.equal(host.highlighted(), "option 0");
	host.mouse("wheel", 5, 5, { wheelDelta: -1 });
	assert.equal(host.highlighted(), "a");
	assert.match(host.screen(), /line 0\b/);
	assert.ok(host.mouse("wheel", 100, 5, { wheelDelta: 3 })?.handled);
	assert.equal(host.highlighted(), "a");
	assert.doesNotMatch(host.screen(), /line 0\b/);
	host.mouse("wheel", 100, 5, { wheelDelta: -3 });
	assert.match(host.screen(), /line 0\b/);
	assert.ok(await isPending(result));
});

test("a click in a text moves its cursor", async () => {
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
	host.press(key.escape, "/", ..."green");
	const y = at(" / green");
	host.mouse("press", 4, y);
	host.press("-");
	assert.match(host.screen(), /^ \/ [gren]*-[gren]*$/m);
	assert.doesNotMatch(host.screen(), /green-$/m);
	host.emit("session_shutdown");
	await result;
});

test("any mouse events and keys at any size: the form goes on or ends with a result", async () => {
	const args = { questions: [...shown.questions, ...boxes.questions, ...input.questions] };
	const types = ["press", "release", "move", "drag", "click", "wheel"] as const;
	const event = fc.record({
		type: fc.constantFrom(...types),
		x: fc.integer({ min: -3, max: 150 }),
		y: fc.integer({ min: -3, max: 40 }),
		wheelDelta: fc.constantFrom(-3, -1, 0, 1, 3),
	});
	const keys = [
		...Object.values(key).filter((value) => typeof value === "string"),
		..."0129 anupc/hjklyU",
		key.ctrl("d"),
	];
	const resize = fc.record({ columns: fc.integer({ min: 1, max: 130 }), rows: fc.integer({ min: 1, max: 50 }) });
	const step = fc.oneof(event, fc.constantFrom(...keys), resize);
	const property = fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
		const { host, result } = await open(args, { columns: 110, settings: { softLimit: 2 } });
		for (const step of steps) {
			if (!host.component) break;
			if (typeof step === "string") host.press(step);
			else if ("type" in step) host.mouse(step.type, step.x, step.y, { wheelDelta: step.wheelDelta });
			else Object.assign(host.terminal, step);
			host.lines();
		}
		host.emit("session_shutdown");
		const { details } = await result;
		assert.notEqual(details.outcome, "failed", details.message);
	});
	await fc.assert(property, { numRuns: 200 });
});
