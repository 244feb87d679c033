/** What there is to say of an error, and where pi has no interface, all that there is to say. */
import { writeSync } from "node:fs";

/** How long a reader of the error stream is waited for, in milliseconds, before the rest is tried again. */
const READING_MS = 10;

/**
 * Writes a line to the error stream, all of it before this returns: a pipe takes 64 KB at a time, and what waits for its
 * reader is lost when pi ends.
 */
export function writeError(line: string): void {
	const bytes = Buffer.from(`${line}\n`);
	for (let at = 0; at < bytes.length; ) {
		try {
			at += writeSync(process.stderr.fd, bytes, at);
		} catch (error) {
			if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) return; // nobody reads it
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, READING_MS);
		}
	}
}

/** What an error says. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
