/**
 * Opens a text in the user's own editor, as pi's prompt does: the editor of the settings or the environment, in the same
 * terminal, on a file that is removed afterwards, unless its text cannot be read.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, win32 } from "node:path";
import { type ExtensionContext, getAgentDir, SettingsManager } from "@earendil-works/pi-coding-agent";
import type { TUI } from "@earendil-works/pi-tui";
import { codeOf, faultOf, readBytes, reasonOf } from "../host/io.ts";
import { wordsOf } from "../host/shell.ts";

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
	/**
	 * Resolves to the saved text. Undefined if the editor was told to discard it. Rejects with `UnreadableText`, or an error
	 * that says why there is no text.
	 */
	closed: Promise<string | undefined>;
	/** Returns the text saved so far, if it can be read. */
	saved: () => string | undefined;
}

/** Opens a text in an editor. Throws if no file can be made for it. */
export function editExternally(tui: TUI, command: string, text: string): Outside {
	if (!tui.stop || !tui.start)
		throw new Error("No editor can be opened here: pi does not run in a terminal of its own.");
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
	const remove = () => {
		try {
			rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 5 });
		} catch {
			// A program holds the file open; pi gets its terminal back all the same.
		}
	};
	// If pi is told to end, it does not wait for the editor.
	process.once("exit", remove);
	let isKept = false;
	// While an editor has a window of its own, Ctrl+C in the terminal would end pi.
	const ignore = () => {};
	process.on("SIGINT", ignore);
	try {
		tui.stop();
		writeFileSync(file, text, { mode: 0o600 });
		const code = await run(command, file);
		// An editor that fails was told to discard the text. One that was killed was not.
		if (code !== 0 && code !== null) return undefined;
		try {
			return read(file);
		} catch (error) {
			isKept = existsSync(file);
			throw error;
		}
	} finally {
		process.off("exit", remove);
		process.off("SIGINT", ignore);
		if (!isKept) remove();
		tui.start();
		// Forced, because a request made while the interface was stopped is lost and blocks later ones.
		tui.requestRender(true);
	}
}

/** A program with its arguments, as `spawn` takes them. */
interface Start {
	command: string;
	args: string[];
	options: { shell: boolean };
}

/**
 * Returns how an editor is started on a file: by cmd.exe on Windows, where many editors are scripts, and without a shell
 * elsewhere. What has blanks is quoted as a shell wants it; the path of the program need not be, if it is there.
 */
export function startOf(
	editor: string,
	file: string,
	platform: NodeJS.Platform = process.platform,
	isThere: (path: string) => boolean = existsSync,
): Start {
	const command = editor.trim();
	const program = programWithBlanks(command, platform, isThere);
	const rest = command.slice(program.length);
	if (platform === "win32") {
		// cmd.exe reads a line. No path has a quote there.
		const quoted = program && `"${program}"`;
		return { command: `${quoted}${rest} "${file}"`, args: [], options: { shell: true } };
	}
	const words = wordsOf(rest, platform).map(({ name }) => name);
	// A quote without an end is a letter of a name.
	const [first = "", ...args] = [...(program ? [program] : []), ...(words.length > 0 ? words : rest.split(" "))];
	return { command: first, args: [...args, file], options: { shell: false } };
}

/** Returns the longest path of a program with a blank in it that a command begins with; empty if it begins with none. */
function programWithBlanks(command: string, platform: string, isThere: (path: string) => boolean): string {
	if (!(platform === "win32" ? win32 : posix).isAbsolute(command)) return "";
	for (let end = command.length; command.lastIndexOf(" ", end - 1) > 0; end = command.lastIndexOf(" ", end - 1)) {
		const path = command.slice(0, end);
		if (isThere(path)) return path;
	}
	return "";
}

/** Exit codes of a shell that has not found a program, or cannot run it. */
const NOT_RUN = [126, 127];

/** Runs an editor on a file. Resolves to its exit code, null if it was killed. Rejects if it cannot be started. */
async function run(editor: string, file: string): Promise<number | null> {
	const { command, args, options } = startOf(editor, file);
	try {
		return await new Promise<number | null>((resolve, reject) => {
			const child = spawn(command, args, { ...options, stdio: "inherit" });
			child.on("error", reject);
			child.on("close", (code) =>
				NOT_RUN.includes(code ?? 0) ? reject(new Error(`exit code ${code}`)) : resolve(code),
			);
		});
	} catch (error) {
		const reason = codeOf(error) === "ENOENT" ? "there is no such program" : reasonOf(error);
		throw new Error(`The editor "${editor}" cannot be started: ${reason}. Set VISUAL or EDITOR to one that can.`);
	}
}

/** Byte order marks of UTF-16, which some editors write on Windows. */
const UTF_16 = [
	["utf-16le", 0xff, 0xfe],
	["utf-16be", 0xfe, 0xff],
] as const;

/** Reads what an editor has saved. Throws an error that says where it is if it cannot be read. */
function read(file: string): string {
	let bytes: Buffer | undefined;
	try {
		bytes = readBytes(file, Number.POSITIVE_INFINITY, true);
	} catch (error) {
		throw new Error(`What the editor has saved cannot be read: ${faultOf(error)}. It is in ${file}.`);
	}
	if (!bytes) throw new Error("The editor has left no file.");
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
