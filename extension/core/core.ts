/**
 * The wasm core, loaded at its first use and anew after a trap; the palette that it paints with; and notices, which
 * it makes harmless.
 *
 * Never here: what a question means; escape codes; a role that the core does not name.
 */
import { createRequire, Module } from "node:module";
import { stripVTControlCharacters } from "node:util";
import { type ExtensionContext, highlightCode, type Theme } from "@earendil-works/pi-coding-agent";
import { getCapabilities, hyperlink } from "@earendil-works/pi-tui";
import type {
	Colors,
	Details,
	Dialect,
	HostMode,
	Palette,
	Questionnaire,
	Role,
	Settings,
	Severity,
	ToolResult,
} from "../../pkg/question.js";
import { Damaged, reasonOf, writeError } from "../host/io.ts";
import { isNested } from "../host/process.ts";
import type { SettingsFile } from "../host/settings.ts";

export type * from "../../pkg/question.js";

/** The exports of pkg/. */
export type Core = typeof import("../../pkg/question.js");

/** Questions that can be asked, with the instance of the core that they are of. Freed by the one who has made them. */
export interface Questions {
	core: Core;
	questionnaire: Questionnaire;
}

const require = createRequire(import.meta.url);
const FILE = "../../pkg/question.js";
let path: string | undefined;
let core: Core | undefined;

/**
 * Returns the instance of the core for what is made from now on: the one in Node's cache of modules, which all sessions of
 * the process share, or else a fresh one. Throws `Damaged` if pkg/ is missing or damaged.
 */
export function useCore(): Core {
	if (core && path !== undefined && require.cache[path]?.exports === core) return core;
	try {
		// Loaded by Node's require, because pi's loader would transform the generated file at every cold start.
		path ??= require.resolve(FILE);
		const loader = new Module(path);
		const loaded = loader.require(path) as Core;
		// The last of its exports: Node runs a file that was cut between two functions.
		if (!("initSync" in loaded)) throw new Error(`${path} has no end`);
		core = loaded;
		// Node lists what a module has loaded, and with it would keep the memory of instances that are out of use.
		loader.children.length = 0;
	} catch (error) {
		throw new Damaged(error);
	}
	return core;
}

/** Questions with what most forms have: Markdown, options with and without a description. */
const REHEARSAL = {
	questions: [{ prompt: "`a` is **b**:\n\n- c\n\nWhich?", options: [{ label: "a", description: "b" }, "c"] }],
};

/**
 * Draws a form that is not shown, so that the first one opens faster: V8 compiles each function of the core at its first
 * call, which takes 30 ms for a form.
 */
export function rehearse(settings: (core: Core) => Settings, theme: Theme): void {
	withCore((core) =>
		using(new core.Questionnaire(settings(core), REHEARSAL), (questionnaire) =>
			using(new core.Form(questionnaire, { user: {}, host: {} }), (form) => {
				form.resize(80, 24, 0, 0, 0);
				form.view(paletteOf(core, theme), 0, 0, "");
			}),
		),
	);
}

/**
 * Takes an instance of the core out of use after an error of it, and returns the error's message. Every error may be a trap,
 * which leaves the object unusable that trapped, and maybe the instance. What is open in it goes on until it ends.
 */
export function afterError(error: unknown, broken: Core | undefined): string {
	if (path !== undefined && broken && require.cache[path]?.exports === broken) delete require.cache[path];
	return reasonOf(error);
}

function raise(reason: string, error: unknown): never {
	throw error instanceof Damaged ? error : new Error(reason);
}

/**
 * Runs `body` with the core. If it throws, returns what `onError` makes of the reason and the error, which is thrown by
 * default.
 */
export function withCore<T, E = never>(
	body: (core: Core) => T,
	onError: (reason: string, error: unknown) => E = raise,
): T | E {
	let used: Core | undefined;
	try {
		used = useCore();
		return body(used);
	} catch (error) {
		return onError(afterError(error, used), error);
	}
}

/** Runs `body`, which only reads, with the core. After a trap, it is run once more, in a fresh instance. */
export function readWithCore<T>(body: (core: Core) => T): T {
	return withCore(body, () => withCore(body));
}

