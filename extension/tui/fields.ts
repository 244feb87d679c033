/**
 * The text fields of a form, by the names of their texts. A field that is closed keeps its undo, its cursor and its paste
 * markers until the form ends.
 *
 * Never here: what a field does with a key.
 */
import type { Form } from "../core/core.ts";
import type { Field } from "./field.ts";

export class Fields {
	readonly #make: (form: Form) => Field;
	readonly #all = new Map<string, Field>();
	#current: Field | undefined;

	/** `make` makes a field for the text that is open in the form. */
	constructor(make: (form: Form) => Field) {
		this.#make = make;
	}

	/** The open field. */
	get current(): Field | undefined {
		return this.#current;
	}

	/**
	 * Opens the field of the form's text: the earlier one if it still holds that text. What is typed into a list is text, but an
	 * editor of the user's own may have been left in a mode in which letters are commands.
	 */
	open(form: Form, isTyped: boolean): void {
		const kept = this.#all.get(form.textName);
		const isStale = isTyped && kept !== this.#current && kept?.isOfUser() === true;
		this.close();
		const isSame = kept?.text().trim() === form.text.trim() && !isStale;
		if (!isSame) kept?.close();
		this.#current = kept && isSame ? kept : this.#make(form);
		this.#all.set(form.textName, this.#current);
	}

	/** Closes the open field. */
	close(): void {
		if (this.#current) this.#current.focused = false;
		this.#current?.rest();
		this.#current = undefined;
	}

	invalidate(): void {
		for (const field of this.#all.values()) field.invalidate();
	}

	/** Ends the use of all fields. */
	end(): void {
		this.close();
		for (const field of this.#all.values()) field.close();
	}
}
