/**
 * The lines of a form on the screen: what has changed since the last drawing, in the colors of pi's theme, and the lines of
 * the text field in their place.
 *
 * Never here: keys, and when to draw.
 */
import { isDeepStrictEqual } from "node:util";
import type { Theme } from "@earendil-works/pi-coding-agent";
import { CURSOR_MARKER } from "@earendil-works/pi-tui";
import { type Core, type Form, linesOf, type Palette, paletteOf, type Waiter } from "../core/core.ts";
import type { Field } from "./field.ts";

/** The room of a form: the size of the terminal, and the rows of it that something else takes, of these below the form. */
export interface Room {
	columns: number;
	rows: number;
	taken: number;
	below: number;
}

export class Canvas {
	readonly #core: Core;
	readonly #form: Form;
	readonly #theme: Theme;
	#palette: Palette | undefined;
	/** The room last passed to the form. */
	#room: Room = { columns: 0, rows: 0, taken: 0, below: 0 };
	/** What waits, as last passed to the form. */
	#waiting: readonly Waiter[] = [];
	/** The form's own lines as drawn last, without those of the field. */
	#frame: string[] = [];
	#height = 0;

	/** `core` is the instance that the form is of. */
	constructor(core: Core, form: Form, theme: Theme) {
		this.#core = core;
		this.#form = form;
		this.#theme = theme;
	}

	/** Number of all lines as drawn last. */
	get height(): number {
		return this.#height;
	}

	/** Takes the colors anew in the next drawing, because the theme may have changed. */
	invalidate(): void {
		this.#palette = undefined;
	}

	/** Tells the form how much room it has. Returns whether that is news, which may move the focus. */
	resize(room: Room): boolean {
		const { columns, rows, taken, below } = room;
		if (isDeepStrictEqual(this.#room, room)) return false;
		this.#room = room;
		this.#form.resize(columns, rows, taken, below, performance.now());
		return true;
	}

	/**
	 * Returns all lines. `waiting` is what waits for the form to end. A form that has pi's focus has pi's
	 * cursor marker, by which the terminal tells input methods, magnifiers and braille displays where the user is.
	 */
	draw(field: Field | undefined, waiting: Waiter[], isFocused: boolean): string[] {
		const form = this.#form;
		if (this.#waiting !== waiting) {
			this.#waiting = waiting;
			form.setWaiting(waiting, performance.now());
		}
		const written = field?.draw(this.#room.columns) ?? { lines: [], cursor: 0 };
		this.#palette ??= paletteOf(this.#core, this.#theme);
		const mark = isFocused ? CURSOR_MARKER : "";
		const changed = linesOf(form.view(this.#palette, written.lines.length, written.cursor, mark));
		const { commonAbove, commonBelow } = form;
		this.#frame = this.#frame.toSpliced(commonAbove, this.#frame.length - commonAbove - commonBelow, ...changed);
		const slot = field && form.slot;
		const shown = slot ? written.lines.slice(slot.first, slot.first + slot.rows) : [];
		const lines = slot ? this.#frame.toSpliced(slot.row, 0, ...shown) : this.#frame;
		this.#height = lines.length;
		return lines;
	}
}
