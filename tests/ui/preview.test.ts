/** Markdown in prompts and previews: position, colors, random texts, and time. */
import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { shown } from "../harness/args.ts";
import { open, summary } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { withoutCodes } from "../harness/screen.ts";

test("previews: beside the list where there is room, else below it, and over the whole form", async () => {
	const { host, result } = await open(shown, { columns: 100 });
	assert.match(host.screen(), /> 1. first +│ .*Title/);
	host.press("j");
	assert.match(host.screen(), /> 2. second +│/);
	assert.match(host.screen(), /No preview for this option/);
	host.press("j");
	assert.match(host.screen(), /third text/);
	host.terminal.columns = 99;
	assert.doesNotMatch(host.screen(), /│ third text/);
	assert.match(host.screen(), /> 3. third[\s\S]*third text/);
	host.press("p");
	assert.match(host.screen(), /third text/);
	assert.doesNotMatch(host.screen(), /second/);
	host.press(key.left);
	assert.match(host.screen(), /2\/3 ─+\n 2\. second\n/, "an option without a preview is read as well");
	host.press(key.escape);
	assert.equal(host.highlighted(), "third", "and the highlight stays where it was");
	host.press("/", ..."fir");
	assert.match(host.screen(), /Title/, "the filter's highlight, too");
	host.press(key.enter);
	assert.equal(summary(await result), "answered id1=first");
});

test("previews: any text at any size fits, and nothing in it is obeyed", async () => {
	const part = fc.oneof(
		fc.constantFrom(
			"\x1b[2J",
			"\x1b]52;c;eA==\x07",
			"\x9b31m",
			"\u202e",
			"\0",
			"\r",
			"```ts\n",
			"```\n",
			"| a | b |\n|-|-|\n| 1 | 2 |\n",
		),
		fc.constantFrom(
			"# ",
			"- ",
			"**a**",
			"`x`",
			"[l](http://a.b/\x1b[2Jc)",
			"> ",
			"\n\n",
			"\n",
			"日本語",
			"👩‍👩‍👧",
			"ก็ำ",
			"<b>",
			"&#27;",
		),
		fc.string({ unit: "binary", maxLength: 5 }),
		fc.string({ maxLength: 30 }),
	);
	const text = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));
	const property = fc.asyncProperty(
		text,
		fc.integer({ min: 1, max: 140 }),
		fc.integer({ min: 1, max: 50 }),
		async (...given) => {
			const [preview, columns, rows] = given;
			const args = {
				questions: [
					{
						prompt: "?",
						options: [
							{ label: "a", preview },
							{ label: "b", preview: "b" },
						],
					},
				],
			};
			const { host, result } = await open(args, { columns, rows });
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
		},
	);
	await fc.assert(property, { numRuns: 250 });
});

test("code goes on below its indent, and its fences take no lines", async () => {
	const line = "const grid = new Grid({ columns: 12, gap: 8, areas: ['head', 'main'] });";
	const preview = `Five:\n\n\`\`\`ts\n${line}\n\n  nested();\n\`\`\`\n\n- in a list\n\n  \`\`\`\n  ${line}\n  \`\`\`\n\n> \`\`\`\n> ${line}\n> \`\`\`\n`;
	const { host } = await open({ questions: [{ prompt: "?", options: [{ label: "a", preview }] }] }, { columns: 100 });
	for (const columns of [50, 60, 100]) {
		host.terminal.columns = columns;
		const screen = host.screen();
		assert.doesNotMatch(screen, /```/, `${columns} columns`);
		const read = screen.replaceAll(/[\s│]/g, "");
		assert.equal(read.split(line.replaceAll(" ", "")).length, 4, screen);
		for (const row of screen.split("\n")) {
			if (/areas|main/.test(row)) assert.match(row, /^[ │]*(?:const| {4,}\S)/, screen);
		}
		assert.match(screen, / {4}nested\(\);/);
		assert.doesNotMatch(screen, /(?!\n)\p{Cc}|\p{Co}/u);
	}
});

test("an item that begins with code keeps its sign", async () => {
	const preview =
		"1. ```sh\n   npm ci\n   npm test\n   ```\n2. ```\n   b\n   ```\n\n- ```\n  c\n  ```\n\n> - ```\n>   d\n>   ```\n";
	const { host } = await open(
		{ questions: [{ prompt: `${preview}\nWhich?`, options: ["a"] }] },
		{ columns: 60, rows: 80 },
	);
	const rows = host.screen();
	assert.match(rows, / 1\. +npm ci\n +npm test\n 2\. +b\n\n - +c\n\n │ -[\s│]+d\n/, rows);
	assert.doesNotMatch(rows, /```/);
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
	const deep = await open({ questions: [{ prompt: `${">".repeat(15_000)} deep`, options: ["a"] }] }, { rows: 30 });
	assert.match(deep.host.screen(), />>>>/, "as it is written");
	deep.host.press("1");
	assert.equal(summary(await deep.result), "answered q1=a");
});

/** Pieces of texts for which an unbounded parser of Markdown takes very long. */
const hostile = [
	...[
		"*a ",
		"**a ",
		"***a ",
		"_a ",
		"*a\n",
		"(*a",
		"*a**b ",
		"a*",
		"[a",
		"![",
		"[a](",
		"[a](b",
		"`a",
		"<a",
		"~~a ",
		"\\(a\\) ",
	],
	...[
		"> > ",
		"> - ",
		"> a\n>> b\n",
		"- - - a\n",
		"1. ",
		"- a\n",
		"|a",
		"|a|b|\n",
		"a|b\n-|-\n",
		"a\n\n",
		"www.a",
		"$a\n",
		"$$a\n",
	],
	...["word ", "a", "日本語、", "```js\n(((\n```\n", "2. *a\n", "    - *a\n"],
];
const sizes = [1_000, 8_000, 64_000, 500_000];

test("hostile texts: none takes much longer than an ordinary one of its size", async () => {
	const lines = Array.from({ length: 12_000 }, (_, at) =>
		at % 10 === 0 ? `\n## Part ${at}\n` : `- item **${at}** with \`code\` and [a link](https://a.b/${at})`,
	);
	const option = (preview: string) => ({ questions: [{ prompt: "Which?", options: [{ label: "a", preview }, "b"] }] });
	const asked = (text: string) => ({ questions: [{ prompt: `${text}\n\nWhich?`, options: ["a", "b"] }] });
	const time = async (args: object) => {
		const start = process.hrtime.bigint();
		const { host, result } = await open(args, { columns: 120, rows: 50 });
		host.press(key.down, key.up);
		const took = Number(process.hrtime.bigint() - start) / 1e6;
		const screen = host.screen();
		host.emit("session_shutdown");
		await result;
		return { took, screen };
	};
	const ordinary = [await time(option(lines.join("\n"))), await time(option(lines.join("\n")))];
	assert.match(ordinary[0]?.screen ?? "", /- item 1 with code and \[a link\]/, "it is laid out");
	const most = Math.min(...ordinary.map(({ took }) => took)) * 20;
	for (const part of hostile) {
		for (const size of sizes) {
			for (const args of [option, asked].map((ask) => ask(part.repeat(size / part.length)))) {
				// A busy machine may be slow once.
				const { took } = await time(args);
				const least = took > most ? Math.min(took, (await time(args)).took) : took;
				assert.ok(least <= most, `${JSON.stringify(part)} × ${size / part.length}: ${least} ms of ${most}`);
			}
		}
	}
});
