/** The folders and the environment of runs of pi: with a scripted model, and removed afterwards. */
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
import { fileURLToPath } from "node:url";
import type { Details } from "../../pkg/question.js";
import { model, provider, type Turn } from "./model.ts";

/** Time in milliseconds to wait for an event; a failing test waits this long. */
export const PATIENCE_MS = 30_000;

export const root = fileURLToPath(new URL("../..", import.meta.url));

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
	/** The folders of an earlier run, to go on in; the other settings but `turns` and `args` are that run's. */
	workplace?: Workplace;
}

/** The result of a `question` call as the model was sent it. */
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
		this.#command = [setup.cli ?? piScript(), ...selection, ...extension];
		const inherited = Object.entries(process.env).filter(
			([name]) => !/^(PI_|NODE_TEST|NO_COLOR|FORCE_COLOR)/.test(name),
		);
		this.env = {
			...(Object.fromEntries(inherited) as Record<string, string>),
			PI_CODING_AGENT_DIR: this.agent,
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

	/** The command line of a run, for which the model gets its turns. */
	command({ turns, args = [] }: Pick<PiSetup, "turns" | "args">): string[] {
		writeFileSync(this.#script, JSON.stringify(turns));
		return [...this.#command, ...args];
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
		const messages = this.entries().flatMap(({ type, message }) => (type === "message" && message ? [message] : []));
		return resultsOf(messages, tool);
	}

	/** The session files, the oldest first. */
	sessions(): string[] {
		const folder = join(this.agent, "sessions");
		const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
		return files.map((name) => join(folder, name)).sort();
	}

	/** What stands in them. */
	entries(): SessionEntry[] {
		return this.sessions().flatMap((file) => lines<SessionEntry>(file));
	}

	/** The last message that the model was sent, in words. */
	lastMessage(): string {
		const { content } = this.requests().at(-1)?.at(-1) ?? {};
		if (typeof content === "string") return content;
		return (content as Array<{ text?: string }>).map(({ text }) => text ?? "").join("\n");
	}

	/** Folders with all that is in these, for further runs: where pi has written their name, it is the copy's. */
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

function piScript(): string {
	if (process.env.PI_QUESTION_CLI) return process.env.PI_QUESTION_CLI;
	const folder = dirname(dirname(fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent"))));
	const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	return join(folder, bin.pi);
}

/** The folders of a run. */
export function workplaceOf(setup: PiSetup): Workplace {
	return setup.workplace ?? new Workplace({ ...setup, env: { ...plainEnv, ...setup.env } });
}
