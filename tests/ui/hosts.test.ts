/** Hosts that lack a part of an interface, or that say something else than they have: what the user sees, and what is told. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { TUI } from "@earendil-works/pi-tui";
import { two } from "../harness/args.ts";
import { clock, type HostOptions, isPending, open, type Returned, summary, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

type Parts = [tui: TUI, theme: object, keybindings: object];
type Dialog = (title: string, ...more: unknown[]) => unknown;

/** What the user was shown: a form, dialogs with lists or with numbers to type, or nothing. */
type Shown = "form" | "lists" | "numbers" | "nothing";

interface Row {
	/** What the host lacks or does. */
	host: string;
	options: HostOptions;
	shown: Shown;
	/** Outcome and answers. */
	result: string;
	/** What the model is told. */
	told?: RegExp;
}

const answered = "answered id1=red-value id2=y-value";

/** A terminal interface without some of its parts. */
const without = (part: string, ...names: string[]) => ({
	lacking: (...parts: unknown[]) => {
		const [tui, theme, keybindings] = parts as Parts;
		const lack = <Whole extends object>(whole: Whole) => {
			const rest = Object.create(whole) as Whole;
			for (const name of names) Object.defineProperty(rest, name, { value: undefined });
			return rest;
		};
		const all = { tui, theme, keybindings, terminal: tui.terminal };
		if (part === "terminal") return [{ ...tui, terminal: lack(all.terminal) }, theme, keybindings];
		return [
			part === "tui" ? lack(tui) : tui,
			part === "theme" ? lack(theme) : theme,
			part === "keybindings" ? lack(keybindings) : keybindings,
		];
	},
});
const given = (change: (...parts: Parts) => unknown[]) => ({ lacking: change as NonNullable<HostOptions["lacking"]> });
const rows = (rows: unknown) => given((tui, ...others) => [{ ...tui, terminal: { ...tui.terminal, rows } }, ...others]);

/** Chooses y where it is offered, else the first. */
const choose = (choices: string[]) => choices.find((choice) => choice.startsWith("2. y")) ?? choices[0];

const never = () => new Promise<never>(() => {});
const fail = () => {
	throw new Error("the socket is closed");
};
const reject = async () => fail();
const custom = (custom: (...args: never[]) => unknown) => ({ custom: custom as NonNullable<HostOptions["custom"]> });

/** Gives a form keys that fail, and keeps its error to itself. */
async function swallow(factory: (...parts: unknown[]) => unknown): Promise<never> {
	try {
		factory({}, {}, { getUserBindings: fail, getKeys: fail, matches: fail }, () => {});
	} catch {}
	return never();
}

