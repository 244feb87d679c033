/* tslint:disable */
/* eslint-disable */
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



/**
 * One form as a row of plain dialogs. Free it when it has ended.
 */
export class Dialogs {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Ends the form because the run was aborted or the session closes.
     */
    abort(): void;
    /**
     * The dialog to show; undefined once the form has ended.
     */
    dialog(): Dialog | undefined;
    /**
     * Ends the form because the program that asked the user went away.
     */
    disconnect(): void;
    /**
     * Ends the form because the host cannot go on, and why.
     */
    fail(reason: string): void;
    /**
     * `typed`: choices are lines of the title, to be answered by typing; else they are options of the dialogs. Throws
     * where the questionnaire has a refusal.
     */
    constructor(questionnaire: Questionnaire, typed: boolean);
    /**
     * What is wrong with a program's response to that message; undefined where `respond` would take it.
     */
    problem(message: string): string | undefined;
    /**
     * Takes the reply to the dialog; undefined where it was closed without one.
     */
    reply(reply?: string | null): void;
    /**
     * The message that asks the same questions of a program that can show them in its own way.
     */
    request(request_id: string): AskUserRequest;
    /**
     * Takes a program's response to that message, which ends the form; returns what is wrong with it, and then changes
     * nothing.
     */
    respond(message: string): string | undefined;
    /**
     * The result of a form that has ended; undefined while it goes on.
     */
    result(host: Host): ToolResult | undefined;
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
    /**
     * Ends the form because the run was aborted or the session closes.
     */
    abort(): void;
    /**
     * The mouse was clicked on what `target` has found.
     */
    click(target: Target, now: number): Step;
    /**
     * A digit was pressed: takes the option of that number; 0 is the custom row.
     */
    digit(digit: number, now: number): Step;
    /**
     * Ends the form because the host cannot go on, and why.
     */
    fail(reason: string): void;
    /**
     * A form that opens at `now`, when the user had pressed the last key at `last`, if ever; both in milliseconds since
     * the same moment. Throws where the questionnaire has a refusal.
     */
    constructor(questionnaire: Questionnaire, keys: BoundKeys, now: number, last?: number | null);
    /**
     * A key was pressed that is bound to a command.
     */
    press(command: Command, now: number): Step;
    /**
     * The preview that the host has to lay out before it draws; undefined where none is shown.
     */
    preview(): Preview | undefined;
    /**
     * Tells the form the size of the terminal.
     */
    resize(columns: number, rows: number): void;
    /**
     * The result of a form that has ended; undefined while it goes on.
     */
    result(host: Host): ToolResult | undefined;
    /**
     * The editor was asked to submit this text.
     */
    submit(text: string, now: number): Step;
    /**
     * What is at a place of what was drawn last, the editor's lines put in; `row` and `column` count from 0.
     */
    target(row: number, column: number): Target;
    /**
     * The painted lines, joined by newlines. `editor_rows` is the height of the text editor and `editor_cursor` the line
     * of its cursor, from 0; `preview_rows` is that of the preview. They are 0 where there is none.
     */
    view(palette: Palette, editor_rows: number, editor_cursor: number, preview_rows: number): string;
    /**
     * The mouse's wheel was turned over what `target` has found.
     */
    wheel(target: Target, is_up: boolean, now: number): Step;
    /**
     * The editor, or the line that filters, holds this text now.
     */
    write(text: string, now: number): Step;
    /**
     * What has the user's keys.
     */
    readonly focus: Focus;
    /**
     * Whether any option has a preview; where none has, `previewFor` need not be asked.
     */
    readonly hasPreviews: boolean;
    /**
     * Where the preview goes in it: behind the text of its lines, before the editor's are put in; undefined where
     * none is shown.
     */
    readonly previewSlot: Slot | undefined;
    /**
     * Where the text editor, or the line that filters, goes in what `view` returned last; undefined where it has no
     * room or is closed.
     */
    readonly slot: Slot | undefined;
    /**
     * The text that belongs into the editor, or into the line that filters.
     */
    readonly text: string;
}

/**
 * What each role of a text looks like: strings to put before and after it.
 */
export class Palette {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Throws where a role is missing.
     */
    constructor(colors: Colors);
}

/**
 * A pending file as it was read, or what is wrong with it. Free it.
 */
export class PendingFile {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Reads the text of the file, for a session. Never throws: see `problem`.
     */
    constructor(settings: Settings, text: string, session: string);
    /**
     * The questions with the answers that stand in the file. Throws where there is a problem.
     */
    questionnaire(settings: Settings): Questionnaire;
    /**
     * The ids of the calls that the questions come from.
     */
    readonly calls: string[];
    /**
     * Whether an answer stands in the file, fitting or not.
     */
    readonly hasAnswers: boolean;
    /**
     * What is wrong with the file, to be read behind its name; undefined where its questions can be answered.
     */
    readonly problem: string | undefined;
    /**
     * The prompts of the questions, made harmless.
     */
    readonly prompts: string[];
}

