/**
 * Texts in the form: pasted texts, drafts, notes, and the user's own editor. Completion and history are in
 * completion.test.ts.
 */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { CURSOR_MARKER, stripTerminalSequences } from "@earendil-works/pi-tui";
import { startOf } from "../../extension/tui/external.ts";
import { input, one, two } from "../harness/args.ts";
import { isPending, open, summary } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { folder, noPosix, program, setEnvironment } from "../harness/program.ts";

const received = (socket: Socket) =>
	new Promise<{ args: string[]; text: string; mode: number }>((resolve) =>
		socket.once("data", (data) => resolve(JSON.parse(String(data)))),
	);

/** What the editor program does when it is told. */
interface Reply {
	save?: string;
	encoding?: BufferEncoding;
	/** What it leaves in place of the file. */
	left?: "a pipe" | "a folder" | "nothing";
	code: number | null;
}

/** Writes an editor program that reports its file to the test, and saves and exits on command. */
function ownEditor(context: TestContext) {
	const file = join(folder(context), "editor.js");
	const started = program(
		context,
		file,
		`const file = args.at(-1);
		test.write(JSON.stringify({ args, text: fs.readFileSync(file, "utf8"), mode: fs.statSync(file).mode & 0o777 }));
		test.on("data", (data) => {
			const { save, code, encoding, left } = JSON.parse(String(data));
			if (left) fs.rmSync(file);
			if (left === "a pipe") require("node:child_process").execFileSync("mkfifo", [file]);
			if (left === "a folder") fs.mkdirSync(file);
			if (save !== undefined) fs.writeFileSync(file, Buffer.from(save, encoding));
			if (code === null) process.kill(process.pid, "SIGKILL");
			else process.exit(code);
		});`,
	);
	return { file, started };
}

test("an empty text shows what the model would have in it, and no longer than it is empty", async () => {
	for (const columns of [80, 24, 6]) {
		const placeholder = "my-project\x1b[31m or so";
		const { host, result } = await open({ questions: [{ prompt: "Name?", type: "text", placeholder }] }, { columns });
		const shown = placeholder.replace("\x1b", "␛").slice(0, Math.max(0, columns - 10));
		assert.equal(host.screen().includes(shown), true, host.screen());
		host.press("x");
		assert.ok(!host.screen().includes("my-p"), host.screen());
		host.press(key.backspace);
		assert.equal(host.screen().includes(shown), true);
		host.press(..."shop", key.enter);
		assert.equal(summary(await result), "answered q1=shop");
	}
});

test("text pasted into the editor never submits, and all of it arrives", async () => {
	const [submit, share] = [[key.enter], [key.escape, key.escape, key.down, key.enter]];
	const settings = { softLimit: 9_000 };
	for (const text of [
		"a\nb",
		"1\n2\n\n3",
		"a\rb\r\nc",
		Array.from({ length: 40 }, (_, at) => `line ${at}`).join("\n"),
		"long ".repeat(600).trim(),
		"ümläut 日本語 👩‍👩‍👧 ".repeat(90).trim(),
	]) {
		const value = text.replaceAll(/\r\n?/g, "\n");
		for (const ending of [submit, [key.escape, key.enter, ...submit], [...share], [key.escape, key.enter, ...share]]) {
			const { host, result } = await open(one, { settings });
			host.press("0", key.paste(text));
			assert.ok(await isPending(result));
			host.press(...ending);
			const { details } = await result;
			const isShared = ending.includes(key.down);
			assert.equal(isShared ? details.unsent?.[0]?.text : details.answers[0]?.value, value);
			assert.equal(details.outcome, isShared ? "cancelled" : "answered");
		}
		const aborted = await open(one);
		aborted.host.press("0", key.paste(text));
		aborted.host.emit("session_shutdown");
		assert.equal((await aborted.result).details.unsent?.[0]?.text, value);
	}
});

