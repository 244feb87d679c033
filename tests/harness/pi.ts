/** The real pi in a pseudo-terminal, run as a user runs it, whose screen can be read. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import pty from "@lydell/node-pty";
import xterm from "@xterm/headless";
import type { Details } from "../../pkg/question.js";
import type { Turn } from "./model.ts";
import { PATIENCE_MS, type PiSetup, type SentResult, type Workplace, workplaceOf } from "./workplace.ts";

export { type PiSetup, root, type SentResult, Workplace } from "./workplace.ts";

/** How long a form that opens by itself has to stand on the screen before keys count, in milliseconds: twice as long, as pi may be busy. */
const SILENCE_MS = 800;

/** The line of a call in the transcript: with another one, it is another form. */
const CALL = /^ *(?:question|AskUserQuestion|ask_user)(?::| \()/;

/** The hint that each page of a form has, in whatever language. */
const HELP = /(?:^|• |\s)(?:\?|f1) \p{L}+$/mu;

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
	/** When a form came onto the screen; undefined while there is none. */
	#formSince: number | undefined;
	/** How many calls the transcript showed then. */
	#calls = 0;

	constructor(setup: PiSetup) {
		const { columns: cols = 80, rows = 24 } = setup;
		this.workplace = workplaceOf(setup);
		this.#terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 5000 });
		this.#process = pty.spawn(process.execPath, this.workplace.command(setup), {
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
		const hasForm = HELP.test(this.screen().join("\n"));
		const calls = hasForm ? this.#lines().filter((line) => CALL.test(line)).length : 0;
		if (calls !== this.#calls) this.#formSince = undefined;
		this.#calls = calls;
		this.#formSince = hasForm ? (this.#formSince ?? Date.now()) : undefined;
		for (const check of this.#waiting) check();
	}

	/** Waits until keys count in the form that is on the screen. There is nothing else to wait for: no line says so. */
	async calm(since = this.#formSince): Promise<void> {
		if (since !== undefined) await setTimeout(Math.max(0, since + SILENCE_MS - Date.now()));
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

	/** All lines so far, those that were scrolled off included. */
	#lines(): string[] {
		const { active } = this.#terminal.buffer;
		return Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? "");
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
			const timer = globalThis.setTimeout(() => end(false), PATIENCE_MS);
			const check = () => {
				// What pi is in the midst of drawing is nothing that a user sees.
				if (this.#isRunning && this.#terminal.modes.synchronizedOutputMode) return;
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
		await this.calm();
		this.#process.write(keys);
		return this.sees(then);
	}

	/** Presses keys at once, whether or not they count; bytes are written as they are. */
	type(keys: string | Buffer): void {
		this.#process.write(keys as string);
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
		await this.kill();
		this.workplace.remove();
	}

	/** Ends pi as a power cut does, or as a terminal that is closed. */
	async kill(signal: "SIGKILL" | "SIGHUP" | "SIGTERM" = "SIGKILL"): Promise<void> {
		if (this.#isRunning) this.#process.kill(signal);
		await this.exited;
		this.#terminal.dispose();
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
