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
import type { Command, Focus, Keys } from "./core.ts";

/** A command of the core, by its name there. */
export type CommandName = keyof typeof Command;

/** A command with the text that belongs to it. */
export type Press = readonly [command: CommandName, text?: string];

/** What has the keys, by its name in the core. */
export type FocusName = keyof typeof Focus;

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
	/** Where it counts beside lists. */
	also?: FocusName[];
	/** Where it counts instead. */
	only?: FocusName;
}

const bindings: Binding[] = [
	{
		command: "CursorUp",
		id: "question.cursorUp",
		keys: ["up", "k"],
		host: "tui.select.up",
		repeats: true,
		also: ["Line", "Confirm"],
	},
	{
		command: "CursorDown",
		id: "question.cursorDown",
		keys: ["down", "j"],
		host: "tui.select.down",
		repeats: true,
		also: ["Line", "Confirm"],
	},
	// pi's fullscreen mode keeps Page Up and Page Down for the transcript, so these have keys beside them.
	{
		command: "PageUp",
		id: "question.pageUp",
		keys: ["ctrl+b"],
		host: "tui.select.pageUp",
		repeats: true,
		also: ["Line"],
	},
	{
		command: "PageDown",
		id: "question.pageDown",
		keys: ["ctrl+f"],
		host: "tui.select.pageDown",
		repeats: true,
		also: ["Line"],
	},
	{ command: "PrevTab", id: "question.prevTab", keys: ["left", "h", "shift+tab"] },
	{ command: "NextTab", id: "question.nextTab", keys: ["right", "l", "tab"] },
	{
		command: "Confirm",
		id: "question.confirm",
		keys: [],
		host: "tui.select.confirm",
		also: ["Line", "Confirm"],
	},
	{
		command: "Cancel",
		id: "question.cancel",
		keys: [],
		host: "tui.select.cancel",
		also: ["Line", "Confirm", "Editor"],
	},
	{ command: "Toggle", id: "question.toggle", keys: ["space"] },
	{ command: "ToggleAll", id: "question.toggleAll", keys: ["a"] },
	{ command: "Note", id: "question.note", keys: ["n"] },
	{ command: "Filter", id: "question.filter", keys: ["/"] },
	{ command: "Discuss", id: "question.discuss", keys: ["c"] },
	{ command: "Undo", id: "question.undo", keys: ["u"] },
	{ command: "Redo", id: "question.redo", keys: ["shift+u"] },
	{ command: "Preview", id: "question.preview", keys: ["p"] },
	{
		command: "PreviewUp",
		id: "question.previewUp",
		keys: ["ctrl+u", "shift+up"],
		repeats: true,
	},
	{
		command: "PreviewDown",
		id: "question.previewDown",
		keys: ["ctrl+d", "shift+down"],
		repeats: true,
	},
	{ command: "Yes", id: "question.yes", keys: ["y", "shift+y"], only: "Confirm" },
	{ command: "No", id: "question.no", keys: ["n", "shift+n"], only: "Confirm" },
];

/** Longer data is pasted text, not a key. */
const MAX_KEY_LENGTH = 32;

export class FormKeys {
	/** The names of the bound keys, for the hints. */
	readonly names: Keys;
	readonly #host: KeybindingsManager;
	readonly #own: KeybindingsManager;
	/** Matching takes longer than all that follows, and people press the same few keys. */
	readonly #known = new Map<FocusName, Map<string, Press | null>>();

	constructor(host: KeybindingsManager) {
		this.#host = host;
		const user = host.getUserBindings();
		const definitions = Object.fromEntries(bindings.map(({ id, keys }) => [id, { defaultKeys: keys }]));
		this.#own = new KeybindingsManager(definitions, user);
		const keysOf = (command: CommandName): KeyId[] => {
			const binding = bindings.find((binding) => binding.command === command);
			if (!binding) return [];
			const own = this.#own.getKeys(binding.id as Keybinding);
			const hosts = binding.host ? host.getKeys(binding.host) : [];
			// What the user has set for the form is what they know; else pi's key, which every list of pi shows.
			return binding.id in user ? [...own, ...hosts] : [...hosts, ...own];
		};
		const name = (command: CommandName) => keysOf(command)[0] ?? "";
		this.names = {
			cursorUp: name("CursorUp"),
			cursorDown: name("CursorDown"),
			prevTab: name("PrevTab"),
			nextTab: name("NextTab"),
			confirm: name("Confirm"),
			cancel: name("Cancel"),
			submit: host.getKeys("tui.input.submit")[0] ?? "",
			newLine: host.getKeys("tui.input.newLine")[0] ?? "",
			leaveText: keysOf("NextTab").find(isTab) ?? "",
			toggle: name("Toggle"),
			toggleAll: name("ToggleAll"),
			note: name("Note"),
			filter: name("Filter"),
			discuss: name("Discuss"),
			undo: name("Undo"),
			preview: name("Preview"),
			previewDown: name("PreviewDown"),
			external: host.getKeys("app.editor.external")[0] ?? "",
		};
	}

	/** The command of a key; undefined where it has none, and is text where there is a text. */
	press(data: string, focus: FocusName): Press | undefined {
		if (data.length > MAX_KEY_LENGTH) return undefined;
		const known = this.#known.get(focus) ?? new Map<string, Press | null>();
		this.#known.set(focus, known);
		let press = known.get(data);
		if (press === undefined) {
			press = this.#find(data, focus) ?? null;
			known.set(data, press);
		}
		return press ?? undefined;
	}

	/** Whether a key opens the text in an editor of the user's own. */
	isExternal(data: string): boolean {
		return this.#host.matches(data, "app.editor.external");
	}

	#find(data: string, focus: FocusName): Press | undefined {
		if (isKeyRelease(data)) return undefined;
		const key = parseKey(data) ?? "";
		// In a text, what can be typed is text.
		if ((focus === "Line" || focus === "Editor") && isText(key)) return undefined;
		const isRepeat = isKeyRepeat(data);
		for (const { command, id, host, repeats, also, only } of bindings) {
			const isTabbing = focus === "Editor" && (command === "PrevTab" || command === "NextTab") && isTab(key);
			const counts = only ? focus === only : focus === "List" || also?.includes(focus) || isTabbing;
			if (!counts) continue;
			const isBound = this.#own.matches(data, id as Keybinding) || (host && this.#host.matches(data, host));
			if (isBound) return isRepeat && !repeats ? undefined : [command];
		}
		return focus === "List" && /^[0-9]$/.test(key) && !isRepeat ? ["Digit", key] : undefined;
	}
}

/** Whether a key is one of those that move between fields everywhere, and type nothing. */
function isTab(key: string): boolean {
	return key === "tab" || key === "shift+tab";
}

function isText(key: string): boolean {
	return key === "space" || /^(shift\+)?.$/u.test(key);
}
