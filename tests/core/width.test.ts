/**
 * Compares the core's widths with pi's. pi stops on a line that its own `visibleWidth` finds wider than the screen, so no
 * line may be, for any text: every assigned code point, every emoji, the clusters of every script, and random mixes. Common
 * text must not be broken earlier than pi's widths require. Forms are measured by the check `frames` of `npm run fuzz`.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { initTheme } from "@earendil-works/pi-coding-agent";
import { getCapabilities, setCapabilities, visibleWidth } from "@earendil-works/pi-tui";
import { type Palette, paletteOf, useCore, using } from "../../extension/core/core.ts";
import { type BoundKeys, Form, Questionnaire, resultView, Settings } from "../../pkg/question.js";
import { fc } from "../harness/cases.ts";
import { faults, hex, links, paletteCodes } from "../harness/painted.ts";
import { TestTheme } from "../harness/screen.ts";

initTheme("dark"); // for the colors of code
const theme = new TestTheme() as never;
const plain = paletteOf(useCore(), theme);
setCapabilities({ ...getCapabilities(), hyperlinks: true });
const palette = paletteOf(useCore(), theme);
const settings = new Settings([], "C");

function assertFit(painted: string, columns: number): void {
	const found = faults(painted, columns);
	assert.equal(found.length, 0, `${found.length} lines, the first of them:\n${found.slice(0, 12).join("\n")}`);
}

/** Draws each text on lines of its own, all in one frame. */
function paragraphs(texts: string[], columns: number): string {
	return resultView(palette, settings, {}, texts.join("\n"), false, columns);
}

/** Asserts that each text fits, repeated on lines of its own. */
function assertRepeatedFit(texts: string[], times: number, columns: number): void {
	const repeated = texts.map((text) => text.repeat(times));
	assertFit(paragraphs(repeated, columns), columns);
}

function codePoints(pattern: RegExp): string[] {
	const found: string[] = [];
	for (let code = 0; code <= 0x10ffff; code++) {
		if (code === 0xd800) code = 0xe000;
		const char = String.fromCodePoint(code);
		if (pattern.test(char)) found.push(char);
	}
	return found;
}

function range(first: number, last: number): string[] {
	return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
}

/** Caches the result of `make`, which runs at the first use. */
function once<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}

function pairs(firsts: string[], seconds: string[], between = ""): string[] {
	return firsts.flatMap((first) => seconds.map((second) => first + between + second));
}

const VS15 = "\ufe0e";
const VS16 = "\ufe0f";
const ZWJ = "\u200d";
const tones = range(0x1f3fb, 0x1f3ff);
const indicators = range(0x1f1e6, 0x1f1ff);

/** Makes all recommended emoji from their parts. */
const rgiEmoji = once(() => {
	const isRgi = (text: string) => /^\p{RGI_Emoji}$/v.test(text);
	const emoji = codePoints(/^\p{Emoji}$/u);
	const withVs = emoji.map((char) => char + VS16);
	const toned = pairs(codePoints(/^\p{Emoji_Modifier_Base}$/u), tones);
	const keycaps = [..."0123456789#*"].map((char) => `${char}${VS16}\u20e3`);
	const flags = pairs(indicators, indicators).filter(isRgi);
	const tags = (id: string) => [...id].map((char) => String.fromCodePoint(0xe0000 + (char.codePointAt(0) ?? 0)));
	const regions = ["gbeng", "gbsct", "gbwls"].map((id) => `🏴${tags(id).join("")}\u{e007f}`);
	const singles = [...emoji, ...withVs, ...toned].filter(isRgi);
	const found = new Set([...singles, ...keycaps, ...flags, ...regions]);
	const roles = [...emoji, ...withVs].filter((text) => isRgi(`🧑${ZWJ}${text}`));
	const effects = "♀️ ♂️ ⚧️ ☠️ ↔️ ↕️ ➡️ ❄️ 🌫️ 🗨️ 🌈 🦺 💨 💫 🔥 🩹 ⬛ 🟩 🟫 💥".split(" ");
	for (const text of pairs(singles, [...roles, ...effects], ZWJ)) if (isRgi(text)) found.add(text);
	// Couples and families have several joiners, and their beginnings are not emoji.
	const people = [..."👩👨🧑👧👦🧒👯🤼"].flatMap((char) => [char, ...tones.map((tone) => char + tone)]);
	for (const link of ["❤️", `❤️${ZWJ}💋`, "🤝", "🐰", "🫯"]) {
		for (const text of pairs(people, people, ZWJ + link + ZWJ)) if (isRgi(text)) found.add(text);
	}
	const plain = people.filter((person) => person.length === 2);
	let members = plain;
	for (let size = 2; size <= 4; size++) {
		members = pairs(members, plain, ZWJ);
		for (const text of members) if (isRgi(text)) found.add(text);
	}
	for (const text of pairs([...found], ["➡️"], ZWJ)) if (isRgi(text)) found.add(text);
	assert.ok(found.size > 3700, `${found.size} emoji`);
	return [...found];
});

