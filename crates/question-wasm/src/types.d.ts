/** The tool's arguments in the declared shape. */
export interface Request {
	questions: Array<{
		id?: string;
		label?: string;
		prompt: string;
		options: Array<{ value?: string; label: string; description?: string }>;
	}>;
}

export interface QuestionOption {
	value: string;
	label: string;
	description?: string;
}

/** A question with its defaults filled in. The custom row is not among the options. */
export interface Question {
	id: string;
	label: string;
	prompt: string;
	mode: "single";
	options: QuestionOption[];
}

/** `index` counts the predefined options from 1 and is absent for typed text. */
export interface Answer {
	id: string;
	mode: "single";
	prompt: string;
	value: string;
	label: string;
	wasCustom: boolean;
	index?: number;
}

export type Outcome = "answered" | "cancelled" | "unavailable" | "invalid" | "aborted" | "failed";

export interface Details {
	questions: Question[];
	answers: Answer[];
	/** True for every outcome but "answered". */
	cancelled: boolean;
	outcome: Outcome;
	mode: HostMode;
	/** Milliseconds since 1970. */
	answeredAt?: number;
	/** Why, for "invalid" and "failed". */
	message?: string;
}

/** `content` is what the model reads. */
export interface ToolResult {
	content: string;
	details: Details;
}

export type HostMode = "tui" | "rpc" | "print" | "json";

/** What the host knows about a call; `now` in milliseconds since 1970. */
export interface Host {
	mode: HostMode;
	now?: number;
}

/** The id of the key that each command is bound to ("up", "shift+tab"), for the hints; empty where there is none. */
export interface Keys {
	cursorUp: string;
	cursorDown: string;
	prevTab: string;
	nextTab: string;
	confirm: string;
	cancel: string;
	submit: string;
	newLine: string;
}

export type Role =
	| "text"
	| "muted"
	| "dim"
	| "accent"
	| "heading"
	| "success"
	| "warning"
	| "error"
	| "border"
	| "tab"
	| "tool";

/** What goes before and after a text of each role. */
export type Colors = Record<Role, readonly [open: string, close: string]>;

/** The editor's lines `first` to `first + rows` go before line `row` of the frame; all count from 0. */
export interface Slot {
	row: number;
	first: number;
	rows: number;
}
