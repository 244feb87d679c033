/** Completion and history of pi's text editor: files after @, paths with Tab, and no texts of this form with Up. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import test from "node:test";
import { input, one, two } from "../harness/args.ts";
import { clock, isPending, open, summary, TestHost } from "../harness/host.ts";
import { key, kitty, useKitty } from "../harness/keys.ts";
import { obeyed } from "../harness/obeying.ts";
import { folder, program, setEnvironment } from "../harness/program.ts";

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
			host.press(..."@al");
			await host.sees("alpine.ts");
			host.press(key.up, key.down);
			assert.equal(host.highlighted(), "Something else… ✎", "↑ and ↓ choose a file");
			host.press(key.enter);
			assert.ok(await isPending(result));
			assert.match(host.edited(), /^@src\/alp\w+\.ts$/);
			host.press(key.up);
			assert.equal(host.highlighted(), "blue", "without completion, ↑ goes to the options");
			host.press(key.down);
			const completed = host.edited();
			host.press(..."@al");
			await host.sees("alpine.ts");
			host.press(key.escape);
			assert.ok(host.isEditing(), "Esc closes the list first");
			host.press(key.escape);
			assert.ok(!host.isEditing());
			assert.ok(host.screen().includes(`✎ ${completed} @al`), "what was completed is in the draft");
			host.press(key.enter, key.enter);
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
		assert.equal((await result).details.unsent?.[0]?.text, "@a");
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
	host.press(key.enter, key.enter, key.escape, key.down, key.enter);
	assert.equal(summary(await result), "cancelled id1=in source/");

	const tabs = await open({ questions: [...input.questions, ...one.questions] }, { prepare });
	tabs.host.press(..."in so", key.tab);
	assert.match(tabs.host.screen(), /Prompt 1\?/);
	tabs.host.press(key.shiftTab);
	assert.match(tabs.host.screen(), /→ Type your answer ✎ in so/);
	tabs.host.emit("session_shutdown");
});

const prepare = (_agent: string, project: string) => {
	for (const name of ["alpha.txt", "beta.txt"]) writeFileSync(join(project, name), "");
};

test("the keys of completions that are open do not wait as those do that submit or leave", async () => {
	for (const [pressed, text] of [
		[key.escape, ""],
		[key.enter, "alpha.txt"],
	] as const) {
		const host = new TestHost({ prepare });
		host.prompt = "I think ";
		host.pause = 0;
		const { result } = await host.open(input);
		clock.now += 100;
		host.press(key.tab);
		await host.sees("beta.txt");
		clock.now += 100;
		host.press(pressed);
		assert.doesNotMatch(host.screen(), /beta/);
		assert.equal(host.edited(), text);
		// Esc leaves the form for whoever goes on to press it.
		for (let at = 0; at < 5; at++) {
			clock.now += 400;
			host.press(key.escape);
		}
		assert.equal(await isPending(result), text !== "", "a text that was entered is asked about");
		host.emit("session_shutdown");
		assert.equal((await result).details.outcome, text === "" ? "cancelled" : "aborted");
		assert.equal(host.prompt, "I think ");
	}
});

test("what follows the keys of completions in a new form waits for a pause", async () => {
	const host = new TestHost({ prepare });
	host.prompt = "I think ";
	host.pause = 0;
	const { result } = await host.open(input);
	host.press(key.tab);
	await host.sees("beta.txt");
	for (const pressed of [key.down, key.escape, key.ctrl("c")]) {
		clock.now += 700;
		host.press(pressed);
	}
	assert.match(host.screen(), /Pause for a moment/);
	assert.ok(await isPending(result));
	host.emit("session_shutdown");
});

test("Kitty: a held Enter takes a completion or begins a line, and submits nothing", async (context) => {
	useKitty(context);
	const enter = kitty(13);
	for (const typed of ["", "first\\"]) {
		const host = new TestHost({ prepare });
		const { result } = await host.open(input);
		host.press(...typed);
		if (typed === "") {
			host.press(key.tab);
			await host.sees("beta.txt");
		}
		host.press(enter.press, enter.repeat, enter.repeat, enter.release);
		assert.equal(host.edited(), typed === "" ? "alpha.txt" : "first\n");
		assert.ok(await isPending(result));
		host.emit("session_shutdown");
	}
});

/** Names of files that a terminal would obey or show differently. */
const hostileNames = [
	"a\x1b]2;owned\x07",
	"a\x1b[2J",
	"a\u009b2J",
	"a\x1b]52;c;aGk=\x07",
	"a\nb",
	"a\tb",
	"a\x7f",
	"a\u202etxt.exe",
	"a\u2066b",
];

test("files with a name that a terminal would obey are not completed, in either way", async (context) => {
	const bin = folder(context);
	const script = join(bin, "fd");
	writeFileSync(script, `#!/bin/sh\ncat ${join(bin, "names")}\n`);
	// pi reads a name of two lines as two names.
	const lines = hostileNames.filter((name) => !name.includes("\n"));
	writeFileSync(join(bin, "names"), [...lines, "about/", "apple.txt", ""].join("\n"));
	chmodSync(script, 0o755);
	setEnvironment(context, "PATH", bin + delimiter + process.env.PATH);
	const prepare = (_agent: string, project: string) => {
		mkdirSync(join(project, "about"));
		for (const name of [...hostileNames, "apple.txt"]) writeFileSync(join(project, name), "");
		for (const [at, name] of hostileNames.entries()) {
			mkdirSync(join(project, `only${at}`));
			writeFileSync(join(project, `only${at}`, name), "");
		}
	};
	for (const [typed, completed] of [
		[["./a", key.tab], "./about/"],
		[["in a", key.tab], "in about/"],
		[["@a"], "@about/"],
	] as const) {
		const { host, result } = await open(one, { prepare, rows: 60 });
		host.press("0", ...typed.flatMap((text) => (text === key.tab ? [text] : [...text])));
		await host.sees("apple.txt");
		assert.deepEqual(await obeyed(host.lines().join("\n")), []);
		assert.doesNotMatch(host.screen(), /owned|exe|52;c/);
		host.press(key.enter);
		assert.equal(host.edited(), completed);
		host.emit("session_shutdown");
		assert.equal((await result).details.unsent?.[0]?.text, completed);
	}
	// A single completion is inserted at once.
	for (const at of hostileNames.keys()) {
		const { host, result } = await open(one, { prepare });
		host.press("0", ...`./only${at}/`, key.tab);
		await new Promise(setImmediate);
		await new Promise(setImmediate);
		assert.equal(host.edited(), `./only${at}/`);
		host.emit("session_shutdown");
		await result;
	}
});

test("what was typed in this form is not recalled in place of another draft", async () => {
	const { host, result } = await open(two);
	host.press("0", ..."first", key.enter, "0", key.up);
	assert.equal(host.highlighted(), "y", "↑ goes to the options");
	host.press(..."second", key.up, key.up, key.down, key.down);
	assert.equal(host.edited(), "second");
	host.press(key.enter, key.enter);
	assert.equal(summary(await result), "answered id1=first id2=second");
});