const indicScripts = [
	..."Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Myanmar Khmer".split(" "),
	..."Tibetan Javanese Balinese Sundanese Tai_Tham Cham Meetei_Mayek Brahmi Grantha Chakma Kharoshthi".split(" "),
];
const linkers = [..."्্੍્୍்్್്්္្྄꧀᭄᮪᩠꫶"].concat("\u1039", "\u17d2", "\u{11046}", "\u{1134d}", "\u{11133}");

/** The clusters of each kind. */
const families: Record<string, () => string[]> = {
	emoji: () => {
		const emoji = rgiEmoji();
		const bases = codePoints(/^[\p{Emoji}\p{Extended_Pictographic}]$/v);
		const unqualified = emoji.map((text) => text.replaceAll(VS16, ""));
		const odd = pairs(["a", "1", "中", "♀", "©", "😀", "🇩", "️"], [...tones, VS15, VS16, "\u20e3", `${ZWJ}♂️`]);
		return [...emoji, ...unqualified, ...pairs(bases, [VS15, VS16, `${VS16}\u20e3`, "\u20e3", ...tones]), ...odd];
	},
	flags: () => [1, 2, 3, 4, 5, 8, 9].flatMap((length) => indicators.map((one) => `${one.repeat(length)}🇩`)),
	indic: () =>
		indicScripts.flatMap((script) => {
			const letters = codePoints(new RegExp(`^(?=\\p{L})\\p{Script=${script}}$`, "u"));
			const marks = codePoints(new RegExp(`^(?=\\p{M})\\p{Script=${script}}$`, "u"));
			const joints = linkers.filter((linker) => marks.includes(linker));
			const conjuncts = joints.flatMap((joint) => [
				...pairs(letters, letters, joint),
				...pairs(letters.slice(0, 9), letters.slice(3, 12), joint + ZWJ),
				...pairs(letters.slice(0, 9), pairs(letters.slice(5, 9), marks.slice(0, 9)), joint),
			]);
			return [...pairs(letters, marks), ...pairs(["a", "中", "👩", " "], marks), ...conjuncts];
		}),
	"Thai and Lao": () => [
		...pairs(range(0xe01, 0xe2e), ["ำ", "่ำ", "้ำ", "ัำ", "ํา", "ำำ"]),
		...pairs([...range(0xe81, 0xeae), "a", "中", ""], ["ຳ", "່ຳ", "້ຳ", "ຳຳ", "ำ"]),
	],
	Hangul: () => {
		const leads = [...range(0x1100, 0x115f), ...range(0xa960, 0xa97c)];
		const vowels = [...range(0x1160, 0x11a7), ...range(0xd7b0, 0xd7c6)];
		const tails = [...range(0x11a8, 0x11ff), ...range(0xd7cb, 0xd7fb)];
		const some = (list: string[]) => list.filter((_, at) => at % 17 === 0);
		const syllables = pairs(some(leads), pairs(some(vowels), some(tails)));
		const stacks = [...pairs(leads, some(leads)), ...pairs(vowels, some(vowels)), ...pairs(tails, some(tails))];
		return [
			...pairs(leads, vowels),
			...pairs(vowels, tails),
			...pairs(["가", "힣", "ㅏ", "ﾡ"], tails),
			...syllables,
			...stacks,
		];
	},
	"half-width forms": () => pairs(range(0xff61, 0xffdc), ["ﾞ", "ﾟ", "ﾞﾞﾟ", "\u3099", "ｱ", "！", "\u0301ﾞ", "\u0301ｱ"]),
	marks: () => {
		const marks = codePoints(/^\p{M}$/u);
		const stacks = Array.from({ length: 40 }, (_, at) => `a${marks.slice(at * 13, at * 14 + 1).join("")}`);
		return [...pairs(["a", "中", " ", "👍", "가", "\u0301"], marks), ...pairs(marks, ["a", "中", "👍"]), ...stacks];
	},
	"what has no width": () => {
		const ignored = codePoints(/^[\p{Default_Ignorable_Code_Point}\p{Cf}]$/v).filter((char) => char < "\u{e01f0}");
		const prepended = [..."؀؁؂؃؄؅۝܏࢐࢑࣢\u{110bd}\u{110cd}\u{111c2}\u{111c3}\u0d4e\u{11d46}"];
		const neighbors = ["a", "1", "中", "👍", "ﾞ", "ำ", "क", "\u0301", "ा", "🇩", "\u{1f3fb}", ZWJ, VS16, "\r\n", "\t"];
		return [...pairs(ignored, neighbors), ...pairs(neighbors, ignored), ...pairs(prepended, neighbors)];
	},
};

