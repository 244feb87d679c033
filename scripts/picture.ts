/**
 * `npm run picture`: draws docs/form.svg from what a terminal with the real pi shows, cell by cell and color by color.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { key, PiTerminal, root } from "../tests/harness/pi.ts";

const cell = { width: 8.4, height: 18 };
const background = "#18181e";
const foreground = "#d4d4d4";
const size = { columns: 100, rows: 30 };

type Cell = NonNullable<ReturnType<NonNullable<ReturnType<PiTerminal["buffer"]["getLine"]>>["getCell"]>>;

function color(isRgb: boolean, value: number): string | undefined {
	return isRgb ? `#${value.toString(16).padStart(6, "0")}` : undefined;
}

function xml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The rows from the first to the last that shows the form, as SVG. */
function svg(pi: PiTerminal): string {
	const screen = pi.screen();
	const first = screen.findIndex((line) => line.includes("question"));
	const last = screen.findLastIndex((line) => line.startsWith("──"));
	const parts: string[] = [];
	for (let row = first; row <= last; row++) {
		const y = (row - first) * cell.height;
		for (const { column, text, style } of runs(pi, row)) {
			const x = column * cell.width;
			const width = text.length * cell.width;
			if (style.back)
				parts.push(`<rect x="${x}" y="${y}" width="${width}" height="${cell.height}" fill="${style.back}"/>`);
			if (text.trim() === "") continue;
			const weight = style.isBold ? ' font-weight="bold"' : "";
			parts.push(
				`<text x="${x}" y="${y + 13}" textLength="${width}" fill="${style.fore}"${weight}>${xml(text)}</text>`,
			);
		}
	}
	const [width, height] = [size.columns * cell.width, (last - first + 1) * cell.height];
	const frame = `viewBox="-12 -12 ${width + 24} ${height + 24}" font-family="ui-monospace, Menlo, Consolas, monospace"`;
	const back = `<rect x="-12" y="-12" width="${width + 24}" height="${height + 24}" rx="8" fill="${background}"/>`;
	return `<svg xmlns="http://www.w3.org/2000/svg" ${frame} font-size="14" xml:space="preserve">\n${[back, ...parts].join("\n")}\n</svg>\n`;
}

interface Run {
	column: number;
	text: string;
	style: { fore: string; back: string | undefined; isBold: boolean };
}

/** The cells of a row, those of one style side by side taken together. */
function runs(pi: PiTerminal, row: number): Run[] {
	const line = pi.buffer.getLine(pi.buffer.baseY + row);
	const found: Run[] = [];
	for (let column = 0; column < size.columns; column++) {
		const at: Cell | undefined = line?.getCell(column);
		if (!at || at.getWidth() === 0) continue;
		const fore = color(at.isFgRGB(), at.getFgColor()) ?? foreground;
		const back = color(at.isBgRGB(), at.getBgColor());
		const style = at.isInverse()
			? { fore: background, back: fore, isBold: false }
			: { fore, back, isBold: at.isBold() !== 0 };
		const text = at.getChars() || " ";
		const last = found.at(-1);
		if (last && JSON.stringify(last.style) === JSON.stringify(style)) last.text += text;
		else found.push({ column, text, style });
	}
	return found;
}

const modelExtension = fileURLToPath(new URL("tour-model.ts", import.meta.url));
const pi = new PiTerminal({ turns: [], modelExtension, args: ["Help me set up a service"], ...size });
try {
	await pi.sees("> 1. PostgreSQL");
	await pi.press("1", "[□ Name]");
	await pi.press("shop-orders", "shop-orders");
	await pi.press(key.enter, "Features]");
	await pi.press(key.enter, "[□ API]");
	await pi.press(key.down, "rpc Get");
	writeFileSync(join(root, "docs/form.svg"), svg(pi));
} finally {
	await pi.stop();
}
