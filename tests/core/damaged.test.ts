/**
 * A package in which one file is missing, empty or cut. The extension is loaded as pi loads it, and asks; the commands are
 * run. Either that works without the file, or what helps is said. The real pi is in e2e/damaged.test.ts.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import test from "node:test";
import * as piCodingAgent from "@earendil-works/pi-coding-agent";
import * as piTui from "@earendil-works/pi-tui";
import { createJiti } from "jiti";
import * as typebox from "typebox";
import * as compile from "typebox/compile";
import { root } from "../harness/workplace.ts";

/** What is said to whoever asks, or runs a command. */
const SAID = /a file of the package is missing or damaged \(.+\): pi-question has to be installed again/;

const place = mkdtempSync(join(tmpdir(), "pi-question-damaged-"));
process.on("exit", () => rmSync(place, { recursive: true, force: true }));
for (const name of ["package.json", "bin", "extension", "pkg"])
	cpSync(join(root, name), join(place, name), { recursive: true });
process.env.PI_CODING_AGENT_DIR = join(place, "agent");
process.env.LANG = "C";

const ENTRY = "extension/question.ts";
/** What npm runs as commands. */
const COMMANDS = ["bin/pi-question.js", "bin/pi-question-acp.js"];

/** Returns the files in some folders of the package, but those that say what helps. */
function filesIn(...folders: string[]): string[] {
	const all = folders.flatMap((folder) => readdirSync(join(place, folder), { recursive: true, withFileTypes: true }));
	const files = all.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
	const names = files.map((file) => file.slice(place.length + 1).replaceAll(sep, "/"));
	return names.filter((name) => ![ENTRY, ...COMMANDS].includes(name));
}

/** Runs `body` while a file is damaged, in each of the ways. */
async function damaged(name: string, body: (about: string) => Promise<void>): Promise<void> {
	const file = join(place, name);
	const whole = readFileSync(file);
	try {
		rmSync(file);
		await body(`${name}, missing`);
		writeFileSync(file, "");
		await body(`${name}, empty`);
		writeFileSync(file, whole.subarray(0, whole.length / 2));
		await body(`${name}, cut`);
	} finally {
		writeFileSync(file, whole);
	}
}

const { KeybindingsManager, setKeybindings, TUI_KEYBINDINGS } = piTui;
setKeybindings(new KeybindingsManager(TUI_KEYBINDINGS));
const virtualModules = {
	"@earendil-works/pi-coding-agent": piCodingAgent,
	"@earendil-works/pi-tui": piTui,
	typebox,
	"typebox/compile": compile,
};
const { cache } = createRequire(import.meta.url);
const now = performance.now.bind(performance);
let ahead = 0;
performance.now = () => now() + ahead;
/** Lets the time pass in which keys do not count. */
async function pause(): Promise<void> {
	await new Promise(setImmediate);
	ahead += 2000;
}

type Handler = (event: object, context: object) => unknown;
type Shown = { render(columns: number): unknown; handleInput(data: string): void; dispose?(): void };
interface Tool {
	execute: (...args: unknown[]) => Promise<{ content: [{ text: string }]; details: { outcome: string } }>;
}

