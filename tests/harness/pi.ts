/**
 * The real pi, run as a user runs it: in a pseudo-terminal whose screen can be read, or as a plain process, with a
 * scripted model and folders of its own that are removed afterwards.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import pty from "@lydell/node-pty";
import xterm from "@xterm/headless";
import type { Details } from "../../pkg/question.js";
import { model, provider, type Turn } from "./model.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** How long something may take that should happen at once; a failing test waits this long. */
const PATIENCE_MS = 30_000;

/** What the machine's own settings must not change; empty counts as unset. */
const plainEnv = {
	LANG: "C",
	LC_ALL: "",
	LC_MESSAGES: "",
	VISUAL: "",
	EDITOR: "",
	KITTY_WINDOW_ID: "",
	TERM_PROGRAM: "",
};

export const key = {
	up: "\x1b[A",
	down: "\x1b[B",
	right: "\x1b[C",
	left: "\x1b[D",
	pageDown: "\x1b[6~",
	enter: "\r",
	escape: "\x1b",
	tab: "\t",
	backspace: "\x7f",
	ctrl: (letter: string) => String.fromCharCode(letter.charCodeAt(0) & 31),
	paste: (text: string) => `\x1b[200~${text}\x1b[201~`,
};

export interface PiSetup {
	turns: Turn[];
	/** Further arguments for pi, after those that load the extension. */
	args?: string[];
	/** What loads the extension: this folder, unless it is installed in the agent's folder. */
	extension?: string[];
	/** An extension that registers the model, instead of the one that plays `turns`. */
	modelExtension?: string;
	columns?: number;
	rows?: number;
	/** Called with the agent's folder before pi starts. */
	prepare?: (agent: string) => void;
	/** Files to be there by their paths in "agent/" and "project/"; a text, or what is to be written as JSON. */
	files?: Record<string, unknown>;
	/** Whether the user has said that the project is to be trusted; undefined where nobody has asked. */
	isTrusted?: boolean;
	env?: Record<string, string>;
	/** pi's main script; that of PI_QUESTION_CLI, else the dev dependency, unless set. */
	cli?: string;
}

/** The result of a `question` call as the model was sent it. */
export interface SentResult<D = Details> {
	text: string;
	details: D;
}

interface Sent {
	messages: Array<Record<string, unknown> & { toolsAdded?: Array<{ name: string }> }>;
	tools?: Array<{ name: string }>;
}

/** Folders and environment for one run of pi. */
export class Workplace {
	readonly folder = mkdtempSync(join(tmpdir(), "pi-question-"));
	readonly agent = join(this.folder, "agent");
	readonly project = join(this.folder, "project");
	readonly log = join(this.folder, "log.jsonl");
	readonly command: string[];
	readonly env: Record<string, string>;

	constructor(setup: PiSetup) {
		mkdirSync(this.agent);
		mkdirSync(this.project);
		writeFileSync(this.log, "");
		const script = join(this.folder, "turns.json");
		writeFileSync(script, JSON.stringify(setup.turns));
		for (const [name, content] of Object.entries(setup.files ?? {})) this.write(name, content);
		if (setup.isTrusted !== undefined)
			this.write("agent/trust.json", { [realpathSync(this.project)]: setup.isTrusted });
		setup.prepare?.(this.agent);
		const modelExtension = setup.modelExtension ?? fileURLToPath(new URL("scripted-model.ts", import.meta.url));
		const extension = setup.extension ?? ["-e", root];
		const selection = ["--provider", provider, "--model", model, "-e", modelExtension];
		this.command = [setup.cli ?? piScript(), ...selection, ...extension, ...(setup.args ?? [])];
		const inherited = Object.entries(process.env).filter(
			([name]) => !/^(PI_|NODE_TEST|NO_COLOR|FORCE_COLOR)/.test(name),
		);
		this.env = {
			...(Object.fromEntries(inherited) as Record<string, string>),
			PI_CODING_AGENT_DIR: this.agent,
			PI_OFFLINE: "1",
			PI_SKIP_VERSION_CHECK: "1",
			PI_TELEMETRY: "0",
			PI_QUESTION_SCRIPT: script,
			PI_QUESTION_LOG: this.log,
			TERM: "xterm-256color",
			COLORTERM: "truecolor",
			...setup.env,
		};
	}

