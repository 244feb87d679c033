/**
 * What names nothing in the user's keybindings.json, of what is meant for the form. pi passes over it silently.
 *
 * Never here: what a key does.
 */
import { join } from "node:path";
import { getAgentDir, type KeybindingsManager } from "@earendil-works/pi-coding-agent";
import { Key } from "@earendil-works/pi-tui";
import { readText, reasonOf } from "../host/io.ts";

const NAME = "keybindings.json";
/** Beginning of the ids of the form's commands. */
const OURS = "question.";
/** Longest file to read, in bytes. */
const MAX_BYTES = 1_000_000;

/** Names of keys that have more than one character, and all characters that can be bound, as pi has them. */
const KEYS = new Set([
	...Object.values(Key).flatMap((name) => (typeof name === "string" ? name.toLowerCase() : [])),
	..."abcdefghijklmnopqrstuvwxyz0123456789",
]);
const MODIFIERS = /^(?:(?:ctrl|shift|alt|super)\+(?=.))*/;

/** What was told in this process. */
const told = new Set<string>();

/** Returns what names nothing, a line each, once. `ids` are those of the form's commands. */
export function newlyMisbound(keybindings: KeybindingsManager, ids: string[]): string[] {
	const bound = Object.entries(keybindings.getUserBindings()).filter(([id]) => id.startsWith(OURS));
	const all = [...bound.flatMap(([id, keys = []]) => faultsOf(id, [keys].flat(), ids)), ...inFile()];
	const news = all.filter((fault) => !told.has(fault));
	for (const fault of news) told.add(fault);
	return news;
}

function faultsOf(id: string, keys: readonly string[], ids: string[]): string[] {
	if (!ids.includes(id)) return [`${NAME}: the form has no "${id}". docs/keys.md of pi-question lists its ids.`];
	const wrong = keys.filter((key) => !isKey(key));
	return wrong.map((key) => `${NAME}: "${id}" is bound to "${key}", which is no key. Keys are written like "ctrl+n".`);
}

function isKey(key: string): boolean {
	const name = key.toLowerCase();
	const [modifiers = ""] = MODIFIERS.exec(name) ?? [];
	const each = modifiers.split("+").filter(Boolean);
	return new Set(each).size === each.length && KEYS.has(name.slice(modifiers.length));
}

/** Returns why pi has not read what the file binds for the form. */
function inFile(): string[] {
	let text: string | undefined;
	try {
		text = readText(join(getAgentDir(), NAME), MAX_BYTES, true);
		if (!text?.includes(`"${OURS}`)) return [];
		const isBinding = (value: unknown) => [value].flat().every((key) => typeof key === "string");
		const lost = Object.entries(JSON.parse(text)).filter(([id, value]) => id.startsWith(OURS) && !isBinding(value));
		return lost.map(([id]) => `${NAME}: "${id}" has to be a key, or a list of keys.`);
	} catch (error) {
		return text === undefined ? [] : [`${NAME} is passed over by pi, because it is not JSON: ${reasonOf(error)}`];
	}
}
