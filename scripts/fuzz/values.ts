/** Texts, JSON values and bytes that are hard to show, or meant to do harm; and documents with such parts. */
import fc from "fast-check";

/** Pieces that are more than a character, that a terminal obeys, or that Markdown means. */
const pieces = [
	..."👩‍👩‍👧‍👦 👍🏽 🇩🇪 🇩 ☝️ 1️⃣ \u20e3 \ufe0f e\u0301\u0302 \u0301 \u200b \u200d \u00ad \u0e33 नि க்ஷ क्षत्रिय ﾀﾞ 가 \u1100\u1161 שלום مرحبا 日本語、 🧑‍🚀 🏴󠁧󠁢󠁥󠁮󠁧󠁿".split(
		" ",
	),
	..."\u202e \u2067 \u2028 \u2029 \ufeff \0 \x07 \b \x7f \x85 \x9b31m \x1b[2J \x1b]52;c;aGk=\x07 \x1b]8;;x\x1b\\ \x1b_Ga=T;x\x1b\\ \x1bc".split(
		" ",
	),
	..."** * ` ~~ # > - … | |-|-| <b> &amp; https://a.example/b [l](http://a.b/ mailto:a@b :// ? ?\n".split(" "),
	..."```ts\n|\n```\n|\n|\n\n|\r\n|\t|   |- [ ] |1. ".split("|"),
];

const piece = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom("a ", "word ", "Which one? ", "x", "longwordwithoutanyspaceinit", "1") },
	{ weight: 4, arbitrary: fc.constantFrom(...pieces) },
	fc.string({ unit: "grapheme", maxLength: 6 }),
	fc.string({ unit: "binary", maxLength: 3 }),
);

/** Any text. */
export const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(""));

/** A text with something to see in it. */
export const seen = text.map((text) => `${text}a`);

const number = fc.oneof(fc.integer({ min: -1, max: 30 }), fc.double(), fc.constantFrom(1e308, 2 ** 53, -0));
const leaf = fc.oneof(text, number, fc.boolean(), fc.constant(null));

/** Any value of JSON. */
export const json = fc.letrec((tie) => ({
	value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie("value"), { maxLength: 3 }), tie("object")),
	object: fc.dictionary(text, tie("value"), { maxKeys: 4 }),
})).value;

/** A change of a JSON document, at a part that is counted from its beginning. */
type Change = { at: number; value?: unknown; name?: string; removes?: boolean };

const change: fc.Arbitrary<Change> = fc.oneof(
	fc.record({ at: fc.nat(), value: leaf }),
	fc.record({ at: fc.nat(), value: json }),
	fc.record({ at: fc.nat(), name: text }),
	fc.record({ at: fc.nat(), removes: fc.constant(true) }),
);

/** Damage to bytes: some are cut out, others put in. */
type Damage = { at: number; cut: number; bytes: Uint8Array };

const bytes = fc.oneof(
	fc.uint8Array({ maxLength: 6 }),
	text.map((text) => new TextEncoder().encode(text)),
	fc
		.constantFrom(...'{ } [ ] " : , \\ \\u \\ud800 null 1e9999 {} [[]]'.split(" "))
		.map((text) => new TextEncoder().encode(text)),
);
const damage: fc.Arbitrary<Damage> = fc.record({ at: fc.nat(), cut: fc.nat(8), bytes });

/** The objects and lists of a document that hold a part, with the part's key. */
function places(document: unknown): Array<[holder: Record<string, unknown>, key: string]> {
	if (typeof document !== "object" || document === null) return [];
	const holder = document as Record<string, unknown>;
	return Object.keys(holder).flatMap((key) => [[holder, key] as [typeof holder, string], ...places(holder[key])]);
}

function changed(document: unknown, { at, value, name, removes }: Change): void {
	const all = places(document);
	const [holder, key] = all[at % Math.max(1, all.length)] ?? [];
	if (!holder || key === undefined) return;
	if (name !== undefined && !Array.isArray(holder)) {
		holder[name] = holder[key];
		delete holder[key];
	} else if (removes && Array.isArray(holder)) holder.splice(Number(key), 1);
	else if (removes) delete holder[key];
	else holder[key] = value;
}

/** Returns what a reader of these bytes gets. */
function damaged(text: string, damages: Damage[]): string {
	let all = Buffer.from(text);
	for (const { at, cut, bytes } of damages) {
		const from = at % (all.length + 1);
		all = Buffer.concat([all.subarray(0, from), bytes, all.subarray(from + cut)]);
	}
	return all.toString();
}

/** The text of a JSON document with hostile fields, names and bytes in it. */
export function hostile(document: unknown): fc.Arbitrary<string> {
	const changes = fc.array(change, { maxLength: 4 });
	const damages = fc.oneof({ weight: 3, arbitrary: fc.constant<Damage[]>([]) }, fc.array(damage, { maxLength: 3 }));
	return fc.tuple(changes, damages).map(([changes, damages]) => {
		const own: unknown = structuredClone(document);
		for (const change of changes) changed(own, change);
		return damaged(JSON.stringify(own), damages);
	});
}
