/**
 * Messages that bring answers to the model without a call that waits for them.
 *
 * Never here: what a message says.
 */
import { randomUUID } from "node:crypto";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Marks, ToolResult } from "../core/core.ts";
import { ANSWERS } from "../host/names.ts";

type Message = Parameters<ExtensionAPI["sendMessage"]>[0];

export class Deliveries {
	readonly #pi: ExtensionAPI;
	/** Those on their way into the session, by their ids: a run that is aborted drops what it has not begun with. */
	readonly #sent = new Map<string, Message>();

	constructor(pi: ExtensionAPI) {
		this.#pi = pi;
	}

	/** Sends a result, with `marks` in its details; `goesOn` has the model act on it at once. */
	send(ctx: ExtensionContext, { content, details }: ToolResult, marks: Marks, goesOn: boolean): void {
		const id = randomUUID();
		const message = { customType: ANSWERS, content, display: true, details: { ...details, ...marks, id } };
		// What json mode sends before its first run is not in its stream: there, the message comes with the prompt.
		const deliverAs = ctx.mode === "json" && !goesOn && ctx.isIdle() ? "nextTurn" : "steer";
		this.#pi.sendMessage(message, { triggerTurn: goesOn, deliverAs });
		this.#sent.set(id, message);
		this.#forgetArrived(ctx);
	}

	/** A run has ended: what it has not taken along goes into the session now. */
	settled(ctx: ExtensionContext): void {
		// In rpc mode, an abort leaves it for the next run.
		if (this.#sent.size > 0 && ctx.mode !== "rpc") this.close(ctx);
	}

	/** The session closes: what is still on its way goes into it. */
	close(ctx: ExtensionContext): void {
		this.#forgetArrived(ctx);
		for (const message of this.#sent.values()) this.#pi.sendMessage(message, { triggerTurn: false });
		this.#sent.clear();
	}

	#forgetArrived(ctx: ExtensionContext): void {
		// Most runs leave nothing; and of a session that was closed meanwhile, ctx says nothing more.
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
