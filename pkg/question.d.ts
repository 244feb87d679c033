/* tslint:disable */
/* eslint-disable */
/** Arguments in the declared schema, which pi's own validation accepts. */
export type Request = {
	/** Title of the form. */
	title?: string;
	/** Markdown above the first question. */
	message?: string;
	/** The questions, in the order in which they are asked. */
	questions: Array<QuestionRequest>;
	/** Metadata, returned unchanged in the result. */
	metadata?: object;
};

/** A question as the model sent it, under the names of any dialect. */
export type QuestionRequest = {
	/** Id of the question. */
	id?: string;
	/** Short name for tabs and review. */
	label?: string;
	/** The full question; empty if none was sent. */
	prompt: string;
	/** Options to choose from; absent if none were sent. */
	options?: Array<OptionRequest>;
	/** Value of the option to recommend, or its index, 0-based. With `multi`, also a list of values or indices. */
	recommended?: string;
	/** How the question is answered, if the model said so. Other dialects have a flag for `multi`. */
	mode?: Mode;
	/** Whether the list ends with a custom row. */
	allowCustom?: boolean;
	/** Label of the custom row. */
	customLabel?: string;
	/** Whether blank text is an answer. */
	allowEmpty?: boolean;
	/** The default answer of a `single` or `input` question. */
	defaultValue?: string;
	/** The default answers of a `multi` question. */
	defaultValues?: Array<string>;
	/** Whether the answer is secret. */
	secret?: boolean;
	/** Text shown in an empty editor. */
	placeholder?: string;
};

/** An option as the model sent it. */
export type OptionRequest = {
	/** Value returned to the model. */
	value?: string;
	/** Text shown to the user; empty if none was sent. */
	label: string;
	/** One line of help below the label. */
	description?: string;
	/** Markdown preview of what choosing the option leads to. */
	preview?: string;
};

/** How a question is answered. */
export type Mode = "single" | "multi" | "input";

/** A question with its defaults filled in. The custom row is not one of its options. */
export type Question = {
	/** Id, unique in the form. */
	id: string;
	/** Short name for tabs and review, if the model sent one. */
	label?: string;
	/** The full question. */
	prompt: string;
	/** How the question is answered. */
	mode: Mode;
	/** Options to choose from: none if the mode is `input`, otherwise at least one. */
	options?: Array<QuestionOption>;
	/** Whether the list ends with a custom row. */
	allowCustom: boolean;
	/** Label of the custom row. */
	customLabel: string;
	/** Whether blank text, or nothing checked, is an answer. */
	allowEmpty: boolean;
	/** Whether at least one option of a `multi` question has to be checked, because `allowEmpty` was sent as false. */
	atLeastOne?: boolean;
	/** The default answer of a `single` or `input` question: a value of an option, or text. */
	defaultValue?: string;
	/** The default answers of a `multi` question: values of options, and added texts. */
	defaultValues?: Array<string>;
	/** Value of the first recommended option. */
	recommended?: string;
	/** Whether the answer is secret; absent if not. */
	secret?: boolean;
	/** Text shown in an empty editor. */
	placeholder?: string;
};

/** An option to choose. */
export type QuestionOption = {
	/** Value returned to the model. */
	value: string;
	/** Text shown to the user. */
	label: string;
	/** Help text below the label. */
	description?: string;
	/** Markdown preview of what choosing the option leads to. */
	preview?: string;
	/** Whether the option is marked as recommended. */
	recommended?: boolean;
};

/** A result as the host gets it. */
export type ToolResult = {
	/** Text for the model. */
	content: string;
	/** Details for the session. */
	details: DialectDetails;
	/** Whether the user said anything: an answer, a note, or a message. */
	isSaid: boolean;
	/** Whether it holds anything that the user entered: an answer, or what was not sent. */
	isEntered: boolean;
	/** Whether the user ended the form. */
	isByUser: boolean;
	/** Pictures in the text for the model, in its order. The host attaches them; none to a result without the user. */
	pictures: Array<Attachment>;
};

/** Details of a result in the shape of a dialect. */
export type DialectDetails = Details | AskUserQuestionDetails | AskUserDetails;

/** Details of a result of `AskUserQuestion`. */
export type AskUserQuestionDetails = {
	/** Answer text by question text; several labels are joined by commas. */
	answers: Record<string, string>;
	/** Notes by the keys of `answers`. */
	annotations?: Record<string, { notes: string }>;
	cancelled: boolean;
	outcome: Outcome;
	metadata?: unknown;
	/** The record of this tool. */
	record: Details;
};

/** Details of a result of `ask_user`. */
export type AskUserDetails = {
	answered: boolean;
	answers: Array<AskUserAnswer>;
	cancelled: boolean;
	outcome: Outcome;
	pendingFile?: string;
	metadata?: unknown;
	/** The record of this tool. */
	record: Details;
};

/** An answer in a result of `ask_user`. */
export type AskUserAnswer = {
	question: string;
	answer: string | string[];
	/** Label of the chosen option, if the answer is an option. */
	selectedOption?: string;
	wasCustom: boolean;
	note?: string;
};

/** The record of a call: the details of a result in the shape of this tool. */
export type Details = {
	/** Title of the form. */
	title?: string;
	/** The questions as they were asked. */
	questions: Array<Question>;
	/** The answers, in question order. */
	answers: Array<Answer>;
	/** Whether the outcome is any other than `answered`. */
	cancelled: boolean;
	/** How the call ended. */
	outcome: Outcome;
	/** Mode of the host during the call. */
	mode: HostMode;
	/** Time of the answer according to the host, in milliseconds since 1970. */
	answeredAt?: number;
	/** Metadata of the call, unchanged. */
	metadata?: unknown;
	/**
	 * For "discuss", the user's message; for "invalid", "unavailable" and "failed", the reason; for "pending", an
	 * earlier error.
	 */
	message?: string;
	/** For "pending", the path of the pending file relative to the project's folder. */
	pendingFile?: string;
	/** For "pending", the random key by which the questions are found in the file. */
	pendingCall?: string;
	/** False if the user stopped the run before the form opened. Such questions are not asked again. */
	shown?: boolean;
	/** Remarks for the model on what its call could not have. */
	remarks?: Array<string>;
	/**
	 * Texts that were typed and not submitted, unless the user discarded them. They are restored when the same
	 * questions are asked again.
	 */
	unsent?: Array<Unsent>;
	/**
	 * Answers that a user who answers later has entered so far, or those of a revision that was not submitted. They are
	 * restored in the same way. Absent for any other ending.
	 */
	unsentAnswers?: Array<Answer>;
	/** Whether the questions wait in the session of the person above, who has put them off, and not in the one that has asked. */
	waitsAbove?: boolean;
	/** Whether these are answers that the model has had before, as the user has changed them. */
	revised?: boolean;
	/** Where the questions were answered, if it was not in a form or dialogs of the session: "another terminal, pts/3". */
	answeredFrom?: string;
	/** Pictures whose markers stand in texts of this record. */
	pictures?: Array<Picture>;
};

