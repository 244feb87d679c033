/**
 * The pi extension of the end-to-end tests: plays the turns of the JSON file in PI_QUESTION_SCRIPT, and appends what the
 * model is sent, a JSON line for each request, to the file in PI_QUESTION_LOG.
 *
 * Before it calls tools again it thinks for a while, as real ones do: a form that opens right after a key does not take
 * the next one for an answer.
 */
import { appendFileSync, readFileSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { registerModel, type Turn } from "./model.ts";

const THINKING_MS = 450;

export default function scriptedModel(pi: ExtensionAPI): void {
	const turns: Turn[] = JSON.parse(readFileSync(process.env.PI_QUESTION_SCRIPT ?? "", "utf8"));
	registerModel(pi, (last, { messages, tools }) => {
		appendFileSync(process.env.PI_QUESTION_LOG ?? "", `${JSON.stringify({ messages, tools })}\n`);
		const turn = turns.shift() ?? { text: "(no turns left)" };
		const isNextCall = turn.calls && last?.role === "toolResult";
		return isNextCall ? { afterMs: THINKING_MS, ...turn } : turn;
	});
}
