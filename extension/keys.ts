/**
 * Raw key data → commands of the core, as the user has bound them.
 *
 * Never here: what a command does.
 */
import {
	isKeyRelease,
	isKeyRepeat,
	type Keybinding,
	type KeyId,
	KeybindingsManager,
	parseKey,
} from "@earendil-works/pi-tui";
import { Command, type Keys } from "./core.ts";

/** A command with the text that belongs to it. */
export type Press = readonly [command: Command, text?: string];

interface Binding {
	command: Command;
	/** Its name in keybindings.json. */
	id: `question.${string}`;
	/** Its keys unless the user has set others, beside those of `host`. */
	keys: KeyId[];
	/** pi's own name for the same thing, whose keys count as well. */
	host?: Keybinding;
	/** Whether a key that is held down goes on. */
	repeats?: boolean;
}

const bindings: Binding[] = [
	{ command: Command.CursorUp, id: "question.cursorUp", keys: ["up", "k"], host: "tui.select.up", repeats: true },
	{ command: Command.CursorDown, id: "question.cursorDown", keys: ["down", "j"], host: "tui.select.down", repeats: true },
	{ command: Command.PageUp, id: "question.pageUp", keys: [], host: "tui.select.pageUp", repeats: true },
	{ command: Command.PageDown, id: "question.pageDown", keys: [], host: "tui.select.pageDown", repeats: true },
	{ command: Command.PrevTab, id: "question.prevTab", keys: ["left", "h", "shift+tab"] },
	{ command: Command.NextTab, id: "question.nextTab", keys: ["right", "l", "tab"] },
	{ command: Command.Confirm, id: "question.confirm", keys: [], host: "tui.select.confirm" },
	{ command: Command.Cancel, id: "question.cancel", keys: [], host: "tui.select.cancel" },
];

/** Longer data is pasted text, not a key. */
const MAX_KEY_LENGTH = 32;

export class FormKeys {
	/** The names of the bound keys, for the hints. */
	readonly names: Keys;
	readonly #host: KeybindingsManager;
	readonly #own: KeybindingsManager;
	/** Matching takes longer than all that follows, and people press the same few keys. */
	readonly #known = new Map<string, Press | undefined>();

	constructor(host: KeybindingsManager) {
		this.#host = host;
		const user = host.getUserBindings();
		const definitions = Object.fromEntries(bindings.map(({ id, keys }) => [id, { defaultKeys: keys }]));
		this.#own = new KeybindingsManager(definitions, user);
		const name = (command: Command) => {
			const binding = bindings.find((binding) => binding.command === command);
			if (!binding) return "";
			const own = this.#own.getKeys(binding.id as Keybinding);
			const hosts = binding.host ? host.getKeys(binding.host) : [];
			// What the user has set for the form is what they know; else pi's key, which every list of pi shows.
			return (binding.id in user ? [...own, ...hosts] : [...hosts, ...own])[0] ?? "";
		};
		this.names = {
			cursorUp: name(Command.CursorUp),
			cursorDown: name(Command.CursorDown),
			prevTab: name(Command.PrevTab),
			nextTab: name(Command.NextTab),
			confirm: name(Command.Confirm),
			cancel: name(Command.Cancel),
			submit: host.getKeys("tui.input.submit")[0] ?? "",
			newLine: host.getKeys("tui.input.newLine")[0] ?? "",
		};
	}

	/** The command of a key, while a list has the focus. */
	press(data: string): Press | undefined {
		if (data.length > MAX_KEY_LENGTH) return undefined;
		if (!this.#known.has(data)) this.#known.set(data, this.#find(data));
		return this.#known.get(data);
	}

	/** Whether a key leaves the text editor. */
	isCancel(data: string): boolean {
		return data.length <= MAX_KEY_LENGTH && this.press(data)?.[0] === Command.Cancel;
	}

	#find(data: string): Press | undefined {
		if (isKeyRelease(data)) return undefined;
		const isRepeat = isKeyRepeat(data);
		for (const { command, id, host, repeats } of bindings) {
			const isBound = this.#own.matches(data, id as Keybinding) || (host && this.#host.matches(data, host));
			if (isBound) return isRepeat && !repeats ? undefined : [command];
		}
		const key = parseKey(data) ?? "";
		return /^[0-9]$/.test(key) && !isRepeat ? [Command.Digit, key] : undefined;
	}
}
