/** Runs the real pi without a terminal: in print or json mode, or driven by a program in rpc mode. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { PATIENCE_MS, type PiSetup, Waiting, type Workplace, workplaceOf } from "./workplace.ts";

export interface Run {
	code: number | null;
	stdout: string;
	stderr: string;
	workplace: Workplace;
}

export interface RunSetup extends PiSetup {
	/** Text to pipe in. */
	input?: string;
	/** Working folder of pi, by default the project's. */
	cwd?: string;
	/** Milliseconds until the error stream is read. */
	readsAfterMs?: number;
}

/** Runs pi in print or json mode until it ends. */
export async function runPi(setup: RunSetup): Promise<Run> {
	const workplace = workplaceOf(setup);
	const child = spawn(process.execPath, workplace.command(setup), {
		cwd: setup.cwd ?? workplace.project,
		env: workplace.env,
		stdio: [setup.input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
		timeout: PATIENCE_MS,
	}) as ChildProcessWithoutNullStreams;
	if (setup.input !== undefined) child.stdin.end(setup.input);
	let [stdout, stderr] = ["", ""];
	child.stdout.setEncoding("utf8").on("data", (data: string) => {
		stdout += data;
	});
	child.stderr.setEncoding("utf8").on("data", (data: string) => {
		stderr += data;
	});
	const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
	if (setup.readsAfterMs !== undefined) {
		child.stderr.pause();
		await setTimeout(setup.readsAfterMs);
		child.stderr.resume();
	}
	const code = await ended;
	return { code, stdout, stderr, workplace };
}

/** A line that pi writes in rpc mode. */
// biome-ignore lint/suspicious/noExplicitAny: of any shape; the tests look into it
export type WireRecord = Record<string, any>;

/** pi in rpc mode, driven by the test. */
export class PiProgram {
	readonly workplace: Workplace;
	readonly #child: ChildProcessWithoutNullStreams;
	/** All records that pi has written. */
	readonly records: WireRecord[] = [];
	readonly exited: Promise<number | null>;
	readonly #waiting = new Waiting();
	/** Number of records up to the last one that was waited for. */
	#seen = 0;
	#isRunning = true;
	stderr = "";

	constructor(setup: PiSetup) {
		this.workplace = workplaceOf(setup);
		const command = this.workplace.command({ ...setup, args: ["--mode", "rpc", ...(setup.args ?? [])] });
		this.#child = spawn(process.execPath, command, { cwd: this.workplace.project, env: this.workplace.env });
		this.#child.stderr.setEncoding("utf8").on("data", (data: string) => {
			this.stderr += data;
		});
		let rest = "";
		// Split at newlines only, because readline also splits at separators that JSON does not escape.
		this.#child.stdout.setEncoding("utf8").on("data", (data: string) => {
			const lines = (rest + data).split("\n");
			rest = lines.pop() ?? "";
			for (const line of lines) this.records.push(JSON.parse(line));
			this.#waiting.changed();
		});
		this.exited = new Promise((resolve) => {
			this.#child.on("close", (code) => {
				this.#isRunning = false;
				resolve(code);
				this.#waiting.changed();
			});
		});
	}

	get pid(): number | undefined {
		return this.#child.pid;
	}

	send(record: WireRecord): void {
		this.sendAtOnce(record);
	}

	/** Sends several records in one write. */
	sendAtOnce(...records: WireRecord[]): void {
		this.#child.stdin.write(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
	}

	/** Sends a prompt, or a command that starts with a slash. */
	prompt(message: string, more: object = {}): void {
		this.send({ type: "prompt", message, ...more });
	}

	/** Waits for the next record that meets a condition, and skips those before it. */
	async next(what: string, holds: (record: WireRecord) => boolean): Promise<WireRecord> {
		const find = () => {
			const at = this.records.findIndex((record, at) => at >= this.#seen && holds(record));
			if (at >= 0) this.#seen = at + 1;
			return this.records[at];
		};
		const fault = () => {
			const tail = this.records.slice(-5).map((record) => JSON.stringify(record).slice(0, 300));
			return `Not seen: ${what}\n${tail.join("\n")}\n${this.stderr}`;
		};
		return this.#waiting.until(find, fault, () => !this.#isRunning);
	}

	/** Waits for the next dialog. */
	dialog(): Promise<WireRecord> {
		const methods = ["select", "input", "confirm", "editor"];
		return this.next("a dialog", ({ type, method }) => type === "extension_ui_request" && methods.includes(method));
	}

	/** Waits for the next notice. */
	async notice(): Promise<string> {
		const record = await this.next("a notice", ({ method }) => method === "notify");
		return record.message;
	}

	/** Waits for the next request of a form. */
	async request(): Promise<WireRecord> {
		const update = await this.next("a request", ({ type }) => type === "tool_execution_update");
		return update.partialResult.details;
	}

	/** Waits for the details of the next result. */
	async result(): Promise<WireRecord> {
		const { result } = await this.next("a result", ({ type }) => type === "tool_execution_end");
		return result.details;
	}

	async settled(): Promise<void> {
		await this.next("the end of the run", ({ type }) => type === "agent_settled");
	}

	/** Answers a dialog with a value, or closes it at once, like a program that cannot show it. */
	reply({ id }: WireRecord, value: unknown): void {
		const answer = value === undefined ? { cancelled: true } : { value }; // null is a value
		this.send({ type: "extension_ui_response", id, ...answer });
	}

	/** Closes a dialog after some time, like a person; with `null` as the value, or without one. */
	async close(dialog: WireRecord, value?: null): Promise<void> {
		await setTimeout(500);
		this.reply(dialog, value);
	}

	/** Sends a response to a request. */
	respond(response: object | string): void {
		const text = typeof response === "string" ? response : JSON.stringify(response);
		this.prompt(`/ask_user_response ${text}`);
	}

	/** Closes pi's input, like a program that disconnects. */
	hangUp(): void {
		this.#child.stdin.end();
	}

	kill(signal: NodeJS.Signals): void {
		this.#child.kill(signal);
	}

	async stop(): Promise<void> {
		if (this.#isRunning) this.#child.kill("SIGKILL");
		await this.exited;
		this.workplace.remove();
	}
}
