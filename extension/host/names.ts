/**
 * Names that the parts of the extension share, apart from them so that a start of pi loads nothing else.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_DIR_NAME } from "@earendil-works/pi-coding-agent";

/** The file of questions that wait for answers, as it is named from the project's folder. */
export const PENDING_FILE = `${CONFIG_DIR_NAME}/pending-questions.json`;

/** What all files of the kind, and drafts of them, begin with. */
const BEGINNING = "pending-questions";

/** The file of a session that finds the other one taken: beside it, and named after the session. */
export function ownPendingFile(session: string): string {
	return `${CONFIG_DIR_NAME}/${BEGINNING}-${session.replaceAll(/[^\w.-]/g, "_")}.json`;
}

/** Files of the kind that there are, of whatever session, and drafts of them; as they are named from the project's folder. */
export function pendingFiles(cwd: string): string[] {
	try {
		const names = readdirSync(join(cwd, CONFIG_DIR_NAME)).filter((name) => name.startsWith(BEGINNING));
		return names.map((name) => `${CONFIG_DIR_NAME}/${name}`);
	} catch {
		return []; // mostly not there
	}
}

/** The kind of message that brings answers to the model without a call that waits for them. */
export const ANSWERS = "question-answers";

/** What can stand behind `/questions`. */
export const SUBCOMMANDS = [
	{ value: "answer", label: "answer", description: "Answer the questions that are pending" },
	{ value: "clear", label: "clear", description: `Remove ${PENDING_FILE}` },
	{ value: "revise", label: "revise", description: "Change the answers that were given last" },
];
