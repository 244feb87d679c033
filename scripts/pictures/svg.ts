/** Draws the cells and colors of a terminal as SVG. */
import type { PiTerminal } from "../../tests/harness/pi.ts";

/** Size of a cell, and distance from the top of a row to the baseline of its text, in pixels. */
export const cell = { width: 8.4, height: 18, baseline: 13 };
/** Width of the margin around the cells, in pixels. */
const margin = 12;

/** The terminal's own colors, which themes of pi do not change. */
export interface Colors {
	back: string;
	fore: string;
}

interface Style {
	fore: string;
	back: string | undefined;
	isBold: boolean;
	isItalic: boolean;
	isUnderlined: boolean;
}

interface Run {
	column: number;
	/** Width in cells. */
	width: number;
	/** Its characters, each one cell wide, with a blank for an empty cell. A wider character is a run of its own. */
	chars: string[];
	style: Style;
}

/** The cells of a terminal. */
export type Screen = Pick<PiTerminal, "buffer" | "size">;

type Cell = NonNullable<ReturnType<NonNullable<ReturnType<PiTerminal["buffer"]["getLine"]>>["getCell"]>>;

/** A drawing of the screen, and how long it is shown in a film, in milliseconds. */
export interface Shot {
	body: string;
	ms: number;
}

/** Draws the rows from `first` to `last`, both counted from 0. */
export function svg(pi: Screen, first: number, last: number, colors: Colors): string {
	return framed(rowsOf(pi, first, last, colors), pi.size.columns, last - first + 1, colors);
}

/** Draws the whole screen for a film. */
export function shot(pi: Screen, ms: number, colors: Colors): Shot {
	return { body: rowsOf(pi, 0, pi.size.rows - 1, colors), ms };
}

/** Shows drawings of a whole screen one after the other, again and again. */
export function film(shots: Shot[], { columns, rows }: PiTerminal["size"], colors: Colors): string {
	const whole = shots.reduce((sum, { ms }) => sum + ms, 0);
	let at = 0;
	const percent = (ms: number) => `${Math.round((ms / whole) * 10_000) / 100}%`;
	const drawn = shots.map(({ body, ms }, index) => {
		const [from, to] = [percent(at), percent(at + ms)];
		at += ms;
		const after = index === shots.length - 1 ? "" : `${to}{visibility:hidden}`;
		const times = `@keyframes s${index}{0%{visibility:hidden}${from}{visibility:visible}${after}}`;
		// Where nothing moves, the first one is shown.
		const rest = index === 0 ? "" : `#s${index}{visibility:hidden}`;
		const moves = `@media (prefers-reduced-motion:no-preference){#s${index}{animation:s${index} ${whole}ms step-end infinite}}`;
		return `<style>${times}${rest}${moves}</style>\n<g id="s${index}">\n${body}\n</g>`;
	});
	return framed(drawn.join("\n"), columns, rows, colors);
}

function rowsOf(pi: Screen, first: number, last: number, colors: Colors): string {
	const parts: string[] = [];
	for (let row = first; row <= last; row++) {
		const y = (row - first) * cell.height;
		for (const run of runs(pi, row, colors)) parts.push(...drawn(run, y));
	}
	return parts.join("\n");
}

function framed(body: string, columns: number, rows: number, colors: Colors): string {
	const [width, height] = [columns * cell.width, rows * cell.height];
	const around = `x="${-margin}" y="${-margin}" width="${px(width + 2 * margin)}" height="${height + 2 * margin}"`;
	const view = `viewBox="${-margin} ${-margin} ${px(width + 2 * margin)} ${height + 2 * margin}"`;
	const font = 'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14"';
	const back = `<rect ${around} rx="8" fill="${colors.back}"/>`;
	return `<svg xmlns="http://www.w3.org/2000/svg" ${view} ${font}>\n${back}\n${body}\n</svg>\n`;
}

function drawn(run: Run, y: number): string[] {
	const { column, width: cells, style } = run;
	const parts: string[] = [];
	const [x, width] = [px(column * cell.width), px(cells * cell.width)];
	if (style.back)
		parts.push(
			`<rect x="${x}" y="${y}" width="${width}" height="${cell.height}" fill="${style.back}" shape-rendering="crispEdges"/>`,
		);
	const looks = [
		style.isBold ? ' font-weight="bold"' : "",
		style.isItalic ? ' font-style="italic"' : "",
		style.isUnderlined ? ' text-decoration="underline"' : "",
	].join("");
	for (const { column, width, text } of phrases(run)) {
		const place = `x="${px(column * cell.width)}" y="${y + cell.baseline}" textLength="${px(width * cell.width)}"`;
		parts.push(`<text ${place} fill="${style.fore}"${looks}>${xml(text)}</text>`);
	}
	return parts;
}

/**
 * Splits the text of a run where it has more than one blank, and leaves out those at its ends: a browser shows one blank in
 * the place of several and none at an end, and then spreads the text over the whole length.
 */
function phrases({ column, width, chars }: Run): Array<{ column: number; width: number; text: string }> {
	if (chars.length < width) return [{ column, width, text: chars.join("") }];
	const found: Array<{ column: number; width: number; text: string }> = [];
	for (const [at, char] of chars.entries()) {
		if (char === " ") continue;
		const last = found.at(-1);
		const blanks = last ? column + at - last.column - last.width : 0;
		if (last && blanks <= 1) {
			last.text += " ".repeat(blanks) + char;
			last.width += blanks + 1;
		} else found.push({ column: column + at, width: 1, text: char });
	}
	return found;
}

/** Groups adjacent cells of a row that have one style. */
function runs(pi: Screen, row: number, colors: Colors): Run[] {
	const line = pi.buffer.getLine(pi.buffer.baseY + row);
	const found: Run[] = [];
	for (let column = 0; column < pi.size.columns; column++) {
		const at = line?.getCell(column);
		if (!at || at.getWidth() === 0) continue;
		const style = styleOf(at, colors);
		const [char, width] = [at.getChars() || " ", at.getWidth()];
		const last = found.at(-1);
		const isNarrow = width === 1 && last?.width === last?.chars.length;
		if (last && isNarrow && JSON.stringify(last.style) === JSON.stringify(style)) {
			last.chars.push(char);
			last.width += width;
		} else found.push({ column, width, chars: [char], style });
	}
	return found;
}

function styleOf(at: Cell, colors: Colors): Style {
	const fore = color(at.isFgRGB(), at.getFgColor()) ?? colors.fore;
	const back = color(at.isBgRGB(), at.getBgColor());
	return {
		...(at.isInverse() ? { fore: back ?? colors.back, back: fore } : { fore, back }),
		isBold: at.isBold() !== 0,
		isItalic: at.isItalic() !== 0,
		isUnderlined: at.isUnderline() !== 0,
	};
}

function color(isRgb: boolean, value: number): string | undefined {
	return isRgb ? `#${value.toString(16).padStart(6, "0")}` : undefined;
}

function px(length: number): number {
	return Math.round(length * 10) / 10;
}

function xml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
