/**
 * A host for the extension without pi around it: pi-tui's own keybindings, editor and widths, the real wasm core, and
 * `ctx.ui.custom` as pi's interactive mode has it (`showExtensionCustom`). What a user sees is read off the lines that
 * the form draws, and every line is held to the width that was asked for, because pi stops on a wider one.
 *
 * Each host has folders of its own for the user and the project, and time stands still unless a test moves it.
 */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type ExtensionAPI, type ExtensionContext, initTheme, type Theme } from "@earendil-works/pi-coding-agent";
import {
	type Component,
	CURSOR_MARKER,
	isFocusable,
	isKeyRelease,
	type KeybindingsConfig,
	KeybindingsManager,
	setKeybindings,
	stripTerminalSequences,
	type TUI,
	TUI_KEYBINDINGS,
	type TuiMouseEvent,
	type TuiMouseEventResult,
	visibleWidth,
} from "@earendil-works/pi-tui";
import { Value } from "typebox/value";
import question from "../../extension/question.ts";
import type { Details, HostMode } from "../../pkg/question.js";

type Tool = Parameters<ExtensionAPI["registerTool"]>[0];
type Handler = (...event: unknown[]) => unknown;
type Shown = Component & { dispose?(): void };

/** What the tool returned, as a session keeps it. */
export interface Returned {
	text: string;
	details: Details;
	structuredContent: unknown;
}

/** What terminals send for a key. */
export const key = {
	up: "\x1b[A",
	down: "\x1b[B",
	right: "\x1b[C",
	left: "\x1b[D",
	pageUp: "\x1b[5~",
	pageDown: "\x1b[6~",
	enter: "\r",
	escape: "\x1b",
	tab: "\t",
	shiftTab: "\x1b[Z",
	backspace: "\x7f",
	undo: "\x1f",
	ctrl: (letter: string) => String.fromCharCode(letter.charCodeAt(0) & 31),
	paste: (text: string) => `\x1b[200~${text}\x1b[201~`,
} as const;

/** What terminals with the Kitty protocol send for a key with a code of its own, when it goes down, on, and up. */
export function kitty(code: number | "A" | "B" | "C" | "D") {
	const data = (event: 1 | 2 | 3) =>
		typeof code === "number" ? `\x1b[${code};1:${event}u` : `\x1b[1;1:${event}${code}`;
	return { press: data(1), repeat: data(2), release: data(3) };
}

/** The clock of `performance.now()`, which only tests move. */
export const clock = { now: 1_000_000 };
performance.now = () => clock.now;

// The form's Markdown has pi's own theme.
initTheme("dark");

/** A theme that gives each role a code of its own, which changes with `shade`. */
export class TestTheme {
	shade = 0;
	readonly #roles: string[] = [];

	fg(role: string, text: string): string {
		return `\x1b[38;2;${this.#code(role)}m${text}\x1b[39m`;
	}

	bg(role: string, text: string): string {
		return `\x1b[48;2;${this.#code(role)}m${text}\x1b[49m`;
	}

	bold(text: string): string {
		return `\x1b[1m${text}\x1b[22m`;
	}

	underline(text: string): string {
		return `\x1b[4m${text}\x1b[24m`;
	}

	#code(role: string): string {
		if (!this.#roles.includes(role)) this.#roles.push(role);
		return `${this.shade};${this.#roles.indexOf(role)};7`;
	}
}

export interface HostOptions {
	mode?: HostMode;
	/** What the user's keybindings.json says. */
	bindings?: Record<string, string | string[]>;
	columns?: number;
	rows?: number;
	/** What the user's question.json holds, and the project's; an object, or the text itself. */
	settings?: unknown;
	projectSettings?: unknown;
	/** Whether the user trusts the project. */
	isTrusted?: boolean;
	/** The environment's LANG. */
	locale?: string;
	/** Entries of the session so far. */
	branch?: unknown[];
	/** In place of `ctx.ui.custom`. */
	custom?: () => Promise<unknown>;
	/** Further parts of `ctx.ui`. */
	ui?: Partial<ExtensionContext["ui"]>;
	/** Called before the extension is loaded. */
	prepare?: (agent: string, project: string) => void;
}

const folders = mkdtempSync(join(tmpdir(), "pi-question-host-"));
process.on("exit", () => rmSync(folders, { recursive: true, force: true }));
let hosts = 0;

