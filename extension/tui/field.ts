/**
 * A text field of the form, in one of pi's own components: the editor, with pi's file completion and the session's earlier
 * answers as its history, or the single line that filters a list.
 *
 * Never here: what the text is used for.
 */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type ExtensionContext, getAgentDir, type Theme } from "@earendil-works/pi-coding-agent";
import {
	type AutocompleteItem,
	CombinedAutocompleteProvider,
	CURSOR_MARKER,
	decodeKittyPrintable,
	Editor,
	type EditorTheme,
	Input,
	type TUI,
	truncateToWidth,
	visibleWidth,
} from "@earendil-works/pi-tui";
import { harmless } from "../core/core.ts";
import { asPaste, pastedText } from "./keys.ts";

export interface FieldHost {
	ctx: ExtensionContext;
	tui: TUI;
	theme: Theme;
	/** Earlier answers, the oldest first. */
	history: () => string[];
	/** Called when the text has changed, by a key or by a completion. */
	onChange: (text: string) => void;
	onSubmit: (text: string) => void;
	/** Text shown in an empty editor. */
	placeholder: string;
}

export interface Field {
	/** pi's component, which handles the focus and the mouse. */
	readonly component: Editor | Input;
	handleInput(data: string): void;
	/** Returns lines of at most `columns`, and the index of the one with the cursor or the highlighted completion. */
	draw(columns: number): { lines: string[]; cursor: number };
	text(): string;
	/** Replaces the text, and reports the change. */
	setText(text: string): void;
	/** Whether a list of completions is open, which takes the arrows, Enter, Tab and Esc. */
	isCompleting(): boolean;
	/** Ends the use of the field. */
	close(): void;
}

/** Fewest columns to draw pi's editor in. With less it recurses infinitely. */
const MIN_EDITOR_COLUMNS = 10;

/** Makes typed and pasted text in the data of a key harmless. */
function harmlessInput(data: string): string {
	const pasted = pastedText(data);
	if (pasted !== undefined) return asPaste(harmless(pasted));
	const text = decodeKittyPrintable(data) ?? data;
	const isKey = text === "" || text < " " || text.startsWith("\x7f");
	return isKey ? data : harmless(text);
}

export function openEditor(draft: string, host: FieldHost): Field {
	const editor = new Editor(host.tui, editorTheme(host.theme));
	editor.setAutocompleteProvider(new HarmlessFiles([], host.ctx.cwd, findFd()));
	for (const answer of host.history()) editor.addToHistory(harmless(answer));
	editor.setText(draft);
	let before = editor.getExpandedText();
	// The placeholder replaces the spaces after the cursor.
	const withPlaceholder = (line: string) =>
		line.replace(/ +$/, ({ length }) => {
			const text = truncateToWidth(host.placeholder, length);
			return host.theme.fg("dim", text) + " ".repeat(length - visibleWidth(text));
		});
	let isHandlingKey = false;
	const report = () => {
		// The editor clears its text before it calls `onSubmit`, so a change by a key is reported after the key.
		if (isHandlingKey) return;
		const text = editor.getExpandedText();
		if (text === before) return;
		before = text;
		host.onChange(text);
	};
	editor.onChange = report;
	return {
		component: editor,
		handleInput(data) {
			let submitted: string | undefined;
			editor.onSubmit = (text) => {
				submitted = text;
			};
			isHandlingKey = true;
			editor.handleInput(harmlessInput(data));
			isHandlingKey = false;
			if (submitted !== undefined) host.onSubmit(submitted);
			else report();
		},
		draw(columns) {
			const isEmpty = host.placeholder !== "" && editor.getText() === "";
			const full = editor.render(Math.max(columns, MIN_EDITOR_COLUMNS));
			const lines = (isEmpty ? full.map(withPlaceholder) : full).map((line) => cut(line, columns));
			// If not all rows are shown, the completion that Enter takes must be among them.
			const chosen = editor.isShowingAutocomplete() ? lines.findLastIndex((line) => line.includes("→ ")) : 0;
			return {
				lines,
				cursor: Math.max(
					0,
					chosen,
					lines.findIndex((line) => line.includes(CURSOR_MARKER)),
				),
			};
		},
		text: () => editor.getExpandedText(),
		setText(text) {
			editor.setText(harmless(text));
		},
		isCompleting: () => editor.isShowingAutocomplete(),
		close() {
			// Setting the text cancels a file search in progress.
			editor.onChange = () => {};
			editor.setText("");
		},
	};
}

export function openLine(draft: string, host: FieldHost): Field {
	const input = new Input({ prompt: " / " });
	// Pasted, because setting the value leaves the cursor at the start.
	if (draft) input.handleInput(asPaste(draft));
	return {
		component: input,
		handleInput(data) {
			const before = input.getValue();
			input.handleInput(harmlessInput(data));
			if (input.getValue() !== before) host.onChange(input.getValue());
		},
		draw: (columns) => ({ lines: input.render(columns).map((line) => cut(line, columns)), cursor: 0 }),
		text: () => input.getValue(),
		setText: (text) => input.setValue(text),
		isCompleting: () => false,
		close() {},
	};
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
			scrollInfo: (text) => theme.fg("dim", text),
			noMatch: (text) => theme.fg("warning", text),
		},
	};
}

/** Cuts a line, because pi's components draw too wide in very few columns. */
function cut(line: string, columns: number): string {
	return visibleWidth(line) > columns ? truncateToWidth(line, columns, "") : line;
}
