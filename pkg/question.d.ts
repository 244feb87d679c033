/* tslint:disable */
/* eslint-disable */
/** The arguments in the declared shape, which pi's own validation accepts, and what reading adds to it. */
export type Request = {
	/** Heading of the whole form. */
	title?: string;
	/** Markdown above the first question. */
	message?: string;
	/** The questions in the order they are asked. */
	questions: Array<QuestionRequest>;
	/** Echoed in the result, never interpreted. */
	metadata?: unknown;
	/** What the model is told about how its call was read, a sentence each. */
	readingNotes?: Array<string>;
	/** What cannot be read, and what to send instead, a sentence or two each. */
	problems?: Array<string>;
};

/** One question as the model sent it. */
export type QuestionRequest = {
	/** Name of the answer. */
	id?: string;
	/** Short name for tabs and review. */
	label?: string;
	/** The full question; empty where none was sent. */
	prompt: string;
	/** What the user can choose from; absent where nothing was sent. */
	options?: Array<OptionRequest>;
	/** Value of the option to recommend. */
	recommended?: string;
	/** How it is to be answered, where the model said so. */
	mode?: Mode;
	/** Whether the list ends with a row for free text. */
	allowCustom?: boolean;
	/** What that row is called. */
	customLabel?: string;
	/** Whether blank text is an answer. */
	allowEmpty?: boolean;
	/** What is chosen or typed from the start. */
	defaultValue?: string;
	/** What is checked from the start. */
	defaultValues?: Array<string>;
	/** What a typed answer has to be. */
	kind?: Kind;
	/** Whether the answer is nobody else's business. */
	secret?: boolean;
	/** What stands in an empty text. */
	placeholder?: string;
};

/** One option as the model sent it. */
export type OptionRequest = {
	/** What the model gets back. */
	value?: string;
	/** What the user reads; empty where none was sent. */
	label: string;
	/** A line of help below the label. */
	description?: string;
	/** Markdown that shows what choosing it means. */
	preview?: string;
};

/** How a question is answered: by one option or typed text, by any number of both, or by typed text alone. */
export type Mode = "single" | "multi" | "input";

/** What a text has to be. Nobody checks it. */
export type Kind = "number" | "integer" | "date" | "datetime" | "email" | "url";

/** A question with its defaults filled in. The custom row is not among its options. */
export type Question = {
	/** Unique among the questions. */
	id: string;
	/** Short name for tabs and review; Q1, Q2, … where the model gave none, which nobody is shown. */
	label: string;
	/** The full question. */
	prompt: string;
	/** How it is answered. */
	mode: Mode;
	/** What the user can choose from: at least one, and none where the mode is `input`. */
	options?: Array<QuestionOption>;
	/** Whether the list ends with a row for free text. */
	allowCustom: boolean;
	/** What that row is called. */
	customLabel: string;
	/** Whether blank text, or nothing checked, is an answer. */
	allowEmpty: boolean;
	/** What is chosen, typed or checked from the start. */
	defaultValue?: string;
	/** What is checked or added from the start, where the mode is `multi`. */
	defaultValues?: Array<string>;
	/** Value of the first recommended option. */
	recommended?: string;
	/** What a typed answer has to be; nobody checks that. */
	kind?: Kind;
	/** Whether the answer is nobody else's business. */
	secret?: boolean;
	/** What stands in an empty text. */
	placeholder?: string;
};

/** One predefined option. */
export type QuestionOption = {
	/** What the model gets back. */
	value: string;
	/** What the user reads. */
	label: string;
	/** Help below the label. */
	description?: string;
	/** Markdown that shows what choosing it means. */
	preview?: string;
	/** Whether it is marked as recommended. */
	recommended?: boolean;
};

/** What the host gets. */
export type ToolResult = {
	/** What the model reads. */
	content: string;
	/** What the session keeps. */
	details: DialectDetails;
	/** Whether the user has said anything: an answer, a note, a wish to talk. */
	isSaid: boolean;
};

/** What the session keeps, as the tool of a dialect has it. */
export type DialectDetails = Details | AskUserQuestionDetails | AskUserDetails;

/** The details of `AskUserQuestion`. */
export type AskUserQuestionDetails = {
	/** Question text → answer text; several labels with commas between them. */
	answers: Record<string, string>;
	/** The notes, under the names that the answers have. */
	annotations?: Record<string, { notes: string }>;
	cancelled: boolean;
	outcome: Outcome;
	metadata?: unknown;
	/** All of the result, as this tool keeps it. */
	record: Details;
};

/** The details of `ask_user`. */
export type AskUserDetails = {
	answered: boolean;
	answers: Array<AskUserAnswer>;
	cancelled: boolean;
	outcome: Outcome;
	pendingFile?: string;
	metadata?: unknown;
	/** All of the result, as this tool keeps it. */
	record: Details;
};

