/**
 * A text field of the form: the editor of pi's prompt, pi's own or the user's, with pi's file completion and the session's
 * earlier answers as its history.
 *
 * Never here: what the text is used for.
 */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import {
	type ExtensionContext,
	getAgentDir,
	type KeybindingsManager,
	type Theme,
} from "@earendil-works/pi-coding-agent";
import {
	type AutocompleteItem,
	CombinedAutocompleteProvider,
	CURSOR_MARKER,
	Editor,
	type EditorComponent,
	type EditorTheme,
	type TUI,
	type TuiMouseEvent,
	type TuiMouseEventResult,
	truncateToWidth,
	visibleWidth,
} from "@earendil-works/pi-tui";
import { harmless, withoutControls } from "../core/core.ts";
import { replaceText } from "./input.ts";
import type { Cursor } from "./keys.ts";

export interface FieldHost {
	ctx: ExtensionContext;
	tui: TUI;
	theme: Theme;
	keybindings: KeybindingsManager;
	/** Earlier answers, the oldest first. */
	history: () => string[];
	/** Called when the text has changed, by a key or by a completion. */
	onChange: (text: string) => void;
	onSubmit: (text: string) => void;
	/** Text shown in an empty editor. */
	placeholder: string;
}

export interface Field {
	/** Whether it has the focus, for the window of an input method. */
	focused: boolean;
	handleInput(data: string): void;
	/** Passes a key that would close the field to the user's own editor. Returns whether that has used it. */
	usesEscape(data: string): boolean;
	handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined;
	invalidate(): void;
	/** Returns lines of at most `columns`, and the index of the one with the cursor or the highlighted completion. */
	draw(columns: number): { lines: string[]; cursor: number };
	text(): string;
	/** Replaces the text, and reports the change. */
	setText(text: string): void;
	/** Whether it is the user's own editor. */
	isOfUser(): boolean;
	/** Returns where the cursor is. */
	cursor(): Cursor;
	/** Whether a text that is typed now would go on with the word before the cursor. */
	endsWord(): boolean;
	/** Whether a list of completions is open, which takes the arrows, Enter, Tab and Esc. */
	isCompleting(): boolean;
	/** Ends completion. The field may be used again. */
	rest(): void;
	/** Ends the use of the field. */
	close(): void;
}

/** Fewest columns to draw pi's editor in. With less it recurses infinitely. */
const MIN_EDITOR_COLUMNS = 10;

/** Characters that a text may have and a terminal must not: those that reorder lines, and those that it may give a column. */
const UNSEEN = /[\u00ad\u202a-\u202e\u2066-\u2069]/g;
const SEPARATORS = /[\u2028\u2029]/g;

/**
 * Makes a line harmless that an editor has drawn with the codes of its own. Its width stays, because pi counts no column for
 * what is removed, and one for each separator.
 */
function harmlessLine(line: string): string {
	return line.replace(UNSEEN, "").replace(SEPARATORS, " ");
}

/** An editor with the members of pi's prompt that an editor of an extension may lack. */
type AnyEditor = EditorComponent & {
	focused?: boolean;
	isShowingAutocomplete?(): boolean;
	/** Handlers of pi's prompt, in an editor that is made on top of pi's. Such an editor calls `onEscape` for unused Esc. */
	actionHandlers?: unknown;
	onEscape?: () => void;
	getCursor?(): { line: number; col: number };
};

