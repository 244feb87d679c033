/**
 * Opens a text in the user's own editor, as pi's prompt does: the editor of the settings or the environment, in the same
 * terminal, on a file that is removed afterwards, unless its text cannot be read.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ExtensionContext, getAgentDir, SettingsManager } from "@earendil-works/pi-coding-agent";
import type { TUI } from "@earendil-works/pi-tui";

/** Returns the command of the user's editor, with its arguments. */
export function externalEditor(ctx: ExtensionContext): string {
	const settings = SettingsManager.create(ctx.cwd, getAgentDir(), { projectTrusted: ctx.isProjectTrusted() });
	const fallback = process.platform === "win32" ? "notepad" : "nano";
	return settings.getExternalEditorCommand() || process.env.VISUAL || process.env.EDITOR || fallback;
}

/** Error: the editor saved neither UTF-8 nor marked UTF-16. The message is the path of the file, which is kept. */
export class UnreadableText extends Error {}

/** A text that is open in the user's own editor. */
export interface Outside {
	/** Resolves to the saved text. Undefined if the editor did not start or failed. Rejects with `UnreadableText`. */
	closed: Promise<string | undefined>;
	/** Returns the text saved so far, if it can be read. */
	saved: () => string | undefined;
}

/** Opens a text in an editor. Throws if no file can be made for it. */
export function editExternally(tui: TUI, command: string, text: string): Outside {
	const folder = mkdtempSync(join(tmpdir(), "pi-question-"));
	const file = join(folder, "answer.md");
	const saved = () => {
		try {
			return read(file);
		} catch {
			return undefined;
		}
	};
	return { closed: edit(tui, command, text, folder, file), saved };
}

async function edit(tui: TUI, command: string, text: string, folder: string, file: string) {
	const remove = () => rmSync(folder, { recursive: true, force: true });
	// If pi is told to end, it does not wait for the editor.
	process.once("exit", remove);
	let isKept = false;
	// While an editor has a window of its own, Ctrl+C in the terminal would end pi.
	const ignore = () => {};
	process.on("SIGINT", ignore);
	try {
		tui.stop();
		writeFileSync(file, text, { mode: 0o600 });
		const [program = "", ...args] = command.split(" ");
		const code = await new Promise<number | null>((resolve) => {
			const child = spawn(program, [...args, file], { stdio: "inherit", shell: process.platform === "win32" });
			child.on("error", () => resolve(1));
			child.on("close", resolve);
		});
		// An editor that fails was told to discard the text. One that was killed was not.
		return code === 0 || code === null ? read(file) : undefined;
	} catch (error) {
		if (!(error instanceof UnreadableText)) return undefined;
		isKept = true;
		throw error;
	} finally {
		process.off("exit", remove);
		process.off("SIGINT", ignore);
		if (!isKept) remove();
		tui.start();
		// Forced, because a request made while the interface was stopped is lost and blocks later ones.
		tui.requestRender(true);
	}
}

/** Byte order marks of UTF-16, which some editors write on Windows. */
const UTF_16 = [
	["utf-16le", 0xff, 0xfe],
	["utf-16be", 0xfe, 0xff],
] as const;

function read(file: string): string {
	const bytes = readFileSync(file);
	const [encoding = "utf-8"] = UTF_16.find(([, first, second]) => bytes[0] === first && bytes[1] === second) ?? [];
	try {
		const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
		// UTF-16 without a mark may decode as UTF-8 with NULs.
		if (!text.includes("\0")) return text.replace(/\r?\n$/, "");
	} catch {
		// Reported below.
	}
	throw new UnreadableText(file);
}