/** An answer of `ask_user`. */
export type AskUserAnswer = {
	question: string;
	answer: string | string[];
	/** The label of the option that was chosen, where it is one. */
	selectedOption?: string;
	wasCustom: boolean;
	note?: string;
};

/** What a session keeps of a call: the record of this tool. */
export type Details = {
	/** The heading of the form. */
	title?: string;
	/** The questions as they were asked. */
	questions: Array<Question>;
	/** The answers in question order. */
	answers: Array<Answer>;
	/** True for every outcome but `answered`. */
	cancelled: boolean;
	/** How the call ended. */
	outcome: Outcome;
	/** The mode of the host that the call ran in. */
	mode: HostMode;
	/** When it was answered, in milliseconds since 1970, as told by the host. */
	answeredAt?: number;
	/** What the model sent along, untouched. */
	metadata?: unknown;
	/**
	 * What the user would rather say first; why, for "invalid", "unavailable" and "failed"; what went wrong before, for
	 * "pending".
	 */
	message?: string;
	/** For "pending": the file that the questions wait in, as it is named from the project's folder. */
	pendingFile?: string;
	/** Where answers were changed: the ids of the questions. */
	changed?: Array<string>;
	/** False where the user stopped the run before they were asked: then they are not asked again. */
	shown?: boolean;
	/** What was left out or guessed when the call was read. */
	readingNotes?: Array<string>;
	/**
	 * What was being written and is neither an answer nor a note, unless the user has thrown it away: it stands in its
	 * texts again where the questions are asked again.
	 */
	unsent?: Array<Unsent>;
};

/** An answer as the session keeps it. */
export type Answer = SingleAnswer | MultiAnswer;

/** `index` counts the predefined options from 1 and is absent for typed text. */
export type SingleAnswer = {
	id: string;
	mode: "single" | "input";
	prompt: string;
	value: string;
	label: string;
	wasCustom: boolean;
	index?: number;
	note?: string;
};

/** The four arrays have one length: options in their order, then typed texts, whose `index` is null. */
export type MultiAnswer = {
	id: string;
	mode: "multi";
	prompt: string;
	value: Array<string>;
	label: Array<string>;
	wasCustom: Array<boolean>;
	index: Array<number | null>;
	note?: string;
};

/** How a call ended. */
export type Outcome =
	| "answered"
	| "cancelled"
	| "discuss"
	| "unavailable"
	| "invalid"
	| "pending"
	| "aborted"
	| "connection_lost"
	| "failed";

/** The tool call that questions come from. */
export type Origin = {
	/** The id of the session. */
	session: string;
	/** The name of the call in the session: the id of its entry, a slash, and the id of the tool call. */
	call: string;
	/** When it was made, as the host writes times. */
	timestamp: string;
};

/** A text to be written, or why not. */
export type Outgoing = { text: string; problem?: undefined } | { problem: string };

/** The result of answers that came from elsewhere, or what is wrong with them. */
export type Incoming =
	| { result: ToolResult; problem?: undefined }
	| {
			/** For the model. */
			problem: string;
			/** The same for the user. */
			told: string;
	  };

/** What a program is sent that asks its user in its own way. */
export type AskUserRequest = {
	type: "ask_user_request";
	requestId: string;
	title?: string;
	questions: Array<Question>;
	/** For questions that are asked again, the answers that stand. A response may leave those out. */
	answers?: Array<Answer>;
	metadata?: unknown;
};

/** What the questions belong to. */
export type AcpScope = {
	/** The `requestId` of the `ask_user_request`, which the response repeats. */
	requestId: string;
	/** The session, as the client knows it. */
	sessionId: string;
	/** The tool call in it, if it still waits. */
	toolCallId?: string;
};

/** What to do next. */
export type AcpStep =
	| {
			step: "ask";
			/** The method of the request. */
			method: string;
			/** Its parameters. */
			params: Record<string, unknown>;
	  }
	| {
			step: "respond";
			/** The message. */
			response: string;
	  }
	| {
			step: "refuse";
			/** What is wrong with it. */
			problem: string;
			/** What fits, and what was answered before: the `ask_user_response` of a user who leaves with that, as a JSON text. */
			response: string;
	  }
	| { step: "withdrawn" }
	| { step: "unsupported" };

/** The parameters of a `_pi-question/question_request`. */
export type AcpQuestionRequest = {
	sessionId: string;
	toolCallId?: string;
	/** The request, among all that the client is asked. */
	id: string;
	/** The heading. */
	message: string;
	questions: Array<AcpQuestion>;
};

