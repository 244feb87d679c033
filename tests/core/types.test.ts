/**
 * The declarations of pkg/question.d.ts, which `tsc` checks here, and uses of the module that only JavaScript can make: freed
 * objects, and objects of an earlier instance.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { recordOf } from "../../extension/core/core.ts";
import {
	type Answer,
	type Binding,
	type BoundKeys,
	bindings,
	type Command,
	type Details,
	type Dialect,
	type Focus,
	Form,
	type Host,
	type Mode,
	type MultiAnswer,
	type Notify,
	type Outcome,
	Questionnaire,
	type Request,
	type Role,
	renew,
	Settings,
	type Slot,
	type Step,
	start,
	type ToolResult,
} from "../../pkg/question.js";
import { breakCore, wasmMemory } from "../harness/core.ts";

wasmMemory();

const request: Request = { questions: [{ prompt: "?", options: [{ label: "a" }] }] };
const keys: BoundKeys = { commands: { CursorUp: ["up", "k"] }, own: {}, submit: [], newLine: [], external: [] };

// These constants do not compile after a change of the declared values or of the fields that are optional.
const isFinal: Record<Outcome, boolean> = {
	answered: true,
	cancelled: true,
	discuss: true,
	unavailable: false,
	invalid: false,
	aborted: false,
	failed: false,
	pending: false,
	connection_lost: true,
};
const host: Host = { mode: "tui" };
const dialects: Record<Dialect, true> = { question: true, AskUserQuestion: true, ask_user: true };
const notifications: Record<Notify, true> = { off: true, bell: true, terminal: true };
const modes: Record<Mode, true> = { single: true, multi: true, input: true };
const roles: Record<Role, true> = {
	text: true,
	prompt: true,
	strong: true,
	code: true,
	codeblock: true,
	title: true,
	link: true,
	quote: true,
	sign: true,
	muted: true,
	dim: true,
	key: true,
	accent: true,
	match: true,
	heading: true,
	success: true,
	warning: true,
	error: true,
	border: true,
	tab: true,
	tool: true,
};
const answer: Answer = { id: "q1", mode: "single", prompt: "?", value: "a", label: "a", wasCustom: true };
const several: MultiAnswer = {
	id: "q1",
	mode: "multi",
	prompt: "?",
	value: ["a", "mine"],
	label: ["a", "mine"],
	wasCustom: [false, true],
	index: [1, null],
	note: "why",
};
const details: Details = {
	questions: [],
	answers: [answer, several],
	cancelled: false,
	outcome: "answered",
	mode: "tui",
};
const slot: Slot = { row: 0, first: 0, rows: 0 };
// @ts-expect-error: a host has a mode
const noMode: Host = {};
// @ts-expect-error: a form ends in one of the outcomes
const noOutcome: Outcome = "pended";
// @ts-expect-error: an answer says whether it was typed
const noAnswer: Answer = { id: "q1", mode: "single", prompt: "?", value: "a", label: "a" };
// @ts-expect-error: of several answers each has a place for its index
const noNull: Answer = { ...several, index: [1, undefined] };
// @ts-expect-error: absent, not undefined
const noIndex: Answer = { ...answer, index: undefined };

function openForm(): Form {
	const settings = new Settings([["question.json", "{}"]], "C");
	const questionnaire = new Questionnaire(settings, request);
	const form = new Form(questionnaire, keys);
	questionnaire.free();
	settings.free();
	return form;
}

function answered(form: Form): string | string[] | undefined {
	assert.equal(form.digit(1, 0), "Finish" satisfies Step);
	const result: ToolResult | undefined = form.result(host);
	return result && recordOf(result).answers[0]?.value;
}

test("the declared values are there", () => {
	assert.ok(isFinal[details.outcome]);
	assert.deepEqual([slot.row, noMode.mode, noIndex.index, noAnswer.wasCustom], [0, undefined, undefined, undefined]);
	assert.ok(!(noOutcome in isFinal));
	assert.deepEqual(noNull.index, [1, undefined]);
	assert.ok(modes[answer.mode] && modes[several.mode] && roles.match);
	const own: Binding[] = bindings();
	const names = own.flatMap(({ command, id }): Array<Command | string> => [command, id]);
	assert.equal(new Set(names).size, 2 * own.length);
});

test("settings have what is declared", () => {
	const settings = new Settings([], "C");
	assert.ok(dialects[settings.dialect]);
	assert.ok(notifications[settings.notify]);
	assert.deepEqual([settings.problems, settings.accessible], [[], false]);
	for (const dialect of Object.keys(dialects))
		for (const notify of Object.keys(notifications)) {
			const read = new Settings([["question.json", JSON.stringify({ dialect, notify })]], "C");
			assert.deepEqual([read.dialect, read.notify, read.problems], [dialect, notify, []]);
		}
});

test("a form has what is declared, while it goes on", () => {
	const form = openForm();
	assert.equal(form.focus, "List" satisfies Focus);
	assert.deepEqual([form.slot, form.text, form.result(host)], [undefined, "", undefined]);
	assert.equal(form.press("Note", 1), "Edit");
	assert.equal(form.focus, "Editor" satisfies Focus);
	assert.equal(form.write("why", 2), "Redraw");
	assert.equal(form.text, "why");
	assert.equal(form.press("Cancel", 3), "Redraw");
	assert.equal(form.press("Filter", 4), "Edit");
	assert.equal(form.focus, "Line" satisfies Focus);
	assert.equal(form.press("Yes", 5), "Idle");
	form.free();
});

test("after renew() the next call starts the fresh instance, if it has no text to pass", () => {
	for (let times = 0; times < 3; times++) {
		const old = wasmMemory();
		breakCore();
		assert.throws(() => new Settings([], "C"));
		renew();
		start();
		assert.notEqual(wasmMemory(), old);
		assert.equal(answered(openForm()), "a");
	}
});

test("objects from before renew() throw, new ones work, and what was freed throws", () => {
	for (let times = 0; times < 3; times++) {
		const old = openForm();
		renew();
		start();
		const form = openForm();
		assert.throws(() => old.digit(1, 0));
		assert.throws(() => old.text);
		assert.throws(() => old.result(host));
		assert.throws(() => old.write("text ".repeat(1000), 0));
		assert.equal(answered(form), "a");
		assert.equal(answered(openForm()), "a");
		form.free();
		assert.throws(() => form.press("Confirm", 0));
	}
});
