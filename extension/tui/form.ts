/**
 * A form as a component of pi's terminal interface: passes keys to the core, provides pi's text editor, and shows the lines
 * that the core draws.
 *
 * Never here: effects of keys, texts of the form, widths.
 */
import type { ExtensionContext, KeybindingsManager, Theme } from "@earendil-works/pi-coding-agent";
import {
	type Component,
	type Focusable,
	isKeyRepeat,
	type TUI,
	type TuiMouseEvent,
	type TuiMouseEventResult,
} from "@earendil-works/pi-tui";
import {
	afterError,
	type Focus,
	type Form,
	failure,
	linesOf,
	type Open,
	type Palette,
	paletteOf,
	type Step,
	say,
	type ToolResult,
	useCore,
	using,
	withCore,
} from "../core/core.ts";
import { Journal } from "../core/journal.ts";
import { reasonOf } from "../host/io.ts";
import { sizeOr } from "../host/ui.ts";
import { editExternally, externalEditor, type Outside, UnreadableText } from "./external.ts";
import { type Field, openEditor, openLine } from "./field.ts";
import { FormKeys, isLetter, pastedText, Surrogates } from "./keys.ts";
import { keepInPlace } from "./place.ts";
import { type Before, Quiet } from "./quiet.ts";

export interface FormHost {
	ctx: ExtensionContext;
	tui: TUI;
	theme: Theme;
	keybindings: KeybindingsManager;
	open: Open;
	/** Returns earlier answers, the oldest first. Called when a text field opens. */
	history: () => string[];
	/** What the user was doing before. Undefined if they have just asked for the form, so that all keys count. */
	before: Before | undefined;
	/** Called once with the result and the text that is kept for pi's prompt. */
	done: (result: ToolResult, typed: string) => void;
}

const MODE = "tui";

/** Kind of acts that set the text. The journal keeps only the last of a row, because each holds a copy of the text. */
const TYPING = "typing";

/** An act of the user on a form, with its time by `performance.now()`. */
type Act = (form: Form, now: number) => Step;

export class FormComponent implements Component, Focusable {
	readonly #host: FormHost;
	readonly #keys: FormKeys;
	/** Keeps keys that are meant for pi's prompt from the form. Undefined if all keys count. */
	readonly #quiet: Quiet | undefined;
	readonly #surrogates = new Surrogates();
	/** Ends keeping the form in its place. */
	readonly #leavePlace: () => void;
	readonly #journal: Journal<Form>;
	/** The open text field. Each opening makes a new one, with its own undo. */
	#field: Field | undefined;
	/** The form's own focus after the last act. */
	#focus: Focus = "List";
	/** Text that was pasted where the form has no field for it. It is kept for pi's prompt. */
	#unplaced = "";
	#isOver = false;
	#isFocused = false;
	#isOpeningKeyHeld = false;
	/** The text that is open in the user's own editor. */
	#outside: Outside | undefined;
	/** Whether the form had pi's focus when the mouse button was pressed. */
	#wasFocused = false;
	/** Scheduled by the first drawing. */
	#painting: NodeJS.Immediate | undefined;
	/** The size last passed to the form. */
	#size = { columns: 0, rows: 0 };
	#palette: Palette | undefined;
	/** The form's own lines as drawn last, without those of the field. */
	#frame: string[] = [];
	/** All lines as drawn last. */
	#lines: string[] = [];

	/** Throws if the core cannot make a form of the questions. */
	constructor(host: FormHost) {
		this.#host = host;
		const { before } = host;
		this.#keys = withCore((core) => new FormKeys(host.keybindings, core));
		this.#journal = new Journal(() =>
			using(host.open(), (questions) => new (useCore().Form)(questions, this.#keys.bound)),
		);
		const form = this.#journal.object;
		// Not an act: what is replayed after a trap was meant for the form.
		if (before) {
			this.#quiet = new Quiet(form, before, {
				...host,
				redraw: () => host.tui.requestRender(),
				withForm: (act) => this.#with(undefined, act),
			});
		}
		this.#focus = form.focus;
		if (this.#focus === "Editor") this.#openField(form);
		this.#isOpeningKeyHeld = false;
		this.#leavePlace = keepInPlace(host.tui, this);
	}

