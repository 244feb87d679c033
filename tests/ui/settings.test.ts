/**
 * The user's settings: where they are read, their precedence, and reports of bad ones. Dialects are in
 * core/dialect.test.ts, and the effect of each setting is tested in the core.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { ProjectTrustStore } from "@earendil-works/pi-coding-agent";
import { one, two } from "../harness/args.ts";
import { clock, type HostOptions, summary, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { noPosix, setEnvironment } from "../harness/program.ts";

/** Opens a form and returns the label of its custom row, which shows whose settings count. */
async function customRow(host: TestHost): Promise<string> {
	const { result } = await host.open(one);
	const row = /0\. (.*)/.exec(host.screen())?.[1] ?? "";
	host.press(key.escape);
	await result;
	return row;
}

/** Waits until a dialog is painted and could be read. */
async function read(): Promise<void> {
	for (let turns = 0; turns < 2; turns++) await new Promise(setImmediate);
	clock.now += 400;
}

test("the user's file counts, and the project's counts more where the user trusts it", async () => {
	const [settings, projectSettings] = [{ customLabel: "Mine" }, { customLabel: "Ours" }];
	for (const [options, row] of [
		[{}, "Something else…"],
		[{ settings }, "Mine"],
		[{ projectSettings }, "Ours"],
		[{ settings, projectSettings }, "Ours"],
		[{ settings, projectSettings: { softLimit: 1 } }, "Mine"],
		[{ settings, projectSettings, isTrusted: false }, "Mine"],
		[{ projectSettings, isTrusted: false }, "Something else…"],
		// pi also trusts a project in which it finds nothing that needs trust.
		[{ settings, projectSettings, isDecided: false }, "Mine"],
		[{ projectSettings, isDecided: false, settings: { locale: "de" } }, "Etwas anderes…"],
	] as const) {
		assert.equal(await customRow(new TestHost(options)), row, JSON.stringify(options));
	}
});

test("a project's file that is the only one there counts once the user has decided to trust the folder", async () => {
	const host = new TestHost({ projectSettings: { customLabel: "Planted", dialect: "ask_user" }, isDecided: false });
	const row = () => customRow(host);
	assert.equal(host.tool.name, "question");
	for (let calls = 0; calls < 2; calls++) assert.equal(await row(), "Something else…");
	const [notice, ...more] = host.notices;
	assert.deepEqual(more, [], "told once");
	assert.ok(notice?.includes(join(host.project, ".pi/question.json")), notice);
	assert.match(notice ?? "", /nobody has told pi to trust this folder\. Use \/trust/);
	new ProjectTrustStore(host.agent).set(host.project, true);
	assert.equal(await row(), "Planted");
	new ProjectTrustStore(host.agent).set(host.project, null);
	assert.equal(await row(), "Something else…");
	// If pi finds files that need trust, its own trust is the user's decision.
	mkdirSync(join(host.project, ".pi/prompts"));
	assert.equal(await row(), "Planted");
	host.isTrusted = false;
	assert.equal(await row(), "Something else…");
	assert.equal(host.notices.length, 1);
	rmSync(join(host.project, ".pi/prompts"), { recursive: true });
	host.isTrusted = true;
	writeFileSync(join(host.agent, "settings.json"), JSON.stringify({ defaultProjectTrust: "always" }));
	assert.equal(await row(), "Planted");
});

