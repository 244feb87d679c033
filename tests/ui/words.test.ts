/** Words typed into a list: the text beside it, the way to the options and back, completion, pastes, and bound letters. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { boxes, one, questions, two } from "../harness/args.ts";
import { type HostOptions, isPending, open, type Returned, summary, TestHost } from "../harness/host.ts";
import { key, kitty, useKitty } from "../harness/keys.ts";
import { noPosix, program } from "../harness/program.ts";
import { record, typed } from "../harness/record.ts";

const { up, down, enter, backspace, ctrl } = key;

/** A session in which two texts were typed before. */
const branch = ["older", "newer"].map((text, at) => ({
	type: "message",
	id: String(at),
	message: {
		role: "toolResult",
		toolCallId: String(at),
		toolName: "question",
		content: [],
		details: record([typed("q1", text)]),
		isError: false,
	},
}));

/** Returns what a form shows: the highlighted row, and the open text, in brackets where it has the cursor, else in parentheses. */
function state(host: TestHost): string {
	// The form and the editor have two borders each.
	if (host.screen().match(/^─/gm)?.length !== 4) return host.highlighted();
	const text = host.edited().replaceAll("\n", "⏎");
	return `${host.highlighted()} ${host.isEditing() ? `[${text}]` : `(${text})`}`;
}

/** Returns how a call has ended, or what its form shows. */
async function after(host: TestHost, result: Promise<Returned>): Promise<string> {
	return (await isPending(result)) ? state(host) : summary(await result);
}

const custom = "Something else… ✎";

interface Row {
	args?: unknown;
	options?: HostOptions;
	/** Pressed in turn, each with what is shown then. */
	steps: Array<[keys: string[], shown: string]>;
}

const rows: Record<string, Row> = {
	"words that name an option highlight it before Enter": {
		steps: [
			[[..."gree"], `${custom} [gree]`],
			[["n"], "green [green]"],
			[["!", "s"], `${custom} [green!s]`],
			[[backspace], "green [green!]"],
			[[enter], "answered id1=green-value"],
		],
	},
	"from the options, letters, digits and Backspace go on with the text": {
		steps: [
			[[..."mauv", up, "e"], `${custom} [mauve]`],
			[[up, up, "2"], `${custom} [mauve2]`],
			[[up, backspace], `${custom} [mauve]`],
			[[up, key.paste("!\n1")], `${custom} [mauve!⏎1]`],
			[[enter], "answered id1=mauve!\n1"],
		],
	},
	"in a text of several rows, ↑ and ↓ leave it at its ends alone": {
		steps: [
			[[key.paste("a\nb"), up], `${custom} [a⏎b]`],
			[[up], "blue (a⏎b)"],
			[[down, down], `${custom} [a⏎b]`],
			[[down], "red (a⏎b)"],
		],
	},
	"↑ in an empty text brings earlier answers, and in any other goes to the options": {
		options: { branch },
		steps: [
			[["0", up], `${custom} [newer]`],
			[[up], `${custom} [older]`],
			[[key.end, "!", up], "blue (older!)"],
			[[down], `${custom} [older!]`],
			[[ctrl("u"), "x", up], "blue (x)"],
			[[down, enter], "answered id1=x"],
		],
	},
	"↑ in an empty text goes to the options where there are no earlier answers": {
		steps: [
			[["0"], `${custom} []`],
			[[up], "blue"],
			[[down, down], "red"],
			[[..."x"], `${custom} [x]`],
		],
	},
	"a paste begins a text, and answers nothing": {
		steps: [
			[[key.paste("2")], `${custom} [2]`],
			[[key.paste("\n1\ny\n")], `${custom} [2⏎1⏎y⏎]`],
			[["!", enter], "answered id1=2\n1\ny\n!"],
		],
	},
	"boxes: Space checks one, and is a blank while a text has words": {
		args: boxes,
		steps: [
			[[" "], "[x] red"],
			[["a", " ", "b"], "[+] Something else… ✎ [a b]"],
			[[up, " ", "c"], "[+] Something else… ✎ [a b c]"],
			[[up, enter], "[x] blue"],
			[[down, "!", enter], "[x] (wrote) a b c!"],
			[[enter, enter], "answered id1=red,blue,a b c!"],
		],
	},
	"an unfinished number begins the text": {
		args: questions(Array.from({ length: 12 }, (_, at) => `port ${at}`)),
		steps: [
			[["1"], "port 0"],
			[["."], `${custom} [1.]`],
			[[..."5 GB", enter], "answered id1=1.5 GB"],
		],
	},
	"text of an input method comes in several characters at once": {
		steps: [
			[["日本語で"], `${custom} [日本語で]`],
			[[up, "す"], `${custom} [日本語です]`],
			[[key.escape, "。はい"], `${custom} [日本語です。はい]`],
			[[enter], "answered id1=日本語です。はい"],
		],
	},
	"several digits at once are text, not the numbers of options": {
		steps: [
			[["12"], `${custom} [12]`],
			[[enter], "answered id1=12"],
		],
	},
	"a letter that the user has bound is a command in a list, and text in a text": {
		options: { bindings: { "question.cursorDown": ["j", "down"], "question.cursorUp": ["k", "up"] } },
		steps: [
			[["j", "j"], "blue"],
			[["k"], "green"],
			[["x", "j", "k"], `${custom} [xjk]`],
			[[up, "j"], `${custom} [xjkj]`],
			[[key.escape, "k"], "blue"],
			[["j", "y"], `${custom} [xjkjy]`],
			[[enter], "answered id1=xjkjy"],
		],
	},
	"a letter that opens the text types nothing into it": {
		options: { bindings: { "question.edit": ["i"] } },
		steps: [
			[["a", "b", key.escape, "i", "x"], `${custom} [abx]`],
			[[enter], "answered id1=abx"],
		],
	},
};

