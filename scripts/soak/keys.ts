/** The keys and texts of the soak. */
import { key } from "../../tests/harness/keys.ts";

/** Keys that erase nothing. */
export const SAFE = [key.enter, key.tab, key.shiftTab, key.down, key.pageDown, key.pageUp, key.enter, "1", "2", "3"];

export const KEYS = [
	...[...SAFE, key.up, key.left, key.right, key.home, key.end, key.shiftUp, key.shiftDown, key.escape, key.backspace],
	...[
		key.undo,
		key.redo,
		key.f1,
		key.f6,
		key.f7,
		key.f8,
		key.f9,
		"?",
		" ",
		"0",
		"4",
		"9",
		"12",
		"/",
		"p",
		"n",
		"u",
		"U",
	],
	...["a", "e", "g", "k", "l", "n", "o", "p", "r", "t", "u", "v", "w", "y"].map(key.ctrl),
	...["b", "d", "f", "\x7f", "\r", "y", "v"].map(key.alt),
	...["\x1b", "\x1b[13;2u", "\x1b[97;5u", "\x1b[1;5C", "\x1b[3~", "\x1b[I", "\x1b[O", "\x1b[", "\u0000"],
];

export const TEXTS = [
	"日本語",
	"👩‍👩‍👧‍👦",
	"e\u0301",
	"مرحبا",
	"no",
	"yes",
	"postgres and more words",
	"`code`",
	"\u200b",
	"x".repeat(300),
];