	get focused(): boolean {
		return this.#isFocused;
	}

	/** Passes the focus to the field, which marks the cursor for the window of an input method. */
	set focused(focused: boolean) {
		this.#isFocused = focused;
		if (this.#field) this.#field.component.focused = focused;
	}

	/** Whether the form, not pi's fullscreen mode, gets the keys that scroll by pages. */
	get capturesViewportInput(): boolean {
		return this.#with(false, (form) => form.isCut);
	}

	handleInput(raw: string): void {
		const data = this.#surrogates.join(raw);
		if (data === undefined) return;
		const quiet = this.#quiet;
		if (this.#outside || (quiet?.isGuarded && this.#with(true, (form) => quiet.takes(form, data)))) return;
		const focus = this.#focus;
		const field = this.#field;
		// The key that opened the field is still held down and must not type into it.
		if (field && this.#isOpeningKeyHeld && isKeyRepeat(data)) return;
		this.#isOpeningKeyHeld = false;
		const key = field?.isCompleting() ? undefined : this.#keys.find(data, focus, field?.text() === "");
		if (key !== undefined) {
			const act: Act = (form, now) => {
				if (key === "letter") return form.letter(now);
				if (typeof key === "number") return form.digit(key, now);
				return !field && isLetter(data) ? form.type(key, now) : form.press(key, now);
			};
			if (this.#update(act) || key === "Cancel" || key === "Leave" || key === "External") return;
		}
		const pasted = field ? undefined : pastedText(data);
		if (pasted !== undefined) this.#update((form, now) => form.paste(now));
		if (!this.#field) {
			this.#unplaced += pasted ?? "";
			return;
		}
		this.#field.handleInput(data);
		this.#host.tui.requestRender();
	}

	/** Handles a mouse event, which only pi's fullscreen mode sends. */
	handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
		// If the form does not fit, the row of the event is not the row that was drawn.
		if (event.height < this.#lines.length) return undefined;
		return this.#with(undefined, (form) => this.#point(form, event));
	}

	#point(form: Form, event: TuiMouseEvent): TuiMouseEventResult | undefined {
		const slot = this.#field && form.slot;
		if (slot && event.y >= slot.row && event.y < slot.row + slot.rows) {
			return this.#field?.component.handleMouse?.({ ...event, y: event.y - slot.row + slot.first });
		}
		const target = form.target(Math.max(0, event.y), Math.max(0, event.x));
		if (event.type === "wheel") {
			const isUp = (event.wheelDelta ?? 0) < 0;
			this.#update((form, now) => form.wheel(target, isUp, now));
		} else if (event.button !== "left" || target === "nothing") return undefined;
		else if (event.type === "press") this.#wasFocused = this.#isFocused;
		else if (event.type === "click") {
			const wasFocused = this.#wasFocused;
			this.#update((form, now) => (wasFocused ? form.click(target, now) : form.aim(target, now)));
		}
		return { handled: true, focus: true };
	}

	render(columns: number): string[] {
		const { rows } = this.#host.tui.terminal;
		return this.#with([], (form) => this.#draw(form, sizeOr("columns", columns), sizeOr("rows", rows)));
	}

	invalidate(): void {
		this.#palette = undefined;
		this.#field?.component.invalidate();
	}

	/** Ends the form because the run was aborted or the session closes. */
	abort(): void {
		// Takes what was saved in the user's own editor so far, as nothing waits for its end.
		const saved = this.#outside?.saved();
		if (saved !== undefined) this.#field?.setText(saved);
		this.#update((form) => {
			form.abort();
			return "Finish";
		});
	}

	/** Ends the form because the host no longer shows it. */
	fail(reason: string): void {
		this.#update((form) => {
			form.fail(reason);
			return "Finish";
		});
	}

	/** Called by pi when the form was closed, or on a reload, which ends the form. */
	dispose(): void {
		this.abort();
	}

	#openField(form: Form): void {
		this.#closeField();
		const open = this.#focus === "Line" ? openLine : openEditor;
		this.#field = open(form.text, {
			...this.#host,
			onChange: (text) => this.#update((form, now) => form.write(text, now), TYPING),
			// If the text is refused, the field keeps it.
			onSubmit: (text) => this.#update((form, now) => form.submit(text, now)),
			placeholder: form.placeholder,
		});
		this.#field.component.focused = this.#isFocused;
		this.#isOpeningKeyHeld = true;
	}

	#closeField(): void {
		this.#field?.close();
		this.#field = undefined;
	}

	async #editOutside(field: Field): Promise<void> {
		let text: string | undefined;
		try {
			this.#outside = editExternally(this.#host.tui, externalEditor(this.#host.ctx), field.text());
			text = await this.#outside.closed;
		} catch (error) {
			// The field keeps its text, as after a failure of the editor.
			if (error instanceof UnreadableText) this.#update((form, now) => form.unreadable(error.message, now));
			else if (!this.#isOver) say(this.#host.ctx, reasonOf(error), "error");
		}
		this.#outside = undefined;
		// The form may have ended meanwhile.
		if (field === this.#field && text !== undefined) field.setText(text);
	}

	/** Returns the result of `act`. After the form's end, or if the core fails, which ends it, returns `otherwise`. */
	#with<T>(otherwise: T, act: (form: Form) => T): T {
		if (this.#isOver) return otherwise;
		try {
			return act(this.#journal.object);
		} catch (error) {
			this.#fail(afterError(error));
			return otherwise;
		}
	}

	/** Performs an act by the journal, to which `kind` is passed. Returns whether it changed anything. */
	#update(act: Act, kind?: string): boolean {
		if (this.#isOver) return false;
		const now = performance.now();
		try {
			const step = this.#journal.act((form) => act(form, now), kind);
			if (step === "Idle") return false;
			const form = this.#journal.object;
			if (step === "Finish") {
				this.#end(form.result({ mode: MODE, now: Date.now() }));
				return true;
			}
			this.#focus = form.focus;
			if (step === "OpenOutside" && this.#field) void this.#editOutside(this.#field);
			else if (step === "Edit") this.#openField(form);
			else if (this.#field && this.#focus !== "Editor" && this.#focus !== "Line") this.#closeField();
			this.#host.tui.requestRender();
		} catch (error) {
			this.#fail(afterError(error));
		}
		return true;
	}

	#draw(form: Form, columns: number, rows: number): string[] {
		this.#palette ??= paletteOf(useCore(), this.#host.theme);
		if (this.#size.columns !== columns || this.#size.rows !== rows) {
			this.#size = { columns, rows };
			this.#journal.act((form) => form.resize(columns, rows), "size");
		}
		const field = this.#field?.draw(columns) ?? { lines: [], cursor: 0 };
		const changed = linesOf(form.view(this.#palette, field.lines.length, field.cursor));
		const { commonAbove, commonBelow } = form;
		this.#frame = this.#frame.toSpliced(commonAbove, this.#frame.length - commonAbove - commonBelow, ...changed);
		let lines = this.#frame;
		const slot = this.#field ? form.slot : undefined;
		if (slot) {
			const shown = field.lines.slice(slot.first, slot.first + slot.rows);
			lines = lines.toSpliced(slot.row, 0, ...shown);
		}
		// After all pending input is handled, because the user pressed those keys before they saw the form.
		this.#painting ??= setImmediate(() => this.#with(undefined, (form) => this.#quiet?.painted(form)));
		this.#lines = lines;
		return lines;
	}

	/** Ends the form after an error of the core, with all that the user had entered. */
	#fail(reason: string): void {
		if (!this.#isOver) this.#end(this.#journal.recover(reason, MODE) ?? failure(MODE, reason));
	}

	#end(result: ToolResult | undefined): void {
		this.#isOver = true;
		this.#leavePlace();
		this.#quiet?.end();
		clearImmediate(this.#painting);
		this.#journal.free();
		this.#closeField();
		if (result) this.#host.done(result, (this.#quiet?.typed ?? "") + this.#unplaced);
	}
}
