/**
 * Names that the parts of the extension share, apart from them so that a start of pi loads nothing else.
 */
import { join } from "node:path";
import { CONFIG_DIR_NAME } from "@earendil-works/pi-coding-agent";

/** The file of questions that wait for answers, as it is named from the project's folder. */
export const PENDING_FILE = `${CONFIG_DIR_NAME}/pending-questions.json`;

export function pendingPath(cwd: string): string {
	return join(cwd, PENDING_FILE);
}

/** The kind of message that brings answers to the model without a call that waits for them. */
export const ANSWERS = "question-answers";

/** What can stand behind `/questions`. */
export const SUBCOMMANDS = [
	{ value: "answer", label: "answer", description: "Answer the questions that are pending" },
	{ value: "clear", label: "clear", description: `Remove ${PENDING_FILE}` },
	{ value: "revise", label: "revise", description: "Change the answers that were given last" },
];