test("only regular files of at most 1 MB are read, and what was passed over is named once with its reason", async () => {
	const big = JSON.stringify({ customLabel: "Big", more: "x".repeat(2_000_000) });
	const aside = (file: string) => `${file}.aside`;
	type Place = [string, (file: string) => void, reason: RegExp | undefined];
	const special: Place[] = [
		["a named pipe", (file) => execFileSync("mkfifo", [file]), /it is not a regular file/],
		["a link to the terminal", (file) => symlinkSync("/dev/tty", file), /it is (not a regular file|a symbolic link)/],
		["a link to a device", (file) => symlinkSync("/dev/zero", file), /it is (not a regular file|a symbolic link)/],
	];
	const places: Place[] = [
		...(noPosix ? [] : special),
		["a folder", (file) => mkdirSync(file), /it is a folder/],
		["2 MB", (file) => writeFileSync(file, big), /it is longer than 1000000 bytes/],
		["no UTF-8", (file) => writeFileSync(file, Buffer.from('{"customLabel": "\xff"}', "latin1")), /it is not UTF-8/],
		["a link to nothing", (file) => symlinkSync(aside(file), file), undefined],
	];
	for (const [name, make, reason] of places) {
		for (const place of ["agent", "project"] as const) {
			const about = `${name}, ${place}`;
			const file = (host: { agent: string; project: string }) =>
				place === "agent" ? join(host.agent, "question.json") : join(host.project, ".pi/question.json");
			const prepare = (agent: string, project: string) => {
				rmSync(file({ agent, project }), { force: true });
				mkdirSync(join(project, ".pi"), { recursive: true });
				make(file({ agent, project }));
			};
			// The other file still counts.
			const other = place === "agent" ? { projectSettings: { softLimit: 5 } } : { projectSettings: {} };
			const host = new TestHost({ prepare, ...other });
			for (let calls = 0; calls < 2; calls++) assert.equal(await customRow(host), "Something else…", about);
			const link = place === "project" && name === "a link to nothing" ? /it is a symbolic link/ : reason;
			assert.equal(host.notices.length, link === undefined ? 0 : 1, `${about}: ${host.notices.join("\n")}`);
			if (link === undefined) continue;
			assert.ok(host.notices[0]?.includes(file(host)), about);
			assert.match(host.notices[0] ?? "", link, about);
		}
	}
});

test("a link to a regular file is read where the user's own file is, and not in a project", async () => {
	const linked = (file: string) => {
		renameSync(file, `${file}.aside`);
		symlinkSync(`${file}.aside`, file);
	};
	const settings = { customLabel: "Mine" };
	const prepare = (agent: string) => linked(join(agent, "question.json"));
	assert.equal(await customRow(new TestHost({ settings, prepare })), "Mine");
	const prepareProject = (_agent: string, project: string) => linked(join(project, ".pi/question.json"));
	assert.equal(
		await customRow(new TestHost({ projectSettings: settings, prepare: prepareProject })),
		"Something else…",
	);
});

test("the form speaks the user's language", async (context) => {
	const german = "Etwas anderes…";
	for (const [options, row] of [
		[{ locale: "de_DE.UTF-8" }, german],
		[{ locale: "xx" }, "Something else…"],
		[{ locale: "fr_FR", settings: { locale: "de" } }, german],
		[{ settings: { locale: "de", customLabel: "Mine" } }, "Mine"],
	] as const) {
		assert.equal(await customRow(new TestHost(options)), row, JSON.stringify(options));
	}

	for (const [LC_ALL, LC_MESSAGES] of [
		["de_DE", "fr_FR"],
		["", "de_DE.UTF-8"],
	] as const) {
		await context.test(`LC_ALL=${LC_ALL}`, async (context) => {
			const prepare = () => {
				setEnvironment(context, "LC_ALL", LC_ALL);
				setEnvironment(context, "LC_MESSAGES", LC_MESSAGES);
			};
			assert.equal(await customRow(new TestHost({ prepare, locale: "es_ES" })), german);
		});
	}
});

test("settings are read anew with each call", async () => {
	const host = new TestHost({ settings: { customLabel: "First" } });
	const row = () => customRow(host);
	assert.equal(await row(), "First");
	host.writeSettings({ customLabel: "Second" });
	assert.equal(await row(), "Second");
	host.writeSettings("{");
	assert.equal(await row(), "Something else…");
	rmSync(join(host.agent, "question.json"));
	assert.equal(await row(), "Something else…");
	// An open form keeps its settings.
	const { result } = await host.open(one);
	host.writeSettings({ customLabel: "Third" });
	host.press(key.down);
	assert.match(host.screen(), /Something else…/);
	host.press(key.escape);
	await result;
});

