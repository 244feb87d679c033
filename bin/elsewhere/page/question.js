/**
 * A question: its controls, its draft, and the answer in it.
 *
 * Never here: sending, the other questions of its call.
 */
import { watched } from "./boxes.js";
import { element, newId } from "./dom.js";
import { blocksOf, inlineOf, isSeen, rowsOf, textOf } from "./nodes.js";

/** @typedef {import("./drafts.js").Draft} Draft */
/** @typedef {import("../../../pkg/question.js").WebQuestion} Question */
/** @typedef {import("../../../pkg/question.js").WebOption} Option */
/** @typedef {import("../../../pkg/question.js").WebWords} Words */

/** Characters of a text that a screen reader says by itself with what it describes; a longer one is read as the page is. */
const MAX_SAID = 300;
/** Rows that the previews of a question may take together for them to be open at first: on a screen that is wide, and else. */
const ROWS_WIDE = 40;
const ROWS = 12;

export class QuestionForm {
	/** Whether the person has entered anything. */
	isTouched;
	#question;
	#words;
	/** @type {{ option: Option, input: HTMLInputElement }[]} */
	#options = [];
	/** The choice of words of their own, where there are options beside. @type {HTMLInputElement | undefined} */
	#ownChoice;
	#own = element("textarea", { rows: 2, autocomplete: "off", dir: "auto" });
	#note = element("textarea", { rows: 2, autocomplete: "off", dir: "auto" });
	#problem = element("p", { id: newId(), className: "problem" });
	/** Whether no box is checked, and the person was told so. */
	#isNoneConfirmed = false;
	element;

