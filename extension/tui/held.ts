/**
 * Text that the user types for pi's prompt while the form's guard holds keys back.
 *
 * Never here: how long the guard does that.
 */
import { decodeKittyPrintable, isKeyRelease, type Keybinding, type KeybindingsManager } from "@earendil-works/pi-tui";
import { pastedText } from "./keys.ts";

const GRAPHEMES = new Intl.Segmenter();

/** Keys that delete, with what they leave of a text. */
const ERASERS: ReadonlyArray<[Keybinding, (text: string) => string]> = [
	["tui.editor.deleteCharBackward", (text) => text.slice(0, [...GRAPHEMES.segment(text)].at(-1)?.index ?? 0)],
	["tui.editor.deleteWordBackward", (text) => text.replace(/\S*\s*$/u, "")],
	["tui.editor.deleteToLineStart", (text) => text.slice(0, text.lastIndexOf("\n") + 1)],
];

export class Held {
	readonly #keys: KeybindingsManager;
	text = "";

	constructor(keys: KeybindingsManager) {
		this.#keys = keys;
	}

	/** Returns the text after a key. Undefined for keys that neither type nor delete. */
	with(data: string): string | undefined {
		const typed = this.#typed(data);
		if (typed !== undefined) return this.text + typed;
		return ERASERS.find(([id]) => this.#keys.matches(data, id))?.[1](this.text);
	}

	/** Returns what a key types: a character, a pasted text, or a newline. */
	#typed(data: string): string | undefined {
		const pasted = pastedText(data);
		if (pasted !== undefined) return pasted;
		const ends = (id: Keybinding) => this.#keys.matches(data, id);
		if (ends("tui.input.submit") || ends("tui.input.newLine") || ends("tui.select.confirm")) return "\n";
		const text = decodeKittyPrintable(data) ?? data;
		return isKeyRelease(data) || /\p{Cc}/u.test(text) ? undefined : text;
	}
}
