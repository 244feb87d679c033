/**
 * Questions that wait for the person of this session, as other places see them, and the answers of those.
 *
 * Never here: which answer counts; what a place is told; how it is reached.
 */
import { randomUUID } from "node:crypto";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { afterError, recordOf, type ToolResult } from "../core/core.ts";
import type { Hub, Settled, Waiting } from "../elsewhere/hub.ts";
import type { Ticket } from "./ticket.ts";

const UNKNOWN = "no question that waits has this id";

/** Tells the desk that a ticket was answered from elsewhere. Resolves to why that does not count. */
type Take = (ticket: Ticket, result: ToolResult, from: string) => Promise<string | undefined>;

export class Published implements Hub {
	readonly #take: Take;
	readonly #waiting = new Map<string, { ticket: Ticket; shown: Waiting }>();
	readonly #listeners = new Set<(news: Waiting | Settled) => void>();
	#ctx: ExtensionContext | undefined;

	constructor(take: Take) {
		this.#take = take;
	}

	session(): { folder: string; id: string; name?: string } {
		const ctx = this.#ctx;
		if (!ctx) return { folder: "", id: "" };
		const name = ctx.sessionManager.getSessionName?.();
		return { folder: ctx.cwd, id: ctx.sessionManager.getSessionId(), ...(name && { name }) };
	}

	waiting(): Waiting[] {
		return [...this.#waiting.values()].map(({ shown }) => shown);
	}

	listen(listener: (news: Waiting | Settled) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	/** Adds questions that wait. `call` is what names their call in the session, if they are late. */
	add(ticket: Ticket, call: string | undefined): void {
		const { ctx, questions } = ticket.inquiry;
		this.#ctx = ctx;
		const id = randomUUID().slice(0, 8);
		const { questionnaire } = questions;
		const named = { ...questionnaire.asker(ctx.cwd), ...(call !== undefined && { call }) };
		const shown = { id, since: Date.now(), ...named, request: questionnaire.request(id) };
		this.#waiting.set(id, { ticket, shown });
		this.#tell(shown);
	}

	/** Removes questions that have ended with this result. */
	remove(ticket: Ticket, result: ToolResult | undefined): void {
		for (const [id, { ticket: own }] of this.#waiting) {
			if (own !== ticket) continue;
			this.#waiting.delete(id);
			const { outcome, answeredFrom } = result ? recordOf(result) : {};
			this.#tell({ id, ...(outcome && { outcome }), ...(answeredFrom !== undefined && { by: answeredFrom }) });
		}
	}

	async answer(id: string, response: unknown, by: string): Promise<string | undefined> {
		// What listens may answer at once, in the middle of what the desk has ordered.
		await Promise.resolve();
		const ticket = this.#waiting.get(id)?.ticket;
		if (!ticket) return UNKNOWN;
		const { core, questionnaire } = ticket.inquiry.questions;
		const message = JSON.stringify(response) ?? "null";
		let result: ToolResult | string;
		try {
			result = questionnaire.respond(message, by, { ...ticket.scene.host, now: Date.now() });
		} catch (error) {
			return afterError(error, core);
		}
		if (typeof result === "string") return result;
		return this.#take(ticket, result, by);
	}

	#tell(news: Waiting | Settled): void {
		for (const listener of this.#listeners) listener(news);
	}
}
