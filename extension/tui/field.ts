/**
 * A text of the form in one of pi's own components: the editor, with pi's file completion and the session's earlier
 * answers as its history, or the one line that filters a list.
 *
 * Never here: what becomes of the text.
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
	/** The text has changed, by a key or by a completion that took its time. */
	onChange: (text: string) => void;
	onSubmit: (text: string) => void;
	/** What stands in an empty editor; blank for nothing. */
	placeholder: string;
}

export interface Field {
	/** pi's own; the focus and the mouse are its business. */
	readonly component: Editor | Input;
	handleInput(data: string): void;
	/** Its lines, none wider than `columns`, and the position of the one with the cursor, or of the completion that is chosen. */
	draw(columns: number): { lines: string[]; cursor: number };
	text(): string;
	setText(text: string): void;
	/** Whether a list of completions has the arrows, Enter, Tab and Esc. */
	isCompleting(): boolean;
	/** It is not going to be used again. */
	close(): void;
}

/** pi's editor takes a few columns for granted and recurses without end below them. */
const MIN_EDITOR_COLUMNS = 10;

/** What a terminal sends, with nothing in the text that it types or pastes that a terminal would obey. */
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
	/** Behind the cursor, in the blanks of its line. */
	const withPlaceholder = (line: string) =>
		line.replace(/ +$/, ({ length }) => {
			const text = truncateToWidth(host.placeholder, length);
			return host.theme.fg("dim", text) + " ".repeat(length - visibleWidth(text));
		});
	let isHandlingKey = false;
	const report = () => {
		// It drops its text before it says that it was submitted.
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
			// What Enter would take is to be seen, too, where not all rows are.
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
			// Ends a search for files that is under way.
			editor.onChange = () => {};
			editor.setText("");
		},
	};
}

export function openLine(draft: string, host: FieldHost): Field {
	const input = new Input({ prompt: " / " });
	// A paste, because setting the value leaves the cursor before it.
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
 * The files that pi completes, but for those with a name that a terminal would obey: it could not be shown as it is, could not
 * be typed, and with its signs replaced it would name no file.
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

/** Where pi finds fd, without which `@` completes nothing. */
function findFd(): string | null {
	const suffix = process.platform === "win32" ? ".exe" : "";
	const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
	const places = [
		join(getAgentDir(), "bin", `fd${suffix}`),
		...folders.flatMap((folder) => [join(folder, `fd${suffix}`), join(folder, `fdfind${suffix}`)]),
	];
	return places.find((place) => existsSync(place)) ?? null;
}

function editorTheme(theme: Theme): EditorTheme {
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

/** pi's components draw over the edge of a few columns. */
function cut(line: string, columns: number): string {
	return visibleWidth(line) > columns ? truncateToWidth(line, columns, "") : line;
}
