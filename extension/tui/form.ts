/**
 * One form as a component of pi's terminal interface: hands keys to the core, lends it pi's text editor,
 * and shows the lines that it draws.
 *
 * Never here: what a key does to the form, what a line says, how wide anything is.
 */
import { isDeepStrictEqual } from "node:util";
import type { ExtensionContext, KeybindingsManager, Theme } from "@earendil-works/pi-coding-agent";
import {
	type Component,
	type Focusable,
	isKeyRelease,
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
	type Open,
	type Palette,
	paletteOf,
	type Step,
	type Target,
	type ToolResult,
	useCore,
	using,
	withCore,
} from "../core/core.ts";
import { Journal } from "../core/journal.ts";
import { editExternally, externalEditor, type Outside, UnreadableText } from "./external.ts";
import { type Field, openEditor, openLine } from "./field.ts";
import { Held } from "./held.ts";
import { FormKeys, Surrogates } from "./keys.ts";

export interface FormHost {
	ctx: ExtensionContext;
	tui: TUI;
	theme: Theme;
	keybindings: KeybindingsManager;
	open: Open;
	/** Earlier answers, the oldest first; asked for when a text is opened. */
	history: () => string[];
	/** What the user was doing before; undefined where they have just asked for the form, so that all keys count. */
	before: Before | undefined;
	/** Called when pi gives the form the keys, or takes them from it. */
	turned: (form: Component, isFocused: boolean) => void;
	/** Called once, with the result, and with what the user has typed for pi's prompt. */
	done: (result: ToolResult, typed: string) => void;
}

/** What the user was doing when a form opened by itself. */
export interface Before {
	/** When the last key had come, on the clock of `performance.now()`. */
	lastKeyAt: number | undefined;
	/** Whether pi's prompt holds unsent text. */
	isWriting: boolean;
}

const MODE = "tui";

/** Milliseconds by which a timer may be late though nothing kept pi busy. */
const JITTER_MS = 200;

/** The kind of what is typed: of a row of texts only the last counts, for they would fill the journal with copies. */
const TYPING = "typing";

/** Something that the user does to a form, at a moment on the clock of `performance.now()`. */
type Act = (form: Form, now: number) => Step;

export class FormComponent implements Component, Focusable {
	readonly #host: FormHost;
	readonly #keys: FormKeys;
	readonly #held: Held;
	readonly #surrogates = new Surrogates();
	readonly #journal: Journal<Form>;
	/** Open while the form has a text in the hands of the user; each opening gets a new one, with its own undo. */
	#field: Field | undefined;
	/** What has the keys, as of the last command. */
	#focus: Focus = "List";
	#isOver = false;
	#isFocused = false;
	#isOpeningKeyHeld = false;
	/** The text while it is open in the user's own editor. */
	#outside: Outside | undefined;
	/** Whether the form had the keys when the button of the mouse went down. */
	#wasFocused = false;
	/** What the last click has only highlighted. */
	#aimed: Target | undefined;
	/** Whether keys may still be meant for pi's prompt; asked again with each key until the core says that none is. */
	#isGuarded: boolean;
	/** Runs until keys are no longer meant for pi's prompt. */
	#quiet: ReturnType<typeof setTimeout> | undefined;
	/** When that ends, on the clock of `Date.now()`. */
	#quietUntil = 0;
	/** Set by the first drawing. */
	#painting: NodeJS.Immediate | undefined;
	/** The size that the form was told last. */
	#size = { columns: 0, rows: 0 };
	#palette: Palette | undefined;
	#drawn: { lines: string[]; columns: number; rows: number } | undefined;

