/**
 * Reads, writes and removes pending files, by their paths relative to the project's folder.
 *
 * Never here: their content; the core reads and makes the text.
 */
import { randomUUID } from "node:crypto";
import {
	linkSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { join, relative, sep } from "node:path";
import { CONFIG_DIR_NAME } from "@earendil-works/pi-coding-agent";
import { pendingFiles } from "./names.ts";
import { reasonOf } from "./say.ts";

/** Largest file to read, in bytes. A larger text could not be passed to the core. */
const MAX_BYTES = 12_000_000;

/** Reads a file. Undefined if there is none. Throws an error with the reason if it cannot be read. */
export function readPending(cwd: string, file: string): string | undefined {
	const path = join(cwd, file);
	try {
		const stats = lstatSync(path);
		if (stats.isSymbolicLink()) throw new Error("it is a symbolic link");
		// Reading a pipe would wait forever.
		if (!stats.isFile()) throw new Error(stats.isDirectory() ? "it is a folder" : "it is not a regular file");
		if (stats.size > MAX_BYTES) {
			const what = `it is longer than ${MAX_BYTES} bytes, more than anybody answers`;
			throw new Error(`${what}. Shorten it, or remove it yourself`);
		}
		checkFolder(cwd);
		return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
	} catch (error) {
		if (error instanceof TypeError) throw new Error("it is not UTF-8 text");
		if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
		throw new Error(faultOf(error));
	}
}

/** Error: another process changed the file after it was read. */
export class Overtaken extends Error {}

/**
 * Writes a file atomically, in place of `existing`, the text that `readPending` returned. Throws an error with the reason
 * if it cannot be written.
 */
export function writePending(cwd: string, file: string, text: string, existing: string | undefined): void {
	const path = join(cwd, file);
	const draft = `${path}.${process.pid}.${randomUUID()}`;
	try {
		makeFolder(join(cwd, CONFIG_DIR_NAME));
		checkFolder(cwd);
		writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush: true });
		if (readPending(cwd, file) !== existing) throw new Overtaken("another process has just written it");
		if (existing === undefined) place(draft, path);
		else renameSync(draft, path);
	} catch (error) {
		throw error instanceof Overtaken ? error : new Error(faultOf(error));
	} finally {
		discard(draft);
	}
}

/** Makes pi's folder in the project's folder. If that one was deleted, it is not made again. */
function makeFolder(folder: string): void {
	try {
		mkdirSync(folder);
	} catch (error) {
		if (codeOf(error) !== "EEXIST") throw error;
		if (!statSync(folder).isDirectory()) throw new Error(REASONS.ENOTDIR);
	}
}

/** The name of a draft, with the id of its process unless an earlier version made it. */
const DRAFT = /\.json\.(?:(\d+)\.)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Removes drafts of processes that were killed before they could remove them. */
export function discardDrafts(cwd: string): void {
	for (const file of pendingFiles(cwd)) {
		const [draft, process] = DRAFT.exec(file) ?? [];
		if (draft !== undefined && !(process !== undefined && isRunning(Number(process)))) discard(join(cwd, file));
	}
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return codeOf(error) === "EPERM"; // a process of another user
	}
}

function discard(draft: string): void {
	try {
		rmSync(draft, { force: true });
	} catch {
		// The draft was not made, or is left for `discardDrafts`.
	}
}

/** Renames a draft to a path where nothing may be yet. Throws `Overtaken` if another process has written there. */
function place(draft: string, path: string): void {
	try {
		linkSync(draft, path);
	} catch (error) {
		if (codeOf(error) === "EEXIST") throw new Overtaken(REASONS.EEXIST);
		renameSync(draft, path); // some file systems have no links
	}
}

/** Removes a file if it still holds `text`. Throws an error with the reason if it cannot be removed. */
export function removePending(cwd: string, file: string, text: string): void {
	if (readPending(cwd, file) !== text) return;
	try {
		rmSync(join(cwd, file));
	} catch (error) {
		throw new Error(faultOf(error));
	}
}

/** Throws if pi's folder leads out of the project. */
function checkFolder(cwd: string): void {
	const way = relative(realpathSync(cwd), realpathSync(join(cwd, CONFIG_DIR_NAME)));
	if (way === ".." || way.startsWith(`..${sep}`) || way.startsWith(sep)) {
		throw new Error(`the folder ${CONFIG_DIR_NAME} is a symbolic link out of the project`);
	}
}

function codeOf(error: unknown): unknown {
	return error instanceof Error && "code" in error ? error.code : undefined;
}

const REASONS: Record<string, string> = {
	EACCES: "permission denied",
	EPERM: "not permitted",
	EROFS: "the file system is read-only",
	ENOENT: "its folder cannot be made",
	ENOSPC: "the disk is full",
	EDQUOT: "the disk quota is used up",
	EEXIST: "something else of its name is in the way",
	ENOTDIR: "something else of its folder's name is in the way",
	EFBIG: "the file would be too large",
};

function faultOf(error: unknown): string {
	return REASONS[String(codeOf(error))] ?? reasonOf(error);
}