const hosts: Row[] = [
	...[
		["no terminal", without("tui", "terminal")],
		["no terminal.write, with a notification", { settings: { notify: "bell" }, ...without("terminal", "write") }],
		["0 rows", rows(0)],
		["rows that are no number", rows(Number.NaN)],
		["no rows", rows(undefined)],
		["no requestRender", without("tui", "requestRender")],
		["no interface at all", given((_tui, ...others) => [undefined, ...others])],
		["no theme", given((tui, _theme, keybindings) => [tui, undefined, keybindings])],
		["a theme without bold and underline", without("theme", "bold", "underline")],
		["a theme that knows no color", given((tui, _theme, keybindings) => [tui, { fg: fail, bg: fail }, keybindings])],
		["no keybindings", given((tui, theme) => [tui, theme, undefined])],
		["keybindings without getUserBindings", without("keybindings", "getUserBindings")],
		["keybindings without getKeys", without("keybindings", "getKeys")],
		["keybindings without matches", without("keybindings", "matches")],
		["no text of the prompt", { ui: { getEditorText: undefined, setEditorText: undefined } }],
		["no keys of the terminal", { ui: { onTerminalInput: undefined } }],
		["no notices", { settings: { notify: "loud" }, ui: { notify: undefined } }],
		["nothing but custom()", { ...without("tui", "terminal", "requestRender"), ui: onlyCustom() }],
	].map(([host, options]) => ({ host, options, shown: "form", result: answered }) as Row),
	...[
		["custom() gives undefined", custom(async () => undefined)],
		["custom() gives undefined at once", custom(() => undefined)],
		["custom() throws", custom(fail)],
		["custom() rejects", custom(reject)],
		["custom() never asks for the form", custom(never)],
		["no custom()", { ui: { custom: undefined } }],
		["custom() loses the form's error", custom(swallow)],
		["a mode that nobody knows", { mode: "web" as never, hasUI: true }],
		["no mode", { mode: undefined as never, hasUI: true }],
		["a mode without an interface, which there is", { mode: "print" as const, hasUI: true }],
	].map(([host, options]) => ({ host, options, shown: "lists", result: answered }) as Row),
	{
		host: "no form and no lists",
		options: { ...custom(fail), ui: { select: undefined } },
		shown: "numbers",
		result: answered,
	},
	{
		host: "an rpc program without lists",
		options: { mode: "rpc", ui: { select: undefined } },
		shown: "numbers",
		result: answered,
	},
	{
		host: "no form and no dialogs",
		options: { ...custom(fail), ui: { select: undefined, input: undefined } },
		shown: "nothing",
		result: "unavailable",
		told: /UI is unavailable: the host has no dialogs; and no form: the socket is closed\. Nothing is decided\./,
	},
	{
		host: "an rpc program without dialogs",
		options: { mode: "rpc", ui: { select: undefined, input: undefined } },
		shown: "nothing",
		result: "unavailable",
		told: /UI is unavailable: the host has no dialogs\./,
	},
	{
		host: "dialogs that are rejected",
		options: { mode: "rpc", ui: { select: reject, input: reject } },
		shown: "nothing",
		result: "unavailable",
		told: /UI is unavailable: the socket is closed\./,
	},
	{
		host: "dialogs that throw",
		options: { ...custom(async () => undefined), ui: { select: fail, input: fail } },
		shown: "nothing",
		result: "unavailable",
		told: /the socket is closed; and no form: the host closes it at once\./,
	},
	{
		host: "dialogs that close themselves, for a form that is not shown",
		options: { ...custom(fail), ui: { select: async () => undefined, input: async () => undefined } },
		shown: "nothing",
		result: "unavailable",
		told: /the program that shows pi's questions could not ask this one/,
	},
	{
		host: "dialogs that reply with something else than text",
		options: { mode: "rpc", ui: { select: async () => ({}), input: async () => ({}) } },
		shown: "nothing",
		result: "unavailable",
	},
	{
		host: "dialogs that reply without a promise",
		options: { mode: "rpc", ui: { select: (_title: string, choices: string[]) => choose(choices) } },
		shown: "nothing",
		result: answered,
	},
	{
		host: "a second dialog that is rejected",
		options: { mode: "rpc", ui: { select: once("1. red: about red", fail) } },
		shown: "nothing",
		result: "failed id1=red-value",
		told: /the socket is closed\. Nothing is decided\. Ask the same once more, .* your turn\.\nEntered so far, not final:\nPrompt 1\? → red/,
	},
	{
		host: "a terminal without a user interface",
		options: { mode: "tui", hasUI: false },
		shown: "nothing",
		result: "pending",
	},
	{
		host: "a mode that nobody knows, and no user interface",
		options: { mode: "web" as never, hasUI: undefined },
		shown: "nothing",
		result: "pending",
	},
];

/** The members of pi's interface without those that only dialogs and prompts need. */
function onlyCustom(): HostOptions["ui"] {
	return Object.fromEntries(
		["getEditorText", "setEditorText", "onTerminalInput", "notify"].map((name) => [name, undefined]),
	);
}

/** Gives a reply, then does something else. */
function once(reply: string, then: () => unknown): Dialog {
	let isFirst = true;
	return async () => {
		if (!isFirst) return then();
		isFirst = false;
		return reply;
	};
}

