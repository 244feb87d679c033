/**
 * What the current branch of the session holds of questions: calls, results, and answers that came later.
 *
 * Of results it reads only what tells whether their questions still wait. Never here: what a result says.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { ANSWERS } from "./names.ts";

/** Something that was asked or answered: the result of a call, or a later message. */
export interface Told {
	/** The call that it is the result of; undefined for a later message. */
	call: string | undefined;
	/** For a later message, the calls whose questions it answers, */
	answers: string[];
	/** those of which it only holds the answers so far, */
	begun: string[];
	/** and what identifies the pending file that it was in. */
	file: unknown;
	details: Record<string, unknown>;
	content: string;
}

/** A call that was interrupted. */
export interface OpenCall {
	id: string;
	args: unknown;
	/** What was entered until then, as far as it was written down, the oldest first. */
	begun: Array<Record<string, unknown>>;
}

type Entry = ReturnType<ExtensionContext["sessionManager"]["getBranch"]>[number];

export type Branch = Entry[];

export function branchOf(ctx: ExtensionContext): Branch {
	return ctx.sessionManager.getBranch();
}

/** Results of `tool` and later answers, the oldest first. */
export function told(branch: Branch, tool: string): Told[] {
	return branch.flatMap((entry): Told[] => {
		if (entry.type === "custom_message" && entry.customType === ANSWERS) {
			const details = objectOf(entry.details);
			const { file } = details;
			const calls = { answers: textsOf(details.calls), begun: textsOf(details.begun) };
			return [{ call: undefined, ...calls, file, details, content: textOf(entry.content) }];
		}
		if (entry.type === "custom" && entry.customType === ANSWERS) {
			// Answered in words.
			const answers = textsOf(objectOf(entry.data).calls);
			return [{ call: undefined, answers, begun: [], file: undefined, details: {}, content: "" }];
		}
		if (entry.type !== "message" || entry.message.role !== "toolResult" || entry.message.toolName !== tool) return [];
		const { toolCallId, details, content } = entry.message;
		const none = { answers: [], begun: [], file: undefined };
		return [{ call: toolCallId, ...none, details: objectOf(details), content: textOf(content) }];
	});
}

/** Results that say that their questions are pending, and that no later message has answered. */
export function pendingIn(all: Told[]): Told[] {
	const answered = new Set(all.flatMap(({ answers }) => answers));
	return all.filter(({ call, details }) => call && details.outcome === "pending" && !answered.has(call));
}

/** The last answers, whether of a call or of a later message. */
export function lastAnswered(all: Told[]): Told | undefined {
	return all.findLast(({ details: { answers } }) => Object.keys(objectOf(answers)).length > 0);
}

/**
 * Calls of `tool` without an answer, of all that the branch holds, or with `isLast` of the last message of the model: those
 * that have no result either, and those whose form was closed with pi, until the user answers something else.
 */
export function openCalls(branch: Branch, tool: string, isLast: boolean): OpenCall[] {
	const all = told(branch, tool);
	const lastAnswer = all.findLastIndex(({ details }) => details.outcome === "answered");
	const isClosed = (id: string) =>
		all.some((one, at) => one.answers.includes(id) || (one.call === id && !(isInterrupted(one) && at > lastAnswer)));
	const messages = branch.flatMap((entry) => (entry.type === "message" ? [entry.message] : []));
	const asked = isLast ? messages.filter((message) => !isPassed(message)).slice(-1) : messages;
	// Of a message that broke off, the calls are not run.
	const contents = asked.flatMap((message) =>
		message.role === "assistant" && message.stopReason === "toolUse" ? message.content : [],
	);
	const calls = contents.flatMap((part) => (part.type === "toolCall" && part.name === tool ? [part] : []));
	return calls
		.filter(({ id }) => !isClosed(id))
		.map(({ id, arguments: args }) => {
			const begun = all.filter(({ call, begun }) => call === id || begun.includes(id));
			return { id, args, begun: begun.map(({ details }) => details) };
		});
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

/** Whether the branch ends in answers that the model has not acted on. */
export function endsInAnswers(branch: Branch): boolean {
	const last = branch.findLast((entry) => {
		if (entry.type === "message") return !isPassed(entry.message);
		return entry.type === "custom_message";
	});
	return last?.type === "custom_message" && last.customType === ANSWERS;
}

function textsOf(value: unknown): string[] {
	return Array.isArray(value) ? value.map(String) : [];
}

function objectOf(details: unknown): Record<string, unknown> {
	return typeof details === "object" && details !== null ? (details as Record<string, unknown>) : {};
}

function textOf(content: string | Array<{ type: string; text?: string }>): string {
	if (typeof content === "string") return content;
	return content.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("\n");
}
