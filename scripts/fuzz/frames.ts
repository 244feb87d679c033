/** Frames of forms with any texts, in terminals of any size, while a user does anything. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Command, type Form, type Target, useCore, using, type Waiter } from "../../extension/core/core.ts";
import { type Counter, repeat } from "./repeat.ts";
import { assertFit, Drawn, host, palette, withSettings } from "./subject.ts";
import { seen, text } from "./values.ts";

/** Time between two events, after which all keys apply. */
const SLOW_MS = 1_000;

const maybe = <T>(value: fc.Arbitrary<T>, freq = 2) => fc.option(value, { nil: undefined, freq });

const option = fc.record({ label: seen, value: text, description: text, preview: text }, { requiredKeys: ["label"] });
const common = { prompt: seen, label: text, customLabel: text, placeholder: text, allowCustom: fc.boolean() };
const flags = { allowEmpty: fc.boolean(), secret: fc.boolean() };
const defaults = { defaultValue: text, recommended: fc.constantFrom("0", "1", "9") };
const question = fc.record(
	{
		...common,
		...flags,
		...defaults,
		mode: fc.constantFrom("single", "multi"),
		options: fc.array(option, { minLength: 1, maxLength: 20, size: "medium" }),
	},
	{ requiredKeys: ["prompt", "mode", "options"] },
);
const input = fc.record({ ...common, ...flags, defaultValue: text }, { requiredKeys: ["prompt"] });
const args = fc.record(
	{
		title: text,
		message: text,
		questions: fc.array(fc.oneof({ weight: 4, arbitrary: question }, input), { minLength: 1, maxLength: 5 }),
	},
	{ requiredKeys: ["questions"] },
);
const settings = fc.record(
	{
		locale: fc.constantFrom("de", "en", "es", "fr", "ja", "ko", "pt", "ru", "uk", "zh"),
		customLabel: text,
		softLimit: fc.constantFrom(12, 2000),
		maxHeight: fc.integer({ min: 1, max: 100 }),
		alwaysOfferCustom: fc.boolean(),
	},
	{ requiredKeys: [] },
);
const subagent = fc.record({ name: text, task: text, cwd: text, pid: fc.nat() });

const moves: Command[] = [
	"CursorUp",
	"CursorDown",
	"PageUp",
	"PageDown",
	"First",
	"Last",
	"PrevTab",
	"NextTab",
	"Cancel",
];
const others: Command[] = [
	..."Toggle ToggleAll Edit Yes No Note Discuss DiscussText Undo Redo Zoom ReadUp ReadDown".split(" "),
	..."PreviewUp PreviewDown External Help Fold Leave Later Queue".split(" "),
] as Command[];

const target: fc.Arbitrary<Target> = fc.oneof(
	fc.nat(24).map((item) => ({ item })),
	fc.nat(6).map((tab) => ({ tab })),
	fc.constantFrom("prompt" as const, "preview" as const, "nothing" as const),
);
const place = fc.record({ row: fc.nat(80), column: fc.nat(200) });
const size = fc.record({
	columns: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 200 })),
	rows: fc.oneof(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 80 })),
	taken: fc.oneof(fc.constant(0), fc.nat(30)),
});
const mouse = fc.constantFrom("click" as const, "up" as const, "down" as const);

/** What happens while a form is open. */
const event = fc.oneof(
	{ weight: 12, arbitrary: fc.record({ press: fc.constantFrom(...moves) }) },
	{ weight: 8, arbitrary: fc.record({ press: fc.constantFrom(...others) }) },
	{ weight: 3, arbitrary: fc.record({ press: fc.constantFrom<Command>("Confirm", "Toggle") }) },
	{ weight: 4, arbitrary: fc.record({ digit: fc.oneof(fc.constant(0), fc.nat(21)) }) },
	{ weight: 6, arbitrary: fc.record({ write: fc.oneof(text, fc.constantFrom("a", "Wh", "no such word")) }) },
	{ weight: 3, arbitrary: fc.record({ submit: text }) },
	{ weight: 3, arbitrary: fc.record({ mouse, at: fc.oneof(target, place) }) },
	{ weight: 8, arbitrary: fc.record({ size }) },
	{ weight: 3, arbitrary: fc.record({ editor: fc.integer({ min: 1, max: 30 }), cursor: fc.nat(29) }) },
	{ weight: 1, arbitrary: fc.record({ attach: text }) },
	{ weight: 1, arbitrary: fc.record({ unreadable: text }) },
	{ weight: 1, arbitrary: fc.record({ waiting: fc.nat(20) }) },
	{ weight: 1, arbitrary: fc.record({ end: fc.oneof(fc.constant(undefined), text) }) },
);
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