/** Asks two questions in a host, and answers red, y and whatever comes then with its first choice. */
async function ask(context: TestContext, options: HostOptions): Promise<{ result: Returned; shown: Shown }> {
	context.mock.timers.enable({ apis: ["setTimeout"] });
	let shown: Shown = "nothing";
	const ui = {
		select: async (_title: string, choices: string[]) => {
			shown = "lists";
			return choose(choices);
		},
		input: async (title: string) => {
			shown = "numbers";
			return title.includes("Prompt 2?") ? "2" : title.includes("Prompt 1?") ? "1" : "";
		},
	};
	const host = new TestHost({ ...options, ui: { ...ui, ...options.ui } });
	const call = host.execute(two);
	for (let turns = 0; await isPending(call); turns++) {
		assert.ok(turns < 100, `it goes on:\n${host.screen()}`);
		context.mock.timers.tick(100);
		clock.now += 100;
		if (!host.component) continue;
		shown = "form";
		await host.look();
		host.press("1", "2", key.enter);
	}
	host.emit("session_shutdown");
	return { result: await call, shown };
}

// Loads all modules, before tests let time pass.
test.before(async () => {
	const { host, result } = await open(two);
	host.press("1", "2", key.enter);
	await result;
});

for (const { host: name, options, shown, result: expected, told } of hosts) {
	test(name, { timeout: 10_000 }, async (context) => {
		const { result, shown: seen } = await ask(context, options);
		assert.deepEqual([summary(result), seen], [expected, shown], result.text);
		if (told) assert.match(result.text, told);
	});
}

test("a host that asks for the form after the dialogs have begun gets none", async (context) => {
	let late: ((...parts: unknown[]) => Promise<unknown>) | undefined;
	const lacking = custom((factory: typeof late) => {
		late = factory;
		return never();
	});
	const { result, shown } = await ask(context, lacking);
	assert.deepEqual([summary(result), shown], [answered, "lists"]);
	assert.ok(late);
	assert.ok(await isPending(late({}, {}, {}, () => assert.fail("it closes what is shown by now"))));
});

test("a host that drops the form: with what was entered, or by dialogs if that is nothing", async () => {
	for (const [keys, expected, asksAgain] of [
		[["1"], "failed id1=red-value", false],
		[["0", ..."half"], "failed", false],
		[[key.down], answered, true],
	] as const) {
		let dialogs = 0;
		const select = async (_title: string, choices: string[]) => {
			dialogs++;
			clock.now += 1_000;
			return choices.find((choice) => choice.startsWith("2. y")) ?? choices[0];
		};
		let drop: (error: Error) => void = () => {};
		const host: TestHost = new TestHost({
			ui: { select },
			custom: ((...args: Parameters<TestHost["showCustom"]>) => {
				const dropped = new Promise((_resolve, reject) => {
					drop = reject;
				});
				return Promise.race([host.showCustom(...args), dropped]);
			}) as NonNullable<HostOptions["custom"]>,
		});
		const { result } = await host.open(two);
		host.press(...keys);
		clock.now += 1_000;
		drop(new Error("the window is gone"));
		const returned = await result;
		assert.equal(summary(returned), expected);
		if (!asksAgain) assert.match(returned.text, /the window is gone/);
		if (keys.length > 1) assert.equal(returned.details.unsent?.[0]?.text, "half");
		assert.equal(dialogs > 0, asksAgain);
		assert.equal(host.component, undefined, "the form is gone");
	}
});

test("whatever a host rejects in the turn in which it aborts the run is aborted", async () => {
	for (const mode of ["tui", "rpc"] as const) {
		for (const order of ["before", "after", "a microtask before"]) {
			const run = new AbortController();
			const opened = Promise.withResolvers<(error: Error) => void>();
			const shown = () => new Promise((_resolve, reject) => opened.resolve(reject));
			const host = new TestHost({ mode, custom: shown, ui: { select: shown, input: shown } });
			const result = host.execute(two, run.signal);
			const stop = await opened.promise;
			clock.now += 1_000;
			if (order === "after") run.abort();
			stop(new Error("stopped"));
			if (order === "a microtask before") await null;
			run.abort();
			assert.equal(summary(await result), "aborted", `${mode}, ${order}`);
		}
	}
});
