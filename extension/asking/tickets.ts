/**
 * Questions at the desk: gives them numbers, and carries out the desk's orders about them: their places, their results, the
 * pending file.
 *
 * Never here: which place opens, whose answer counts, what a file holds.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { Branch } from "../core/branch.ts";
import {
	type Asker,
	afterError,
	type DeskEvent,
	failure,
	type Order,
	type PlaceOf,
	release,
	type Scene,
	say,
	type ToolResult,
} from "../core/core.ts";
import { reasonOf } from "../host/io.ts";
import { Overtaken, writePending } from "../host/pending.ts";
import { modeOf } from "../host/process.ts";
import { inherited, type PersonAbove, passOn, type Reply } from "../subagents/hosts.ts";
import { type Inquiry, OwnPlace, type Wishes } from "./own.ts";
import { Published } from "./published.ts";
import { type Finished, finishedWith, openPlace, placeResult, type Ticket } from "./ticket.ts";

/** What is told with an event. */
export interface About {
	ticket?: Ticket | undefined;
	branch?: Branch | undefined;
}

/** What questions need of the desk and the session. */
interface TicketDesk {
	/** Tells the desk what has happened. */
	tell: (ctx: ExtensionContext, event: DeskEvent, about?: About) => Promise<void>;
	/** Writes an entry into the session. */
	write: (ctx: ExtensionContext, kind: string, data: object) => void;
	/** Watches for the end of pi, from the first questions on. */
	watch: (ctx: ExtensionContext) => void;
	/** Returns what the host knows. */
	scene: (ctx: ExtensionContext) => Scene;
}

/** Orders about questions. */
const ORDERS = [
	"open",
	"close",
	"count",
	"publish",
	"refuse",
	"announce",
	"respond",
	"finish",
	"ask",
	"prepare",
	"write",
	"pass",
	"listen",
	"unlisten",
] as const;

export type TicketOrder = Extract<Order, { type: (typeof ORDERS)[number] }>;
type Ordered<T extends TicketOrder["type"]> = Extract<Order, { type: T }>;

/** Returns whether an order is about questions. */
export function isOfTickets(order: Order): order is TicketOrder {
	return ORDERS.some((type) => type === order.type);
}

export class Tickets {
	readonly #wishes: Wishes;
	readonly #desk: TicketDesk;
	#last = 0;
	readonly #tickets = new Map<number, Ticket>();
	/** What waits for the person, for other places. */
	readonly published: Published;
	/** Aborted when nothing is listened for any more. */
	#listening = new AbortController();
	/** Whether a call has ended because pi is ending. */
	#wasLast = false;

	constructor(wishes: Wishes, desk: TicketDesk) {
		this.#wishes = wishes;
		this.#desk = desk;
		this.published = new Published((ticket, result, from) => this.#takeElsewhere(ticket, result, from));
	}

	/** Whether a form is open, or was closed by the abort with which pi begins to end. */
	get isAsking(): boolean {
		return this.#tickets.size > 0 || this.#wasLast;
	}

	/** What the host said when the oldest questions were asked. */
	get scene(): Scene | undefined {
		return this.#tickets.values().next().value?.scene;
	}

	/** Returns the result of a place; undefined if it has none. */
	resultOf({ ticket, seat }: PlaceOf): ToolResult | undefined {
		return this.#tickets.get(ticket)?.results.get(seat);
	}

	/** Asks questions. `personAbove` is looked for only if the desk has them asked. */
	async ask(
		inquiry: Inquiry,
		asker: Asker,
		signal: AbortSignal | undefined,
		personAbove?: PersonAbove,
	): Promise<Finished> {
		const { ctx } = inquiry;
		const { promise, resolve } = Promise.withResolvers<Finished>();
		const ticket = this.#admit(inquiry, asker, resolve);
		const { number } = ticket;
		ticket.personAbove = personAbove;
		const aborted = () => void this.#desk.tell(ctx, { aborted: number });
		// Delayed, because what a program sent before the abort counts.
		const abort = modeOf(ctx) === "rpc" ? () => setImmediate(aborted) : aborted;
		signal?.addEventListener("abort", abort);
		try {
			this.#tellAsked(ticket);
			if (signal?.aborted) abort();
			return await promise;
		} finally {
			signal?.removeEventListener("abort", abort);
			this.#tickets.delete(number);
		}
	}

	/** Asks late questions. */
	#askLate(ctx: ExtensionContext, { asker, ask }: Ordered<"ask">): void {
		try {
			const branch = new Branch(this.#wishes, ctx);
			const questions = branch.questions(ask);
			const announce: Inquiry["announce"] = (request) => this.#desk.write(ctx, request.type, request);
			const finish = () => release(questions.questionnaire);
			const ticket = this.#admit({ ctx, questions, announce, isForOthers: false }, asker, finish);
			ticket.branch = branch;
			this.#tellAsked(ticket);
		} catch (error) {
			const sequence = "sequence" in asker ? asker.sequence : 0;
			void this.#desk.tell(ctx, { unopened: { sequence, problem: reasonOf(error) } });
		}
	}

	/** Tells the desk that questions are to be asked. */
	#tellAsked(ticket: Ticket): void {
		const { number, asker, inquiry } = ticket;
		const { about } = inquiry.questions.questionnaire;
		const asksAbove = this.#wishes.asksAbove();
		const asked = { ticket: number, asker, about, asksAbove, isChild: inherited() !== undefined };
		void this.#desk.tell(inquiry.ctx, { asked }, { ticket });
	}

