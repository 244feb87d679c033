/** Line breaks in Japanese, Chinese and Korean Markdown: no row begins with closing punctuation. */
import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { open } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

/** Pieces of the texts, none of them wider than the narrowest row. */
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
	"[手順](https://a.b/a)、",
	"<https://a.b>、",
	"はa_bと_c_、",
	"2 * 3、",
	"**`a.ts`**「名前」を",
	"a/b/c（$x$）",
	"<b>は</b>。",
	"の![図](a.png)、",
	"데이터를 확인",
	"https://a.b/c_dを",
	" https://a.b/c-d、",
	"（https://a.b/c）",
];
/** Pieces of code. */
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
/** Markers that a line begins with. */
const MARKERS = ["", "", "- ", "  - ", "1. ", "- [ ] ", "> ", "# ", "### ", "> ## ", "- #### ", "\n\n"];

function markdown() {
	const sentence = (words: string[]) =>
		fc.array(fc.constantFrom(...words), { minLength: 3, maxLength: 14 }).map((all) => all.join(""));
	const line = fc.tuple(fc.constantFrom(...MARKERS), sentence(WORDS)).map((parts) => parts.join(""));
	const code = fc
		.tuple(fc.constantFrom("", "ts", "sh"), fc.constantFrom("", "    ", "const a = 1; // ", "# "), sentence(CODE))
		.map(([language, start, words]) => `\`\`\`${language}\n${start}${words}\n\`\`\``);
	const row = fc.array(sentence(WORDS), { minLength: 2, maxLength: 2 }).map((cells) => `| ${cells.join(" | ")} |`);
	const table = fc.tuple(row, row).map(([head, row]) => `\n${head}\n|---|---|\n${row}`);
	const block = fc.oneof(
		{ weight: 5, arbitrary: line },
		{ weight: 1, arbitrary: code },
		{ weight: 1, arbitrary: table },
	);
	return fc.array(block, { minLength: 1, maxLength: 8 }).map((blocks) => blocks.join("\n\n"));
}

/** Opens a preview over the whole terminal and returns the screen. */
async function drawn(preview: string, columns: number): Promise<string> {
	const args = { questions: [{ prompt: "?", options: [{ label: "a", preview }] }] };
	const { host, result } = await open(args, { columns, rows: 400 });
	host.press("p");
	const screen = host.screen();
	host.press(key.escape);
	host.emit("session_shutdown");
	await result;
	return screen;
}

/** Removes tables on narrow screens, whose cells have no room for a word with its punctuation. */
const withoutNarrowTables = (text: string, columns: number) =>
	columns < 90 ? text.replaceAll(/^\|.*\n?/gm, "") : text;

test("no row begins with closing punctuation", async () => {
	const property = fc.asyncProperty(markdown(), fc.integer({ min: 40, max: 120 }), async (preview, columns) => {
		// At the start of a text and behind another one, there is no better place for punctuation.
		const text = preview
			.replaceAll(/([。、！：）」％])[。、！：]+/g, "$1")
			.replaceAll(/(^|\n| |\| |> )[。、！：]+/g, "$1項")
			.replaceAll(/(?<=\S) {2,}/g, " ");
		const screen = await drawn(withoutNarrowTables(text, columns), columns);
		assert.doesNotMatch(screen, /(^|│)[ ]*[。、！：）」％]/mu, text);
	});
	await fc.assert(property, { numRuns: 150 });
});
