/**
 * Text of any script arrives complete in every field, however it is split: pi passes one UTF-16 unit at a time, and other
 * hosts pass any number.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { input, one, questions, scripts } from "../harness/args.ts";
import { clock, open, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { obeyed } from "../harness/obeying.ts";

/** Splits a text in two parts, at each position. */
const cuts = (text: string) =>
	Array.from({ length: text.length - 1 }, (_, at) => [text.slice(0, at + 1), text.slice(at + 1)]);

/** Each text in the parts in which it may arrive. */
const deliveries = Object.entries(scripts).flatMap(([name, text]) => [
	{ name, text, parts: text.split("") },
	...cuts(text).map((parts) => ({ name, text, parts })),
	{ name, text, parts: [...text].map((char) => `\x1b[${char.codePointAt(0)}u`) },
	{ name, text, parts: [...text].map((char) => `\x1b[${char.codePointAt(0)};1:1u`) },
	{ name, text, parts: text.split("").map((unit) => `\x1b[${unit.charCodeAt(0)}u`) },
]);

/** Each field: the arguments, the keys before and after its text, and where the result holds the text. */
const fields = {
	"an answer of one's own": [one, ["0"], [key.enter], ({ answers: [answer] }: Sent) => answer?.value],
	"words typed into a list": [one, [], [key.enter], ({ answers: [answer] }: Sent) => answer?.value],
	"a note": [one, [key.ctrl("n")], [key.enter, "1"], ({ answers: [answer] }: Sent) => answer?.note],
	"a text": [input, [], [key.enter], ({ answers: [answer] }: Sent) => answer?.value],
} as const;

interface Sent {
	answers: Array<{ value?: unknown; note?: string }>;
}

for (const [field, [args, before, after, sent]] of Object.entries(fields)) {
	test(`whole text in ${field}`, async () => {
		for (const { name, text, parts } of deliveries) {
			const { host, result } = await open(args);
			host.press(...before, ...parts);
			assert.ok(host.screen().includes(text), `${name} ${JSON.stringify(parts)}\n${host.screen()}`);
			assert.doesNotMatch(host.screen(), /\ufffd/);
			host.press(...after);
			const { details, text: told } = await result;
			assert.equal(sent(details as unknown as Sent), text, `${name} ${JSON.stringify(parts)}`);
			assert.ok(told.includes(text), told);
		}
	});
}

test("what is sent has every character that was entered, and the screen none that a terminal would obey", async () => {
	const text = "co\u00adop\u200e \u200fא n\u200dm\u2028x\u202ez\u2069 end";
	for (const [field, [args, before, after, sent]] of Object.entries(fields)) {
		for (const keys of [[key.paste(text)], [...text]]) {
			const { host, result } = await open(args);
			host.press(...before, ...keys);
			assert.deepEqual(await obeyed(host.lines().join("\n")), [], field);
			assert.match(host.screen(), /coop.*x ?z end/, field);
			host.press(...after);
			const { details } = await result;
			assert.equal(sent(details as unknown as Sent), text, field);
		}
	}
});

test("whole text that names an option", async () => {
	for (const { name, text, parts } of deliveries) {
		const { host, result } = await open(questions(["plain", `${text} too`]));
		host.press(...parts, ..." too");
		assert.equal(host.highlighted(), `${text} too`, `${name} ${JSON.stringify(parts)}`);
		host.press(key.enter);
		assert.equal((await result).details.answers[0]?.label, `${text} too`);
	}
});

test("whole text in pi's prompt, where it is typed while the form is quiet", async () => {
	for (const { name, text, parts } of deliveries) {
		const host = new TestHost();
		host.silence = 0;
		host.prompt = "before ";
		host.press("x");
		const { result } = await host.open(one);
		host.press(...parts);
		clock.now += 10_000;
		host.emit("session_shutdown");
		await result;
		assert.equal(host.prompt, `before ${text}`, `${name} ${JSON.stringify(parts)}`);
	}
});

test("a surrogate without its partner is no text, and swallows nothing", async () => {
	const [high = "", low = ""] = "😀".split("");
	for (const lone of [high, low, low + high]) {
		const { host, result } = await open(one);
		host.press("0", "a", lone, "b", lone, key.backspace, "c", lone, key.paste("d"), `e${lone}f`, lone, key.enter);
		assert.equal((await result).details.answers[0]?.value, "acdef", JSON.stringify(lone));
	}
	const { host, result } = await open(one);
	host.press("0", "a", high, high, low, low, "b", high, key.left, low, "c", high, key.enter);
	assert.equal((await result).details.answers[0]?.value, "a😀cb", "only the one before it is its partner");
});
