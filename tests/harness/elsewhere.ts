/** Processes for tests of `pi-question`: a pi that asks, and the command, with pipes or in a terminal. */
import assert from "node:assert/strict";
import { type ChildProcess, fork, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import pty from "@lydell/node-pty";
import xterm from "@xterm/headless";
import type { Beacon } from "../../bin/beacons.js";
import { useCore, using } from "../../extension/core/core.ts";
import type { Waiting } from "../../extension/elsewhere/hub.ts";
import type { Order, Report } from "./asking-pi.ts";
import { folder } from "./program.ts";

const core = useCore();
const COMMAND = fileURLToPath(new URL("../../bin/pi-question.js", import.meta.url));
const PI = fileURLToPath(new URL("./asking-pi.ts", import.meta.url));

export const args = {
	questions: [
		{
			id: "database",
			prompt: "Which database should we use?",
			options: [{ label: "PostgreSQL", value: "postgres" }, "SQLite"],
		},
		{ id: "name", prompt: "What should the service be called?", mode: "input" },
	],
};

/** Questions that wait, those of `asked` unless others are given. */
export function waiting(
	id: string,
	{ args: asked = args, ...more }: Partial<Waiting> & { args?: unknown } = {},
): Waiting {
	const request = using(new core.Questionnaire(new core.Settings([], "en"), asked), (asked) => asked.request(id));
	return { id, since: Date.now(), folder: "/project", request, ...more };
}

/** A user, with the environment of their terminals. */
export class User {
	readonly env: NodeJS.ProcessEnv;
	readonly beacons: string;
	readonly #context: TestContext;

	constructor(context: TestContext) {
		this.#context = context;
		const home = folder(context);
		// The tests themselves may run below a pi.
		const foreign = /^(?:PI_|AI_AGENT$|LC_|XDG_|NODE_)/;
		const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
		const runtime = join(home, "runtime");
		for (const made of [runtime, join(home, "agent")]) mkdirSync(made, { mode: 0o700 });
		this.beacons = join(runtime, "pi-question");
		const own = { XDG_RUNTIME_DIR: runtime, PI_CODING_AGENT_DIR: join(home, "agent"), LC_ALL: "en_US.UTF-8" };
		this.env = { ...Object.fromEntries(inherited), ...own, TMPDIR: home };
	}

	get command(): [string, string] {
		return [process.execPath, COMMAND];
	}

	/** Runs the command to its end. */
	async run(words: string[], input = "", more: NodeJS.ProcessEnv = {}) {
		const command = this.start(words, more);
		command.child.stdin?.end(input);
		return command.ended;
	}

	start(words: string[], more: NodeJS.ProcessEnv = {}) {
		const [node, script] = this.command;
		const child = spawn(node, [script, ...words], { env: { ...this.env, ...more } });
		this.#context.after(() => child.kill("SIGKILL"));
		const said = { output: "", errors: "" };
		child.stdin.on("error", () => {}); // it has ended without reading
		child.stdout.setEncoding("utf8").on("data", (text) => {
			said.output += text;
		});
		child.stderr.setEncoding("utf8").on("data", (text) => {
			said.errors += text;
		});
		const ended = once(child, "close").then(([code]) => ({ code, ...said }));
		/** Waits until the output has a text. */
		const shows = async (text: string) => {
			while (!said.output.includes(text)) await once(child.stdout, "data");
		};
		return { child, ended, said, shows };
	}
}

/** A pi with questions. */
export class AskingPi extends EventEmitter {
	readonly process: ChildProcess;
	readonly answers: Array<{ id: string; response: unknown; by: string; hub: number }> = [];
	readonly failures: string[] = [];
	#done = Promise.resolve<unknown>(undefined);

	constructor(context: TestContext, { env }: User) {
		super();
		this.process = fork(PI, [], { env });
		context.after(() => this.process.kill("SIGKILL"));
		this.process.on("message", (report: Report) => {
			const [name = ""] = Object.keys(report);
			if ("answered" in report) this.answers.push(report.answered);
			if ("failed" in report) this.failures.push(report.failed);
			this.emit(name, report);
		});
	}

	/** Has it do something, after what it was told before. */
	async do(order: Order): Promise<void> {
		this.#done = this.#done.then(() => {
			this.process.send(order);
			return once(this, "done");
		});
		await this.#done;
	}

	/** Has it ask, and waits until it can be answered. */
	async ask(user: User, ...all: Waiting[]): Promise<Beacon> {
		await this.do({ serve: {} });
		for (const one of all) await this.do({ ask: one });
		return this.beacon(user);
	}

	/** Waits for the beacon. */
	async beacon({ beacons }: User): Promise<Beacon> {
		const name = `${this.process.pid}.json`;
		for (;;) {
			const names = readdirSync(beacons, { withFileTypes: true }).map((entry) => entry.name);
			if (names.includes(name)) return JSON.parse(readFileSync(join(beacons, name), "utf8"));
			const { exitCode, signalCode } = this.process;
			assert.ok(exitCode === null && signalCode === null, "it has ended");
			await new Promise(setImmediate);
		}
	}
}

/** The command in a terminal. */
export class Terminal {
	readonly #screen: InstanceType<typeof xterm.Terminal>;
	readonly #process: pty.IPty;
	readonly #changes = new EventEmitter();
	readonly exited: Promise<number>;
	/** All that was written. */
	written = "";

	constructor(context: TestContext, user: User, words: string[], cols = 40, rows = 20) {
		this.#screen = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 1000 });
		const [node, script] = user.command;
		this.#process = pty.spawn(node, [script, ...words], { cols, rows, env: user.env, name: "xterm-256color" });
		context.after(() => this.#process.kill("SIGKILL"));
		this.#process.onData((data) => {
			this.written += data;
			this.#screen.write(data, () => this.#changes.emit("change"));
		});
		this.exited = new Promise((resolve) => this.#process.onExit(({ exitCode }) => resolve(exitCode)));
	}

	press(keys: string): void {
		this.#process.write(keys);
	}

	/** Returns the lines of the screen and those that have scrolled off it. Rows that the terminal has wrapped are marked. */
	get lines(): string[] {
		const { active } = this.#screen.buffer;
		return Array.from({ length: active.length }, (_, at) => {
			const line = active.getLine(at);
			return `${line?.isWrapped ? "<wrapped>" : ""}${line?.translateToString(true) ?? ""}`;
		});
	}

	/** Waits until the screen shows a text. */
	async shows(text: string): Promise<void> {
		while (!this.lines.join("\n").includes(text)) {
			const over = this.exited.then(() => "over");
			const change = once(this.#changes, "change");
			if ((await Promise.race([change, over])) === "over") {
				await new Promise((resolve) => this.#screen.write("", () => resolve(undefined)));
				assert.ok(this.lines.join("\n").includes(text), `it ended without ${text}:\n${this.lines.join("\n")}`);
			}
		}
	}
}
