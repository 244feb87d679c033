/** The form on the screen: changed themes, any size, Markdown in its colors, and the time that highlighting takes. */
import assert from "node:assert/strict";
import test from "node:test";
import { two } from "../harness/args.ts";
import { open, summary } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { withoutCodes } from "../harness/screen.ts";

test("a changed theme repaints everything, and changes no text", async () => {
	const { host, result } = await open(two);
	const transcript = [host.renderCall(two), host.renderResult([], { answers: [{ id: "a", label: "b" }] })];
	for (const keys of [[], ["0", ..."text"], [key.enter, "1"]]) {
		host.press(...keys);
		const screen = host.screen();
		const shades = () => [...host.lines(), ...transcript.flatMap((component) => component.render(60))].join("\n");
		assert.match(shades(), new RegExp(`38;2;${host.theme.shade};`));
		host.theme.shade++;
		for (const component of [host.component, ...transcript]) component?.invalidate();
		assert.match(shades(), new RegExp(`38;2;${host.theme.shade};`));
		assert.doesNotMatch(shades(), new RegExp(`[34]8;2;${host.theme.shade - 1};`));
		assert.equal(host.screen(), screen);
	}
	host.press(key.enter);
	assert.equal(summary(await result), "answered id1=text id2=x-value");
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