test("commas too many and comments are passed over, and lines stay what they are", async () => {
	for (const [settings, row, fault] of [
		['{"customLabel": "Mine",}', "Mine"],
		['{\n\t"customLabel": "Mine", // as I say\n\t/* not\n\tyet */\n}\n', "Mine"],
		['{"customLabel": "a, }, ] // b /* c",\n}', "a, }, ] // b /* c"],
		['{"customLabel": "\\"a\\",",\n}', '"a",'],
		['\ufeff{"customLabel": "Mine",\r\n}', "Mine"],
		['{"customLabel": "Mine",\n/*\n*/ "maxHeight": 5, // five\n}', "Mine", /line 3: "maxHeight"/],
		['{"customLabel": "Mine",, }', "Something else…", /is ignored: line 1: it is not a JSON object/],
		['{"customLabel": "Mine" /* }', "Something else…", /is ignored: line 1: it is not a JSON object/],
	] as const) {
		const host = new TestHost({ settings });
		assert.equal(await customRow(host), row, settings);
		assert.equal(host.notices.length, fault ? 1 : 0, host.notices.join("\n"));
		if (fault) assert.match(host.notices[0] ?? "", fault);
	}
	// Texts that are no JSON take no longer.
	for (const piece of [",", "/*", '"', "\\", "// ", ", "]) {
		const settings = piece.repeat(900_000 / piece.length);
		assert.equal(await customRow(new TestHost({ settings })), "Something else…", piece);
	}
});

test("a bad file is reported once, by its name, with what is wrong and where", async () => {
	for (const [settings, row, ...faults] of [
		['{\n"customLabel": "Mine"\n"locale": "de"}', "Something else…", /is ignored: line 3: it is not a JSON object/],
		['{\n"customLabel": "Mine",\n"colour": 1}', "Mine", /line 3: "colour" is not a setting/],
		[{ customLabel: "Mine", softLimit: "2000", maxHeight: 5 }, "Mine", /line 1: "softLimit"/, /line 1: "maxHeight"/],
	] as const) {
		const host = new TestHost({ settings, projectSettings: { maxHeight: 50 } });
		for (let calls = 0; calls < 2; calls++) {
			assert.equal(await customRow(host), row, JSON.stringify(settings));
			host.emit("session_start");
		}
		assert.equal(host.notices.length, 1, host.notices.join("\n"));
		assert.ok(host.notices[0]?.includes(join(host.agent, "question.json")), host.notices[0]);
		for (const fault of faults) assert.match(host.notices[0] ?? "", fault);
		// Another problem is reported as well.
		host.writeSettings({ another: true });
		host.emit("session_start");
		assert.equal(host.notices.length, 2);
	}
	const good = new TestHost({ settings: { customLabel: "Mine" }, projectSettings: "{" });
	assert.equal(await customRow(good), "Mine", "the other file counts");
	assert.equal(good.notices.length, 1);
});

test("whatever stands where settings are expected, there is a tool", async () => {
	const places: Record<string, (agent: string, project: string) => void> = {
		"a damaged record of trust": (agent) => writeFileSync(join(agent, "trust.json"), "{"),
		"a record of trust of another shape": (agent) => writeFileSync(join(agent, "trust.json"), "[1]"),
		"a file in the place of the project's folder": (_agent, project) => writeFileSync(join(project, ".pi"), ""),
		"pi's own settings, damaged": (agent) => writeFileSync(join(agent, "settings.json"), "{"),
	};
	for (const [name, prepare] of Object.entries(places)) {
		let host: TestHost | undefined;
		assert.doesNotThrow(() => {
			// Trust is looked up only if the project has settings.
			const isFile = name.startsWith("a file");
			host = new TestHost({ prepare, ...(!isFile && { projectSettings: { maxHeight: 50 } }) });
		}, name);
		assert.ok(host);
		const { result } = await host.open(one);
		host.press("1");
		assert.equal(summary(await result), "answered id1=red-value", name);
	}
});

