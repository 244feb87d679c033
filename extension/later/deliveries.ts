/**
 * Messages that bring answers to the model after the call is over.
 *
 * Never here: what a message says.
 */
import { randomUUID } from "node:crypto";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Effects, ToolResult } from "../core/core.ts";
import { ANSWERS } from "../host/names.ts";

type Message = Parameters<ExtensionAPI["sendMessage"]>[0];

export class Deliveries {
	readonly #pi: ExtensionAPI;
	/** Messages that are not in the session yet, by id. A run that is aborted drops those that it has not taken in. */
	readonly #sent = new Map<string, Message>();

	constructor(pi: ExtensionAPI) {
		this.#pi = pi;
	}

	/** Sends a result with `effects` in its details. `goesOn` starts a run. */
	send(ctx: ExtensionContext, { content, details }: ToolResult, effects: Effects, goesOn: boolean): void {
		const id = randomUUID();
		const message = { customType: ANSWERS, content, display: true, details: { ...details, ...effects, id } };
		// In json mode, messages before the first run are missing from the stream, so this one is sent with the prompt.
		const deliverAs = ctx.mode === "json" && !goesOn && ctx.isIdle() ? "nextTurn" : "steer";
		this.#pi.sendMessage(message, { triggerTurn: goesOn, deliverAs });
		this.#sent.set(id, message);
		this.#forgetArrived(ctx);
	}

	/** Appends the messages that a run has not taken in, at its end. */
	settled(ctx: ExtensionContext): void {
		// In rpc mode, pi keeps them for the next run after an abort.
		if (this.#sent.size > 0 && ctx.mode !== "rpc") this.close(ctx);
	}

	/** Appends all messages that are not in the session yet, without a run. */
	close(ctx: ExtensionContext): void {
		this.#forgetArrived(ctx);
		for (const message of this.#sent.values()) this.#pi.sendMessage(message, { triggerTurn: false });
		this.#sent.clear();
	}

	#forgetArrived(ctx: ExtensionContext): void {
		// Mostly there is nothing to look for.
		if (this.#sent.size === 0) return;
		for (const entry of branchOr(ctx)) {
			if (entry.type !== "custom_message" || entry.customType !== ANSWERS) continue;
			const { id } = (entry.details ?? {}) as { id?: string };
			if (id !== undefined) this.#sent.delete(id);
		}
	}
}

function branchOr({ sessionManager }: ExtensionContext): ReturnType<typeof sessionManager.getBranch> {
	try {
		return sessionManager.getBranch();
	} catch {
		return [];
	}
}
