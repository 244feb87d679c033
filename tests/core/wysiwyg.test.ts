/**
 * Through the extension, by raw keys: what Enter takes is what the screen shows. A reader, who sees the lines alone, says
 * before Enter what it will do. `PROPTEST_CASES` sets the number of cases.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { recordOf } from "../../extension/core/core.ts";
import { fc } from "../harness/cases.ts";
import { clock, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { type Known, type Read, read, squeezed } from "../harness/reader.ts";

const alike = [
	["Java", "JavaScript", "Java EE", "JRuby", "JSON", "YAML"],
	["Yes", "Yes, force-push", "Yes, and don't ask again", "No", "No, keep it", "Y", "N/A"],
	["Ja, weiter", "Ja", "Nein", "Oui, supprimer", "Non", "Oracle", "Sí", "Sim", "Não", "SI units", "Non profit"],
	[
		"はい",
		"はい、続行",
		"いいえ",
		"是",
		"是的，继续",
		"否",
		"예",
		"예, 계속",
		"아니요",
		"Да",
		"Да, удалить",
		"Нет",
		"Ні",
	],
	["✅ Yes, deploy", "❌ No, stop", "→ Approve", "• Later", "– Skip", "👍"],
	[
		"users.*",
		"users",
		"A*",
		"A",
		"string[]",
		"string",
		"!isReady",
		"isReady",
		".env",
		"env",
		"foo()",
		"foo",
		"C++",
		"C",
		"c",
	],
	["1", "2", "10", "42", "2 weeks", "3 days"],
	["Résumé", "Resume", "Café", "Don’t know", "Don't know yet", "Ångström"],
	[
		"Москва",
		"Αθήνα",
		"ΟΔΟΣ",
		"東京",
		"東京都",
		"データ",
		"数据库",
		"서울",
		"서울시",
		"한글",
		"القاهرة",
		"القاهرة الجديدة",
	],
];
const languages = ["de", "en", "es", "fr", "ja", "ko", "pt", "ru", "uk", "zh"];

const label = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom(...alike.flat()) },
	{ weight: 1, arbitrary: fc.stringMatching(/^[abc]{1,3}( [abc]{1,3}){0,2}$/) },
	{ weight: 1, arbitrary: fc.nat(60).map((at) => `inventory ${at}.ts`) },
);
const labels = fc.oneof(
	{ weight: 2, arbitrary: fc.constantFrom(...alike).chain((row) => fc.shuffledSubarray(row, { minLength: 2 })) },
	{ weight: 2, arbitrary: fc.array(label, { minLength: 2, maxLength: 8 }) },
	{ weight: 1, arbitrary: fc.array(label, { minLength: 9, maxLength: 60, size: "large" }) },
);
const known: fc.Arbitrary<Known> = fc.record({
	isMulti: fc.oneof({ weight: 2, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
	takesWords: fc.oneof({ weight: 1, arbitrary: fc.constant(false) }, { weight: 2, arbitrary: fc.constant(true) }),
	labels,
});

/** Words, as they stand or made of a label. */
type Words = string | { of: number; part: "all" | "word" | "begin"; as: string };

const words: fc.Arbitrary<Words> = fc.oneof(
	fc.constantFrom(
		"y",
		"n",
		"ｙ",
		"j",
		"x",
		"in",
		"inv",
		"2つ",
		"1人",
		"3 days",
		"2 weeks",
		"1. use redis",
		"1,3",
		"yes?!",
	),
	fc.record({
		of: fc.nat(200),
		part: fc.constantFrom("all" as const, "word" as const, "begin" as const),
		as: fc.constantFrom("is", "lower", "wide", "nfd", ".", "*", "?!"),
	}),
);

const moves = {
	up: key.up,
	down: key.down,
	pageUp: key.pageUp,
	pageDown: key.pageDown,
	tab: key.tab,
	shiftTab: key.shiftTab,
	escape: key.escape,
	backspace: key.backspace,
};
/** Keys: letters one by one, in one piece or pasted; a digit; a move; another size. */
const press = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ types: words }) },
	{ weight: 2, arbitrary: fc.record({ piece: words }) },
	{ weight: 1, arbitrary: fc.record({ paste: words }) },
	{ weight: 1, arbitrary: fc.record({ types: fc.constantFrom<Words>("1", "2", "7", "0") }) },
	{ weight: 4, arbitrary: fc.record({ move: fc.constantFrom(...(Object.keys(moves) as Array<keyof typeof moves>)) }) },
	{
		weight: 1,
		arbitrary: fc.record({ columns: fc.integer({ min: 20, max: 120 }), rows: fc.integer({ min: 10, max: 40 }) }),
	},
);
type Press = typeof press extends fc.Arbitrary<infer P> ? P : never;

