/**
 * A scripted model without a network. A pi extension registers it, and the real pi plays its turns.
 */
import { setTimeout } from "node:timers/promises";
import { type Context, createFauxCore, fauxAssistantMessage, fauxText, fauxToolCall } from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** A turn of the model: text, tool calls, or both. */
export interface Turn {
	text?: string;
	calls?: Array<{ tool: string; args: Parameters<typeof fauxToolCall>[1] }>;
	/** Delay before the turn, in milliseconds. */
	afterMs?: number;
	/** Whether the turn fails, as if the provider were down. */
	fails?: boolean;
}

type Message = Context["messages"][number];

export const provider = "scripted";
export const model = "scripted-1";

/** Registers the model. `next` returns the turn for each request of pi. */
export function registerModel(pi: ExtensionAPI, next: (last: Message | undefined, context: Context) => Turn): void {
	const definition = {
		id: model,
		name: "Scripted",
		reasoning: false,
		input: ["text" as const, "image" as const],
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		contextWindow: 200_000,
		maxTokens: 8192,
	};
	pi.registerProvider(provider, {
		baseUrl: "http://localhost",
		apiKey: "none",
		api: provider,
		models: [definition],
		streamSimple(model, context, options) {
			const { text, calls = [], afterMs = 0, fails } = next(context.messages.at(-1), context);
			const parts = [
				...(text === undefined ? [] : [fauxText(text)]),
				...calls.map(({ tool, args }) => fauxToolCall(tool, args)),
			];
			const core = createFauxCore({ api: provider, provider, models: [{ id: definition.id }] });
			const message = fails
				? fauxAssistantMessage(parts, { stopReason: "error", errorMessage: "The model is down." })
				: fauxAssistantMessage(parts, { stopReason: calls.length > 0 ? "toolUse" : "stop" });
			const aborted = fauxAssistantMessage([], { stopReason: "aborted" });
			core.setResponses([() => setTimeout(afterMs, message, { signal: options?.signal }).catch(() => aborted)]);
			return core.streamSimple(model, context, options);
		},
	});
}
