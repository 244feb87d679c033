/**
 * Messages that bring answers to the model after the call is over.
 *
 * Never here: what a message says.
 */
import { randomUUID } from "node:crypto";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type Effects, say, type ToolResult } from "../core/core.ts";
import { loadAlone, reasonOf } from "../host/io.ts";
import { ANSWERS, WAITING } from "../host/names.ts";

type Message = Parameters<ExtensionAPI["sendMessage"]>[0];

export class Deliveries {
	readonly #pi: ExtensionAPI;
	readonly #note: (ctx: ExtensionContext, data: object) => boolean;
	/** Messages that are not in the session yet, by id. A run that is aborted drops those that it has not taken in. */
	readonly #sent = new Map<string, Message>();
	/** Ids of messages whose pictures are being read. */
	readonly #incomplete = new Set<string>();

	/** `note` writes an entry into the session. Returns false, and says why, if it could not. */
	constructor(pi: ExtensionAPI, note: (ctx: ExtensionContext, data: object) => boolean) {
		this.#pi = pi;
		this.#note = note;
	}

	/**
	 * Sends a result with `effects` in its details, once its pictures are read. `goesOn` starts a run. Returns false if the
	 * session could not keep what is sent later.
	 */
	send(ctx: ExtensionContext, result: ToolResult, effects: Effects, goesOn: boolean): boolean {
		const id = randomUUID();
		const message = {
			customType: ANSWERS,
			content: result.content,
			display: true,
			details: { ...result.details, ...effects, id },
		};
		const hasPictures = result.pictures.length > 0 && result.isByUser;
		// A run takes the message in only when its tools have ended. Until then the entry stands for it.
		const isLater = hasPictures || !ctx.isIdle();
		const isKept = !isLater || this.#note(ctx, { ...message.details, content: result.content });
		this.#sent.set(id, message);
		if (!hasPictures) this.#deliver(ctx, message, goesOn);
		else void this.#deliverWhole(ctx, message, result, goesOn);
		return isKept;
	}

	/** Tells the model a text with the prompt that pi was started with. */
	tell(ctx: ExtensionContext, content: string): void {
		this.#deliver(ctx, { customType: WAITING, content, display: true, details: undefined }, false);
	}

	/** Delivers a message with its pictures, unless the session has closed meanwhile and got it without them. */
	async #deliverWhole(ctx: ExtensionContext, message: Message, result: ToolResult, goesOn: boolean): Promise<void> {
		const { id } = message.details as { id: string };
		this.#incomplete.add(id);
		const content = await loadAlone("pictures", () => import("../core/attached.ts"))
			.then(({ contentOf }) => contentOf(result, ctx))
			.catch((error) => {
				say(ctx, reasonOf(error), "warning");
				return message.content;
			});
		this.#incomplete.delete(id);
		if (!this.#sent.has(id)) return;
		const whole = { ...message, content };
		this.#sent.set(id, whole);
		this.#deliver(ctx, whole, goesOn);
	}

	#deliver(ctx: ExtensionContext, message: Message, goesOn: boolean): void {
		// In json mode, messages before the first run are missing from the stream, so this one is sent with the prompt.
		const deliverAs = ctx.mode === "json" && !goesOn && ctx.isIdle() ? "nextTurn" : "steer";
		this.#pi.sendMessage(message, { triggerTurn: goesOn, deliverAs });
		this.#forgetArrived(ctx);
	}

	/** Appends the messages whose entries an earlier process has left when it was killed. */
	resume(ctx: ExtensionContext): void {
		const entries = branchOr(ctx);
		const arrived = new Set(entries.map(idOf));
		for (const entry of entries) {
			if (entry.type !== "custom" || entry.customType !== ANSWERS) continue;
			const { content, ...details } = (entry.data ?? {}) as { id?: string; content?: string };
			if (details.id === undefined || typeof content !== "string" || arrived.has(details.id)) continue;
			this.#pi.sendMessage({ customType: ANSWERS, content, display: true, details }, { triggerTurn: false });
		}
	}

	/** Appends the messages that a run has not taken in, at its end. */
	settled(ctx: ExtensionContext): void {
		// In rpc mode, pi keeps them for the next run after an abort.
		if (ctx.mode !== "rpc") this.#append(ctx, (id) => !this.#incomplete.has(id));
	}

	/** Appends all messages that are not in the session yet, without a run. */
	close(ctx: ExtensionContext): void {
		this.#append(ctx, () => true);
	}

	#append(ctx: ExtensionContext, isDue: (id: string) => boolean): void {
		this.#forgetArrived(ctx);
		for (const [id, message] of this.#sent) {
			if (!isDue(id)) continue;
			this.#pi.sendMessage(message, { triggerTurn: false });
			this.#sent.delete(id);
		}
	}

	#forgetArrived(ctx: ExtensionContext): void {
		// Mostly there is nothing to look for.
		if (this.#sent.size === 0) return;
		for (const entry of branchOr(ctx)) this.#sent.delete(idOf(entry) ?? "");
	}
}

type Entry = ReturnType<ExtensionContext["sessionManager"]["getBranch"]>[number];

/** Returns the id of a message of this tool. */
function idOf(entry: Entry): string | undefined {
	if (entry.type !== "custom_message" || entry.customType !== ANSWERS) return undefined;
	return ((entry.details ?? {}) as { id?: string }).id;
}

function branchOr({ sessionManager }: ExtensionContext): Entry[] {
	try {
		return sessionManager.getBranch();
	} catch {
		return [];
	}
}
