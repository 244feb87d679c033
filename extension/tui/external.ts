/**
 * The text of the editor in the user's own editor, as pi's prompt opens it: the settings' or the environment's, in the
 * same terminal, on a file that is removed afterwards.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ExtensionContext, getAgentDir, SettingsManager } from "@earendil-works/pi-coding-agent";
import type { TUI } from "@earendil-works/pi-tui";

/** The command of the user's editor, with its arguments. */
export function externalEditor(ctx: ExtensionContext): string {
	const settings = SettingsManager.create(ctx.cwd, getAgentDir(), { projectTrusted: ctx.isProjectTrusted() });
	const fallback = process.platform === "win32" ? "notepad" : "nano";
	return settings.getExternalEditorCommand() || process.env.VISUAL || process.env.EDITOR || fallback;
}

/** The text as it was saved; undefined where the editor could not be started or failed. Throws without a place for it. */
export async function editExternally(tui: TUI, command: string, text: string): Promise<string | undefined> {
	const folder = mkdtempSync(join(tmpdir(), "pi-question-"));
	const remove = () => rmSync(folder, { recursive: true, force: true });
	// pi does not wait for the editor when it is told to end.
	process.once("exit", remove);
	try {
		tui.stop();
		const file = join(folder, "answer.md");
		writeFileSync(file, text, { mode: 0o600 });
		const [program = "", ...args] = command.split(" ");
		const code = await new Promise<number | null>((resolve) => {
			const child = spawn(program, [...args, file], { stdio: "inherit", shell: process.platform === "win32" });
			child.on("error", () => resolve(null));
			child.on("close", resolve);
		});
		return code === 0
			? readFileSync(file, "utf8")
					.replace(/^\uFEFF/, "")
					.replace(/\r?\n$/, "")
			: undefined;
	} catch {
		return undefined;
	} finally {
		process.off("exit", remove);
		remove();
		tui.start();
		// Requests made while it was stopped are lost, and keep later ones from being made.
		tui.requestRender(true);
	}
}
