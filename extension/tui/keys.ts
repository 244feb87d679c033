/**
 * The meanings of keys: commands of the core and bindings of pi's, by the user's keybindings.
 *
 * Never here: the commands and their effects.
 */
import {
	isKittyProtocolActive,
	type Keybinding,
	type KeybindingsManager,
	type KeyId,
	matchesKey,
} from "@earendil-works/pi-tui";
import type { BoundKeys, Command, Core, Focus, InText, ResolvedKey } from "../core/core.ts";
import type { Input } from "./input.ts";

/** pi's bindings that do the same while a form is shown as in pi's prompt. */
const OF_PI = ["app.tools.expand", "app.suspend", "app.clipboard.pasteImage"] as const;
export type KeyOfPi = (typeof OF_PI)[number];

/** pi's bindings that bring a text that was deleted back into an editor. */
const OF_TEXT: Keybinding[] = ["tui.editor.yank", "tui.editor.yankPop"];

/** The meaning of a key: a command, a binding of pi's, one that types, or one that is held and does nothing again. */
export type Key = Command | KeyOfPi | "types" | "held";

/** Where the cursor is in the open field. */
export interface Cursor {
	/** Whether the field is empty. */
	isAlone: boolean;
	isInFirstRow: boolean;
	isInLastRow: boolean;
}

/** pi's bindings in a text, whose keys the hints show. */
const SUBMIT: Keybinding = "tui.input.submit";
const NEW_LINE: Keybinding = "tui.input.newLine";

export class FormKeys {
	/** Ids of the form's commands. */
	readonly ids: string[];
	/** Bound keys, as the core reads them. */
	readonly bound: BoundKeys;
	readonly #keybindings: KeybindingsManager;
	readonly #resolved: Record<Focus, ResolvedKey[]>;
	/** Cache of meanings, because matching is slow and people press the same few keys. */
	readonly #known = new Map<string, Key | undefined>();

	constructor(keybindings: KeybindingsManager, core: Core) {
		this.#keybindings = keybindings;
		const bindings = core.bindings();
		this.ids = bindings.map(({ id }) => id);
		const user = Object.entries(keybindings.getUserBindings()).flatMap(([id, keys = []]) =>
			this.ids.includes(id) ? [[id, [keys].flat()]] : [],
		);
		const ids = [...bindings.flatMap(({ host }) => host ?? []), SUBMIT];
		const host = ids.map((id) => [id, keybindings.getKeys(id as Keybinding)]);
		const newLine = [NEW_LINE, newLineKeys(keybindings)];
		this.bound = { user: Object.fromEntries(user), host: Object.fromEntries([...host, newLine]) };
		this.#resolved = core.resolveKeys(this.bound);
	}

	/** Returns the meaning of an input. Undefined for one that has none in the form, as most in an editor. */
	find({ kind, data, isRepeat }: Input, focus: Focus, cursor: Cursor | undefined): Key | undefined {
		if (kind === "paste") return "types";
		const { isAlone, isInFirstRow, isInLastRow } = cursor ?? {};
		const name = `${focus} ${isAlone} ${isInFirstRow} ${isInLastRow} ${data}`;
		if (!this.#known.has(name)) this.#known.set(name, this.#match(kind, data, isRepeat, focus, cursor));
		return this.#known.get(name);
	}

	#match(
		kind: Input["kind"],
		data: string,
		isRepeat: boolean,
		focus: Focus,
		cursor: Cursor | undefined,
	): Key | undefined {
		const applies: Record<InText, boolean | undefined> = {
			always: true,
			never: false,
			empty: cursor?.isAlone,
			firstRow: cursor?.isInFirstRow,
			lastRow: cursor?.isInLastRow,
		};
		const found = this.#resolved[focus].find(({ key, when }) => applies[when] && matchesKey(data, key as KeyId));
		if (found) return isRepeat && !found.repeats ? "held" : found.command;
		// What has taken a completion, or begun a line, does not submit while it is held.
		if (isRepeat && (focus !== "Editor" || this.#keybindings.matches(data, SUBMIT))) return "held";
		if (isRepeat) return kind === "text" ? "types" : undefined;
		const ofPi = OF_PI.find((id) => this.#keybindings.matches(data, id as Keybinding));
		if (ofPi) return ofPi;
		if (kind === "text") return "types";
		const brings = focus !== "Editor" && OF_TEXT.some((id) => this.#keybindings.matches(data, id));
		return brings ? "types" : undefined;
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