/** Runs `body` with the core. If it throws, returns `fallback`. */
export function coreOr<T>(fallback: T, body: (core: Core) => T): T {
	return withCore(body, () => fallback);
}

/** Replaces everything in a text that a terminal would obey. */
export function harmless(text: string): string {
	return withCore(
		(core) => core.harmless(text),
		() => text.replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, ""),
	);
}

/** Replaces control characters in a text that is entered. Where it is shown, it is made harmless. */
export function withoutControls(text: string): string {
	return withCore(
		(core) => core.withoutControls(text),
		() => text.replace(/[^\P{Cc}\n\t]/gu, ""),
	);
}

/**
 * Shows a notice, made harmless, in pi's interface, or on the error stream without one. A session inside another shows none:
 * the error stream is that of the user's terminal.
 */
export function say(ctx: ExtensionContext, text: string, severity: Severity | "error" = "info"): void {
	if (isNested(ctx)) return;
	const shown = harmless(text);
	if (ctx.hasUI) ctx.ui?.notify?.(shown, severity);
	else writeError(`pi-question: ${shown}`);
}

/** Splits painted lines, each of which ends in a newline. */
export function linesOf(painted: string): string[] {
	const lines = painted.split("\n");
	lines.pop();
	return lines;
}

/** Runs `body` with an object of the core, then frees the object. */
export function using<O extends { free(): void }, T>(object: O, body: (object: O) => T): T {
	try {
		return body(object);
	} finally {
		release(object);
	}
}

/**
 * Runs `body`, then frees the questions that it uses. After an error, which is thrown, their instance of the core is taken out
 * of use.
 */
export async function asking<T>({ core, questionnaire }: Questions, body: () => Promise<T>): Promise<T> {
	try {
		return await body();
	} catch (error) {
		afterError(error, core);
		throw error;
	} finally {
		release(questionnaire);
	}
}

/** Frees an object of the core. One that has trapped cannot be freed, and stays with its instance. */
export function release(object: { free(): void }): void {
	try {
		object.free();
	} catch {
		// Its error was met before.
	}
}

/** Returns the record of a result, which is the same in every dialect. */
export function recordOf({ details }: ToolResult): Details {
	return "record" in details ? details.record : details;
}

/** Makes a result without the core, after an error of it. */
export function failure(mode: HostMode, message: string): ToolResult {
	return {
		isSaid: false,
		isEntered: false,
		isByUser: false,
		pictures: [],
		content: `Error: The question tool stopped working: ${message}. Nothing is decided. Do only what needs no answer, put the question into your reply and end your turn.`,
		details: { questions: [], answers: [], cancelled: true, outcome: "failed", mode, message },
	};
}

/** Placeholder text that splits a style or a link into the codes before and after it. */
const TEXT = "\u0000";

export const styles: Record<Role, (theme: Theme) => string> = {
	text: (theme) => theme.fg("text", TEXT),
	prompt: (theme) => theme.fg("text", theme.bold(TEXT)),
	strong: (theme) => theme.fg("text", theme.bold(TEXT)),
	code: (theme) => theme.fg("mdCode", TEXT),
	codeblock: (theme) => theme.fg("mdCodeBlock", TEXT),
	title: (theme) => theme.fg("mdHeading", theme.bold(TEXT)),
	link: (theme) => theme.fg("mdLink", TEXT),
	quote: (theme) => theme.fg("mdQuote", TEXT),
	sign: (theme) => theme.fg("mdQuoteBorder", TEXT),
	muted: (theme) => theme.fg("muted", TEXT),
	key: (theme) => theme.fg("muted", theme.bold(TEXT)),
	accent: (theme) => theme.fg("accent", TEXT),
	match: (theme) => theme.fg("accent", theme.bold(theme.underline(TEXT))),
	heading: (theme) => theme.fg("accent", theme.bold(TEXT)),
	success: (theme) => theme.fg("success", TEXT),
	warning: (theme) => theme.fg("warning", TEXT),
	error: (theme) => theme.fg("error", TEXT),
	border: (theme) => theme.fg("border", TEXT),
	tab: (theme) => selected(theme, theme.fg("text", TEXT)),
	tool: (theme) => theme.fg("toolTitle", theme.bold(TEXT)),
	subagent: (theme) => theme.fg("warning", theme.bold(TEXT)),
};

