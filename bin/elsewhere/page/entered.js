/**
 * What was entered and is not sent, as texts that a person can read and copy.
 *
 * Never here: sending it.
 */
import { element } from "./dom.js";

/** Lists texts with what they were entered for; nothing if there are none. @param {{ name: string, text: string }[]} texts */
export function enteredOf(texts) {
	if (texts.length === 0) return undefined;
	const items = texts.map(({ name, text }) => [
		element("dt", { dir: "auto" }, name),
		element("dd", { className: "text", dir: "auto" }, text),
	]);
	return element("details", {}, element("summary", {}, "What you had entered"), element("dl", {}, ...items.flat()));
}
