/**
 * Tells the desk of the core what happens in a process of pi, and carries out its orders. Loaded with the first question,
 * or when a session continues.
 *
 * Never here: deciding who answers, what opens when, what is sent, and how pi ends; registering anything.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AgentEndEvent, ExtensionAPI, ExtensionContext, Theme } from "@earendil-works/pi-coding-agent";
import { type Inquiry, OwnPlace, type Wishes } from "./asking/own.ts";
import { Published } from "./asking/published.ts";
import { type Finished, openPlace, placeResult, resultOf, type Ticket } from "./asking/ticket.ts";
import { allPendingFiles, Branch } from "./core/branch.ts";
import {
	type Asker,
	type AskUserRequest,
	afterError,
	type CloseReason,
	type DeskEvent,
	failure,
	type Handled,
	type Order,
	type Questions,
	readWithCore,
	release,
	type Scene,
	say,
	type ToolResult,
	type Until,
} from "./core/core.ts";
import { nextTick } from "./dialogs/dialogs.ts";
import { callsNotBegun } from "./host/branch.ts";
import { hasHungUp, watchEnd } from "./host/ending.ts";
import { reasonOf } from "./host/io.ts";
import { Overtaken, readPending, writePending } from "./host/pending.ts";
import { isNested, modeOf } from "./host/process.ts";
import { readCommandLine } from "./host/start.ts";
import { type Batch, Session, takeCarried } from "./session.ts";
import { type Asked, type PersonAbove, passOn, type Reply, shared } from "./subagents/hosts.ts";

/** Longest time in milliseconds to wait for the results of open forms. pi needs about 20 to write them. */
const WRITING_MS = 500;

/** What is told with an event. */
interface About {
	ticket?: Ticket | undefined;
	branch?: Branch | undefined;
}

export class Desk {
	readonly #pi: ExtensionAPI;
	readonly wishes: Wishes;
	/** The desk, as the core has written it. */
	#state = "";
	#lastTicket = 0;
	readonly #tickets = new Map<number, Ticket>();
	readonly #session: Session;
	/** What waits for the person, for other places. */
	readonly published: Published;
	readonly #held = new Map<string, PromiseWithResolvers<void>>();
	/** Batches that are to be carried out, and what the events of this turn wait for. */
	readonly #batches: Batch[] = [];
	#waits: Array<Promise<unknown>> | undefined;
	/** Aborted when nothing is listened for any more. */
	#listening = new AbortController();
	/** Whether a call has ended because pi is ending. */
	#wasLast = false;
	#unwatch: (() => void) | undefined;

