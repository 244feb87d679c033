/**
 * The place of pi's prompt, which a form shares with pi's own selectors and the dialogs of other extensions, and the room
 * that the rest of pi's interface leaves it.
 *
 * Never here: content of a form, or how it ends.
 */
import type { Component, Container, TUI } from "@earendil-works/pi-tui";

/** Interval in milliseconds in which the place is checked. */
const LOOK_MS = 50;

/** The parts of a TUI that not every host has. */
type Tree = Partial<Pick<TUI, "children">> & { getFocusedComponent?: () => Component | null };

/** Returns whether a component is pi's prompt, or the editor that an extension has put in its place. */
function isPrompt(component: Component): boolean {
	return "getText" in component && "setText" in component;
}

function containers(tui: Tree): Container[] {
	return (tui.children ?? []).filter((child): child is Container => "children" in child);
}

/** Returns whether a dialog is in the place, which a form would remove for good. */
export function isTaken(tui: Tree): boolean {
	const focused = tui.getFocusedComponent?.();
	if (!focused || isPrompt(focused)) return false;
	return containers(tui).some(({ children }) => children.includes(focused));
}

/**
 * Returns the rows that everything else than the transcript and the form takes, and how many of them are below the form:
 * pi's footer and status, messages that wait, and the widgets, headers and footers of other extensions. pi cuts a form that
 * does not fit beside them.
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
		const count = child?.render?.(columns)?.length ?? 0;
		rows.taken += count;
		if (isBelow) rows.below += count;
	}
	return rows;
}

function holds(child: Component, form: Component): boolean {
	return child === form || ("children" in child && (child as Container).children.includes(form));
}

/** Calls `act` once only the prompt is in the place. Returns a function that cancels this. */
export function whenFree(tui: Tree, act: () => void): () => void {
	const cancel = lookAgain(() => {
		if (isTaken(tui)) return;
		cancel();
		act();
	});
	return cancel;
}

/** Calls `look` again and again. Returns a function that ends this. */
function lookAgain(look: () => void): () => void {
	const looking = setInterval(look, LOOK_MS);
	looking.unref();
	return () => clearInterval(looking);
}
