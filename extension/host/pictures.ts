/**
 * Pictures of the user's: finds their files in pasted text, and reads one as pi's own tool does.
 *
 * Never here: what stands for a picture in a text, and which pictures are read, and when.
 */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
	createReadToolDefinition,
	detectSupportedImageMimeTypeFromFile,
	type ExtensionContext,
	type ExtensionToolContext,
	getAgentDir,
	SettingsManager,
	type ToolDefinition,
} from "@earendil-works/pi-coding-agent";
import { getImageDimensions } from "@earendil-works/pi-tui";
import { expanded } from "../../bin/paths.js";
import { readBytes, reasonOf } from "./io.ts";
import { wordsOf } from "./shell.ts";

/** Ends of the names of files that pi reads as pictures, and of others that people take for pictures. */
const PICTURE = /\.(?:png|jpe?g|gif|webp|bmp)$/i;
const OTHER = /\.(hei[cf]|avif|jxl|tiff?|svg|pdf|ico|icns|psd|ai|eps|dng|cr2|nef|arw)$/i;

/** Longest text that may be a list of paths, in characters. */
const MAX_PATHS = 16_384;

/** Largest picture that is read, in bytes. pi makes it smaller before it is sent. */
const MAX_BYTES = 50 * 1024 * 1024;

/** Most pixels of a picture, and the length of the start of a file that tells them, in bytes. */
const MAX_PIXELS = 64_000_000;
const MAX_HEADER = 3 * 2 ** 18;

/** A file that a pasted text names. */
export interface Dropped {
	/** Its name as it was pasted. */
	text: string;
	path: string;
	isPicture: boolean;
	/** Why it is no picture, though it looks like one. */
	fault?: string;
}

/**
 * Returns the files that a pasted text names, as terminals paste dropped files: bare, quoted, escaped or as an address. None
 * if the text is anything but names of existing files, or if none of them is taken for a picture.
 */
export function droppedIn(pasted: string, cwd: string): Dropped[] {
	const text = pasted.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
	if (text === "" || text.length > MAX_PATHS) return [];
	const plain = (name: string) => ({ text: name, name });
	const lines = text.split(/[ \t]*(?:\r\n?|\n)[ \t]*/).map(plain);
	for (const names of [[plain(text)], lines, wordsOf(text)]) {
		const found: Dropped[] = [];
		for (const { text, name } of names) {
			const file = fileOf(text, name, cwd);
			// Looking for the others as well would take long for a long text.
			if (file === undefined) break;
			found.push(file);
		}
		const isDrop = found.length > 0 && found.length === names.length;
		if (isDrop) return found.some(({ isPicture, fault }) => isPicture || fault) ? found : [];
	}
	return [];
}

/** Returns the file that a name leads to. A name without a folder is a word, unless it is that of a picture. */
function fileOf(text: string, name: string, cwd: string): Dropped | undefined {
	const path = spellings(pathOf(name, cwd)).find(isFile);
	if (path === undefined) return undefined;
	const isPicture = PICTURE.test(path);
	const [, kind] = OTHER.exec(path) ?? [];
	if (!isPicture && !/^(?:[/~]|file:|[a-z]:[/\\]|\\\\)/i.test(name)) return undefined;
	const fault = kind && `pi reads PNG, JPEG, GIF, WebP and BMP pictures, no ${kind.toUpperCase()}`;
	return { text, path, isPicture, ...(fault && { fault }) };
}

function pathOf(name: string, cwd: string): string {
	try {
		if (name.startsWith("file://")) return fileURLToPath(name);
	} catch {
		return ""; // an address of another machine
	}
	return resolve(cwd, expanded(name));
}

/** Returns a path in the spellings that pi's `read` tries, which macOS has in names that people type otherwise. */
function spellings(path: string): string[] {
	const decomposed = path.normalize("NFD");
	const curly = (path: string) => path.replaceAll("'", "\u2019");
	return [path, path.replace(/ (AM|PM)\./gi, "\u202f$1."), decomposed, curly(path), curly(decomposed)];
}

function isFile(path: string): boolean {
	try {
		return path !== "" && statSync(path).isFile();
	} catch {
		return false;
	}
}

type Content = Awaited<ReturnType<ToolDefinition["execute"]>>["content"];
export type Image = Extract<Content[number], { type: "image" }>;

/** Reads a picture as pi's own tool does, which bounds its size. Returns the reason if it cannot be read. */
export async function readPicture(path: string, ctx: ExtensionContext): Promise<Image | string> {
	try {
		if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) return "the file is too large";
		const bytes = readBytes(path, MAX_BYTES, true);
		if (bytes === undefined) return "the file is gone";
		const mimeType = await detectSupportedImageMimeTypeFromFile(path);
		if (mimeType === null) return "the file is no picture that pi can read";
		const size = getImageDimensions(bytes.toString("base64", 0, MAX_HEADER), mimeType);
		if (size && size.widthPx * size.heightPx > MAX_PIXELS) return "the picture has too many pixels";
		const operations = {
			readFile: async () => bytes,
			access: async () => {},
			detectImageMimeType: async () => mimeType,
		};
		const read = createReadToolDefinition(ctx.cwd, { operations });
		const { content } = await read.execute("", { path }, undefined, undefined, ctx as ExtensionToolContext);
		return content.find((part): part is Image => part.type === "image") ?? "pi cannot read it, or make it small enough";
	} catch (error) {
		return reasonOf(error);
	}
}

/** Returns why the model in use would not see a picture. */
export function whyUnseen(ctx: ExtensionContext): string | undefined {
	const { model } = ctx;
	if (model?.input?.includes("image") === false) return `the model ${model.name ?? model.id} takes no pictures`;
	try {
		// Read anew, because the user may have changed it.
		const settings = SettingsManager.create(ctx.cwd, getAgentDir(), { projectTrusted: ctx.isProjectTrusted() });
		return settings.getBlockImages() ? "pi's setting images.blockImages keeps pictures from models" : undefined;
	} catch {
		return undefined; // pi itself reports what is wrong with its settings
	}
}
