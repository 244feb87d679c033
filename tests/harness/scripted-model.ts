/**
 * The pi extension of the end-to-end tests: plays the turns of the JSON file in PI_QUESTION_SCRIPT, and appends what the
 * model is sent, a JSON line for each request, to the file in PI_QUESTION_LOG.
 */
import { appendFileSync, readFileSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { registerModel, type Turn } from "./model.ts";

export default function scriptedModel(pi: ExtensionAPI): void {
	const turns: Turn[] = JSON.parse(readFileSync(process.env.PI_QUESTION_SCRIPT ?? "", "utf8"));
	registerModel(pi, (_last, { messages }) => {
		appendFileSync(process.env.PI_QUESTION_LOG ?? "", `${JSON.stringify(messages)}\n`);
		return turns.shift() ?? { text: "(no turns left)" };
	});
}
