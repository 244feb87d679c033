/**
 * One form as a component of pi's terminal interface: hands keys to the core, lends it pi's text editor and Markdown,
 * and shows the lines that it draws.
 *
 * Never here: what a key does to the form, what a line says, how wide anything is.
 */
import { getMarkdownTheme, type KeybindingsManager, type Theme } from "@earendil-works/pi-coding-agent";
import {
	type Component,
	type Focusable,
	isKeyRepeat,
	Markdown,
	type TUI,
	type TuiMouseEvent,
	type TuiMouseEventResult,
} from "@earendil-works/pi-tui";
import {
	afterError,
	type Core,
	coreGeneration,
	type Form,
	type HostMode,
	type Palette,
	paletteOf,
	type Questionnaire,
	type ToolResult,
	useCore,
	withCore,
} from "./core.ts";
import { editExternally } from "./external.ts";
import { cut, type Field, openEditor, openLine } from "./field.ts";
import { type FocusName, FormKeys, type Press } from "./keys.ts";

export interface FormHost {
	tui: TUI;
	theme: Theme;
	keybindings: KeybindingsManager;
	mode: HostMode;
	/** Where file names are completed. */
	cwd: string;
	/** Earlier answers, the oldest first; asked for when a text is opened. */
	history: () => string[];
	/** When the call came, and the last key before the form; on the clock of `performance.now()`. */
	askedAt: number;
	lastKeyAt: number | undefined;
	/** The questions, of the instance of the core that is in use. */
	open: (core: Core) => Questionnaire;
	/** The command of the user's own editor. */
	externalEditor: () => string;
	/** The result where the core cannot make one. */
	failure: (reason: string) => ToolResult;
	/** Called once, with the result. */
	done: (result: ToolResult) => void;
}

/** What has come of a form: what was done to it, and the sizes that it was drawn in meanwhile. */
type Journal = Array<{ press: Press } | { columns: number; rows: number }>;

export class FormComponent implements Component, Focusable {
	readonly #host: FormHost;
	readonly #keys: FormKeys;
	/** The core is deterministic, so this is enough to get back to where the form was. */
	readonly #journal: Journal = [];
	#form: Form | undefined;
	/** Open while the form has a text in the hands of the user; each opening gets a new one, with its own undo. */
	#field: Field | undefined;
	/** What has the keys, as of the last command. */
	#focus: FocusName = "List";
	#hasPreviews = false;
	#generation = 0;
	#isFocused = false;
	#isOpeningKeyHeld = false;
	#isOutside = false;
	/** The last size in the journal. */
	#size: { columns: number; rows: number } | undefined;
	#palette: Palette | undefined;
	#preview: { markdown: string; columns: number; component: Markdown } | undefined;
	#drawn: { lines: string[]; columns: number; rows: number } | undefined;

