/** Messages of errors, and output to the error stream where pi has no user interface. */
import { writeSync } from "node:fs";

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
			if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) return; // the stream is closed
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, READING_MS);
		}
	}
}

/** Returns the message of an error. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