/**
 * The questions of a form, or why they cannot be asked.
 */
export class Questionnaire {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The result of a form that is answered with these answers, a JSON text, and those that came with the questions;
     * or what is wrong with them, to be read behind the name of where they came from.
     */
    answered(answers: string | null | undefined, host: Host): Incoming;
    /**
     * The same for a call that is over: its answers are for a message, not for the call's result. `asked` are the call's
     * arguments, or the details of its result; `begun`, the details of results with answers so far, the oldest first.
     */
    static later(settings: Settings, asked: unknown, begun?: unknown[]): Questionnaire;
    /**
     * Reads a call's arguments. Never throws: see `refusal`.
     */
    constructor(settings: Settings, _arguments: unknown);
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
    /**
     * The result to return where the questions cannot be asked; undefined where they can.
     */
    refusal(host: Host): ToolResult | undefined;
    /**
     * The questions of a result, with its answers filled in; the new result names only those that were changed.
     * `details` are of any version, in any dialect.
     */
    static revision(settings: Settings, details: unknown): Questionnaire;
    /**
     * The result to return where there is no user interface, and `reason` is why the questions could not be saved
     * either.
     */
    unavailable(host: Host, reason?: string | null): ToolResult;
    /**
     * The prompts of the questions, made harmless.
     */
    readonly prompts: string[];
}

/**
 * A branch of a session, as far as questions go. Free it.
 */
export class Session {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Whether a message holds the answers of the pending file that is known by this mark.
     */
    holdsFile(mark: string): boolean;
    /**
     * Whether a message with this id stands in the session.
     */
    holdsMessage(id: string): boolean;
    /**
     * Questions without answers: those that were left pending and those of calls that were interrupted; with `isLast`
     * the latter alone, and of the model's last message.
     */
    lateQuestions(isLast: boolean): LateQuestions[];
    /**
     * What was asked and answered, in plain lines of at most `columns`; a text for each result.
     */
    listing(columns: number): string[];
    /**
     * Reads the JSON text of pi's session entries, the oldest first, for the tool of the settings; `answers` is the type
     * of the messages and entries that bring answers without a call. What is no such text holds nothing.
     */
    constructor(settings: Settings, entries: string, answers: string);
    /**
     * Those at a position, from 0, with the answers so far; undefined where there are none.
     */
    questionnaire(isLast: boolean, at: number): Questionnaire | undefined;
    /**
     * The questions that were answered last, with their answers filled in; the new result names only those that were
     * changed. Undefined where nothing was answered.
     */
    revision(): Questionnaire | undefined;
    /**
     * Whether the branch ends in answers that the model has not acted on.
     */
    readonly endsInAnswers: boolean;
    /**
     * Whether anything was answered.
     */
    readonly hasAnswers: boolean;
    /**
     * The texts that the user has typed as answers, the oldest first.
     */
    readonly typed: string[];
}

/**
 * What the user prefers.
 */
export class Settings {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Reads settings files, each a pair of its name and its text, of which a later one wins. `locale` is that of the
     * environment. With a `dialect` that one counts: the tool is registered but once. Never throws: see `problems`.
     */
    constructor(files: Array<readonly [name: string, text: string]>, locale: string, dialect?: Dialect);
    /**
     * Whether questions are asked in plain numbered dialogs.
     */
    readonly accessible: boolean;
    /**
     * The name of the tool that the model is offered.
     */
    readonly dialect: Dialect;
    /**
     * How the user is told that a question waits.
     */
    readonly notify: Notify;
    /**
     * What is wrong with the files, a line for each bad one; those count as not there.
     */
    readonly problems: string[];
}

declare function __wbg_reset_state(): void;

/**
 * All commands that keys can be bound to, with their names in `keybindings.json` and the keys that they have by default.
 */
export function bindings(): Binding[];

/**
 * The tool call's lines in the transcript, joined by newlines; safe while the arguments are still streaming in.
 */
export function callView(palette: Palette, settings: Settings, _arguments: unknown, columns: number): string;

/**
 * Brings a tool call's arguments into the shape that the tool of the settings' dialect declares, which the host then
 * validates. Never throws.
 */
export function prepareArguments(settings: Settings, _arguments: unknown): Request;

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
 * What a result, drawn in one dialect and expanded, says in plain lines, joined by newlines; the arguments are those of
 * `resultView`.
 */
export function resultText(settings: Settings, details: unknown, content: string, columns: number): string;

/**
 * The result's lines in the transcript, joined by newlines. `details` may come from any version of this tool or from
 * another tool; `content` is what the model was told.
 */
