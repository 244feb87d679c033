/**
 * The wasm core, loaded when it is first needed and started afresh after a trap, and the palette that it paints with.
 *
 * Never here: anything about questions; escape codes; a role that the core does not name.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { stripVTControlCharacters } from "node:util";
import { highlightCode, type Theme } from "@earendil-works/pi-coding-agent";
import type {
	Colors,
	Details,
	Dialect,
	HostMode,
	Palette,
	Questionnaire,
	Role,
	Settings,
	ToolResult,
} from "../../pkg/question.js";
import type { SettingsFile } from "../host/settings.ts";

export type * from "../../pkg/question.js";

/** What pkg/ exports. */
export type Core = typeof import("../../pkg/question.js");

/** Gives the same questions each time, of the instance of the core that is in use. To be freed by who has asked for it. */
export type Open = () => Questionnaire;

let core: Core | undefined;
let generation = 0;

/** Counts the instances of the core. An object that an earlier one made must be neither used nor freed. */
export function coreGeneration(): number {
	return generation;
}

/** The core, compiled on the first call; throws where pkg/ is missing or damaged. */
export function useCore(): Core {
	if (core) return core;
	// Node's own require, because pi's loader would transform the generated file at every cold start.
	const loaded: Core = createRequire(import.meta.url)("../../pkg/question.js");
	loaded.initSync({ module: readFileSync(new URL("../../pkg/question_bg.wasm", import.meta.url)) });
	core = { ...loaded }; // quicker to use than a module's namespace
	return core;
}

/** Parts that most forms have: Markdown, options with and without a description. */
const REHEARSAL = {
	questions: [{ prompt: "`a` is **b**:\n\n- c\n\nWhich?", options: [{ label: "a", description: "b" }, "c"] }],
};

/**
 * Draws a form that nobody sees, so that the engine has compiled what the first one needs: V8 compiles a function of the
 * core when it is first called, which takes 30 ms for a form.
 */
export function rehearse(settings: Settings, theme: Theme): void {
	withCore((core) =>
		using(new core.Questionnaire(settings, REHEARSAL), (questionnaire) =>
			using(new core.Form(questionnaire, { commands: {}, own: {}, submit: [], newLine: [], external: [] }), (form) => {
				form.resize(80, 24);
				form.view(paletteOf(core, theme), 0, 0);
			}),
		),
	);
}

/**
 * To be called with every error that using the core has thrown; returns what to say of it. It may have been a trap,
 * which leaves the module in no state to be used, so the next call gets a fresh instance; objects of the old one throw
 * from then on.
 */
export function afterError(error: unknown): string {
	try {
		core?.renew();
		core?.start();
	} catch {
		// The next call says what is wrong.
	}
	generation++;
	palette = undefined;
	settings = undefined;
	return error instanceof Error ? error.message : String(error);
}

function raise(reason: string): never {
	throw new Error(reason);
}

/** Runs `body` with the core. Where that throws, `onError` gives what stands in for it, or else the reason is thrown. */
export function withCore<T, E = never>(body: (core: Core) => T, onError: (reason: string) => E = raise): T | E {
	try {
		return body(useCore());
	} catch (error) {
		return onError(afterError(error));
	}
}

/** The same, with `fallback` to stand in for it. */
export function coreOr<T>(fallback: T, body: (core: Core) => T): T {
	return withCore(body, () => fallback);
}

/** A text that somebody else wrote, with nothing in it that a terminal would obey. */
export function harmless(text: string): string {
	return withCore(
		(core) => core.harmless(text),
		() => text.replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, ""),
	);
}

/** Runs `body` with an object of the core, and frees it. */
export function using<O extends { free(): void }, T>(object: O, body: (object: O) => T): T {
	try {
		return body(object);
	} finally {
		object.free();
	}
}

/** What the session keeps of a result, in every dialect the same. */
export function recordOf({ details }: ToolResult): Details {
	return "record" in details ? details.record : details;
}

