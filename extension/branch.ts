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

/** A call that was interrupted. */
export interface OpenCall {
	id: string;
	args: unknown;
	/** What was entered until then, if that was written down. */
	details: Record<string, unknown> | undefined;
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

/**
 * Calls of `tool` in the last message of the model that were interrupted: those that have neither a result nor a later
 * answer, and those whose form was closed with pi, which some versions of pi write down as a result.
 */
export function openCalls(branch: Entry[], tool: string): OpenCall[] {
	const all = told(branch, tool);
	const isClosed = (id: string) =>
		all.some((one) => one.answers.includes(id) || (one.call === id && !isInterrupted(one)));
	const messages = branch.flatMap((entry) => (entry.type === "message" ? [entry.message] : []));
	const last = messages.findLast((message) => !isPassed(message));
	if (last?.role !== "assistant") return [];
	// Of a message that broke off, the calls are not run.
	if (last.stopReason !== "toolUse") return [];
	const calls = last.content.flatMap((part) => (part.type === "toolCall" && part.name === tool ? [part] : []));
	return calls
		.filter(({ id }) => !isClosed(id))
		.map(({ id, arguments: args }) => ({ id, args, details: all.find(({ call }) => call === id)?.details }));
}

/** Nobody closes a form in the terminal from outside but pi itself, when it ends or turns to another session. */
function isInterrupted({ details: { outcome, mode } }: Told): boolean {
	return outcome === "aborted" && mode === "tui";
}

type Message = Extract<Entry, { type: "message" }>["message"];

/** Whether a message says nothing of what came of the calls before it. */
function isPassed(message: Message): boolean {
	if (message.role === "assistant") return message.stopReason === "aborted" && message.content.length === 0;
	return message.role === "toolResult" || (message.role as string) === "system";
}

function objectOf(details: unknown): Record<string, unknown> {
	return typeof details === "object" && details !== null ? (details as Record<string, unknown>) : {};
}

function textOf(content: string | Array<{ type: string; text?: string }>): string {
	if (typeof content === "string") return content;
	return content.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("\n");
}
