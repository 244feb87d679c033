/**
 * The parts of a host's user interface that this tool uses, each with a stand-in where a host lacks it. Not every host that
 * calls itself a terminal has all of one.
 *
 * Never here: how the user is asked.
 */
import type { ExtensionContext, KeybindingsManager, Theme } from "@earendil-works/pi-coding-agent";
import { getKeybindings, type TUI } from "@earendil-works/pi-tui";

/** The methods of a host's interface, any of which may be missing. */
export type Ui = Partial<ExtensionContext["ui"]>;

export function uiOf({ ui }: ExtensionContext): Ui {
	return ui ?? {};
}

/** Returns the text of the host's prompt. */
export function promptOf(ctx: ExtensionContext): string {
	try {
		return uiOf(ctx).getEditorText?.() ?? "";
	} catch {
		return ""; // the host has no prompt
	}
}

/** Replaces the text of the host's prompt. */
export function setPrompt(ctx: ExtensionContext, text: string): void {
	if (text !== promptOf(ctx)) uiOf(ctx).setEditorText?.(text);
}

/** Returns whether the user is writing something. */
export function isWriting(ctx: ExtensionContext): boolean {
	return promptOf(ctx) !== "";
}

/** Size of a terminal that does not tell it. */
const SIZE = { columns: 80, rows: 24 };

/** Returns a number of columns or rows, or that of a common terminal if a host gives none that can be drawn in. */
export function sizeOr(name: keyof typeof SIZE, found: unknown): number {
	return typeof found === "number" && found >= 1 && Number.isFinite(found) ? found : SIZE[name];
}

/** What a form is given by the host that shows it. */
export interface Parts {
	tui: TUI;
	theme: Theme;
	keybindings: KeybindingsManager;
}

/** Returns what a host gives a form, with a stand-in for each missing part. */
export function partsOf(tui: TUI | undefined, theme: Theme | undefined, keybindings: unknown): Parts {
	return { tui: wholeTui(tui), theme: wholeTheme(theme), keybindings: wholeKeybindings(keybindings) };
}

function wholeTui(tui: Partial<TUI> | undefined): TUI {
	const terminal: Partial<TUI["terminal"]> | undefined = tui?.terminal;
	const isWhole =
		has(tui, "requestRender") && has(terminal, "write") && sizeOr("rows", terminal.rows) === terminal.rows;
	if (isWhole) return tui as TUI;
	const write = (data: string) => terminal?.write?.(data);
	const size = (name: keyof typeof SIZE) => ({ get: () => sizeOr(name, terminal?.[name]) });
	const sizes = { columns: size("columns"), rows: size("rows") };
	const screen = Object.create(terminal ?? null, { write: { value: write }, ...sizes });
	const requestRender = (force?: boolean) => tui?.requestRender?.(force);
	return Object.create(tui ?? null, { terminal: { value: screen }, requestRender: { value: requestRender } });
}

/** Returns a theme that leaves a text without a style where the host's has none. */
function wholeTheme(theme: Partial<Theme> | undefined): Theme {
	if (["fg", "bg", "bold", "underline"].every((name) => has(theme, name))) return theme as Theme;
	const styled =
		(name: "fg" | "bg") =>
		(color: never, text: string): string =>
			theme?.[name]?.(color, text) ?? text;
	return {
		fg: styled("fg"),
		bg: styled("bg"),
		bold: (text: string) => theme?.bold?.(text) ?? text,
		underline: (text: string) => theme?.underline?.(text) ?? text,
	} as unknown as Theme;
}

/** Returns the keys that a user has set, or else pi's own. */
function wholeKeybindings(keybindings: unknown): KeybindingsManager {
	const isWhole = ["getUserBindings", "getKeys", "matches"].every((name) => has(keybindings, name));
	return (isWhole ? keybindings : getKeybindings()) as KeybindingsManager;
}

/** Returns whether a part of a host has a method. */
function has<Part>(part: Part, name: string): part is NonNullable<Part> {
	return typeof (part as Record<string, unknown> | null | undefined)?.[name] === "function";
}