/** A question. All texts are in the user's language and hold no control characters. */
export type AcpQuestion = {
	id: string;
	/** A short name. */
	label: string;
	/** The full question; may have several lines. */
	title: string;
	/** The options; empty where only a text is an answer. */
	options: Array<string>;
	/** The description of each option, if any has one; may have several lines. */
	descriptions?: Array<string>;
	/** Whether several options can be chosen. */
	multiSelect: boolean;
	/** Whether a text of the user's own is an answer. */
	allowCustom: boolean;
	/** The name of the field for such a text. */
	customLabel?: string;
	/** Further remarks, one line each. */
	remarks: Array<string>;
};

/** What a client replies. */
export type AcpQuestionResponse = {
	/** One for each question that the user has answered. What is missing is asked for again. */
	answers?: Array<AcpAnswer>;
	/** Whether the user has left. */
	cancelled?: boolean;
};

/** An answer: one option, or several, or a text. A text is added to several options, and replaces a single one. */
export type AcpAnswer = {
	/** The id of the question. */
	id: string;
	/** From 0. */
	selectedIndex?: number;
	/** From 0. An empty list says that none of them is the answer. */
	selectedIndices?: Array<number>;
	/** A text of the user's own. */
	customText?: string;
	/** A note on the answer. */
	note?: string;
};

/** What the host knows beside the branch. */
export type SessionFacts = {
	/** The session's id. */
	id: string;
	/** The type of the messages and entries that this tool adds to a session. */
	kind: string;
	/** The name that a pending file of this session would have, as the user knows it. */
	file: string;
	/** Those files that there are and that may be its own. */
	files: Array<FoundFile>;
	/** The names of the files of all sessions, each with its id; absent where nobody knows them. */
	sessions?: Array<string>;
};

/** A pending file as it was read from the disk. */
export type FoundFile = {
	/** Its name, as the user knows it. */
	name: string;
	/** Its text. */
	text?: string;
	/** What that is known by: another text has another mark. */
	mark?: string;
	/** Where it could not be read, why, to be read behind its name. */
	problem?: string;
};

/** Something that happens to the late questions of a session. */
export type Event =
	| { start: Beginning }
	| {
			answer: {
				/** Whether the user can be asked. */
				hasUI: boolean;
			};
	  }
	| {
			revise: {
				/** Whether the user can be asked. */
				hasUI: boolean;
			};
	  }
	| "clear"
	| "prompted"
	| "settled"
	| { ended: Ended };

/** How a session begins. */
export type Beginning = {
	/** The answers of the command line, a JSON text. */
	answers?: string;
	/** What pi was started with, where this is its start. */
	start?: Start;
	/** Whether the user can be asked. */
	hasUI: boolean;
	/** The mode, and the time. */
	host: Host;
};

/** What pi was started with. */
export type Start = {
	/** Whether a prompt comes next, which has the model go on. */
	hasPrompt: boolean;
	/** Whether a command of this tool comes next, which starts no run. */
	hasCommand: boolean;
	/** Whether the prompt brings the pending file along, and words that answer it. */
	answersPendingFile: boolean;
};

/** How a form of late questions has ended. */
export type Ended = {
	/** What was asked. */
	ask: Ask;
	/** The record of the result. */
	record: Details;
	/** Whether the user has said anything in it. */
	isSaid: boolean;
	/** Whether the model is to go on: no other form is opened next, and the user has said something in one of them. */
	goesOn: boolean;
	/** Whether the user had just asked for it. */
	isExpected: boolean;
};

/** Questions to be asked. */
export type Ask = {
	/** The call that they come from, by its name in the session; absent where the last answers are to be changed. */
	call?: string;
};

/** What the host has to do, in this order. */
export type Plan = {
	/** To note in the session: an entry that the model does not see, with the record of the form that has ended. */
	note?: Marks;
	/** To remove the pending file. */
	remove?: Removal;
	/** To tell the user. */
	say: Array<Said>;
	/** To send the model a message. */
	delivery?: Delivery;
	/** To ask the user, one after the other. */
	ask: Array<Ask>;
	/** To forget the answers of the command line: they were used, or found wrong. */
	isUsed: boolean;
	/** How to let a script see what came of its run. */
	exit: Exit;
};

/** What a message or an entry of this tool says of calls, beside the record of a result. */
export type Marks = {
	/** The calls that wait for nothing any more. */
	closes?: Array<string>;
	/** The calls that stay open, and whose forms begin with what the record holds. */
	drafts?: Array<string>;
	/** The mark of the pending file, where all of it that belongs to the calls stands in the message or in the prompt. */
	file?: string;
};

/** A pending file to be removed. */
export type Removal = {
	/** Its name, as the user knows it. */
	name: string;
	/** Not before these entries of the session stand on the disk. */
	after: Array<string>;
	/** Not before the user has agreed, knowing this. */
	doubt?: string;
};

