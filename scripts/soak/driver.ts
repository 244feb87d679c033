/** The person of the soak: a terminal with the real pi, what was done in it, and what must never be seen in it. */
import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { Child } from "../../tests/harness/child.ts";
import { key } from "../../tests/harness/keys.ts";
import type { Turn } from "../../tests/harness/model.ts";
import { PiTerminal, Workplace } from "../../tests/harness/pi.ts";
import { png } from "../../tests/harness/png.ts";
import { LABELS } from "./forms.ts";
import { Log } from "./log.ts";
import type { Line, Setup } from "./model.ts";
import { type Deed, TITLE } from "./others.ts";
import type { Random } from "./random.ts";

/** An invariant that does not hold. */
export class Fault extends Error {}

/** Time in which pi has to answer to a key. */
const ANSWER_MS = 30_000;

/** Number of actions that a report shows. */
const SHOWN = 60;

const FAULTS =
	/uncaught|unhandled|panicked|\b(?:Runtime|Type|Range|Reference|Syntax)Error\b|exceeds terminal width|\bat [\w.<> ]+ \(\S*:\d+|file:\/\/\/\S+:\d+:\d+|\berrors?\b/i;

/** What the prompt of a child is called on the screen. */
export const CHILD_ASKS = "asks · Child";

const asking: Turn[] = [
	{
		calls: [
			{
				tool: "question",
				args: { questions: [{ id: "c", label: "Child", prompt: "What for the child?", options: [...LABELS] }] },
			},
		],
	},
	{ text: "Understood." },
];

/** What pi writes if a key has stopped the model. */
const STOPPED = new RegExp([..."Error:Thisoperationwasaborted"].join("\\s*"), "g"); // wrapped anywhere

export class Driver {
	readonly random: Random;
	readonly workplace: Workplace;
	readonly log: Log;
	readonly child = new Child(asking);
	readonly #killed = new Child(asking);
	readonly picture: string;
	readonly #deeds: string;
	#pi: PiTerminal | undefined;
	#hasExited = false;
	#exitCode = 0;
	/** The last actions, each with its time and how often it was repeated. */
	readonly #actions: Array<{ at: string; action: string; times: number }> = [];
	/** Number of all actions. */
	acted = 0;
	/** Number of forms that ended before the driver saw them, by a key that was meant for what was there before. */
	missed = 0;
	/** Number of keys that a form did not take the first time. */
	pressedAgain = 0;
	/** Numbers of what another extension was made to do. */
	readonly deeds = new Map<Deed, number>();
	/** Times of the last action, and of the last key that may end pi. */
	#actedAt = 0;
	#leftAt = 0;
	#tail = "";
	readonly #begun = Date.now();

	/** `runtime`: the folder in which the commands of the person find pi. */
	constructor(random: Random, seed: number, runtime: string, take: (line: Line) => void) {
		this.random = random;
		this.workplace = new Workplace({
			turns: [],
			modelExtension: fileURLToPath(new URL("model.ts", import.meta.url)),
			files: {
				"agent/settings.json": { compaction: { enabled: false }, theme: "dark" },
				"agent/question.json": { elsewhere: "on" },
			},
			env: { LANG: "C", LC_ALL: "", VISUAL: "", EDITOR: "true", XDG_RUNTIME_DIR: runtime },
		});
		this.#deeds = join(this.workplace.folder, "deeds");
		writeFileSync(this.#deeds, "");
		const setup: Setup = { seed, child: this.child.command, killed: this.#killed.command, deeds: this.#deeds };
		this.workplace.env.SOAK = JSON.stringify(setup);
		this.picture = join(this.workplace.project, "shot.png");
		writeFileSync(this.picture, png());
		this.log = new Log(this.workplace.log, take);
	}

	get pi(): PiTerminal {
		if (!this.#pi) throw new Error("pi was not started");
		return this.#pi;
	}

	/** Whether pi was started and has not ended. */
	get isRunning(): boolean {
		return this.#pi !== undefined && !this.#hasExited;
	}

	start(args: string[]): void {
		this.note(`pi ${args.join(" ")}`);
		const pi = new PiTerminal({ turns: [], args, workplace: this.workplace, columns: 100, rows: 40 });
		this.#pi = pi;
		this.#hasExited = false;
		void pi.exited.then((code) => {
			if (this.#pi !== pi) return;
			this.#hasExited = true;
			this.#exitCode = code;
		});
	}

	async kill(signal: "SIGKILL" | "SIGHUP"): Promise<void> {
		this.note(signal);
		const { pi } = this;
		this.check();
		this.#pi = undefined;
		await pi.kill(signal);
	}

	async stop(): Promise<void> {
		await this.#pi?.kill();
		this.workplace.remove();
	}

	note(action: string): void {
		const at = ((Date.now() - this.#begun) / 1000).toFixed(1);
		const last = this.#actions.at(-1);
		if (last?.action === action) last.times += 1;
		else this.#actions.push({ at, action, times: 1 });
		if (this.#actions.length > SHOWN) this.#actions.shift();
		this.acted += 1;
		this.#actedAt = Date.now();
	}

	/** Presses keys, whatever is on the screen. */
	keys(keys: string): void {
		this.note(`keys ${JSON.stringify(keys)}`);
		if (keys.includes(key.ctrl("c")) || keys.includes(key.ctrl("d"))) this.#leftAt = Date.now();
		if (this.isRunning) this.pi.type(keys);
	}

	/** Makes another extension open a dialog, unless one is open, or change the theme. */
	others(deed: Deed): void {
		this.note(`another extension: ${deed}`);
		this.deeds.set(deed, (this.deeds.get(deed) ?? 0) + 1);
		appendFileSync(this.#deeds, `${deed}\n`);
	}

	/** Whether the dialog of another extension is on the screen. */
	get hasDialog(): boolean {
		return this.screen.includes(TITLE);
	}

	/** Presses keys whose bytes come one by one. */
	bytes(keys: string): void {
		this.note(`bytes of ${JSON.stringify(keys)}`);
		for (const byte of Buffer.from(keys)) this.pi.type(Buffer.from([byte]));
	}

	resize(columns: number, rows: number): void {
		this.note(`resize to ${columns} × ${rows}`);
		if (this.isRunning) this.pi.resize(columns, rows);
	}

	get screen(): string {
		return this.isRunning ? this.pi.screen().join("\n") : "";
	}

	/** Waits until a condition holds, and returns whether it does before the time is over. */
	async until(holds: () => boolean, ms: number): Promise<boolean> {
		for (const end = Date.now() + ms; ; await setTimeout(25)) {
			this.log.read();
			if (holds()) return true;
			if (Date.now() > end) return false;
		}
	}

	/** Waits until nothing was done for some time. */
	async rest(ms: number): Promise<void> {
		await setTimeout(Math.max(0, this.#actedAt + ms - Date.now()));
	}

	/** Looks for what pi must never write, and whether it has ended without being told to. */
	check(): void {
		if (!this.#pi) return;
		const written = this.#pi.written;
		this.#pi.written = "";
		const text = stripVTControlCharacters(this.#tail.slice(-200) + written).replace(STOPPED, "");
		const found = FAULTS.exec(text);
		this.#tail = (this.#tail + written).slice(-4_000);
		if (found)
			throw new Fault(`pi wrote ${JSON.stringify(text.slice(Math.max(0, found.index - 300), found.index + 500))}`);
		if (!this.#hasExited) return;
		if (this.#exitCode === 0 && Date.now() - this.#leftAt < 20_000) return;
		throw new Fault(`pi ended with code ${this.#exitCode}: ${JSON.stringify(stripVTControlCharacters(this.#tail))}`);
	}

	/** Checks that pi answers to keys, by what it writes. */
	async probe(): Promise<void> {
		if (!this.isRunning) return;
		this.check();
		const { columns, rows } = this.pi.size;
		const keys = ["x", key.backspace, key.down, key.up];
		const answers = () => this.pi.written !== "" || !this.isRunning;
		for (const end = Date.now() + ANSWER_MS; Date.now() < end; ) {
			for (const one of keys) this.pi.type(one);
			if (await this.until(answers, 1_000)) return this.check();
			// A page may have no use for these keys.
			this.pi.resize(columns === 200 ? 199 : columns + 1, rows);
		}
		throw new Fault("pi has not answered to keys for 30 seconds");
	}

	/** Makes pi draw, and waits for that. */
	async redraw(): Promise<void> {
		if (!this.isRunning) return;
		const { columns, rows } = this.pi.size;
		this.check();
		this.resize(columns === 200 ? 199 : columns + 1, rows);
		await this.until(() => this.pi.written !== "" || !this.isRunning, ANSWER_MS);
	}

	/** Returns whether a text stands in a session file, or was sent to the model. */
	hasKept(text: string): boolean {
		const recent = this.workplace.sessions().sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
		return [this.workplace.log, ...recent].some((file) => readFileSync(file, "utf8").includes(text));
	}

	/** The last actions, and the screen. */
	report(): string {
		const { columns, rows } = this.#pi?.size ?? {};
		const screen = this.#pi?.screen().join("\n").replace(/\n+$/, "");
		const actions = this.#actions.map(({ at, action, times }) => `${at} s  ${action}${times > 1 ? ` × ${times}` : ""}`);
		return `${actions.join("\n")}\nThe screen, ${columns} × ${rows}:\n${screen}`;
	}
}
