/** The pictures of the documentation in a real browser: each character stands in the cell where the terminal has it. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { visibleWidth } from "@earendil-works/pi-tui";
import xterm from "@xterm/headless";
import { cell, svg } from "../../scripts/pictures/svg.ts";
import { type DrawnText, findBrowser, PictureViewer } from "../harness/browser.ts";
import { root } from "../harness/pi.ts";

const path = findBrowser() ?? "";
const skip = path === "" && "no Chromium in PATH, and PI_QUESTION_BROWSER names none, so no picture was opened";
const graphemes = new Intl.Segmenter();

/** Returns the characters of a text with the columns where the browser has them, which may be between two cells. */
function placed({ text, starts }: DrawnText): Array<{ char: string; index: number; column: number }> {
	return Array.from(graphemes.segment(text), ({ segment, index }) => {
		return { char: segment, index, column: (starts[index] ?? Number.NaN) / cell.width };
	});
}

/** Lists what is not drawn, or not in its cell. */
function faults(drawn: DrawnText): string[] {
	const { text, chars, x } = drawn;
	if (chars !== text.length) return [`draws ${chars} of ${text.length} characters: "${text}"`];
	const moved = placed(drawn).filter(({ index, column }) => {
		return !(Math.abs(column - x / cell.width - visibleWidth(text.slice(0, index))) < 0.5);
	});
	return moved.map(({ char, column }) => `draws "${char}" in column ${column}: "${text}"`);
}

/** Returns the rows of a picture as the browser draws them. */
function rowsOf(texts: DrawnText[]): string[] {
	const rows: string[] = [];
	for (const drawn of texts) {
		const row = (drawn.y - cell.baseline) / cell.height;
		for (const { char, column } of placed(drawn)) {
			const before = rows[row] ?? "";
			rows[row] = before + " ".repeat(Math.max(0, Math.round(column) - visibleWidth(before))) + char;
		}
	}
	return Array.from(rows, (row = "") => row);
}

describe("in a browser", { skip }, () => {
	let viewer: PictureViewer;
	before(async () => {
		viewer = await PictureViewer.open(path);
	});
	after(() => viewer.close());

	test("a picture has the rows of the terminal", async () => {
		const lines = [
			"   2. SQLite",
			"\x1b[1menter\x1b[22m choose • \x1b[1mesc\x1b[22m cancel    ",
			"\x1b[7m  both  \x1b[27m  \x1b[4mlink\x1b[24m & <tag>  end",
			"── \x1b[1mDatabase\x1b[22m ──────",
			"  日本語 と café、 한국어  ■ ✎ e\u0301",
		];
		const terminal = new xterm.Terminal({ cols: 40, rows: lines.length, allowProposedApi: true });
		await new Promise<void>((resolve) => terminal.write(lines.join("\r\n"), resolve));
		const buffer = terminal.buffer.active;
		const screen = { buffer, size: { columns: 40, rows: lines.length } };
		const texts = await viewer.texts(svg(screen, 0, lines.length - 1, { fore: "#000000", back: "#ffffff" }));
		const shown = lines.map((_, row) => buffer.getLine(row)?.translateToString(true).trimEnd());
		assert.deepEqual(rowsOf(texts), shown);
		assert.deepEqual(texts.flatMap(faults), []);
	});

	test("each picture of the documentation has its texts in place", async () => {
		const files = globSync("docs/pictures/*.svg", { cwd: root });
		assert.ok(files.length > 0);
		const found: string[] = [];
		for (const file of files) {
			const texts = await viewer.texts(readFileSync(join(root, file), "utf8"));
			assert.ok(texts.length > 0, `no text in ${file}`);
			found.push(...texts.flatMap(faults).map((fault) => `${file} ${fault}`));
		}
		assert.deepEqual(found, []);
	});
});