/** Loads the extension into a pi that has just started, and asks. Returns the outcome and all that was said. */
async function ask(): Promise<{ outcome: string | undefined; said: string }> {
	const shared = globalThis as Record<symbol, unknown>;
	for (const key of Object.getOwnPropertySymbols(shared))
		if (key.description?.startsWith("pi-question.")) delete shared[key];
	for (const path of Object.keys(cache)) if (path.startsWith(place)) delete cache[path];
	const said: string[] = [];
	const starting: Handler[] = [];
	const ending: Handler[] = [];
	let tool: Tool | undefined;
	const style = (_role: string, text: string) => text;
	const plain = (text: string) => text;
	const theme = { fg: style, bg: style, bold: plain, italic: plain, underline: plain, inverse: plain };
	const terminal = { columns: 80, rows: 24, write() {} };
	const tui = { requestRender() {}, start() {}, stop() {}, terminal };
	const custom = async (factory: (...parts: unknown[]) => Shown | Promise<Shown>) => {
		const { promise, resolve } = Promise.withResolvers();
		const form = await factory(tui, theme, new KeybindingsManager(TUI_KEYBINDINGS), resolve);
		form.render(terminal.columns);
		await pause();
		form.handleInput("1");
		const result = await promise;
		form.dispose?.();
		return result;
	};
	const input = async () => {
		await pause();
		return "1";
	};
	const nothing = () => {};
	const prompt = { getEditorText: () => "", setEditorText: nothing, onTerminalInput: nothing, setWidget: nothing };
	const ui = { ...prompt, notify: (text: string) => said.push(text), custom, input };
	const sessionManager = { getBranch: () => [], getSessionId: () => "session", getSessionFile: () => "file" };
	const is = { mode: "tui", hasUI: true, cwd: place, isProjectTrusted: () => false, isIdle: () => true };
	const context = { ...is, sessionManager, ui };
	const pi = {
		on: (event: string, handler: Handler) => {
			if (event === "session_start") starting.push(handler);
			if (event === "session_shutdown") ending.push(handler);
		},
		registerTool: (one: Tool) => {
			tool = one;
		},
		getAllTools: () => [],
		getCommands: () => [],
		...{ registerFlag: nothing, registerCommand: nothing, registerMessageRenderer: nothing, getFlag: nothing },
		...{ appendEntry: nothing, sendMessage: nothing },
	};
	const jiti = createJiti(import.meta.url, { moduleCache: false, tryNative: false, virtualModules });
	const extension = await jiti.import<(api: object) => unknown>(join(place, ENTRY), { default: true });
	await extension(pi);
	for (const start of starting) await start({ reason: "startup" }, context);
	const args = { questions: [{ prompt: "Which?", options: [{ label: "a" }, { label: "b" }] }] };
	const result = await tool?.execute("call", args, undefined, undefined, context);
	for (const end of ending) await end({ reason: "quit" }, context);
	said.push(result?.content[0].text ?? "");
	return { outcome: result?.details.outcome, said: said.join("\n") };
}

test("whichever file is damaged, pi starts, and the user is asked or told what helps", async () => {
	assert.equal((await ask()).outcome, "answered");
	let told = 0;
	for (const name of filesIn("extension", "bin", "pkg").filter((name) => !name.startsWith("bin/elsewhere/")))
		await damaged(name, async (about) => {
			const { outcome, said } = await ask();
			if (outcome === "answered" && !SAID.test(said)) return; // it was not needed
			assert.match(said, SAID, about);
			told++;
		});
	assert.ok(told > 100, `${told}`);
});

/** Runs a command until it ends, or says where the page is. */
async function run(command: string, ...words: string[]): Promise<{ code: number | null; said: string }> {
	// The session of the test above has left its address, below which nobody may answer.
	const { PI_QUESTION_HOST: _, ...env } = process.env;
	const child = spawn(process.execPath, [join(place, command), ...words], { stdio: ["ignore", "pipe", "pipe"], env });
	let said = "";
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding("utf8").on("data", (data: string) => {
			said += data;
			if (/^http:/m.test(said)) child.kill();
		});
	const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
	return { code, said };
}

for (const [command, word, files] of [
	["bin/pi-question-acp.js", "--help", filesIn("bin").filter((name) => !name.startsWith("bin/elsewhere/"))],
	["bin/pi-question.js", "list", filesIn("bin", "pkg").filter((name) => !/page/.test(name))],
	["bin/pi-question.js", "serve", filesIn("bin/elsewhere").filter((name) => /page/.test(name))],
] as const) {
	test(`${command} ${word}: whichever file is damaged, it works or says what helps`, async () => {
		const works = ({ code, said }: { code: number | null; said: string }) => code === 0 || /^http:/m.test(said);
		const whole = await run(command, word);
		assert.ok(works(whole), whole.said);
		let told = 0;
		for (const name of files)
			await damaged(name, async (about) => {
				const ended = await run(command, word);
				if (works(ended)) return; // it was not needed
				assert.match(ended.said, SAID, about);
				assert.doesNotMatch(ended.said, /^ {4}at /m, about);
				told++;
			});
		assert.ok(told >= 12, `${told}`);
	});
}
