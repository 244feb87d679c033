/**
 * A fake host for the extension, in place of pi: pi-tui's own keybindings, editor and widths, the real wasm core, and
 * `ctx.ui.custom` like pi's interactive mode (`showExtensionCustom`).
 *
 * Each host has its own folders for the user and the project. The clock only moves when a test moves it.
 */
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
	type ExtensionAPI,
	type ExtensionToolContext,
	initTheme,
	ProjectTrustStore,
} from "@earendil-works/pi-coding-agent";
import {
	type Component,
	type KeybindingsConfig,
	KeybindingsManager,
	setKeybindings,
	TUI_KEYBINDINGS,
} from "@earendil-works/pi-tui";
import { Value } from "typebox/value";
import { register } from "../../extension/registration.ts";
import type { Details, HostMode } from "../../pkg/question.js";
import { TestScreen } from "./screen.ts";

type Tool = Parameters<ExtensionAPI["registerTool"]>[0];
type Handler = (...event: unknown[]) => unknown;

/** A result of the tool, as a session keeps it. */
export interface Returned {
	text: string;
	details: Details;
	structuredContent: unknown;
	/** Types of the parts that the model gets. */
	parts: string[];
}

/** The time of `performance.now()`, which only tests change. */
export const clock = { now: 1_000_000 };
performance.now = () => clock.now;

// Highlighted code uses pi's own theme.
initTheme("dark");

export interface HostOptions {
	mode?: HostMode;
	/** Content of the user's keybindings.json. */
	bindings?: Record<string, string | string[]>;
	columns?: number;
	rows?: number;
	/** Content of the user's question.json and of the project's, as an object or as text. */
	settings?: unknown;
	projectSettings?: unknown;
	/** Whether pi trusts the project. */
	isTrusted?: boolean;
	/** Whether pi's record of trust holds the project, if pi trusts it and it has settings. True by default. */
	isDecided?: boolean;
	/** The environment's LANG. */
	locale?: string;
	/** Entries of the session. */
	branch?: unknown[];
	/** Replaces `ctx.ui.custom`. */
	custom?: () => Promise<unknown>;
	/** More members of `ctx.ui`; undefined for one that the host lacks. */
	ui?: { [Name in keyof ExtensionToolContext["ui"]]?: unknown };
	/** Whether the host says that it has a user interface, if it says another thing than its mode. */
	hasUI?: boolean | undefined;
	/** Changes what the host gives a form. */
	lacking?: TestScreen["lacking"];
	/** Called before the extension is loaded. */
	prepare?: (agent: string, project: string) => void;
}

/** What the environment tells of a terminal. */
const TERMINAL = ["ACCESSIBLE", "KITTY_WINDOW_ID", "TERM_PROGRAM", "LC_TERMINAL", "TERM", "TMUX", "STY"];

const folders = mkdtempSync(join(tmpdir(), "pi-question-host-"));
process.on("exit", () => rmSync(folders, { recursive: true, force: true }));
let hosts = 0;

