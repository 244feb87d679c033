/**
 * The messages of the session: the current branch, as text without what cannot matter to questions (other tools' texts, pictures, the
 * conversation itself).
 *
 * Never here: what the entries mean.
 */
import type { AgentEndEvent, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { RunMessage } from "../../pkg/question.js";
import { ANSWERS } from "./names.ts";

type Entry = ReturnType<ExtensionContext["sessionManager"]["getBranch"]>[number];
type Message = Extract<Entry, { type: "message" }>["message"];

/** Returns the entries as JSON, the oldest first. */
export function branchText(ctx: ExtensionContext, tool: string): string {
	return JSON.stringify(ctx.sessionManager.getBranch().flatMap((entry) => relevant(entry, tool)));
}

function relevant(entry: Entry, tool: string): unknown[] {
	const { type, id } = entry;
	if (type === "message") return [{ type, id, message: shortened(entry.message, tool) }];
	if (type !== "custom" && type !== "custom_message") return [];
	// Only the presence of other messages counts, not their content.
	return entry.customType === ANSWERS ? [entry] : type === "custom_message" ? [{ type }] : [];
}

function shortened(message: Message, tool: string): unknown {
	const { role } = message;
	if (role === "assistant") {
		// Of texts, only their presence counts. Of other tools' calls, only the ids: a call of this tool under an earlier
		// name is among them.
		const content = partsOf(message).map((part) => {
			if (part?.type !== "toolCall") return {};
			return part.name === tool ? part : { type: part.type, id: part.id };
		});
		return { role, stopReason: message.stopReason, content };
	}
	if (role !== "toolResult") return { role };
	const { toolCallId, toolName, details, content } = message;
	if (toolName === tool) return { role, toolCallId, toolName, details, content };
	// Other tools ask as well. Texts typed there are in the history of the editor.
	const asks = typeof details === "object" && details !== null && "answers" in details;
	return { role, toolName, ...(asks && { toolCallId, details }) };
}

/** Returns the parts of a message, none if an odd session file lacks them. */
function partsOf<M extends Message & { role: "assistant" }>({ content }: M): M["content"] {
	return Array.isArray(content) ? content : [];
}

/** Returns what matters to questions of the messages of a run. `tool` is the name of this tool. */
export function runOf(messages: AgentEndEvent["messages"], tool: string): RunMessage[] {
	return messages.map((message) => {
		if (message.role === "toolResult")
			return Object.keys(message.details ?? {}).length > 0 ? { begun: message.toolCallId } : {};
		if (message.role !== "assistant") return {};
		const calls = partsOf(message).filter((part) => part?.type === "toolCall");
		const own = calls.filter(({ name }) => name === tool).map(({ id }) => id);
		return { stopReason: message.stopReason, ...(calls.length > 0 && { calls: own }) };
	});
}

/** Returns whether a message of the user contains a text. */
export function hasPromptWith(ctx: ExtensionContext, text: string): boolean {
	const holds = (entry: Entry) => {
		if (entry.type !== "message" || entry.message.role !== "user") return false;
		const { content } = entry.message;
		if (typeof content === "string") return content.includes(text);
		return Array.isArray(content) && content.some((part) => part?.type === "text" && part.text.includes(text));
	};
	return ctx.sessionManager.getBranch().some(holds);
}
