/**
 * Reads files without waiting for anything, writes to the error stream, and words errors.
 *
 * Never here: what a file or a message says.
 */
import { lstatSync, readFileSync, statSync, writeSync } from "node:fs";

/**
 * Reads a text file. Undefined if there is none. Throws an error with the reason if it cannot be read. `followsLinks`: the
 * file may be a symbolic link.
 */
export function readText(path: string, maxBytes: number, followsLinks = false): string | undefined {
	try {
		const stats = followsLinks ? statSync(path) : lstatSync(path);
		if (stats.isSymbolicLink()) throw new Error("it is a symbolic link");
		// Reading a pipe would wait forever.
		if (!stats.isFile()) throw new Error(stats.isDirectory() ? "it is a folder" : "it is not a regular file");
		if (stats.size > maxBytes)
			throw new Error(`it is longer than ${maxBytes} bytes. Shorten it, or remove it yourself`);
		return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
	} catch (error) {
		const code = codeOf(error);
		if (code === "ENOENT" || code === "ENOTDIR") return undefined;
		throw new Error(faultOf(error));
	}
}

/** Returns the code of an error of the system. */
export function codeOf(error: unknown): unknown {
	return error instanceof Error && "code" in error ? error.code : undefined;
}

const FAULTS: Record<string, string> = {
	EACCES: "permission denied",
	EPERM: "not permitted",
	EROFS: "the file system is read-only",
	ENOENT: "its folder cannot be made",
	ENOSPC: "the disk is full",
	EDQUOT: "the disk quota is used up",
	EEXIST: "something else of its name is in the way",
	ENOTDIR: "something else of its folder's name is in the way",
	EFBIG: "the file would be too large",
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
