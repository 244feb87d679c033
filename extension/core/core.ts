/**
 * The wasm core, loaded when it is first needed and started afresh after a trap, and the palette that it paints with.
 *
 * Never here: anything about questions; escape codes; a role that the core does not name.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Theme } from "@earendil-works/pi-coding-agent";
import type { Colors, Dialect, Palette, Role, Settings } from "../../pkg/question.js";
import type { SettingsFile } from "../host/settings.ts";

export type * from "../../pkg/question.js";

/** What pkg/ exports. */
export type Core = typeof import("../../pkg/question.js");

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

/** Runs `body` with the core, and where that throws, `onError` with the reason. */
export function withCore<T, E>(body: (core: Core) => T, onError: (reason: string) => E): T | E {
	try {
		return body(useCore());
	} catch (error) {
		return onError(afterError(error));
	}
}

/** Stands for the text while a style is taken apart into what comes before and after it. */
const TEXT = "\u0000";

const styles: Record<Role, (theme: Theme, text: string) => string> = {
	text: (theme, text) => theme.fg("text", text),
	muted: (theme, text) => theme.fg("muted", text),
	dim: (theme, text) => theme.fg("dim", text),
	accent: (theme, text) => theme.fg("accent", text),
	match: (theme, text) => theme.fg("accent", theme.bold(theme.underline(text))),
	heading: (theme, text) => theme.fg("accent", theme.bold(text)),
	success: (theme, text) => theme.fg("success", text),
	warning: (theme, text) => theme.fg("warning", text),
	error: (theme, text) => theme.fg("error", text),
	border: (theme, text) => theme.fg("border", text),
	tab: (theme, text) => theme.bg("selectedBg", theme.fg("text", text)),
	tool: (theme, text) => theme.fg("toolTitle", theme.bold(text)),
};

let palette: { colors: string; handle: Palette } | undefined;

/**
 * The palette of the theme as it is now. Drawings ask for it anew after `invalidate()`, since a theme changes in place;
 * all of them share one palette while the colors are the same.
 */
export function paletteOf(core: Core, theme: Theme): Palette {
	const pairs = Object.entries(styles).map(([role, style]) => {
		const [open = "", close = ""] = style(theme, TEXT).split(TEXT);
		return [role, [open, close]] as const;
	});
	const colors = JSON.stringify(pairs);
	// The old one is left to the garbage collector: another drawing may still hold it.
	if (palette?.colors !== colors) palette = { colors, handle: new core.Palette(Object.fromEntries(pairs) as Colors) };
	return palette.handle;
}

let settings: { key: string; handle: Settings } | undefined;

/** The settings of these files, read once as long as they stay the same; `dialect` overrides theirs. */
export function settingsOf(core: Core, files: SettingsFile[], locale: string, dialect?: Dialect): Settings {
	const key = JSON.stringify([files, locale, dialect]);
	// As with palettes, others may hold the old one.
	if (settings?.key !== key) settings = { key, handle: new core.Settings(files, locale, dialect) };
	return settings.handle;
}
