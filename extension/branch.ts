/**
 * What the current branch of the session holds of questions: calls, results, and answers that came later.
 *
 * Never here: what a result says; the core reads it.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { ANSWERS } from "./names.ts";

/** Something that was asked or answered: the result of a call, or a later message. */
export interface Told {
	/** The call that it is the result of; undefined for a later message. */
	call: string | undefined;
	/** For a later message, the calls whose questions it answers. */
	answers: string[];
	details: Record<string, unknown>;
	content: string;
}

/** A call that the session holds without a result. */
export interface OpenCall {
	id: string;
	args: unknown;
}

type Entry = ReturnType<ExtensionContext["sessionManager"]["getBranch"]>[number];

export function branchOf(ctx: ExtensionContext): Entry[] {
	return ctx.sessionManager.getBranch();
}

/** Results of `tool` and later answers, the oldest first. */
export function told(branch: Entry[], tool: string): Told[] {
	return branch.flatMap((entry): Told[] => {
		if (entry.type === "custom_message" && entry.customType === ANSWERS) {
			const details = objectOf(entry.details);
			const answers = Array.isArray(details.calls) ? details.calls.map(String) : [];
			return [{ call: undefined, answers, details, content: textOf(entry.content) }];
		}
		if (entry.type !== "message" || entry.message.role !== "toolResult" || entry.message.toolName !== tool) return [];
		const { toolCallId, details, content } = entry.message;
		return [{ call: toolCallId, answers: [], details: objectOf(details), content: textOf(content) }];
	});
}

/** Results that say that their questions are pending, and that no later message has answered. */
export function pendingIn(all: Told[]): Told[] {
	const answered = new Set(all.flatMap(({ answers }) => answers));
	return all.filter(({ call, details }) => call && details.outcome === "pending" && !answered.has(call));
}

/** The last answers, whether of a call or of a later message. */
export function lastAnswered(all: Told[]): Told | undefined {
	return all.findLast(({ details }) => details.cancelled !== true && details.answered !== false && details.answers);
}

/** Calls of `tool` in the last message of the model that have neither a result nor a later answer. */
export function openCalls(branch: Entry[], tool: string): OpenCall[] {
	const closed = new Set(told(branch, tool).flatMap(({ call, answers }) => [call, ...answers]));
	const isPassed = (role: string) => role === "toolResult" || role === "system";
	const last = branch.findLast((entry) => entry.type === "message" && !isPassed(entry.message.role));
	if (last?.type !== "message" || last.message.role !== "assistant") return [];
	const { content, stopReason } = last.message;
	// Of a message that broke off, the calls are not run.
	if (stopReason !== "toolUse") return [];
	const calls = content.flatMap((part) => (part.type === "toolCall" && part.name === tool ? [part] : []));
	return calls.filter(({ id }) => !closed.has(id)).map(({ id, arguments: args }) => ({ id, args }));
}

function objectOf(details: unknown): Record<string, unknown> {
	return typeof details === "object" && details !== null ? (details as Record<string, unknown>) : {};
}

function textOf(content: string | Array<{ type: string; text?: string }>): string {
	if (typeof content === "string") return content;
	return content.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("\n");
}