	constructor(pi: ExtensionAPI, wishes: Wishes) {
		this.#pi = pi;
		this.wishes = wishes;
		this.published = new Published((ticket, result, from) => this.#takeElsewhere(ticket, result, from));
		this.#session = new Session(pi, wishes, (ctx, event, branch) => void this.#tell(ctx, event, { branch }));
	}

	/** Loads what a form needs. */
	async prepare(theme: Theme): Promise<void> {
		if (!this.wishes.wantsDialogs()) await OwnPlace.prepare(this.wishes, theme);
	}

	/** Begins or continues a session. `isStart`: pi was started with it. */
	async start(ctx: ExtensionContext, isStart: boolean): Promise<void> {
		// The flag is set for all sessions of the process, but the answers are for the first one.
		const carried = takeCarried();
		const answers = isStart ? this.#pi.getFlag("answers") : carried;
		const line = isStart ? readCommandLine(ctx) : undefined;
		const files = (line?.answeredFiles ?? []).map((name) => ({ name, ...textOf(ctx.cwd, name) }));
		const begun = {
			...(line && { line: { hasPrompt: line.hasPrompt, commands: line.commands, files } }),
			...(typeof answers === "string" && { answers }),
		};
		await this.#tell(ctx, { begun });
	}

	/** Asks the questions of a call. `personAbove` is given if there may be one who may be asked. */
	async ask(
		ctx: ExtensionContext,
		call: string,
		questions: Questions,
		signal: AbortSignal | undefined,
		announce: (request: AskUserRequest) => void,
		personAbove?: PersonAbove,
	): Promise<Finished> {
		const inquiry = { ctx, questions, announce, call, isForOthers: false };
		return this.#ask(inquiry, { call }, signal, personAbove);
	}

	/**
	 * Asks the questions of a session without a person, or of another extension. Resolves to undefined if this session ends
	 * first.
	 */
	async askFor(
		ctx: ExtensionContext,
		{ id, subagent: { ...subagent }, call }: Asked,
		questions: Questions,
		signal: AbortSignal,
	): Promise<Reply | undefined> {
		if (!subagent.isExtension) subagent.ask = id;
		questions.questionnaire.askFor(subagent);
		const announce = (request: AskUserRequest) => this.#session.write(ctx, request.type, request);
		const asker = { session: { subagent, id: `${subagent.pid}:${call}` } };
		return (await this.#ask({ ctx, questions, announce, ask: call, isForOthers: true }, asker, signal)).result;
	}

	async #ask(
		inquiry: Inquiry,
		asker: Asker,
		signal: AbortSignal | undefined,
		personAbove?: PersonAbove,
	): Promise<Finished> {
		const { ctx } = inquiry;
		const { promise, resolve } = Promise.withResolvers<Finished>();
		const number = this.#admit(inquiry, asker, resolve, personAbove);
		const aborted = () => void this.#tell(ctx, { aborted: number });
		// Delayed, because what a program sent before the abort counts.
		const abort = modeOf(ctx) === "rpc" ? () => setImmediate(aborted) : aborted;
		signal?.addEventListener("abort", abort);
		try {
			const ticket = this.#tickets.get(number);
			const { about } = inquiry.questions.questionnaire;
			void this.#tell(
				ctx,
				{ asked: { ticket: number, asker, about, hasAbove: personAbove !== undefined } },
				{ ticket },
			);
			if (signal?.aborted) abort();
			return await promise;
		} finally {
			signal?.removeEventListener("abort", abort);
			this.#tickets.delete(number);
		}
	}