	/** Throws where the core cannot make a form of the questions. */
	constructor(host: FormHost) {
		this.#host = host;
		// What is done again was meant for the form.
		let { before } = host;
		this.#isGuarded = before !== undefined;
		this.#held = new Held(host.keybindings);
		this.#keys = withCore((core) => new FormKeys(host.keybindings, core.bindings()));
		this.#journal = new Journal(() => {
			const { Form } = useCore();
			const form = using(host.open(), (questions) => new Form(questions, this.#keys.bound));
			if (before) form.guard(before.lastKeyAt, before.isWriting);
			before = undefined;
			return form;
		});
		const form = this.#journal.object;
		this.#focus = form.focus;
		if (this.#focus === "Editor") this.#openField(form);
		this.#isOpeningKeyHeld = false;
	}

	get focused(): boolean {
		return this.#isFocused;
	}

	/** The text shows the cursor, at which terminals place the window of an input method. */
	set focused(focused: boolean) {
		this.#isFocused = focused;
		if (this.#field) this.#field.component.focused = focused;
		this.#host.turned(this, focused);
	}

	/** Whether pi's fullscreen mode leaves the keys that turn over a screenful to the form. */
	get capturesViewportInput(): boolean {
		return !this.#isOver && this.#journal.object.isCut;
	}

	handleInput(raw: string): void {
		const data = this.#surrogates.join(raw);
		if (data === undefined) return;
		this.#aimed = undefined;
		if (this.#outside || this.#holds(data)) return;
		const focus = this.#focus;
		const field = this.#field;
		// The key that opened the text is still held down; it is not meant for it.
		if (field && this.#isOpeningKeyHeld && isKeyRepeat(data)) return;
		this.#isOpeningKeyHeld = false;
		if (field && focus === "Editor" && this.#keys.isExternal(data)) {
			void this.#editOutside(field);
			return;
		}
		const key = field?.isCompleting() ? undefined : this.#keys.find(data, focus, field?.text() === "");
		if (key !== undefined) {
			const act: Act =
				typeof key === "number" ? (form, now) => form.digit(key, now) : (form, now) => form.press(key, now);
			if (this.#update(act) || key === "Cancel" || key === "Leave") return;
		}
		if (!field) return;
		field.handleInput(data);
		this.#redraw();
	}

	/** Whether a key is still meant for pi's prompt, where it is put. */
	#holds(data: string): boolean {
		if (!this.#isGuarded || isKeyRelease(data)) return false;
		return this.#with(true, (form) => {
			// A timer that is overdue says that pi was busy: what comes now was pressed meanwhile.
			if (this.#quiet !== undefined && Date.now() > this.#quietUntil + JITTER_MS) {
				form.guard(performance.now(), false);
				form.painted(performance.now());
			}
			this.#isGuarded = form.quietIn(performance.now()) > 0;
			if (!this.#isGuarded) return false;
			const text = this.#held.with(data);
			const isHeld = form.holds(text !== undefined, performance.now());
			if (text !== undefined && isHeld) this.#held.text = text;
			this.#awaitQuiet(form);
			this.#redraw();
			return isHeld;
		});
	}

	/**
	 * The form stands on the screen. Called when all that was read until then has been handled: keys that had come while pi
	 * was busy were pressed by somebody who had not seen it.
	 */
	#painted(): void {
		this.#with(undefined, (form) => {
			form.painted(performance.now());
			this.#awaitQuiet(form);
		});
	}

	/** Draws again once all keys count. */
	#awaitQuiet(form: Form): void {
		clearTimeout(this.#quiet);
		this.#quiet = undefined;
		const wait = form.quietIn(performance.now());
		if (wait === 0 || wait === Number.POSITIVE_INFINITY) return;
		this.#quietUntil = Date.now() + wait;
		const end = (form: Form) => {
			this.#awaitQuiet(form);
			this.#redraw();
		};
		this.#quiet = setTimeout(() => this.#with(undefined, end), wait);
		// A form keeps no process going.
		this.#quiet.unref();
	}

	/** Mouse events of pi's fullscreen mode; elsewhere there are none. */
	handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
		// Where the form does not fit, the rows are not those that were drawn.
		if (this.#drawn && event.height < this.#drawn.lines.length) return undefined;
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
			// An overlay of another extension takes the keys back before the second click.
			const isTaken = this.#wasFocused || (this.#aimed !== undefined && isDeepStrictEqual(this.#aimed, target));
			this.#aimed = isTaken ? undefined : target;
			this.#update((form, now) => (isTaken ? form.click(target, now) : form.aim(target, now)));
		}
		return { handled: true, focus: true };
	}

	render(columns: number): string[] {
		const { rows } = this.#host.tui.terminal;
		if (this.#drawn?.columns === columns && this.#drawn.rows === rows) return this.#drawn.lines;
		return this.#with([], (form) => this.#draw(form, columns, rows));
	}

	invalidate(): void {
		this.#palette = undefined;
		this.#drawn = undefined;
		this.#field?.component.invalidate();
	}

	/** Ends the form because the run was aborted or the session closes. */
	abort(): void {
		// What the user has saved in their own editor by now: nobody waits for its end.
		if (this.#field) this.#take(this.#field, this.#outside?.saved());
		this.#update((form) => {
			form.abort();
			return "Finish";
		});
	}

