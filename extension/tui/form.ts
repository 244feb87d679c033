/**
 * A form as a component of pi's terminal interface: passes keys to the core, provides pi's text editor, and shows the lines
 * that the core draws.
 *
 * Never here: effects of keys, texts of the form, widths.
 */
import type { ExtensionContext, KeybindingsManager, Theme } from "@earendil-works/pi-coding-agent";
import type { Component, Focusable, TUI, TuiMouseEvent, TuiMouseEventResult } from "@earendil-works/pi-tui";
import {
	afterError,
	type Command,
	type Focus,
	type Form,
	type Questions,
	type QueueAct,
	release,
	type Step,
	say,
	type ToolResult,
	type Waiter,
	withCore,
} from "../core/core.ts";
import { Left } from "../core/left.ts";
import { reasonOf } from "../host/io.ts";
import { sizeOr, uiOf } from "../host/ui.ts";
import { Canvas } from "./canvas.ts";
import { editExternally, externalEditor, type Outside, UnreadableText } from "./external.ts";
import { type Field, openEditor } from "./field.ts";
import { Fields } from "./fields.ts";
import { type Input, InputReader, keysOf } from "./input.ts";
import { FormKeys, type Key, type KeyOfPi } from "./keys.ts";
import { newlyMisbound } from "./misbound.ts";
import { Pasting } from "./pasting.ts";
import { rowsOfOthers } from "./place.ts";
import { Quiet } from "./quiet.ts";
import { suspend } from "./suspend.ts";

export interface FormHost {
	ctx: ExtensionContext;
	tui: TUI;
	theme: Theme;
	keybindings: KeybindingsManager;
	questions: Questions;
	/** Returns earlier answers, the oldest first. Called when a text field opens. */
	history: () => string[];
	/** Returns the names of the commands of pi's extensions, templates and skills. */
	commands: () => string[];
	/** Returns what waits for the form to end. */
	waiting: () => Waiter[];
	/** Tells what the user wants with it. */
	queued: (act: QueueAct) => void;
	/** Whether another session's model gets the answers. */
	isForOthers: boolean;
	/** Whether pi's prompt holds unsent text. */
	isWriting: boolean;
	/** Called once with the result, unless there is none, and the text that is kept for pi's prompt. */
	done: (result: ToolResult | undefined, typed: string) => void;
}

const MODE = "tui";

/** Longest time between the clicks of a double click, in milliseconds, as in pi. */
const DOUBLE_CLICK_MS = 500;

/** The part of pi's fullscreen mode that scrolls the transcript. It is not public. */
interface TranscriptScroller {
	handleViewportInput(data: string): { consume?: boolean } | undefined;
}

/** An act of the user on a form, with its time by `performance.now()`. */
type Act = (form: Form, now: number) => Step;

export class FormComponent implements Component, Focusable {
	readonly #host: FormHost;
	readonly #keys: FormKeys;
	readonly #quiet: Quiet;
	readonly #input: InputReader;
	readonly #pasting: Pasting;
	readonly #form: Form;
	readonly #left = new Left(MODE);
	readonly #fields = new Fields((form) => this.#newField(form));
	readonly #canvas: Canvas;
	/** The form's own focus after the last act. */
	#focus: Focus = "List";
	/** Text that was pasted where the form has no field for it. It is kept for pi's prompt. */
	#unplaced = "";
	/** Text of the input that is being handled, until it is in a field, in the form or unplaced. */
	#taking = "";
	/** The text of the open field that the form has. */
	#text = "";
	#isOver = false;
	#isFocused = false;
	/** Whether something else has pi's focus. */
	#isAway = false;
	#leaving: NodeJS.Immediate | undefined;
	#isOpeningKeyHeld = false;
	/** Whether pi's fullscreen mode gets the current key, as the form has no use for it. */
	#isPassingOn = false;
	/** The text that is open in the user's own editor. */
	#outside: Outside | undefined;
	/** Scheduled by a drawing after which the form is painted. */
	#painting: NodeJS.Immediate | undefined;
	/** The last click: its place on the screen, and its time. */
	#clicked = { x: 0, y: 0, at: Number.NEGATIVE_INFINITY };

