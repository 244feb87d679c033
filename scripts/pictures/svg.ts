/** Draws the cells and colors of a terminal as SVG. */
import type { PiTerminal } from "../../tests/harness/pi.ts";

/** Size of a cell, and distance from the top of a row to the baseline of its text, in pixels. */
const cell = { width: 8.4, height: 18, baseline: 13 };
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
	/** Whether each of its characters is two cells wide. Characters of different widths are in different runs. */
	isWide: boolean;
	text: string;
	style: Style;
}

type Cell = NonNullable<ReturnType<NonNullable<ReturnType<PiTerminal["buffer"]["getLine"]>>["getCell"]>>;

/** A drawing of the screen, and how long it is shown in a film, in milliseconds. */
export interface Shot {
	body: string;
	ms: number;
}

/** Draws the rows from `first` to `last`, both counted from 0. */
export function svg(pi: PiTerminal, first: number, last: number, colors: Colors): string {
	return framed(rowsOf(pi, first, last, colors), pi.size.columns, last - first + 1, colors);
}

/** Draws the whole screen for a film. */
export function shot(pi: PiTerminal, ms: number, colors: Colors): Shot {
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

function rowsOf(pi: PiTerminal, first: number, last: number, colors: Colors): string {
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
	return `<svg xmlns="http://www.w3.org/2000/svg" ${view} ${font} xml:space="preserve">\n${back}\n${body}\n</svg>\n`;
}

function drawn({ column, width: cells, text, style }: Run, y: number): string[] {
	const parts: string[] = [];
	const [x, width] = [px(column * cell.width), px(cells * cell.width)];
	if (style.back) parts.push(`<rect x="${x}" y="${y}" width="${width}" height="${cell.height}" fill="${style.back}"/>`);
	if (text.trim() === "") return parts;
	const looks = [
		style.isBold ? ' font-weight="bold"' : "",
		style.isItalic ? ' font-style="italic"' : "",
		style.isUnderlined ? ' text-decoration="underline"' : "",
	].join("");
	const place = `x="${x}" y="${y + cell.baseline}" textLength="${width}"`;
	parts.push(`<text ${place} fill="${style.fore}"${looks}>${xml(text)}</text>`);
	return parts;
}

/** Groups adjacent cells of a row that have one style. */
function runs(pi: PiTerminal, row: number, colors: Colors): Run[] {
	const line = pi.buffer.getLine(pi.buffer.baseY + row);
	const found: Run[] = [];
	for (let column = 0; column < pi.size.columns; column++) {
		const at = line?.getCell(column);
		if (!at || at.getWidth() === 0) continue;
		const style = styleOf(at, colors);
		const [text, width] = [at.getChars() || " ", at.getWidth()];
		const isWide = width > 1;
		const last = found.at(-1);
		if (last?.isWide === isWide && JSON.stringify(last.style) === JSON.stringify(style)) {
			last.text += text;
			last.width += width;
		} else found.push({ column, width, isWide, text, style });
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
