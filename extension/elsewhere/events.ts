/**
 * Questions and answers over pi's events: other extensions of the process see what waits here, answer it, and ask through
 * the form. The names and shapes are public (docs/for-extensions.md).
 *
 * Never here: which answer counts; how questions are asked.
 */
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { withCore } from "../core/core.ts";
import { reasonOf } from "../host/io.ts";
import type { Asked, Reply } from "../subagents/hosts.ts";
import type { Hub } from "./hub.ts";

/** Longest names and ids that others give, in characters. */
const MAX_TEXT = 200;

const NOBODY = "this session has nobody to ask";
const NAMELESS = '"id" and "from" have to be texts of 1 to 200 characters';
const TWICE = "something else is asked under this id";
const ENDED = "the session has ended";

/** Asks the person of the session for another extension. Resolves to undefined if the session ends first. */
export type Ask = (ctx: ExtensionContext, asked: Asked, signal: AbortSignal) => Promise<Reply | undefined>;

export class Events {
	readonly #events: ExtensionAPI["events"] | undefined;
	readonly #hub: Hub;
	readonly #ask: Ask;
	/** What is asked for other extensions, by their ids. */
	readonly #open = new Map<string, AbortController>();

	constructor(events: ExtensionAPI["events"] | undefined, hub: Hub, ask: Ask) {
		this.#events = events;
		this.#hub = hub;
		this.#ask = ask;
		hub.listen((news) => {
			if (!("request" in news)) {
				this.#emit("settled", { id: news.id, outcome: news.outcome, by: news.by });
				return;
			}
			const { title, questions, answers } = news.request;
			this.#emit("asked", { id: news.id, title, questions, answers, from: news.from, ask: news.ask });
		});
	}

	/** Takes an event of another extension. `ctx` is that of the session, if one has begun. */
	take(name: "ask" | "withdraw" | "answer", data: unknown, ctx: ExtensionContext | undefined): void {
		const fields = (typeof data === "object" && data !== null ? data : {}) as Record<string, unknown>;
		const id = textOf(fields.id);
		if (name === "withdraw") this.#open.get(id ?? "")?.abort();
		else if (name === "answer") void this.#answer(id ?? "", fields);
		else void this.#askFor(id, textOf(fields.from), fields.call, ctx);
	}

	async #answer(id: string, { by, id: _, ...response }: Record<string, unknown>): Promise<void> {
		const problem = await this.#handOver(id, response, textOf(by)).catch(reasonOf);
		if (problem !== undefined) this.#emit("refused", { id, problem, of: "answer" });
	}

	/** Hands an answer over. Resolves to why it was refused, if it was. */
	async #handOver(id: string, response: unknown, name: string | undefined): Promise<string | undefined> {
		const [by, refusal] = withCore((core) => core.answeredFrom(undefined, name));
		return by === null ? refusal : this.#hub.answer(id, response, by);
	}

	async #askFor(
		id: string | undefined,
		from: string | undefined,
		call: unknown,
		ctx: ExtensionContext | undefined,
	): Promise<void> {
		const refuse = (problem: string) => this.#emit("refused", { id, problem, of: "ask" });
		if (id === undefined || from === undefined) return refuse(NAMELESS);
		if (!ctx?.hasUI) return refuse(NOBODY);
		if (this.#open.has(id)) return refuse(TWICE);
		const withdrawal = new AbortController();
		this.#open.set(id, withdrawal);
		const subagent = { name: from, cwd: ctx.cwd, pid: process.pid, isExtension: true };
		const asked: Asked = { id, subagent, dialect: "question", call: id, args: call };
		const reply = await this.#ask(ctx, asked, withdrawal.signal).catch((error) => ({ problem: reasonOf(error) }));
		this.#open.delete(id);
		if (!reply || "problem" in reply) refuse(reply?.problem ?? ENDED);
		else this.#emit("result", { id, content: reply.content, details: reply.details });
	}

	#emit(name: "asked" | "settled" | "refused" | "result", data: object): void {
		// Plain data, without what is not there.
		this.#events?.emit(`pi-question:${name}`, JSON.parse(JSON.stringify(data)));
	}
}

function textOf(value: unknown): string | undefined {
	return typeof value === "string" && value.trim() !== "" && value.length <= MAX_TEXT ? value : undefined;
}
