/** Arguments of any shape: they are asked or refused, and mean the same once they are prepared for pi. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Questionnaire, type Settings, useCore, using } from "../../extension/core/core.ts";
import { type Counter, repeat } from "./repeat.ts";
import { assertAskedOrRefused, assertFit, dialects, host, palette, withSettings } from "./subject.ts";
import { hostile, json, text } from "./values.ts";

const names = [
	..."title questions metadata id label header prompt question message mode type multi multiSelect options".split(" "),
	..."suggestions choices allowCustom custom customLabel allowEmpty defaultValue defaultValues recommended".split(" "),
	..."isMulti maxSelections details answers problems remarks arguments secret value description preview".split(" "),
];
const leaf = fc.oneof(
	text,
	fc.constantFrom("a", "A (Recommended)", "single", "multi", "input", "true", " ", '["a"]', '{"label": "b"}'),
	fc.constantFrom<unknown>(-1, 0, 1, 2, 1.5, true, false, null, undefined, Number.NaN, Number.POSITIVE_INFINITY),
);
const named = fc.letrec((tie) => ({
	value: fc.oneof({ maxDepth: 5 }, leaf, fc.array(tie("value"), { maxLength: 3 }), tie("object")),
	object: fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, text), tie("value"), {
		maxKeys: 7,
	}),
}));
const whole = {
	title: "T",
	message: "M",
	questions: [
		{
			id: "a",
			label: "L",
			prompt: "Which?",
			mode: "multi",
			options: [{ label: "A", value: "a", description: "d", preview: "p" }, "B"],
			defaultValues: ["a"],
			recommended: "a",
		},
		{ id: "b", prompt: "Name?", defaultValue: "x", allowEmpty: true, placeholder: "y", secret: false },
	],
	metadata: { k: [1] },
};
/** A call with changed parts: an object, if its text can still be read, or that text. */
const mutated = hostile(whole).map((text): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
});
const anything = fc.anything({
	withBigInt: true,
	withDate: true,
	withMap: true,
	withNullPrototype: true,
	withSet: true,
});
const args: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 2, arbitrary: anything },
	{ weight: 1, arbitrary: json },
	{ weight: 3, arbitrary: named.value },
	{ weight: 3, arbitrary: fc.record({ questions: fc.array(named.object, { maxLength: 3 }) }) },
	{ weight: 3, arbitrary: mutated },
);

/** Returns what would be asked, or why nothing is. */
function told(questionnaire: Questionnaire): unknown {
	const refusal = questionnaire.refusal(host);
	if (refusal) return refusal.content;
	return using(new (useCore().Dialogs)(questionnaire, false, true), (dialogs) => dialogs.request("r"));
}

function check(settings: Settings, args: unknown): void {
	const { callView, prepareArguments, Questionnaire } = useCore();
	const asked = using(new Questionnaire(settings, args), (questionnaire) => {
		assertAskedOrRefused(questionnaire);
		return told(questionnaire);
	});
	const prepared = prepareArguments(settings, args);
	// What cannot be prepared is refused.
	if (prepared === undefined) assert.equal(typeof asked, "string");
	else assert.deepEqual(using(new Questionnaire(settings, prepared), told), asked);
	assertFit(callView(palette(), settings, args, 30).split("\n"), 30);
}

/** Sends so many calls, in each dialect. */
export async function calls(counter: Counter, most: number, seed: number): Promise<void> {
	await repeat(args, counter, most, seed, (args) => {
		for (const dialect of dialects) withSettings("{}", (settings) => check(settings, args), dialect);
		counter.count++;
	});
}
