/**
 * Through the boundary: a result holds exactly what the person has decided. A book, which knows the questions and what was
 * done, says what that is. `PROPTEST_CASES` sets the number of cases.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { recordOf, useCore } from "../../extension/core/core.ts";
import { Form, Questionnaire, Settings, type ToolResult } from "../../pkg/question.js";
import { fc } from "../harness/cases.ts";

const labels = ["a", "b", "c"];

interface Asked {
	mode: "single" | "multi" | "input";
	/** Names of options, or a text. */
	defaults: string[];
	recommended: string | undefined;
}

/** What is done with a question, beginning on its tab and ending outside its editor. */
type Deed =
	| { kind: "visit" }
	| { kind: "choose"; option: number }
	| { kind: "confirm" }
	| { kind: "draft" | "submit" | "note"; text: string };

const asked: fc.Arbitrary<Asked> = fc.record({
	mode: fc.constantFrom("single", "multi", "input"),
	defaults: fc.oneof(fc.constant<string[]>([]), fc.subarray(labels, { minLength: 1 }), fc.constant<string[]>(["mine"])),
	recommended: fc.option(fc.constantFrom(...labels), { nil: undefined }),
});
const text = fc.constantFrom("", " ", "please not", "a", "mine");
const deed: fc.Arbitrary<Deed> = fc.oneof(
	fc.constant<Deed>({ kind: "visit" }),
	fc.record({ kind: fc.constant("choose" as const), option: fc.integer({ min: 0, max: 2 }) }),
	fc.constant<Deed>({ kind: "confirm" }),
	fc.record({ kind: fc.constantFrom("draft" as const, "submit" as const, "note" as const), text }),
);
const ending = fc.constantFrom(
	"abort" as const,
	"fail" as const,
	"talk" as const,
	"send" as const,
	"submit" as const,
	"keep" as const,
);

/** What was decided for a question: the answer that has to come back, and the default that Submit would confirm. */
class Entry {
	answer: string | undefined;
	readonly checked = new Set<string>();
	readonly typed: string[] = [];
	readonly proposed: Set<string>;
	isNone = false;
	readonly prefill: string;
	draft: string;

	/** Whether the answer is a text. */
	#isText = false;
	readonly asked: Asked;

	constructor(asked: Asked) {
		this.asked = asked;
		const { mode, defaults } = asked;
		const names = mode === "multi" ? defaults : defaults.slice(0, 1);
		const isOption = (name: string) => mode !== "input" && labels.includes(name);
		this.proposed = new Set(names.filter(isOption));
		this.prefill = names.filter((name) => !isOption(name)).join(", ");
		this.draft = this.prefill;
	}

	do(deed: Deed): void {
		const { mode } = this.asked;
		if (deed.kind === "choose" && mode !== "input") {
			const label = labels[deed.option] ?? "";
			if (mode === "single") {
				this.answer = label;
				this.#isText = false;
			} else {
				this.isNone = false;
				if (!this.proposed.delete(label) && !this.checked.delete(label)) this.checked.add(label);
			}
		}
		if (deed.kind === "confirm" && mode === "multi") this.#confirm();
		if (deed.kind === "draft" || deed.kind === "submit") {
			const isErased = deed.text === "" && this.draft !== "";
			// With blanks alone over an untouched default beside a list, it is as if nothing had been typed.
			const isDefault = mode !== "input" && this.draft === this.prefill && this.answer === undefined;
			const isUntouched = deed.text.trim() === "" && isDefault;
			// A text that is opened again and not changed stays words, whatever it names.
			const isOpenedAgain = this.draft === deed.text;
			if (!isUntouched) this.draft = deed.text;
			if (deed.kind === "submit" && deed.text.trim() !== "") this.#say(deed.text, isOpenedAgain);
			else if (deed.text.trim() === "" && this.#isText) this.answer = undefined;
			// Enter on the empty row of a list of boxes goes on, if one is checked.
			else if (deed.kind === "submit" && mode === "multi" && this.hasChecked && !isErased) this.#confirm();
		}
	}

	/** Chooses an option by its name. */
	#name(label: string): void {
		this.draft = "";
		this.isNone = false;
		if (this.asked.mode === "single") {
			this.answer = label;
			this.#isText = false;
		} else {
			this.proposed.delete(label);
			this.checked.add(label);
		}
	}

