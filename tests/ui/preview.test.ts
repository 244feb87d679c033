/** Markdown in prompts and previews: colors, random texts, and the time that highlighting takes. */
import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { open, summary } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { withoutCodes } from "../harness/screen.ts";

test("previews: any text at any size fits, and nothing in it is obeyed", async () => {
	const part = fc.oneof(
		fc.constantFrom("\x1b[2J", "\x1b]52;c;eA==\x07", "\x9b31m", "\u202e", "\0", "\r", "```ts\n", "```\n"),
		fc.constantFrom("# ", "- ", "**a**", "`x`", "[l](http://a.b/\x1b[2Jc)", "> ", "\n\n", "\n", "<b>", "&#27;"),
		fc.constantFrom("| a | b |\n|-|-|\n| 1 | 2 |\n", "日本語", "👩‍👩‍👧", "ก็ำ"),
		fc.string({ unit: "binary", maxLength: 5 }),
		fc.string({ maxLength: 30 }),
	);
	const text = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));
	const size = fc.record({ columns: fc.integer({ min: 1, max: 140 }), rows: fc.integer({ min: 1, max: 50 }) });
	const property = fc.asyncProperty(text, size, async (preview, size) => {
		const options = [
			{ label: "a", preview },
			{ label: "b", preview: "b" },
		];
		const { host, result } = await open({ questions: [{ prompt: "?", options }] }, size);
		const { rows } = size;
		for (const keys of [[], [key.ctrl("d")], ["p"], [key.pageDown], ["p", "/"], ["a"], [key.escape, "j", "k"]]) {
			host.press(...keys);
			const isZoomed = keys.length === 1 && (keys[0] === "p" || keys[0] === key.pageDown);
			const most = isZoomed ? rows : Math.max(Math.floor(rows * 0.7), Math.min(rows, 8));
			assert.ok(host.lines().length <= most, `${host.lines().length} of ${rows} rows`);
			for (const line of host.lines()) {
				const rest = withoutCodes(line);
				assert.doesNotMatch(rest, /[\p{Cc}\u202a-\u202e]/u, JSON.stringify(line));
			}
		}
		host.emit("session_shutdown");
		await result;
	});
	await fc.assert(property, { numRuns: 250 });
});

test("prompts: Markdown, with the question in bold and code in its colors", async () => {
	const table = "| way | downtime |\n|---|---|\n| one | 40 min |";
	const code = "```ts\nconst a = 1;\n```\n\n```nonsense\nconst b = 1;\n```";
	const prompt = `I looked at **two** ways:\n\n${table}\n\n1. a\n2. b\n\n${code}\n\nWhich?`;
	const { host, result } = await open({ questions: [{ prompt, options: ["a", "b"] }] }, { columns: 80, rows: 60 });
	assert.match(host.screen(), /I looked at two ways:[\s\S]*one │ 40 min[\s\S]*1\. a[\s\S]*Which\?/);
	const row = (text: string) => host.lines().find((line) => withoutCodes(line).includes(text)) ?? "";
	assert.ok(row("Which?").includes(host.theme.bold("Which?")), "what is asked is weightier than the options");
	assert.ok(!row("const a = 1;").includes("const a = 1;"), "its words have colors of their own");
	assert.ok(row("const b = 1;").includes("const b = 1;"), "a language that nobody knows");
	host.press("1");
	assert.equal(summary(await result), "answered q1=a");
});

test("code that takes long to highlight takes no longer than an ordinary text", async () => {
	const time = async (preview: string) => {
		const start = process.hrtime.bigint();
		const { host, result } = await open(
			{ questions: [{ prompt: "Which?", options: [{ label: "a", preview }, "b"] }] },
			{ columns: 120, rows: 50 },
		);
		host.press(key.down, key.up);
		const took = Number(process.hrtime.bigint() - start) / 1e6;
		host.emit("session_shutdown");
		await result;
		return took;
	};
	const ordinary = "- item with `code`\n".repeat(25_000);
	const most = 20 * Math.min(await time(ordinary), await time(ordinary));
	for (const code of ["(", "a", "((( ", "'\"`${", "/*", "日本語、"]) {
		const block = `\`\`\`js\n${code.repeat(500_000 / code.length)}\n\`\`\`\n`;
		// A busy machine may be slow once.
		const took = Math.min(await time(block), await time(block));
		assert.ok(took <= most, `${code}: ${took} ms of ${most}`);
	}
});
