/**
 * What the user types for pi's prompt while a form has its place, and the drawings that the form's guard needs.
 *
 * Never here: what is meant for the prompt, and for how long.
 */
import type { Theme } from "@earendil-works/pi-coding-agent";
import { Editor, type KeybindingsManager, type TUI } from "@earendil-works/pi-tui";
import { coreOr, type Form } from "../core/core.ts";
import { editorTheme } from "./field.ts";
import { type Input, keysOf } from "./input.ts";

/** Delay of a timer in milliseconds that is possible though pi was not busy. */
const JITTER_MS = 200;

/** The component that shows the form. */
interface QuietHost {
	tui: TUI;
	theme: Theme;
	keybindings: KeybindingsManager;
	/** Whether pi's prompt holds unsent text. */
	isWriting: boolean;
	redraw: () => void;
	/** Acts on the form, unless it has ended. */
	withForm: (act: (form: Form) => void) => void;
}

export class Quiet {
	readonly #host: QuietHost;
	/** Editor with the text for pi's prompt. It is not shown. */
	readonly #prompt: Editor;
	/** Whether some of it was pasted, which no single key is. */
	#isPasted = false;
	/** Whether the guard waits until the form is painted. */
	isUnpainted = true;
	/** Timer that runs until the form has to be drawn again. */
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** When the timer ends, by `Date.now()`. */
	#until = 0;

	/** Guards a form that was just created. */
	constructor(form: Form, host: QuietHost) {
		this.#host = host;
		this.#prompt = new Editor(host.tui, editorTheme(host.theme));
		form.guard(host.isWriting);
	}

	/** Text that the user typed for pi's prompt. */
	get typed(): string {
		const text = this.#prompt.getExpandedText();
		return this.#isPasted || coreOr(true, (core) => core.isForPrompt(text, this.#host.isWriting)) ? text : "";
	}

	/** Types an input into the text for pi's prompt. */
	take(input: Input): void {
		this.#isPasted ||= input.kind === "paste";
		// Enter, which would submit the text, begins a new line.
		if (this.#host.keybindings.matches(input.data, "tui.input.submit")) this.#prompt.insertTextAtCursor("\n");
		else for (const data of keysOf(input)) this.#prompt.handleInput(data);
	}

	/** Tells the form if pi was busy, before an input. */
	notice(form: Form): void {
		if (this.#timer !== undefined && Date.now() > this.#until + JITTER_MS) form.stalled(performance.now());
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
		this.isUnpainted = wait === Number.POSITIVE_INFINITY;
		if (wait === 0 || this.isUnpainted) return;
		this.#until = Date.now() + wait;
		const end = (form: Form) => {
			this.schedule(form);
			this.#host.redraw();
		};
		this.#timer = setTimeout(() => this.#host.withForm(end), wait);
		// The timer must not keep the process running.
		this.#timer.unref();
	}
}
