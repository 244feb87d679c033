/**
 * Tells a user who looks elsewhere that a question waits, in the ways that terminals know.
 *
 * Never here: text of the model's; it would reach the terminal unchecked.
 */
import type { Notify } from "../core/core.ts";

/** What to write to the terminal; empty where nothing is wanted. `message` is of the core's own words. */
export function notification(notify: Notify, message: string): string {
	switch (notify) {
		case "off":
			return "";
		case "bell":
			return "\x07";
		case "terminal":
			// kitty has its own sequence, and iTerm2 knows only the oldest.
			if (process.env.KITTY_WINDOW_ID) return `\x1b]99;;pi: ${message}\x1b\\`;
			if (process.env.TERM_PROGRAM === "iTerm.app") return `\x1b]9;pi: ${message}\x07`;
			return `\x1b]777;notify;pi;${message}\x07`;
	}
}
