/**
 * Forms in the real pi, in a pseudo-terminal with a scripted model. Checks the screen, the result for the model and the
 * session file.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { lstatSync, readlinkSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { database, features, one, scripts } from "../harness/args.ts";
import { key } from "../harness/keys.ts";
import { type PiSetup, type PiTerminal, results, type SentResult, session } from "../harness/pi.ts";
import { folder } from "../harness/program.ts";
import { PATIENCE_MS, values, valuesOf } from "../harness/workplace.ts";

/** Starts pi with the form of one call on its screen. */
async function asked(t: TestContext, questions: object[], setup: Partial<PiSetup> = {}): Promise<PiTerminal> {
	const pi = session(t, [{ questions }], { columns: 80, rows: 24, ...setup });
	await pi.sees("Something else…");
	return pi;
}

/** Waits until the model has received the only result and returns it. */
async function answered(pi: PiTerminal): Promise<SentResult> {
	const [result, ...others] = await results(pi);
	assert.deepEqual(others, []);
	return result ?? assert.fail("there is no result");
}

test("one question, a predefined answer", async (t) => {
	const pi = await asked(t, [database]);
	await pi.press(key.down, "→ 2. SQLite");
	await pi.press(key.enter, "✓ Which database? → SQLite");
	const result = await answered(pi);
	assert.equal(result.text, "Which database? → SQLite");
	assert.deepEqual(result.details.answers, [
		{ id: "db", mode: "single", prompt: database.prompt, value: "SQLite", label: "SQLite", wasCustom: false, index: 2 },
	]);
	assert.equal(result.details.outcome, "answered");
	assert.equal(result.details.cancelled, false);
});

for (const mode of ["regular", "fullscreen"]) {
	test(`the terminal's cursor follows the highlight, and what is typed: ${mode}`, async (t) => {
		const pi = await asked(t, [database], { args: ["--tui-mode", mode, "go"] });
		const isAt = (text: string) => () => pi.atCursor.startsWith(text);
		await pi.sees(isAt("→ 1. PostgreSQL"));
		await pi.press(key.down, isAt("→ 2. SQLite"));
		await pi.press("abc", (screen) => screen.includes("abc") && pi.atCursor === "");
		await pi.press(key.left, isAt("c"));
		await pi.press(key.up, isAt("→ 2. SQLite"));
		await pi.press(key.ctrl("l"), isAt("ctrl+l unfold"));
		await pi.press(key.ctrl("l"), isAt("→ 2. SQLite"));
		await pi.press(key.enter, "Understood.");
	});
}

test("in the terminal's own colors, the current tab is reversed", async (t) => {
	const files = { "agent/settings.json": { theme: "system" } };
	const pi = await asked(t, [database, features], { files });
	await pi.sees(() => pi.selected === "[□ Database]");
	await pi.press(key.tab, () => pi.selected === "[□ Features]");
});

test("two calls in one message are asked one after the other", async (t) => {
	const cache = { ...database, prompt: "Which cache?" };
	const calls = [database, cache].map((question) => ({ tool: "question", args: { questions: [question] } }));
	const pi = session(t, [], { turns: [{ calls }, { text: "Understood." }] });
	await pi.sees("→ 1. PostgreSQL");
	await pi.press("1", "Which cache?");
	// The second form opens right after keys for the first.
	await pi.calm(Date.now());
	await pi.press("2", "Understood.");
	assert.deepEqual(valuesOf(pi.workplace.results()), [
		["answered", "pg"],
		["answered", "SQLite"],
	]);
});

