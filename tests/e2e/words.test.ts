/** Words typed into lists, in the real pi. One run of pi asks several forms in turn, and their results are checked at the end. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { database, features } from "../harness/args.ts";
import { key } from "../harness/keys.ts";
import { results, session } from "../harness/pi.ts";
import { valuesOf } from "../harness/workplace.ts";

const ask = (prompt: string, more: object = {}) => ({ questions: [{ ...database, prompt, ...more }] });

/** Shows the row for words as the highlighted one. */
const isOwn = "> 0. Something else… ✎";

test("words are an answer, name an option, or find one", async (t) => {
	const towns = Array.from({ length: 60 }, (_, at) => (at === 40 ? "São Paulo" : `Town ${at}`));
	const pi = session(t, [
		ask("In words?"),
		ask("By name?"),
		ask("Above the words?"),
		ask("Which port?"),
		ask("In one piece?"),
		ask("Typed before?"),
		ask("Which town?", { options: towns }),
		ask("None of one's own?", { allowCustom: false }),
		{ questions: [{ ...features, prompt: "Boxes?" }] },
	]);
	await pi.sees("In words?");
	await pi.press("no, use MySQL", "no, use MySQL");
	await pi.sees(isOwn);
	await pi.press(key.enter, "By name?");

	await pi.press("sqlit", isOwn);
	await pi.press("e", "> 2. SQLite");
	await pi.press(key.enter, "Above the words?");

	await pi.press("neither", "neither");
	await pi.press(key.up, "> 2. SQLite");
	await pi.press(key.down, isOwn);
	await pi.press(", please", "neither, please");
	await pi.press(key.escape, /> 0\. Something else… ✎ neither, please/);
	await pi.press(key.backspace, /^neither, pleas *$/m);
	await pi.press(key.up + key.up, "> 1. PostgreSQL");
	await pi.press(key.enter, "Which port?");

	await pi.press("80", /^80 *$/m);
	await pi.press(key.enter, "In one piece?");

	await pi.press(key.paste("1\n日本語"), /^1 *\n日本語 *$/m);
	await pi.press("で", "日本語で");
	await pi.press(key.enter, "Typed before?");

	await pi.press("0", isOwn);
	await pi.press(key.up, /^日本語で *$/m);
	await pi.press(key.enter, "Which town?");

	await pi.press("paul", (screen) => screen.includes("> 41. São Paulo") && !screen.includes("Town 41"));
	await pi.sees("search 1/60");
	await pi.press("x", '>  0. Answer "paulx" in these words');
	await pi.press(key.backspace, "> 41. São Paulo");
	await pi.press(key.enter, "None of one's own?");

	await pi.press("mysql", "mysql");
	await pi.press(key.enter, "These words name no single option.");
	await pi.press(key.ctrl("u"), (screen) => !/^mysql/m.test(screen));
	await pi.press("post", /> 1\. PostgreSQL[\s\S]*^post *$/m);
	await pi.press(key.enter, "Boxes?");

	await pi.press("login", /> 1\. \[ \] Login[\s\S]*^login *$/m);
	await pi.press(key.enter, "> 1. [x] Login");
	await pi.press("dark mode", "dark mode");
	await pi.press(key.enter, /> +\[x\] \(wrote\) dark mode/);
	await pi.press(key.enter, "> Submit");
	await pi.press(key.enter, "Understood.");

	assert.deepEqual(valuesOf(await results(pi)), [
		["answered", "no, use MySQL"],
		["answered", "SQLite"],
		["answered", "pg"],
		["answered", "80"],
		["answered", "1\n日本語で"],
		["answered", "1\n日本語で"],
		["answered", "São Paulo"],
		["answered", "pg"],
		["answered", ["auth", "dark mode"]],
	]);
});

test("@ completes files in words that are begun in a list, and Ctrl+C there asks about leaving", async (t) => {
	const files = { "agent/bin/fd": "#!/bin/sh\necho src/main.rs\n", "project/src/main.rs": "" };
	const pi = session(t, [ask("Where?")], { files });
	await pi.sees("Where?");
	await pi.press("@mai", /→ main\.rs/);
	await pi.press(key.ctrl("c"), "Leave the form?");
	await pi.press(key.enter, "✎ @mai");
	await pi.press("n", /→ main\.rs/);
	await pi.press(key.tab, /^@src\/main\.rs *$/m);
	await pi.press("please", "@src/main.rs please");
	await pi.press(key.enter, "Understood.");
	assert.deepEqual(valuesOf(await results(pi)), [["answered", "@src/main.rs please"]]);
});

test("letters that the user has bound are commands in a list, and text in a text", async (t) => {
	const bindings = { "question.cursorDown": ["j", "down"], "question.cursorUp": ["k", "up"] };
	const prepare = (agent: string) => writeFileSync(join(agent, "keybindings.json"), JSON.stringify(bindings));
	const pi = session(t, [ask("Which way?")], { prepare });
	await pi.sees("> 1. PostgreSQL");
	await pi.press("j", "> 2. SQLite");
	await pi.press("k", "> 1. PostgreSQL");
	await pi.press("x", isOwn);
	await pi.press("jk", /^xjk *$/m);
	await pi.press(key.enter, "Understood.");
	assert.deepEqual(valuesOf(await results(pi)), [["answered", "xjk"]]);
});
