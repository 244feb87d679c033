/** Rows of Japanese, Chinese and Korean Markdown: broken as their readers have it, and the same text as pi makes of it. */
import assert from "node:assert/strict";
import test from "node:test";
import { getMarkdownTheme } from "@earendil-works/pi-coding-agent";
import { Markdown } from "@earendil-works/pi-tui";
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
];
/** What may be taken for something else. */
const SIGNS = ["- ", "1. ", "#", "=", "&amp;", "https://a.example/b-c ", "데이터를 확인합니다.", "👩‍👩‍👧", " "];
const MARKS = ["", "", "- ", "  - ", "1. ", "- [ ] ", "> ", "\n\n"];
const ODD_MARKS = ["   ", "> - ", "\n"];

function markdown(words: string[], marks: string[], between: string) {
	const sentence = fc.array(fc.constantFrom(...words), { minLength: 3, maxLength: 14 }).map((all) => all.join(""));
	const line = fc.tuple(fc.constantFrom(...marks), sentence).map((parts) => parts.join(""));
	return fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join(between));
}

/** The page of a preview. */
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

/** What is left of a text without blanks, bars and fences, and without those stars that are marks here, but none to pi. */
const letters = (text: string) => withoutCodes(text).replaceAll(/[\s│`*]/g, "");

test("wide letters: nothing else is made of a text than pi makes of it", async () => {
	const text = markdown([...WORDS, ...SIGNS], [...MARKS, ...ODD_MARKS], "\n");
	const property = fc.asyncProperty(text, fc.integer({ min: 20, max: 99 }), async (preview, columns) => {
		const screen = await drawn(preview, columns);
		const whole = letters(new Markdown(preview, 0, 0, getMarkdownTheme()).render(10_000).join("\n"));
		assert.ok(letters(screen).includes(whole), `${whole}\n${screen}`);
	});
	await fc.assert(property, { numRuns: 200 });
});

test("wide letters: no row begins with what closes something", async () => {
	const property = fc.asyncProperty(
		markdown(WORDS, MARKS, "\n\n"),
		fc.integer({ min: 24, max: 99 }),
		async (preview, columns) => {
			// Where a text begins with one, or has two in a row, there is no other place.
			const text = preview
				.replaceAll(/([。、！：）」％])[。、！：]+/g, "$1")
				.replaceAll(/(^|\n| )[。、！：]+/g, "$1項");
			const screen = await drawn(text, columns);
			assert.doesNotMatch(screen, /^[ │]*[。、！：）」％]/mu, screen);
			assert.doesNotMatch(screen, /[*`]/, "all marks are read");
		},
	);
	await fc.assert(property, { numRuns: 200 });
});
