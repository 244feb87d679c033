/** Rows of Japanese, Chinese and Korean Markdown: broken as their readers have it, and the same text as pi makes of it. */
import assert from "node:assert/strict";
import test from "node:test";
import { getMarkdownTheme } from "@earendil-works/pi-coding-agent";
import {
	Markdown,
	resetCapabilitiesCache,
	setCapabilities,
	visibleWidth,
	wrapTextWithAnsi,
} from "@earendil-works/pi-tui";
import fc from "fast-check";
import { open } from "./harness/host.ts";
import { key } from "./harness/keys.ts";
import { withoutCodes } from "./harness/screen.ts";

/** What such texts are made of, closing marks and all. */
const WORDS = [
	"データベースを移行します",
	"。",
	"、",
	"「はい」",
	"（推奨）",
	"！",
	"请确认方案",
	"：",
	"PostgreSQLを",
	" and ",
	"5％",
	"**重要な**変更",
	"ー*変更*を",
	"は`npm run a`で",
	"`設定`です",
	"**注意：**この",
	"は**「名前」**と**`a.ts`**を",
	"[文書](https://a.b/c)を",
	"（[設計：計画書](d.md)）",
	"[`a.ts`](a.ts)、",
	"[手順](https://example.com/a)、",
	"<https://a.b>、",
	"はa_bと_c_、",
	"2 * 3、",
	"**`a.ts`**「名前」を",
	"a/b/c（$x$）",
	"<b>は</b>。",
	"![図](a.png)、",
	"데이터를 확인",
];
/** What stands in code. */
const CODE = [
	"データベースを移行します",
	"。",
	"、",
	"「はい」",
	"（推奨）",
	"：",
	"name",
	" = ",
	"请确认方案",
	"データ",
];
/** To pi, all behind these is part of them, up to a blank. */
const ADDRESSES = ["https://a.b/c_dを", " https://a.b/c-d、", "（https://a.b/c）"];
/** What may be taken for something else. */
const SIGNS = ["- ", "1. ", "#", "=", "&amp;", "https://a.example/b-c ", "데이터를 확인합니다.", "👩‍👩‍👧", " "];
const MARKS = ["", "", "- ", "  - ", "1. ", "- [ ] ", "> ", "# ", "### ", "> ## ", "- #### ", "\n\n"];
const ODD_MARKS = ["   ", "> - ", "\n", "  ### ", "  # "];

function markdown(words: string[], marks: string[], between: string) {
	const sentence = (words: string[]) =>
		fc.array(fc.constantFrom(...words), { minLength: 3, maxLength: 14 }).map((all) => all.join(""));
	const line = fc.tuple(fc.constantFrom(...marks), sentence(words)).map((parts) => parts.join(""));
	const code = fc
		.tuple(fc.constantFrom("", "ts", "sh"), fc.constantFrom("", "    ", "const a = 1; // ", "# "), sentence(CODE))
		.map(([language, start, words]) => `\`\`\`${language}\n${start}${words}\n\`\`\``);
	const row = fc.array(sentence(words), { minLength: 2, maxLength: 2 }).map((cells) => `| ${cells.join(" | ")} |`);
	// Behind the sign of an item, pi's parser takes some cells for headings.
	const table = fc.tuple(row, row).map(([head, row]) => `\n${head}\n|---|---|\n${row}`);
	const block = fc.oneof(
		{ weight: 5, arbitrary: line },
		{ weight: 1, arbitrary: code },
		{ weight: 1, arbitrary: table },
	);
	return fc.array(block, { minLength: 1, maxLength: 8 }).map((blocks) => blocks.join(between));
}

/** The page of a preview, in a terminal that opens links or does not. */
async function drawn(preview: string, columns: number, hyperlinks: boolean): Promise<string> {
	setCapabilities({ images: null, trueColor: true, hyperlinks });
	const args = { questions: [{ prompt: "?", options: [{ label: "a", preview }] }] };
	const { host, result } = await open(args, { columns, rows: 400 });
	host.press("p");
	const screen = host.screen();
	host.press(key.escape);
	host.emit("session_shutdown");
	await result;
	return screen;
}

