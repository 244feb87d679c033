/**
 * The current branch of the session as text, without what cannot matter to questions: other tools' texts, pictures,
 * the conversation itself.
 *
 * Never here: what it holds of questions.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { ANSWERS } from "./names.ts";

type Entry = ReturnType<ExtensionContext["sessionManager"]["getBranch"]>[number];

/** The entries as JSON, the oldest first. */
export function branchText(ctx: ExtensionContext, tool: string): string {
	// A host of tests may have no session.
	return JSON.stringify((ctx.sessionManager?.getBranch() ?? []).flatMap((entry) => relevant(entry, tool)));
}

/** Whether the branch holds a conversation. */
export function hasMessages(ctx: ExtensionContext): boolean {
	return ctx.sessionManager?.getBranch().some(({ type }) => type === "message") ?? false;
}

function relevant(entry: Entry, tool: string): unknown[] {
	switch (entry.type) {
		case "custom":
			return entry.customType === ANSWERS ? [entry] : [];
		case "custom_message":
			return [entry.customType === ANSWERS ? entry : { type: entry.type, customType: entry.customType }];
		case "message":
			return [{ type: entry.type, message: shortened(entry.message, tool) }];
		default:
			return [];
	}
}

function shortened(message: Extract<Entry, { type: "message" }>["message"], tool: string): unknown {
	const { role } = message;
	if (role === "assistant") {
		// That there was a text is all that counts of it.
		const content = message.content.map((part) => (part.type === "toolCall" && part.name === tool ? part : {}));
		return { role, stopReason: message.stopReason, content };
	}
	if (role !== "toolResult") return { role };
	const { toolCallId, toolName, details, content } = message;
	if (toolName === tool) return { role, toolCallId, toolName, details, content };
	// Other tools ask, too: what was typed there is offered again.
	const asks = typeof details === "object" && details !== null && "answers" in details;
	return { role, toolName, ...(asks && { details }) };
}