/** How a run ends that nobody watches. */
export type Exit = "own" | "failed" | "atOnce";

/** Something to be said to the user. */
export type Said = {
	/** The text. */
	text: string;
	/** How loud. */
	tone: Tone;
};

/** How loud something is said. */
export type Tone = "info" | "warning";

/** What stands in the texts of a question, and is neither its answer nor its note. */
export type Unsent = {
	/** The id of the question; absent for what the user would rather say first. */
	id?: string;
	/** In the editor of the answer. */
	text?: string;
	/** In the editor of the note. */
	note?: string;
	/** The note that was submitted where there is no answer to stand beside: the model is told of it. */
	kept?: string;
	/** Texts of a list of boxes that are not checked, or that were being changed. */
	unchecked?: Array<string>;
};

/** A message that brings answers to the model. */
export type Delivery = {
	/** What a form would have come to; absent where a form has just ended with it. */
	result?: ToolResult;
	/** To be put behind the content of the result; may be empty. */
	more: string;
	/** What the message says of calls. */
	marks: Marks;
	/** Whether the model is to act on it at once. */
	goesOn: boolean;
};

/** What the host knows about a call. */
export type Host = {
	/** The mode that it runs in. */
	mode: HostMode;
	/** The time, in milliseconds since 1970. */
	now?: number;
};

/** A mode of pi. */
export type HostMode = "tui" | "rpc" | "print" | "json";

/** The name of the tool that the model is offered. */
export type Dialect = "question" | "AskUserQuestion" | "ask_user";

/** How the user is told that a question waits. */
export type Notify = "off" | "bell" | "terminal";

/** A sentence of the host. */
export type Told =
	| "isOpen"
	| "nothingChanged"
	| "whetherToRemove"
	| "removeNo"
	| "removeYes"
	| "removed"
	| "notRemoved"
	| "noFile"
	| "unknownCommand"
	| "aQuestionWaits"
	| "notUsed";

/** Something that the user's key is bound to. */
export type Command =
	| "CursorUp"
	| "CursorDown"
	| "PageUp"
	| "PageDown"
	| "First"
	| "Last"
	| "PrevTab"
	| "NextTab"
	| "Confirm"
	| "Leave"
	| "Cancel"
	| "Toggle"
	| "ToggleAll"
	| "Edit"
	| "Yes"
	| "No"
	| "Note"
	| "Filter"
	| "Discuss"
	| "DiscussText"
	| "Undo"
	| "Redo"
	| "Zoom"
	| "ReadUp"
	| "ReadDown"
	| "PreviewUp"
	| "PreviewDown"
	| "Help";

/** A command and the keys that it has unless the user has set others. */
export type Binding = {
	/** What the keys do. */
	command: Command;
	/** The name of the binding in `keybindings.json`. */
	id: string;
	/** The default keys, by pi's names for them, beside those of `host`. */
	keys: Array<string>;
	/** pi's own binding for the same thing, whose keys count as well. */
	host?: string;
	/** Whether a key that is held down goes on. */
	repeats: boolean;
	/** Where the keys count. */
	focus: Array<Focus>;
	/** Whether Tab and Shift+Tab, where they are among the keys, count in a text as well, and ← and → in an empty one. */
	tabsInText: boolean;
};

/** The keys that things are bound to, in the order in which they are to be named. */
export type BoundKeys = {
	/** The keys of each command. */
	commands: { [key in Command]?: Array<string> };
	/** Those of them that the user has set. They take precedence over the default keys of other commands. */
	own: { [key in Command]?: Array<string> };
	/** The keys that submit the editor's text. */
	submit: Array<string>;
	/** The keys that start a new line in the editor. */
	newLine: Array<string>;
	/** The keys that open the text in an editor of the user's own. */
	external: Array<string>;
};

/** The kind of control that gets the user's keys. */
export type Focus = "List" | "YesNo" | "Editor" | "Line" | "Confirm" | "Help";

/** What the host does after an action. */
export type Step = "Idle" | "Redraw" | "Edit" | "Finish";

/** What is at a place of a frame. Positions count from 0. */
export type Target = { item: number } | { tab: number } | "prompt" | "preview" | "nothing";

/** What a text is, for the host to color. Nothing is told by a role alone. */
export type Role =
	| "text"
	| "prompt"
	| "strong"
	| "code"
	| "codeblock"
	| "title"
	| "link"
	| "quote"
	| "sign"
	| "muted"
	| "dim"
	| "key"
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

/** A place in a frame for lines that the host draws. Rows count from 0. */
export type Slot = {
	/** The lines go before this line of the frame. */
	row: number;
	/** First of the host's lines that is shown. */
	first: number;
	/** How many of them are shown, as far as there are so many. */
	rows: number;
};