const size = fc.oneof(
	fc.constant({ columns: 80, rows: 24 }),
	fc.record({ columns: fc.integer({ min: 20, max: 120 }), rows: fc.integer({ min: 10, max: 40 }) }),
);
const one = fc.record({
	locale: fc.constantFrom(...languages),
	size,
	asked: fc.oneof(
		{ weight: 3, arbitrary: fc.array(known, { minLength: 1, maxLength: 1 }) },
		{ weight: 1, arbitrary: fc.array(known, { minLength: 2, maxLength: 3 }) },
	),
	presses: fc.array(press, { minLength: 1, maxLength: 5 }),
});
type Case = typeof one extends fc.Arbitrary<infer C> ? C : never;

function textOf(words: Words, asked: readonly Known[]): string {
	if (typeof words === "string") return words;
	const all = asked.flatMap(({ labels }) => labels);
	const label = all[words.of % all.length] ?? "";
	const part =
		{ all: label, word: label.split(" ")[0] ?? "", begin: [...label].slice(0, 2).join("") }[words.part] ?? "";
	const wide = (text: string) => text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
	switch (words.as) {
		case "is":
			return part;
		case "lower":
			return part.toLowerCase();
		case "wide":
			return wide(part);
		case "nfd":
			return part.normalize("NFD");
		default:
			return part + words.as;
	}
}

/** One host for each language: what earlier forms have left is dropped before each. */
const hosts = new Map<string, TestHost>();

function hostIn(locale: string): TestHost {
	const host = hosts.get(locale) ?? new TestHost({ settings: { locale } });
	hosts.set(locale, host);
	host.branch = [];
	host.prompt = "";
	host.pause = 2_000;
	return host;
}

/** Passes the turn of the event loop, which ends a piece. */
async function pass(ms: number): Promise<void> {
	await new Promise(setImmediate);
	clock.now += ms;
}

/** Whether the row for words is highlighted. */
const onWords = /^ {0,2}> +0\. /mu;

/** Does what a press says. A piece of several letters is text, and on the row for words all letters are. */
async function act(host: TestHost, press: Press, asked: readonly Known[]): Promise<void> {
	const before = host.screen();
	if ("types" in press)
		for (const [at, char] of [...textOf(press.types, asked)].entries()) {
			host.press(char);
			await pass(100);
			if (at === 0 && onWords.test(before)) assert.ok(host.component, `"${char}" answers\n${before}`);
		}
	else if ("piece" in press || "paste" in press) {
		const text = textOf("piece" in press ? press.piece : press.paste, asked);
		// pi passes on each character of what the terminal has sent at once.
		if ("piece" in press) process.stdin.emit("data", text);
		host.press(...("piece" in press ? text : [key.paste(text)]));
		if ([...text].length > 1) assert.ok(host.component, `"${text}" in one piece answers\n${before}`);
	} else if ("move" in press) host.press(moves[press.move]);
	else {
		Object.assign(host.terminal, press);
		await host.look();
	}
	await pass(2_000);
}

/** What a question is answered with: indices of options, and texts. */
type Given = Array<Array<number | string> | undefined>;

interface Played {
	/** The screen before Enter; none if the form has ended before. */
	screen: string | undefined;
	given: Given;
	isEnded: boolean;
}

/** Plays a case to its end, with Enter as the last key or without. */
async function play({ locale, size, asked, presses }: Case, isEntered: boolean): Promise<Played> {
	const host = hostIn(locale);
	Object.assign(host.terminal, size);
	const questions = asked.map(({ isMulti, takesWords, labels }, at) => ({
		label: `Q${at + 1}`,
		prompt: "What now?",
		mode: isMulti ? "multi" : "single",
		allowCustom: takesWords,
		options: labels.map((label) => ({ label })),
	}));
	const end = new AbortController();
	const { result } = await host.open({ questions }, end.signal);
	for (const press of presses) if (host.component) await act(host, press, asked);
	const screen = host.component && host.screen();
	if (screen !== undefined && isEntered) {
		host.press(key.enter);
		await pass(100);
	}
	const isEnded = !host.component;
	end.abort();
	const { answers } = recordOf((await result) as unknown as Parameters<typeof recordOf>[0]);
	const given = asked.map((_, at) => {
		const answer = answers.find(({ id }) => id === `q${at + 1}`);
		if (!answer) return undefined;
		const indices = [answer.index].flat();
		return [answer.value].flat().map((value, nth) => {
			const index = indices[nth];
			return typeof index === "number" ? index - 1 : squeezed(value);
		});
	});
	return { screen, given, isEnded };
}

