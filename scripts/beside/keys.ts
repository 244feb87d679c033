/** The notation of keys: names with a number of times, and typed texts in quotes, such as `↓ ×3, "redis", Enter`. */
import { key } from "../../tests/harness/keys.ts";

const names: Record<string, string> = {
	"↑": key.up,
	"↓": key.down,
	"←": key.left,
	"→": key.right,
	Enter: key.enter,
	"Shift+Enter": "\x1b[13;2u",
	Esc: key.escape,
	Tab: key.tab,
	Space: " ",
	"Ctrl+A": key.ctrl("a"),
	"Ctrl+C": key.ctrl("c"),
	"Ctrl+N": key.ctrl("n"),
	"Ctrl+T": key.ctrl("t"),
};

/** Returns the bytes of each key of a script. */
export function keysOf(script: string): string[] {
	return script.split(", ").flatMap((part) => {
		if (part.startsWith('"')) return [...part.slice(1, -1)];
		const [, name = "", times = "1"] = /^(.+?)(?: ×(\d+))?$/.exec(part) ?? [];
		const bytes = names[name] ?? (/^\w$/.test(name) ? name : undefined);
		if (bytes === undefined) throw new Error(`There is no key "${name}".`);
		return Array<string>(Number(times)).fill(bytes);
	});
}
