/**
 * Notifications by the terminal, for a user who is looking elsewhere.
 *
 * Never here: text of the model, which would reach the terminal unchecked.
 */
import type { Notify } from "../core/core.ts";

const BELL = "\x07";
/** Ends a string that a terminal reads. */
const END = "\x1b\\";

/** Returns the bytes to write to the terminal, none if notifications are off. `message` must be text of the core. */
export function notification(notify: Notify, message: string): string {
	switch (notify) {
		case "off":
			return "";
		case "bell":
			return BELL;
		case "terminal":
			return passedOn(desktop(message));
	}
}

/** Formats a desktop notification. What tmux and screen leave in the environment tells the terminal around them. */
function desktop(message: string): string {
	const { KITTY_WINDOW_ID, TERM_PROGRAM, LC_TERMINAL } = process.env;
	// kitty has its own sequence, and iTerm2 knows only the oldest one.
	if (KITTY_WINDOW_ID) return `\x1b]99;;pi: ${message}${END}`;
	if (TERM_PROGRAM === "iTerm.app" || LC_TERMINAL === "iTerm2") return `\x1b]9;pi: ${message}${BELL}`;
	return `\x1b]777;notify;pi;${message}${BELL}`;
}

/**
 * Wraps a sequence so that tmux or screen passes it on to the terminal around it. tmux does so only with
 * `allow-passthrough`, and for panes in sight, so the bell comes with it, which both of them show in their own way.
 */
function passedOn(sequence: string): string {
	const { TMUX, STY, TERM = "" } = process.env;
	// Over ssh, TERM alone tells; in a tmux of old, it is that of screen.
	if (TMUX || TERM.startsWith("tmux")) return `\x1bPtmux;${sequence.replaceAll("\x1b", "\x1b\x1b")}${END}${BELL}`;
	// An end within the sequence is split between two wrappers.
	if (STY || TERM.startsWith("screen")) return `\x1bP${sequence.replaceAll(END, `\x1b${END}\x1bP\\`)}${END}${BELL}`;
	return sequence;
}
