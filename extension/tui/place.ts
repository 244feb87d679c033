/**
 * The place of pi's prompt, which a form takes and shares with the dialogs of other extensions. Before 1.4, pi has room
 * for one of them: what opens shuts out what stood there, and what closes leaves the prompt.
 *
 * Never here: what stands in a form, or how it ends.
 */
import { VERSION } from "@earendil-works/pi-coding-agent";
import type { Component, Container, TUI } from "@earendil-works/pi-tui";

/** How often a place is looked at that something else has taken, in milliseconds. */
const LOOK_MS = 50;

const [MAJOR = 0, MINOR = 0] = VERSION.split(".").map(Number);
/** Whether pi brings back what a dialog has covered. */
const BRINGS_BACK = MAJOR > 1 || (MAJOR === 1 && MINOR >= 4);

/** Not every host has a tree, or tells what has the focus. */
type Tree = Partial<Pick<TUI, "children">> & { getFocusedComponent?: () => Component | null };

/** pi's prompt, or the editor that an extension has put there. */
function isPrompt(component: Component): boolean {
	return "getText" in component && "setText" in component;
}

function containers(tui: Tree): Container[] {
	return (tui.children ?? []).filter((child): child is Container => "children" in child);
}

/** Whether a dialog stands there that a form would shut out for good. */
export function isTaken(tui: Tree): boolean {
	if (BRINGS_BACK) return false;
	const focused = tui.getFocusedComponent?.();
	if (!focused || isPrompt(focused)) return false;
	return containers(tui).some(({ children }) => children.includes(focused));
}

/** Calls back once nothing stands there but the prompt. Gives how to look no longer. */
export function whenFree(tui: Tree, act: () => void): () => void {
	const looking = setInterval(() => {
		if (isTaken(tui)) return;
		clearInterval(looking);
		act();
	}, LOOK_MS);
	looking.unref();
	return () => clearInterval(looking);
}

/** Keeps a form in its place while it is open. */
export class Place {
	readonly #tui: TUI;
	#looking: ReturnType<typeof setInterval> | undefined;
	#isOver = false;

	constructor(tui: TUI) {
		this.#tui = tui;
	}

	/** The form has been given the keys, or they were taken from it. */
	turned(form: Component, isFocused: boolean): void {
		clearInterval(this.#looking);
		if (isFocused || this.#isOver || BRINGS_BACK) return;
		this.#looking = setInterval(() => this.#look(form), LOOK_MS);
		this.#looking.unref();
	}

	/** The form is over. */
	leave(): void {
		this.#isOver = true;
		clearInterval(this.#looking);
	}

	/** Puts the form back where pi has put its prompt in its place. */
	#look(form: Component): void {
		const all = containers(this.#tui);
		if (all.some(({ children }) => children.includes(form))) return;
		const place = all.find(({ children }) => children.some(isPrompt));
		if (!place) return;
		place.clear();
		place.addChild(form);
		this.#tui.setFocus(form);
		this.#tui.requestRender();
	}
}
