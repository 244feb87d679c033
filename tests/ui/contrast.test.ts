/** Colors of pi's own themes: each text of a form has enough contrast to be read. */
import assert from "node:assert/strict";
import test from "node:test";
import { fileURLToPath } from "node:url";
import type { Theme } from "@earendil-works/pi-coding-agent";
import xterm from "@xterm/headless";
import { colors, features, input, one, questions, two } from "../harness/args.ts";
import { open } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { marks } from "../harness/screen.ts";

/** Lowest contrast of a text to what is behind it (WCAG 2, level AA). */
const MIN_CONTRAST = 4.5;

/** Backgrounds of terminals in which these themes are used. */
const grounds = { dark: [0x000000, 0x1e1e1e], light: [0xffffff] };

/** pi's themes, which its package does not export. */
const themes = new URL("modes/interactive/theme/", import.meta.resolve("@earendil-works/pi-coding-agent"));
const { loadThemeFromPath }: { loadThemeFromPath(path: string, mode: "truecolor"): Theme } = await import(
	new URL("theme.js", themes).href
);

const many = questions(Array.from({ length: 60 }, (_, at) => `option ${at}`));
const preview = {
	questions: [{ prompt: "Which?", options: colors.map((label) => ({ label, preview: "line\n\n".repeat(40) })) }],
};
const defaults = {
	questions: [{ prompt: "Which?", options: colors, recommended: "red", defaultValue: "mine" }, { prompt: "Why?" }],
};
const markdown =
	"# Title\n\nA `code`, a **word**, https://example.com.\n\n> quoted\n\n- item\n\n```\nls\n```\n\nGo on?";
const pages: Array<[args: unknown, keys: string[]]> = [
	[one, []],
	[one, ["abc"]],
	[one, ["abc", key.escape]],
	[one, ["abc", key.escape, key.escape]],
	[one, ["?"]],
	[one, [key.ctrl("l")]],
	[one, [key.ctrl("n")]],
	[two, []],
	[two, ["1", key.left]],
	[two, ["1", "2"]],
	[two, [key.right, key.right, key.enter]],
	[many, Array(30).fill(key.down)],
	[preview, []],
	[defaults, []],
	[input, []],
	[{ questions: [{ prompt: markdown, options: colors }] }, []],
	[{ questions: [features] }, ["1", key.enter]],
];

function luminance(rgb: number): number {
	const [red = 0, green = 0, blue = 0] = [rgb >> 16, (rgb >> 8) & 255, rgb & 255].map((part) => {
		const share = part / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: number, other: number): number {
	const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

/** Texts of one color, with that and what is behind them; undefined for the terminal's own. */
type Colored = { text: string; fore: number | undefined; back: number | undefined };

/** Returns the texts of painted lines without blanks, lines and the cursor of an editor. */
async function colored(lines: readonly string[]): Promise<Colored[]> {
	const [cols, rows] = [100, lines.length];
	const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
	const shown = lines.map((line) => line.replaceAll(marks, "")).join("\r\n");
	await new Promise<void>((resolve) => terminal.write(shown, resolve));
	const found: Colored[] = [];
	for (let row = 0; row < rows; row++) {
		for (let column = 0; column < cols; column++) {
			const cell = terminal.buffer.active.getLine(row)?.getCell(column);
			const char = cell?.getChars() ?? "";
			if (!cell || /^[ ─│]?$/.test(char)) continue;
			const fore = cell.isFgRGB() ? cell.getFgColor() : undefined;
			const back = cell.isBgRGB() ? cell.getBgColor() : undefined;
			const last = found.at(-1);
			if (last && last.fore === fore && last.back === back) last.text += char;
			else found.push({ text: char, fore, back });
		}
	}
	return found;
}

for (const name of ["dark", "light"] as const) {
	test(`each text of a form can be read in pi's theme ${name}`, async () => {
		const theme = loadThemeFromPath(fileURLToPath(new URL(`${name}.json`, themes)), "truecolor");
		const faint = new Set<string>();
		for (const [args, keys] of pages) {
			const { host } = await open(args, {
				columns: 100,
				rows: 30,
				lacking: (tui, _, ...rest) => [tui, theme, ...rest],
			});
			host.press(...keys);
			for (const { text, fore, back } of await colored(host.lines())) {
				if (fore === undefined) continue;
				const least = Math.min(...grounds[name].map((ground) => contrast(fore, back ?? ground)));
				if (least < MIN_CONTRAST) faint.add(`${least.toFixed(2)} ${text}`);
			}
			host.emit("session_shutdown");
		}
		assert.deepEqual([...faint], []);
	});
}