/** A dialog of the host's. All of it is harmless text. */
export type Dialog = {
	/** What is asked, on as many lines as it takes. */
	title: string;
	/** The choices, no two the same; empty for a dialog that asks for a line of text. */
	options: Array<string>;
};

/** What a client replies to a request, as JSON-RPC has it. */
export type AcpReply = { result: unknown } | { error: { code: number; message?: string } };

/** One form as a row of plain dialogs. Free it when it has ended. */
export class Dialogs {
	free(): void;
	[Symbol.dispose](): void;
	/** Ends the form because the run was aborted or the session closes. */
	abort(): void;
	/** The dialog to show; undefined once the form has ended. */
	dialog(): Dialog | undefined;
	/** Ends the form because the program that asked the user went away. */
	disconnect(): void;
	/** Enters the answers of a program's response, however that ends, and goes on; not one that has anything wrong with it. */
	enter(message: string): void;
	/** Ends the form because the host cannot go on, and why. */
	fail(reason: string): void;
	/** Guards dialogs that open by themselves; see `guard` of `Form`. */
	guard(lastKey: number | null | undefined, isWriting: boolean): void;
	/** Whether a reply that comes at `now` is still meant for pi's prompt: then the dialog is to be shown again. */
	holds(now: number): boolean;
	/**
	 * `typed`: choices are lines of the title, to be answered by typing; else they are options of the dialogs. Throws
	 * where the questionnaire has a refusal.
	 */
	constructor(questionnaire: Questionnaire, typed: boolean);
	/** Notes that a dialog stands on the screen since `now`. */
	painted(now: number): void;
	/** Counts a key that comes at `now`: silence begins anew. */
	pressed(now: number): void;
	/** What is wrong with a program's response to that message; undefined where `respond` would take it. */
	problem(message: string): string | undefined;
	/** Takes the reply to the dialog; undefined where it was closed without one. */
	reply(reply?: string | null): void;
	/** The message that asks the same questions of a program that can show them in its own way. */
	request(request_id: string): AskUserRequest;
	/** The terminal has so many columns and rows: a dialog that is taller comes in pages. Without this, none does. */
	resize(columns: number, rows: number): void;
	/**
	 * Takes a program's response to that message, which ends the form; returns what is wrong with it, and then changes
	 * nothing.
	 */
	respond(message: string): string | undefined;
	/** The result of a form that has ended; undefined while it goes on. */
	result(host: Host): ToolResult | undefined;
	/** Ends the form because the user stopped the run before it was shown: it is not asked again. */
	stop(): void;
	/** Ends the form because the program that shows it closed it by itself: nobody was asked. */
	unasked(): void;
}

/** The questions of one form, put to a client of the Agent Client Protocol. Free it when they are answered. */
export class Elicitation {
	free(): void;
	[Symbol.dispose](): void;
	/** What to do first. */
	ask(): AcpStep;
	/** `capabilities` are the `clientCapabilities` of the client. Throws where the questionnaire has a refusal. */
	constructor(questionnaire: Questionnaire, capabilities: unknown, scope: AcpScope);
	/** What to do after the client has replied: `{ result }` or `{ error }`, as JSON-RPC has it. */
	reply(reply: AcpReply): AcpStep;
	/** What was answered so far: the `ask_user_response` of a user who leaves with that. */
	readonly soFar: string;
}

/**
 * One form on the screen. Free it when it has ended.
 *
 * What happens to it comes with the time, in milliseconds since any fixed moment; of keys that come while the user was
 * still typing elsewhere, it takes none that answers.
 */