export class TestHost extends TestScreen {
	readonly mode: HostMode;
	/** Folder of the user's settings, and that of the project. */
	readonly agent: string;
	readonly project: string;
	isTrusted: boolean;
	branch: unknown[];
	/** Milliseconds without a key before a call begins. */
	silence = 1000;
	/** Milliseconds that a form is on the screen before the first key. */
	pause = 400;
	/** Notices passed to `ctx.ui.notify`. */
	readonly notices: string[] = [];
	/** Id of the next call. */
	call = "call";
	/** Called with the details of each update of a call. */
	onUpdate: (details: unknown) => void = () => {};
	readonly #tools: Tool[] = [];
	readonly #handlers = new Map<string, Handler[]>();
	readonly #commands = new Map<string, Handler>();
	readonly #sessionManager = {
		getBranch: () => this.branch,
		getSessionId: () => "session",
		getSessionFile: () => "file",
	};
	readonly #custom: HostOptions["custom"];
	readonly #ui: HostOptions["ui"];
	readonly #hasUI: boolean | undefined;

	/** What extensions tell each other. */
	readonly events = new EventEmitter();

	constructor(options: HostOptions = {}) {
		const app = {
			"app.editor.external": "ctrl+g",
			"app.interrupt": "escape",
			"app.suspend": "ctrl+z",
			"app.tools.expand": "ctrl+o",
		};
		const own = Object.fromEntries(Object.entries(app).map(([id, defaultKeys]) => [id, { defaultKeys }]));
		const bindings = (options.bindings ?? {}) as KeybindingsConfig;
		super(options.columns ?? 60, options.rows ?? 40, new KeybindingsManager({ ...TUI_KEYBINDINGS, ...own }, bindings));
		this.mode = "mode" in options ? (options.mode as HostMode) : "tui";
		this.isTrusted = options.isTrusted ?? true;
		this.branch = options.branch ?? [];
		this.#custom = options.custom;
		this.#ui = options.ui;
		this.#hasUI = "hasUI" in options ? options.hasUI : this.mode === "tui" || this.mode === "rpc";
		if (options.lacking) this.lacking = options.lacking;
		const folder = join(folders, String(hosts++));
		this.agent = join(folder, "agent");
		this.project = join(folder, "project");
		mkdirSync(this.agent, { recursive: true });
		mkdirSync(this.project);
		if (options.settings !== undefined) this.writeSettings(options.settings);
		if (options.projectSettings !== undefined) {
			writeJson(join(this.project, ".pi", "question.json"), options.projectSettings);
			if (this.isTrusted && options.isDecided !== false) new ProjectTrustStore(this.agent).set(this.project, true);
		}
		for (const name of ["LC_ALL", "LC_MESSAGES", "VISUAL", "EDITOR", ...TERMINAL]) delete process.env[name];
		process.env.LANG = options.locale ?? "C";
		options.prepare?.(this.agent, this.project);
		this.#enter();
		const api = {
			registerTool: (tool: Tool) => this.#tools.push(tool),
			on: (event: string, handler: Handler) =>
				this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]),
			registerCommand: (name: string, { handler }: { handler: Handler }) => this.#commands.set(name, handler),
			getCommands: () => [...this.#commands.keys(), "skill:review"].map((name) => ({ name })),
			registerFlag: () => {},
			registerMessageRenderer: () => {},
			getFlag: () => undefined,
			appendEntry: (customType: string, data: unknown) => this.keep({ type: "custom", customType, data }),
			sendMessage: (message: object) => this.keep({ type: "custom_message", ...message }),
			getAllTools: () => [],
			events: this.events,
		};
		register(api as unknown as ExtensionAPI);
		this.emit("session_start");
	}

	/** Replaces the user's question.json. */
	writeSettings(settings: unknown): void {
		writeJson(join(this.agent, "question.json"), settings);
	}

	/** Appends an entry to the session. */
	keep(entry: object): void {
		this.branch = [...this.branch, { id: String(this.branch.length), ...entry }];
	}

	/** The one tool that the extension registers. */
	get tool(): Tool {
		const [tool, ...others] = this.#tools;
		assert.ok(tool);
		assert.equal(others.length, 0, "exactly one tool is registered");
		return tool;
	}

	/** Executes a tool call as pi does: prepares its arguments, validates them, and calls the tool. */
	async execute(args: unknown, signal?: AbortSignal): Promise<Returned> {
		this.#enter();
		clock.now += this.silence;
		const prepared = this.tool.prepareArguments ? this.tool.prepareArguments(args) : args;
		assert.ok(Value.Check(this.tool.parameters, prepared), `pi refuses ${JSON.stringify(prepared)}`);
		const result = await this.tool.execute(
			this.call,
			prepared,
			signal,
			({ details }) => this.onUpdate(details),
			this.context(),
		);
		const text = result.content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
		const parts = result.content.map(({ type }) => type);
		const { structuredContent } = result as { structuredContent?: unknown };
		return { text, details: result.details as Details, structuredContent, parts };
	}

	/** Starts a call. Resolves when its form is on the screen, or when the call has ended. `isDrawn`: the form is painted. */
	async open(args: unknown, signal?: AbortSignal, isDrawn = true): Promise<{ result: Promise<Returned> }> {
		const shown = this.woken();
		const result = this.execute(args, signal);
		const ended = result.then(
			() => {},
			() => {},
		);
		if (!this.component) await Promise.race([shown, ended]);
		if (isDrawn) await this.look();
		return { result };
	}

	/** Paints the form and waits for `pause`. */
	async look(): Promise<void> {
		this.lines();
		await new Promise(setImmediate);
		clock.now += this.pause;
	}

	/** Runs a command as pi does. */
	async command(name: string, args: string): Promise<void> {
		const handler = this.#commands.get(name);
		assert.ok(handler, `there is no /${name}`);
		await handler(args, this.context());
	}

	emit(event: string): void {
		this.#enter();
		for (const handler of this.#handlers.get(event) ?? []) handler({ type: event }, this.context());
	}

	renderCall(args: unknown): Component {
		const context = {} as Parameters<NonNullable<Tool["renderCall"]>>[2];
		const component = this.tool.renderCall?.(args as never, this.piTheme, context);
		assert.ok(component);
		return component;
	}

	renderResult(content: unknown[], details: unknown, expanded = false): Component {
		const result = { content, details } as Parameters<NonNullable<Tool["renderResult"]>>[0];
		const context = {} as Parameters<NonNullable<Tool["renderResult"]>>[3];
		const component = this.tool.renderResult?.(result, { expanded, isPartial: false }, this.piTheme, context);
		assert.ok(component);
		return component;
	}

	/** The context that pi passes with events and calls. */
	context(): ExtensionToolContext {
		const own = {
			custom: this.#custom ?? (this.mode === "tui" ? this.showCustom : async () => undefined),
			notify: (message: string) => this.notices.push(message),
			setWidget: this.setWidget,
			getEditorText: () => this.prompt,
			setEditorText: (text: string) => {
				this.prompt = text;
			},
			onTerminalInput: (handler: Handler) => {
				this.inputHandlers.push(handler);
				return () => this.inputHandlers.splice(this.inputHandlers.indexOf(handler), 1);
			},
		};
		return {
			mode: this.mode,
			hasUI: this.#hasUI,
			cwd: this.project,
			isProjectTrusted: () => this.isTrusted,
			isIdle: () => true,
			sessionManager: this.#sessionManager,
			ui: { ...own, ...this.#ui },
		} as unknown as ExtensionToolContext;
	}

	/** Sets the state of the process that pi's parts read: the agent's folder, the working folder, the keybindings. */
	#enter(): void {
		process.env.PI_CODING_AGENT_DIR = this.agent;
		process.chdir(this.project);
		// Each host stands for a process of its own.
		(globalThis as Record<symbol, unknown>)[Symbol.for("pi-question.process")] = new WeakRef(this.#sessionManager);
		// No other session of this process is asked, and no channel opens.
		const hosts = { hosts: [], address: { path: "", token: "" }, opening: 0 };
		(globalThis as Record<symbol, unknown>)[Symbol.for("pi-question.hosts")] = hosts;
		setKeybindings(this.keybindings);
	}
}

function writeJson(file: string, value: unknown): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
}

/** Makes a host with the form of a call on its screen. */
export async function open(args: unknown, options?: HostOptions, signal?: AbortSignal) {
	const host = new TestHost(options);
	const { result } = await host.open(args, signal);
	return { host, result };
}

/** Summarizes a result: the outcome, and the value and the note of each answer. */
export function summary({ details: { outcome, answers } }: Returned): string {
	const given = answers.map(({ id, value, note }) => `${id}=${value}${note === undefined ? "" : ` note: ${note}`}`);
	return [outcome, ...given].join(" ");
}

/** Returns whether a call has not ended. */
export async function isPending(result: Promise<unknown>): Promise<boolean> {
	let isPending = true;
	result.then(() => {
		isPending = false;
	});
	await new Promise(setImmediate);
	return isPending;
}
