/**
 * The pi extension of the end-to-end tests: plays the turns of the JSON file in PI_QUESTION_SCRIPT, and appends what the
 * model is sent, a JSON line for each request, to the file in PI_QUESTION_LOG.
 *
 * Where PI_QUESTION_UNWRITABLE is set, nothing of the session gets into its file, as on a full disk: a folder stands in its
 * place, and the file beside it.
 *
 * Before it calls tools again it thinks for a while, as real ones do: a form that opens right after a key does not take
 * the next one for an answer.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { registerModel, type Turn } from "./model.ts";

const THINKING_MS = 450;

/** What the name of a session file ends with meanwhile. */
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
		appendFileSync(process.env.PI_QUESTION_LOG ?? "", `${JSON.stringify({ messages, tools })}\n`);
		const turn = turns.shift() ?? { text: "(no turns left)" };
		const isNextCall = turn.calls && last?.role === "toolResult";
		return isNextCall ? { afterMs: THINKING_MS, ...turn } : turn;
	});
}
