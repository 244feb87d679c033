/**
 * A host for the extension without pi around it: pi-tui's own keybindings, editor and widths, the real wasm core, and
 * `ctx.ui.custom` as pi's interactive mode has it (`showExtensionCustom`). What a user sees is read off the lines that
 * the form draws, and every line is held to the width that was asked for, because pi stops on a wider one.
 */
import assert from "node:assert/strict";
import type { ExtensionAPI, ExtensionContext, Theme } from "@earendil-works/pi-coding-agent";
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
	visibleWidth,
} from "@earendil-works/pi-tui";
import { Value } from "typebox/value";
import question from "../../extension/question.ts";
import type { Details, HostMode } from "../../pkg/question.js";

type Tool = Parameters<ExtensionAPI["registerTool"]>[0];
type Handler = (...event: unknown[]) => unknown;

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

	getFgAnsi(role: string): string {
		return `\x1b[38;2;${this.#code(role)}m`;
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
	/** In place of `ctx.ui.custom`. */
	custom?: () => Promise<unknown>;
}

export class TestHost {
	readonly theme = new TestTheme();
	readonly terminal: { columns: number; rows: number };
	readonly mode: HostMode;
	/** How often the form asked to be drawn, and how often it said that it is done. */
	renderRequests = 0;
	doneCalls = 0;
	/** The second argument of the last `ctx.ui.custom`. */
	customOptions: unknown;
	/** What has taken the editor's place: the form, while one is open. */
	component: (Component & { dispose?(): void }) | undefined;
	readonly #tools: Tool[] = [];
	readonly #handlers = new Map<string, Handler[]>();
	readonly #keybindings: KeybindingsManager;
	readonly #custom: HostOptions["custom"];

	constructor(options: HostOptions = {}) {
		this.mode = options.mode ?? "tui";
		this.terminal = { columns: options.columns ?? 60, rows: options.rows ?? 40 };
		this.#custom = options.custom;
		this.#keybindings = new KeybindingsManager(TUI_KEYBINDINGS, (options.bindings ?? {}) as KeybindingsConfig);
		// pi's editor asks for them globally.
		setKeybindings(this.#keybindings);
		const api = {
			registerTool: (tool: Tool) => this.#tools.push(tool),
			on: (event: string, handler: Handler) =>
				this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]),
		};
		question(api as unknown as ExtensionAPI);
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
		const prepared = this.tool.prepareArguments ? this.tool.prepareArguments(args) : args;
		assert.ok(Value.Check(this.tool.parameters, prepared), `pi refuses ${JSON.stringify(prepared)}`);
		const result = await this.tool.execute("call", prepared, signal, undefined, this.#context());
		const text = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
		const { structuredContent } = result as { structuredContent?: unknown };
		return { text, details: result.details as Details, structuredContent };
	}

	/** Starts a call whose form is on the screen when this resolves, unless the call has ended by then. */
	async open(args: unknown, signal?: AbortSignal): Promise<{ result: Promise<Returned> }> {
		const result = this.execute(args, signal);
		const isEnded = result.then(
			() => true,
			() => true,
		);
		while (!this.component && !(await Promise.race([isEnded, Promise.resolve(false)]))) await Promise.resolve();
		return { result };
	}

	/** Hands over raw key data, one string for each event, as pi's TUI does; it draws after each. */
	press(...data: string[]): void {
		for (const event of data) {
			const component = this.component;
			if (!component?.handleInput) continue;
			// pi drops what components have not asked for.
			if (isKeyRelease(event) && !component.wantsKeyRelease) continue;
			component.handleInput(event);
			this.lines();
		}
	}

	/** Types text, one key for each character. */
	type(text: string): void {
		this.press(...text);
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

	/** The text of the highlighted row. */
	highlighted(): string {
		const rows = this.screen()
			.split("\n")
			.filter((line) => /^ {0,2}> /.test(line));
		assert.equal(rows.length, 1, `one highlighted row in\n${this.screen()}`);
		return (rows[0] ?? "").replace(/^ *> *(\d+\. )?/, "").trimEnd();
	}

	/** Whether pi's text editor shows its cursor. */
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
		for (const handler of this.#handlers.get(event) ?? []) handler({ type: event }, this.#context());
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

	get #piTheme(): Theme {
		return this.theme as unknown as Theme;
	}

	#context(): ExtensionContext {
		const custom = this.#custom ?? (this.mode === "tui" ? this.#showCustom : async () => undefined);
		const hasUI = this.mode === "tui" || this.mode === "rpc";
		return { mode: this.mode, hasUI, ui: { custom } } as unknown as ExtensionContext;
	}

	/** pi's `showExtensionCustom` for a component in the editor's place. */
	readonly #showCustom: ExtensionContext["ui"]["custom"] = (factory, options) => {
		this.customOptions = options;
		type Shown = Component & { dispose?(): void };
		type Result = Parameters<Parameters<typeof factory>[3]>[0];
		const tui = { terminal: this.terminal, requestRender: () => this.renderRequests++ } as unknown as TUI;
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
			Promise.resolve(factory(tui, this.#piTheme, this.#keybindings as never, close))
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
	}
}

/** Arguments of a call: a question for each list of labels. */
export function questions(...lists: string[][]): object {
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