	/** Writes a file by its path in "agent/" or "project/"; a text, or what is to be written as JSON. */
	write(name: string, content: unknown): void {
		const file = join(this.folder, name);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content), { mode: 0o755 });
	}

	/** What the model was sent, request by request. */
	requests(): Array<Array<Record<string, unknown>>> {
		return lines<Sent>(this.log).map(({ messages }) => messages);
	}

	/** The tools that the model was offered last, beside the messages or in those of the system. */
	tools(): Array<{ name: string }> {
		const sent = lines<Sent>(this.log).at(-1);
		return [...(sent?.tools ?? []), ...(sent?.messages ?? []).flatMap(({ toolsAdded }) => toolsAdded ?? [])];
	}

	/** The results of the tool's calls, as the model was sent them. */
	results<D = Details>(tool = "question"): Array<SentResult<D>> {
		return resultsOf(this.requests().at(-1) ?? [], tool);
	}

	/** The same from the session file. */
	sessionResults<D = Details>(tool = "question"): Array<SentResult<D>> {
		const files = readdirSync(join(this.agent, "sessions"), { recursive: true, encoding: "utf8" });
		const entries = files
			.filter((name) => name.endsWith(".jsonl"))
			.flatMap((name) =>
				lines<{ type: string; message?: Record<string, unknown> }>(join(this.agent, "sessions", name)),
			);
		return resultsOf(
			entries.flatMap(({ type, message }) => (type === "message" && message ? [message] : [])),
			tool,
		);
	}

	remove(): void {
		rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

function resultsOf<D>(messages: Array<Record<string, unknown>>, tool: string): Array<SentResult<D>> {
	const results = messages.filter(({ role, toolName }) => role === "toolResult" && toolName === tool);
	return results.map(({ content, details }) => {
		const [part] = content as Array<{ text: string }>;
		return { text: part?.text ?? "", details: details as D };
	});
}

function lines<T>(file: string): T[] {
	return readFileSync(file, "utf8")
		.trim()
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line));
}