/** Returns this many questions that wait. */
function waiters(count: number): Waiter[] {
	return Array.from({ length: count }, (_, ticket) => ({ ticket, about: "Which?", since: "12:00" }));
}

function happen(form: Form, drawn: Drawn, event: Event, now: number): void {
	if ("press" in event) form.press(event.press, now);
	else if ("digit" in event) form.type(String(event.digit), now);
	else if ("write" in event) {
		if (form.textName === "") form.type("", now);
		form.write(event.write, now);
	} else if ("submit" in event) form.submit(event.submit, now);
	else if ("size" in event) drawn.resize(event.size.columns, event.size.rows, event.size.taken);
	else if ("editor" in event) drawn.grow(event.editor, event.cursor % event.editor);
	else if ("attach" in event) {
		form.attach(event.attach, now);
		const marker = form.marker(event.attach);
		if (marker !== undefined) form.write(`${form.text}${marker}`, now);
	} else if ("unreadable" in event) form.unreadable(event.unreadable, now);
	else if ("waiting" in event) form.setWaiting(waiters(event.waiting), now);
	else if ("end" in event) form.end(event.end === undefined ? "abort" : "fail", event.end);
	else {
		const { at } = event;
		const target = typeof at === "object" && "row" in at ? form.target(at.row, at.column) : at;
		if (event.mouse === "click") form.click(target, now);
		else form.wheel(target, event.mouse === "up", now);
	}
}

/** The keys that the user has set: hints show their names. */
const keys = fc.array(
	fc.tuple(
		fc.constantFrom(
			...useCore()
				.bindings()
				.map(({ id }) => id),
		),
		fc.array(text, { maxLength: 2 }),
	),
	{
		maxLength: 3,
	},
);

const one = fc.record({
	args,
	settings,
	keys,
	subagent: maybe(subagent, 4),
	guarded: fc.boolean(),
	events: fc.array(event, { maxLength: 40, size: "medium" }),
});

/** Draws forms until so many frames are measured. */
export async function frames(counter: Counter, most: number, seed: number): Promise<void> {
	await repeat(one, counter, most, seed, ({ args, settings, keys, subagent, guarded, events }) =>
		withSettings(JSON.stringify(settings), (settings) => {
			const { callView, Form, Questionnaire, resultView } = useCore();
			const questionnaire = new Questionnaire(settings, args);
			using(questionnaire, () => {
				assert.equal(questionnaire.refusal(host), undefined);
				if (subagent) questionnaire.askFor(subagent);
				const form = new Form(questionnaire, { user: Object.fromEntries(keys), host: {} });
				using(form, () => {
					if (guarded) form.guard(false);
					const drawn = new Drawn(form);
					let columns = 80;
					for (const [at, event] of events.entries()) {
						if ("size" in event) ({ columns } = event.size);
						happen(form, drawn, event, at * SLOW_MS);
						drawn.draw();
						form.painted(at * SLOW_MS);
						counter.count++;
					}
					assertFit(callView(palette(), settings, args, columns).split("\n"), columns);
					counter.count++;
					const result = form.result(host);
					if (!result) return;
					for (const isExpanded of [false, true]) {
						const { details, content } = result;
						assertFit(resultView(palette(), settings, details, content, isExpanded, columns).split("\n"), columns);
						counter.count++;
					}
				});
			});
		}),
	);
}
