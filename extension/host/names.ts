/**
 * Names that several parts of the extension use, in a file of their own so that a start of pi loads none of those parts.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_DIR_NAME } from "@earendil-works/pi-coding-agent";
import type { Subcommand } from "../../pkg/question.js";

/** Path of the pending file, relative to the project's folder. */
export const PENDING_FILE = `${CONFIG_DIR_NAME}/pending-questions.json`;

/** Path of the first pending file whose questions were all closed, relative to the project's folder. Others have a number. */
export const ANSWERED_FILE = `${CONFIG_DIR_NAME}/answered-questions.json`;

/** Beginning and ending of the names of all pending files. */
const BEGINNING = "pending-questions";
const ENDING = ".json";

/** Returns the path of a session's own pending file, used while `PENDING_FILE` belongs to another session. */
export function ownPendingFile(session: string): string {
	return `${CONFIG_DIR_NAME}/${BEGINNING}-${session.replaceAll(/[^\w.-]/g, "_")}${ENDING}`;
}

/** Lists the pending files of all sessions, relative to the project's folder. */
export function pendingFiles(cwd: string): string[] {
	try {
		const all = readdirSync(join(cwd, CONFIG_DIR_NAME));
		const names = all.filter((name) => name.startsWith(BEGINNING) && name.endsWith(ENDING));
		return names.map((name) => `${CONFIG_DIR_NAME}/${name}`);
	} catch {
		return []; // most projects have no such folder
	}
}

/** Type of the messages and entries that hold answers to calls that are over. */
export const ANSWERS = "question-answers";

/** Type of the messages that tell the model which questions still wait. */
export const WAITING = "question-waiting";

/** Arguments of `/questions`. */
export const SUBCOMMANDS: Array<{ value: Subcommand; label: string; description: string }> = [
	{ value: "answer", label: "answer", description: "Answer the questions that are pending" },
	{ value: "ask", label: "ask", description: "Ask what the last message asks" },
	{ value: "clear", label: "clear", description: "Drop what waits, and put its file aside" },
	{ value: "elsewhere", label: "elsewhere", description: "Tell how to answer in another terminal" },
	{ value: "off", label: "off", description: "Take the tool from the model" },
	{ value: "on", label: "on", description: "Give the model the tool again" },
	{ value: "revise", label: "revise", description: "Change the last answers" },
];