/** A picture that the user has attached. */
export type Picture = {
	/** Number in the marker, 1-based. No other picture of the session has it. */
	number: number;
	/** Path of the file. */
	path: string;
	/** The texts that it was put into. Records of version 0.3 lack them. */
	in?: Array<TextOf>;
	/** Why the model has not seen it, according to the host. */
	fault?: string;
};

/**
 * Name of a text of the user's that may hold pictures: "answer q1", "note q1", or "message" for that of a user who wants to
 * talk first. Questions are given by their ids.
 */
export type TextOf = string;

/** A picture as the host attaches it to a result. */
export type Attachment = {
	/** What stands for the picture in the text. */
	marker: string;
	/** Path of the file. */
	path: string;
	/** Why it is not attached. */
	fault?: string;
};

/**
 * An answer as it is serialized in a session. If the mode is `multi`, the fields of the picks are lists of the same
 * length.
 */
export type Answer = {
	id: string;
	mode: Mode;
	prompt: string;
	value: string | string[];
	label: string | string[];
	wasCustom: boolean | boolean[];
	/** Number of the option, 1-based; absent for a text, and null in a list. */
	index?: number | (number | null)[];
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

/** A request to a program that asks its user in its own way. */
export type AskUserRequest = {
	type: "ask_user_request";
	requestId: string;
	title?: string;
	questions: Array<Question>;
	/** Answers that the questions already have. A response may leave these out. */
	answers?: Array<Answer>;
	metadata?: unknown;
};

/** What is wrong with a response. */
export type Problems = {
	/** All in all. */
	problem: string;
	/** What is wrong with the answers to questions, by their ids. */
	questions: { [key in string]: string };
};

/** The questions of a call. Texts are harmless; values, and texts that were entered, are as they are. */
export type WebForm = {
	/** The language of the words, by its code. */
	language: string;
	/** Who asks, if that is another session. */
	asks?: string;
	/** Title of the questions. */
	title?: string;
	/** The questions. */
	questions: Array<WebQuestion>;
	/** Words of the page. */
	words: WebWords;
};

/** A question. */
export type WebQuestion = {
	/** Id of the question. */
	id: string;
	/** The number of the question, 1-based, and of all, if there are several. */
	number?: string;
	/** What the question asks, or its label. */
	name: Array<WebPiece>;
	/** The same in one line, for sentences. */
	title: string;
	/** The prompt, without what the name says. */
	prompt: Array<WebBlock>;
	/** That a secret answer is kept as plain text. */
	secrecy?: string;
	/** How the question is answered. */
	mode: Mode;
	/** The options, and texts that the user has added to them. */
	options: Array<WebOption>;
	/** The field for words of the user's own, if there is one. */
	own?: WebOwn;
	/** The note on the answer; empty if there is none. */
	note: string;
	/** Whether a blank text, or no checked box, is an answer. */
	canBeEmpty: boolean;
	/** Whether at least one box has to be checked. */
	needsOne: boolean;
};

/** An option, or a text that the user has added. */
export type WebOption = {
	/** The value that an answer names. */
	value: string;
	/** Whether the user has added it. */
	isAdded: boolean;
	/** The text of the option. */
	label: Array<WebPiece>;
	/** What is said of the option: that it is recommended, or the default. */
	marks: Array<string>;
	/** Whether it is chosen so far. */
	isChosen: boolean;
	/** Help below the label. */
	description: Array<WebBlock>;
	/** What choosing the option leads to. */
	preview: Array<WebBlock>;
};

/** The field for words of the user's own. */
export type WebOwn = {
	/** What the field is called. */
	label: string;
	/** Text in the empty field. */
	placeholder: string;
	/** Whether it holds the answer so far. */
	isChosen: boolean;
	/** The text so far. */
	text: string;
};

/** Words of a page in the user's language. */
export type WebWords = {
	/** Sends the answers. */
	submit: string;
	/** Puts the questions off. */
	later: string;
	/** Leaves the questions. */
	cancel: string;
	/** Heading of the field for a message to talk first. */
	discuss: string;
	/** Sends that message. */
	send: string;
	/** Heading of the field for a note. */
	note: string;
	/** What the field of an answer in words is called. */
	answer: string;
	/** Said of an answer that may be blank. */
	optional: string;
	/** Heading of a preview. */
	preview: string;
	/** Why an answer without a choice is not sent. */
	notAnswered: string;
	/** Why a blank answer is not sent. */
	nothingTyped: string;
	/** That no box is checked, which has to be confirmed. */
	nothingChecked: string;
	/** Why an answer without a checked box is not sent. */
	checkOne: string;
};

/** A block of a text, in a page that lays it out itself. */
export type WebBlock = {
	/** What surrounds the block, the outermost first. */
	edges: Array<WebEdge>;
	/** What the block is. */
	content: WebContent;
};

/** What surrounds a block. */
export type WebEdge =
	| { kind: "quote" }
	| {
			kind: "item";
			/** Its marker, with the first block of the item alone. */
			marker?: string;
	  };

/** What a block is. */
export type WebContent =
	| {
			kind: "text";
			/** The paragraph. */
			text: Array<WebPiece>;
	  }
	| {
			kind: "heading";
			/** The heading. */
			text: Array<WebPiece>;
	  }
	| {
			kind: "code";
			/** The language that the text names. */
			language?: string;
			/** The lines of the code. */
			lines: Array<string>;
	  }
	| {
			kind: "table";
			/** Rows with the same number of cells, the heading first. */
			rows: Array<Array<Array<WebPiece>>>;
	  }
	| { kind: "rule" };

/** A piece of a text in one style. */
export type WebPiece = {
	/** The piece. */
	text: string;
	/** Whether it is bold. */
	isStrong?: boolean;
	/** Whether it is code. */
	isCode?: boolean;
	/** The address that it opens: of `http`, `https` or `mailto`. */
	href?: string;
};

/** Session and tool call of a request. */
export type AcpScope = {
	/** The `requestId` of the `ask_user_request`, which the response repeats. */
	requestId: string;
	/** Id of the session at the client. */
	sessionId: string;
	/** Id of the tool call, if it still waits for the result. */
	toolCallId?: string;
};

/** A session without a person, whose questions another session asks. */
export type Subagent = {
	/** Name of the agent. */
	name?: string;
	/** What it was told to do. */
	task?: string;
	/** Names of the sessions between this one and that of the person, the outermost first. Blank where one has none. */
	through?: Array<string>;
	/** Its folder. */
	cwd: string;
	/** Whether it could have been another person that is asked, so that the folder is always shown. */
	namesFolder?: boolean;
	/** Id of its process. */
	pid: number;
	/** Whether it is another extension of the same session, which waits for the result. */
	isExtension?: boolean;
	/** Id under which it has asked. A session is told an answer that comes later by it. */
	ask?: string;
};

/** The next step of the host. */
export type AcpStep =
	| {
			step: "ask";
			/** Method of the request. */
			method: string;
			/** Parameters of the request. */
			params: Record<string, unknown>;
	  }
	| {
			step: "respond";
			/** The `ask_user_response`, as a JSON text. */
			response: string;
	  }
	| {
			step: "refuse";
			/** The fault, in English. */
			problem: string;
			/** The `ask_user_response` of a user who leaves with the answers so far, as a JSON text. */
			response: string;
	  }
	| { step: "withdrawn" }
	| { step: "unsupported" };

/** Parameters of a `_pi-question/question_request`. */
export type AcpQuestionRequest = {
	sessionId: string;
	toolCallId?: string;
	/** Id of the request, which the response repeats. */
	id: string;
	/** Heading of the form. */
	message: string;
	questions: Array<AcpQuestion>;
};

/** A question. Its texts hold no control characters. */
export type AcpQuestion = {
	id: string;
	/** Short name. */
	label: string;
	/** The full question, on one or more lines. */
	title: string;
	/** Labels of the options; empty if the answer is a text. */
	options: Array<string>;
	/** Description of each option, on one or more lines; absent if no option has one. */
	descriptions?: Array<string>;
	/** Whether several options can be chosen. */
	multiSelect: boolean;
	/** Whether a typed text is accepted. */
	allowCustom: boolean;
	/** Label of the field for a typed text. */
	customLabel?: string;
	/** Remarks, one line each. */
	remarks: Array<string>;
};

/** Response of a client. */
export type AcpQuestionResponse = {
	/** Answers of the user. Questions without one are asked again. */
	answers?: Array<AcpAnswer>;
	/** Whether the user left. */
	cancelled?: boolean;
};

/** An answer: options, a text, or both. Beside a single option, a text is a note on it. */
export type AcpAnswer = {
	/** Id of the question. */
	id: string;
	/** Index of the chosen option, 0-based. */
	selectedIndex?: number;
	/** Indices of the chosen options, 0-based; empty if none of them is the answer. */
	selectedIndices?: Array<number>;
	/** Text that the user typed. */
	customText?: string;
	/** Note on the answer. */
	note?: string;
};

/** What has happened. Tickets stand for questions, by the number that the host has given them. */
export type DeskEvent =
	| { begun: Begun }
	| { asked: Asking }
	| { shown: number }
	| {
			unshown: {
				/** Number of the ticket. */
				ticket: number;
				/** Why. */
				reason: string;
			};
	  }
	| {
			requested: {
				/** Number of the ticket. */
				ticket: number;
				/** Length of the request. */
				bytes: number;
				/** Whether the program is shown nothing else. */
				isAlone: boolean;
			};
	  }
	| { responded: string }
	| { refused: string }
	| { replied: PlaceReply }
	| {
			answered: {
				/** Number of the ticket. */
				ticket: number;
				/** The result. */
				result: PlaceResult;
				/** Whether the user has entered anything at the own place. */
				isTouched: boolean;
				/** Where it was given, as the user reads it. */
				from: string;
			};
	  }
	| {
			queued: {
				/** Number of the ticket. */
				ticket: number;
				/** What. */
				act: QueueAct;
			};
	  }
	| {
			unopened: {
				/** Number of the sequence. */
				sequence: number;
				/** The reason. */
				problem: string;
			};
	  }
	| { failed: number }
	| { aborted: number }
	| { prepared: number }
	| {
			written: {
				/** Number of the ticket. */
				ticket: number;
				/** Why it was not written. */
				fault?: WritingFault;
			};
	  }
	| {
			looked: {
				/** The text that a prompt was given, if one has it. It counts only if the file still has it. */
				prompted?: string;
				/** Whether the user is told why the file stays. */
				isTold: boolean;
			};
	  }
	| { command: string }
	| "replying"
	| "turnEnded"
	| "recounted"
	| "moved"
	| { runEnded: Array<RunMessage> }
	| "settled"
	| "elapsed"
	| { attached: string }
	| {
			heard: {
				/** Number of the ticket that the questions had. */
				ticket: number;
				/** Whether pictures are to be read for the answer. */
				hasPictures: boolean;
			};
	  }
	| {
			passed: {
				/** Id of what it has asked. */
				to: string;
				/** Whether it has taken the answer. */
				isTaken: boolean;
			};
	  }
	| { closing: CloseReason }
	| { closed: CloseReason };

/** Questions that are to be asked. */
export type Asking = {
	/** Number that the host has given to them alone. */
	ticket: number;
	/** Who asks. */
	asker: Asker;
	/** What they are about, in one line. */
	about?: string;
	/** Whether the settings let a person above this session be asked. */
	asksAbove?: boolean;
	/** Whether the environment names the pi of such a person, which has started this process. */
	isChild?: boolean;
};

/** How questions end from outside. */
export type End = "abort" | "disconnect" | "stop" | "taken" | "leave" | "later";

/** What the host has to do. Orders are carried out one after another. */
export type Order =
	| {
			type: "open";
			/** Number of the ticket. */
			ticket: number;
			/** The way. */
			way: Way;
			/** Id of the request to a program. */
			request: string;
			/** Whether the user has just asked for the form, so that no key can be meant for pi's prompt. */
			isExpected: boolean;
			/** Whether a form begins with what was entered when the same questions were asked before. Late ones bring that. */
			recalls: boolean;
	  }
	| {
			type: "close";
			/** Number of the ticket. */
			ticket: number;
			/** The place. */
			seat: Seat;
			/** How its form ends. */
			how: End;
	  }
	| {
			type: "count";
			/** Number of the ticket. */
			ticket: number;
			/** What waits, oldest first. */
			waiting: Array<Waiter>;
	  }
	| {
			type: "publish";
			/** Number of the ticket. */
			ticket: number;
			/** Name of their call, if it is the same each time that they are asked. */
			call?: string;
	  }
	| {
			type: "refuse";
			/** Number of the ticket. */
			ticket: number;
			/** Why. */
			problem: string;
	  }
	| {
			type: "announce";
			/** Number of the ticket. */
			ticket: number;
	  }
	| {
			type: "respond";
			/** Number of the ticket. */
			ticket: number;
			/** The response. */
			message: string;
	  }
	| {
			type: "finish";
			/** Number of the ticket. */
			ticket: number;
			/** The result. */
			with: Finish;
			/** Whether it is the last one: pi ends, and the run is to be aborted. */
			isLast: boolean;
	  }
	| {
			type: "ask";
			/** Who asks. */
			asker: Asker;
			/** Name of the questions in the branch. */
			ask: string;
			/** Whether the session has just begun. */
			isAtStart: boolean;
	  }
	| {
			type: "prepare";
			/** Number of the ticket. */
			ticket: number;
	  }
	| {
			type: "write";
			/** Number of the ticket; absent if no call waits for it. */
			ticket?: number;
			/** Its path, as the user knows it. */
			name: string;
			/** Its new text. */
			text: string;
			/** The text that it has to have until then; absent if it does not exist. */
			existing?: string;
	  }
	| {
			type: "retire";
			/** Its path, as the user knows it. */
			name: string;
			/** Whether notices wait until pi has drawn the conversation. */
			isAtStart: boolean;
			/** Whether the run fails if that fails. */
			isRequired: boolean;
	  }
	| {
			type: "look";
			/** Its path, as the user knows it. */
			name: string;
			/** The text that the prompt was given; absent if the file could not be read. */
			text?: string;
			/** Whether the user is told why the file stays. */
			isTold: boolean;
	  }
	| {
			type: "say";
			/** What the user reads. */
			text: string;
			/** How much it matters. */
			severity: Severity;
			/** Whether it waits until pi has drawn the conversation. */
			isAtStart: boolean;
	  }
	| { type: "list" }
	| { type: "direct" }
	| {
			type: "prompt";
			/** The prompt. */
			text: string;
	  }
	| {
			type: "offer";
			/** Whether it has the tool. */
			isOffered: boolean;
	  }
	| {
			type: "row";
			/** The row. */
			text?: string;
	  }
	| { type: "recount" }
	| {
			type: "note";
			/** Its data. */
			data: object;
	  }
	| {
			type: "keep";
			/** Its id, which stands in its details. */
			id: string;
			/** The result; absent if it is that of a place. */
			result?: ToolResult;
			/** The place. */
			from?: PlaceOf;
			/** What stands before its text. */
			lead?: string;
			/** Fields to add to the details. */
			effects: Effects;
			/** Whether an entry stands for it until a run has taken it in. */
			isNoted: boolean;
	  }
	| {
			type: "pass";
			/** The place. */
			from: PlaceOf;
			/** Id of what it has asked. */
			to: string;
	  }
	| {
			type: "listen";
			/** Number of the ticket. */
			ticket: number;
	  }
	| { type: "unlisten" }
	| {
			type: "attach";
			/** Its id. */
			id: string;
	  }
	| {
			type: "send";
			/** Its id. */
			id: string;
			/** How. */
			how: Sending;
	  }
	| {
			type: "drop";
			/** Its id. */
			id: string;
	  }
	| {
			type: "resume";
			/** Text for the model. */
			content: string;
			/** Its details. */
			details: object;
	  }
	| {
			type: "tell";
			/** The text. */
			content: string;
			/** How. */
			how: Sending;
	  }
	| {
			type: "carry";
			/** The answers. */
			answers: string;
	  }
	| { type: "delay" }
	| {
			type: "hold";
			/** What. */
			until: Until;
			/** Longest time to wait, in milliseconds; absent for as long as it takes. */
			most?: number;
	  }
	| {
			type: "release";
			/** What. */
			until: Until;
	  }
	| { type: "fail" }
	| { type: "exit" };

/** Who asks. */
export type Asker =
	| { call: string }
	| {
			session: {
				/** Its name, task, folder and process, as they are noted. */
				subagent: Subagent;
				/** Id of the request, which differs from those of other sessions. */
				id: string;
			};
	  }
	| { sequence: number };

/** The beginning of a session. */
export type Begun = {
	/** The command line, if pi was started with this session. */
	line?: StartLine;
	/** Answers of the command line, or those that were not used before pi reloaded the extension. */
	answers?: string;
};

/** Why a session closes. */
export type CloseReason = "quit" | "reload" | "other";

/** A pending file that a prompt includes. */
export type FileText = {
	/** Its path, as the user knows it. */
	name: string;
	/** Its text; absent if it cannot be read. */
	text?: string;
};

/** The result of a ticket. */
export type Finish =
	| { place: Seat }
	| "gone"
	| { unseen: End }
	| { answers: string }
	| { inside: string | null }
	| {
			pending: {
				/** Path of the file, relative to the project's folder. */
				file: string;
				/** Their key in the file. */
				key: string;
				/** What is added to the text for the model. */
				remark?: string;
			};
	  }
	| { unavailable: string | null };

/** The end of a place. */
export type PlaceReply = {
	/** Number of the ticket. */
	ticket: number;
	/** The place. */
	seat: Seat;
	/** Its result; absent if there is none. */
	result?: PlaceResult;
	/** Why the branch cannot be read, or nobody above was asked. */
	problem?: string;
};

/** What the desk needs of a result. */
export type PlaceResult = {
	/** Its record. */
	record: Details;
	/** Text for the model. */
	content: string;
	/** Whether the user said anything. */
	isSaid: boolean;
	/** Whether it holds anything that the user entered. */
	isEntered: boolean;
	/** Whether the user has ended the form. */
	isByUser: boolean;
	/** Whether pictures are to be read for it. */
	hasPictures: boolean;
};

/** A place of a ticket. */
export type PlaceOf = {
	/** Number of the ticket. */
	ticket: number;
	/** The place. */
	seat: Seat;
};

/** The way in which a place opens. */
export type Way = "form" | { dialogs: string | null } | "program" | { above: boolean } | { unseen: End };

/** What matters to questions of a message of a run. */
export type RunMessage = {
	/** Why a reply of the model has ended, as pi names that. */
	stopReason?: string;
	/** Ids of the calls of this tool in a reply that calls tools. */
	calls?: Array<string>;
	/** Id of the call that a result with details is for. What pi writes for a call that was not begun has none. */
	begun?: string;
};

/** What the host knows at each event. */
export type Scene = {
	/** Mode and time of the host. */
	host: Host;
	/** The same time, as it stands in a pending file. */
	timestamp: string;
	/** The same time of day, as the user reads it. */
	clock: string;
	/** A random text, which differs from all others. */
	key: string;
	/** Id of the session. */
	session: string;
	/** Whether the session is kept in a file. */
	isKept: boolean;
	/** Whether it is one inside the process of another. */
	isNested: boolean;
	/** Whether a run goes on. */
	isRunning: boolean;
	/** Whether a terminal gets dialogs: the user has set so, or it cannot redraw. */
	wantsDialogs?: boolean;
	/** Whether the program that drives pi has disconnected, or told pi to end. */
	isGone: boolean;
	/** Ids of what subagents have asked that is answered later, and that still listen. */
	listening?: Array<string>;
};

/** A place where questions are answered. */
export type Seat = "own" | "above" | "elsewhere";

/** How a message is sent. */
export type Sending = "run" | "steer" | "nextTurn" | "append";

/** What the command line brings. */
export type StartLine = {
	/** Whether a prompt follows, which starts a run. */
	hasPrompt: boolean;
	/** Number of commands of this tool that follow, which start no run. */
	commands: number;
	/** Pending files that the prompt includes beside words that answer them. */
	files: Array<FileText>;
};

/** What `/questions` does, by its argument. */
export type Subcommand = "answer" | "ask" | "clear" | "elsewhere" | "off" | "on" | "revise";

/** What the host waits for. */
export type Until = "run" | { sequence: number } | "turn" | "unasked";

/** Why a pending file was not written. */
export type WritingFault = { overtaken: string } | { failed: string };

/** Questions that wait for the form to end. */
export type Waiter = {
	/** Number of their ticket. */
	ticket: number;
	/** The session that they come from, if it is another one. */
	subagent?: Subagent;
	/** What they are about, in one line. */
	about: string;
	/** The time of day at which they were asked, as the host writes it. */
	since: string;
};

/** What the user wants with questions that wait, by the number of their ticket. */
export type QueueAct = { first: number } | { putOff: number } | { leave: number } | "leaveAll" | "putOffAll";

/** What follows from an event at the desk. */
export type Handled = {
	/** The desk from now on, as a text. */
	desk: string;
	orders: Array<Order>;
};

/** What has happened. The host has numbered what asks, and the sessions that have a person. */
export type ReceptionEvent =
	| {
			brought: {
				/** The number of what asks. */
				ticket: number;
				/** Differs from the ids of all other questions, and stays the same when they are brought again. */
				id: string;
				/** Length of the request. */
				bytes: number;
				/** The sessions that have a person. The one that began a tool call last, or else that began last, comes last. */
				persons: Array<Person>;
			};
	  }
	| {
			replied: {
				/** The number of what asks. */
				ticket: number;
				/** Whether there is a result. */
				hasResult: boolean;
				/** Whether it is one of the person's. */
				isByUser: boolean;
				/** Whether the session goes on. */
				isThere: boolean;
			};
	  }
	| { left: number }
	| { elapsed: number };

/** A session that has a person. */
export type Person = {
	/** Its number. */
	host: number;
	/** How many folders its own is above that of what asks. Absent if it is not above it. */
	distance?: number;
	/** Whether a tool call runs in it, which may be what asks. */
	isRunning: boolean;
};

/** What the host has to do for questions. */
export type ReceptionOrder = {
	/** The number of what asks. */
	ticket: number;
	/** What to do. */
	act: ReceptionAct;
};

/** What the host has to do. */
export type ReceptionAct =
	| {
			ask: {
				/** The session. */
				host: number;
				/** Whether there are other persons, so that the form has to name the folder. */
				isShared: boolean;
			};
	  }
	| { delay: number }
	| { refuse: string }
	| "finish"
	| "again"
	| "leave";

/** What follows from an event at the reception. */
export type Received = {
	/** The reception from now on, as a text. */
	state: string;
	orders: Array<ReceptionOrder>;
};

/** What the host knows about a session besides its branch. */
export type SessionFacts = {
	/** Id of the session. */
	id: string;
	/** Type of the messages and entries that this tool adds to a session. */
	kind: string;
	/** Path of the pending file of the folder, as the user knows it. */
	file: string;
	/** Path of a pending file for this session alone. */
	ownFile: string;
	/** Existing files: those of the two names, and others of the folder, in which questions of other sessions may wait. */
	files: Array<FoundFile>;
	/** Names of the files of all sessions, each ending in the session's id; absent if they are unknown. */
	sessions?: Array<string>;
	/** Whether a run goes on. */
	isRunning?: boolean;
};

/** A pending file as the host has read it. */
export type FoundFile = {
	/** Path of the file, as the user knows it. */
	name: string;
	/** Its text, unless it could not be read. */
	text?: string;
	/** Why it could not be read, worded to follow its name. */
	problem?: string;
};

/** Fields of a message or an entry of this tool, beside the record of a result. */
export type Effects = {
	/** Names of calls that are closed. */
	closes?: Array<string>;
	/** Names of calls of which only the questions with an answer in the record are closed. */
	part?: Array<string>;
};

/** How much a notice matters. */
export type Severity = "info" | "warning" | "error";

/** Texts besides the answers and the notes on them. */
export type Unsent = {
	/** Id of the question; absent for the user's message about the call. */
	id?: string;
	/** The draft, and added texts that are not checked. */
	text?: string;
	/** Note on a question without an answer. The model reads it, unless the user left the form at once. */
	note?: string;
};

/** Facts of the host about a call. */
export type Host = {
	/** Mode of the host. */
	mode: HostMode;
	/** Current time in milliseconds since 1970. */
	now?: number;
};

/** Mode of pi. */
export type HostMode = "tui" | "rpc" | "print" | "json";

/** The name and schema under which the tool is offered to the model. */
export type Dialect = "question" | "AskUserQuestion" | "ask_user";

/** How the user is notified of a waiting question. */
export type Notify = "off" | "bell" | "terminal";

/** A command that a key can be bound to. */
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
	| "Later"
	| "Cancel"
	| "Toggle"
	| "ToggleAll"
	| "Edit"
	| "Yes"
	| "No"
	| "Note"
	| "Discuss"
	| "DiscussText"
	| "Undo"
	| "Redo"
	| "Zoom"
	| "ReadUp"
	| "ReadDown"
	| "PreviewUp"
	| "PreviewDown"
	| "External"
	| "Queue"
	| "Help"
	| "Fold";

/** A command with its default keys. The host reads the ids, to look up the keys that are bound to them. */
export type Binding = {
	/** Name of the binding in `keybindings.json`. */
	id: string;
	/** pi's own binding for the same purpose. Its keys also trigger the command. */
	host?: string;
};

/** Bound keys as the host sends them, by the ids of their bindings. */
export type BoundKeys = {
	/**
	 * Keys that the user has set for the form's own bindings. They take precedence over default keys of other
	 * commands.
	 */
	user: { [key in string]: Array<string> };
	/** Keys of pi's bindings. */
	host: { [key in string]: Array<string> };
};

/** A key that triggers a command in a focus. */
export type ResolvedKey = {
	/** Name of the key. */
	key: string;
	/** The command. */
	command: Command;
	/** Whether the command repeats while the key is held down. */
	repeats: boolean;
	/** The state of the text in the editor in which the key applies. */
	when: InText;
};

/** The state of the text in an editor in which a key that moves in the text leaves it instead. */
export type InText = "never" | "empty" | "firstRow" | "lastRow" | "always";

/** The kind of control that gets the user's keys. */
export type Focus = "List" | "Options" | "Editor" | "Confirm" | "Help" | "Folded";

/** What the host does after an action. A paste that no step passes on to the editor is kept for pi's prompt. */
export type Step = "Idle" | "Text" | "Redraw" | "Early" | "Edit" | "Type" | "OpenOutside" | "Queue" | "Finish";

/** A target of the mouse. Indices are 0-based. */
export type Target = { item: number } | { tab: number } | "prompt" | "preview" | "nothing";

/** Role of a text, for its color. No information may be conveyed by the role alone. */
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
	| "key"
	| "accent"
	| "match"
	| "heading"
	| "success"
	| "warning"
	| "error"
	| "border"
	| "tab"
	| "tool"
	| "subagent";

/** Strings before and after a text of each role. */
export type Colors = Record<Role, readonly [open: string, close: string]>;

/** Rows of a frame that a scrolling or host-drawn part occupies. Rows are 0-based. */
export type Slot = {
	/** Row of the frame before which the part's lines are inserted. */
	row: number;
	/** First visible line of the part. */
	first: number;
	/** Maximum number of visible lines. */
	rows: number;
};

/** A dialog that the host shows. All texts are harmless. */
export type Dialog = {
	/** What is asked, in one or more lines. */
	title: string;
	/** The choices, no two the same; empty for a dialog that asks for a line of text. */
	options: Array<string>;
};

/** A client's reply to a request, as in JSON-RPC. */
export type AcpReply = { result: unknown } | { error: { code: number; message?: string } };

/** How a form ends from outside. */
export type FormEnd = "abort" | "disconnect" | "unshown" | "fail";

/** How asking the person above a session has failed. */
export type Unanswered = "gone" | "deaf" | "unreadable" | "tooLarge";

/** The branch of a session at one moment, reduced to its questions. Must be freed. */
export class Branch {
	free(): void;
	[Symbol.dispose](): void;
	/** Handles an event at the desk in this branch. `desk` is the text that the last event has returned, empty at first. */
	desk(desk: string, event: DeskEvent, scene: Scene): Handled;
	/** Returns the text of `/questions`. Lines with results are at most `columns` wide. */
	listing(columns: number): string;
	/**
	 * Reads pi's session entries, a JSON text with the oldest first, for the tool in the settings. Entries that cannot
	 * be read are skipped.
	 */
	constructor(settings: Settings, entries: string, facts: SessionFacts);
	/**
	 * Returns the questions that a plan asks, by the name there: the open ones of a call, or those that were answered
	 * last, with the answers so far. Throws if there are none.
	 */
	questionnaire(ask: string): Questionnaire;
	/** Returns the texts that the user has typed as answers, oldest first. */
	readonly typed: string[];
}

/** A form that has closed, and what is still meant for it. */
export class ClosedForm {
	free(): void;
	[Symbol.dispose](): void;
	/** Creates one that has closed at `now`, in milliseconds, in front of a prompt with this text. */
	constructor(prompt: string, now: number);
	/** Records that an answer from elsewhere has closed it while it had the keys. */
	setTaken(): void;
	/**
	 * Returns whether a key at `now`, in milliseconds, was meant for it; undefined once no key is. `empties`: it would send
	 * or clear the prompt, which holds `prompt`.
	 */
	withholds(empties: boolean, prompt: string, now: number): boolean | undefined;
}

/** A form as a sequence of plain dialogs. Must be freed after it has ended. */
export class Dialogs {
	free(): void;
	[Symbol.dispose](): void;
	/** Ends the form at once: by what interrupts it, or else as by an abort. */
	abort(): void;
	/** Returns what stays the same of what the form would leave; see `asked` of `Form`. */
	asked(host: Host): string;
	/** Returns the dialog to show; undefined after the form has ended. */
	dialog(): Dialog | undefined;
	/** Ends the form at `now`, in milliseconds, because the host cannot show the dialog, for this reason. */
	hostFailed(reason: string, now: number): void;
	/** Records that the host opens the dialog at `now`, in milliseconds. */
	hostOpened(now: number): void;
	/**
	 * Handles what the host has replied to the dialog at `now`, in milliseconds: any value. Returns a text that was meant for
	 * its prompt.
	 */
	hostReplied(reply: unknown, now: number): string | undefined;
	/** Ends the form from outside in the same way; see `end` of `Form`. */
	interrupt(how: "abort" | "disconnect"): void;
	/** Returns what the form would leave if it failed now; see `left` of `Form`. */
	left(): string | undefined;
	/**
	 * Creates the dialogs of a host that has lists, inputs, or both. Choices are options of the dialogs, or listed in the
	 * title and answered by typing. `isWriting` says whether the prompt of the user's terminal holds unsent text; undefined
	 * for a program. In a terminal, dialogs are guarded; see `guard` of `Form`. `unshown`: why the host shows no form, if
	 * dialogs stand in for it. Throws if the questionnaire has a refusal.
	 */
	constructor(
		questionnaire: Questionnaire,
		hasList: boolean,
		hasInput: boolean,
		isWriting?: boolean | null,
		unshown?: string | null,
	);
	/** Records that a dialog became visible at `now`, in milliseconds. */
	painted(now: number): void;
	/** Records a key pressed at `now`, in milliseconds, which restarts the quiet period. */
	pressed(now: number): void;
	/** Handles the reply of a user who has read the dialog; undefined if it was closed without one. */
	reply(reply?: string | null): void;
	/** Returns a message that asks the same questions of a program with a user interface of its own. */
	request(request_id: string): AskUserRequest;
	/**
	 * Sets the size of the terminal in columns and rows. Taller dialogs are divided into pages. Without a size, no
	 * dialog is.
	 */
	resize(columns: number, rows: number): void;
	/**
	 * Takes a program's response to that message, which ends the form at the next reply of undefined; the open dialog has to
	 * be closed for that. If the response has a fault or comes too late, returns that, and changes nothing.
	 */
	respond(message: string): string | undefined;
	/** Returns the result of a form that has ended; undefined before that. */
	result(host: Host): ToolResult | undefined;
	/** Says that an editor shows the dialogs as requests for a permission. */
	setEditor(): void;
	/** Returns whether the form is to be ended from outside; after its end, whether that came too late. */
	readonly isInterrupted: boolean;
	/** Returns whether the user has entered anything. */
	readonly isTouched: boolean;
}

/** The questions of one form, asked of a client of the Agent Client Protocol. Must be freed after they are answered. */
export class Elicitation {
	free(): void;
	[Symbol.dispose](): void;
	/** Returns what to do first. */
	ask(): AcpStep;
	/**
	 * Creates the elicitation. `capabilities` are the client's `clientCapabilities`. Throws if the questionnaire has a
	 * refusal.
	 */
	constructor(questionnaire: Questionnaire, capabilities: unknown, scope: AcpScope);
	/** Returns what to do after the client's reply: `{ result }` or `{ error }`, as in JSON-RPC. */
	reply(reply: AcpReply): AcpStep;
	/**
	 * Does the same, and enters the reply into the dialogs of the same questions, which end with the last one. The reply is
	 * undefined if the client is gone.
	 */
	take(dialogs: Dialogs, reply: AcpReply | undefined): AcpStep;
}

/**
 * A form on the screen. Must be freed after it has ended.
 *
 * Input carries its time in milliseconds since any fixed moment. While a guard is active, the form ignores keys that
 * answer.
 */
export class Form {
	free(): void;
	[Symbol.dispose](): void;
	/** Records at `now`, in milliseconds, that the form is visible again, after something else has covered it. */
	appeared(now: number): void;
	/** Returns what stays the same of what the form would leave, for `failed`. */
	asked(host: Host): string;
	/** Puts the picture at `path` into the open text. The host then types its marker. */
	attach(path: string, now: number): Step;
	/** Handles a click on a target that `target` returned. */
	click(target: Target, now: number): Step;
	/**
	 * Ends the form from outside: because the run was aborted or the session is closing, the program that asked the user
	 * disconnected, or, for a reason, the host does not show the form or cannot go on.
	 */
	end(how: FormEnd, reason?: string | null): void;
	/**
	 * Guards a form that opens. Keys that answer, toggle, open or leave something apply after a quiet period since the form
	 * was painted and since the last key. `isWriting` says whether pi's prompt holds unsent text.
	 */
	guard(isWriting: boolean): void;
	/**
	 * Returns what the form would leave if it failed now, for `failed`; undefined if that is the same as when this was
	 * called last.
	 */
	left(): string | undefined;
	/** Returns the marker that stands for the picture at `path` in the open text; undefined if it cannot be attached. */
	marker(path: string): string | undefined;
	/**
	 * Creates a form in which all keys apply. `commands` are the names of the commands of extensions, without the slash.
	 * Throws if the questionnaire has a refusal.
	 */
	constructor(questionnaire: Questionnaire, keys: BoundKeys, commands?: string[] | null);
	/** Records that the form became visible at `now`, in milliseconds. */
	painted(now: number): void;
	/**
	 * Handles a key that is bound to a command, or one without a meaning in the form, which is none. `typed`: what it types,
	 * if it does. `isCompleting`: whether the editor has the focus and shows completions.
	 */
	press(command: Command | "none", now: number, typed?: string | null, isCompleting?: boolean | null): Step;
	/**
	 * Returns the milliseconds until the form has to be drawn again because of its guard: 0 if it has not, infinity before
	 * it is painted.
	 */
	redrawMs(now: number): number;
	/**
	 * Sets the size of the terminal. `taken` is the number of rows that everything else than the transcript and the form
	 * takes, 0 if that is unknown; `below` is how many of them are below the form, where others may push it off the screen.
	 * The form gives rows back to them, as long as it can show what is chosen.
	 */
	resize(columns: number, rows: number, taken: number, below: number, now: number): void;
	/** Returns the result of a form that has ended; undefined before that. */
	result(host: Host): ToolResult | undefined;
	/** Sets what waits for this form to end, at the time `now`. */
	setWaiting(waiting: Waiter[], now: number): void;
	/** Records at `now`, in milliseconds, that the host was busy, so that keys come later than they were pressed. */
	stalled(now: number): void;
	/** Handles the submission of the editor's text. */
	submit(text: string, now: number): Step;
	/** Takes what the user wants with what waits, after the step `Queue`; undefined if nothing. */
	takeQueueAct(): QueueAct | undefined;
	/**
	 * Returns the target at a row and column of what was drawn last, with the editor's lines in place. Both are
	 * 0-based.
	 */
	target(row: number, column: number): Target;
	/**
	 * Handles what is typed in one piece, by keys without a command; empty for a text that is pasted. The host passes it on
	 * to the editor after the steps `Type` and `Text`.
	 */
	type(piece: string, now: number, isCompleting?: boolean | null): Step;
	/**
	 * Handles an external editor that saved invalid text in `file`. The text of the form stays, and a notice names the
	 * file.
	 */
	unreadable(file: string, now: number): Step;
	/**
	 * Returns the painted lines that differ from the last drawing, each of which ends in a newline. They are between
	 * the lines in common. Most keys change few lines, and JavaScript takes as long to receive a line as the core to
	 * draw it. `editor_rows` is the height of the text editor and `editor_cursor` the line of its cursor, 0-based;
	 * both are 0 if no editor is open. `mark` is written where the host's cursor stands, unless the editor has it; undefined
	 * while the form does not have the host's focus.
	 */
	view(palette: Palette, editor_rows: number, editor_cursor: number, mark?: string | null): string;
	/** Handles the mouse wheel over a target that `target` returned. */
	wheel(target: Target, is_up: boolean, now: number): Step;
	/** Handles a change of the text in the editor. */
	write(text: string, now: number): Step;
	/** Returns the number of lines at the top that the last two drawings have in common. */
	readonly commonAbove: number;
	/** Returns the number of lines at the bottom that the last two drawings have in common. */
	readonly commonBelow: number;
	/** Names the control that gets the user's keys. */
	readonly focus: Focus;
	/** Returns whether part of the page is hidden, so that page keys belong to the form. */
	readonly isCut: boolean;
	/** Returns whether the user has entered anything. */
	readonly isTouched: boolean;
	/** Returns the placeholder of the empty editor; empty if there is none. */
	readonly placeholder: string;
	/**
	 * Returns the place of the text editor in the lines that were drawn last; undefined if it is
	 * closed or has no room.
	 */
	readonly slot: Slot | undefined;
	/** Returns the name of the open text, which no other text of the form has; empty if none is open. */
	readonly textName: string;
	/** Returns the open text, which the shim puts into pi's editor; empty if none is open. */
	readonly text: string;
}

/** Colors of the roles: strings to write before and after a text. */
export class Palette {
	free(): void;
	[Symbol.dispose](): void;
	/**
	 * Creates a palette. `link` holds what to write before the address of a link, between the address and the text, and
	 * after the text; undefined if the terminal has no links. `highlight` colors a row of code in a language; it must
	 * return the same text with colors, or undefined. Throws if a role is missing.
	 */
	constructor(
		colors: Colors,
		link: [string, string, string] | undefined,
		highlight?: (code: string, language: string) => string | undefined,
	);
}

/** The questions of a form, or the refusal of a call. */
export class Questionnaire {
	free(): void;
	[Symbol.dispose](): void;
	/** Says which session the questions come from. Throws if `subagent` is none. */
	askFor(subagent: Subagent): void;
	/** Returns what other places see of who asks. `folder` is that of the session. */
	asker(folder: string): { folder: string; from?: string; ask?: string };
	/** Handles an event at the desk that is about these questions, like `Branch.desk`. */
	desk(branch: Branch, desk: string, event: DeskEvent, scene: Scene): Handled;
	/** Returns the result of questions that ended like this without a place. Throws if answers have a fault. */
	finish(_with: Finish, host: Host): ToolResult;
	/** Reads the arguments of a call. Never throws; see `refusal`. */
	constructor(settings: Settings, _arguments: unknown);
	/** Reads an `ask_user_request` with the answers in it. Any other message results in a refusal. */
	static ofRequest(settings: Settings, request: AskUserRequest): Questionnaire;
	/** Returns the questions as a page in a browser shows them. */
	page(): WebForm;
	/** Returns what is wrong with a response from elsewhere, which needs no type and no id; undefined if it would be accepted. */
	problems(message: string): Problems | undefined;
	/** Returns the result for questions that cannot be asked; undefined if they can. */
	refusal(host: Host): ToolResult | undefined;
	/**
	 * Restores what was entered when the subagent of `askFor`, or without one the session itself, asked the same questions
	 * before, for the form of a call.
	 */
	remember(branch: Branch): void;
	/** Returns a message that asks the questions of other programs. */
	request(request_id: string): AskUserRequest;
	/** Returns the result of such a response, or what is wrong with it. `from` says where it was given. */
	respond(message: string, from: string, host: Host): ToolResult | string;
	/** Says in one line what the questions are about; empty if they cannot be asked. */
	readonly about: string;
	/** Says in the user's language that the questions wait, and who asks if that is another session. */
	readonly asks: string;
}

/** Settings of the user. */
export class Settings {
	free(): void;
	[Symbol.dispose](): void;
	/**
	 * Reads settings files, each given as a pair of name and text; later files take precedence. `locale` is the locale
	 * of the environment. `dialect` overrides the setting, because the tool is registered only once. The first `own` files
	 * are the person's, or all, and the others a project's. Never throws; see `problems`.
	 */
	constructor(files: Array<readonly [name: string, text: string]>, locale: string, dialect?: Dialect, own?: number);
	/** Says in the user's language that a form waits. */
	readonly aQuestionWaits: string;
	/** Returns whether questions are asked in plain numbered dialogs. */
	readonly accessible: boolean;
	/** Returns the name of the tool that is offered to the model. */
	readonly dialect: Dialect;
	/** Returns whether questions may be answered from other terminals. */
	readonly elsewhere: boolean;
	/** Returns what the user tells the model about asking. Undefined if that is nothing. */
	readonly guidance: string | undefined;
	/** Returns how the user is notified of a waiting question. */
	readonly notify: Notify;
	/** Returns the faults in the files, one line for each file. The settings without a fault apply all the same. */
	readonly problems: string[];
	/** Returns whether subagents may ask. */
	readonly subagents: boolean;
}

/**
 * Returns where an answer from elsewhere is given, as the user reads it, or why it must not count. `kind` says who has entered
 * it in a process, which is asked with `name` as its terminal; without one, it is by another extension, that calls itself so.
 * `isBelow`: the process is the one that asks, or below it; if that is unknown, `fault` says why.
 */
export function answeredFrom(
	kind?: string | null,
	name?: string | null,
	isBelow?: boolean | null,
	fault?: string | null,
): [by: string, problem: null] | [by: null, problem: string];

/**
 * Returns the text of a result with the lines that say which of its pictures are not attached, and the pictures of its
 * record with why the model has not seen one. A picture that could not be read has a `fault`; `unseen` is why the model would
 * not see any.
 */
export function attached(
	content: string,
	pictures: Attachment[],
	noted: Picture[] | undefined,
	unseen?: string | null,
): [content: string, noted: Picture[] | null];

/** Returns the ids of all bindings of the form, with those of pi's bindings for the same purposes. */
export function bindings(): Binding[];

/**
 * Returns the painted lines of a call in the transcript, each of which ends in a newline. The arguments may be
 * incomplete.
 */
export function callView(palette: Palette, settings: Settings, _arguments: unknown, columns: number): string;

/**
 * Handles an event at the desk. `desk` is the text that the last event has returned, empty at first. If the branch is
 * needed, with which `Branch.desk` handles the event, returns which pending files it has to know: those of the session, or
 * all in its folder.
 */
export function desk(desk: string, event: DeskEvent, scene: Scene): Handled | "own" | "all";

/**
 * Returns the milliseconds until dialogs that were requested at `asked_at` may open, so that they receive no key meant
 * for pi's prompt, unless the user has just asked for them. Times are in milliseconds.
 */
export function dialogsOpenIn(
	lastKeyAt: number | null | undefined,
	isWriting: boolean,
	isExpected: boolean,
	askedAt: number,
	now: number,
): number;

/**
 * Returns the result of a form that has failed for this reason, without the form: of what its `asked` and its last `left`
 * have returned. Throws if they are of no form.
 */
export function failed(asked: string, left: string | null | undefined, reason: string): ToolResult;

/** Returns a text that is safe to print on a terminal. Newlines and tabs are kept. */
export function harmless(text: string): string;

/**
 * Returns whether a text that was typed while a form opened is meant for pi's prompt. `is_writing`: the prompt holds
 * unsent text.
 */
export function isForPrompt(text: string, is_writing: boolean): boolean;

/** Returns the error for a response to a request that has ended. */
export function lateResponse(message: string): string;

/**
 * Converts the arguments of a tool call to the declared schema of the dialect in the settings, by which the host
 * validates them. Undefined if they cannot be read; `Questionnaire` then has the refusal. Never throws.
 */
export function prepareArguments(settings: Settings, _arguments: unknown): Request | undefined;

/**
 * Handles an event at the reception of a process. `state` is the text that the last event has returned, empty at first. One
 * that another version has written is a new one. `now` is in milliseconds of a clock that never goes back; it may wrap around.
 */
export function receive(state: string, event: ReceptionEvent, now: number): Received;

/** Returns the keys of each focus with their commands, in order of precedence. */
export function resolveKeys(keys: BoundKeys): Record<Focus, ResolvedKey[]>;

/** Returns the lines of a result in the transcript without colors, each of which ends in a newline. */
export function resultText(settings: Settings, details: unknown, columns: number): string;

/**
 * Returns the painted lines of a result in the transcript, each of which ends in a newline. `details` may come from
 * any version of this tool or from another tool; `content` is the text for the model.
 */
export function resultView(
	palette: Palette,
	settings: Settings,
	details: unknown,
	content: string,
	expanded: boolean,
	columns: number,
): string;

/** Tells the model why the person above has not answered. */
export function unanswered(how: Unanswered): string;

/** Returns a text that an editor can hold: without control characters, and otherwise as it was entered. */
export function withoutControls(text: string): string;
