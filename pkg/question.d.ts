/* tslint:disable */
/* eslint-disable */
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



/**
 * Something that happened to a form: a command that the user's key is bound to, text from the editor, or an event of
 * the host's.
 */
export enum Command {
    /**
     * Moves the highlight up a row.
     */
    CursorUp = 0,
    /**
     * Moves the highlight down a row.
     */
    CursorDown = 1,
    /**
     * Moves the highlight up a screenful.
     */
    PageUp = 2,
    /**
     * Moves the highlight down a screenful.
     */
    PageDown = 3,
    /**
     * Goes to the question on the left.
     */
    PrevTab = 4,
    /**
     * Goes to the question on the right.
     */
    NextTab = 5,
    /**
     * Takes what is highlighted.
     */
    Confirm = 6,
    /**
     * Steps back; from a list, leaves the form.
     */
    Cancel = 7,
    /**
     * Text: one digit. Takes the option of that number; 0 is the custom row.
     */
    Digit = 8,
    /**
     * Text: what the editor holds now.
     */
    Draft = 9,
    /**
     * Text: what the editor was asked to submit.
     */
    Submit = 10,
    /**
     * The host ends the call.
     */
    Abort = 11,
    /**
     * Text: why the host cannot go on.
     */
    Fail = 12,
}

/**
 * One form on the screen. Free it when it has ended.
 */
export class Form {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Throws where the questionnaire has a refusal.
     */
    constructor(questionnaire: Questionnaire, keys: Keys);
    /**
     * The result of a form that has ended; undefined while it goes on.
     */
    result(host: Host): ToolResult | undefined;
    /**
     * The only way to change the form. `text` belongs to the commands that say so.
     */
    update(command: Command, text?: string | null): Step;
    /**
     * The painted lines, joined by newlines, for a terminal of `columns` and `rows`. `editor_rows` is the height of
     * the text editor and `editor_cursor` the line of its cursor, from 0; both are 0 where none is open.
     */
    view(palette: Palette, columns: number, rows: number, editor_rows: number, editor_cursor: number): string;
    /**
     * The text that belongs into the editor.
     */
    readonly draft: string;
    /**
     * Whether the text editor has the focus.
     */
    readonly isEditing: boolean;
    /**
     * Where the text editor goes in the frame that `view` returned last; undefined where it has no room or is closed.
     */
    readonly slot: Slot | undefined;
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
 * The questions of a call, or why they cannot be asked.
 */
export class Questionnaire {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Reads a call's arguments. Never throws: see `refusal`.
     */
    constructor(_arguments: unknown);
    /**
     * The result to return where the questions cannot be asked; undefined where they can.
     */
    refusal(host: Host): ToolResult | undefined;
    /**
     * The result to return where there is no user interface.
     */
    unavailable(host: Host): ToolResult;
}

/**
 * What the host does after an action.
 */
export enum Step {
    /**
     * Nothing.
     */
    Idle = 0,
    /**
     * Draw again.
     */
    Redraw = 1,
    /**
     * Put `draft` into the editor and draw again.
     */
    Edit = 2,
    /**
     * Take the result and close the form.
     */
    Finish = 3,
}

declare function __wbg_reset_state(): void;

/**
 * The tool call's lines in the transcript, joined by newlines; safe while the arguments are still streaming in.
 */
export function callView(palette: Palette, _arguments: unknown, columns: number): string;

/**
 * Brings a tool call's arguments into the declared shape, which the host then validates. Never throws.
 */
export function prepareArguments(_arguments: unknown): Request;

/**
 * Has the next call start a fresh instance of the module. To be called after a trap, which leaves the old instance in
 * no state to be used; objects made before throw from then on.
 */
export function renew(): void;

/**
 * The result's lines in the transcript, joined by newlines. `details` may come from any version of this tool or from
 * another tool; `content` is what the model was told.
 */
export function resultView(palette: Palette, details: unknown, content: string, expanded: boolean, columns: number): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_form_free: (a: number, b: number) => void;
    readonly __wbg_palette_free: (a: number, b: number) => void;
    readonly __wbg_questionnaire_free: (a: number, b: number) => void;
    readonly callView: (a: number, b: any, c: number) => [number, number];
    readonly form_draft: (a: number) => [number, number];
    readonly form_isEditing: (a: number) => number;
    readonly form_new: (a: number, b: any) => [number, number, number];
    readonly form_result: (a: number, b: any) => [number, number, number];
    readonly form_slot: (a: number) => any;
    readonly form_update: (a: number, b: number, c: number, d: number) => number;
    readonly form_view: (a: number, b: number, c: number, d: number, e: number, f: number) => [number, number];
    readonly palette_new: (a: any) => [number, number, number];
    readonly prepareArguments: (a: any) => any;
    readonly questionnaire_new: (a: any) => number;
    readonly questionnaire_refusal: (a: number, b: any) => [number, number, number];
    readonly questionnaire_unavailable: (a: number, b: any) => [number, number, number];
    readonly renew: () => void;
    readonly resultView: (a: number, b: any, c: number, d: number, e: number, f: number) => [number, number];
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_exn_store: (a: number) => void;
    readonly __externref_table_alloc: () => number;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __externref_table_dealloc: (a: number) => void;
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