test("every code point fits into the columns that are asked for", () => {
	const all = codePoints(/^\P{Cn}$/u);
	assert.ok(all.length > 280_000);
	assertRepeatedFit(all, 3, 2);
	// The three largest groups are left out below, because their members are all alike.
	const others = all.filter((char) => !/[\p{Co}\p{Unified_Ideograph}가-힣]/v.test(char));
	for (const columns of [1, 5]) assertRepeatedFit(others, 7, columns);
	for (let at = 0; at < others.length; at += 500) {
		const options = others.slice(at, at + 500).map((char) => ({ label: `${char.repeat(5)}-` }));
		const questionnaire = new Questionnaire(settings, { questions: [{ prompt: "?", options }] });
		const form = new Form(questionnaire, {} as BoundKeys);
		form.resize(13, 9000, 0, 0, 0);
		assertFit(form.view(palette, 0, 0, ""), 13);
		form.free();
		questionnaire.free();
	}
});

/** The clusters of each kind, made once for two tests. */
const clusters = Object.entries(families).map(([name, texts]) => [name, once(texts)] as const);

for (const [name, texts] of clusters) {
	test(`every cluster fits: ${name}`, () => {
		for (const columns of [1, 2, 5]) assertRepeatedFit(texts(), 3, columns);
	});
}

test("any mix of these fits", () => {
	const one = (texts: string[]) => fc.nat(texts.length - 1).map((at) => texts[at] ?? "");
	const ascii = fc.constantFrom("a", "word ", " ", "\n", "-", "\x1b[31m", "\x1b]8;;x\x07", "\x9b1m", "\t", "\u202e");
	const addresses = fc.constantFrom("https://a.example/b", "http://a", "mailto:a@b", "](https://c;d)", "://", "?x=");
	const atom = fc.oneof(
		addresses,
		...clusters.map(([, texts]) => one(texts())),
		ascii,
		fc.string({ unit: "binary", maxLength: 2 }),
	);
	const anyText = fc.array(atom, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));
	const texts = fc.array(anyText, { minLength: 1, maxLength: 4 });
	const property = fc.property(texts, fc.integer({ min: 1, max: 39 }), (texts, columns) => {
		assertFit(paragraphs(texts, columns), columns);
	});
	fc.assert(property, { numRuns: 1000 });
});

test("a link changes nothing but that it is one", () => {
	const address = `https://a.example/${"b".repeat(60)};c?d=\\e`;
	const prompt = `# ${address}\n\n**[x](${address}) y**\n\n> \`${address}\`\n\n| a | ${address} |\n|---|---|\n| b | c |`;
	const preview = `${prompt}\n\n\`\`\`ts\n// ${address}\n\`\`\``;
	const option = { label: address, description: address, preview };
	const questionnaire = new Questionnaire(settings, { questions: [{ prompt, options: [option, "b"] }] });
	const draw = (palette: Palette, columns: number, isZoomed: boolean) => {
		const form = new Form(questionnaire, {} as BoundKeys);
		form.resize(columns, 200, 0, 0, 0);
		if (isZoomed) form.press("Zoom", 0);
		return using(form, () => form.view(palette, 0, 0, ""));
	};
	for (const columns of [130, 90, 40, 12, 3]) {
		for (const isZoomed of [false, true]) {
			const linked = draw(palette, columns, isZoomed);
			assert.match(linked, links);
			assert.equal(linked.replaceAll(links, ""), draw(plain, columns, isZoomed));
		}
	}
	questionnaire.free();
});

test("text that people write fills its lines", () => {
	const scripts = ["Latin", "Greek", "Cyrillic", "Han", "Hiragana", "Katakana", "Hangul", "Hebrew", "Armenian"];
	const letters = scripts.map((script) => new RegExp(`^(?=\\p{L})\\p{Script=${script}}$`, "v"));
	const symbols = /^[!-~\u2190-\u21ff\u2500-\u259f\u2010-\u2026、-〃「-】]$/u;
	// Letters that join the preceding one cannot be repeated in a row.
	const joining = /[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\uff9e-\uff9f]/u;
	const isWritten = (text: string) => !joining.test(text) && text !== "|" && visibleWidth(text) > 0;
	const written = [...letters, symbols].flatMap(codePoints).filter(isWritten);
	// Lone skin tones join each other. Sequences with a variation selector in the middle add up to more than the two
	// columns that pi gives to those of them that Unicode recommends; of those the core knows the common four only.
	const isOdd = /^[\u{1f3fb}-\u{1f3ff}]$|.\u200d.\ufe0f\u200d/u;
	written.push(...rgiEmoji().filter((emoji) => !isOdd.test(emoji)));
	for (const columns of [2, 5, 12]) {
		// A paragraph of each that is longer than a line, told apart by a line of its own.
		const painted = paragraphs(
			written.map((text) => `${text.repeat(columns + 1)}\n|`),
			columns,
		).replaceAll(paletteCodes, "");
		const paragraphStarts = painted.split("\n|").map((paragraph) => paragraph.trimStart().split("\n")[0] ?? "");
		const short = written.filter((text, at) => {
			const width = visibleWidth(text);
			return visibleWidth(paragraphStarts[at] ?? "") !== Math.floor(columns / width) * width;
		});
		const examples = short.slice(0, 20).map(hex);
		assert.deepEqual(examples, [], `${short.length} of ${written.length} break too early in ${columns} columns`);
	}
});
