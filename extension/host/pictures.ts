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
	type ToolDefinition,
} from "@earendil-works/pi-coding-agent";
import { getImageDimensions } from "@earendil-works/pi-tui";
import { readBytes, reasonOf } from "./io.ts";

/** Ends of the names of files that pi reads as pictures. */
const PICTURE = /\.(?:png|jpe?g|gif|webp|bmp)$/i;

/** Longest text that may be a list of paths, in characters. */
const MAX_PATHS = 16_384;

/** Largest picture that is read, in bytes. pi makes it smaller before it is sent. */
const MAX_BYTES = 50 * 1024 * 1024;

/** Most pixels of a picture, and the length of the start of a file that tells them, in bytes. */
const MAX_PIXELS = 64_000_000;
const MAX_HEADER = 3 * 2 ** 18;

/** Most pictures of one result. */
const MAX_PICTURES = 10;

/** A word of a shell's command line: quoted parts, escaped characters, and others. */
const WORD = /(?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^\s\\'"])+/g;
const PART = /\\(.)|'([^']*)'|"((?:\\.|[^"\\])*)"/g;

/**
 * Returns the paths of the pictures that a pasted text names, as terminals paste a dropped file: bare, quoted, escaped or as
 * an address. None if the text is anything but paths of existing pictures.
 */
export function picturesIn(pasted: string, cwd: string): string[] {
	const text = pasted.trim();
	if (text === "" || text.length > MAX_PATHS) return [];
	const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
	for (const names of [[text], lines, wordsOf(text)]) {
		const paths = names.map((name) => pathOf(name, cwd));
		if (paths.length > 0 && paths.every(isPicture)) return paths;
	}
	return [];
}

/** Splits a text as a shell does. No words if a quote has no end. */
function wordsOf(text: string): string[] {
	if (text.replace(WORD, "").trim() !== "") return [];
	return (text.match(WORD) ?? []).map((word) =>
		word.replace(PART, (_, char, single, double) => char ?? single ?? double.replace(/\\(.)/g, "$1")),
	);
}

function pathOf(name: string, cwd: string): string {
	try {
		if (name.startsWith("file://")) return fileURLToPath(name);
	} catch {
		return ""; // an address of another machine
	}
	return resolve(cwd, name.replace(/^~(?=\/)/, homedir()));
}

function isPicture(path: string): boolean {
	try {
		return PICTURE.test(path) && statSync(path).isFile();
	} catch {
		return false;
	}
}

/** A text for the model, and the files of the pictures in it, in its order. */
interface Result {
	content: string;
	pictures: ReadonlyArray<{ marker: string; path: string }>;
}

type Content = Awaited<ReturnType<ToolDefinition["execute"]>>["content"];
type Image = Extract<Content[number], { type: "image" }>;

/** Pictures that were read since they were attached, and why others could not be, by path. */
const known = new Map<string, Promise<Image | string>>();

/** Most pictures that are kept. */
const MAX_KNOWN = 30;

/** Longest time that a result waits for its pictures, in milliseconds. */
const MAX_WAIT_MS = 20_000;

/** Reads pictures in advance, because large ones take seconds. Resolves to why those that cannot be sent cannot be. */
export async function prepare(paths: string[], ctx: ExtensionContext): Promise<string[]> {
	const read = paths.map((path) => {
		const picture = readInTurn(path, ctx);
		known.delete(path);
		known.set(path, picture);
		return { path, picture };
	});
	for (const path of [...known.keys()].slice(0, -MAX_KNOWN)) known.delete(path);
	const faults = await Promise.all(read.map(async ({ path, picture }) => ({ path, fault: await picture })));
	return faults.flatMap(({ path, fault }) =>
		typeof fault === "string" ? [`${path} cannot be attached: ${fault}.`] : [],
	);
}

/**
 * Returns a result as the model gets it: the text, then its pictures. A picture that cannot be read stays a path, and the text
 * says why, as do the `faults`. If the run is aborted meanwhile, none is sent.
 */
export async function contentOf(
	{ content, pictures }: Result,
	ctx: ExtensionContext,
	signal?: AbortSignal,
): Promise<{ content: Content; faults: string[] }> {
	const stopped = new Promise<string>((resolve) => {
		const stop = () => resolve("the run was stopped");
		if (signal?.aborted) stop();
		signal?.addEventListener("abort", stop, { once: true });
		setTimeout(() => resolve("reading it takes too long"), MAX_WAIT_MS).unref();
	});
	const read = await Promise.all(
		pictures.map(({ path }, at) =>
			at < MAX_PICTURES
				? Promise.race([known.get(path) ?? readInTurn(path, ctx), stopped])
				: `${MAX_PICTURES} are the most`,
		),
	);
	const faults = pictures.flatMap(({ marker }, at) =>
		typeof read[at] === "string" ? [`${marker} is not attached: ${read[at]}.`] : [],
	);
	const images = read.filter((picture) => typeof picture !== "string");
	return { content: [{ type: "text", text: [content, ...faults].join("\n") }, ...images], faults };
}

let last: Promise<unknown> = Promise.resolve();

/** Reads one picture at a time, because pi makes a large one smaller in hundreds of megabytes of memory. */
function readInTurn(path: string, ctx: ExtensionContext): Promise<Image | string> {
	const picture = last.then(() => readPicture(path, ctx));
	last = picture;
	return picture;
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