function piScript(): string {
	if (process.env.PI_QUESTION_CLI) return process.env.PI_QUESTION_CLI;
	const folder = dirname(dirname(fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent"))));
	const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	return join(folder, bin.pi);
}

/** pi in a terminal. */
export class PiTerminal {
	readonly workplace: Workplace;
	readonly #terminal: InstanceType<typeof xterm.Terminal>;
	readonly #process: pty.IPty;
	readonly #waiting = new Set<() => void>();
	readonly exited: Promise<number>;
	/** All that pi has written to the terminal. */
	written = "";
	/** How often it has rung. */
	bells = 0;
	#isRunning = true;

	constructor(setup: PiSetup) {
		const { columns: cols = 80, rows = 24 } = setup;
		this.workplace = new Workplace({ ...setup, env: { ...plainEnv, ...setup.env } });
		this.#terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 5000 });
		this.#process = pty.spawn(process.execPath, this.workplace.command, {
			cols,
			rows,
			cwd: this.workplace.project,
			env: this.workplace.env,
			name: "xterm-256color",
		});
		this.#terminal.onBell(() => this.bells++);
		this.#terminal.onData((reply) => this.#isRunning && this.#process.write(reply));
		this.#process.onData((data) => {
			this.written += data;
			this.#terminal.write(data, () => this.#changed());
		});
		this.exited = new Promise((resolve) => {
			this.#process.onExit(({ exitCode }) => {
				this.#isRunning = false;
				resolve(exitCode);
				this.#changed();
			});
		});
	}

	#changed(): void {
		for (const check of this.#waiting) check();
	}

	/** The lines on the screen, without the blanks at their ends. */
	screen(): string[] {
		const { active } = this.#terminal.buffer;
		return Array.from(
			{ length: this.#terminal.rows },
			(_, row) =>
				active
					.getLine(active.baseY + row)
					?.translateToString(true)
					.trimEnd() ?? "",
		);
	}

	/** The cells of the screen, for a picture of it. */
	get buffer() {
		return this.#terminal.buffer.active;
	}

	get size() {
		return { columns: this.#terminal.cols, rows: this.#terminal.rows };
	}

	/** Waits until the screen shows a text or fulfils a condition. */
	async sees(what: string | RegExp | ((screen: string) => boolean)): Promise<string> {
		const holds = (screen: string) =>
			typeof what === "string" ? screen.includes(what) : what instanceof RegExp ? what.test(screen) : what(screen);
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => end(false), PATIENCE_MS);
			const check = () => {
				const screen = this.screen().join("\n");
				if (holds(screen)) end(true);
				else if (!this.#isRunning) end(false);
			};
			const end = (isSeen: boolean) => {
				clearTimeout(timer);
				this.#waiting.delete(check);
				const screen = this.screen().join("\n");
				if (isSeen) resolve(screen);
				else reject(new Error(`${this.#isRunning ? "Not seen" : "pi ended before it was seen"}: ${what}\n${screen}`));
			};
			this.#waiting.add(check);
			check();
		});
	}

	/** Presses keys, then waits for what they lead to. */
	async press(keys: string, then: string | RegExp | ((screen: string) => boolean)): Promise<string> {
		this.#process.write(keys);
		return this.sees(then);
	}

	type(keys: string): void {
		this.#process.write(keys);
	}

	/** Clicks on the last place of the screen where a text is, as terminals report it. */
	async click(text: string, then: string | RegExp | ((screen: string) => boolean)): Promise<string> {
		const at = this.#mouseAt(text);
		return this.press(`\x1b[<0;${at}M\x1b[<0;${at}m`, then);
	}

	/** Turns the wheel over a text. */
	async wheel(text: string, turn: "up" | "down", then: string | RegExp): Promise<string> {
		return this.press(`\x1b[<${turn === "up" ? 64 : 65};${this.#mouseAt(text)}M`, then);
	}

	#mouseAt(text: string): string {
		const screen = this.screen();
		const row = screen.findLastIndex((line) => line.includes(text));
		if (row < 0) throw new Error(`Not on the screen: ${text}\n${screen.join("\n")}`);
		return `${(screen[row]?.indexOf(text) ?? 0) + 1};${row + 1}`;
	}

	resize(columns: number, rows: number): void {
		this.#terminal.resize(columns, rows);
		this.#process.resize(columns, rows);
	}

	/** Ends pi and removes its folders. */
	async stop(): Promise<void> {
		if (this.#isRunning) this.#process.kill("SIGKILL");
		await this.exited;
		this.#terminal.dispose();
		this.workplace.remove();
	}
}

/** pi in a terminal, until the test ends, with a model that makes these calls of the tool one after the other. */
export function session(t: TestContext, calls: object[], setup: Partial<PiSetup> = {}, tool = "question"): PiTerminal {
	const turns = [...calls.map((args) => ({ calls: [{ tool, args }] })), { text: "Understood." }] as Turn[];
	const pi = new PiTerminal({ turns, args: ["go"], columns: 100, rows: 40, ...setup });
	t.after(() => pi.stop());
	return pi;
}

/** The results of a session, after the model has had them all; the session file has to say the same. */
export async function results<D = Details>(pi: PiTerminal, tool = "question"): Promise<Array<SentResult<D>>> {
	await pi.sees("Understood.");
	const sent = pi.workplace.results<D>(tool);
	assert.deepEqual(pi.workplace.sessionResults<D>(tool), sent);
	return sent;
}

/** pi without a terminal, until it ends by itself. */
export async function runPi(setup: PiSetup): Promise<{ code: number | null; stdout: string; workplace: Workplace }> {
	const workplace = new Workplace({ ...setup, env: { ...plainEnv, ...setup.env } });
	const child = spawn(process.execPath, workplace.command, {
		cwd: workplace.project,
		env: workplace.env,
		stdio: ["ignore", "pipe", "inherit"],
		timeout: PATIENCE_MS,
	});
	let stdout = "";
	child.stdout.setEncoding("utf8").on("data", (data: string) => {
		stdout += data;
	});
	const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
	return { code, stdout, workplace };
}
