/**
 * The place of pi's prompt, which a form shares with pi's own selectors and the dialogs of other extensions, and the room
 * that the rest of pi's interface leaves it.
 *
 * Never here: content of a form, or how it ends.
 */
import { stripVTControlCharacters } from "node:util";
import type { ExtensionContext, Theme } from "@earendil-works/pi-coding-agent";
import { type Component, type Container, type EditorComponent, TruncatedText, type TUI } from "@earendil-works/pi-tui";
import { promptOf, type Ui, uiOf } from "../host/ui.ts";

/** Key of the widget above the prompt. */
const WIDGET = "pi-question";

/** The parts of a TUI that not every host has. */
type Tree = Partial<Pick<TUI, "children" | "terminal" | "requestRender">> & {
	getFocusedComponent?: () => Component | null;
	/** Tells of an overlay that takes the next key, or the focus of what is shown in the place. Not public. */
	getVisibleOverlayFocusRestore?: () => { status: string };
};

export interface PlaceHost {
	ctx: ExtensionContext;
	/** Returns the row that says that a question waits. */
	says: () => string;
	/** Called when a question begins to wait for the place. */
	waits: (terminal: TUI["terminal"] | undefined) => void;
}

/** The row about questions that wait for their user, by the interface that shows it while no question is in the place. */
const rows = new WeakMap<Ui, string>();

/** Shows a row above the prompt, or none. */
export function showRow(ui: Ui, text: string | undefined): void {
	if (text === undefined) rows.delete(ui);
	else rows.set(ui, text);
	if (!inUse.has(ui)) setWidget(ui, rowOf(ui));
}

/** Interfaces in whose place a question is, or waits to be. */
const inUse = new WeakSet<Ui>();

/** Draws a widget. */
type Widget = (tui: TUI, theme: Theme) => Component;

function rowOf(ui: Ui): Widget | undefined {
	const text = rows.get(ui);
	return text === undefined ? undefined : (_tui, theme) => new TruncatedText(theme.fg("accent", text), 1, 0);
}

function setWidget(ui: Ui, widget: Widget | undefined): void {
	try {
		ui.setWidget?.(WIDGET, widget);
	} catch {
		// The session is closed.
	}
}

/** Opens dialogs in the place when nobody uses what stands there. */
export class PromptPlace {
	readonly #host: PlaceHost;
	readonly #ui: Ui;
	#tui: Tree | undefined;
	/** Looks at the place while a question waits. */
	#look: (() => void) | undefined;
	/** Whether a dialog of this place is open. */
	#isOpen = false;
	/** Whether that dialog has had the keys since it was opened or brought back. */
	#hadKeys = false;

	/** Draws a widget until `end`, because a widget is given the TUI, and what is in use changes with a drawing. */
	constructor(host: PlaceHost) {
		this.#host = host;
		this.#ui = uiOf(host.ctx);
		let row: string | undefined;
		inUse.add(this.#ui);
		setWidget(this.#ui, (tui, theme) => {
			this.#tui = tui;
			const render = (columns: number) => {
				this.#drawn();
				if (!this.#look || !this.#isInUse) return [];
				row ??= host.says();
				return new TruncatedText(theme.fg("accent", row), 1, 0).render(columns);
			};
			return { render, invalidate() {} };
		});
	}

	/** Opens a dialog once the place is free, in the same turn. Undefined if the signal is aborted before. */
	async open<T>(signal: AbortSignal, open: () => Promise<T>): Promise<T | undefined> {
		if (this.#isInUse) this.#host.waits(this.#tui?.terminal);
		while (this.#isInUse && !signal.aborted) await this.#freed(signal);
		if (signal.aborted) return undefined;
		this.#isOpen = true;
		this.#hadKeys = false;
		return open().finally(() => {
			this.#isOpen = false;
		});
	}

	/** Resolves after a drawing in which the place is free, and what happened at the same time. */
	async #freed(signal: AbortSignal): Promise<void> {
		await new Promise<void>((resolve) => {
			// A dialog may be one of several that an extension opens one after the other.
			this.#look = () => !this.#isInUse && setImmediate(resolve);
			signal.addEventListener("abort", () => resolve(), { once: true });
			this.#tui?.requestRender?.();
		});
		this.#look = undefined;
	}

	#drawn(): void {
		this.#look?.();
		if (this.#isInUse) this.#hadKeys = true;
		else if (this.#isLost) setImmediate(() => this.#isLost && this.#bringBack());
	}

	/**
	 * Shows the dialog again after one of pi's selectors, which opened over it while pi was busy with a command, has closed:
	 * pi puts its prompt there. It shows the last dialog that is open when another one closes.
	 */
	#bringBack(): void {
		this.#hadKeys = false;
		const end = new AbortController();
		this.#ui.input?.("", undefined, { signal: end.signal })?.catch(() => {});
		end.abort();
	}

	/** Whether keys go to something else than the prompt, or to its list of completions. */
	get #isInUse(): boolean {
		return this.#isFree === false;
	}

	/** Whether pi shows its prompt where the dialog should be. */
	get #isLost(): boolean {
		return this.#isOpen && this.#hadKeys && this.#isFree === true;
	}

	/** Whether keys go to the prompt, without a list of completions. Undefined if the host does not tell. */
	get #isFree(): boolean | undefined {
		const tui = this.#tui;
		const focused = tui?.getFocusedComponent?.();
		if (!tui || !focused) return undefined;
		if (!this.#isPrompt(focused)) return false;
		const { status = "inactive" } = tui.getVisibleOverlayFocusRestore?.() ?? {};
		return status === "inactive" && (focused as Partial<Completing>).isShowingAutocomplete?.() !== true;
	}

	/** Returns whether a component is pi's prompt, or the editor that an extension has put in its place. */
	#isPrompt(component: Component): boolean {
		if (!("getText" in component && "setText" in component)) return false;
		// A dialog may be nothing but an editor.
		const editor = component as EditorComponent;
		const text = editor.getExpandedText?.() ?? editor.getText();
		return !this.#ui.getEditorText || promptOf(this.#host.ctx) === text;
	}

	/** Removes the widget. */
	end(): void {
		this.#isOpen = false;
		inUse.delete(this.#ui);
		setWidget(this.#ui, rowOf(this.#ui));
	}
}

/** The part of pi's editor that tells of completions. */
interface Completing {
	isShowingAutocomplete(): boolean;
}

/**
 * Returns the rows that everything else than the transcript and the form takes, and how many of them are below the form:
 * pi's footer and status, messages that wait, and the widgets, headers and footers of other extensions. pi cuts a form that
 * does not fit beside them. The blank row that pi leaves above its prompt looks like one of the transcript, and counts as one.
 */
export function rowsOfOthers(tui: Tree, form: Component, columns: number): { taken: number; below: number } {
	const rows = { taken: 0, below: 0 };
	let isBelow = false;
	// pi's first child is the document, with the transcript.
	for (const child of (tui.children ?? []).slice(1)) {
		if (holds(child, form)) {
			isBelow = true;
			continue;
		}
		const lines = child?.render?.(columns) ?? [];
		if (isBelow) rows.below += lines.length;
		if (isBelow || lines.some((line) => stripVTControlCharacters(line).trim() !== "")) rows.taken += lines.length;
	}
	return rows;
}

function holds(child: Component, form: Component): boolean {
	return child === form || ("children" in child && (child as Container).children.includes(form));
}