export class TestHost {
	readonly theme = new TestTheme();
	readonly written: string[] = [];
	readonly terminal: { columns: number; rows: number; write: (data: string) => void };
	readonly mode: HostMode;
	/** The user's folder and the project's. */
	readonly agent: string;
	readonly project: string;
	isTrusted: boolean;
	branch: unknown[];
	/** How long the user has pressed no key when a call begins, in milliseconds. */
	silence = 1000;
	/** How often the form asked to be drawn, how often by all means, and how often it said that it is done. */
	renderRequests = 0;
	forcedRequests = 0;
	doneCalls = 0;
	/** Whether the terminal is left to another program. */
	isStopped = false;
	/** What `ctx.ui.notify` was told. */
	readonly notices: string[] = [];
	/** The second argument of the last `ctx.ui.custom`. */
	customOptions: unknown;
	/** What has taken the editor's place: the form, while one is open. */
	component: Shown | undefined;
	readonly #tools: Tool[] = [];
	readonly #handlers = new Map<string, Handler[]>();
	readonly #inputHandlers: Handler[] = [];
	readonly #keybindings: KeybindingsManager;
	readonly #custom: HostOptions["custom"];
	readonly #ui: HostOptions["ui"];
	#wake: () => void = () => {};

	constructor(options: HostOptions = {}) {
		this.mode = options.mode ?? "tui";
		this.terminal = {
			columns: options.columns ?? 60,
			rows: options.rows ?? 40,
			write: (data) => this.written.push(data),
		};
		this.isTrusted = options.isTrusted ?? true;
		this.branch = options.branch ?? [];
		this.#custom = options.custom;
		this.#ui = options.ui;
		const folder = join(folders, String(hosts++));
		this.agent = join(folder, "agent");
		this.project = join(folder, "project");
		mkdirSync(this.agent, { recursive: true });
		mkdirSync(this.project);
		if (options.settings !== undefined) this.writeSettings(options.settings);
		if (options.projectSettings !== undefined)
			writeJson(join(this.project, ".pi", "question.json"), options.projectSettings);
		for (const name of ["LC_ALL", "LC_MESSAGES", "VISUAL", "EDITOR", "KITTY_WINDOW_ID", "TERM_PROGRAM", "TERM"])
			delete process.env[name];
		process.env.LANG = options.locale ?? "C";
		options.prepare?.(this.agent, this.project);
		this.#enter();
		const own = { "app.editor.external": { defaultKeys: "ctrl+g" } } as unknown as typeof TUI_KEYBINDINGS;
		this.#keybindings = new KeybindingsManager(
			{ ...TUI_KEYBINDINGS, ...own },
			(options.bindings ?? {}) as KeybindingsConfig,
		);
		const api = {
			registerTool: (tool: Tool) => this.#tools.push(tool),
			on: (event: string, handler: Handler) =>
				this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]),
		};
		question(api as unknown as ExtensionAPI);
		this.emit("session_start");
	}

	/** Replaces the user's question.json. */
	writeSettings(settings: unknown): void {
		writeJson(join(this.agent, "question.json"), settings);
	}

	/** The one tool that the extension registers. */
	get tool(): Tool {
		const [tool, ...others] = this.#tools;
		assert.ok(tool);
		assert.equal(others.length, 0, "exactly one tool is registered");
		return tool;
	}

	/** What pi does with a tool call: prepares its arguments, holds them against the schema, and executes it. */
	async execute(args: unknown, signal?: AbortSignal): Promise<Returned> {
		this.#enter();
		clock.now += this.silence;
		const prepared = this.tool.prepareArguments ? this.tool.prepareArguments(args) : args;
		assert.ok(Value.Check(this.tool.parameters, prepared), `pi refuses ${JSON.stringify(prepared)}`);
		const result = await this.tool.execute("call", prepared, signal, undefined, this.context());
		const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
		const { structuredContent } = result as { structuredContent?: unknown };
		return { text, details: result.details as Details, structuredContent };
	}

	/** Starts a call whose form is on the screen when this resolves, unless the call has ended by then. */
	async open(args: unknown, signal?: AbortSignal): Promise<{ result: Promise<Returned> }> {
		const shown = this.#woken();
		const result = this.execute(args, signal);
		const ended = result.then(
			() => {},
			() => {},
		);
		if (!this.component) await Promise.race([shown, ended]);
		this.lines();
		return { result };
	}

	/** Hands over raw key data, one string for each event, as pi's TUI does; it draws after each. */
	press(...data: string[]): void {
		for (const event of data) {
			for (const handler of this.#inputHandlers) handler(event);
			const component = this.component;
			if (!component?.handleInput) continue;
			// pi drops what components have not asked for.
			if (isKeyRelease(event) && !component.wantsKeyRelease) continue;
			component.handleInput(event);
			if (!this.isStopped) this.lines();
		}
	}

	/** A mouse event at a place of the form, as pi's fullscreen mode hands it over. */
	mouse(type: TuiMouseEvent["type"], x: number, y: number, more: Partial<TuiMouseEvent> = {}) {
		const button = type === "wheel" || type === "move" ? "none" : "left";
		const size = { width: this.terminal.columns, height: this.lines().length };
		const place = { x, y, screenX: x, screenY: y };
		const event: TuiMouseEvent = { type, button, ...place, ...size, shift: false, alt: false, ctrl: false, ...more };
		const result: TuiMouseEventResult | undefined = this.component?.handleMouse?.(event);
		this.lines();
		return result;
	}

	/** A click on a text of the screen; whether the form claimed it. */
	click(text: string): boolean {
		const lines = this.screen().split("\n");
		const y = lines.findIndex((line) => line.includes(text));
		assert.notEqual(y, -1, `no "${text}" in\n${lines.join("\n")}`);
		const x = visibleWidth(lines[y]?.split(text)[0] ?? "");
		if (!this.mouse("press", x, y)?.handled) return false;
		this.mouse("release", x, y);
		return this.mouse("click", x, y, { clickCount: 1 })?.handled === true;
	}

	/** The lines as drawn, escapes and all; none while no form is open. */
	lines(): string[] {
		const { columns } = this.terminal;
		const lines = this.component?.render(columns) ?? [];
		for (const line of lines)
			assert.ok(visibleWidth(line) <= columns, `wider than ${columns}: ${JSON.stringify(line)}`);
		return lines;
	}

	/** What the user reads. */
	screen(): string {
		return this.lines()
			.map((line) => stripTerminalSequences(line).trimEnd())
			.join("\n");
	}

	/** Resolves when the user reads `text`; looks whenever the form asks to be drawn. */
	async sees(text: string | RegExp): Promise<void> {
		const isSeen = () => (typeof text === "string" ? this.screen().includes(text) : text.test(this.screen()));
		for (let woken = this.#woken(); this.isStopped || !isSeen(); woken = this.#woken()) await woken;
	}

	/** The text of the highlighted row. */
	highlighted(): string {
		const rows = this.screen()
			.split("\n")
			.filter((line) => /^ {0,2}> /.test(line));
		assert.equal(rows.length, 1, `one highlighted row in\n${this.screen()}`);
		return (rows[0] ?? "")
			.replace(/^ *> *(\d+\. )?/, "")
			.replace(/ +│.*/, "")
			.trimEnd();
	}

	/** Whether a text has the cursor: pi's editor, or the line that filters. */
	isEditing(): boolean {
		return this.lines().some((line) => line.includes(CURSOR_MARKER));
	}

	/** What the user reads in the text editor. */
	edited(): string {
		const lines = this.screen().split("\n");
		const borders = lines.flatMap((line, at) => (/^─/.test(line) ? [at] : []));
		// The form's own two are the first and the last.
		const [top = 0, bottom = 0] = borders.slice(-3, -1);
		return lines
			.slice(top + 1, bottom)
			.map((line) => line.trim())
			.join("\n");
	}

	emit(event: string): void {
		this.#enter();
		for (const handler of this.#handlers.get(event) ?? []) handler({ type: event }, this.context());
	}

	renderCall(args: unknown): Component {
		const context = {} as Parameters<NonNullable<Tool["renderCall"]>>[2];
		const component = this.tool.renderCall?.(args as never, this.#piTheme, context);
		assert.ok(component);
		return component;
	}

	renderResult(content: unknown[], details: unknown, expanded = false): Component {
		const result = { content, details } as Parameters<NonNullable<Tool["renderResult"]>>[0];
		const context = {} as Parameters<NonNullable<Tool["renderResult"]>>[3];
		const component = this.tool.renderResult?.(result, { expanded, isPartial: false }, this.#piTheme, context);
		assert.ok(component);
		return component;
	}

	/** What pi passes with events and calls. */
	context(): ExtensionContext {
		const own = {
			custom: this.#custom ?? (this.mode === "tui" ? this.#showCustom : async () => undefined),
			notify: (message: string) => this.notices.push(message),
			onTerminalInput: (handler: Handler) => this.#inputHandlers.push(handler),
		};
		return {
			mode: this.mode,
			hasUI: this.mode === "tui" || this.mode === "rpc",
			cwd: this.project,
			isProjectTrusted: () => this.isTrusted,
			sessionManager: { getBranch: () => this.branch },
			ui: { ...own, ...this.#ui },
		} as unknown as ExtensionContext;
	}

	get #piTheme(): Theme {
		return this.theme as unknown as Theme;
	}

	/** What the process has once and pi's parts ask for. */
	#enter(): void {
		process.env.PI_CODING_AGENT_DIR = this.agent;
		process.chdir(this.project);
		if (this.#keybindings) setKeybindings(this.#keybindings);
	}

	/** Resolves when something happens on the screen. */
	#woken(): Promise<void> {
		return new Promise((resolve) => {
			const others = this.#wake;
			this.#wake = () => {
				this.#wake = () => {};
				others();
				resolve();
			};
		});
	}

	get #tui(): TUI {
		const requestRender = (force?: boolean) => {
			this.renderRequests++;
			if (force) this.forcedRequests++;
			this.#wake();
		};
		const stop = () => {
			assert.ok(!this.isStopped);
			this.isStopped = true;
			this.#wake();
		};
		const start = () => {
			assert.ok(this.isStopped);
			this.isStopped = false;
		};
		return { terminal: this.terminal, requestRender, stop, start } as unknown as TUI;
	}

	/** pi's `showExtensionCustom` for a component in the editor's place. */
	readonly #showCustom: ExtensionContext["ui"]["custom"] = (factory, options) => {
		this.customOptions = options;
		type Result = Parameters<Parameters<typeof factory>[3]>[0];
		return new Promise<Result>((resolve, reject) => {
			let shown: Shown | undefined;
			let isClosed = false;
			const close = (result: Result) => {
				this.doneCalls++;
				if (isClosed) return;
				isClosed = true;
				this.#setFocus(undefined);
				resolve(result);
				shown?.dispose?.();
			};
			Promise.resolve(factory(this.#tui, this.#piTheme, this.#keybindings as never, close))
				.then((component) => {
					if (isClosed) return;
					shown = component;
					this.#setFocus(component);
				})
				.catch((error) => {
					if (isClosed) return;
					this.#setFocus(undefined);
					reject(error);
				});
		});
	};

	#setFocus(component: Component | undefined): void {
		if (this.component && isFocusable(this.component)) this.component.focused = false;
		this.component = component;
		if (component && isFocusable(component)) component.focused = true;
		this.#wake();
	}
}

function writeJson(file: string, value: unknown): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
}

/** Arguments of a call: a question for each list of labels. */
export function questions(...lists: string[][]): { questions: Array<Record<string, unknown>> } {
	return {
		questions: lists.map((labels, at) => ({
			id: `id${at + 1}`,
			label: `Tab${at + 1}`,
			prompt: `Prompt ${at + 1}?`,
			options: labels.map((label) => ({ value: `${label}-value`, label, description: `about ${label}` })),
		})),
	};
}

/** A host with the form of a call on its screen. */
export async function open(args: unknown, options?: HostOptions, signal?: AbortSignal) {
	const host = new TestHost(options);
	const { result } = await host.open(args, signal);
	return { host, result };
}

/** The outcome with what each question was answered with. */
export function summary({ details }: Returned): string {
	return [details.outcome, ...details.answers.map((answer) => `${answer.id}=${answer.value}`)].join(" ");
}

/** Whether a call goes on. */
export async function isPending(result: Promise<unknown>): Promise<boolean> {
	let isPending = true;
	result.then(() => {
		isPending = false;
	});
	await new Promise(setImmediate);
	return isPending;
}