	/** Gives questions a number. */
	#admit(inquiry: Inquiry, asker: Asker, finish: Ticket["finish"]): Ticket {
		this.#last += 1;
		const number = this.#last;
		const { ctx } = inquiry;
		this.#desk.watch(ctx);
		const own = new OwnPlace(this.#wishes, inquiry, {
			shown: () => void this.#desk.tell(ctx, { shown: number }),
			queued: (act) => void this.#desk.tell(ctx, { queued: { ticket: number, act } }),
			requested: (request, isAlone) => {
				ticket.request = request;
				const bytes = Buffer.byteLength(JSON.stringify(request));
				void this.#desk.tell(ctx, { requested: { ticket: number, bytes, isAlone } });
			},
		});
		const scene = this.#desk.scene(ctx);
		const above = new AbortController();
		const ticket: Ticket = { number, inquiry, asker, own, above, results: new Map(), finish, scene };
		this.#tickets.set(number, ticket);
		return ticket;
	}

	/** Carries out an order; nothing, if it is about a ticket that has ended. Returns what the host has to wait for. */
	carryOut(order: TicketOrder, ctx: ExtensionContext): Promise<unknown> | undefined {
		const ticket = "ticket" in order && order.ticket !== undefined ? this.#tickets.get(order.ticket) : undefined;
		switch (order.type) {
			case "ask":
				if (order.isAtStart) setImmediate(() => this.#askLate(ctx, order));
				else this.#askLate(ctx, order);
				break;
			case "prepare":
				// The file may be renamed until then, by what follows from another order.
				queueMicrotask(() => void this.#desk.tell(ctx, { prepared: order.ticket }, { ticket }));
				break;
			case "write":
				this.#writeFile(order, ctx, ticket);
				break;
			case "unlisten":
				this.#listening.abort();
				break;
			case "pass":
				void this.#pass(order, ctx);
				break;
			case "open":
				if (ticket) void this.#open(order, ticket);
				break;
			case "close":
				if (order.seat !== "own") ticket?.above.abort();
				else ticket?.own.close(order.how === "disconnect" ? "disconnect" : "abort", order.how === "taken");
				break;
			case "count":
				ticket?.own.count(order.waiting);
				break;
			case "publish":
				if (ticket) this.published.add(ticket, order.call);
				break;
			case "refuse":
				if (ticket) ticket.refusal = order.problem;
				break;
			case "announce":
				if (ticket?.request) ticket.inquiry.announce(ticket.request);
				break;
			case "respond":
				return ticket?.own.respond(order.message).then(async (problem) => {
					if (problem !== undefined) await this.#desk.tell(ticket.inquiry.ctx, { refused: problem });
				});
			case "finish":
				if (ticket) this.#finish(order, ticket);
				break;
			case "listen":
				if (ticket) void this.#listen(ticket);
				break;
			default:
				order satisfies never;
		}
		return undefined;
	}

	/** Does what has to be done if the core cannot handle an event about questions. Returns false if it is about none. */
	fail(event: DeskEvent, error: unknown, ticket: Ticket | undefined): boolean {
		const problem = reasonOf(error);
		if (typeof event === "object" && "replied" in event && event.replied.problem === undefined && ticket) {
			void this.#desk.tell(ticket.inquiry.ctx, { replied: { ...event.replied, problem } }, { ticket });
			return true;
		}
		const answered =
			typeof event === "object" && "answered" in event ? this.#tickets.get(event.answered.ticket) : undefined;
		if (answered) {
			say(answered.inquiry.ctx, problem, "error");
			answered.refusal = problem;
			return true;
		}
		if (!ticket) return false;
		const result = failure(ticket.scene.host.mode, afterError(error, ticket.inquiry.questions.core));
		this.#end(ticket, { result, isLast: false });
		void this.#desk.tell(ticket.inquiry.ctx, { failed: ticket.number });
		return true;
	}

	/** Opens a place, and tells the desk how it has ended, if it was seen. */
	async #open(order: Ordered<"open">, ticket: Ticket): Promise<void> {
		const { ctx, questions } = ticket.inquiry;
		const event = await openPlace(order, ticket, () => new Branch(this.#wishes, ctx).remind(questions));
		if (event) await this.#desk.tell(ctx, event, { ticket, branch: ticket.branch });
	}

	/** Tells the desk that a ticket was answered from elsewhere. Resolves to why that does not count. */
	async #takeElsewhere(ticket: Ticket, result: ToolResult, from: string): Promise<string | undefined> {
		const { number, own, branch, inquiry, results } = ticket;
		const first = results.get("elsewhere");
		results.set("elsewhere", result);
		ticket.refusal = undefined;
		const answered = { ticket: number, result: placeResult(result), isTouched: own.isTouched, from };
		const told = this.#desk.tell(inquiry.ctx, { answered }, { branch });
		// The desk has decided, and the next answer may come before what it has ordered is done.
		const { refusal } = ticket;
		if (refusal !== undefined) {
			// The answer that was first is not handed over yet. Without one, that of pi itself will count.
			if (first) results.set("elsewhere", first);
			else results.delete("elsewhere");
		}
		await told;
		return refusal;
	}

	#finish({ with: how, isLast }: Ordered<"finish">, ticket: Ticket): void {
		const { ctx } = ticket.inquiry;
		const result = finishedWith(how, ticket);
		ticket.own.withdraw();
		ticket.above.abort();
		this.#end(ticket, { result, isLast });
		if (!isLast) return;
		this.#wasLast = true;
		try {
			ctx.abort(); // the results of other calls in the message would let the run continue
		} catch {
			// The session is closed already.
		}
	}

	#end(ticket: Ticket, finished: Finished): void {
		this.#tickets.delete(ticket.number);
		this.published.remove(ticket, finished.result);
		ticket.finish(finished);
	}

	/** Tells a subagent that listens the result of a place. */
	async #pass({ from, to }: Ordered<"pass">, ctx: ExtensionContext): Promise<void> {
		const result = this.resultOf(from);
		const isTaken = result !== undefined && (await passOn(to, result));
		await this.#desk.tell(ctx, { passed: { to, isTaken } });
	}

	/** Listens for what the person above answers later. */
	async #listen(ticket: Ticket): Promise<void> {
		if (this.#listening.signal.aborted) this.#listening = new AbortController();
		const { number, inquiry, personAbove } = ticket;
		const take = async (reply: Reply) => {
			if ("problem" in reply) return false;
			const heard = { ...ticket, results: new Map([["own" as const, reply as ToolResult]]), refusal: undefined };
			this.#tickets.set(number, heard);
			await this.#desk.tell(inquiry.ctx, { heard: { ticket: number, hasPictures: reply.pictures.length > 0 } });
			this.#tickets.delete(number);
			return heard.refusal === undefined;
		};
		await personAbove
			?.listen(this.#listening.signal, take)
			.catch((error) => say(inquiry.ctx, reasonOf(error), "warning"));
	}

	#writeFile(order: Ordered<"write">, ctx: ExtensionContext, ticket: Ticket | undefined): void {
		const { ticket: number, name, text, existing } = order;
		try {
			writePending(ctx.cwd, name, text, existing);
			if (number !== undefined) void this.#desk.tell(ctx, { written: { ticket: number } }, { ticket });
		} catch (error) {
			const reason = reasonOf(error);
			if (number === undefined) {
				say(ctx, `${name}: ${reason}`, "warning");
				return;
			}
			const fault = error instanceof Overtaken ? { overtaken: reason } : { failed: reason };
			void this.#desk.tell(ctx, { written: { ticket: number, fault } }, { ticket });
		}
	}
}
