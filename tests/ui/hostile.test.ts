/**
 * Texts that a terminal would obey, from each source: every field of a request, a session, a file and a response, in each
 * place that shows it.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { two } from "../harness/args.ts";
import { open } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { obeyed } from "../harness/obeying.ts";
import { record, typed } from "../harness/record.ts";

/** A text of each kind. `A` and `Z` show that the text around the codes is kept. */
const families = {
	csi: "A\x1b[2J\x1b[H\x1b[31;5mZ",
	title: "A\x1b]0;owned\x07\x1b]2;owned\x1b\\Z",
	link: "A\x1b]8;;javascript:x\x07Z\x1b]8;;\x07",
	clipboard: "A\x1b]52;c;aGk=\x07Z",
	iterm: "A\x1b]1337;CopyToClipboard=x\x07Z",
	dcs: "A\x1bP1$r0m\x1b\\Z",
	apc: "A\x1b_Ga=T;x\x1b\\Z",
	reset: "A\x1bcZ",
	c0: "A\x07\b\x0b\x0c\x0e\x7f\0Z",
	c1: "A\u009b2J\u009d2;owned\u009c\u0090x\u009cZ",
	bidi: "A\u202e\u2066\u202b\u2069Z",
};

/** Makes arguments with a text in every field. */
const hostileArgs = (text: string) => {
	const option = {
		value: text,
		label: `Label ${text}`,
		description: `Description ${text}`,
		preview: `Preview ${text}`,
	};
	const list = [option, { label: "plain" }];
	const common = { label: text, prompt: `Prompt ${text}`, customLabel: `Custom ${text}` };
	return {
		title: text,
		metadata: { [text]: text },
		questions: [
			{ ...common, id: text, options: list, defaultValue: `Default ${text}` },
			{
				...common,
				id: `2${text}`,
				mode: "multi",
				options: list,
				defaultValues: [`Default ${text}`],
				recommended: text,
			},
			{ ...common, id: `3${text}`, defaultValue: `Default ${text}` },
		],
	};
};

/** Asserts that a text is shown and nothing in it obeyed. */
async function check(shown: string, what: string, hasText = true): Promise<void> {
	assert.deepEqual(await obeyed(shown), [], `${what}: ${JSON.stringify(shown)}`);
	if (hasText) assert.match(shown, /A.*Z/s, what);
}

test("the terminal that notices", async () => {
	for (const [name, text] of Object.entries(families)) assert.notDeepEqual(await obeyed(text), [], name);
	assert.deepEqual(await obeyed("\x1b[1;38;2;1;2;3mcolors\x1b[0m, 日本, ␛]0;x\nand lines"), []);
});

for (const [name, text] of Object.entries(families)) {
	test(`${name}: of a call, on every page of the form and in the transcript`, async () => {
		const { host, result } = await open(hostileArgs(text), { columns: 130, rows: 60 });
		const page = async (what: string, ...keys: string[]) => {
			host.press(...keys);
			await check(host.lines().join("\n"), what);
		};
		await page("list and preview");
		await page("the preview alone", key.ctrl("p"));
		await page("the default in the editor", key.ctrl("p"), "0");
		await page("a paste in the editor", key.paste(text));
		await page("what is typed", ...text);
		await page("a paste in a note", key.escape, key.ctrl("n"), key.paste(text));
		await page("a note", key.enter);
		await page("boxes", key.right);
		await page("a paste in boxes", key.paste(text));
		await page("a draft", key.escape);
		await page("an input's default", key.right);
		await page("the review", key.right);
		await page("what the user would rather say", key.ctrl("t"), key.paste(text));
		host.emit("session_shutdown");
		await result;
		// Typed codes may be keys, so the answer is given in another form.
		const again = await open(hostileArgs(text));
		again.host.press("0", key.paste(text), key.enter, key.enter);
		again.host.emit("session_shutdown");
		const returned = await again.result;
		// Only marks of direction are kept in what is sent.
		const typed = returned.details.answers.flatMap(({ value, wasCustom }) => {
			const [values, customs] = [[value].flat(), [wasCustom].flat()];
			return values.filter((_, at) => customs[at]);
		});
		for (const value of typed) {
			if (name === "bidi") assert.ok(String(value).includes(text));
			else assert.deepEqual(await obeyed(String(value)), [], "an answer");
		}
		for (const isExpanded of [false, true]) {
			const lines = host
				.renderResult([{ type: "text", text: returned.text }], returned.details, isExpanded)
				.render(120);
			await check(lines.join("\n"), "the result's transcript");
		}
		await check(host.renderCall(hostileArgs(text)).render(120).join("\n"), "the call's transcript");
		for (const odd of [text, { questions: text }, [text], { questions: [{ [text]: text }, text] }])
			await check(host.renderCall(odd).render(120).join("\n"), "the transcript of an odd call", false);
		await check(
			host
				.renderResult([{ type: "text", text }], { outcome: text })
				.render(120)
				.join("\n"),
			"odd results",
			false,
		);
	});

	test(`${name}: of a session, a file of settings and a refused call`, async () => {
		const details = record([typed("id1", text)]);
		const message = { role: "toolResult", toolName: "question", toolCallId: "1", content: [], details };
		const call = {
			type: "toolCall",
			id: "1",
			name: "question",
			arguments: { questions: [{ id: "id1", prompt: text }] },
		};
		const branch = [
			{ type: "message", id: "a", message: { role: "assistant", content: [call], stopReason: "toolUse" } },
			{ type: "message", id: "b", message },
		];
		const settings = { [text]: text, dialect: text, notify: text, customLabel: `Custom ${text}` };
		const { host, result } = await open({ questions: [{ prompt: "?" }] }, { branch, settings });
		host.press(key.up);
		await check(host.lines().join("\n"), "the history");
		host.press(key.enter);
		const { details: sent } = await result;
		assert.match(String(sent.answers[0]?.value), /A.*Z/s);
		if (name !== "bidi") assert.deepEqual(await obeyed(String(sent.answers[0]?.value)), []);
		await host.command("questions", "");
		assert.notEqual(host.notices.length, 0);
		for (const notice of host.notices) await check(notice, "a notice", false);
		const refused = await host.execute({ questions: [{ id: text, options: [text, text] }] });
		const lines = host.renderResult([{ type: "text", text: refused.text }], refused.details, true).render(120);
		await check(lines.join("\n"), "a refusal", false);
	});
}

test("a default that is accepted as it stands is what was shown", async () => {
	for (const text of Object.values(families)) {
		const { host, result } = await open({ questions: [{ prompt: "?", defaultValue: text }, ...two.questions] });
		await check(host.lines().join("\n"), "the default");
		const seen = host.edited();
		host.press(key.enter);
		host.emit("session_shutdown");
		const { details } = await result;
		for (const answer of details.answers) assert.equal(answer.value, seen);
	}
});