/** Opens the user's own editor, as pi's prompt does, or pi's. */
export function openEditor(draft: string, host: FieldHost): Field {
	let isUsers = true;
	let isFocused = false;
	let isEscapeUnused = false;
	let isHandlingKey = false;
	let submitted: string | undefined;
	/** The text that was reported last. */
	let before = draft;
	/** Whether the text is an earlier answer, which ↑ and ↓ replace by the one before or after. */
	let isEarlier = false;
	let width = MIN_EDITOR_COLUMNS;
	const textOf = (editor: AnyEditor) => editor.getExpandedText?.() ?? editor.getText();
	const report = () => {
		// The editor may clear its text before it calls `onSubmit`, so a change by a key is reported after the key.
		if (isHandlingKey) return;
		const text = field.text();
		if (text === before) return;
		before = text;
		host.onChange(text);
	};
	const files = new HarmlessFiles([], host.ctx.cwd, findFd());
	const prepared = (editor: AnyEditor, text: string) => {
		editor.setAutocompleteProvider?.(files);
		for (const answer of host.history()) editor.addToHistory?.(withoutControls(answer));
		editor.setText(text);
		editor.onSubmit = (text) => {
			submitted = text;
		};
		// pi's editor empties itself, but a text that comes back has to keep its paste markers, undo and cursor.
		const submitValue = () => editor.onSubmit?.(textOf(editor).trim());
		if ("submitValue" in editor) Object.assign(editor, { submitValue });
		if (editor.actionHandlers && !editor.onEscape) {
			editor.onEscape = () => {
				isEscapeUnused = true;
			};
		}
		before = textOf(editor);
		editor.onChange = report;
		return editor;
	};
	const openPis = (text: string) => {
		isUsers = false;
		return prepared(new Editor(host.tui, editorTheme(host.theme)), text);
	};
	/** Uses the editor. If the user's own fails, pi's takes its place, with the text that was reported last. */
	const use = <T>(act: (editor: AnyEditor) => T): T => {
		if (!isUsers) return act(editor);
		try {
			return act(editor);
		} catch {
			editor = openPis(before);
			editor.focused = isFocused;
			return act(editor);
		}
	};
	let editor: AnyEditor;
	try {
		const users = usersEditor(host);
		editor = users ? prepared(users, draft) : openPis(draft);
	} catch {
		editor = openPis(draft);
	}
	const press = (data: string) => {
		const wasEmpty = field.text() === "";
		const isUp = host.keybindings.matches(data, "tui.editor.cursorUp");
		submitted = undefined;
		isHandlingKey = true;
		try {
			use((editor) => editor.handleInput(replaceText(data, withoutControls)));
		} finally {
			isHandlingKey = false;
		}
		const isMove = isUp || host.keybindings.matches(data, "tui.editor.cursorDown");
		isEarlier = isMove && field.text() !== "" && (wasEmpty || isEarlier);
		if (submitted !== undefined) host.onSubmit(submitted);
		else report();
	};
	const render = () => use((editor) => editor.render(width)).map(harmlessLine);
	// The placeholder replaces the spaces after the cursor.
	const withPlaceholder = (lines: readonly string[]) => {
		const row = lines.findIndex((line) => line.endsWith("  "));
		const shown = (line: string) =>
			line.replace(/ +$/, ({ length }) => {
				const text = truncateToWidth(host.placeholder, length);
				return host.theme.fg("muted", text) + " ".repeat(length - visibleWidth(text));
			});
		return lines.map((line, at) => (at === row ? shown(line) : line));
	};
	const field: Field = {
		set focused(focused: boolean) {
			isFocused = focused;
			use((editor) => {
				if ("focused" in editor) editor.focused = focused;
			});
		},
		handleInput: press,
		usesEscape(data) {
			if (!isUsers || !editor.actionHandlers || !host.keybindings.matches(data, "app.interrupt")) return false;
			isEscapeUnused = false;
			press(data);
			return !isEscapeUnused;
		},
		handleMouse: (event) => use((editor) => editor.handleMouse?.(event)),
		invalidate: () => use((editor) => editor.invalidate()),
		draw(columns) {
			width = Math.max(columns, MIN_EDITOR_COLUMNS);
			const full = render();
			const isEmpty = host.placeholder !== "" && field.text() === "";
			const lines = (isEmpty ? withPlaceholder(full) : full).map((line) => cut(line, columns));
			// If not all rows are shown, the completion that Enter takes must be among them.
			const chosen = field.isCompleting() ? lines.findLastIndex((line) => line.includes("→ ")) : 0;
			const marked = lines.findIndex((line) => line.includes(CURSOR_MARKER));
			return { lines, cursor: Math.max(0, chosen, marked) };
		},
		isOfUser: () => isUsers,
		cursor() {
			const isAlone = field.text() === "";
			if (isEarlier || (isAlone && host.history().length > 0)) {
				return { isAlone, isInFirstRow: false, isInLastRow: isAlone };
			}
			const lines = render();
			const row = lines.findIndex((line) => line.includes(CURSOR_MARKER));
			// The frame of an editor says what is hidden above or below.
			const isFrame = (line = "") => /^─(?!.*[↑↓])/.test(stripVTControlCharacters(line));
			return { isAlone, isInFirstRow: isFrame(lines[row - 1]), isInLastRow: isFrame(lines[row + 1]) };
		},
		endsWord: () =>
			use((editor) => {
				const { line, col } = editor.getCursor?.() ?? { line: 0, col: 0 };
				return /\S$/.test((editor.getText().split("\n")[line] ?? "").slice(0, col));
			}),
		text: () => use(textOf),
		setText: (text) => use((editor) => editor.setText(withoutControls(text))),
		isCompleting: () => use((editor) => editor.isShowingAutocomplete?.() ?? false),
		// pi's editor then cancels a search in progress.
		rest: () => use((editor) => editor.setAutocompleteProvider?.(files)),
		close() {
			use((editor) => {
				editor.onChange = () => {};
				// Setting the text cancels a search in progress.
				editor.setText("");
				// No key. Editors that act on their text, by a timer for example, see that it is empty.
				editor.handleInput("");
			});
		},
	};
	return field;
}