export class Form {
	free(): void;
	[Symbol.dispose](): void;
	/** Ends the form because the run was aborted or the session closes. */
	abort(): void;
	/** The mouse was clicked on what `target` has found, while the form had no keys: highlights it. */
	aim(target: Target, now: number): Step;
	/** The mouse was clicked on what `target` has found. */
	click(target: Target, now: number): Step;
	/** A digit was pressed: takes the option of that number; 0 is the custom row. */
	digit(digit: number, now: number): Step;
	/** Ends the form because the host cannot go on, and why. */
	fail(reason: string): void;
	/**
	 * Guards a form that opens by itself: keys that answer, toggle or open something count once there was silence since it
	 * was painted and since the last key. `lastKey` is when the user had pressed that, if ever, and `isWriting` whether pi's
	 * prompt holds unsent text.
	 */
	guard(lastKey: number | null | undefined, isWriting: boolean): void;
	/**
	 * Counts a key, whatever it is to the form, and returns whether it is still meant for pi's prompt. `types`: it is a
	 * text, or ends one. To be asked before the form gets a key.
	 */
	holds(types: boolean, now: number): boolean;
	/** A form of which all keys count. Throws where the questionnaire has a refusal. */
	constructor(questionnaire: Questionnaire, keys: BoundKeys);
	/** Notes that the form stands on the screen since `now`. */
	painted(now: number): void;
	/** A key was pressed that is bound to a command. */
	press(command: Command, now: number): Step;
	/**
	 * Milliseconds of silence until all keys count: 0 once they do, for good, and infinite until the form is painted. Draw
	 * again then: a line says why keys do nothing.
	 */
	quietIn(now: number): number;
	/** Tells the form the size of the terminal. */
	resize(columns: number, rows: number): void;
	/** The result of a form that has ended; undefined while it goes on. */
	result(host: Host): ToolResult | undefined;
	/** The editor was asked to submit this text. */
	submit(text: string, now: number): Step;
	/** What is at a place of what was drawn last, the editor's lines put in; `row` and `column` count from 0. */
	target(row: number, column: number): Target;
	/** What the user's own editor has saved is no text, and lies in `file`: the form says so, and keeps the text that it has. */
	unreadable(file: string, now: number): Step;
	/**
	 * The painted lines, joined by newlines. `editor_rows` is the height of the text editor and `editor_cursor` the line
	 * of its cursor, from 0; they are 0 where there is none.
	 */
	view(palette: Palette, editor_rows: number, editor_cursor: number): string;
	/** The mouse's wheel was turned over what `target` has found. */
	wheel(target: Target, is_up: boolean, now: number): Step;
	/** The editor, or the line that filters, holds this text now. */
	write(text: string, now: number): Step;
	/** Columns that the text editor, or the line that filters, may take. */
	readonly fieldColumns: number;
	/** What has the user's keys. */
	readonly focus: Focus;
	/** Whether there is more on the page than is shown, so that keys which turn over a screenful are the form's. */
	readonly isCut: boolean;
	/** What stands in the editor while it is empty; blank where nothing does. */
	readonly placeholder: string;
	/**
	 * Where the text editor, or the line that filters, goes in what `view` returned last; undefined where it has no
	 * room or is closed.
	 */
	readonly slot: Slot | undefined;
	/** What goes behind the line that filters in it, painted; blank where nothing does. */
	readonly tail: string;
	/** The text that belongs into the editor, or into the line that filters. */
	readonly text: string;
}

/** What each role of a text looks like: strings to put before and after it. */
export class Palette {
	free(): void;
	[Symbol.dispose](): void;
	/**
	 * Throws where a role is missing. `highlight` colors a row of code of a language; what it returns has to be the same
	 * text with colors, or undefined.
	 */
	constructor(colors: Colors, highlight?: (code: string, language: string) => string | undefined);
}

/** The questions of a form, or why they cannot be asked. */
export class Questionnaire {
	free(): void;
	[Symbol.dispose](): void;
	/**
	 * The result of a form that is answered with these answers, a JSON text, and those that came with the questions;
	 * or what is wrong with them, to be read behind the name of where they came from.
	 */
	answered(answers: string | null | undefined, host: Host): Incoming;
	/** Reads a call's arguments. Never throws: see `refusal`. */
	constructor(settings: Settings, _arguments: unknown);
	/** Reads an `ask_user_request`, with the answers that stand. What is none has a refusal. */
	static ofRequest(settings: Settings, request: AskUserRequest): Questionnaire;
	/**
	 * The text of a pending file with these questions behind those of the file that is there, if any; or what is wrong
	 * with that one, to be read behind its name.
	 */
	pendingText(existing: string | null | undefined, origin: Origin): Outgoing;
	/**
	 * The result to return where the questions wait in `file`, as it is named from the project's folder. `remark` is
	 * what else there is to say.
	 */
	pending(host: Host, file: string, remark?: string | null): ToolResult;
	/** The result to return where the questions cannot be asked; undefined where they can. */
	refusal(host: Host): ToolResult | undefined;
	/** Has the form begin with texts that were not submitted when the same questions were asked before in the session. */
	remember(session: Session): void;
	/**
	 * The result to return where there is no user interface, and `reason` is why the questions could not be saved
	 * either.
	 */
	unavailable(host: Host, reason?: string | null): ToolResult;
}

/** A session at one moment, as far as questions go. Free it. */
export class Session {
	free(): void;
	[Symbol.dispose](): void;
	/** The text of `/questions`, the lines of results no wider than `columns`. */
	listing(columns: number): string;
	/**
	 * Reads the JSON text of pi's session entries, the oldest first, for the tool of the settings. An entry that cannot be
	 * read is passed over.
	 */
	constructor(settings: Settings, entries: string, facts: SessionFacts);
	/** What to do about something that happens to the late questions of the session. */
	plan(event: Event): Plan;
	/**
	 * The open questions of a call, by its name in a plan, with the answers so far; without a call, the questions that were
	 * answered last. Throws where there are none.
	 */
	questionnaire(call?: string | null): Questionnaire;
	/** The texts that the user has typed as answers, the oldest first. */
	readonly typed: string[];
}