/** The result where the core itself cannot make one. */
export function failure(mode: HostMode, message: string): ToolResult {
	return {
		isSaid: false,
		content: `Error: The question tool stopped working: ${message}. Put the question into your reply.`,
		details: { questions: [], answers: [], cancelled: true, outcome: "failed", mode, message },
	};
}

/** Stands for the text while a style is taken apart into what comes before and after it. */
const TEXT = "\u0000";

const styles: Record<Role, (theme: Theme) => string> = {
	text: (theme) => theme.fg("text", TEXT),
	prompt: (theme) => theme.fg("text", theme.bold(TEXT)),
	strong: (theme) => theme.bold(TEXT),
	code: (theme) => theme.fg("mdCode", TEXT),
	codeblock: (theme) => theme.fg("mdCodeBlock", TEXT),
	title: (theme) => theme.fg("mdHeading", theme.bold(TEXT)),
	link: (theme) => theme.fg("mdLink", TEXT),
	quote: (theme) => theme.fg("mdQuote", TEXT),
	sign: (theme) => theme.fg("mdQuoteBorder", TEXT),
	muted: (theme) => theme.fg("muted", TEXT),
	dim: (theme) => theme.fg("dim", TEXT),
	key: (theme) => theme.fg("muted", theme.bold(TEXT)),
	accent: (theme) => theme.fg("accent", TEXT),
	match: (theme) => theme.fg("accent", theme.bold(theme.underline(TEXT))),
	heading: (theme) => theme.fg("accent", theme.bold(TEXT)),
	success: (theme) => theme.fg("success", TEXT),
	warning: (theme) => theme.fg("warning", TEXT),
	error: (theme) => theme.fg("error", TEXT),
	border: (theme) => theme.fg("border", TEXT),
	tab: (theme) => theme.bg("selectedBg", theme.fg("text", TEXT)),
	tool: (theme) => theme.fg("toolTitle", theme.bold(TEXT)),
};

/** Colors of code, which the host puts in: when one of them changes, rows that are kept are out of date. */
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

let palette: { colors: string; handle: Palette } | undefined;

/**
 * The palette of the theme as it is now. Drawings ask for it anew after `invalidate()`, since a theme changes in place;
 * all of them share one palette while the colors are the same.
 */
export function paletteOf(core: Core, theme: Theme): Palette {
	const pairs = Object.entries(styles).map(([role, style]) => {
		const [open = "", close = ""] = style(theme).split(TEXT);
		return [role, [open, close]] as const;
	});
	const colors = JSON.stringify([pairs, SYNTAX.map((color) => theme.fg(color, TEXT))]);
	// The old one is left to the garbage collector: another drawing may still hold it.
	if (palette?.colors !== colors) {
		palette = { colors, handle: new core.Palette(Object.fromEntries(pairs) as Colors, highlighter()) };
	}
	return palette.handle;
}

/** Characters of code that are given colors: highlighting takes its time, for long words more so. */
const MAX_COLORED = 1_000;
/** Rows of code that are kept; more than a form shows at once. */
const MAX_KEPT = 512;

/** A row of code in the colors of its language; undefined where that is not known. */
function highlighted(code: string, language: string): string | undefined {
	if (code.length > MAX_COLORED) return undefined;
	try {
		const colored = highlightCode(code, language).join("\n");
		// What is shown is what was sent, whatever colors it has.
		return stripVTControlCharacters(colored) === code ? colored : undefined;
	} catch {
		return undefined;
	}
}

/** The same for what a form shows again and again. */
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

let settings: { key: string; handle: Settings } | undefined;

/** The settings of these files, read once as long as they stay the same; `dialect` overrides theirs. */
export function settingsOf(files: SettingsFile[], locale: string, dialect?: Dialect): Settings {
	const { Settings } = useCore();
	const key = JSON.stringify([files, locale, dialect]);
	// As with palettes, others may hold the old one.
	if (settings?.key !== key) settings = { key, handle: new Settings(files, locale, dialect) };
	return settings.handle;
}
