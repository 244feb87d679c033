/**
 * The declarations of pkg/question.d.ts as TypeScript reads them, which `tsc` checks, and what only JavaScript can do to
 * the module: free its objects, and renew it under them.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import {
	type Answer,
	Command,
	type Details,
	Form,
	type Host,
	initSync,
	type Keys,
	type Outcome,
	Questionnaire,
	type Request,
	renew,
	type Slot,
	Step,
	type ToolResult,
} from "../pkg/question.js";

initSync({ module: readFileSync(new URL("../pkg/question_bg.wasm", import.meta.url)) });

const request: Request = { questions: [{ prompt: "?", options: [{ label: "a" }] }] };
const keys: Keys = {
	cursorUp: "",
	cursorDown: "",
	prevTab: "",
	nextTab: "",
	confirm: "",
	cancel: "",
	submit: "",
	newLine: "",
};

// A new outcome, or a field that became optional, fails to compile here.
const isFinal: Record<Outcome, boolean> = {
	answered: true,
	cancelled: true,
	unavailable: false,
	invalid: false,
	aborted: false,
	failed: false,
};
const host: Host = { mode: "tui" };
const answer: Answer = { id: "q1", mode: "single", prompt: "?", value: "a", label: "a", wasCustom: true };
const details: Details = { questions: [], answers: [answer], cancelled: false, outcome: "answered", mode: "tui" };
const slot: Slot = { row: 0, first: 0, rows: 0 };
// @ts-expect-error: a host has a mode
const noMode: Host = {};
// @ts-expect-error: a form ends in one of the outcomes
const noOutcome: Outcome = "pended";
// @ts-expect-error: an answer says whether it was typed
const noAnswer: Answer = { id: "q1", mode: "single", prompt: "?", value: "a", label: "a" };
// @ts-expect-error: absent, not undefined
const noIndex: Answer = { ...answer, index: undefined };

function openForm(): Form {
	const questionnaire = new Questionnaire(request);
	const form = new Form(questionnaire, keys);
	questionnaire.free();
	return form;
}

function answered(form: Form): string | undefined {
	assert.equal(form.update(Command.Digit, "1"), Step.Finish);
	const result: ToolResult | undefined = form.result(host);
	return result?.details.answers[0]?.value;
}

test("the declared values are there", () => {
	assert.ok(isFinal[details.outcome]);
	assert.deepEqual([slot.row, noMode.mode, noIndex.index, noAnswer.wasCustom], [0, undefined, undefined, undefined]);
	assert.ok(!(noOutcome in isFinal));
	const names = Object.keys(Command).filter((name) => Number.isNaN(Number(name)));
	assert.equal(new Set(names.map((name) => Command[name as keyof typeof Command])).size, names.length);
});

test("objects from before renew() throw, new ones work, and what was freed throws", () => {
	for (let times = 0; times < 3; times++) {
		const old = openForm();
		renew();
		const form = openForm();
		assert.throws(() => old.update(Command.Digit, "1"));
		assert.throws(() => old.draft);
		assert.throws(() => old.result(host));
		assert.throws(() => old.update(Command.Draft, "text ".repeat(1000)));
		assert.equal(answered(form), "a");
		assert.equal(answered(openForm()), "a");
		form.free();
		assert.throws(() => form.update(Command.Confirm));
	}
});
