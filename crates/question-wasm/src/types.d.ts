/** How a question is answered. */
export type Mode = "single" | "multi" | "input";

/** The tool's arguments in the declared shape. */
export interface Request {
	title?: string;
	questions: Array<{
		id?: string;
		label?: string;
		prompt: string;
		mode?: Mode;
		options?: Array<{ value?: string; label: string; description?: string; preview?: string }>;
		allowCustom?: boolean;
		customLabel?: string;
		allowEmpty?: boolean;
		defaultValue?: string;
		defaultValues?: string[];
		recommended?: string;
	}>;
	metadata?: unknown;
}

export interface QuestionOption {
	value: string;
	label: string;
	description?: string;
	/** Markdown. */
	preview?: string;
}

/** A question with its defaults filled in. The custom row is not among the options. */
export interface Question {
	id: string;
	label: string;
	prompt: string;
	mode: Mode;
	/** Absent for "input". */
	options?: QuestionOption[];
	allowCustom: boolean;
	customLabel: string;
	allowEmpty: boolean;
	defaultValue?: string;
	defaultValues?: string[];
	/** Value of the first recommended option. */
	recommended?: string;
}

/** `index` counts the predefined options from 1 and is absent for typed text. */
export interface SingleAnswer {
	id: string;
	mode: "single" | "input";
	prompt: string;
	value: string;
	label: string;
	wasCustom: boolean;
	index?: number;
	note?: string;
}

/** The four arrays have one length: options in their order, then typed texts, whose `index` is null. */
export interface MultiAnswer {
	id: string;
	mode: "multi";
	prompt: string;
	value: string[];
	label: string[];
	wasCustom: boolean[];
	index: Array<number | null>;
	note?: string;
}

export type Answer = SingleAnswer | MultiAnswer;

export type Outcome =
	| "answered"
	| "cancelled"
	| "discuss"
	| "pending"
	| "unavailable"
	| "invalid"
	| "aborted"
	| "connection_lost"
	| "failed";

/** What a session keeps of a call, in the dialect "question". */
export interface Details {
	title?: string;
	questions: Question[];
	answers: Answer[];
	/** True for every outcome but "answered". */
	cancelled: boolean;
	outcome: Outcome;
	mode: HostMode;
	/** Milliseconds since 1970. */
	answeredAt?: number;
	metadata?: unknown;
	/** What the user would rather say first; why, for "invalid", "unavailable" and "failed"; what went wrong before, for "pending". */
	message?: string;
	/** For "pending": the file that the questions wait in, as it is named from the project's folder. */
	pendingFile?: string;
	/** Where earlier answers were changed: the ids of the questions. */
	changed?: string[];
}

/** `content` is what the model reads. */
export interface ToolResult {
	content: string;
	details: Details;
	/** Whether the user has said anything: an answer, a note, a wish to talk. */
	isSaid: boolean;
}

/** The tool call that questions come from; `timestamp` as the host writes times. */
export interface Origin {
	session: string;
	call: string;
	timestamp: string;
}

/** A text to be written, or why not. */
export type Outgoing = { text: string; problem?: undefined } | { problem: string };

/** The result of answers that came from elsewhere, or what is wrong with them. */
export type Incoming = { result: ToolResult; problem?: undefined } | { problem: string };

/** What a program is sent that asks its user in its own way. */
export interface AskUserRequest {
	type: "ask_user_request";
	requestId: string;
	title?: string;
	questions: Question[];
	/** For questions that are asked again, the answers that stand. A response may leave those out. */
	answers?: Answer[];
	metadata?: unknown;
}

/** The name of the tool that the model is offered. */
export type Dialect = "question" | "AskUserQuestion" | "ask_user";

/** How the user is told that a question waits. */
export type Notify = "off" | "bell" | "terminal";

export type HostMode = "tui" | "rpc" | "print" | "json";

/** What the host knows about a call; `now` in milliseconds since 1970. */
export interface Host {
	mode: HostMode;
	now?: number;
}

export type Command =
	| "CursorUp" | "CursorDown" | "PageUp" | "PageDown" | "PrevTab" | "NextTab" | "Confirm" | "Cancel" | "Toggle"
	| "ToggleAll" | "Note" | "Filter" | "Discuss" | "Undo" | "Redo" | "Preview" | "PreviewUp" | "PreviewDown" | "Yes" | "No";
export type Focus = "List" | "Editor" | "Line" | "Confirm";
export type Step = "Idle" | "Redraw" | "Edit" | "Finish";
export type Target = { item: number } | { tab: number } | "preview" | "nothing";
export interface Binding {
	command: Command;
	id: string;
	keys: string[];
	host?: string;
	repeats: boolean;
	focus: Focus[];
	/** Whether Tab and Shift+Tab, where they are among the keys, count in the text editor as well. */
	tabsInText: boolean;
}
export interface BoundKeys {
	commands: Partial<Record<Command, string[]>>;
	submit: string[];
	newLine: string[];
	external: string[];
}

export type Role =
	| "text"
	| "muted"
	| "dim"
	| "accent"
	| "match"
	| "heading"
	| "success"
	| "warning"
	| "error"
	| "border"
	| "tab"
	| "tool";

/** What goes before and after a text of each role. */
export type Colors = Record<Role, readonly [open: string, close: string]>;

/** The host's lines `first` to `first + rows`, as far as there are so many, belong at line `row`; all count from 0. */
export interface Slot {
	row: number;
	first: number;
	rows: number;
}

/** A preview to be laid out: its Markdown, made harmless, and the columns that it may take. */
export interface Preview {
	markdown: string;
	columns: number;
}

/** A plain dialog: what is asked, and what can be chosen; no options where a line of text is wanted. */
export interface Dialog {
	title: string;
	options: string[];
}

/** Questions that can be answered though their call is over. */
export interface LateQuestions {
	/** The ids of the calls that they come from. */
	calls: string[];
	/** The prompts, made harmless, each on a line. */
	prompts: string[];
}
