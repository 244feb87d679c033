/**
 * The clipboard, read as pi's prompt reads it for the key that pastes pictures: by pi's own reader, which no version
 * exports, or else by the helper that pi-tui exports.
 *
 * Never here: what becomes of it.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { getPackageDir } from "@earendil-works/pi-coding-agent";
import { getNativeClipboard } from "@earendil-works/pi-tui";

/** The modules of pi that read the clipboard. Not all versions have all members. */
interface Reader {
	readClipboardFilePaths?(): Promise<string[] | null>;
	readClipboardImage?(): Promise<{ bytes: Uint8Array; mimeType: string } | null>;
	readClipboardText?(): Promise<string | null>;
}

/**
 * Returns what a person may paste: paths of files, the path of a picture, which is saved for that, or text; empty if there is
 * nothing, or nothing can read it.
 */
export async function readClipboard(): Promise<string> {
	const reader = { ...(await load("clipboard-image.js")), ...(await load("clipboard.js")) };
	const paths = await reader.readClipboardFilePaths?.();
	if (paths && paths.length > 0) return paths.join("\n");
	const native = reader.readClipboardImage ? undefined : getNativeClipboard();
	const image = await reader.readClipboardImage?.();
	const bytes = image?.bytes ?? (await native?.getImage());
	if (bytes?.length) return save(bytes, image?.mimeType ?? "image/png");
	return (await reader.readClipboardText?.()) ?? (await native?.getText()) ?? "";
}

/** Loads a module of pi by its path; empty if it is not there, as in a single executable. */
async function load(name: string): Promise<Reader> {
	try {
		return await import(pathToFileURL(join(getPackageDir(), "dist", "utils", name)).href);
	} catch {
		return {};
	}
}

/** Saves a picture in a folder that only the user can open, and returns its path. */
function save(bytes: Uint8Array, mimeType: string): string {
	const [, type = "png"] = /^image\/(\w+)/.exec(mimeType) ?? [];
	const path = join(mkdtempSync(join(tmpdir(), "pi-question-")), `clipboard.${type}`);
	writeFileSync(path, bytes, { mode: 0o600 });
	return path;
}