test("notify: one signal for each form, with nothing of the model's in it", async (context) => {
	const evil = {
		questions: [{ prompt: "EVIL\x07\x1b]0;EVIL\x07?", label: "EVIL", options: ["EVIL", "b"] }],
		title: "EVIL",
	};
	const title = "The model has a question";
	const inTmux = `\x1bPtmux;\x1b\x1b]777;notify;pi;${title}\x07\x1b\\\x07`;
	const inScreen = `\x1bP\x1b]777;notify;pi;${title}\x07\x1b\\\x07`;
	for (const [settings, environment, signal] of [
		[{}, {}, undefined],
		[{ notify: "bell" }, {}, "\x07"],
		[{ notify: "terminal" }, {}, `\x1b]777;notify;pi;${title}\x07`],
		[{ notify: "terminal" }, { KITTY_WINDOW_ID: "1" }, `\x1b]99;;pi: ${title}\x1b\\`],
		[{ notify: "terminal" }, { TERM_PROGRAM: "iTerm.app" }, `\x1b]9;pi: ${title}\x07`],
		// Inside a multiplexer, the sequence is wrapped, and the bell follows.
		[{ notify: "bell" }, { TMUX: "1" }, "\x07"],
		[{ notify: "terminal" }, { TMUX: "1" }, inTmux],
		[{ notify: "terminal" }, { TMUX: "1", TERM: "screen-256color" }, inTmux],
		[{ notify: "terminal" }, { TERM: "tmux-256color" }, inTmux],
		[{ notify: "terminal" }, { TMUX: "1", LC_TERMINAL: "iTerm2" }, `\x1bPtmux;\x1b\x1b]9;pi: ${title}\x07\x1b\\\x07`],
		[
			{ notify: "terminal" },
			{ TMUX: "1", KITTY_WINDOW_ID: "1" },
			`\x1bPtmux;\x1b\x1b]99;;pi: ${title}\x1b\x1b\\\x1b\\\x07`,
		],
		[{ notify: "terminal" }, { STY: "1" }, inScreen],
		[{ notify: "terminal" }, { TERM: "screen" }, inScreen],
		[
			{ notify: "terminal" },
			{ STY: "1", KITTY_WINDOW_ID: "1" },
			`\x1bP\x1b]99;;pi: ${title}\x1b\x1b\\\x1bP\\\x1b\\\x07`,
		],
	] as const) {
		await context.test(`${JSON.stringify(settings)} ${Object.keys(environment)}`, async (context) => {
			const host = new TestHost({ settings });
			for (const [name, value] of Object.entries(environment)) setEnvironment(context, name, value);
			for (let forms = 0; forms < 2; forms++) {
				const before = host.written.length;
				const { result } = await host.open(evil);
				const expected = [...host.written];
				assert.deepEqual(expected.slice(before), signal ? [signal] : []);
				host.press(key.down, key.up, ..."text", key.escape);
				host.component?.invalidate();
				host.lines();
				assert.deepEqual(host.written, expected);
				host.emit("session_shutdown");
				await result;
			}
			const before = host.written.length;
			await host.execute({ questions: [{ label: "refused" }] });
			assert.equal(host.written.length, before);
		});
	}
});

test("plain dialogs: an abort ends them, and a broken dialog ends the call with what was replied", async () => {
	const settings = { accessible: true };
	const controller = new AbortController();
	const shown = Promise.withResolvers<void>();
	const waiting = (_title: string, _placeholder: string | undefined, options: { signal?: AbortSignal }) => {
		shown.resolve();
		return new Promise<undefined>((resolve) => options.signal?.addEventListener("abort", () => resolve(undefined)));
	};
	const aborted = new TestHost({ settings, ui: { input: waiting } as HostOptions["ui"] & object });
	const result = aborted.execute(two, controller.signal);
	await shown.promise;
	controller.abort();
	assert.equal(summary(await result), "aborted");

	let dialogs = 0;
	const broken = async () => {
		await read();
		if (dialogs++ > 0) throw new Error("no terminal");
		return "2";
	};
	const failed = new TestHost({ settings, ui: { input: broken } as HostOptions["ui"] & object });
	const returned = await failed.execute(two);
	assert.equal(returned.details.outcome, "failed");
	assert.match(returned.text, /no terminal/);
	assert.match(returned.text, /Prompt 1\? → green/, "what was answered is in the message");
});