/** Puts a text on the background of what is selected, or reverses it in a theme of the terminal's own colors, which has none. */
function selected(theme: Theme, text: string): string {
	const [open, close] = theme.bg("selectedBg", TEXT).split(TEXT);
	return open === close ? theme.inverse(text) : theme.bg("selectedBg", text);
}

/** Colors of highlighted code. If one of them changes, cached rows are outdated. */
const SYNTAX = [
	"syntaxComment",
	"syntaxKeyword",
	"syntaxFunction",
	"syntaxVariable",
	"syntaxString",
	"syntaxNumber",
	"syntaxType",
	"syntaxOperator",
	"syntaxPunctuation",
] as const;

const palettes = new WeakMap<Core, { colors: string; handle: Palette }>();

/**
 * Returns the palette of the theme's current colors. Components ask again after `invalidate()`, since a theme changes in
 * place. They share one palette while the colors are the same.
 */
export function paletteOf(core: Core, theme: Theme): Palette {
	const pairs = Object.entries(styles).map(([role, style]) => {
		const [open = "", close = ""] = styled(theme, style).split(TEXT);
		return [role, [open, close]] as const;
	});
	const link = linkOf();
	const colors = JSON.stringify([pairs, link, SYNTAX.map((color) => styled(theme, (theme) => theme.fg(color, TEXT)))]);
	const kept = palettes.get(core);
	if (kept?.colors === colors) return kept.handle;
	// The old one is not freed but left to the garbage collector, because another component may still hold it.
	const handle = new core.Palette(Object.fromEntries(pairs) as Colors, link, highlighter());
	palettes.set(core, { colors, handle });
	return handle;
}

/** Returns what pi writes around the address and the text of a link. Undefined if the terminal has none, or the host. */
function linkOf(): [string, string, string] | undefined {
	try {
		if (!getCapabilities().hyperlinks) return undefined;
		const [open = "", between = "", close = ""] = hyperlink(TEXT, TEXT).split(TEXT);
		return [open, between, close];
	} catch {
		return undefined;
	}
}

/** Returns the placeholder in a style, or without one in a theme that has not all of it. */
function styled(theme: Theme, style: (theme: Theme) => unknown): string {
	try {
		return String(style(theme) ?? TEXT);
	} catch {
		return TEXT;
	}
}

/** Longest row of code to highlight, in characters, because highlighting is slow, above all in long words. */
const MAX_COLORED = 1_000;
/** Number of highlighted rows to cache, more than a form shows at once. */
const MAX_KEPT = 512;

/** Highlights a row of code. Undefined if the language is unknown or the row too long. */
function highlighted(code: string, language: string): string | undefined {
	if (code.length > MAX_COLORED) return undefined;
	try {
		const colored = highlightCode(code, language).join("\n");
		// Highlighting must not change the text.
		return stripVTControlCharacters(colored) === code ? colored : undefined;
	} catch {
		return undefined;
	}
}

/** Returns `highlighted` with a cache, because a form shows the same rows again and again. */
function highlighter(): typeof highlighted {
	const kept = new Map<string, string | undefined>();
	return (code, language) => {
		const key = `${language} ${code}`;
		if (kept.has(key)) return kept.get(key);
		if (kept.size >= MAX_KEPT) kept.clear();
		const colored = highlighted(code, language);
		kept.set(key, colored);
		return colored;
	};
}

const parsed = new WeakMap<Core, { key: string; handle: Settings }>();

/** Returns the settings of these files, parsed again only after a change. `dialect` overrides the files'. */
export function settingsOf(files: SettingsFile[], locale: string, dialect?: Dialect, core = useCore()): Settings {
	const key = JSON.stringify([files, locale, dialect]);
	const kept = parsed.get(core);
	if (kept?.key === key) return kept.handle;
	// The old ones are not freed, as with palettes.
	const own = files.filter(([, , isProjects]) => !isProjects).length;
	const handle = new core.Settings(
		files.map(([name, text]) => [name, text] as const),
		locale,
		dialect,
		own,
	);
	parsed.set(core, { key, handle });
	return handle;
}
