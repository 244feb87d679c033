/**
 * pi's theme → what the core puts around its texts.
 *
 * Never here: escape codes; a role that the core does not name.
 */
import type { Theme } from "@earendil-works/pi-coding-agent";
import type { EditorTheme } from "@earendil-works/pi-tui";
import { type Colors, Palette, type Role } from "./core.ts";

/** Stands for the text while a style is taken apart into what comes before and after it. */
const TEXT = "\u0000";

const styles: Record<Role, (theme: Theme, text: string) => string> = {
	text: (theme, text) => theme.fg("text", text),
	muted: (theme, text) => theme.fg("muted", text),
	dim: (theme, text) => theme.fg("dim", text),
	accent: (theme, text) => theme.fg("accent", text),
	heading: (theme, text) => theme.fg("accent", theme.bold(text)),
	success: (theme, text) => theme.fg("success", text),
	warning: (theme, text) => theme.fg("warning", text),
	error: (theme, text) => theme.fg("error", text),
	border: (theme, text) => theme.fg("border", text),
	tab: (theme, text) => theme.bg("selectedBg", theme.fg("text", text)),
	tool: (theme, text) => theme.fg("toolTitle", theme.bold(text)),
};

let current: { colors: string; palette: Palette } | undefined;

/**
 * The palette of the theme as it is now. Drawings ask for it anew after `invalidate()`, since a theme changes in place;
 * all of them share one palette while the colors are the same.
 */
export function paletteOf(theme: Theme): Palette {
	const pairs = Object.entries(styles).map(([role, style]) => {
		const [open = "", close = ""] = style(theme, TEXT).split(TEXT);
		return [role, [open, close]] as const;
	});
	const colors = JSON.stringify(pairs);
	if (current?.colors !== colors) current = { colors, palette: new Palette(Object.fromEntries(pairs) as Colors) };
	return current.palette;
}

/** Drops the palette, which belongs to an instance of the core that is no more. */
export function forgetPalette(): void {
	current = undefined;
}

export function editorTheme(theme: Theme): EditorTheme {
	return {
		borderColor: (text) => theme.fg("accent", text),
		selectList: {
			selectedPrefix: (text) => theme.fg("accent", text),
			selectedText: (text) => theme.fg("accent", text),
			description: (text) => theme.fg("muted", text),
			scrollInfo: (text) => theme.fg("dim", text),
			noMatch: (text) => theme.fg("warning", text),
		},
	};
}
