/** A pi without a person, which the model of another one starts in its shell. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { model, provider, type Turn } from "./model.ts";
import { clis, PATIENCE_MS, root, textOf, Waiting } from "./workplace.ts";

const scripted = fileURLToPath(new URL("scripted-model.ts", import.meta.url));

const folders: string[] = [];
process.on("exit", () => {
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export class Child {
	readonly #folder: string;
	readonly #log: string;
	readonly command: string;

	constructor(turns: Turn[], { args = "--mode json -p --no-session 'find it' </dev/null", env = "" } = {}) {
		this.#folder = mkdtempSync(join(tmpdir(), "pi-question-child-"));
		folders.push(this.#folder);
		this.#log = join(this.#folder, "log.jsonl");
		const script = join(this.#folder, "turns.json");
		writeFileSync(script, JSON.stringify(turns));
		const own = `PI_QUESTION_SCRIPT=${script} PI_QUESTION_LOG=${this.#log} ${env}`;
		const pi = `${process.execPath} ${clis[0]} --provider ${provider} --model ${model} -e ${scripted} -e ${root}`;
		const run = join(this.#folder, "run.sh");
		writeFileSync(run, `${own} exec ${pi} ${args} >/dev/null 2>${join(this.#folder, "stderr")}`);
		this.command = `sh ${run}`;
	}

	/** Waits until the model of the child has read the result of its last question, and returns its text. */
	async result(): Promise<string> {
		return (await this.parts())[0]?.text ?? "";
	}

	/** Waits for the same, and returns all its parts. */
	async parts(): Promise<Array<{ type: string; text?: string }>> {
		return this.#until(() => {
			const last = this.#messages().at(-1);
			return last?.role === "toolResult" ? last.content : undefined;
		}, "the child has read no result");
	}

	/** Returns the text of the last message that the model of the child was sent. */
	lastMessage(): string {
		return textOf(this.#messages().at(-1)?.content);
	}

	/** Waits until the model of the child has been asked. */
	async asking(): Promise<void> {
		await this.#until(() => this.#messages().at(0), "the model of the child has not been asked");
	}

	/** Returns what the model of the child was sent last. */
	#messages() {
		const requests = existsSync(this.#log) ? readFileSync(this.#log, "utf8").trim().split("\n") : [];
		return JSON.parse(requests.at(-1) || '{"messages": []}').messages;
	}

	#until<T>(find: () => T | undefined, fault: string): Promise<T> {
		const waiting = new Waiting();
		const timer = setInterval(() => waiting.changed(), 50);
		return waiting.until(find, () => fault).finally(() => clearInterval(timer));
	}
}

/** A call of pi's shell. */
export const bash = (command: string) => ({ tool: "bash", args: { command, timeout: PATIENCE_MS / 1000 } });
