/**
 * A question: its controls, its draft, and the answer in it.
 *
 * Never here: sending, the other questions of its call.
 */
import { element, newId } from "./dom.js";
import { nodesOf } from "./nodes.js";

/** @typedef {import("./drafts.js").Draft} Draft */
/** @typedef {import("../asked.js").Known} Known */
/** @typedef {import("../../../pkg/question.js").Question} Question */
/** @typedef {import("../../../pkg/question.js").QuestionOption} QuestionOption */

/** Returns what a question is called in a sentence. @param {Question} question */
export const nameOf = ({ label, prompt }) => label ?? prompt.trim().split("\n").at(-1) ?? "";

export class QuestionForm {
	/** Whether the person has entered anything. */
	isTouched;
	#question;
	/** @type {{ value: string, input: HTMLInputElement }[]} */
	#options = [];
	/** The choice of words of their own, where there are options beside. @type {HTMLInputElement | undefined} */
	#ownChoice;
	#own = element("textarea", { rows: 2, autocomplete: "off" });
	#note = element("textarea", { rows: 2, autocomplete: "off" });
	#problem = element("p", { id: newId(), className: "problem" });
	/** Whether no box is checked, and the person was told so. */
	#isNoneConfirmed = false;
	element;

	/**
	 * @param {Question} question
	 * @param {{ at: number, of: number, known: Known | undefined, draft: Draft | undefined }} context `at` is the place of the question, 0-based.
	 * @param {() => void} changed Called when the person has entered something.
	 */
	constructor(question, { at, of, known, draft }, changed) {
		this.#question = question;
		this.isTouched = draft !== undefined;
		const start = draft ?? startOf(question, known);
		const number = of > 1 ? element("span", { className: "number" }, `${at + 1}/${of} `) : undefined;
		const { label, prompt, secret, mode } = question;
		const context = label === undefined ? undefined : element("p", { id: newId() }, nodesOf(prompt));
		const described = [context?.id, this.#problem.id].filter(Boolean).join(" ");
		this.element = element(
			"fieldset",
			{ "aria-describedby": described },
			element("legend", {}, number, label === undefined ? nodesOf(prompt) : label),
			context,
			secret
				? element("p", { className: "hint" }, "Not secret: the session keeps your answer as plain text.")
				: undefined,
			...(mode === "input" ? this.#field() : this.#list(start)),
			this.#problem,
			this.#noteField(start.note),
		);
		this.#own.value = start.own;
		this.#own.placeholder = question.placeholder ?? "";
		this.#note.value = start.note;
		if (this.#ownChoice) this.#ownChoice.checked = start.isOwn;
		this.#showOwn();
		this.element.addEventListener("input", () => {
			this.isTouched = true;
			this.#isNoneConfirmed = false;
			this.show(undefined);
			this.#showOwn();
			changed();
		});
	}

	/** The field of a question that is answered in words. */
	#field() {
		this.#own.id = newId();
		const { allowEmpty } = this.#question;
		return [
			element("label", { htmlFor: this.#own.id }, allowEmpty ? "Your answer (optional)" : "Your answer"),
			this.#own,
		];
	}

	/** The options. @param {Draft} start */
	#list({ picked }) {
		const { options = [], mode, allowCustom, customLabel } = this.#question;
		const texts = picked.filter((value) => !options.some((option) => option.value === value));
		const all = [...options, ...texts.map((text) => ({ value: text, label: text }))];
		const type = mode === "multi" ? "checkbox" : "radio";
		const name = newId();
		const rows = all.map((option) => {
			const input = element("input", { type, name, id: newId(), value: option.value });
			input.checked = picked.includes(option.value);
			this.#options.push({ value: option.value, input });
			return this.#row(input, option);
		});
		if (!allowCustom) return rows;
		this.#ownChoice = element("input", { type, name, id: newId(), value: "" });
		this.#own.setAttribute("aria-label", "Your own answer");
		const own = element("label", { htmlFor: this.#ownChoice.id }, customLabel);
		return [...rows, element("div", { className: "option" }, this.#ownChoice, element("div", {}, own, this.#own))];
	}

	/** @param {HTMLInputElement} input @param {QuestionOption} option */
	#row(input, { label, description, preview, recommended, value }) {
		const { defaultValue, defaultValues } = this.#question;
		const isDefault = defaultValue === value || defaultValues?.includes(value);
		const marks = [recommended ? " (Recommended)" : "", isDefault ? " (default)" : ""].join("");
		const help =
			description === undefined ? undefined : element("p", { id: newId(), className: "hint" }, nodesOf(description));
		if (help) input.setAttribute("aria-describedby", help.id);
		const text = element(
			"label",
			{ htmlFor: input.id },
			nodesOf(label),
			marks && element("span", { className: "mark" }, marks),
		);
		const more =
			preview && element("details", {}, element("summary", {}, "Preview"), element("pre", {}, nodesOf(preview)));
		return element("div", { className: "option" }, input, element("div", {}, text, help, more || undefined));
	}

	/** @param {string} note */
	#noteField(note) {
		this.#note.setAttribute("aria-label", "A note on your answer");
		return element("details", { open: note !== "" }, element("summary", {}, "A note on your answer"), this.#note);
	}

	#showOwn() {
		if (this.#ownChoice) this.#own.hidden = !this.#ownChoice.checked;
	}

	get #isOwn() {
		return this.#ownChoice === undefined ? this.#question.mode === "input" : this.#ownChoice.checked;
	}

	get #picked() {
		return this.#options.filter(({ input }) => input.checked).map(({ value }) => value);
	}

	/** @returns {Draft} */
	get draft() {
		return { picked: this.#picked, isOwn: this.#isOwn, own: this.#own.value, note: this.#note.value };
	}

	/** Returns the answer as the server takes it: one that is incomplete with its note alone, or undefined. */
	get answer() {
		const note = this.#note.value.trim() === "" ? {} : { note: this.#note.value };
		const value = this.#value;
		if (value === undefined) return "note" in note ? { value: null, ...note } : undefined;
		// Words of their own may look like an option, or its number.
		const { options = [] } = this.#question;
		const isOption = (/** @type {string} */ one) => options.some((option) => option.value === one);
		const isOwn = (/** @type {string} */ one, /** @type {number} */ at) =>
			!isOption(one) || (this.#isOwn && at === this.#picked.length);
		const wasCustom = Array.isArray(value) ? value.map(isOwn) : this.#isOwn;
		if (options.length === 0 || ![wasCustom].flat().includes(true)) return "note" in note ? { value, ...note } : value;
		return { value, wasCustom, ...note };
	}

	/** @returns {string | string[] | undefined} */
	get #value() {
		const { mode, allowEmpty } = this.#question;
		const own = this.#isOwn ? this.#own.value : undefined;
		const isBlank = own === undefined || own.trim() === "";
		if (mode === "multi") {
			const all = isBlank ? this.#picked : [...this.#picked, own];
			return all.length > 0 || allowEmpty || this.#isNoneConfirmed ? all : undefined;
		}
		const [picked] = this.#picked;
		if (own === undefined) return picked;
		return isBlank && !allowEmpty ? undefined : own;
	}

	/** Returns what is missing before the answer can be sent. */
	check() {
		const { mode, atLeastOne } = this.#question;
		const isBlank = this.#isOwn && this.#own.value.trim() === "";
		if (isBlank && (mode === "multi" || this.#value === undefined)) return "Type your answer.";
		if (mode === "multi" && atLeastOne && this.#picked.length === 0 && !this.#isOwn) return "Check at least one.";
		if (this.#value !== undefined) return undefined;
		if (mode !== "multi") return "Choose an answer.";
		this.#isNoneConfirmed = true;
		return "Nothing checked yet. Submit again for none of these.";
	}

	/** Shows what is wrong with the answer. @param {string | undefined} problem */
	show(problem) {
		this.#problem.textContent = problem ?? "";
		for (const { input } of [...this.#options, { input: this.#own }]) {
			if (problem === undefined) input.removeAttribute("aria-invalid");
			else input.setAttribute("aria-invalid", "true");
		}
	}

	/** Puts the focus on what the person has to change. */
	focus() {
		const chosen = this.#isOwn ? this.#own : this.#options.find(({ input }) => input.checked)?.input;
		(chosen ?? this.#options[0]?.input ?? this.#own).focus();
	}

	/** Returns the texts that were entered. */
	get texts() {
		if (!this.isTouched) return [];
		const labels = (this.#question.options ?? []).filter(({ value }) => this.#picked.includes(value));
		const texts = [...labels.map(({ label }) => label), this.#own.value, this.#note.value];
		return texts.filter((text) => text.trim() !== "").map((text) => ({ name: nameOf(this.#question), text }));
	}
}

/** Returns what the controls begin with: the answer that is known, else the default. @param {Question} question @param {Known | undefined} known @returns {Draft} */
function startOf({ mode, options = [], defaultValue, defaultValues }, known) {
	const values = known
		? [known.value].flat()
		: (defaultValues ?? [defaultValue].filter((value) => value !== undefined));
	const own = mode === "multi" ? undefined : values.find((value) => !options.some((option) => option.value === value));
	return {
		picked: own === undefined ? values : [],
		isOwn: own !== undefined,
		own: own ?? "",
		note: known?.note ?? "",
	};
}
