/**
 * Translates raw key data into commands of the core, by the user's keybindings.
 *
 * Never here: the commands and their effects.
 */
import {
	decodeKittyPrintable,
	isKeyRelease,
	isKeyRepeat,
	type Keybinding,
	type KeybindingsManager,
	type KeyId,
	matchesKey,
	parseKey,
} from "@earendil-works/pi-tui";
import type { Binding, BoundKeys, Command, Focus } from "../core/core.ts";

/** The meaning of a key: a command, a digit, or a letter that no command uses. */
export type Key = Command | number | "letter";

/** Codes that terminals put around pasted text. */
const PASTE = { start: "\x1b[200~", end: "\x1b[201~" };

/** Longest data of a key. Longer data is pasted text. */
const MAX_KEY_LENGTH = 32;

export class FormKeys {
	/** Bound keys, for the hints. */
	readonly bound: BoundKeys;
	/** Bindings with their keys, in the order of precedence: those that the user has set, then all. */
	readonly #bindings: Array<{ binding: Binding; keys: string[] }>;
	/** Cache of meanings, because matching is slow and people press the same few keys. */
	readonly #known = new Map<string, Key | null>();

	constructor(host: KeybindingsManager, bindings: Binding[]) {
		const user: Record<string, string | string[] | undefined> = host.getUserBindings();
		const hosts = (id?: string) => (id === undefined ? [] : host.getKeys(id as Keybinding));
		const own = bindings.flatMap((binding) => {
			const keys = user[binding.id];
			return keys === undefined ? [] : [{ binding, keys: [keys].flat() }];
		});
		const all = bindings.map((binding) => {
			const set = own.find((one) => one.binding === binding);
			// Hints show the first key: one that the user has set for the form, else pi's own, which its lists show as well.
			const keys = set ? [...set.keys, ...hosts(binding.host)] : [...hosts(binding.host), ...binding.keys];
			return { binding, keys };
		});
		this.#bindings = [...own, ...all];
		const byCommand = (bound: typeof all) =>
			Object.fromEntries(bound.map(({ binding, keys }) => [binding.command, keys]));
		this.bound = {
			commands: byCommand(all),
			own: byCommand(own),
			submit: hosts("tui.input.submit"),
			newLine: hosts("tui.input.newLine"),
		};
	}

	/** Returns the meaning of a key. Undefined for one without, which is text in a field. `isEmpty`: the field is empty. */
	find(data: string, focus: Focus, isEmpty: boolean): Key | undefined {
		if (data.length > MAX_KEY_LENGTH) return undefined;
		const name = `${focus} ${isEmpty} ${data}`;
		let key = this.#known.get(name);
		if (key === undefined) {
			key = this.#match(data, focus, isEmpty) ?? null;
			this.#known.set(name, key);
		}
		return key ?? undefined;
	}

	#match(data: string, focus: Focus, isEmpty: boolean): Key | undefined {
		if (isKeyRelease(data)) return undefined;
		const key = parseKey(data) ?? "";
		// In a field, printable keys are text.
		if ((focus === "Line" || focus === "Editor") && isText(key)) return undefined;
		// In an empty field, arrows switch tabs, because there is nothing to move over.
		const isMove = key === "tab" || key === "shift+tab" || (isEmpty && (key === "left" || key === "right"));
		const isTab = (focus === "Editor" || focus === "Line") && isMove;
		const counts = (binding: Binding) => binding.focus.includes(focus) || (isTab && binding.tabsInText);
		const matches = (name: string) => matchesKey(data, name as KeyId);
		const binding = this.#bindings.find(({ binding, keys }) => counts(binding) && keys.some(matches))?.binding;
		const isRepeat = isKeyRepeat(data);
		if (binding) return isRepeat && !binding.repeats ? undefined : binding.command;
		// Any key closes the page of keys, as the one that opened it does.
		if (focus === "Help") return isRepeat ? undefined : "Help";
		if (isRepeat || !(focus === "List" || focus === "YesNo" || focus === "Confirm")) return undefined;
		if (/^[0-9]$/.test(key)) return Number(key);
		return isText(key) || /^\P{Cc}+$/u.test(decodeKittyPrintable(data) ?? data) ? "letter" : undefined;
	}
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

/** Returns the text of a paste. Undefined for other data. */
export function pastedText(data: string): string | undefined {
	const isPaste = data.startsWith(PASTE.start) && data.endsWith(PASTE.end);
	return isPaste ? data.slice(PASTE.start.length, -PASTE.end.length) : undefined;
}

/** Formats a text as a terminal sends a paste. */
export function asPaste(text: string): string {
	return PASTE.start + text + PASTE.end;
}

function isText(key: string): boolean {
	return key === "space" || /^(shift\+)?.$/u.test(key);
}
