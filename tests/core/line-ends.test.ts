/** Line breaks in Japanese, Chinese and Korean Markdown: no row begins with closing punctuation. */
import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { open } from "../harness/host.ts";

/** Pieces of the texts, none of them wider than the narrowest row. */
const WORDS = [
	..."データベースを移行します 。 、 「はい」 （推奨） ！ 请确认方案 ： PostgreSQLを 5％".split(" "),
	..."**重要な**変更 ー*変更*を `設定`です **注意：**この は**「名前」**と**`a.ts`**を **`a.ts`**「名前」を".split(" "),
	..."[文書](https://a.b/c)を （[設計：計画書](d.md)） [`a.ts`](a.ts)、 <https://a.b>、 の![図](a.png)、".split(" "),
	..."はa_bと_c_、 https://a.b/c_dを （https://a.b/c） a/b/c（$x$） <b>は</b>。".split(" "),
	...["데이터를 확인", " and ", "は`npm run a`で", "2 * 3、", " https://a.b/c-d、"],
];
const CODE = ["name", " = ", ..."データベースを移行します 。 、 「はい」 （推奨） ： 请确认方案 データ".split(" ")];
/** Markers that a line begins with. */
const MARKERS = ["", "", "- ", "  - ", "1. ", "- [ ] ", "> ", "# ", "### ", "> ## ", "- #### ", "\n\n"];

const sentence = (words: string[]) =>
	fc.array(fc.constantFrom(...words), { minLength: 3, maxLength: 14 }).map((all) => all.join(""));
const line = fc.tuple(fc.constantFrom(...MARKERS), sentence(WORDS)).map((parts) => parts.join(""));
const code = fc
	.tuple(fc.constantFrom("", "ts", "sh"), fc.constantFrom("", "    ", "# "), sentence(CODE))
	.map(([language, start, words]) => `\`\`\`${language}\n${start}${words}\n\`\`\``);
const block = fc.oneof({ weight: 5, arbitrary: line }, { weight: 1, arbitrary: code });

test("no row begins with closing punctuation", async () => {
	const blocks = fc.array(block, { minLength: 1, maxLength: 8 });
	const property = fc.asyncProperty(blocks, fc.integer({ min: 40, max: 120 }), async (blocks, columns) => {
		// At the start of a text and behind another one, there is no better place for punctuation.
		const preview = blocks
			.join("\n\n")
			.replaceAll(/([。、！：）」％])[。、！：]+/g, "$1")
			.replaceAll(/(^|\n| |> )[。、！：]+/g, "$1項")
			.replaceAll(/(?<=\S) {2,}/g, " ");
		const args = { questions: [{ prompt: "?", options: [{ label: "a", preview }] }] };
		const { host, result } = await open(args, { columns, rows: 400 });
		host.press("p");
		assert.doesNotMatch(host.screen(), /(^|│)[ ]*[。、！：）」％]/mu, preview);
		host.emit("session_shutdown");
		await result;
	});
	await fc.assert(property, { numRuns: 150 });
});
