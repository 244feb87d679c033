/** Folders and environment for runs of the real pi with a scripted model. */
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import type { Details } from "../../pkg/question.js";
import { model, provider, type Turn } from "./model.ts";

/** Time in milliseconds to wait for an event; a failing test waits this long. */
export const PATIENCE_MS = 30_000;

/** Waits for what a process does. */
export class Waiting {
	readonly #checks = new Set<() => void>();

	/** Looks again for all that is waited for. */
	changed(): void {
		for (const check of this.#checks) check();
	}

	/** Waits until `find` returns a value. Rejects with `fault` if `isOver`, or after `PATIENCE_MS`. */
	until<T>(find: () => T | undefined, fault: () => string, isOver = () => false): Promise<T> {
		return new Promise((resolve, reject) => {
			const check = () => {
				const found = find();
				if (found !== undefined) end(() => resolve(found));
				else if (isOver()) fail();
			};
			const fail = () => end(() => reject(new Error(fault())));
			const end = (settle: () => void) => {
				clearTimeout(timer);
				this.#checks.delete(check);
				settle();
			};
			const timer = setTimeout(fail, PATIENCE_MS);
			this.#checks.add(check);
			check();
		});
	}
}

export const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Variables that come from the machine: what programs are found and run by. All others would decide what a test sees;
 * with `CI`, for one, pi shows no styles (chalk's supports-color).
 */
const INHERITED = ["PATH", "HOME", "USER", "SHELL"];

export interface PiSetup {
	turns: Turn[];
	/** Arguments for pi, after those that load the extension. */
	args?: string[];
	/** Arguments that load the extension, by default from this repository. */
	extension?: string[];
	/** Path of an extension that registers the model, by default the one that plays `turns`. */
	modelExtension?: string;
	columns?: number;
	rows?: number;
	/** Called with the agent's folder before pi starts. */
	prepare?: (agent: string) => void;
	/** Files to write, by their paths in "agent/" and "project/": text, or values to write as JSON. */
	files?: Record<string, unknown>;
	/** The user's decision about trust in the project, if there is one. */
	isTrusted?: boolean;
	env?: Record<string, string>;
	/** pi's main script, by default the first of `clis`. */
	cli?: string;
	/** Folders of an earlier run to continue in, with all settings of that run but `turns` and `args`. */
	workplace?: Workplace;
}

/** The result of a call, as it was sent to the model. */
export interface SentResult<D = Details> {
	text: string;
	details: D;
}

/** An entry of a session file. */
export interface SessionEntry {
	type: string;
	id?: string;
	customType?: string;
	message?: Record<string, unknown>;
	details?: Record<string, unknown>;
	data?: unknown;
	content?: unknown;
}

/** Returns how a call ended, and the values of its answers. */
export function values({ outcome, answers }: { outcome?: string; answers?: Array<{ value: unknown }> }): unknown[] {
	return [outcome, ...(answers ?? []).map(({ value }) => value)];
}

/** Returns the same for each of several results. */
export function valuesOf(results: Array<{ details: Parameters<typeof values>[0] }>): unknown[][] {
	return results.map(({ details }) => values(details));
}

interface Sent {
	messages: Array<Record<string, unknown> & { toolsAdded?: Array<{ name: string }> }>;
	tools?: Array<{ name: string }>;
}

/** Folders and environment for runs of pi. */
export class Workplace {
	readonly folder = mkdtempSync(join(tmpdir(), "pi-question-"));
	readonly agent = join(this.folder, "agent");
	readonly project = join(this.folder, "project");
	readonly log = join(this.folder, "log.jsonl");
	readonly env: Record<string, string>;
	readonly #setup: PiSetup;
	readonly #script = join(this.folder, "turns.json");
	readonly #command: string[];

	constructor(setup: PiSetup) {
		this.#setup = setup;
		mkdirSync(this.agent);
		mkdirSync(this.project);
		writeFileSync(this.log, "");
		for (const [name, content] of Object.entries(setup.files ?? {})) this.write(name, content);
		if (setup.isTrusted !== undefined)
			this.write("agent/trust.json", { [realpathSync(this.project)]: setup.isTrusted });
		setup.prepare?.(this.agent);
		const modelExtension = setup.modelExtension ?? fileURLToPath(new URL("scripted-model.ts", import.meta.url));
		const extension = setup.extension ?? ["-e", root];
		const selection = ["--provider", provider, "--model", model, "-e", modelExtension];
		this.#command = [setup.cli ?? clis[0] ?? "", ...selection, ...extension];
		this.env = {
			...Object.fromEntries(INHERITED.map((name) => [name, process.env[name] ?? ""])),
			LANG: "C",
			PI_CODING_AGENT_DIR: this.agent,
			// What a pi that is killed leaves there goes with this folder.
			TMPDIR: this.folder,
			PI_OFFLINE: "1",
			PI_SKIP_VERSION_CHECK: "1",
			PI_TELEMETRY: "0",
			PI_QUESTION_SCRIPT: this.#script,
			PI_QUESTION_LOG: this.log,
			TERM: "xterm-256color",
			COLORTERM: "truecolor",
			...setup.env,
		};
	}

	/** Writes the turns of a run for the model and returns the command line of pi. */
	command({ turns, args = [] }: Pick<PiSetup, "turns" | "args">): string[] {
		writeFileSync(this.#script, JSON.stringify(turns));
		return [...this.#command, ...args];
	}

	/** Writes a file by its path in "agent/" or "project/": text, or a value as JSON. */
	write(name: string, content: unknown): void {
		const file = join(this.folder, name);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content), { mode: 0o755 });
	}

	/** Returns the messages of each request to the model. */
	requests(): Array<Array<Record<string, unknown>>> {
		return lines<Sent>(this.log).map(({ messages }) => messages);
	}

	/** Returns the tools of the last request to the model, which may stand in system messages. */
	tools(): Array<{ name: string }> {
		const sent = lines<Sent>(this.log).at(-1);
		return [...(sent?.tools ?? []), ...(sent?.messages ?? []).flatMap(({ toolsAdded }) => toolsAdded ?? [])];
	}

	/** Returns the results of a tool in the last request to the model. */
	results<D = Details>(tool = "question"): Array<SentResult<D>> {
		return resultsOf(this.requests().at(-1) ?? [], tool);
	}

	/** Returns the results of a tool in the session files. */
	sessionResults<D = Details>(tool = "question"): Array<SentResult<D>> {
		const messages = this.entries().flatMap(({ type, message }) => (type === "message" && message ? [message] : []));
		return resultsOf(messages, tool);
	}

	/** Lists the session files, the oldest first. */
	sessions(): string[] {
		const folder = join(this.agent, "sessions");
		const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
		return files.map((name) => join(folder, name)).sort();
	}

	/** Returns the entries of all session files. */
	entries(): SessionEntry[] {
		return this.sessions().flatMap((file) => lines<SessionEntry>(file));
	}

	/** Returns the text of the last message that was sent to the model. */
	lastMessage(): string {
		return textOf(this.requests().at(-1)?.at(-1)?.content);
	}

	/** Copies the folders for further runs, and replaces their names in pi's files. */
	copy(): Workplace {
		const copy = new Workplace(this.#setup);
		cpSync(this.folder, copy.folder, { recursive: true });
		const [from, to] = [basename(this.folder), basename(copy.folder)];
		const inside = (folder: string) => readdirSync(folder, { withFileTypes: true });
		const rename = (folder: string) => {
			for (const { name } of inside(folder))
				if (name.includes(from)) renameSync(join(folder, name), join(folder, name.replace(from, to)));
			for (const entry of inside(folder)) {
				const path = join(folder, entry.name);
				if (entry.isDirectory()) rename(path);
				else writeFileSync(path, readFileSync(path, "utf8").replaceAll(from, to));
			}
		};
		rename(copy.agent);
		return copy;
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

/** Main scripts of pi: that of PI_QUESTION_CLI, if it is set, and that of the dev dependency. */
export const clis = [process.env.PI_QUESTION_CLI || [], ownScript()].flat();

function ownScript(): string {
	const folder = dirname(dirname(fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent"))));
	const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	return join(folder, bin.pi);
}

/** Returns the workplace of a setup: that of the earlier run, or a new one. */
export function workplaceOf(setup: PiSetup): Workplace {
	return setup.workplace ?? new Workplace(setup);
}

/** Runs that several tests begin with. Each runs once, because a start of pi takes longer than most tests. */
const runs = new Map<string, Promise<Workplace>>();
const folders: Workplace[] = [];
process.on("exit", () => {
	for (const folder of folders) folder.remove();
});

/** Returns a copy of the folders of a finished run, which is executed at the first call with this name. */
export async function begun(t: TestContext, name: string, run: () => Promise<Workplace>): Promise<Workplace> {
	const ended = async () => {
		const folder = await run();
		folders.push(folder);
		return folder;
	};
	const first = runs.get(name) ?? ended();
	runs.set(name, first);
	const copy = (await first).copy();
	t.after(() => copy.remove());
	return copy;
}

/** Returns the text of a message that a model was sent. */
export function textOf(content: unknown): string {
	if (typeof content === "string") return content;
	return (content as Array<{ text?: string }>).map(({ text }) => text ?? "").join("\n");
}