test("the user's keybindings count, and the page of keys shows them", async (t) => {
	const bindings = { "tui.select.down": "ctrl+n", "tui.select.up": "ctrl+p", "question.cursorDown": "n" };
	const prepare = (agent: string) => writeFileSync(join(agent, "keybindings.json"), JSON.stringify(bindings));
	const pi = await asked(t, [database], { prepare });
	await pi.sees("→ 1. PostgreSQL");
	await pi.press("?", /ctrl\+p ↑ \/ n ctrl\+n +move/);
	await pi.press("x", "→ 1. PostgreSQL");
	await pi.press("n", "→ 2. SQLite");
	await pi.press("\x10", "→ 1. PostgreSQL");
	await pi.press("\x0e", "→ 2. SQLite");
	await pi.press(key.enter, "✓ Which database? → SQLite");
	await answered(pi);
});

test("the transcript is read beside a form: folded, and with tool output expanded", async (t) => {
	const script = { command: "seq 1 40" };
	const bash = { calls: [{ tool: "bash", args: script }] };
	const asking = { calls: [{ tool: "question", args: { questions: [database] } }] };
	const args = ["--tui-mode", "fullscreen", "go"];
	const pi = session(t, [], { turns: [bash, asking, { text: "Understood." }], args, columns: 80, rows: 24 });
	await pi.sees("→ 1. PostgreSQL");
	await pi.press(key.ctrl("o"), "Tool output: expanded");
	await pi.press(key.ctrl("o"), "Tool output: collapsed");
	await pi.press(key.ctrl("l"), /^ctrl\+l unfold · The model has a question/m);
	await pi.press(key.pageUp, /Jump to latest message/);
	await pi.press(key.pageDown, (screen) => !screen.includes("Jump to latest message"));
	await pi.press("so", "→ 1. PostgreSQL");
	// Who writes makes pauses.
	await pi.sees((screen) => !screen.includes("Pause for a moment"));
	await pi.press(key.enter, "✓ Which database? → PostgreSQL");
	assert.deepEqual(values((await answered(pi)).details), ["answered", "pg"]);
	await pi.sees(/^so$/m);
});

test("keys meant for pi's prompt do not answer the form that pops up under them", async (t) => {
	const turns = [
		{ calls: [{ tool: "question", args: { questions: [database] } }], afterMs: 500 },
		{ text: "Understood." },
	];
	const pi = session(t, [], { turns });
	await pi.sees("Working");
	const typing = setInterval(() => pi.type("1 "), 50);
	t.after(() => clearInterval(typing));
	await pi.sees("→ 1. PostgreSQL");
	// More keys reach the form itself, then one that is let through.
	await setTimeout(300);
	clearInterval(typing);
	// Deleted text is not in the prompt.
	await pi.press(`1 two 3\x7f\x17\r${key.down}`, "→ 2. SQLite");
	await pi.sees("Pause for a moment before you answer or leave.");
	assert.deepEqual(pi.workplace.results(), []);
	await pi.sees((screen) => !screen.includes("Pause for a moment"));
	await pi.press(key.enter, "✓ Which database? → SQLite");
	assert.deepEqual(values((await answered(pi)).details), ["answered", "SQLite"]);
	// The prompt has the earlier text and, after it, the text typed into the form.
	await pi.sees(/^1 1 [1 ]*1$/m);
});

test("a long text that was pasted into pi's prompt before the form is whole after it", async (t) => {
	const asking = { calls: [{ tool: "question", args: { questions: [database] } }], afterMs: 1500 };
	const pi = session(t, [], { turns: [asking, { text: "Understood." }, { text: "Read." }] });
	await pi.sees("Working");
	await pi.press(key.paste("line\n".repeat(40)), "[paste #1");
	await pi.sees("Pause for a moment");
	await pi.sees((screen) => screen.includes("→ 1. PostgreSQL") && !screen.includes("Pause for a moment"));
	await pi.press("1", "Understood.");
	// Enter right after the form would not send it.
	await pi.calm(Date.now());
	await pi.press(key.enter, "Read.");
	assert.ok(pi.workplace.lastMessage().startsWith("line\n".repeat(39)), pi.workplace.lastMessage());
});

