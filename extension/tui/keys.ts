/**
 * Translates raw key data into commands of the core, by the user's keybindings.
 *
 * Never here: the commands and their effects.
 */
import {
	decodeKittyPrintable,
	isKeyRelease,
	isKeyRepeat,
	isKittyProtocolActive,
	type Keybinding,
	type KeybindingsManager,
	type KeyId,
	matchesKey,
} from "@earendil-works/pi-tui";
import type { BoundKeys, Command, Core, Focus, InText, ResolvedKey } from "../core/core.ts";

/** pi's bindings that do the same while a form is shown as in pi's prompt. */
const OF_PI = ["app.tools.expand", "app.suspend", "app.clipboard.pasteImage"] as const;
export type KeyOfPi = (typeof OF_PI)[number];

/** pi's bindings that bring a text that was deleted back into an editor. */
const OF_TEXT: Keybinding[] = ["tui.editor.yank", "tui.editor.yankPop"];

/** The meaning of a key: a command, a binding of pi's, or text. */
export type Key = Command | KeyOfPi | "text";

/** Where the cursor is in the open field. */
export interface Cursor {
	/** Whether the field is empty. */
	isAlone: boolean;
	isInFirstRow: boolean;
	isInLastRow: boolean;
}

/** Codes that terminals put around pasted text. */
const PASTE = { start: "\x1b[200~", end: "\x1b[201~" };

/** Longest data of a key. Longer data is pasted text. */
const MAX_KEY_LENGTH = 32;

/** pi's bindings in a text, whose keys the hints show. */
const SUBMIT = "tui.input.submit";
const NEW_LINE = "tui.input.newLine";

export class FormKeys {
	/** Bound keys, as the core reads them. */
	readonly bound: BoundKeys;
	readonly #keybindings: KeybindingsManager;
	readonly #resolved: Record<Focus, ResolvedKey[]>;
	/** Cache of meanings, because matching is slow and people press the same few keys. */
	readonly #known = new Map<string, Key | null>();

	constructor(keybindings: KeybindingsManager, core: Core) {
		this.#keybindings = keybindings;
		const bindings = core.bindings();
		const user = Object.entries(keybindings.getUserBindings()).flatMap(([id, keys = []]) =>
			bindings.some((binding) => binding.id === id) ? [[id, [keys].flat()]] : [],
		);
		const ids = [...bindings.flatMap(({ host }) => host ?? []), SUBMIT];
		const host = ids.map((id) => [id, keybindings.getKeys(id as Keybinding)]);
		const newLine = [NEW_LINE, newLineKeys(keybindings)];
		this.bound = { user: Object.fromEntries(user), host: Object.fromEntries([...host, newLine]) };
		this.#resolved = core.resolveKeys(this.bound);
	}

	/** Returns the meaning of a key. Undefined for one that has none in the form, as most in an editor. */
	find(data: string, focus: Focus, cursor: Cursor | undefined): Key | undefined {
		if (data.startsWith(PASTE.start) || data.length > MAX_KEY_LENGTH) {
			return focus === "Editor" || focus === "Folded" ? undefined : "text";
		}
		const { isAlone, isInFirstRow, isInLastRow } = cursor ?? {};
		const name = `${focus} ${isAlone} ${isInFirstRow} ${isInLastRow} ${data}`;
		let key = this.#known.get(name);
		if (key === undefined) {
			key = this.#match(data, focus, cursor) ?? null;
			this.#known.set(name, key);
		}
		return key ?? undefined;
	}

