/** Runs the real pi in a pseudo-terminal, as a user does, and reads its screen. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import pty from "@lydell/node-pty";
import xterm from "@xterm/headless";
import type { Details } from "../../pkg/question.js";
import type { Turn } from "./model.ts";
import { type PiSetup, type SentResult, Waiting, type Workplace, workplaceOf } from "./workplace.ts";

export { type PiSetup, root, type SentResult, Workplace } from "./workplace.ts";

/** Milliseconds until keys count in a form that opened by itself. Twice the real time, because pi may be busy. */
const SILENCE_MS = 800;

/** The line of a call in the transcript. One more of them means another form. */
const CALL = /^ *(?:question|AskUserQuestion|ask_user)(?::| \()/;

/** The hint that every page of a form has, in any language. */
const HELP = /(?:^|\s)(?:\?|f1) \p{L}+$/mu;

/** The line of a form that holds back keys which came too early. */
const PAUSE = /Pause for a moment/;

/** What the screen is to show: a text, or a condition. */
type Seen = string | RegExp | ((screen: string) => boolean);

function shows(screen: string, what: Seen): boolean {
	if (typeof what === "string") return screen.includes(what);
	return what instanceof RegExp ? what.test(screen) : what(screen);
}

/** pi in a terminal. */
export class PiTerminal {
	readonly workplace: Workplace;
	readonly #terminal: InstanceType<typeof xterm.Terminal>;
	readonly #process: pty.IPty;
	readonly #waiting = new Waiting();
	readonly exited: Promise<number>;
	/** All output of pi. */
	written = "";
	#isRunning = true;
	/** When the form appeared on the screen; undefined without one. */
	#formSince: number | undefined;
	/** Time of the last click. */
	#clickedAt = 0;
	/** Number of calls in the transcript at that time. */
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
		this.#waiting.changed();
	}

	/** Waits until keys count in the form, by time, because the screen does not show that. */
	async calm(since = this.#formSince): Promise<void> {
		if (since !== undefined) await setTimeout(Math.max(0, since + SILENCE_MS - Date.now()));
	}

	/** Returns the lines on the screen, without spaces at their ends. */
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

	/** Returns all lines, including those that were scrolled off. */
	#lines(): string[] {
		const { active } = this.#terminal.buffer;
		return Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? "");
	}

	/** The cells of the screen. */
	get buffer() {
		return this.#terminal.buffer.active;
	}

	/** The text that is selected, or shown in inverse colors for another reason. */
	get selected(): string {
		const lines = Array.from({ length: this.#terminal.rows }, (_, row) => this.buffer.getLine(this.buffer.baseY + row));
		const cells = lines.flatMap((line) => Array.from({ length: this.#terminal.cols }, (_, x) => line?.getCell(x)));
		return cells.map((cell) => (cell?.isInverse() ? cell.getChars() : "")).join("");
	}

	/** What stands on the screen from the terminal's cursor to the end of its row. */
	get atCursor(): string {
		const { baseY, cursorX, cursorY } = this.buffer;
		const line = this.buffer.getLine(baseY + cursorY);
		return line?.translateToString(true, cursorX).trimEnd() ?? "";
	}

	get size() {
		return { columns: this.#terminal.cols, rows: this.#terminal.rows };
	}

	/** Waits until the screen shows a text or fulfils a condition; `told` describes it. */
	async sees(what: Seen, told: unknown = what): Promise<string> {
		const find = () => {
			// While pi is drawing, the screen is not what a user sees.
			if (this.#isRunning && this.#terminal.modes.synchronizedOutputMode) return undefined;
			const screen = this.screen().join("\n");
			return shows(screen, what) ? screen : undefined;
		};
		const fault = () =>
			[
				`${this.#isRunning ? "Not seen" : "pi ended before it was seen"}: ${told}`,
				...this.screen(),
				`Inverse: ${this.selected}`,
				`Last written: ${JSON.stringify(this.written.slice(-500))}`,
			].join("\n");
		return this.#waiting.until(find, fault, () => !this.#isRunning);
	}

	/** Presses keys once they count, then waits for their effect. Where pi was busy for longer, the form says so. */
	async press(keys: string, then: Seen): Promise<string> {
		await this.calm();
		const wasHeld = PAUSE.test(this.screen().join("\n"));
		this.#process.write(keys);
		if (wasHeld) return this.sees(then);
		const screen = await this.sees((screen) => shows(screen, then) || PAUSE.test(screen), then);
		if (shows(screen, then)) return screen;
		await this.sees((screen) => !PAUSE.test(screen));
		return this.press(keys, then);
	}

	/** Presses keys at once, even if they do not count. Bytes are written unchanged. */
	type(keys: string | Buffer): void {
		this.#process.write(keys as string);
	}

	/** Clicks on the last occurrence of a text on the screen. A click that turns a page keeps later clicks waiting. */
	async click(text: string, then: Seen, times = 1): Promise<string> {
		await this.calm(this.#clickedAt);
		const at = this.#mouseAt(text);
		const screen = await this.press(`\x1b[<0;${at}M\x1b[<0;${at}m`.repeat(times), then);
		this.#clickedAt = Date.now();
		return screen;
	}

	/** Presses the mouse button on the first letter of a text, moves over the text, and lets the button go. */
	async drag(text: string, then: Seen): Promise<string> {
		const [column = "", row = ""] = this.#mouseAt(text).split(";");
		const end = `${Number(column) + text.length - 1};${row}`;
		return this.press(`\x1b[<0;${column};${row}M\x1b[<32;${end}M\x1b[<0;${end}m`, then);
	}

	/** Turns the wheel over a text. */
	async wheel(text: string, turn: "up" | "down", then: Seen): Promise<string> {
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

	/** Closes the terminal's window: pi is told, or reads the end of its input before that. */
	async closeWindow(): Promise<void> {
		(this.#process as unknown as { destroy(): void }).destroy();
		while (isRunning(this.#process.pid)) await setTimeout(20);
		this.#isRunning = false;
		this.#terminal.dispose();
	}

	/** Kills pi with a signal. */
	async kill(signal: "SIGKILL" | "SIGHUP" | "SIGTERM" = "SIGKILL"): Promise<void> {
		if (this.#isRunning) this.#process.kill(signal);
		await this.exited;
		this.#terminal.dispose();
	}
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** Starts pi in a terminal with a model that makes these calls one after the other. Ends with the test. */
export function session(t: TestContext, calls: object[], setup: Partial<PiSetup> = {}, tool = "question"): PiTerminal {
	const turns = [...calls.map((args) => ({ calls: [{ tool, args }] })), { text: "Understood." }] as Turn[];
	const pi = new PiTerminal({ turns, args: ["go"], columns: 100, rows: 40, ...setup });
	t.after(() => pi.stop());
	return pi;
}

/** Waits until the model has received all results and returns them. The session file must hold the same. */
export async function results<D = Details>(pi: PiTerminal, tool = "question"): Promise<Array<SentResult<D>>> {
	await pi.sees("Understood.");
	const sent = pi.workplace.results<D>(tool);
	assert.deepEqual(pi.workplace.sessionResults<D>(tool), sent);
	return sent;
}