/** What the user prefers. */
export class Settings {
	free(): void;
	[Symbol.dispose](): void;
	/**
	 * Reads settings files, each a pair of its name and its text, of which a later one wins. `locale` is that of the
	 * environment. With a `dialect` that one counts: the tool is registered but once. Never throws: see `problems`.
	 */
	constructor(files: Array<readonly [name: string, text: string]>, locale: string, dialect?: Dialect);
	/** What the host says by itself, in the user's language; `values` are the names and reasons in it. */
	told(told: Told, values: string[]): string;
	/** Whether questions are asked in plain numbered dialogs. */
	readonly accessible: boolean;
	/** The name of the tool that the model is offered. */
	readonly dialect: Dialect;
	/** How the user is told that a question waits. */
	readonly notify: Notify;
	/** What is wrong with the files, a line for each; what stands beside it counts. */
	readonly problems: string[];
}

declare function __wbg_reset_state(): void;

/** All commands that keys can be bound to, with their names in `keybindings.json` and the keys that they have by default. */
export function bindings(): Binding[];

/** The tool call's lines in the transcript, joined by newlines; safe while the arguments are still streaming in. */
export function callView(palette: Palette, settings: Settings, _arguments: unknown, columns: number): string;

/** A text that somebody else wrote, with nothing in it that a terminal would obey. Newlines and tabs are kept. */
export function harmless(text: string): string;

/** Whether a text is JSON that does not carry the id of this session. */
export function isOfOther(text: string, session: string): boolean;

/**
 * Brings a tool call's arguments into the shape that the tool of the settings' dialect declares, which the host then
 * validates. Never throws.
 */
export function prepareArguments(settings: Settings, _arguments: unknown): Request;

/**
 * Milliseconds until dialogs that were asked for at `asked_at` may open, so that they get no key that is meant for pi's
 * prompt.
 */
export function quietIn(
	last_key_at: number | null | undefined,
	is_writing: boolean,
	asked_at: number,
	now: number,
): number;

/**
 * Has the next call start a fresh instance of the module. To be called after a trap, which leaves the old instance in
 * no state to be used; objects made before throw from then on.
 */
export function renew(): void;

/**
 * The request that a program's response answers, and undefined where the message is none; what is wrong with it comes
 * from the `Dialogs`.
 */
export function requestId(message: string): string | undefined;

/**
 * The result's lines in the transcript. `details` may come from any version of this tool or from another tool; `content`
 * is what the model was told.
 */
export function resultView(
	palette: Palette,
	settings: Settings,
	details: unknown,
	content: string,
	expanded: boolean,
	columns: number,
): string;

/**
 * Does nothing. The next call after `renew` starts the fresh instance, and has to be one without texts: they are copied
 * before it starts, into the old one.
 */
export function start(): void;

/**
 * What to tell of a response that no open request takes. `answered` are the requests that have ended, `open` those that
 * still wait.
 */
