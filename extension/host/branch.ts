/**
 * The current branch of the session as text, without what cannot matter to questions: other tools' texts, pictures,
 * the conversation itself.
 *
 * Never here: what it holds of questions.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { ANSWERS } from "./names.ts";

type Entry = ReturnType<ExtensionContext["sessionManager"]["getBranch"]>[number];
type Message = Extract<Entry, { type: "message" }>["message"];

/** The entries as JSON, the oldest first. */
export function branchText(ctx: ExtensionContext, tool: string): string {
	// A host of tests may have no session.
	return JSON.stringify((ctx.sessionManager?.getBranch() ?? []).flatMap((entry) => relevant(entry, tool)));
}

function relevant(entry: Entry, tool: string): unknown[] {
	const { type } = entry;
	if (type === "message") return [{ type, message: shortened(entry.message, tool) }];
	if (type !== "custom" && type !== "custom_message") return [];
	// That a message was there counts, whatever it says.
	return entry.customType === ANSWERS ? [entry] : type === "custom_message" ? [{ type }] : [];
}

function shortened(message: Message, tool: string): unknown {
	const { role } = message;
	if (role === "assistant") {
		// That there was a text is all that counts of it; of another tool's call, which it was: the tool may have had
		// another name.
		const content = message.content.map((part) => {
			if (part.type !== "toolCall") return {};
			return part.name === tool ? part : { type: part.type, id: part.id };
		});
		return { role, stopReason: message.stopReason, content };
	}
	if (role !== "toolResult") return { role };
	const { toolCallId, toolName, details, content } = message;
	if (toolName === tool) return { role, toolCallId, toolName, details, content };
	// Other tools ask, too: what was typed there is offered again.
	const asks = typeof details === "object" && details !== null && "answers" in details;
	return { role, toolName, ...(asks && { details }) };
}
