/**
 * A fake of pi's screen: passes keys and mouse events to the component in the editor's place, as pi's TUI does, and reads
 * the lines that it draws. Fails on a line that is too wide, because pi stops on one.
 */
import assert from "node:assert/strict";
import type { ExtensionContext, Theme } from "@earendil-works/pi-coding-agent";
import {
	type Component,
	Container,
	CURSOR_MARKER,
	isFocusable,
	isKeyRelease,
	type KeybindingsManager,
	renderFakeCursor,
	stripTerminalSequences,
	type TUI,
	type TuiMouseEvent,
	type TuiMouseEventResult,
	visibleWidth,
} from "@earendil-works/pi-tui";

type Shown = Component & { dispose?(): void };

const ESC = "\x1b";
/** What pi's editors write before the character under the cursor. */
const [fakeCursor = ""] = renderFakeCursor("x").split("x");
/** pi's marks of the cursor, and of the character that stands for it. pi takes them out of lines. */
export const marks = new RegExp(`${ESC}_pi:(?:c|/?fc)\x07`, "g");
/** Codes of colors and links. */
const codes = new RegExp(`${ESC}\\[[\\d;]*m|${ESC}\\]8;;[^\\p{Cc}]*${ESC}\\\\`, "gu");

/** Removes the codes that the form may send to a terminal from a line. */
export function withoutCodes(line: string): string {
	return line.replaceAll(marks, "").replaceAll(codes, "");
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

	underline(text: string): string {
		return `\x1b[4m${text}\x1b[24m`;
	}

	#code(role: string): string {
		if (!this.#roles.includes(role)) this.#roles.push(role);
		return `${this.shade};${this.#roles.indexOf(role)};7`;
	}
}

/** Of the module, because a function that is made where another waits keeps what that one holds. */
const noop = () => {};

export class TestScreen {
	readonly theme = new TestTheme();
	readonly written: string[] = [];
	readonly terminal: { columns: number; rows: number; write: (data: string) => void };
	/** Numbers of forced requests to draw, and of calls of `done`. */
	forcedRequests = 0;
	doneCalls = 0;
	/** Whether the interface is stopped, because another program has the terminal. */
	isStopped = false;
	/** Text of pi's prompt. */
	prompt = "";
	/** Prompts that were sent. */
	readonly sent: string[] = [];
	/** Changes what a form is given: the interface, the theme and the keybindings. */
	lacking: (...parts: unknown[]) => unknown[] = (...parts) => parts;
	/** The second argument of the last `ctx.ui.custom`. */
	customOptions: unknown;
	/** The component in the editor's place: the form, while one is open. */
	component: Shown | undefined;
	/** Scrolls the transcript, as pi's fullscreen mode does. `wants`: whether the component wants the key. */
	viewport: ((data: string, wants: boolean) => { consume: true } | undefined) | undefined;
	/** Handlers passed to `ctx.ui.onTerminalInput`. */
	readonly inputHandlers: Array<(data: string) => unknown> = [];
	protected readonly keybindings: KeybindingsManager;
	readonly #prompt = { render: () => [], invalidate() {}, getText: () => this.prompt, setText() {} };
	/** Container of pi's prompt. */
	readonly #place = new Container();
	/** The dialogs of extensions, of which the last one is shown. */
	readonly #dialogs: Component[] = [];
	/** Widgets above the place, by their keys. */
	readonly #widgets = new Map<string, Component>();
	#wake: () => void = noop;

	constructor(columns: number, rows: number, keybindings: KeybindingsManager) {
		this.terminal = { columns, rows, write: (data) => this.written.push(data) };
		this.keybindings = keybindings;
		this.#stand(this.#prompt);
	}

	protected get piTheme(): Theme {
		return this.theme as unknown as Theme;
	}

