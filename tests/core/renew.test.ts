/** Instances of the module: what `renew` does to objects of the one before, and what is freed. */
import assert from "node:assert/strict";
import test from "node:test";
import { recordOf } from "../../extension/core/core.ts";
import { Form, Questionnaire, renew, Settings, start } from "../../pkg/question.js";
import { breakCore, wasmMemory } from "../harness/core.ts";

wasmMemory();

const keys = { commands: {}, own: {}, submit: [], newLine: [], external: [] };

function openForm(): Form {
	const settings = new Settings([["question.json", "{}"]], "C");
	const questionnaire = new Questionnaire(settings, { questions: [{ prompt: "?", options: [{ label: "a" }] }] });
	const form = new Form(questionnaire, keys);
	questionnaire.free();
	settings.free();
	return form;
}

function answered(form: Form): string | string[] | undefined {
	assert.equal(form.digit(1, 0), "Finish");
	const result = form.result({ mode: "tui" });
	return result && recordOf(result).answers[0]?.value;
}

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
		assert.throws(() => old.result({ mode: "tui" }));
		assert.throws(() => old.write("text ".repeat(1000), 0));
		assert.equal(answered(form), "a");
		assert.equal(answered(openForm()), "a");
		form.free();
		assert.throws(() => form.press("Confirm", 0));
	}
});
