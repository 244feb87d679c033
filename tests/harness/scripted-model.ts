/**
 * The pi extension of the end-to-end tests: plays the turns in the JSON file that PI_QUESTION_SCRIPT names, and appends
 * each request to the model with its time as a line of JSON to the file that PI_QUESTION_LOG names.
 *
 * If PI_QUESTION_UNWRITABLE is set, the session file cannot be written, as on a full disk: it is renamed, and a folder has
 * its path.
 *
 * Calls that follow a result are delayed, as with real models, because a form that opens right after a key does not accept
 * the next key.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { registerModel, type Turn } from "./model.ts";

const THINKING_MS = 450;

/** Ending of the name of a session file that was renamed. */
export const KEPT = ".kept";

export default function scriptedModel(pi: ExtensionAPI): void {
	const turns: Turn[] = JSON.parse(readFileSync(process.env.PI_QUESTION_SCRIPT ?? "", "utf8"));
	if (process.env.PI_QUESTION_UNWRITABLE)
		pi.on("session_start", (_event, { sessionManager }) => {
			const file = sessionManager.getSessionFile() ?? "";
			if (existsSync(file)) renameSync(file, `${file}${KEPT}`);
			mkdirSync(file, { recursive: true });
		});
	registerModel(pi, (last, { messages, tools }) => {
		appendFileSync(process.env.PI_QUESTION_LOG ?? "", `${JSON.stringify({ at: Date.now(), messages, tools })}\n`);
		const turn = turns.shift() ?? { text: "(no turns left)" };
		const isNextCall = turn.calls && last?.role === "toolResult";
		return isNextCall ? { afterMs: THINKING_MS, ...turn } : turn;
	});
}
