/**
 * Reads, writes and renames pending files, by their paths relative to the project's folder.
 *
 * Never here: their content; the core reads and makes the text.
 */
import { randomUUID } from "node:crypto";
import { linkSync, lstatSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CONFIG_DIR_NAME } from "@earendil-works/pi-coding-agent";
import { whenFree } from "../../bin/held.js";
import { isInside } from "../../bin/paths.js";
import { codeOf, faultOf, readText } from "./io.ts";
import { ANSWERED_FILE } from "./names.ts";

/** Longest file, in bytes and as a JSON text. The core takes two of that length. */
const MAX_LENGTH = 8_000_000;

/** Reads a file. Undefined if there is none. Throws an error with the reason if it cannot be read. */
export function readPending(cwd: string, file: string): string | undefined {
	const text = readText(join(cwd, file), MAX_LENGTH);
	if (text === undefined) return undefined;
	checkFolder(cwd);
	checkLength(text);
	return text;
}

function checkLength(text: string): void {
	if (JSON.stringify(text).length > MAX_LENGTH) throw new Error("it is too long. Shorten it, or remove it yourself");
}

/** Error: another process changed the file after it was read. */
export class Overtaken extends Error {}

/**
 * Writes a file atomically, in place of `existing`, the text that `readPending` returned. Throws an error with the reason
 * if it cannot be written.
 */
export function writePending(cwd: string, file: string, text: string, existing: string | undefined): void {
	const target = join(cwd, file);
	const draft = `${target}.${randomUUID()}${DRAFT}`;
	try {
		checkLength(text);
		makeFolder(join(cwd, CONFIG_DIR_NAME));
		checkFolder(cwd);
		discardStale(target);
		writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush: true });
		if (readPending(cwd, file) !== existing) throw new Overtaken("another process has just written it");
		if (existing === undefined) place(draft, target);
		else whenFree(() => renameSync(draft, target));
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
	}
}

/** Ending of the names of drafts. No pending file has it. */
const DRAFT = ".draft";

/** Age in milliseconds from which nobody is writing a draft any more. */
const STALE_MS = 60_000;

/** Removes drafts that were left behind when pi was killed. */
function discardStale(target: string): void {
	const folder = dirname(target);
	const isDraft = (name: string) => name.startsWith(`${basename(target)}.`) && name.endsWith(DRAFT);
	for (const name of readdirSync(folder).filter(isDraft)) {
		const draft = join(folder, name);
		const stats = lstatSync(draft, { throwIfNoEntry: false });
		if (stats?.isFile() && Date.now() - stats.mtimeMs > STALE_MS) discard(draft);
	}
}

function discard(draft: string): void {
	try {
		whenFree(() => rmSync(draft, { force: true }));
	} catch {
		// It was not made, or a program holds it open.
	}
}

/** Renames a draft to a path where nothing may be yet. Throws `Overtaken` if another process has written there. */
function place(draft: string, path: string): void {
	try {
		linkSync(draft, path);
	} catch (error) {
		if (codeOf(error) === "EEXIST") throw new Overtaken(faultOf(error));
		if (codeOf(error) === "ENOENT") throw error;
		takeName(path); // some file systems have no links, and a rename would replace what another process has written
		try {
			whenFree(() => renameSync(draft, path));
		} catch (error) {
			discard(path);
			throw error;
		}
	}
}

/** Makes an empty file at a path where nothing may be yet. Throws `Overtaken` if another process has written there. */
function takeName(path: string): void {
	try {
		writeFileSync(path, "", { mode: 0o600, flag: "wx" });
	} catch (error) {
		throw codeOf(error) === "EEXIST" ? new Overtaken(faultOf(error)) : error;
	}
}

/**
 * Renames a file to `ANSWERED_FILE`, or, where there is one already, to a name with a number. Returns the new name;
 * undefined if another pi has renamed the file. Throws an error with the reason if it cannot be renamed.
 */
export function retirePending(cwd: string, file: string): string | undefined {
	checkFolder(cwd);
	for (let count = 1; ; count++) {
		const name = count === 1 ? ANSWERED_FILE : ANSWERED_FILE.replace(/(?=\.json$)/, `-${count}`);
		const path = join(cwd, name);
		if (lstatSync(path, { throwIfNoEntry: false })) continue;
		try {
			place(join(cwd, file), path);
			removeOld(join(cwd, file), path);
			return name;
		} catch (error) {
			if (error instanceof Overtaken) continue;
			if (codeOf(error) === "ENOENT") return undefined;
			throw new Error(faultOf(error));
		}
	}
}

/** Removes the old name of a file, which a link leaves. If that is not possible, removes the new one, and throws. */
function removeOld(old: string, path: string): void {
	try {
		whenFree(() => rmSync(old, { force: true }));
	} catch (error) {
		discard(path);
		throw error;
	}
}

/** Throws if pi's folder leads out of the project. */
function checkFolder(cwd: string): void {
	if (!isInside(realpathSync(cwd), realpathSync(join(cwd, CONFIG_DIR_NAME)))) {
		throw new Error(`the folder ${CONFIG_DIR_NAME} is a symbolic link out of the project`);
	}
}