	#match(data: string, focus: Focus, cursor: Cursor | undefined): Key | undefined {
		if (isKeyRelease(data)) return undefined;
		const isRepeat = isKeyRepeat(data);
		const applies: Record<InText, boolean | undefined> = {
			always: true,
			never: false,
			empty: cursor?.isAlone,
			firstRow: cursor?.isInFirstRow,
			lastRow: cursor?.isInLastRow,
		};
		const found = this.#resolved[focus].find(({ key, when }) => applies[when] && matchesKey(data, key as KeyId));
		if (found) return isRepeat && !found.repeats ? undefined : found.command;
		if (isRepeat) return undefined;
		const ofPi = OF_PI.find((id) => this.#keybindings.matches(data, id as Keybinding));
		if (ofPi || focus === "Editor" || focus === "Folded") return ofPi;
		// Any key closes the page of keys, as the one that opened it does.
		if (focus === "Help") return "Help";
		const brings = OF_TEXT.some((id) => this.#keybindings.matches(data, id));
		return brings || isLetter(data) ? "text" : undefined;
	}
}

/**
 * Returns the keys for a new line that this terminal can send. Without the Kitty protocol, most send the same for Enter
 * with Shift or Ctrl as for Enter alone. pi also enables another protocol, but does not learn whether the terminal has it.
 */
function newLineKeys(keybindings: KeybindingsManager): string[] {
	const keys = keybindings.getKeys(NEW_LINE);
	if (isKittyProtocolActive()) return keys;
	const sent = keys.filter((key) => !/(shift|ctrl|super)\+.*(enter|return)$/.test(key));
	// In pi's editor, a backslash turns the key that submits into a new line.
	const submits = keybindings.getKeys(SUBMIT).some((key) => key === "enter" || key === "return");
	return sent.length > 0 || keys.length === 0 || !submits ? sent : ["\\ enter"];
}

/** Returns what a key types; empty if it types nothing. */
export function typedText(data: string): string {
	const text = decodeKittyPrintable(data) ?? data;
	return /^\P{Cc}+$/u.test(text) ? text : "";
}

/** Returns whether a key types something. */
export function isLetter(data: string): boolean {
	return typedText(data) !== "";
}

/**
 * Joins the two surrogates of a character above U+FFFF, which pi passes one by one. Drops a surrogate that is not followed
 * by its partner.
 */
export class Surrogates {
	#high = "";

	/** Returns the data with whole characters. Undefined if it is only a surrogate. */
	join(data: string): string | undefined {
		const typed = decodeKittyPrintable(data) ?? "";
		const text = this.#high + (typed.isWellFormed() ? data : typed);
		const last = text.at(-1) ?? "";
		this.#high = last >= "\ud800" && last <= "\udbff" ? last : "";
		const whole = text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, "");
		return whole === "" && text !== "" ? undefined : whole;
	}
}

/** Milliseconds within which each piece of a key follows the one before on a slow line. */
const REST_MS = 100;

/** The beginning of a key after which more follows, and a whole key. */
const ESC = "\x1b";
const BEGINNING = new RegExp(`^${ESC}(?:\\[[\\d;:?<]*|O)?$`);
const WHOLE = new RegExp(`^${ESC}(?:\\[[\\d;:?<]*[A-Za-z~]|O[A-Za-z])$`);

/** Milliseconds after which a paste whose end does not come is over. */
const PASTE_MS = 1000;

/**
 * Joins a key that arrives in pieces, whose first one is Esc, and a paste that begins so. pi waits for 10 ms only, and passes
 * on each piece.
 */
export class SplitKeys {
	readonly #pass: (data: string) => void;
	/** The pieces of a key so far. */
	#pieces: string[] = [];
	#timer: ReturnType<typeof setTimeout> | undefined;
	/** What has come of a paste, with its beginning. */
	#paste: string | undefined;

	/** `pass` is given each whole key. */
	constructor(pass: (data: string) => void) {
		this.#pass = pass;
	}

	take(data: string): void {
		if (this.#paste !== undefined) {
			this.#takePaste(data);
			return;
		}
		const joined = () => this.#pieces.join("") + data;
		if (this.#pieces.length > 0 && WHOLE.test(joined())) {
			const key = joined();
			this.end();
			if (key === PASTE.start) this.#takePaste(key);
			else this.#pass(key);
			return;
		}
		if (!BEGINNING.test(joined())) this.#passPieces();
		if (!BEGINNING.test(joined())) {
			this.#pass(data);
			return;
		}
		this.#pieces.push(data);
		clearTimeout(this.#timer);
		// What was read at the same time is handled first.
		this.#timer = setTimeout(() => setImmediate(() => this.#passPieces()), REST_MS);
	}

	#takePaste(data: string): void {
		const paste = (this.#paste ?? "") + data;
		this.end();
		if (paste.endsWith(PASTE.end)) {
			this.#pass(paste);
			return;
		}
		this.#paste = paste;
		this.#timer = setTimeout(() => {
			this.end();
			this.#pass(paste + PASTE.end);
		}, PASTE_MS);
	}

	/** Passes on pieces that turned out to be keys of their own. */
	#passPieces(): void {
		const pieces = this.#pieces;
		this.end();
		for (const piece of pieces) this.#pass(piece);
	}

	/** Drops what has arrived of a key. */
	end(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#pieces = [];
		this.#paste = undefined;
	}
}

/** Returns the text of a paste. Undefined for other data. */
export function pastedText(data: string): string | undefined {
	const isPaste = data.startsWith(PASTE.start) && data.endsWith(PASTE.end);
	return isPaste ? data.slice(PASTE.start.length, -PASTE.end.length) : undefined;
}

/** Formats a text as a terminal sends a paste. */
export function asPaste(text: string): string {
	return PASTE.start + text + PASTE.end;
}