export function strayResponse(message: string, answered: string[], open: string[]): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
	readonly memory: WebAssembly.Memory;
	readonly __wbg_dialogs_free: (a: number, b: number) => void;
	readonly __wbg_elicitation_free: (a: number, b: number) => void;
	readonly __wbg_form_free: (a: number, b: number) => void;
	readonly __wbg_palette_free: (a: number, b: number) => void;
	readonly __wbg_questionnaire_free: (a: number, b: number) => void;
	readonly __wbg_session_free: (a: number, b: number) => void;
	readonly __wbg_settings_free: (a: number, b: number) => void;
	readonly bindings: () => any;
	readonly callView: (a: number, b: number, c: any, d: number) => [number, number];
	readonly dialogs_abort: (a: number) => void;
	readonly dialogs_dialog: (a: number) => any;
	readonly dialogs_disconnect: (a: number) => void;
	readonly dialogs_enter: (a: number, b: number, c: number) => void;
	readonly dialogs_fail: (a: number, b: number, c: number) => void;
	readonly dialogs_guard: (a: number, b: number, c: number, d: number) => void;
	readonly dialogs_holds: (a: number, b: number) => number;
	readonly dialogs_new: (a: number, b: number) => [number, number, number];
	readonly dialogs_painted: (a: number, b: number) => void;
	readonly dialogs_pressed: (a: number, b: number) => void;
	readonly dialogs_problem: (a: number, b: number, c: number) => [number, number];
	readonly dialogs_reply: (a: number, b: number, c: number) => void;
	readonly dialogs_request: (a: number, b: number, c: number) => any;
	readonly dialogs_resize: (a: number, b: number, c: number) => void;
	readonly dialogs_respond: (a: number, b: number, c: number) => [number, number];
	readonly dialogs_result: (a: number, b: any) => [number, number, number];
	readonly dialogs_stop: (a: number) => void;
	readonly dialogs_unasked: (a: number) => void;
	readonly elicitation_ask: (a: number) => any;
	readonly elicitation_new: (a: number, b: any, c: any) => [number, number, number];
	readonly elicitation_reply: (a: number, b: any) => any;
	readonly elicitation_soFar: (a: number) => [number, number];
	readonly form_abort: (a: number) => void;
	readonly form_aim: (a: number, b: any, c: number) => [number, number, number];
	readonly form_click: (a: number, b: any, c: number) => [number, number, number];
	readonly form_digit: (a: number, b: number, c: number) => any;
	readonly form_fail: (a: number, b: number, c: number) => void;
	readonly form_fieldColumns: (a: number) => number;
	readonly form_focus: (a: number) => any;
	readonly form_guard: (a: number, b: number, c: number, d: number) => void;
	readonly form_holds: (a: number, b: number, c: number) => number;
	readonly form_isCut: (a: number) => number;
	readonly form_new: (a: number, b: any) => [number, number, number];
	readonly form_painted: (a: number, b: number) => void;
	readonly form_placeholder: (a: number) => [number, number];
	readonly form_press: (a: number, b: number, c: number, d: number) => [number, number, number];
	readonly form_quietIn: (a: number, b: number) => number;
	readonly form_resize: (a: number, b: number, c: number) => void;
	readonly form_result: (a: number, b: any) => [number, number, number];
	readonly form_slot: (a: number) => any;
	readonly form_submit: (a: number, b: number, c: number, d: number) => any;
	readonly form_tail: (a: number) => [number, number];
	readonly form_target: (a: number, b: number, c: number) => any;
	readonly form_text: (a: number) => [number, number];
	readonly form_unreadable: (a: number, b: number, c: number, d: number) => any;
	readonly form_view: (a: number, b: number, c: number, d: number) => [number, number];
	readonly form_wheel: (a: number, b: any, c: number, d: number) => [number, number, number];
	readonly form_write: (a: number, b: number, c: number, d: number) => any;
	readonly harmless: (a: number, b: number) => [number, number];
	readonly isOfOther: (a: number, b: number, c: number, d: number) => number;
	readonly palette_new: (a: any, b: number) => [number, number, number];
	readonly prepareArguments: (a: number, b: any) => any;
	readonly questionnaire_answered: (a: number, b: number, c: number, d: any) => [number, number, number];
	readonly questionnaire_new: (a: number, b: any) => number;
	readonly questionnaire_ofRequest: (a: number, b: any) => number;
	readonly questionnaire_pending: (
		a: number,
		b: any,
		c: number,
		d: number,
		e: number,
		f: number,
	) => [number, number, number];
	readonly questionnaire_pendingText: (a: number, b: number, c: number, d: any) => [number, number, number];
	readonly questionnaire_refusal: (a: number, b: any) => [number, number, number];
	readonly questionnaire_remember: (a: number, b: number) => void;
	readonly questionnaire_unavailable: (a: number, b: any, c: number, d: number) => [number, number, number];
	readonly quietIn: (a: number, b: number, c: number, d: number, e: number) => number;
	readonly renew: () => void;
	readonly requestId: (a: number, b: number) => [number, number];
	readonly resultView: (a: number, b: number, c: any, d: number, e: number, f: number, g: number) => [number, number];
	readonly session_listing: (a: number, b: number) => [number, number];
	readonly session_new: (a: number, b: number, c: number, d: any) => [number, number, number];
	readonly session_plan: (a: number, b: any) => [number, number, number];
	readonly session_questionnaire: (a: number, b: number, c: number) => [number, number, number];
	readonly session_typed: (a: number) => [number, number];
	readonly settings_accessible: (a: number) => number;
	readonly settings_dialect: (a: number) => [number, number];
	readonly settings_new: (a: any, b: number, c: number, d: number, e: number) => number;
	readonly settings_notify: (a: number) => [number, number];
	readonly settings_problems: (a: number) => [number, number];
	readonly settings_told: (a: number, b: number, c: number, d: number, e: number) => [number, number];
	readonly start: () => void;
	readonly strayResponse: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number];
	readonly __wbindgen_malloc: (a: number, b: number) => number;
	readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
	readonly __wbindgen_free: (a: number, b: number, c: number) => void;
	readonly __wbindgen_exn_store: (a: number) => void;
	readonly __externref_table_alloc: () => number;
	readonly __wbindgen_externrefs: WebAssembly.Table;
	readonly __externref_table_dealloc: (a: number) => void;
	readonly __externref_drop_slice: (a: number, b: number) => void;
	readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init(
	module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>,
): Promise<InitOutput>;