test.after(resetCapabilitiesCache);

/** What is left of a text without blanks, bars and fences, and without those stars that are marks here, but none to pi. */
const letters = (text: string) => withoutCodes(text).replaceAll(/^[│\s]*```\w*\s*$|[\s│`*]/gmu, "");

/** Cells of a few columns have no room for a word and what closes it. */
const withoutNarrowTables = (text: string, columns: number) =>
	columns < 60 ? text.replaceAll(/^\|.*\n?/gm, "") : text;

/** The letters of a text that another has not, wherever they stand: rows of a table are mingled. */
function missing(text: string, other: string): string[] {
	const left = new Map<string, number>();
	for (const letter of other) left.set(letter, (left.get(letter) ?? 0) + 1);
	return [...text.replaceAll(/[┌┬┐├┼┤└┴┘─]/g, "")].filter((letter) => {
		const count = left.get(letter) ?? 0;
		left.set(letter, count - 1);
		return count < 1;
	});
}

test("stand-ins: as wide as what they stand for, and pi ends no row beside them", () => {
	const all = (first: number, count: number) =>
		Array.from({ length: count }, (_, at) => String.fromCodePoint(first + at));
	for (const [letters, columns] of [
		[all(0x17000, 0x17f8), 2],
		[all(0xf0000, 0x1000), 1],
	] as const) {
		for (const letter of letters) assert.equal(visibleWidth(letter), columns, letter);
		const word = letters.join("");
		assert.deepEqual(wrapTextWithAnsi(`a ${word}`, columns * letters.length), ["a", word]);
	}
	assert.equal(visibleWidth("\u{3164}\u{feff}"), 0);
	assert.deepEqual(wrapTextWithAnsi("ab\u{3164}cd", 3), ["ab\u{3164}", "cd"]);
});

test("wide letters: nothing else is made of a text than pi makes of it", async () => {
	const property = fc.asyncProperty(
		markdown([...WORDS, ...SIGNS], [...MARKS, ...ODD_MARKS], "\n"),
		fc.integer({ min: 20, max: 99 }),
		fc.boolean(),
		async (text, columns, hyperlinks) => {
			// Code in quotes is cut off.
			const preview = withoutNarrowTables(text.replaceAll(/^ {4,}/gm, "   "), columns);
			const screen = await drawn(preview, columns, hyperlinks);
			const options = { preserveOrderedListMarkers: true };
			const markdown = new Markdown(preview, 0, 0, getMarkdownTheme(), undefined, options);
			const whole = letters(markdown.render(10_000).join("\n"));
			if (preview.includes("|---|")) assert.deepEqual(missing(whole, letters(screen)), [], screen);
			else assert.ok(letters(screen).includes(whole), `${whole}\n${screen}`);
		},
	);
	await fc.assert(property, { numRuns: 200 });
});

test("wide letters: no row begins with what closes something, and all marks are read", async () => {
	const property = fc.asyncProperty(
		markdown([...WORDS, ...ADDRESSES], MARKS, "\n\n"),
		fc.integer({ min: 24, max: 99 }),
		fc.boolean(),
		async (preview, columns, hyperlinks) => {
			// Where a text begins with one, or has two in a row, there is no other place.
			const text = preview
				.replaceAll(/([。、！：）」％])[。、！：]+/g, "$1")
				.replaceAll(/(^|\n| |\| |> )[。、！：]+/g, "$1項")
				.replaceAll(/(?<=\S) {2,}/g, " ");
			const screen = await drawn(withoutNarrowTables(text, columns), columns, hyperlinks);
			assert.doesNotMatch(screen, /(^|│)[ ]*[。、！：）」％]/mu, text);
			assert.doesNotMatch(screen.replaceAll(/ \*(?= |$)/gm, ""), /[*`]/, text);
		},
	);
	await fc.assert(property, { numRuns: 200 });
});