	#say(text: string, isOpenedAgain: boolean): void {
		if (!isOpenedAgain && this.asked.mode !== "input" && labels.includes(text)) {
			this.#name(text);
			return;
		}
		if (this.asked.mode !== "multi") {
			this.answer = text;
			this.#isText = true;
			return;
		}
		this.draft = "";
		this.isNone = false;
		if (!this.typed.includes(text)) this.typed.push(text);
	}

	#confirm(): void {
		for (const label of this.proposed) this.checked.add(label);
		this.proposed.clear();
		this.isNone = !this.hasChecked;
	}

	get hasChecked(): boolean {
		return this.checked.size + this.typed.length + this.proposed.size > 0;
	}

	/** Submit on the review, which decides nothing for a question that is open. */
	submit(): void {
		if (this.asked.mode === "multi") {
			if (this.proposed.size > 0) this.#confirm();
		} else if (this.answer === undefined && this.draft.trim() === this.prefill.trim()) {
			const [option] = this.proposed;
			this.answer = option ?? (this.prefill === "" ? undefined : this.prefill);
		}
	}

	get value(): string | string[] | undefined {
		if (this.asked.mode !== "multi") return this.answer;
		// Boxes are an answer as a whole.
		if (this.proposed.size > 0) return undefined;
		const all = [...labels.filter((label) => this.checked.has(label)), ...this.typed];
		return all.length > 0 || this.isNone ? all : undefined;
	}
}

let time = 0;
/** Returns a time so long after the last one that no quiet period holds anything back. */
const now = () => {
	time += 1_000;
	return time;
};

/** Does to a form what a deed says. */
function act(form: Form, at: number, deed: Deed, { asked: { mode }, hasChecked }: Entry): void {
	const close = () => form.focus === "Editor" && form.press("Cancel", now());
	const confirm = () => form.press("Confirm", now());
	form.click({ tab: at }, now());
	close();
	form.drawn();
	switch (deed.kind) {
		case "choose":
			// On the row for words a digit is text.
			form.press("First", now());
			form.type(String(deed.option + 1), now());
			break;
		case "confirm":
			if (mode !== "multi") return;
			form.press("First", now());
			confirm();
			// An answer without a checked box is confirmed twice.
			if (!hasChecked) confirm();
			break;
		case "note":
			form.press("Note", now());
			form.submit(deed.text, now());
			break;
		case "draft":
		case "submit":
			// On the row for words, a digit is text.
			form.press("First", now());
			if (mode === "input") confirm();
			else form.type("0", now());
			assert.equal(form.focus, "Editor");
			if (form.text !== deed.text) form.write(deed.text, now());
			// Erasing the text beside a list closes its editor.
			form.drawn();
			if (deed.kind === "submit" && form.focus === "Editor") form.submit(deed.text, now());
			break;
	}
	close();
}

test("a result holds exactly what was decided", () => {
	useCore();
	const settings = new Settings([], "C");
	const property = fc.property(
		fc.array(asked, { minLength: 2, maxLength: 4 }),
		fc.array(fc.tuple(fc.nat(3), deed), { maxLength: 12 }),
		ending,
		(questions, deeds, how) => {
			const args = questions.map(({ mode, defaults, recommended }, at) => ({
				prompt: `Question ${at}?`,
				mode,
				...(mode !== "input" && { options: labels.map((label) => ({ label })), recommended }),
				...(mode === "multi" ? { defaultValues: defaults } : { defaultValue: defaults[0] }),
			}));
			const form = new Form(new Questionnaire(settings, { questions: JSON.parse(JSON.stringify(args)) }), {
				user: {},
				host: {},
			});
			const book = questions.map((question) => new Entry(question));
			for (const [number, deed] of deeds) {
				const at = number % questions.length;
				const entry = book[at];
				assert.ok(entry);
				act(form, at, deed, entry);
				entry.do(deed);
			}
			const review = { tab: questions.length };
			form.click(review, now());
			form.drawn();
			switch (how) {
				case "abort":
					form.abort();
					break;
				case "fail":
					form.fail("trap");
					break;
				case "talk":
					form.press("Discuss", now());
					form.submit("why?", now());
					break;
				case "send":
					form.press("Leave", now());
					form.drawn();
					form.press("CursorDown", now());
					form.press("Confirm", now());
					break;
				case "submit":
					// Confirms each default that the review lists. With open questions it asks first.
					form.drawn();
					form.press("Confirm", now());
					form.drawn();
					if (!form.result({ mode: "tui" })) form.press("Confirm", now());
					for (const entry of book) entry.submit();
					break;
				case "keep":
					form.press("Leave", now());
					form.drawn();
					form.press("Leave", now());
			}
			const result = form.result({ mode: "tui" }) as ToolResult;
			const { answers, unsentAnswers = [] } = recordOf(result);
			if (how === "keep") assert.deepEqual(answers, []);
			const values = new Map((how === "keep" ? unsentAnswers : answers).map(({ id, value }) => [id, value]));
			const decided = book.flatMap(({ value }, at) => (value === undefined ? [] : [[`q${at + 1}`, value] as const]));
			assert.deepEqual(values, new Map(decided));
			for (const { wasCustom, value, id } of recordOf(result).answers) {
				const { prefill } = book[Number(id.slice(1)) - 1] ?? {};
				for (const [nth, own] of [value].flat().entries())
					if ([wasCustom].flat()[nth]) assert.notEqual(own, prefill, "what the model wrote is not told as typed");
			}
			form.free();
		},
	);
	fc.assert(property, { numRuns: Number(process.env.PROPTEST_CASES ?? 2000) });
});
