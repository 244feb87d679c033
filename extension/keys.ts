/**
 * Raw key data → commands of the core, as the user has bound them.
 *
 * Never here: what a command does.
 */
import {
	isKeyRelease,
	isKeyRepeat,
	type Keybinding,
	KeybindingsManager,
	type KeyId,
	parseKey,
} from "@earendil-works/pi-tui";
import type { Command, Keys } from "./core.ts";

/** A command of the core, by its name there. */
export type CommandName = keyof typeof Command;

/** A command with the text that belongs to it. */
export type Press = readonly [command: CommandName, text?: string];

interface Binding {
	command: CommandName;
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
	{ command: "CursorUp", id: "question.cursorUp", keys: ["up", "k"], host: "tui.select.up", repeats: true },
	{
		command: "CursorDown",
		id: "question.cursorDown",
		keys: ["down", "j"],
		host: "tui.select.down",
		repeats: true,
	},
	// pi's fullscreen mode keeps Page Up and Page Down for the transcript, so these have keys beside them.
	{ command: "PageUp", id: "question.pageUp", keys: ["ctrl+b"], host: "tui.select.pageUp", repeats: true },
	{ command: "PageDown", id: "question.pageDown", keys: ["ctrl+f"], host: "tui.select.pageDown", repeats: true },
	{ command: "PrevTab", id: "question.prevTab", keys: ["left", "h", "shift+tab"] },
	{ command: "NextTab", id: "question.nextTab", keys: ["right", "l", "tab"] },
	{ command: "Confirm", id: "question.confirm", keys: [], host: "tui.select.confirm" },
	{ command: "Cancel", id: "question.cancel", keys: [], host: "tui.select.cancel" },
];

/** Longer data is pasted text, not a key. */
const MAX_KEY_LENGTH = 32;

export class FormKeys {
	/** The names of the bound keys, for the hints. */
	readonly names: Keys;
	readonly #host: KeybindingsManager;
	readonly #own: KeybindingsManager;
	/** Matching takes longer than all that follows, and people press the same few keys. */
	readonly #known = new Map<string, Press | null>();

	constructor(host: KeybindingsManager) {
		this.#host = host;
		const user = host.getUserBindings();
		const definitions = Object.fromEntries(bindings.map(({ id, keys }) => [id, { defaultKeys: keys }]));
		this.#own = new KeybindingsManager(definitions, user);
		const name = (command: CommandName) => {
			const binding = bindings.find((binding) => binding.command === command);
			if (!binding) return "";
			const own = this.#own.getKeys(binding.id as Keybinding);
			const hosts = binding.host ? host.getKeys(binding.host) : [];
			// What the user has set for the form is what they know; else pi's key, which every list of pi shows.
			return (binding.id in user ? [...own, ...hosts] : [...hosts, ...own])[0] ?? "";
		};
		this.names = {
			cursorUp: name("CursorUp"),
			cursorDown: name("CursorDown"),
			prevTab: name("PrevTab"),
			nextTab: name("NextTab"),
			confirm: name("Confirm"),
			cancel: name("Cancel"),
			submit: host.getKeys("tui.input.submit")[0] ?? "",
			newLine: host.getKeys("tui.input.newLine")[0] ?? "",
		};
	}

	/** The command of a key, while a list has the focus. */
	press(data: string): Press | undefined {
		if (data.length > MAX_KEY_LENGTH) return undefined;
		let press = this.#known.get(data);
		if (press === undefined) {
			press = this.#find(data) ?? null;
			this.#known.set(data, press);
		}
		return press ?? undefined;
	}

	/** Whether a key leaves the text editor. */
	isCancel(data: string): boolean {
		return this.press(data)?.[0] === "Cancel";
	}

	#find(data: string): Press | undefined {
		if (isKeyRelease(data)) return undefined;
		const isRepeat = isKeyRepeat(data);
		for (const { command, id, host, repeats } of bindings) {
			const isBound = this.#own.matches(data, id as Keybinding) || (host && this.#host.matches(data, host));
			if (isBound) return isRepeat && !repeats ? undefined : [command];
		}
		const key = parseKey(data) ?? "";
		return /^[0-9]$/.test(key) && !isRepeat ? ["Digit", key] : undefined;
	}
}