	/** Passes raw key data, one string for each event, and draws after each, as pi's TUI does. */
	press(...data: string[]): void {
		for (const event of data) {
			const taken = this.inputHandlers.map((handler) => handler(event) as { consume?: boolean } | undefined);
			if (taken.some((result) => result?.consume)) continue;
			const component = this.component;
			if (!component && event === "\r") {
				this.sent.push(this.prompt);
				this.prompt = "";
			}
			if (!component?.handleInput) continue;
			// pi drops key releases unless the component wants them.
			if (isKeyRelease(event) && !component.wantsKeyRelease) continue;
			if (this.#scrolls(event)?.consume) continue;
			component.handleInput(event);
			if (!this.isStopped) this.lines();
		}
	}

	/** Passes a mouse event at a position of the form, as pi's fullscreen mode does. */
	mouse(type: TuiMouseEvent["type"], x: number, y: number, more: Partial<TuiMouseEvent> = {}) {
		const button = type === "wheel" || type === "move" ? "none" : "left";
		const size = { width: this.terminal.columns, height: this.lines().length };
		const place = { x, y, screenX: x, screenY: y };
		const event: TuiMouseEvent = { type, button, ...place, ...size, shift: false, alt: false, ctrl: false, ...more };
		const component = this.component;
		const result: TuiMouseEventResult | undefined = component?.handleMouse?.(event);
		// pi takes the focus and gives it back at once.
		if (result?.focus && component && isFocusable(component)) {
			component.focused = false;
			component.focused = true;
		}
		this.lines();
		return result;
	}

	/** Clicks on a text of the screen. Returns whether the form handled it. */
	click(text: string): boolean {
		const lines = this.screen().split("\n");
		const y = lines.findIndex((line) => line.includes(text));
		assert.notEqual(y, -1, `no "${text}" in\n${lines.join("\n")}`);
		const x = visibleWidth(lines[y]?.split(text)[0] ?? "");
		this.mouse("press", x, y);
		this.mouse("release", x, y);
		return this.mouse("click", x, y, { clickCount: 1 })?.handled === true;
	}

	/** Shows one of pi's selectors, over a dialog as well. Returns a function that closes it, after which pi shows its prompt. */
	select(selector: string): () => void {
		this.#stand({ render: () => [selector], invalidate() {} });
		return () => this.#stand(this.#prompt);
	}

	/** Shows a dialog as pi does, over others. Returns a function that closes it. */
	cover(dialog: Component | string): () => void {
		const component = typeof dialog === "string" ? { render: () => [dialog], invalidate() {} } : dialog;
		this.#dialogs.push(component);
		this.#stand(component);
		return () => {
			const at = this.#dialogs.indexOf(component);
			if (at < 0) return;
			this.#dialogs.splice(at, 1);
			if (at === this.#dialogs.length) this.#stand(this.#dialogs.at(-1) ?? this.#prompt);
		};
	}

	/** Shows a widget above the place, like pi's `setExtensionWidget`. */
	protected readonly setWidget: ExtensionContext["ui"]["setWidget"] = (name: string, content: unknown) => {
		this.#widgets.delete(name);
		const make = content as ((tui: TUI, theme: Theme) => Component) | undefined;
		const [tui] = this.lacking(this.#tui, this.piTheme, this.keybindings) as [TUI];
		if (make) this.#widgets.set(name, make(tui, this.piTheme));
		this.#wake();
	};

	/** Returns the lines above the place. */
	above(): string {
		const lines = [...this.#widgets.values()].flatMap((widget) => widget.render(this.terminal.columns));
		return lines.map((line) => stripTerminalSequences(line).trim()).join("\n");
	}

	/** Returns the drawn lines with their codes, none without a form. */
	lines(): readonly string[] {
		const { columns } = this.terminal;
		const lines = this.component?.render(columns) ?? [];
		for (const line of lines)
			assert.ok(visibleWidth(line) <= columns, `wider than ${columns}: ${JSON.stringify(line)}`);
		return lines;
	}

	/** Returns the text of the screen. */
	screen(): string {
		return this.lines()
			.map((line) => stripTerminalSequences(line).trimEnd())
			.join("\n");
	}

	/** Waits until the screen contains `text`, checked at each request to draw. */
	async sees(text: string | RegExp): Promise<void> {
		const isSeen = () => (typeof text === "string" ? this.screen().includes(text) : text.test(this.screen()));
		for (let woken = this.woken(); this.isStopped || !isSeen(); woken = this.woken()) await woken;
	}

	/** Returns the text of the highlighted row; empty if no row is. */
	highlighted(): string {
		const marked = this.screen()
			.split("\n")
			.filter((line) => /^ {0,2}→ /.test(line));
		// pi's list of completions begins at the edge.
		const inside = marked.filter((line) => line.startsWith(" "));
		const rows = inside.length > 0 ? inside : marked;
		assert.ok(rows.length <= 1, `one highlighted row in\n${this.screen()}`);
		return (rows[0] ?? "")
			.replace(/^ *→ *(\d+\. )?/, "")
			.replace(/ +│.*/, "")
			.trimEnd();
	}

	/** Returns the rows of pi's cursor markers. One at most is right. */
	cursorRows(): number[] {
		const count = (line: string) => line.split(CURSOR_MARKER).length - 1;
		return this.lines().flatMap((line, row) => Array<number>(count(line)).fill(row));
	}

	/** Returns whether an editor has the cursor, and draws it. */
	isEditing(): boolean {
		return this.lines().some((line) => line.includes(CURSOR_MARKER + fakeCursor));
	}

	/** Returns the visible text of the editor. */
	edited(): string {
		const lines = this.screen().split("\n");
		const borders = lines.flatMap((line, at) => (/^─/.test(line) ? [at] : []));
		// The first and the last border are the form's.
		const [top = 0, bottom = 0] = borders.slice(-3, -1);
		return lines
			.slice(top + 1, bottom)
			.map((line) => line.trim())
			.join("\n");
	}

	/** Waits for the next change of the screen. */
	protected woken(): Promise<void> {
		return new Promise((resolve) => {
			const others = this.#wake;
			this.#wake = () => {
				this.#wake = noop;
				others();
				resolve();
			};
		});
	}

	#scrolls(data: string) {
		const { capturesViewportInput = false } = this.component as { capturesViewportInput?: boolean };
		return this.viewport?.(data, capturesViewportInput);
	}

	get #tui(): TUI {
		const requestRender = (force?: boolean) => {
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
		const setFocus = (component: Component) => this.#setFocus(component);
		const getFocusedComponent = () => this.component ?? this.#prompt;
		const handleViewportInput = this.viewport && { handleViewportInput: (data: string) => this.#scrolls(data) };
		const tree = { ...handleViewportInput, children: [this.#place], setFocus, getFocusedComponent };
		return { terminal: this.terminal, requestRender, stop, start, ...tree } as unknown as TUI;
	}

	/** Shows a component in the editor's place, like pi's `showExtensionCustom`. */
	readonly showCustom: ExtensionContext["ui"]["custom"] = (factory, options) => {
		this.customOptions = options;
		const saved = this.prompt;
		type Result = Parameters<Parameters<typeof factory>[3]>[0];
		return new Promise<Result>((resolve, reject) => {
			let shown: Shown | undefined;
			let remove = () => {};
			let isClosed = false;
			const close = (result: Result) => {
				this.doneCalls++;
				if (isClosed) return;
				isClosed = true;
				remove();
				this.prompt = saved;
				resolve(result);
				shown?.dispose?.();
			};
			const parts = this.lacking(this.#tui, this.piTheme, this.keybindings) as [TUI, Theme, never];
			new Promise<Shown>((resolve) => resolve(factory(...parts, close)))
				.then((component) => {
					if (isClosed) return;
					shown = component;
					remove = this.cover(component);
				})
				.catch((error) => {
					if (isClosed) return;
					reject(error);
				});
		});
	};

	#stand(component: Component): void {
		this.#place.clear();
		this.#place.addChild(component);
		this.#setFocus(component);
	}

	#setFocus(component: Component): void {
		if (this.component && isFocusable(this.component)) this.component.focused = false;
		this.component = component === this.#prompt ? undefined : component;
		if (isFocusable(component)) component.focused = true;
		this.#wake();
		// pi draws after each change.
		setImmediate(() => this.above());
	}
}