test("the mouse: rows, tabs, boxes, the wheel and Submit, in pi's fullscreen mode", async (t) => {
	const pi = await asked(t, [database, features], { args: ["--tui-mode", "fullscreen", "go"] });
	await pi.sees("→ 1. PostgreSQL");
	await pi.wheel("1. PostgreSQL", "down", "→ 2. SQLite");
	await pi.click("Features", "[□ Features]");
	await pi.click("REST", "2. [x] REST");
	await pi.click("REST", "2. [ ] REST");
	await pi.click("Login", "1. [x] Login");
	await pi.click("Submit", "Submit (1 not answered)");
	await pi.click("□ Database", "[□ Database]");
	await pi.click("SQLite", "✓ Database → SQLite");
	await pi.click("✓ Database → SQLite", "→ 2. SQLite ✓");
	await pi.click("PostgreSQL", "✓ Database → PostgreSQL");
	await pi.click("→ Submit", "Understood.");
	assert.deepEqual(values((await answered(pi)).details), ["answered", "pg", ["auth"]]);
});

test("a press that moves selects text for pi, and one that does not is a click, in pi's fullscreen mode", async (t) => {
	const pi = await asked(t, [database, features], { args: ["--tui-mode", "fullscreen", "go"] });
	await pi.sees("→ 1. PostgreSQL");
	await pi.drag("SQLite", () => pi.selected.includes("SQLite"));
	await pi.sees("→ 1. PostgreSQL");
	await pi.click("SQLite", "[□ Features]", 2);
	await pi.calm(Date.now());
	assert.doesNotMatch(pi.selected, /REST/);
	await pi.sees("→ 1. [ ] Login");
	await pi.drag("REST", () => pi.selected.includes("REST"));
	await pi.click("REST", "2. [x] REST");
	await pi.press(key.ctrl("c"), "Send");
});

test("a click on any row of a link opens all of it, and nothing else", {
	skip: process.platform === "win32",
}, async (t) => {
	const address = "https://docs.example/guides/how-to-choose-a-database;v=2?from=pi#sqlite";
	const preview = `See mailto:db@docs.example or <${address}>`;
	const prompt = `[https://good.example](${address}): which database?`;
	const bin = folder(t);
	const opener = '#!/bin/sh\ncd "$(dirname "$0")" && ln -s "$1" "opened$(ls | wc -w | tr -d " ")"';
	for (const name of ["xdg-open", "open"]) writeFileSync(join(bin, name), opener, { mode: 0o755 });
	const pi = await asked(t, [{ ...database, prompt, options: [{ label: "SQLite", preview }] }], {
		args: ["--tui-mode", "fullscreen", "go"],
		columns: 40,
		env: { PI_HYPERLINKS: "1", PATH: `${bin}:${process.env.PATH}` },
	});
	const watching = watch(bin);
	t.after(() => watching.close());
	const links = {
		"good.example": "https://good.example",
		"how-to-": address,
		"#sqlite": address,
		"db@docs": "mailto:db@docs.example",
	};
	for (const [at, [text, target]] of Object.entries(links).entries()) {
		await pi.click(text, "→ 1. SQLite");
		const opened = join(bin, `opened${at + 2}`);
		const signal = AbortSignal.timeout(PATIENCE_MS);
		while (!lstatSync(opened, { throwIfNoEntry: false })) await once(watching, "change", { signal });
		assert.equal(readlinkSync(opened), target);
	}
	await pi.press("1", "Understood.");
});

test("text of any script arrives whole, though the terminal cuts it between any two bytes", async (t) => {
	const pi = session(t, [one]);
	const text = Object.values(scripts).join(" ");
	await pi.sees("Prompt 1?");
	await pi.press("0", "enter submit");
	for (const byte of Buffer.from(text)) {
		pi.type(Buffer.from([byte]));
		await new Promise(setImmediate);
	}
	await pi.press("!", (screen) => screen.includes("!"));
	await pi.press(key.enter, "Understood.");
	assert.equal(pi.workplace.results("question")[0]?.details.answers[0]?.value, `${text}!`);
});
