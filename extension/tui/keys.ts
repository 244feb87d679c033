/**
 * Raw key data → commands of the core, as the user has bound them.
 *
 * Never here: which commands there are, and what they do.
 */
import {
	decodeKittyPrintable,
	isKeyRelease,
	isKeyRepeat,
	type Keybinding,
	KeybindingsManager,
	type KeyId,
	parseKey,
} from "@earendil-works/pi-tui";
import type { Binding, BoundKeys, Command, Focus } from "../core/core.ts";

/** What a key is to the form: a command, or a digit. */
export type Key = Command | number;

/** What terminals put around text that was pasted. */
const PASTE = { start: "\x1b[200~", end: "\x1b[201~" };

/** Longer data is pasted text, not a key. */
const MAX_KEY_LENGTH = 32;

export class FormKeys {
	/** The bound keys, for the hints. */
	readonly bound: BoundKeys;
	readonly #bindings: Binding[];
	readonly #host: KeybindingsManager;
	readonly #own: KeybindingsManager;
	/** Matching takes longer than all that follows, and people press the same few keys. */
	readonly #known = new Map<string, Key | null>();

	constructor(host: KeybindingsManager, bindings: Binding[]) {
		this.#host = host;
		this.#bindings = bindings;
		const user = host.getUserBindings();
		const defaults = bindings.map(({ id, keys }) => [id, { defaultKeys: keys as KeyId[] }] as const);
		this.#own = new KeybindingsManager(Object.fromEntries(defaults), user);
		const keysOf = (id: string) => host.getKeys(id as Keybinding);
		const commands = bindings.map(({ command, id, host }) => {
			const own = this.#own.getKeys(id as Keybinding);
			const hosts = host === undefined ? [] : keysOf(host);
			// What the user has set for the form is what they know; else pi's key, which every list of pi shows.
			return [command, id in user ? [...own, ...hosts] : [...hosts, ...own]];
		});
		const own = bindings.filter(({ id }) => id in user);
		this.bound = {
			commands: Object.fromEntries(commands),
			own: Object.fromEntries(own.map(({ command, id }) => [command, this.#own.getKeys(id as Keybinding)])),
			submit: keysOf("tui.input.submit"),
			newLine: keysOf("tui.input.newLine"),
			external: keysOf("app.editor.external"),
		};
	}

	/** What a key is; undefined where it has no command, and is text where there is a text. `isEmpty`: that holds nothing. */
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

	/** Whether a key opens the text in an editor of the user's own. */
	isExternal(data: string): boolean {
		return this.#host.matches(data, "app.editor.external");
	}

	#match(data: string, focus: Focus, isEmpty: boolean): Key | undefined {
		if (isKeyRelease(data)) return undefined;
		const key = parseKey(data) ?? "";
		// In a text, what can be typed is text.
		if ((focus === "Line" || focus === "Editor") && isText(key)) return undefined;
		// Arrows have nothing to move over in an empty one.
		const isMove = key === "tab" || key === "shift+tab" || (isEmpty && (key === "left" || key === "right"));
		const isTab = (focus === "Editor" || focus === "Line") && isMove;
		const counts = (binding: Binding) => binding.focus.includes(focus) || (isTab && binding.tabsInText);
		const isOwn = ({ id }: Binding) => this.#own.matches(data, id as Keybinding);
		const isHosts = ({ host }: Binding) => host !== undefined && this.#host.matches(data, host as Keybinding);
		const there = this.#bindings.filter(counts);
		const user = this.#host.getUserBindings();
		// A key that the user has set does what they have set it to, whatever it does by default.
		const binding =
			there.find((binding) => binding.id in user && isOwn(binding)) ??
			there.find((binding) => isOwn(binding) || isHosts(binding));
		const isRepeat = isKeyRepeat(data);
		if (binding) return isRepeat && !binding.repeats ? undefined : binding.command;
		// Any key ends the page of keys, as the one that opened it does.
		if (focus === "Help") return isRepeat ? undefined : "Help";
		const isList = focus === "List" || focus === "YesNo" || focus === "Confirm";
		return isList && /^[0-9]$/.test(key) && !isRepeat ? Number(key) : undefined;
	}
}

/**
 * Joins the two surrogates of a character above U+FFFF, which pi hands over one by one. A surrogate whose partner does not
 * come next is dropped: it is no text.
 */
export class Surrogates {
	#high = "";

	/** The data with whole characters; undefined where nothing has come but a surrogate. */
	join(data: string): string | undefined {
		const typed = decodeKittyPrintable(data) ?? "";
		const text = this.#high + (isSurrogate(typed) ? typed : data);
		const last = text.at(-1) ?? "";
		this.#high = last >= "\ud800" && last <= "\udbff" ? last : "";
		const whole = text.replace(/\p{Surrogate}/gu, "");
		return whole === "" && text !== "" ? undefined : whole;
	}
}

function isSurrogate(text: string): boolean {
	return /^\p{Surrogate}$/u.test(text);
}

/** The text that was pasted; undefined for what is no paste. */
export function pastedText(data: string): string | undefined {
	const isPaste = data.startsWith(PASTE.start) && data.endsWith(PASTE.end);
	return isPaste ? data.slice(PASTE.start.length, -PASTE.end.length) : undefined;
}

/** A text as a terminal sends it when it is pasted. */
export function asPaste(text: string): string {
	return PASTE.start + text + PASTE.end;
}

function isText(key: string): boolean {
	return key === "space" || /^(shift\+)?.$/u.test(key);
}