test("the editor shows its own question's text again, and undo never brings another's", async () => {
	const { host, result } = await open(two);
	host.press("0", ..."first", key.escape);
	assert.ok(!host.isEditing());
	assert.match(host.screen(), /first/);
	host.press(key.right, "0");
	assert.equal(host.edited(), "");
	host.press(key.undo, key.undo, key.undo);
	assert.equal(host.edited(), "");
	host.press(..."second", key.enter, key.left, key.left, key.enter);
	assert.equal(host.edited(), "first");
	host.press(key.undo);
	assert.ok(!host.isEditing(), "what is undone to nothing closes");
	assert.doesNotMatch(host.screen(), /first|second/);
	host.press(..."third", key.enter, key.right, key.enter);
	assert.equal(summary(await result), "answered id1=third id2=second");
});

test("a text that comes back has its paste markers, its cursor and its undo", async () => {
	const back: Array<[string, string[]]> = [
		["a long text", [key.enter, "n"]],
		["Esc", [key.escape, key.enter]],
		["the page of keys", [key.f1, key.f1]],
		["folded", [key.ctrl("l"), key.ctrl("l")]],
	];
	for (const [name, keys] of back) {
		const { host, result } = await open(one, { settings: { softLimit: 100 } });
		host.press("0", ..."see  there", ...Array(6).fill(key.left), key.paste("line\n".repeat(30)));
		const marked = "see [paste #1 +31 lines] there";
		assert.equal(host.edited(), marked);
		host.press(...keys);
		// Some of these guard the form.
		await host.look();
		assert.equal(host.edited(), marked, name);
		host.press("X");
		assert.equal(host.edited(), marked.replace("] ", "]X "), name);
		host.press(key.undo, key.undo);
		assert.equal(host.edited(), "see  there", name);
		host.press(key.enter);
		assert.equal(summary(await result), "answered id1=see  there");
	}
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

test("a paste submits nothing and chooses nothing, wherever it goes", async () => {
	for (const [args, keys] of [
		[two, [key.ctrl("n")]],
		[two, [key.ctrl("t")]],
		[input, []],
		[two, ["1", "1", key.up]],
		[two, ["1", key.escape]],
	] as const) {
		for (const pasted of ["2", "\r", "\x1b", "a\r\nb\n1\ry\n", "2\n".repeat(400)]) {
			const { host, result } = await open(args);
			host.press(...keys);
			const [before, isEditing] = [host.screen(), host.isEditing()];
			host.press(key.paste(pasted));
			assert.ok(await isPending(result), JSON.stringify([keys, pasted]));
			if (isEditing) assert.equal(host.screen().split("\n")[1], before.split("\n")[1]);
			else
				assert.equal(
					host.screen().replace(/^ Nothing can be typed here\.$/m, ""),
					before,
					JSON.stringify([keys, pasted]),
				);
			host.emit("session_shutdown");
			await result;
		}
	}
	const { host, result } = await open(one, { settings: { softLimit: 3 } });
	host.press("0", ..."long", key.enter, key.paste("y"), key.paste("\n"));
	assert.ok(await isPending(result), "nor is a pasted y a yes");
	assert.match(host.screen(), /Send it anyway/);
});

test("the user's own editor: gets the text, and what is saved comes back", { skip: noPosix }, async (context) => {
	const { file, started } = ownEditor(context);
	const temporary = join(folder(context), "of a user");
	const blank = join(folder(context), "my editor");
	mkdirSync(temporary);
	symlinkSync(file, blank);
	setEnvironment(context, "TMPDIR", temporary);
	for (const [place, command, words] of [
		["VISUAL", file, []],
		["EDITOR", `${file} --wait`, ["--wait"]],
		["externalEditor", `${file} -f x`, ["-f", "x"]],
		["VISUAL", `${blank} -f  x`, ["-f", "x"]],
		["EDITOR", `"${blank}" --title 'a b'`, ["--title", "a b"]],
	] as const) {
		await context.test(`${place} ${command}`, async (context) => {
			const { host, result } = await open(two, { columns: 100 });
			if (place === "externalEditor")
				writeFileSync(join(host.agent, "settings.json"), JSON.stringify({ externalEditor: command }));
			else setEnvironment(context, place, command);
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
			assert.deepEqual(args.slice(0, -1), words);
			assert.equal(mode, 0o600);
			const { forcedRequests } = host;
			editor.write(JSON.stringify({ save: "\ufeffsaved 日本\r\n\r\n  second\r\n", code: 0 }));
			await host.sees("saved");
			assert.equal(host.forcedRequests, forcedRequests + 1);
			assert.equal(host.edited(), "saved 日本\n\nsecond");
			assert.ok(host.isEditing());
			host.press("!", key.escape);
			assert.match(host.screen(), /✎ saved 日本/, "it is the draft, too");
			host.press(key.enter, key.enter, "1", key.enter);
			assert.equal(summary(await result), "answered id1=saved 日本\n\n  second! id2=x-value");
			assert.deepEqual(readdirSync(temporary), [], "the file is gone");
		});
	}
});

test("the user's own editor: its command, as each system starts it", () => {
	const [vim, code] = ["C:\\Program Files\\Vim\\vim.exe", "C:\\Program Files\\Microsoft VS Code\\bin\\code.cmd"];
	const subl = "/Applications/Sublime Text.app/Contents/bin/subl";
	const isThere = (path: string) => [vim, code, subl, "/usr/bin/vim"].includes(path);
	const file = "C:\\Users\\A & B\\Temp\\answer.md";
	for (const [editor, line] of [
		["notepad", "notepad"],
		["code --wait", "code --wait"],
		[vim, `"${vim}"`],
		[`${code} --wait "x y"`, `"${code}" --wait "x y"`],
		[`"${code}" --wait`, `"${code}" --wait`],
		["C:\\vim\\vim.exe -f", "C:\\vim\\vim.exe -f"],
		["C:\\Program Files\\Gone\\ed.exe -f", "C:\\Program Files\\Gone\\ed.exe -f"],
	] as const)
		assert.deepEqual(startOf(editor, file, "win32", isThere), {
			command: `${line} "${file}"`,
			args: [],
			options: { shell: true },
		});
	for (const [editor, command, ...args] of [
		["vim", "vim"],
		["/usr/bin/vim -c  startinsert", "/usr/bin/vim", "-c", "startinsert"],
		[`vim -c 'set tw=72' +"1" ""`, "vim", "-c", "set tw=72", "+1", ""],
		[`${subl} -w`, subl, "-w"],
		["/Applications/Sublime\\ Text.app/subl -w", "/Applications/Sublime Text.app/subl", "-w"],
		['"/opt/my \\"ed\\"/x" \\$HOME "\\$x \\y"', '/opt/my "ed"/x', "$HOME", "$x \\y"],
		["/opt/it's/ed -w", "/opt/it's/ed", "-w"],
		["/opt/ed $(touch x)", "/opt/ed", "$(touch", "x)"],
		[" ", ""],
	] as const)
		for (const platform of ["linux", "darwin"] as const)
			assert.deepEqual(startOf(editor, "/tmp/a b/answer.md", platform, isThere), {
				command,
				args: [...args, "/tmp/a b/answer.md"],
				options: { shell: false },
			});
});

test("the user's own editor: what it has saved is read for certain, or the text stays", {
	skip: noPosix,
}, async (context) => {
	const { file, started } = ownEditor(context);
	type Row = [name: string, command: string, reply: Reply | undefined, expected: string | undefined, notice?: RegExp];
	const rows: Row[] = [
		["UTF-16 with its mark", file, { save: "\ufeffüber 日本\r\n", encoding: "utf16le", code: 0 }, "über 日本"],
		["UTF-16 without it", file, { save: "saved", encoding: "utf16le", code: 0 }, undefined],
		["Latin-1", file, { save: "über", encoding: "latin1", code: 0 }, undefined],
		["an exit code", file, { save: "lost", code: 3 }, "before"],
		["a kill", file, { save: "saved", code: null }, "saved"],
		[
			"a pipe",
			file,
			{ left: "a pipe", code: 0 },
			"before",
			/saved cannot be read: it is not a regular file\. It is in \//,
		],
		["a folder", file, { left: "a folder", code: 0 }, "before", /cannot be read: it is a folder/],
		["nothing", file, { left: "nothing", code: 0 }, "before", /has left no file/],
		["a program that a shell has not found", file, { code: 127 }, "before", /cannot be started: exit code 127/],
		[
			"no such program",
			"/nonexistent/editor --wait",
			undefined,
			"before",
			/^The editor "\/nonexistent\/editor --wait" cannot be started: there is no such program\. Set VISUAL or EDITOR/,
		],
		["a command that is none", " ", undefined, "before", /cannot be started/],
	];
	for (const [name, command, reply, expected, notice] of rows) {
		await context.test(name, async (context) => {
			const { host, result } = await open(one);
			setEnvironment(context, "EDITOR", command);
			if (command === " ") setEnvironment(context, "PATH", "/nonexistent");
			const listeners = process.listenerCount("SIGINT");
			host.press("0", ..."before");
			const start = started();
			host.press(key.ctrl("g"));
			if (reply) {
				const editor = await start;
				await received(editor);
				assert.equal(process.listenerCount("SIGINT"), listeners + 1, "Ctrl+C is the editor's");
				editor.write(JSON.stringify(reply));
			}
			await host.sees(expected ?? "Your editor saved no UTF-8 text; it is in");
			await new Promise(setImmediate);
			if (notice) assert.match(host.notices.join("|"), notice);
			else assert.deepEqual(host.notices, []);
			const kept = /it is in (\S+)\./.exec(host.screen().replaceAll(/\s*\n\s*/g, " "))?.[1];
			if (!expected)
				assert.deepEqual(readFileSync(kept ?? ""), Buffer.from(reply?.save ?? "", reply?.encoding), host.screen());
			assert.equal(process.listenerCount("SIGINT"), listeners);
			host.press("!", key.enter);
			assert.equal(summary(await result), `answered id1=${expected ?? "before"}!`);
		});
	}
});

test("the user's own editor: nothing that goes wrong before it starts harms the form", {
	skip: noPosix,
}, async (context) => {
	setEnvironment(context, "TMPDIR", "/nonexistent/folder");
	const { host, result } = await open(one);
	setEnvironment(context, "EDITOR", "true");
	host.press("0", ..."before", key.ctrl("g"));
	await new Promise(setImmediate);
	assert.ok(!host.isStopped);
	assert.match(host.notices.join("|"), /ENOENT/);
	host.press("!", key.enter);
	assert.equal(summary(await result), "answered id1=before!");
});

test("the user's own editor: the call may end meanwhile, with what was saved until then", {
	skip: noPosix,
}, async (context) => {
	const { file, started } = ownEditor(context);
	for (const saved of [undefined, "saved"]) {
		const { host, result } = await open(one);
		setEnvironment(context, "EDITOR", file);
		host.press("0", ..."before");
		const start = started();
		// Keys for the other editor do not reach the form.
		host.press(key.ctrl("g"), "x", key.enter, key.ctrl("g"));
		const editor = await start;
		const { args } = await received(editor);
		if (saved) writeFileSync(args.at(-1) ?? "", `${saved}\n`);
		host.emit("session_shutdown");
		assert.deepEqual((await result).details.unsent, [{ id: "id1", text: saved ?? "before" }]);
		assert.equal(host.component, undefined);
		editor.write(JSON.stringify({ save: "late", code: 0 }));
		await host.sees("");
		await new Promise(setImmediate);
		assert.ok(!host.isStopped, "pi has its terminal back");
		assert.equal(host.doneCalls, 1);
		const next = await host.open(one);
		host.press("1");
		assert.equal(summary(await next.result), "answered id1=red-value");
	}
});

test("the user's own editor: only from the text editor, by the user's key", { skip: noPosix }, async (context) => {
	setEnvironment(context, "EDITOR", "true");
	const { host } = await open(one, { columns: 80, bindings: { "app.editor.external": "f9" } });
	for (const keys of [[key.f9], ["0", "a", key.up, key.f9, key.down], [key.ctrl("g")]]) {
		host.press(...keys);
		assert.ok(!host.isStopped, JSON.stringify(keys));
	}
	assert.match(host.screen(), /f9 editor/);
	host.press(key.f9);
	assert.ok(host.isStopped);
	await host.sees("Prompt 1?");
});