export function resultView(palette: Palette, settings: Settings, details: unknown, content: string, expanded: boolean, columns: number): string;

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
    readonly __wbg_form_free: (a: number, b: number) => void;
    readonly __wbg_palette_free: (a: number, b: number) => void;
    readonly __wbg_pendingfile_free: (a: number, b: number) => void;
    readonly __wbg_questionnaire_free: (a: number, b: number) => void;
    readonly __wbg_session_free: (a: number, b: number) => void;
    readonly __wbg_settings_free: (a: number, b: number) => void;
    readonly bindings: () => [number, number, number];
    readonly callView: (a: number, b: number, c: any, d: number) => [number, number];
    readonly dialogs_abort: (a: number) => void;
    readonly dialogs_dialog: (a: number) => any;
    readonly dialogs_disconnect: (a: number) => void;
    readonly dialogs_fail: (a: number, b: number, c: number) => void;
    readonly dialogs_new: (a: number, b: number) => [number, number, number];
    readonly dialogs_problem: (a: number, b: number, c: number) => [number, number];
    readonly dialogs_reply: (a: number, b: number, c: number) => void;
    readonly dialogs_request: (a: number, b: number, c: number) => any;
    readonly dialogs_respond: (a: number, b: number, c: number) => [number, number];
    readonly dialogs_result: (a: number, b: any) => [number, number, number];
    readonly form_abort: (a: number) => void;
    readonly form_click: (a: number, b: any, c: number) => [number, number, number];
    readonly form_digit: (a: number, b: number, c: number) => [number, number, number];
    readonly form_fail: (a: number, b: number, c: number) => void;
    readonly form_focus: (a: number) => [number, number, number];
    readonly form_hasPreviews: (a: number) => number;
    readonly form_new: (a: number, b: any, c: number, d: number, e: number) => [number, number, number];
    readonly form_press: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly form_preview: (a: number) => [number, number, number];
    readonly form_previewSlot: (a: number) => [number, number, number];
    readonly form_resize: (a: number, b: number, c: number) => void;
    readonly form_result: (a: number, b: any) => [number, number, number];
    readonly form_slot: (a: number) => [number, number, number];
    readonly form_submit: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly form_target: (a: number, b: number, c: number) => [number, number, number];
    readonly form_text: (a: number) => [number, number];
    readonly form_view: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly form_wheel: (a: number, b: any, c: number, d: number) => [number, number, number];
    readonly form_write: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly palette_new: (a: any) => [number, number, number];
    readonly pendingfile_calls: (a: number) => [number, number];
    readonly pendingfile_hasAnswers: (a: number) => number;
    readonly pendingfile_new: (a: number, b: number, c: number, d: number, e: number) => number;
    readonly pendingfile_problem: (a: number) => [number, number];
    readonly pendingfile_prompts: (a: number) => [number, number];
    readonly pendingfile_questionnaire: (a: number, b: number) => [number, number, number];
    readonly prepareArguments: (a: number, b: any) => any;
    readonly questionnaire_answered: (a: number, b: number, c: number, d: any) => [number, number, number];
    readonly questionnaire_later: (a: number, b: any, c: any) => number;
    readonly questionnaire_new: (a: number, b: any) => number;
    readonly questionnaire_pending: (a: number, b: any, c: number, d: number, e: number, f: number) => [number, number, number];
    readonly questionnaire_pendingText: (a: number, b: number, c: number, d: any) => [number, number, number];
    readonly questionnaire_prompts: (a: number) => [number, number];
    readonly questionnaire_refusal: (a: number, b: any) => [number, number, number];
    readonly questionnaire_revision: (a: number, b: any) => number;
    readonly questionnaire_unavailable: (a: number, b: any, c: number, d: number) => [number, number, number];
    readonly renew: () => void;
    readonly requestId: (a: number, b: number) => [number, number];
    readonly resultText: (a: number, b: any, c: number, d: number, e: number) => [number, number];
    readonly resultView: (a: number, b: number, c: any, d: number, e: number, f: number, g: number) => [number, number];
    readonly session_endsInAnswers: (a: number) => number;
    readonly session_hasAnswers: (a: number) => number;
    readonly session_holdsFile: (a: number, b: number, c: number) => number;
    readonly session_holdsMessage: (a: number, b: number, c: number) => number;
    readonly session_lateQuestions: (a: number, b: number) => [number, number, number];
    readonly session_listing: (a: number, b: number) => [number, number];
    readonly session_new: (a: number, b: number, c: number, d: number, e: number) => number;
    readonly session_questionnaire: (a: number, b: number, c: number) => number;
    readonly session_revision: (a: number) => number;
    readonly session_typed: (a: number) => [number, number];
    readonly settings_accessible: (a: number) => number;
    readonly settings_dialect: (a: number) => [number, number];
    readonly settings_new: (a: any, b: number, c: number, d: number, e: number) => number;
    readonly settings_notify: (a: number) => [number, number];
    readonly settings_problems: (a: number) => [number, number];
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
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