	/** Throws if the core cannot make a form of the questions. */
	constructor(host: FormHost) {
		this.#host = host;
		this.#keys = withCore((core) => new FormKeys(host.keybindings, core));
		const { core, questionnaire } = host.questions;
		const form = new core.Form(questionnaire, this.#keys.bound, host.commands());
		this.#form = form;
		this.#canvas = new Canvas(core, form, host.theme);
		this.#pasting = new Pasting({
			...host,
			handle: (input) => this.#handle(input),
			leaves: (input) => ["Cancel", "Leave"].includes(String(this.#keyOf(input))),
			attach: (path) => this.#attach(path),
		});
		try {
			this.#quiet = new Quiet(form, {
				...host,
				redraw: () => host.tui.requestRender(),
				withForm: (act) => this.#with(undefined, act),
			});
			this.#focus = form.focus;
			if (this.#focus === "Editor") this.#openField(form);
		} catch (error) {
			release(form); // the garbage collector would free it in the instance that has trapped
			throw error;
		}
		this.#isOpeningKeyHeld = false;
		const misbound = newlyMisbound(host.keybindings, this.#keys.ids);
		if (misbound.length > 0) say(host.ctx, misbound.join("\n"), "warning");
		// Last, because what listens is ended only with a form.
		this.#input = new InputReader((input) => this.#handle(input));
	}

	/** The open text field. */
	get #field(): Field | undefined {
		return this.#fields.current;
	}

