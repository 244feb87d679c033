/**
 * Messages that bring answers to the model without a call that waits for them.
 *
 * Never here: what a message says.
 */
import { randomUUID } from "node:crypto";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { ToolResult } from "../core/core.ts";
import { type Reader, readSession } from "../core/session.ts";
import { ANSWERS } from "../host/names.ts";

type Message = Parameters<ExtensionAPI["sendMessage"]>[0];

export class Outbox {
	readonly #pi: ExtensionAPI;
	readonly #reader: Reader;
	/** Messages on their way into the session, by their ids: a run that is aborted drops what it has not begun with. */
	readonly #sent = new Map<string, Message>();

	constructor(pi: ExtensionAPI, reader: Reader) {
		this.#pi = pi;
		this.#reader = reader;
	}

	/** Sends a result, with `more` in its details; `goesOn` has the model act on it at once. */
	send(ctx: ExtensionContext, { content, details }: ToolResult, more: object, goesOn: boolean): void {
		const id = randomUUID();
		const message = { customType: ANSWERS, content, display: true, details: { ...details, ...more, id } };
		this.#pi.sendMessage(message, { triggerTurn: goesOn, deliverAs: "steer" });
		if (!this.#stand(ctx, [id])[0]) this.#sent.set(id, message);
	}

	/** A run has ended: what it has not taken along goes into the session now. */
	settled(ctx: ExtensionContext): void {
		// Most runs leave nothing; and of a session that was closed meanwhile, ctx says nothing more. In rpc mode, an abort
		// leaves it for the next run.
		if (this.#sent.size > 0 && ctx.mode !== "rpc") this.close(ctx);
	}

	/** The session closes: what is still on its way goes into it. */
	close(ctx: ExtensionContext): void {
		if (this.#sent.size === 0) return;
		const sent = [...this.#sent];
		const stand = this.#stand(
			ctx,
			sent.map(([id]) => id),
		);
		const missing = sent.filter((_, at) => !stand[at]);
		this.#sent.clear();
		for (const [, message] of missing) this.#pi.sendMessage(message, { triggerTurn: false });
	}

	/** Whether the messages stand in the session, by their ids. */
	#stand(ctx: ExtensionContext, ids: string[]): boolean[] {
		return readSession(
			this.#reader,
			ctx,
			(session) => ids.map((id) => session.holdsMessage(id)),
			() => ids.map(() => false),
		);
	}
}
