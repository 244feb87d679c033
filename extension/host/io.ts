/**
 * Reads files without waiting for anything, loads modules one at a time, writes to the error stream, and words errors.
 *
 * Never here: what a file or a message says.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, writeSync } from "node:fs";

/**
 * Reads a text file. Undefined if there is none. Throws an error with the reason if it cannot be read. `followsLinks`: the
 * file may be a symbolic link.
 */
export function readText(path: string, maxBytes: number, followsLinks = false): string | undefined {
	const bytes = readBytes(path, maxBytes, followsLinks);
	try {
		return bytes && new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch (error) {
		throw new Error(faultOf(error));
	}
}

/** Reads a file. Undefined if there is none. Throws an error with the reason if it cannot be read. */
export function readBytes(path: string, maxBytes: number, followsLinks = false): Buffer | undefined {
	let file: number | undefined;
	try {
		// Windows has no flag for links.
		if (!followsLinks && lstatSync(path).isSymbolicLink()) throw new Error("it is a symbolic link");
		// Opened first, so that what is checked is what is read. Without these flags, opening a pipe would wait for a writer,
		// and a terminal would become this process's own.
		const { O_RDONLY, O_NONBLOCK, O_NOCTTY, O_NOFOLLOW } = constants;
		file = openSync(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW));
		const stats = fstatSync(file);
		if (!stats.isFile()) throw new Error(stats.isDirectory() ? "it is a folder" : "it is not a regular file");
		if (stats.size > maxBytes)
			throw new Error(`it is longer than ${maxBytes} bytes. Shorten it, or remove it yourself`);
		return readFileSync(file);
	} catch (error) {
		const code = codeOf(error);
		if (code === "ENOENT" || code === "ENOTDIR") return undefined;
		throw new Error(faultOf(error));
	} finally {
		if (file !== undefined) closeSync(file);
	}
}

/** Returns the code of an error of the system. */
export function codeOf(error: unknown): unknown {
	return error instanceof Error && "code" in error ? error.code : undefined;
}

const FAULTS: Record<string, string> = {
	EACCES: "permission denied",
	EPERM: "not permitted",
	EBUSY: "another program has it open",
	EROFS: "the file system is read-only",
	ENOENT: "its folder cannot be made",
	ENOSPC: "the disk is full",
	EDQUOT: "the disk quota is used up",
	EEXIST: "something else of its name is in the way",
	ENOTDIR: "something else of its folder's name is in the way",
	EFBIG: "the file would be too large",
	ELOOP: "it is a symbolic link",
	ENXIO: "it is not a regular file",
	ERR_ENCODING_INVALID_ENCODED_DATA: "it is not UTF-8 text",
};

/** Returns why a file could not be read or written, worded to follow its name. */
export function faultOf(error: unknown): string {
	return FAULTS[String(codeOf(error))] ?? reasonOf(error);
}

/** Returns the message of an error. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** What helps against a damaged package. */
export const REPAIR = "pi-question has to be installed again, and pi restarted";

/** Error: a file of this package is missing or cannot be used, because it was removed or changed while pi runs. */
export class Damaged extends Error {
	constructor(cause: unknown) {
		const [reason] = reasonOf(cause).split("\n");
		super(
			cause instanceof Damaged ? cause.message : `a file of the package is missing or damaged (${reason}): ${REPAIR}`,
		);
	}
}

/** Returns a module of this package. Throws if its file is empty, which pi's loader and Node take for one without exports. */
export function whole<T extends object>(module: T): T {
	if (Object.keys(module).length === 0) throw new Error("it is empty");
	return module;
}

let lastLoaded: Promise<unknown> = Promise.resolve();
/** Why parts could not be loaded. */
const broken = new Map<Part, unknown>();
/**
 * Loads a module of a part of the extension, after those before have been loaded. To a second import of a module meanwhile,
 * or once it has failed, pi's loader gives a half-loaded one; so a part that has failed once fails always. Rejects with
 * `Damaged`.
 */
export function loadAlone<T extends object>(part: Part, load: () => Promise<T>): Promise<T> {
	const loaded = lastLoaded.then(async () => {
		if (broken.has(part)) throw broken.get(part);
		return whole(await load());
	});
	const checked = loaded.catch((error) => {
		throw new Damaged(error);
	});
	lastLoaded = checked.catch((error) => broken.set(part, error));
	return checked;
}

/** What is loaded when it is first needed. */
export type Part =
	| "calls"
	| "desk"
	| "form"
	| "pictures"
	| "clipboard"
	| "above"
	| "below"
	| "link"
	| "ahead"
	| "elsewhere"
	| "directions";

/** Time in milliseconds to wait for the reader of a full error stream. */
const READING_MS = 10;

/**
 * Writes a line to the error stream and returns when all of it is written: a pipe takes 64 KB at a time, and what is
 * buffered is lost when pi ends.
 */
export function writeError(line: string): void {
	const bytes = Buffer.from(`${line}\n`);
	for (let at = 0; at < bytes.length; ) {
		try {
			at += writeSync(process.stderr.fd, bytes, at);
		} catch (error) {
			if (codeOf(error) !== "EAGAIN") return; // the stream is closed
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, READING_MS);
		}
	}
}
