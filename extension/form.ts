/**
 * One form as a component of pi's terminal interface: hands keys to the core, lends it pi's text editor, and shows the
 * lines that it draws.
 *
 * Never here: what a key does to the form, what a line says, how wide anything is.
 */
import type { KeybindingsManager, Theme } from "@earendil-works/pi-coding-agent";
import {
	type Component,
	CURSOR_MARKER,
	Editor,
	type EditorTheme,
	type Focusable,
	isKeyRepeat,
	type TUI,
	truncateToWidth,
	visibleWidth,
} from "@earendil-works/pi-tui";
import {
	afterError,
	type Core,
	coreGeneration,
	type Form,
	type HostMode,
	type Palette,
	paletteOf,
	type ToolResult,
	useCore,
	withCore,
} from "./core.ts";
import { FormKeys, type Press } from "./keys.ts";

export interface FormHost {
	tui: TUI;
	theme: Theme;
	keybindings: KeybindingsManager;
	mode: HostMode;
	/** The result where the core cannot make one. */
	failure: (reason: string) => ToolResult;
	/** Called once, with the result. */
	done: (result: ToolResult) => void;
}

export class FormComponent implements Component, Focusable {
	readonly #arguments: unknown;
	readonly #host: FormHost;
	readonly #keys: FormKeys;
	/** All that has happened to the form. The core is deterministic, so this is enough to get back to where it was. */
	readonly #journal: Press[] = [];
	#form: Form | undefined;
	/** Open while the form is editing; each opening gets a new one, so that undo never brings another row's text. */
	#editor: Editor | undefined;
	#generation = 0;
	#isFocused = false;
	#isOpeningKeyHeld = false;
	#palette: Palette | undefined;
	#drawn: { lines: string[]; columns: number; rows: number } | undefined;
	#submitted: string | undefined;

	/** Throws where the core cannot make a form of the arguments. */
	constructor(args: unknown, host: FormHost) {
		this.#arguments = args;
		this.#host = host;
		this.#keys = new FormKeys(host.keybindings);
		this.#form = withCore(
			(core) => this.#open(core),
			(reason) => {
				throw new Error(reason);
			},
		);
	}

	get focused(): boolean {
		return this.#isFocused;
	}

	/** The editor shows the cursor, at which terminals place the window of an input method. */
	set focused(focused: boolean) {
		this.#isFocused = focused;
		if (this.#editor) this.#editor.focused = focused;
	}

	handleInput(data: string): void {
		if (this.#editor) this.#edit(this.#editor, data);
		else {
			const press = this.#keys.press(data);
			if (press) this.#update(press);
		}
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
		this.#editor?.invalidate();
	}

	/** Ends the form because the run was aborted or the session closes. */
	abort(): void {
		this.#update(["Abort"]);
	}

	/** Called by pi when the form has been closed, by whatever. */
	dispose(): void {
		if (this.#generation === coreGeneration()) this.#form?.free();
		this.#form = undefined;
	}

	#open(core: Core): Form {
		this.#generation = coreGeneration();
		const questionnaire = new core.Questionnaire(this.#arguments);
		try {
			return new core.Form(questionnaire, this.#keys.names);
		} finally {
			questionnaire.free();
		}
	}

	#openEditor(draft: string): Editor {
		const editor = new Editor(this.#host.tui, editorTheme(this.#host.theme));
		editor.setText(draft);
		editor.focused = this.#isFocused;
		editor.onSubmit = (text) => {
			this.#submitted = text;
		};
		return editor;
	}

	#edit(editor: Editor, data: string): void {
		// The key that opened the editor is still held down; it is not meant for the text.
		if (this.#isOpeningKeyHeld && isKeyRepeat(data)) return;
		this.#isOpeningKeyHeld = false;
		// Esc closes the editor's own completion list first.
		if (this.#keys.isCancel(data) && !editor.isShowingAutocomplete()) {
			this.#update(["Cancel"]);
			return;
		}
		const before = editor.getExpandedText();
		editor.handleInput(data);
		const submitted = this.#submitted;
		this.#submitted = undefined;
		const text = editor.getExpandedText();
		if (submitted !== undefined) this.#update(["Submit", submitted]);
		else if (text !== before) this.#update(["Draft", text]);
		else this.#redraw();
	}

	#update(press: Press): void {
		const form = this.#form;
		if (!form) return;
		try {
			const { Command, Step } = useCore();
			const step = form.update(Command[press[0]], press[1]);
			this.#note(press);
			if (step === Step.Finish) {
				this.#finish(form);
				return;
			}
			if (step === Step.Edit) {
				this.#editor = this.#openEditor(form.draft);
				this.#isOpeningKeyHeld = true;
			} else if (this.#editor && !form.isEditing) this.#editor = undefined;
			if (step !== Step.Idle) this.#redraw();
		} catch (error) {
			this.#fail(afterError(error), press);
		}
	}

	/** Adds to the journal. Of drafts only the last counts: they would fill it with copies of a long text. */
	#note(press: Press): void {
		if (press[0] === "Draft" && this.#journal.at(-1)?.[0] === "Draft") this.#journal.pop();
		this.#journal.push(press);
	}

	#redraw(): void {
		this.#drawn = undefined;
		this.#host.tui.requestRender();
	}

	#draw(core: Core, columns: number, rows: number): string[] {
		const form = this.#form;
		if (!form) return [];
		this.#palette ??= paletteOf(core, this.#host.theme);
		const editor = this.#editor?.render(columns).map((line) => cut(line, columns)) ?? [];
		const cursor = Math.max(
			0,
			editor.findIndex((line) => line.includes(CURSOR_MARKER)),
		);
		const painted = form.view(this.#palette, columns, rows, editor.length, cursor);
		// Where there is room for the editor alone, the frame has no line, not an empty one.
		const lines = painted === "" ? [] : painted.split("\n");
		const slot = this.#editor ? form.slot : undefined;
		if (slot) lines.splice(slot.row, 0, ...editor.slice(slot.first, slot.first + slot.rows));
		// The editor changes by itself when its completions arrive.
		if (!this.#editor) this.#drawn = { lines, columns, rows };
		return lines;
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
		const recover = (core: Core, journal: Press[]): ToolResult | undefined => {
			const form = this.#open(core);
			for (const [command, text] of journal) form.update(core.Command[command], text);
			form.update(core.Command.Fail, reason);
			const result = form.result({ mode: this.#host.mode });
			form.free();
			return result;
		};
		// With what came last, unless that is what the core cannot bear.
		for (const journal of press ? [[...this.#journal, press], this.#journal] : [this.#journal]) {
			const result = withCore(
				(core) => recover(core, journal),
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

/** pi's editor needs two columns and draws over the edge of fewer. */
function cut(line: string, columns: number): string {
	return visibleWidth(line) > columns ? truncateToWidth(line, columns, "") : line;
}

function editorTheme(theme: Theme): EditorTheme {
	return {
		borderColor: (text) => theme.fg("accent", text),
		selectList: {
			selectedPrefix: (text) => theme.fg("accent", text),
			selectedText: (text) => theme.fg("accent", text),
			description: (text) => theme.fg("muted", text),
			scrollInfo: (text) => theme.fg("dim", text),
			noMatch: (text) => theme.fg("warning", text),
		},
	};
}