	/** Whether completions are open in the field that has the focus. They scroll by pages, as in pi's prompt. */
	get #isCompleting(): boolean {
		return this.#focus === "Editor" && this.#field?.isCompleting() === true;
	}

	get focused(): boolean {
		return this.#isFocused;
	}

	/**
	 * Passes the focus to the field, which marks the cursor for the window of an input method. The form gets the focus back
	 * when a dialog that covered it closes, and by a click from elsewhere, neither of which may answer it. pi also takes the
	 * focus and gives it back at once, at each click.
	 */
	set focused(focused: boolean) {
		clearImmediate(this.#leaving);
		if (!focused) {
			this.#leaving = setImmediate(() => {
				this.#isAway = true;
			});
		} else if (this.#isAway) {
			this.#isAway = false;
			this.#appeared();
		}
		this.#isFocused = focused;
		if (this.#field) this.#field.focused = focused && this.#focus === "Editor";
	}

	/** Whether the form, not pi's fullscreen mode, gets the keys that scroll by pages. */
	get capturesViewportInput(): boolean {
		return !this.#isPassingOn && (this.#isCompleting || this.#with(false, (form) => form.isCut));
	}

	handleInput(raw: string): void {
		this.#input.take(raw);
	}

	#handle(input: Input): void {
		if (this.#pasting.holds(input) || this.#outside) return;
		const field = this.#field;
		// The key that opened the field is still held down and must not type into it.
		if (field && this.#isOpeningKeyHeld && input.isRepeat) return;
		this.#isOpeningKeyHeld = false;
		this.#with(undefined, (form) => this.#quiet.notice(form));
		const key = this.#keyOf(input);
		if (key === "held") return;
		if (key === "app.tools.expand" || key === "app.suspend") this.#actAsPi(key);
		else if (key === "app.clipboard.pasteImage" || (input.kind === "paste" && input.text === ""))
			void this.#pasting.fromClipboard();
		else if (key === "Cancel" && this.#focus === "Editor" && field?.usesEscape(input.data))
			this.#host.tui.requestRender();
		else this.#handOver(input, key ?? "none");
		this.#taking = "";
	}

	/** Returns the meaning of an input. */
	#keyOf(input: Input): Key | undefined {
		const cursor = this.#focus === "Editor" && input.kind === "key" ? this.#field?.cursor() : undefined;
		return this.#keys.find(input, this.#focus, cursor);
	}

	/** Puts a picture into the open text. Returns its marker. */
	#attach(path: string): string | undefined {
		this.#update((form, now) => form.attach(path, now));
		return this.#with(undefined, (form) => form.marker(path));
	}

	/** Passes an input on to the form, and then to where its step leaves it. */
	#handOver(input: Input, key: Command | "types" | "none"): void {
		const { kind, data, text } = input;
		this.#taking = text;
		const piece = kind === "paste" ? "" : text;
		const isCompleting = this.#isCompleting;
		const step = this.#update((form, now) =>
			key === "types" ? form.type(piece, now, isCompleting) : form.press(key, now, piece, isCompleting),
		);
		if (step === "Early") this.#quiet.take(input);
		else if (kind === "key" && (step === "Idle" || step === "Text") && !isCompleting && this.#scrollsTranscript(data))
			return;
		else if (step === "Type" || step === "Text") this.#write(input);
		else if (kind === "paste") this.#unplaced += text;
	}

	/** Passes an input on to the open field. */
	#write(input: Input): void {
		this.#isOpeningKeyHeld = false;
		const marked = this.#pasting.withMarkers(input, () => this.#field?.endsWord() ?? false);
		this.#taking = "";
		for (const data of keysOf(marked)) this.#field?.handleInput(data);
		this.#host.tui.requestRender();
	}

	#actAsPi(key: KeyOfPi): void {
		const { ctx, tui } = this.#host;
		const ui = uiOf(ctx);
		if (key === "app.suspend") suspend(tui, () => this.#appeared());
		else ui.setToolsExpanded?.(!ui.getToolsExpanded?.());
	}

	/** Begins a quiet period, because the user sees the form again. */
	#appeared(): void {
		const now = performance.now();
		this.#with(undefined, (form) => form.appeared(now));
	}

	/** Returns whether pi's fullscreen mode uses a key that it has left to the form. */
	#scrollsTranscript(data: string): boolean {
		const tui = this.#host.tui as Partial<TranscriptScroller>;
		if (!tui.handleViewportInput || !this.capturesViewportInput) return false;
		this.#isPassingOn = true;
		try {
			return tui.handleViewportInput(data)?.consume === true;
		} finally {
			this.#isPassingOn = false;
		}
	}

	/** Handles a mouse event, which only pi's fullscreen mode sends. */
	handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
		// If the form does not fit, the row of the event is not the row that was drawn.
		if (event.height < this.#canvas.height) return undefined;
		return this.#with(undefined, (form) => this.#point(form, event));
	}

	#point(form: Form, event: TuiMouseEvent): TuiMouseEventResult | undefined {
		const slot = this.#field && form.slot;
		if (slot && event.y >= slot.row && event.y < slot.row + slot.rows) {
			return this.#field?.handleMouse({ ...event, y: event.y - slot.row + slot.first });
		}
		const target = form.target(Math.max(0, event.y), Math.max(0, event.x));
		if (event.type === "wheel") {
			const isUp = (event.wheelDelta ?? 0) < 0;
			this.#update((form, now) => form.wheel(target, isUp, now));
		} else if (event.button !== "left" || target === "nothing") return undefined;
		else if (event.type === "press") {
			if (this.#input.cameToFront()) this.#appeared();
			// pi selects text from a press that it handles itself, and makes a click of it if it does not move. The second press
			// of a double click would select a word.
			if (!this.#isAgain(event)) return undefined;
		} else if (event.type === "click") {
			if (this.#isAway) this.#appeared();
			this.#update((form, now) => form.click(target, now));
			this.#clicked = { x: event.screenX, y: event.screenY, at: performance.now() };
		} else return undefined;
		return { handled: true, focus: true };
	}

	/** Returns whether an event of the mouse follows a click at the same place, as in a double click. */
	#isAgain({ screenX, screenY }: TuiMouseEvent): boolean {
		const { x, y, at } = this.#clicked;
		return x === screenX && y === screenY && performance.now() - at <= DOUBLE_CLICK_MS;
	}

	render(columns: number): string[] {
		const { rows } = this.#host.tui.terminal;
		return this.#with([], () => this.#draw(sizeOr("columns", columns), sizeOr("rows", rows)));
	}

	invalidate(): void {
		this.#canvas.invalidate();
		this.#fields.invalidate();
	}

	/** Ends the form because the run was aborted or the session closes. */
	abort(): void {
		// Takes what was saved in the user's own editor so far, as nothing waits for its end.
		const saved = this.#outside?.saved();
		if (saved !== undefined) this.#field?.setText(saved);
		this.#update((form) => {
			form.end("abort");
			return "Finish";
		});
	}

	/** Ends the form because the host no longer shows it. Without a result if nothing was entered. */
	unshown(reason: string): void {
		this.#update((form) => {
			form.end("unshown", reason);
			return "Finish";
		});
	}

	/** Called by pi when the form was closed, or on a reload, which ends the form. */
	dispose(): void {
		this.abort();
	}

	#openField(form: Form, isTyped = false): void {
		this.#fields.open(form, isTyped);
		this.#text = form.text;
		if (this.#field) this.#field.focused = this.#isFocused;
		this.#isOpeningKeyHeld = true;
	}

	#newField(form: Form): Field {
		return openEditor(form.text, {
			...this.#host,
			onChange: (text) => {
				this.#update((form, now) => form.write(text, now));
				if (!this.#isOver) this.#text = text;
			},
			onSubmit: (text) => this.#update((form, now) => form.submit(text, now)),
			placeholder: form.placeholder,
		});
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
			return act(this.#form);
		} catch (error) {
			this.#fail(error);
			return otherwise;
		}
	}

	/** Performs an act, and keeps what the form would leave. Returns its step. */
	#update(act: Act): Step {
		if (this.#isOver) return "Idle";
		const now = performance.now();
		let step: Step = "Finish";
		try {
			const form = this.#form;
			step = act(form, now);
			if (step === "Idle" || step === "Text") return step;
			this.#left.keep(form);
			if (step === "Finish") {
				this.#end(form.result({ mode: MODE, now: Date.now() }));
				return step;
			}
			this.#focus = form.focus;
			this.#quiet.schedule(form);
			if (step === "Queue") this.#tellQueue(form);
			else if (step === "OpenOutside" && this.#field) void this.#editOutside(this.#field);
			else if (step === "Edit" || step === "Type") this.#openField(form, step === "Type");
			else if (this.#field && form.textName === "") this.#fields.close();
			this.#focusField();
			this.#host.tui.requestRender();
		} catch (error) {
			this.#fail(error);
		}
		return step;
	}

	/** Tells the desk what the user wants with what waits, once the key is handled: that may close the form. */
	#tellQueue(form: Form): void {
		const act = form.takeQueueAct();
		if (act !== undefined) queueMicrotask(() => this.#host.queued(act));
	}

	/** Whether the user has entered anything. */
	get isTouched(): boolean {
		return this.#with(false, (form) => form.isTouched);
	}

	/** Tells the field whether it has the focus. */
	#focusField(): void {
		if (this.#field) this.#field.focused = this.#isFocused && this.#focus === "Editor";
		// Completion, also one that is still searching, belongs to the text that has the focus.
		if (this.#focus !== "Editor") this.#field?.rest();
	}

	#draw(columns: number, rows: number): string[] {
		const { taken, below } = rowsOfOthers(this.#host.tui, this, columns);
		if (this.#canvas.resize({ columns, rows, taken, below })) {
			// A list that no longer fits beside its text gives the focus back to that.
			this.#focus = this.#form.focus;
			this.#focusField();
		}
		const lines = this.#canvas.draw(this.#field, this.#host.waiting(), this.#isFocused);
		if (this.#quiet.isUnpainted) this.#painting ??= setImmediate(() => this.#painted());
		return lines;
	}

	/** Called after all pending input is handled, because the user pressed those keys before they saw the form. */
	#painted(): void {
		this.#painting = undefined;
		this.#with(undefined, (form) => {
			this.#quiet.painted(form);
			this.#left.keep(form);
		});
	}

	/** Ends the form after an error of the core, with all that the user has entered. A form that has trapped is not freed. */
	#fail(error: unknown): void {
		const reason = afterError(error, this.#host.questions.core);
		if (this.#isOver) return;
		// What the form has not taken in goes to pi's prompt.
		const text = this.#outside?.saved() ?? this.#field?.text() ?? "";
		if (text !== this.#text) this.#unplaced += text;
		this.#unplaced += this.#taking;
		this.#end(this.#left.failed(reason));
	}

	#end(result: ToolResult | undefined): void {
		this.#isOver = true;
		this.#quiet.end();
		this.#input.end();
		this.#unplaced += this.#pasting.end();
		clearImmediate(this.#painting);
		clearImmediate(this.#leaving);
		release(this.#form);
		this.#fields.end();
		this.#host.done(result, this.#quiet.typed + this.#unplaced);
	}
}