/** Says what is wrong with what came, if the list is that of the question at this index. */
function fault(read: Read, at: number, asked: readonly Known[], before: Given, after: Given): string | undefined {
	const others = (given: Given) => given.filter((_, other) => other !== at);
	if (JSON.stringify(others(before)) !== JSON.stringify(others(after))) return "another question is answered";
	const { enter, editor } = read;
	const [was = [], is = []] = [before[at], after[at]];
	const has = (given: number | string) => is.includes(given);
	const isText = (given: number | string) =>
		typeof given === "string" && (editor?.isWhole ? given === editor.text : given.includes(editor?.text ?? ""));
	const isSame = JSON.stringify(was) === JSON.stringify(is);
	const words = editor?.text ? "words" : undefined;
	if (!asked[at]?.isMulti) {
		if (typeof enter === "object") return is.length === 1 && has(enter.takes) ? undefined : "it is not taken";
		if (enter !== "nothing" && words) return is.length === 1 && is.some(isText) ? undefined : "the words are not taken";
		return isSame ? undefined : "something is taken";
	}
	const added = is.filter((given) => !was.includes(given));
	const removed = was.filter((given) => !is.includes(given));
	if (typeof enter === "object" && editor)
		return has(enter.takes) && removed.length === 0 && added.every((given) => given === enter.takes)
			? undefined
			: "the box is not checked";
	if (typeof enter === "object")
		return isSame || [...added, ...removed].every((given) => given === enter.takes)
			? undefined
			: "another box is checked";
	if (enter === "words" && words)
		return is.some(isText) && removed.length === 0 && added.every(isText) ? undefined : "the words are not added";
	if (enter === "added" && editor)
		return isSame || (added.every(isText) && removed.length === 1) ? undefined : "other words are added";
	return isSame ? undefined : "something is checked";
}

/** Returns how many labels did not tell the option. */
async function check(one: Case): Promise<number> {
	const { asked } = one;
	const entered = await play(one, true);
	if (entered.screen === undefined) return 0;
	// One question without boxes has no answer before its form ends.
	const isLone = asked.length === 1 && !asked[0]?.isMulti;
	const without = isLone ? { ...entered, given: [undefined] } : await play(one, false);
	const shown = (said: unknown) =>
		[
			`\n${entered.screen}`,
			`said: ${JSON.stringify(said)}`,
			`was: ${JSON.stringify(without.given)}`,
			`${entered.isEnded ? "the form ends with" : "then it has"}: ${JSON.stringify(entered.given)}`,
			`keys: ${one.presses.map((press) => JSON.stringify(Object.values(press).map((own) => (typeof own === "number" ? own : textOf(own, asked))))).join(" ")}`,
		].join("\n");
	// A key that the form holds back for some real time, on a busy machine, is no case.
	if (entered.screen !== without.screen) return 0;
	const seen = read(entered.screen, asked);
	if (seen.questions.length === 0) {
		const isReview = entered.isEnded && (asked.length > 1 || asked.some(({ isMulti }) => isMulti));
		const isLeft = entered.isEnded && entered.given.every((given) => given === undefined);
		if (!isReview && !isLeft)
			assert.deepEqual(entered.given, without.given, `another page takes something${shown(seen)}`);
		return 0;
	}
	const mayLack = seen.editor !== undefined && seen.questions.some((at) => !asked[at]?.takesWords);
	assert.ok(seen.enter !== "nothing" || mayLack, `nothing is highlighted${shown(seen)}`);
	const faults = seen.questions.map((at) => fault(seen, at, asked, without.given, entered.given));
	assert.ok(faults.includes(undefined), `${faults.join(", or ")}${shown(seen)}`);
	return Number(seen.isAmbiguous);
}

test("what Enter takes is what the screen shows", async () => {
	let ambiguous = 0;
	const property = fc.asyncProperty(one, async (one) => {
		ambiguous += await check(one);
	});
	await fc.assert(property, { numRuns: Number(process.env.PROPTEST_CASES ?? 2000) });
	console.log(`${ambiguous} highlighted labels did not tell the option.`);
});