	/** Called by pi when the form has been closed, and on a reload in place of that: then it ends here. */
	dispose(): void {
		this.abort();
		this.#close();
	}

	#close(): void {
		this.#isOver = true;
		clearTimeout(this.#quiet);
		clearImmediate(this.#painting);
		this.#journal.free();
		this.#closeField();
	}

	#openField(form: Form): void {
		this.#closeField();
		const open = this.#focus === "Line" ? openLine : openEditor;
		this.#field = open(form.text, {
			...this.#host,
			onChange: (text) => this.#write(text),
			// A text that was not taken, for whatever reason, stands as it is.
			onSubmit: (text) => this.#submit(text),
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
			// The text stays as it is, as where the editor fails.
			if (error instanceof UnreadableText) this.#update((form, now) => form.unreadable(error.message, now));
		}
		this.#outside = undefined;
		// The form may have ended meanwhile.
		if (field === this.#field) this.#take(field, text);
	}

	/** A text that the user's own editor has saved. */
	#take(field: Field, text: string | undefined): void {
		if (text === undefined) return;
		field.setText(text);
		this.#write(field.text());
	}

	#write(text: string): void {
		this.#update((form, now) => form.write(text, now), TYPING);
	}

	#submit(text: string): void {
		// A text that was not taken, for whatever reason, stands as it is.
		const stand: Act = (form, now) => form.write(text, now);
		this.#update((form, now) => form.submit(text, now), undefined, stand);
	}

	/** What `act` gives for the form; `otherwise` after its end, and where the core fails, which ends it. */
	#with<T>(otherwise: T, act: (form: Form) => T): T {
		if (this.#isOver) return otherwise;
		try {
			return act(this.#journal.object);
		} catch (error) {
			this.#fail(afterError(error));
			return otherwise;
		}
	}

	/** Returns whether anything came of it; `kind` and `stand` are the journal's. */
	#update(act: Act, kind?: string, stand: Act = act): boolean {
		if (this.#isOver) return false;
		const now = performance.now();
		try {
			const step = this.#journal.act(
				(form) => act(form, now),
				kind,
				(form) => stand(form, now),
			);
			if (step === "Idle") return false;
			const form = this.#journal.object;
			if (step === "Finish") {
				this.#finish(form);
				return true;
			}
			this.#focus = form.focus;
			if (step === "Edit") this.#openField(form);
			else if (this.#field && this.#focus !== "Editor" && this.#focus !== "Line") this.#closeField();
			this.#redraw();
		} catch (error) {
			this.#fail(afterError(error));
		}
		return true;
	}

	#redraw(): void {
		this.#drawn = undefined;
		this.#host.tui.requestRender();
	}

	#draw(form: Form, columns: number, rows: number): string[] {
		this.#palette ??= paletteOf(useCore(), this.#host.theme);
		if (this.#size.columns !== columns || this.#size.rows !== rows) {
			this.#size = { columns, rows };
			this.#journal.act((form) => form.resize(columns, rows), "size");
		}
		const field = this.#field?.draw(form.fieldColumns) ?? { lines: [], cursor: 0 };
		const painted = form.view(this.#palette, field.lines.length, field.cursor);
		// Where there is room for the text alone, the frame has no line, not an empty one.
		const lines = painted === "" ? [] : painted.split("\n");
		const slot = this.#field ? form.slot : undefined;
		if (slot) {
			const shown = field.lines.slice(slot.first, slot.first + slot.rows);
			lines.splice(slot.row, 0, ...shown.map((line) => line + form.tail));
		}
		this.#painting ??= setImmediate(() => this.#painted());
		// The editor changes by itself when its completions arrive.
		if (!this.#field) this.#drawn = { lines, columns, rows };
		return lines;
	}

	#finish(form: Form): void {
		const result = form.result({ mode: MODE, now: Date.now() });
		this.#close();
		if (result) this.#host.done(result, this.#held.text);
	}

	/** Ends the call after an error of the core, with all that the user had entered until then. */
	#fail(reason: string): void {
		if (this.#isOver) return;
		this.#isOver = true;
		this.#closeField();
		this.#host.done(this.#journal.recover(reason, MODE) ?? failure(MODE, reason), this.#held.text);
	}
}