/** Makes an editor of the user's own, which an extension has set for pi's prompt. Undefined if there is none. */
function usersEditor({ ctx, tui, theme, keybindings }: FieldHost): AnyEditor | undefined {
	const editor: AnyEditor | undefined = ctx.ui.getEditorComponent?.()?.(tui, editorTheme(theme), keybindings);
	const { render, handleInput, getText, setText } = editor ?? {};
	const isWhole = [render, handleInput, getText, setText].every((member) => typeof member === "function");
	return isWhole ? editor : undefined;
}

/**
 * pi's file completion without files whose names a terminal would obey. Such a name could be neither shown nor typed, and
 * made harmless it would name no file.
 */
class HarmlessFiles extends CombinedAutocompleteProvider {
	override async getSuggestions(...place: Parameters<CombinedAutocompleteProvider["getSuggestions"]>) {
		const found = await super.getSuggestions(...place);
		const items = found?.items.filter(isHarmless) ?? [];
		return found && items.length > 0 ? { ...found, items } : null;
	}
}

function isHarmless({ value, label, description = "" }: AutocompleteItem): boolean {
	const text = `${value} ${label} ${description}`;
	return !/\p{Cc}/u.test(text) && harmless(text) === text;
}

/** Finds fd where pi looks for it. Without fd, `@` completes nothing. */
function findFd(): string | null {
	const suffix = process.platform === "win32" ? ".exe" : "";
	const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
	const places = [
		join(getAgentDir(), "bin", `fd${suffix}`),
		...folders.flatMap((folder) => [join(folder, `fd${suffix}`), join(folder, `fdfind${suffix}`)]),
	];
	return places.find((place) => existsSync(place)) ?? null;
}

/** Returns the colors of pi's editor. */
export function editorTheme(theme: Theme): EditorTheme {
	return {
		borderColor: (text) => theme.fg("accent", text),
		selectList: {
			selectedPrefix: (text) => theme.fg("accent", text),
			selectedText: (text) => theme.fg("accent", text),
			description: (text) => theme.fg("muted", text),
			scrollInfo: (text) => theme.fg("muted", text),
			noMatch: (text) => theme.fg("warning", text),
		},
	};
}

/** Cuts a line, because pi's components draw too wide in very few columns. A cursor that is cut off stays at the edge. */
function cut(line: string, columns: number): string {
	if (visibleWidth(line) <= columns) return line;
	const shown = truncateToWidth(line, columns, "");
	return line.includes(CURSOR_MARKER) && !shown.includes(CURSOR_MARKER) ? shown + CURSOR_MARKER : shown;
}