	/** Closes the session if pi ends unheard. What listens keeps nothing of the questions. */
	#watch(ctx: ExtensionContext): void {
		if (ctx.hasUI) this.#unwatch ??= watchEnd(() => void this.close(ctx, "quit"));
	}

	/** Gives questions a number. */
	#admit(inquiry: Inquiry, asker: Asker, finish: Ticket["finish"], personAbove?: PersonAbove): number {
		this.#lastTicket += 1;
		const number = this.#lastTicket;
		this.#watch(inquiry.ctx);
		const own = new OwnPlace(this.wishes, inquiry, {
			shown: (isShown) => {
				void this.#tell(inquiry.ctx, isShown ? { shown: number } : { unshown: number });
			},
			queued: (act) => void this.#tell(inquiry.ctx, { queued: { ticket: number, act } }),
			requested: (request, isAlone) => {
				ticket.request = request;
				const bytes = Buffer.byteLength(JSON.stringify(request));
				void this.#tell(inquiry.ctx, { requested: { ticket: number, bytes, isAlone } });
			},
		});
		const scene = this.#sceneOf(inquiry.ctx);
		const ticket: Ticket = {
			number,
			inquiry,
			asker,
			own,
			personAbove,
			above: new AbortController(),
			results: new Map(),
			finish,
			scene,
		};
		this.#tickets.set(number, ticket);
		return number;
	}

	/** Runs `/questions`. */
	async questions(line: string, ctx: ExtensionContext): Promise<void> {
		await this.#tell(ctx, { command: line });
	}

	/** Runs `/ask_user_response`: passes a response to the request that it answers, or reports its problem. */
	async respond(message: string, ctx: ExtensionContext): Promise<void> {
		await this.#tell(ctx, { responded: message });
	}

	/** Handles what needs no more than its name. */
	async note(ctx: ExtensionContext, event: "replying" | "turnEnded" | "settled" | "moved"): Promise<void> {
		await this.#tell(ctx, event);
	}

	/** Handles the end of a run, with its messages. */
	async ended(ctx: ExtensionContext, messages: AgentEndEvent["messages"]): Promise<void> {
		const last = messages.findLast((message) => message.role === "assistant");
		const notBegun = callsNotBegun(messages, this.wishes.tool);
		await this.#tell(ctx, { runEnded: { isDone: last?.stopReason === "stop", notBegun } });
	}

	/** Whether a form is open, or was closed by the abort with which pi begins to end. */
	get isAsking(): boolean {
		return this.#tickets.size > 0 || this.#wasLast;
	}

	/** Closes the session and its open forms. */
	async close(ctx: ExtensionContext, reason: string): Promise<void> {
		const why: CloseReason = reason === "quit" || reason === "reload" ? reason : "other";
		await this.#tell(ctx, { closing: why });
		this.#session.close();
		await this.#tell(ctx, { closed: why });
		this.#unwatch?.();
		this.#unwatch = undefined;
	}

	/** Returns whether a key was meant for the form that has just closed. */
	isForClosedForm(ctx: ExtensionContext, data: string): boolean {
		return OwnPlace.isForClosedForm(ctx, data);
	}

	/** Shows the notices that wait until pi has drawn the conversation. */
	drawn(): void {
		this.#session.drawn();
	}

	/**
	 * Tells the desk what has happened, and carries out what follows. Resolves when that lets the host go on. Never rejects:
	 * what fails is said.
	 */
	async #tell(ctx: ExtensionContext, event: DeskEvent, about: About = {}): Promise<void> {
		try {
			const { desk, orders } = this.#handle(ctx, event, about);
			this.#state = desk;
			this.#batches.push({ orders, ctx, isKept: true });
		} catch (error) {
			this.#complain(ctx, () => this.#fail(ctx, event, error, about));
		}
		if (this.#waits) return;
		const waits: Array<Promise<unknown>> = [];
		this.#waits = waits;
		// What follows from an order is carried out after the others.
		for (let batch = this.#batches.shift(); batch; batch = this.#batches.shift()) {
			const current = batch;
			for (const order of batch.orders) this.#complain(batch.ctx, () => this.#carryOut(order, current));
		}
		this.#waits = undefined;
		this.#complain(ctx, () => this.#session.done());
		await Promise.all(waits);
	}

	/** Does something. If it fails, says so, unless the session has closed: an order does not depend on another. */
	#complain(ctx: ExtensionContext, act: () => void): void {
		try {
			act();
		} catch (error) {
			try {
				say(ctx, reasonOf(error), "error");
			} catch {
				// There is nobody to be told.
			}
		}
	}

	/** Hands an event to the core, with the branch where that is needed. Throws if the core fails. */
	#handle(ctx: ExtensionContext, event: DeskEvent, { ticket, branch }: About): Handled {
		const scene = this.#sceneOf(ctx, ticket);
		const { questions } = ticket?.inquiry ?? {};
		if (branch) return branch.desk(this.#state, event, scene);
		const handled = readWithCore((core) => core.desk(this.#state, event, scene));
		return handled ?? this.branch(ctx, namesFor(event, ctx)).desk(this.#state, event, scene, questions);
	}

	/** Does what has to be done if the core cannot handle an event. */
	#fail(ctx: ExtensionContext, event: DeskEvent, error: unknown, { ticket }: About): void {
		const problem = reasonOf(error);
		if (typeof event === "object" && "replied" in event && event.replied.problem === undefined) {
			void this.#tell(ctx, { replied: { ...event.replied, problem } }, { ticket });
		} else if (typeof event === "object" && "answered" in event) {
			const answered = this.#tickets.get(event.answered.ticket);
			if (answered) answered.refusal = problem;
			say(ctx, problem, "error");
		} else if (ticket) {
			const result = failure(ticket.scene.host.mode, afterError(error, ticket.inquiry.questions.core));
			this.#tickets.delete(ticket.number);
			this.published.remove(ticket, result);
			ticket.finish({ result, isLast: false });
			void this.#tell(ctx, { failed: ticket.number });
		} else {
			say(ctx, problem, "error");
			for (const { resolve } of this.#held.values()) resolve();
			this.#session.failed(ctx, event);
		}
	}

	/** Returns what the host knows. A session that has closed knows nothing any more. */
	#sceneOf(ctx: ExtensionContext, ticket?: Ticket): Scene {
		const now = Date.now();
		const time = new Date(now);
		const clock = time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
		const listening = [...shared().listeners.keys()];
		const always = { timestamp: time.toISOString(), clock, key: randomUUID(), isGone: hasHungUp(), listening };
		try {
			return {
				...always,
				host: { mode: modeOf(ctx), now },
				session: ctx.sessionManager.getSessionId(),
				isKept: ctx.sessionManager.getSessionFile() !== undefined,
				isNested: isNested(ctx),
				isRunning: !ctx.isIdle(),
			};
		} catch (error) {
			const last = ticket?.scene ?? this.#tickets.values().next().value?.scene;
			if (!last) throw error;
			return { ...last, ...always, host: { mode: last.host.mode, now } };
		}
	}

	branch(ctx: ExtensionContext, names?: string[]): Branch {
		return new Branch(this.wishes, ctx, names);
	}

	#carryOut(order: Order, batch: Batch): void {
		const { ctx } = batch;
		const ticket = "ticket" in order && order.ticket !== undefined ? this.#tickets.get(order.ticket) : undefined;
		switch (order.type) {
			case "open":
				if (ticket) void this.#open(order, ticket);
				break;
			case "close":
				if (order.seat === "own")
					ticket?.own.close(order.how === "disconnect" ? "disconnect" : "abort", order.how === "taken");
				else ticket?.above.abort();
				break;
			case "count":
				ticket?.own.count(order.waiting);
				break;
			case "publish":
				if (ticket) this.published.add(ticket);
				break;
			case "refuse":
				if (ticket) ticket.refusal = order.problem;
				break;
			case "announce":
				if (ticket?.request) ticket.inquiry.announce(ticket.request);
				break;
			case "respond":
				this.#waitFor(
					ticket?.own.respond(order.message).then((problem) => problem !== undefined && refuse(ctx, problem)),
				);
				break;
			case "finish":
				if (ticket) this.#finish(order, ticket);
				break;
			case "ask":
				if (order.isAtStart) setImmediate(() => this.#askLate(ctx, order.asker, order.ask));
				else this.#askLate(ctx, order.asker, order.ask);
				break;
			case "prepare":
				// The file may be renamed until then, by what follows from another order.
				queueMicrotask(() => void this.#tell(ctx, { prepared: order.ticket }, { ticket }));
				break;
			case "write":
				this.#writeFile(order, ctx, ticket);
				break;
			case "pass":
				if (ticket) void this.#pass(order, ticket);
				break;
			case "listen":
				if (ticket) void this.#listen(ticket);
				break;
			case "unlisten":
				this.#listening.abort();
				break;
			case "hold":
				this.#hold(order.until);
				break;
			case "recount":
				// The entries of this batch are in the session then.
				queueMicrotask(() => void this.#tell(ctx, "recounted"));
				break;
			case "release":
				this.#held.get(nameOf(order.until))?.resolve();
				this.#held.delete(nameOf(order.until));
				break;
			default:
				this.#waitFor(this.#session.carryOut(order, batch, ticket && resultFor(ticket)));
		}
	}

	#waitFor(promise: Promise<unknown> | undefined): void {
		if (promise) this.#waits?.push(promise.catch(() => {}));
	}

	#hold(until: Until): void {
		const held = Promise.withResolvers<void>();
		this.#held.set(nameOf(until), held);
		const isLimited = until === "turn" || until === "unasked";
		const happened = held.promise.then(() => (until === "unasked" ? nextTick() : undefined));
		this.#waitFor(isLimited ? Promise.race([happened, sleep(WRITING_MS)]) : happened);
	}

	/** Opens a place, and tells the desk how it has ended, if it was seen. */
	async #open(order: Order & { type: "open" }, ticket: Ticket): Promise<void> {
		const { ctx, questions } = ticket.inquiry;
		const replied = await openPlace(order, ticket, () => this.branch(ctx).remind(questions));
		if (replied) await this.#tell(ctx, { replied }, { ticket, branch: ticket.branch });
	}

	/** Tells the desk that a ticket was answered from elsewhere. Resolves to why that does not count. */
	async #takeElsewhere(ticket: Ticket, result: ToolResult, from: string): Promise<string | undefined> {
		const { number, own, branch, inquiry, results } = ticket;
		const first = results.get("elsewhere");
		results.set("elsewhere", result);
		ticket.refusal = undefined;
		const answered = { ticket: number, result: placeResult(result), isTouched: own.isTouched, from };
		const told = this.#tell(inquiry.ctx, { answered }, { branch });
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

	#finish({ ticket: number, with: how, isLast }: Order & { type: "finish" }, ticket: Ticket): void {
		const { ctx } = ticket.inquiry;
		const result = resultOf(how, ticket);
		ticket.own.withdraw();
		ticket.above.abort();
		this.#tickets.delete(number);
		this.published.remove(ticket, result);
		ticket.finish({ result, isLast });
		if (!isLast) return;
		this.#wasLast = true;
		try {
			ctx.abort(); // the results of other calls in the message would let the run continue
		} catch {
			// The session is closed already.
		}
	}

	/** Tells a subagent that listens the result of a ticket. */
	async #pass({ to }: Order & { type: "pass" }, ticket: Ticket): Promise<void> {
		const result = resultFor(ticket);
		const isTaken = result !== undefined && (await passOn(to, result));
		await this.#tell(ticket.inquiry.ctx, { passed: { to, isTaken } });
	}

	/** Listens for what the person above answers later. */
	async #listen(ticket: Ticket): Promise<void> {
		if (this.#listening.signal.aborted) this.#listening = new AbortController();
		const { number, inquiry, personAbove } = ticket;
		const take = async (reply: Reply) => {
			if ("problem" in reply) return false;
			const heard = { ...ticket, results: new Map([["own" as const, reply as ToolResult]]), refusal: undefined };
			this.#tickets.set(number, heard);
			await this.#tell(inquiry.ctx, { heard: { ticket: number, hasPictures: reply.pictures.length > 0 } });
			this.#tickets.delete(number);
			return heard.refusal === undefined;
		};
		await personAbove
			?.listen(this.#listening.signal, take)
			.catch((error) => say(inquiry.ctx, reasonOf(error), "warning"));
	}

	/** Asks late questions. */
	#askLate(ctx: ExtensionContext, asker: Asker, ask: string): void {
		try {
			const branch = this.branch(ctx);
			const questions = branch.questions(ask);
			const announce = (request: AskUserRequest) => this.#session.write(ctx, request.type, request);
			const finish = () => release(questions.questionnaire);
			const number = this.#admit({ ctx, questions, announce, late: ask, isForOthers: false }, asker, finish);
			const ticket = this.#tickets.get(number);
			if (ticket) ticket.branch = branch;
			const { about } = questions.questionnaire;
			void this.#tell(ctx, { asked: { ticket: number, asker, about, hasAbove: false } }, { ticket });
		} catch (error) {
			const sequence = "sequence" in asker ? asker.sequence : 0;
			void this.#tell(ctx, { unopened: { sequence, problem: reasonOf(error) } });
		}
	}

	#writeFile(order: Order & { type: "write" }, ctx: ExtensionContext, ticket: Ticket | undefined): void {
		const { ticket: number, name, text, existing } = order;
		try {
			writePending(ctx.cwd, name, text, existing);
			if (number !== undefined) void this.#tell(ctx, { written: { ticket: number } }, { ticket });
		} catch (error) {
			const reason = reasonOf(error);
			if (number === undefined) {
				say(ctx, `${name}: ${reason}`, "warning");
				return;
			}
			const fault = error instanceof Overtaken ? { overtaken: reason } : { failed: reason };
			void this.#tell(ctx, { written: { ticket: number, fault } }, { ticket });
		}
	}
}

function refuse(ctx: ExtensionContext, problem: string): void {
	say(ctx, `ask_user_response was refused: ${problem}`, "error");
}

/** Returns the result of a ticket that counts. */
function resultFor({ results }: Ticket): ToolResult | undefined {
	return results.get("elsewhere") ?? results.get("own");
}

function nameOf(until: Until): string {
	return typeof until === "string" ? until : `sequence ${until.sequence}`;
}

/** Returns the pending files to read for an event, if it tells of those of other sessions, too. */
function namesFor(event: DeskEvent, ctx: ExtensionContext): string[] | undefined {
	if (typeof event !== "object") return undefined;
	const isTelling = "begun" in event || ("command" in event && event.command.trim() === "answer");
	return isTelling ? allPendingFiles(ctx) : undefined;
}

/** Reads a pending file. The session reports what is wrong with it. */
function textOf(cwd: string, file: string): { text?: string } {
	try {
		const text = readPending(cwd, file);
		return text === undefined ? {} : { text };
	} catch {
		return {};
	}
}