	/**
	 * @param {Question} question
	 * @param {Words} words
	 * @param {Draft | undefined} draft
	 * @param {() => void} changed Called when the person has entered something.
	 */
	constructor(question, words, draft, changed) {
		this.#question = question;
		this.#words = words;
		this.isTouched = draft !== undefined;
		const start = draft ?? startOf(question);
		const { number, name, prompt, secrecy, mode, own } = question;
		const count = number === undefined ? undefined : element("span", { className: "number" }, `${number} `);
		const text = blocksOf(prompt);
		const secret = secrecy === undefined ? undefined : element("p", { id: newId(), className: "hint" }, secrecy);
		const described = [saidOf(text), secret?.id, this.#problem.id].filter((id) => id !== undefined);
		this.element = element(
			"fieldset",
			{ dir: "auto", "aria-describedby": described.join(" ") },
			watched(element("legend", {}, count, inlineOf(name))),
			text,
			secret,
			...(mode === "input" ? this.#field() : this.#list(start)),
			this.#problem,
			this.#noteField(start.note),
		);
		this.#own.setAttribute("aria-describedby", this.#problem.id); // beside the question, for who stays in the field
		this.#own.value = start.own;
		this.#own.placeholder = own?.placeholder ?? "";
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
		const { answer, optional } = this.#words;
		const label = this.#question.canBeEmpty ? `${answer} (${optional})` : answer;
		return [element("label", { htmlFor: this.#own.id }, label), this.#own];
	}

	/** The options. @param {Draft} start */
	#list({ picked }) {
		const { options, mode, own } = this.#question;
		const type = mode === "multi" ? "checkbox" : "radio";
		const name = newId();
		const rows = options.reduce((sum, { preview }) => sum + rowsOf(preview), 0);
		const hasRoom = rows <= (matchMedia("(min-width: 48rem)").matches ? ROWS_WIDE : ROWS);
		const items = options.map((option, at) => {
			const input = element("input", { type, name, id: newId(), value: option.value });
			input.checked = picked.includes(at);
			this.#options.push({ option, input });
			// An option whose label nobody can see has its number.
			const label = isSeen(textOf(option.label)) ? option.label : [{ text: `${at + 1}` }];
			return rowOf(input, { ...option, label }, hasRoom, this.#words);
		});
		if (!own) return items;
		this.#ownChoice = element("input", { type, name, id: newId(), value: "" });
		this.#own.setAttribute("aria-label", this.#words.answer);
		const label = element("label", { htmlFor: this.#ownChoice.id }, element("span", { dir: "auto" }, own.label));
		return [...items, element("div", { className: "option" }, this.#ownChoice, element("div", {}, label, this.#own))];
	}

	/** @param {string} note */
	#noteField(note) {
		this.#note.setAttribute("aria-label", this.#words.note);
		return element("details", { open: note !== "" }, element("summary", {}, this.#words.note), this.#note);
	}

	#showOwn() {
		if (this.#ownChoice) this.#own.hidden = !this.#ownChoice.checked;
	}

	get #isOwn() {
		return this.#ownChoice === undefined ? this.#question.mode === "input" : this.#ownChoice.checked;
	}

	get #picked() {
		return this.#options.flatMap(({ option, input }) => (input.checked ? [option] : []));
	}

	/** @returns {Draft} */
	get draft() {
		const picked = this.#options.flatMap(({ input }, at) => (input.checked ? [at] : []));
		return { picked, isOwn: this.#isOwn, own: this.#own.value, note: this.#note.value };
	}

	/** Returns the answer as the server takes it: one that is incomplete with its note alone, or undefined. */
	get answer() {
		const note = this.#note.value.trim() === "" ? {} : { note: this.#note.value };
		const value = this.#value;
		if (value === undefined) return "note" in note ? { value: null, ...note } : undefined;
		// Words of their own may look like an option, or its number.
		const isCustom = [...this.#picked.map(({ isAdded }) => isAdded), this.#isOwn];
		const wasCustom = Array.isArray(value) ? value.map((_, at) => isCustom[at] ?? false) : this.#isOwn;
		if (this.#options.length > 0 && [wasCustom].flat().includes(true)) return { value, wasCustom, ...note };
		return "note" in note ? { value, ...note } : value;
	}

	/** @returns {string | string[] | undefined} */
	get #value() {
		const { mode, canBeEmpty } = this.#question;
		const own = this.#isOwn ? this.#own.value : undefined;
		const isBlank = own === undefined || own.trim() === "";
		const picked = this.#picked.map(({ value }) => value);
		if (mode === "multi") {
			const all = isBlank ? picked : [...picked, own];
			return all.length > 0 || canBeEmpty || this.#isNoneConfirmed ? all : undefined;
		}
		if (own === undefined) return picked[0];
		return isBlank && !canBeEmpty ? undefined : own;
	}

	/** Returns what is missing before the answer can be sent. */
	check() {
		const { mode, needsOne } = this.#question;
		const { nothingTyped, checkOne, notAnswered, nothingChecked } = this.#words;
		const isBlank = this.#isOwn && this.#own.value.trim() === "";
		if (isBlank && (mode === "multi" || this.#value === undefined)) return nothingTyped;
		if (mode === "multi" && needsOne && this.#picked.length === 0 && !this.#isOwn) return checkOne;
		if (this.#value !== undefined) return undefined;
		if (mode !== "multi") return notAnswered;
		this.#isNoneConfirmed = true;
		return nothingChecked;
	}

	/** Shows what is wrong with the answer. @param {string | undefined} problem */
	show(problem) {
		this.#problem.textContent = problem ?? "";
		const inputs = [...this.#options.map(({ input }) => input), ...(this.#ownChoice ? [this.#ownChoice] : [])];
		// A radio button cannot be invalid by itself.
		for (const field of [this.#own, ...inputs.filter(({ type }) => type === "checkbox")])
			field.setAttribute("aria-invalid", String(problem !== undefined));
	}

	/** Puts the focus on what the person has to change. */
	focus() {
		const chosen = this.#isOwn ? this.#own : this.#options.find(({ input }) => input.checked)?.input;
		(chosen ?? this.#options[0]?.input ?? this.#own).focus();
	}

	/** Returns the texts that were entered. */
	get texts() {
		if (!this.isTouched) return [];
		const texts = [...this.#picked.map(({ label }) => textOf(label)), this.#own.value, this.#note.value];
		return texts.filter((text) => text.trim() !== "").map((text) => ({ name: this.#question.title, text }));
	}
}

/** Returns what the controls begin with. @param {Question} question @returns {Draft} */
function startOf({ options, own, note }) {
	const picked = options.flatMap(({ isChosen }, at) => (isChosen ? [at] : []));
	return { picked, isOwn: own?.isChosen ?? false, own: own?.text ?? "", note };
}

/**
 * Makes a row of an option. A tap on its description chooses it, too.
 *
 * @param {HTMLInputElement} input
 * @param {Option} option
 * @param {boolean} isOpen Whether its preview is open.
 * @param {Words} words
 */
function rowOf(input, { label, marks, description, preview }, isOpen, words) {
	const help = blocksOf(description, "hint");
	const said = saidOf(help);
	if (said !== undefined) input.setAttribute("aria-describedby", said);
	help?.addEventListener("click", ({ target }) => {
		const isLink = target instanceof Element && target.closest("a, pre, .table") !== null;
		if (!isLink && getSelection()?.isCollapsed !== false) input.click();
	});
	// A tap on a label chooses, so no link stands in it.
	const mark = marks.length === 0 ? undefined : element("span", { className: "mark" }, ` ${marks.join(" ")}`);
	const text = element("label", { htmlFor: input.id }, inlineOf(label, false), mark);
	const blocks = blocksOf(preview, "preview");
	const more = blocks && element("details", { open: isOpen }, element("summary", {}, words.preview), blocks);
	return element("div", { className: "option" }, input, element("div", {}, text, help, more));
}

/** Gives an element an id by which it describes a control, if it is short; else returns undefined. @param {HTMLElement | undefined} text */
function saidOf(text) {
	if (text === undefined || (text.textContent ?? "").length > MAX_SAID) return undefined;
	text.id = newId();
	return text.id;
}