	/** Throws where the core cannot make a form of the questions. */
	constructor(host: FormHost) {
		this.#host = host;
		this.#keys = new FormKeys(host.keybindings);
		withCore(
			(core) => {
				const form = this.#open(core, host.lastKeyAt);
				this.#form = form;
				this.#hasPreviews = form.hasPreviews;
				this.#setFocus(core, form);
				if (this.#focus === "Editor") this.#openField(form);
			},
			(reason) => {
				throw new Error(reason);
			},
		);
		this.#isOpeningKeyHeld = false;
	}

	get focused(): boolean {
		return this.#isFocused;
	}

	/** The text shows the cursor, at which terminals place the window of an input method. */
	set focused(focused: boolean) {
		this.#isFocused = focused;
		if (this.#field) this.#field.component.focused = focused;
	}

	handleInput(data: string): void {
		if (this.#isOutside) return;
		const focus = this.#focus;
		const field = this.#field;
		// The key that opened the text is still held down; it is not meant for it.
		if (field && this.#isOpeningKeyHeld && isKeyRepeat(data)) return;
		this.#isOpeningKeyHeld = false;
		if (field && focus === "Editor" && this.#keys.isExternal(data)) {
			void this.#editOutside(field);
			return;
		}
		const press = field?.isCompleting() ? undefined : this.#keys.press(data, focus);
		if (press && (this.#update(press) || press[0] === "Cancel")) return;
		if (!field) return;
		field.handleInput(data);
		this.#redraw();
	}

	/** Mouse events of pi's fullscreen mode; elsewhere there are none. */
	handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
		const form = this.#form;
		// Where the form does not fit, the rows are not those that were drawn.
		if (!form || (this.#drawn && event.height < this.#drawn.lines.length)) return undefined;
		try {
			return this.#point(form, event);
		} catch (error) {
			this.#fail(afterError(error));
			return undefined;
		}
	}

	#point(form: Form, event: TuiMouseEvent): TuiMouseEventResult | undefined {
		const slot = this.#field && form.slot;
		if (slot && event.y >= slot.row && event.y < slot.row + slot.rows) {
			return this.#field?.component.handleMouse?.({ ...event, y: event.y - slot.row + slot.first });
		}
		const target = form.target(Math.max(0, event.y), Math.max(0, event.x));
		if (event.type === "wheel") this.#update([(event.wheelDelta ?? 0) < 0 ? "WheelUp" : "WheelDown", target]);
		else if (event.button !== "left" || target === "") return undefined;
		else if (event.type === "click") this.#update(["Click", target]);
		return { handled: true, focus: true };
	}

	render(columns: number): string[] {
		const { rows } = this.#host.tui.terminal;
		if (this.#drawn?.columns === columns && this.#drawn.rows === rows) return this.#drawn.lines;
		try {
			return this.#draw(useCore(), columns, rows);
		} catch (error) {
			this.#fail(afterError(error));
			return [];
		}
	}

	invalidate(): void {
		this.#palette = undefined;
		this.#drawn = undefined;
		this.#preview = undefined;
		this.#field?.component.invalidate();
	}

	/** Ends the form because the run was aborted or the session closes. */
	abort(): void {
		this.#update(["Abort"]);
	}

	/** Called by pi when the form has been closed, by whatever. */
	dispose(): void {
		if (this.#generation === coreGeneration()) this.#form?.free();
		this.#form = undefined;
		this.#closeField();
	}

	/** A form of the call; `lastKeyAt` is when the last key came before it. */
	#open(core: Core, lastKeyAt?: number): Form {
		this.#generation = coreGeneration();
		const questionnaire = this.#host.open(core);
		try {
			return new core.Form(questionnaire, this.#keys.names, this.#host.askedAt, lastKeyAt);
		} finally {
			questionnaire.free();
		}
	}

	#setFocus(core: Core, form: Form): void {
		this.#focus = core.Focus[form.focus] as FocusName;
	}

	#openField(form: Form): void {
		this.#closeField();
		const open = this.#focus === "Line" ? openLine : openEditor;
		this.#field = open(form.draft, {
			...this.#host,
			onChange: (text) => this.#update(["Draft", text]),
			onSubmit: (text) => this.#update(["Submit", text]),
		});
		this.#field.component.focused = this.#isFocused;
		this.#isOpeningKeyHeld = true;
	}

	#closeField(): void {
		this.#field?.close();
		this.#field = undefined;
	}

	async #editOutside(field: Field): Promise<void> {
		this.#isOutside = true;
		let text: string | undefined;
		try {
			text = await editExternally(this.#host.tui, this.#host.externalEditor(), field.text());
		} catch {
			// The text stays as it is, as where the editor fails.
		}
		this.#isOutside = false;
		// The form may have ended meanwhile.
		if (text !== undefined && field === this.#field) {
			field.setText(text);
			this.#update(["Draft", field.text()]);
		}
	}

	/** Whether anything came of it. */
	#update(press: Press): boolean {
		const form = this.#form;
		if (!form) return false;
		const now = performance.now();
		try {
			const core = useCore();
			const { Command, Step } = core;
			const step = form.update(Command[press[0]], now, press[1]);
			// What came to nothing is left out. A text that was not taken, for whatever reason, stands as a draft.
			if (step !== Step.Idle)
				this.#note(step === Step.Edit && press[0] === "Submit" ? ["Draft", press[1] ?? ""] : press);
			if (step === Step.Finish) {
				this.#finish(form);
				return true;
			}
			if (step === Step.Idle) return false;
			this.#setFocus(core, form);
			if (step === Step.Edit) this.#openField(form);
			else if (this.#field && this.#focus !== "Editor" && this.#focus !== "Line") this.#closeField();
			this.#redraw();
			return true;
		} catch (error) {
			this.#fail(afterError(error), press);
			return true;
		}
	}

	/** Adds to the journal. Of drafts only the last counts: they would fill it with copies of a long text. */
	#note(press: Press): void {
		const last = this.#journal.at(-1);
		if (press[0] === "Draft" && last && "press" in last && last.press[0] === "Draft") this.#journal.pop();
		this.#journal.push({ press });
	}

	#redraw(): void {
		this.#drawn = undefined;
		this.#host.tui.requestRender();
	}

	#draw(core: Core, columns: number, rows: number): string[] {
		const form = this.#form;
		if (!form) return [];
		this.#palette ??= paletteOf(core, this.#host.theme);
		const field = this.#field?.draw(columns) ?? { lines: [], cursor: 0 };
		const preview = this.#hasPreviews ? this.#drawPreview(form, columns, rows) : [];
		if (this.#size?.columns !== columns || this.#size.rows !== rows) {
			this.#size = { columns, rows };
			this.#journal.push(this.#size);
		}
		const painted = form.view(this.#palette, columns, rows, field.lines.length, field.cursor, preview.length);
		// Where there is room for the text alone, the frame has no line, not an empty one.
		const lines = painted === "" ? [] : painted.split("\n");
		const pane = preview.length > 0 ? form.previewSlot : undefined;
		if (pane) {
			for (const [at, line] of preview.slice(pane.first, pane.first + pane.rows).entries()) {
				const row = lines[pane.row + at];
				if (row !== undefined) lines[pane.row + at] = row + line;
			}
		}
		const slot = this.#field ? form.slot : undefined;
		if (slot) lines.splice(slot.row, 0, ...field.lines.slice(slot.first, slot.first + slot.rows));
		// The editor changes by itself when its completions arrive.
		if (!this.#field) this.#drawn = { lines, columns, rows };
		return lines;
	}

	#drawPreview(form: Form, columns: number, rows: number): string[] {
		const wanted = form.previewFor(columns, rows);
		if (!wanted) return [];
		const { markdown } = wanted;
		if (this.#preview?.markdown !== markdown || this.#preview.columns !== wanted.columns) {
			const component = new Markdown(markdown, 0, 0, getMarkdownTheme());
			this.#preview = { ...wanted, component };
		}
		return this.#preview.component.render(wanted.columns).map((line) => cut(line, wanted.columns));
	}

	#finish(form: Form): void {
		const result = form.result({ mode: this.#host.mode, now: Date.now() });
		this.dispose();
		if (result) this.#host.done(result);
	}

	/**
	 * Ends the call after an error of the core, with all that the user had entered until then; `press` is what it could
	 * not take.
	 */
	#fail(reason: string, press?: Press): void {
		if (!this.#form) return;
		this.#form = undefined; // what the old instance held went with it
		this.#closeField();
		const recover = (core: Core, journal: Journal): ToolResult | undefined => {
			const form = this.#open(core);
			for (const entry of journal) {
				if ("press" in entry) form.update(core.Command[entry.press[0]], 0, entry.press[1]);
				else form.previewFor(entry.columns, entry.rows);
			}
			form.update(core.Command.Fail, 0, reason);
			const result = form.result({ mode: this.#host.mode });
			form.free();
			return result;
		};
		// With what came last, unless that is what the core cannot bear.
		const journal = this.#journal;
		for (const tried of press ? [[...journal, { press }], journal] : [journal]) {
			const result = withCore(
				(core) => recover(core, tried),
				() => undefined,
			);
			if (result) {
				this.#host.done(result);
				return;
			}
		}
		this.#host.done(this.#host.failure(reason));
	}
}
