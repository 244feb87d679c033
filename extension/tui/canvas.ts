/**
 * The lines of a form on the screen: what has changed since the last drawing, in the colors of pi's theme, and the lines of
 * the text field in their place.
 *
 * Never here: keys, and when to draw.
 */
import type { Theme } from "@earendil-works/pi-coding-agent";
import { CURSOR_MARKER } from "@earendil-works/pi-tui";
import { coreGeneration, type Form, linesOf, type Palette, paletteOf, useCore } from "../core/core.ts";
import type { Journal } from "../core/journal.ts";
import type { Field } from "./field.ts";

/** The room of a form: the size of the terminal, and the rows of it that something else takes. */
export interface Room {
	columns: number;
	rows: number;
	taken: number;
}

export class Canvas {
	readonly #journal: Journal<Form>;
	readonly #theme: Theme;
	#palette: Palette | undefined;
	/** The instance of the core that the palette is of. */
	#generation = 0;
	/** The room last passed to the form. */
	#room: Room = { columns: 0, rows: 0, taken: 0 };
	/** The number of lines of the field last passed to the form. */
	#written = 0;
	/** The number of waiting forms last passed to the form. */
	#waiting = 0;
	/** The form's own lines as drawn last, without those of the field. */
	#frame: string[] = [];
	#height = 0;

	constructor(journal: Journal<Form>, theme: Theme) {
		this.#journal = journal;
		this.#theme = theme;
	}

	/** Number of all lines as drawn last. */
	get height(): number {
		return this.#height;
	}

	/** Takes over the lines that have changed since the form drew last: all of one that is new, or was restored. */
	#paint(form: Form, { lines, cursor }: ReturnType<Field["draw"]>, mark: string): void {
		const changed = linesOf(form.view(this.#colors(), lines.length, cursor, mark));
		const { commonAbove, commonBelow } = form;
		this.#frame = this.#frame.toSpliced(commonAbove, this.#frame.length - commonAbove - commonBelow, ...changed);
	}

	#colors(): Palette {
		if (this.#palette === undefined || this.#generation !== coreGeneration()) {
			this.#palette = paletteOf(useCore(), this.#theme);
			this.#generation = coreGeneration();
		}
		return this.#palette;
	}

	/** Takes the colors anew in the next drawing, because the theme may have changed. */
	invalidate(): void {
		this.#palette = undefined;
	}

	/** Tells the form how much room it has. Returns whether that is news, which may move the focus. */
	resize(room: Room): boolean {
		const { columns, rows, taken } = room;
		if (this.#room.columns === columns && this.#room.rows === rows && this.#room.taken === taken) return false;
		this.#room = room;
		const now = performance.now();
		this.#journal.act((form) => form.resize(columns, rows, taken, now), "size");
		return true;
	}

	/**
	 * Returns all lines. `waiting` is the number of forms that wait for this one to end. A form that has pi's focus has pi's
	 * cursor marker, by which the terminal tells input methods, magnifiers and braille displays where the user is.
	 */
	draw(field: Field | undefined, waiting: number, isFocused: boolean): string[] {
		if (this.#waiting !== waiting) {
			this.#waiting = waiting;
			this.#journal.act((form) => form.setWaiting(waiting), "waiting");
		}
		const written = field?.draw(this.#room.columns) ?? { lines: [], cursor: 0 };
		const paint = (form: Form) => this.#paint(form, written, isFocused ? CURSOR_MARKER : "");
		// The height of the field is an act: it says what a page is.
		const isSame = written.lines.length === this.#written;
		this.#written = written.lines.length;
		if (isSame) paint(this.#journal.object);
		else this.#journal.act(paint, "field");
		if (this.#journal.object.awaitsDrawing) this.#journal.act((form) => form.drawn());
		const slot = field && this.#journal.object.slot;
		const shown = slot ? written.lines.slice(slot.first, slot.first + slot.rows) : [];
		const lines = slot ? this.#frame.toSpliced(slot.row, 0, ...shown) : this.#frame;
		this.#height = lines.length;
		return lines;
	}
}
