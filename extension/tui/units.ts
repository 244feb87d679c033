/**
 * Markers of pictures as units of a text, as pi's editor has them for its own markers of pastes: the cursor is never inside
 * one, a key that cuts one removes all of it, and undo brings all of it back. For that, further keys are pressed.
 *
 * Never here: which texts are markers.
 */
import type { Keybinding, KeybindingsManager } from "@earendil-works/pi-tui";
import { BACKSPACE, DELETE, LEFT } from "./keys.ts";

/** What is used of an editor. An editor of the user's own may not tell where its cursor is. */
interface TextWithCursor {
	getText(): string;
	getCursor?(): { line: number; col: number };
	handleInput(data: string): void;
}

/** Most texts with a part of a marker that are known. */
const MAX_TORN = 500;

/** Longest marker, in UTF-16 units. */
const MAX_LENGTH = 200;

export class Units {
	readonly #markers: () => readonly string[];
	readonly #keybindings: KeybindingsManager;
	/** Texts with a part of a marker, each with the one that followed, up to the text without. Undo does not stop at them. */
	readonly #torn = new Map<string, string>();

	/** `markers` returns the markers of pictures that the text may hold. */
	constructor(markers: () => readonly string[], keybindings: KeybindingsManager) {
		this.#markers = markers;
		this.#keybindings = keybindings;
	}

	/** Passes a key to an editor, and others if that has cut a marker or stopped in one. */
	press(editor: TextWithCursor, data: string): void {
		const markers = this.#markers();
		// Most texts have no pictures, and each key of theirs costs nothing more.
		if (markers.length === 0) {
			editor.handleInput(data);
			return;
		}
		const before = stateOf(editor);
		editor.handleInput(data);
		const now = stateOf(editor);
		if (this.#is(data, "tui.editor.undo")) this.#undoWhole(editor, data, before.text);
		else if (now.text.length < before.text.length) {
			// The user's own text may read like a part of a marker.
			if (this.#torn.get(before.text) === now.text) this.#torn.delete(before.text);
			this.#removeRest(editor, before, now, markers);
		} else if (now.text === before.text && now.line === before.line)
			repeat(editor, data, () => isInside(stateOf(editor), markers));
		this.leaveMarker(editor);
	}

	/** Moves a cursor that is inside a marker, after a click or a move between lines, in front of it. */
	leaveMarker(editor: TextWithCursor): void {
		if (!this.#is(LEFT, "tui.editor.cursorLeft")) return;
		const markers = this.#markers();
		if (markers.length > 0) repeat(editor, LEFT, () => isInside(stateOf(editor), markers));
	}

	#is(data: string, key: Keybinding): boolean {
		return this.#keybindings.matches(data, key);
	}

	/** Goes on with undo, which has begun at `text`, until a marker that was cut is whole. */
	#undoWhole(editor: TextWithCursor, data: string, text: string): void {
		let last = text;
		repeat(editor, data, () => {
			const now = editor.getText();
			const isTorn = this.#torn.get(now) === last;
			last = now;
			return isTorn;
		});
	}

	/** Removes what a key has left of a marker that it has cut. */
	#removeRest(editor: TextWithCursor, before: State, now: State, markers: readonly string[]): void {
		const removed = before.text.length - now.text.length;
		const start = now.at ?? commonStart(before.text, now.text);
		const end = start + removed;
		// A text that was replaced by a shorter one was not cut.
		if (before.text.slice(0, start) + before.text.slice(end) !== now.text) return;
		const [first, last] = [markerAt(before.text, start, markers), markerAt(before.text, end, markers)];
		const remove = (key: string, binding: Keybinding, count: number) => {
			const length = editor.getText().length - count;
			if (count === 0 || !this.#is(key, binding)) return;
			let last = editor.getText();
			repeat(editor, key, () => {
				const text = editor.getText();
				if (text !== last) this.#torn.set(last, text);
				last = text;
				return text.length > length;
			});
		};
		remove(BACKSPACE, "tui.editor.deleteCharBackward", first ? start - first.start : 0);
		remove(DELETE, "tui.editor.deleteCharForward", last ? last.end - end : 0);
		for (const text of [...this.#torn.keys()].slice(0, -MAX_TORN)) this.#torn.delete(text);
	}
}

/** Presses a key again as long as it is needed and changes anything. */
function repeat(editor: TextWithCursor, data: string, isNeeded: () => boolean): void {
	for (let count = 0; count < MAX_LENGTH && isNeeded(); count++) {
		const last = stateOf(editor);
		editor.handleInput(data);
		const now = stateOf(editor);
		if (now.text === last.text && now.at === last.at) return;
	}
}

interface State {
	text: string;
	/** Line of the cursor, 0-based. */
	line: number;
	/** Place of the cursor in the text; undefined if the editor does not tell. */
	at: number | undefined;
}

function stateOf(editor: TextWithCursor): State {
	const text = editor.getText();
	const cursor = editor.getCursor?.();
	if (!cursor) return { text, line: 0, at: undefined };
	const above = text.split("\n").slice(0, cursor.line);
	return { text, line: cursor.line, at: above.reduce((sum, { length }) => sum + length + 1, 0) + cursor.col };
}

function isInside({ text, at }: State, markers: readonly string[]): boolean {
	return at !== undefined && markerAt(text, at, markers) !== undefined;
}

/** Returns the marker around a place in a text. */
function markerAt(text: string, at: number, markers: readonly string[]): { start: number; end: number } | undefined {
	for (const marker of markers) {
		const start = at > 0 ? text.lastIndexOf(marker, at - 1) : -1;
		if (start >= 0 && at < start + marker.length) return { start, end: start + marker.length };
	}
	return undefined;
}

function commonStart(one: string, other: string): number {
	let at = 0;
	while (at < other.length && one[at] === other[at]) at++;
	return at;
}
