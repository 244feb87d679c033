/**
 * The quiet period of a form that has just opened: what the user types was meant for pi's prompt, so it is kept from the form
 * and for the prompt. Draws the form again when the period is over.
 *
 * Never here: which keys that holds for, and how long.
 */
import type { Theme } from "@earendil-works/pi-coding-agent";
import { Editor, isKeyRelease, type KeybindingsManager, type TUI } from "@earendil-works/pi-tui";
import type { Form } from "../core/core.ts";
import { editorTheme } from "./field.ts";

/** Delay of a timer in milliseconds that is possible though pi was not busy. */
const JITTER_MS = 200;

/** The component that shows the form. */
interface Host {
	tui: TUI;
	theme: Theme;
	keybindings: KeybindingsManager;
	redraw: () => void;
	/** Acts on the form, unless it has ended. */
	withForm: (act: (form: Form) => void) => void;
}

export class Quiet {
	readonly #host: Host;
	/** Editor with the text for pi's prompt. It is not shown. */
	readonly #prompt: Editor;
	/** Whether pi's prompt holds unsent text. */
	readonly #isWriting: boolean;
	/** Whether keys may still be meant for pi's prompt. */
	isGuarded = true;
	/** Timer that runs until the form has to be drawn again. */
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** When the timer ends, by `Date.now()`. */
	#until = 0;

	/** Guards a form that was just created. `isWriting`: pi's prompt holds unsent text. */
	constructor(form: Form, isWriting: boolean, host: Host) {
		this.#host = host;
		this.#isWriting = isWriting;
		this.#prompt = new Editor(host.tui, editorTheme(host.theme));
		form.guard(isWriting);
	}

	/** Begins again, as the form has been unfolded. What the user types may be meant for pi's prompt. */
	begin(): void {
		this.end();
		this.isGuarded = true;
	}

	/** Text that the user typed for pi's prompt. A single key was none, unless the prompt was in use. */
	get typed(): string {
		const text = this.#text;
		return this.#isWriting || [...text.trim()].length > 1 ? text : "";
	}

	get #text(): string {
		return this.#prompt.getExpandedText();
	}

	/** Returns whether a key is meant for pi's prompt, and keeps its text for that. */
	takes(form: Form, data: string): boolean {
		if (isKeyRelease(data)) return false;
		const now = performance.now();
		// An overdue timer means that pi was busy, so this key was pressed before the user saw the form.
		if (this.#timer !== undefined && Date.now() > this.#until + JITTER_MS) {
			form.guard(this.#isWriting);
			form.painted(now);
		}
		this.isGuarded = form.remainingMs(now) > 0;
		if (!this.isGuarded) return false;
		const types = this.#types(data);
		const isWriting = this.typed !== "";
		const isHeld = form.withholdsKey(types, isWriting, now);
		this.schedule(form);
		this.#host.redraw();
		return isHeld;
	}

	/** Types a key into the text for pi's prompt. Returns whether that changes the text. */
	#types(data: string): boolean {
		const before = this.#text;
		// Enter, which would submit the text, begins a new line.
		if (this.#host.keybindings.matches(data, "tui.input.submit")) this.#prompt.insertTextAtCursor("\n");
		else this.#prompt.handleInput(data);
		return this.#text !== before;
	}

	/** Tells the form that it is on the screen. */
	painted(form: Form): void {
		form.painted(performance.now());
		this.schedule(form);
	}

	/** Stops the timer. */
	end(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	/** Schedules a drawing for the time when all keys count, or when what says that has stood long enough. */
	schedule(form: Form): void {
		this.end();
		const wait = form.redrawMs(performance.now());
		if (wait === 0 || wait === Number.POSITIVE_INFINITY) return;
		this.#until = Date.now() + wait;
		const end = (form: Form) => {
			this.isGuarded &&= form.remainingMs(performance.now()) > 0;
			this.schedule(form);
			this.#host.redraw();
		};
		this.#timer = setTimeout(() => this.#host.withForm(end), wait);
		// The timer must not keep the process running.
		this.#timer.unref();
	}
}