test("words in a list: what each key does", async (context) => {
	for (const [name, { args = one, options, steps }] of Object.entries(rows)) {
		await context.test(name, async () => {
			const { host, result } = await open(args, { columns: 80, ...options });
			for (const [keys, shown] of steps) {
				host.press(...keys);
				assert.equal(await after(host, result), shown, `${JSON.stringify(keys)}\n${host.screen()}`);
			}
			host.emit("session_shutdown");
			await result;
		});
	}
});

test("Space shows an option without a box as a whole, and Enter there goes back without answering", async () => {
	for (const keys of [[down], [..."mauve", key.escape, up, up]]) {
		const { host, result } = await open(one);
		host.press(...keys, " ");
		assert.doesNotMatch(host.screen(), /Something else/);
		assert.match(host.screen(), /green/);
		host.press(enter);
		assert.equal(host.highlighted(), "green");
		assert.ok(await isPending(result));
		host.emit("session_shutdown");
		await result;
	}
});

test("a page without a text says so, and keeps a paste for pi's prompt", async () => {
	for (const [args, keys] of [
		[two, ["1", "1"]],
		[two, ["1", key.escape]],
		[one, ["0", ..."long", enter]],
	] as const) {
		const { host, result } = await open(args, { settings: { softLimit: 3 } });
		host.press(...keys, "x");
		assert.match(host.screen(), /Nothing can be typed here\./);
		assert.ok(!host.isEditing());
		host.press(key.paste("a paste"), down);
		assert.doesNotMatch(host.screen(), /Nothing can be typed here\./);
		assert.ok(await isPending(result));
		host.emit("session_shutdown");
		await result;
		assert.equal(host.prompt, "a paste");
	}
	const { host, result } = await open(one);
	host.press("?", key.paste("a paste"));
	assert.match(host.screen(), /Prompt 1/, "the page of keys");
	host.press(key.escape);
	await result;
	assert.equal(host.prompt, "a paste");
});

/** Makes a host in which `@` completes two files. */
function completing(): TestHost {
	const host = new TestHost({ columns: 80 });
	mkdirSync(join(host.agent, "bin"));
	const fd = join(host.agent, "bin", "fd");
	writeFileSync(fd, "#!/bin/sh\nprintf 'src/alpha.ts\\nsrc/alpine.ts\\n'\n");
	chmodSync(fd, 0o755);
	return host;
}

test("Ctrl+C during completion asks about leaving, and the words are kept", { skip: noPosix }, async () => {
	const host = completing();
	const { result } = await host.open(one);
	host.press(..."see @al");
	await host.sees("alpine.ts");
	host.press(ctrl("c"));
	assert.match(host.screen(), /Leave the form\?/);
	assert.doesNotMatch(host.screen(), /alpine\.ts/);
	host.press(enter);
	assert.equal(host.highlighted(), "Something else… ✎ see @al");
	host.press(" ", enter);
	assert.equal(summary(await result), "answered id1=see @al");
});

test("completion that is found too late does not take the keys of the options", { skip: noPosix }, async (context) => {
	const host = new TestHost({ columns: 80 });
	mkdirSync(join(host.agent, "bin"));
	const started = program(context, join(host.agent, "bin", "fd"), "");
	const { result } = await host.open(one);
	const start = started();
	host.press(..."see @al");
	const fd = await start;
	const ended = new Promise<void>((resolve) => fd.on("close", () => resolve()).resume());
	host.press(up);
	await ended;
	assert.equal(state(host), "blue (see @al)");
	host.press(up, enter);
	assert.equal(summary(await result), "answered id1=green-value");
});

test("Kitty: a held letter is typed as in any text, a held digit or Space acts once", async (context) => {
	useKitty(context);
	const { host, result } = await open(one, { columns: 80 });
	const held = (code: number) => {
		const { press, repeat, release } = kitty(code);
		host.press(press, repeat, repeat, release);
	};
	held("x".charCodeAt(0));
	assert.equal(state(host), `${custom} [xxx]`);
	host.press(key.escape);
	held(127);
	assert.equal(host.highlighted(), "Something else…", "Backspace erases all, and does nothing in the list");
	host.press(up);
	held(" ".charCodeAt(0));
	assert.match(host.screen(), /option 3 of 3/, "an option as a whole");
	host.press(key.escape);
	held("3".charCodeAt(0));
	assert.equal(summary(await result), "answered id1=blue-value");
});
