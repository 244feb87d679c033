/**
 * Pictures of the user's: finds their paths in pasted text, and reads them for the model.
 *
 * Never here: what stands for a picture in a text, and which pictures a result has.
 */
import { statSync } from "node:fs";
import { homedir } from "node:os";
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
import { recordOf, say, type ToolResult } from "../core/core.ts";
import { readBytes, reasonOf } from "./io.ts";

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

/** Most pictures of one result. */
const MAX_PICTURES = 10;

/** A word of a shell's command line: quoted parts, escaped characters, and others. Names have other blanks than these. */
const WORD = /(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^ \t\r\n\\'"])+/g;
const PART = /\\(.)|'([^']*)'|"((?:\\.|[^"\\])*)"/g;

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
		const files = names.map(({ text, name }) => fileOf(text, name, cwd));
		const found = files.filter((file) => file !== undefined);
		const isDrop = found.length > 0 && found.length === files.length;
		if (isDrop) return found.some(({ isPicture, fault }) => isPicture || fault) ? found : [];
	}
	return [];
}

/** Splits a text as a shell does. No words if a quote has no end. */
function wordsOf(text: string): Array<{ text: string; name: string }> {
	if (/[^ \t\r\n]/.test(text.replace(WORD, ""))) return [];
	return (text.match(WORD) ?? []).map((word) => ({
		text: word,
		name: word.replace(PART, (_, char, single, double) => char ?? single ?? double.replace(/\\(.)/g, "$1")),
	}));
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
	return resolve(cwd, name.replace(/^~(?=\/)/, homedir()));
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
type Image = Extract<Content[number], { type: "image" }>;

/** A picture that is read, was read, or waits for that. */
interface Reading {
	/** The picture, or why it cannot be sent. */
	picture: Promise<Image | string>;
	begin: () => Promise<void>;
}

/** Pictures by path. */
const known = new Map<string, Reading>();

/** Most pictures that are kept. */
const MAX_KNOWN = 30;

/** Those that wait: for a result, and in case that they will be in one. */
let due: Reading[] = [];
let ahead: Reading[] = [];
let isReading = false;

/** Milliseconds after which a notice says that pictures are read, and for which a result waits for its pictures. */
const SLOW_MS = 400;
const MAX_WAIT_MS = 20_000;

/** Reads a picture in advance, because large ones take seconds. Resolves to why it cannot be sent, if it cannot be. */
export async function prepare(path: string, ctx: ExtensionContext): Promise<string | undefined> {
	const reading = readingOf(path, ctx);
	known.delete(path);
	known.set(path, reading);
	for (const old of [...known.keys()].slice(0, -MAX_KNOWN)) known.delete(old);
	ahead.push(reading);
	void readOn();
	const picture = await reading.picture;
	return typeof picture === "string" ? picture : undefined;
}

/** Gives up what waits to be read in advance: the form has ended. What its result has is read for that. */
export function stopPreparing(): void {
	for (const [path, reading] of known) if (ahead.includes(reading)) known.delete(path);
	ahead = [];
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

/**
 * Returns a result as the model gets it: the text, then its pictures. A picture that cannot be read stays a path, and the text
 * says why. The record of the result tells why the model does not see one. If the run is aborted meanwhile, none is sent.
 */
export async function contentOf(result: ToolResult, ctx: ExtensionContext, signal?: AbortSignal): Promise<Content> {
	const { content, pictures } = result;
	const stopped = new Promise<string>((resolve) => {
		const stop = () => resolve("the run was stopped");
		if (signal?.aborted) stop();
		signal?.addEventListener("abort", stop, { once: true });
		setTimeout(() => resolve("reading it takes too long"), MAX_WAIT_MS).unref();
	});
	const counted = pictures.length === 1 ? "the picture" : `${pictures.length} pictures`;
	const slow = setTimeout(() => say(ctx, `Reading ${counted} for the model…`), SLOW_MS);
	const read = await Promise.all(
		pictures.map(({ path }, at) =>
			at < MAX_PICTURES ? Promise.race([readDue(path, ctx), stopped]) : `${MAX_PICTURES} are the most`,
		),
	);
	clearTimeout(slow);
	const unseen = whyUnseen(ctx);
	const faults: string[] = [];
	for (const [at, { marker, path }] of pictures.entries()) {
		const fault = read[at];
		if (typeof fault === "string") faults.push(`${marker} is not attached: ${fault}.`);
		const why = typeof fault === "string" ? `not attached, ${fault}` : unseen;
		for (const picture of recordOf(result).pictures ?? []) if (why && picture.path === path) picture.fault = why;
	}
	const images = read.filter((picture) => typeof picture !== "string");
	return [{ type: "text", text: [content, ...faults].join("\n") }, ...images];
}

/** Returns a picture of a result, which is read before others. */
function readDue(path: string, ctx: ExtensionContext): Promise<Image | string> {
	const kept = known.get(path);
	const reading = kept ?? readingOf(path, ctx);
	if (!kept || ahead.includes(reading)) due.push(reading);
	ahead = ahead.filter((other) => other !== reading);
	void readOn();
	return reading.picture;
}

/** Reads one picture at a time, because pi makes a large one smaller in hundreds of megabytes of memory. */
async function readOn(): Promise<void> {
	if (isReading) return;
	isReading = true;
	for (let next = due.shift() ?? ahead.shift(); next; next = due.shift() ?? ahead.shift()) await next.begin();
	isReading = false;
}

function readingOf(path: string, ctx: ExtensionContext): Reading {
	const { promise, resolve } = Promise.withResolvers<Image | string>();
	return { picture: promise, begin: async () => resolve(await readPicture(path, ctx)) };
}

/** Reads a picture as pi's own tool does, which bounds its size. Returns the reason if it cannot be read. */
async function readPicture(path: string, ctx: ExtensionContext): Promise<Image | string> {
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
