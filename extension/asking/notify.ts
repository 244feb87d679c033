/**
 * Notifications by the terminal, for a user who is looking elsewhere.
 *
 * Never here: text of the model, which would reach the terminal unchecked.
 */
import type { Notify } from "../core/core.ts";

/** Returns the bytes to write to the terminal, none if notifications are off. `message` must be text of the core. */
export function notification(notify: Notify, message: string): string {
	switch (notify) {
		case "off":
			return "";
		case "bell":
			return "\x07";
		case "terminal":
			// kitty has its own sequence, and iTerm2 knows only the oldest one.
			if (process.env.KITTY_WINDOW_ID) return `\x1b]99;;pi: ${message}\x1b\\`;
			if (process.env.TERM_PROGRAM === "iTerm.app") return `\x1b]9;pi: ${message}\x07`;
			return `\x1b]777;notify;pi;${message}\x07`;
	}
}
