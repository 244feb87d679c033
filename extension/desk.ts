/**
 * Tells the desk of the core what happens in a process of pi, and has its orders carried out. Loaded with the first question,
 * or when a session continues.
 *
 * Never here: deciding who answers, what opens when, what is sent, and how pi ends; registering anything.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AgentEndEvent, ExtensionAPI, ExtensionContext, Theme } from "@earendil-works/pi-coding-agent";
import { OwnPlace, type Wishes } from "./asking/own.ts";
import type { Published } from "./asking/published.ts";
import type { Finished, Ticket } from "./asking/ticket.ts";
import { type About, isOfTickets, Tickets } from "./asking/tickets.ts";
import { allPendingFiles, Branch } from "./core/branch.ts";
import {
	type AskUserRequest,
	type CloseReason,
	type DeskEvent,
	type Handled,
	type Order,
	type Questions,
	readWithCore,
	type Scene,
	say,
	type Until,
} from "./core/core.ts";
import { nextTick } from "./dialogs/dialogs.ts";
import { runOf } from "./host/branch.ts";
import { hasHungUp, watchEnd } from "./host/ending.ts";
import { reasonOf } from "./host/io.ts";
import { readPending } from "./host/pending.ts";
import { isNested, modeOf } from "./host/process.ts";
import { readCommandLine } from "./host/start.ts";
import { type Batch, Session, takeCarried } from "./session.ts";
import { type Asked, type PersonAbove, type Reply, shared } from "./subagents/hosts.ts";

export class Desk {
	readonly #pi: ExtensionAPI;
	readonly wishes: Wishes;
	/** The desk, as the core has written it. */
	#state = "";
	readonly #tickets: Tickets;
	readonly #session: Session;
	readonly #held = new Map<string, PromiseWithResolvers<void>>();
	/** Batches that are to be carried out, and what the events of this turn wait for. */
	readonly #batches: Batch[] = [];
	#waits: Array<Promise<unknown>> | undefined;
	#unwatch: (() => void) | undefined;

	constructor(pi: ExtensionAPI, wishes: Wishes) {
		this.#pi = pi;
		this.wishes = wishes;
		this.#session = new Session(pi, wishes, (ctx, event, branch) => void this.#tell(ctx, event, { branch }));
		this.#tickets = new Tickets(wishes, {
			tell: (ctx, event, about) => this.#tell(ctx, event, about),
			write: (ctx, kind, data) => void this.#session.write(ctx, kind, data),
			watch: (ctx) => this.#watch(ctx),
			scene: (ctx) => this.#sceneOf(ctx),
		});
	}

	/** What waits for the person, for other places. */
	get published(): Published {
		return this.#tickets.published;
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

	/** Asks the questions of a call, whose session may be below that of another person. */
	async ask(
		ctx: ExtensionContext,
		call: string,
		questions: Questions,
		signal: AbortSignal | undefined,
		announce: (request: AskUserRequest) => void,
		personAbove: PersonAbove,
	): Promise<Finished> {
		const inquiry = { ctx, questions, announce, call, isForOthers: false };
		return this.#tickets.ask(inquiry, { call }, signal, personAbove);
	}

	/**
	 * Asks the questions of a session without a person, or of another extension. Resolves to undefined if this session ends
	 * first.
	 */
	async askFor(
		ctx: ExtensionContext,
		{ id, subagent: asking, call }: Asked,
		questions: Questions,
		signal: AbortSignal,
	): Promise<Reply | undefined> {
		const subagent = { ...asking, ask: id };
		questions.questionnaire.askFor(subagent);
		const announce = (request: AskUserRequest) => this.#session.write(ctx, request.type, request);
		const asker = { session: { subagent, id: `${subagent.pid}:${call}` } };
		const inquiry = { ctx, questions, announce, isForOthers: true };
		return (await this.#tickets.ask(inquiry, asker, signal)).result;
	}

	/** Closes the session if pi ends unheard. What listens keeps nothing of the questions. */
	#watch(ctx: ExtensionContext): void {
		if (ctx.hasUI) this.#unwatch ??= watchEnd(() => void this.close(ctx, "quit"));
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
		await this.#tell(ctx, { runEnded: runOf(messages, this.wishes.tool) });
	}

	/** Whether a form is open, or was closed by the abort with which pi begins to end. */
	get isAsking(): boolean {
		return this.#tickets.isAsking;
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
		if (typeof handled === "object") return handled;
		const names = handled === "all" ? allPendingFiles(ctx) : undefined;
		return new Branch(this.wishes, ctx, names).desk(this.#state, event, scene, questions);
	}

	/** Does what has to be done if the core cannot handle an event. */
	#fail(ctx: ExtensionContext, event: DeskEvent, error: unknown, { ticket }: About): void {
		if (this.#tickets.fail(event, error, ticket)) return;
		say(ctx, reasonOf(error), "error");
		for (const { resolve } of this.#held.values()) resolve();
		this.#session.failed(ctx, event);
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
				wantsDialogs: this.wishes.wantsDialogs(),
			};
		} catch (error) {
			const last = ticket?.scene ?? this.#tickets.scene;
			if (!last) throw error;
			return { ...last, ...always, host: { mode: last.host.mode, now } };
		}
	}

	#carryOut(order: Order, batch: Batch): void {
		const { ctx } = batch;
		if (isOfTickets(order)) {
			this.#waitFor(this.#tickets.carryOut(order, ctx));
			return;
		}
		switch (order.type) {
			case "hold":
				this.#hold(order);
				break;
			case "release":
				this.#held.get(nameOf(order.until))?.resolve();
				this.#held.delete(nameOf(order.until));
				break;
			case "recount":
				// The entries of this batch are in the session then.
				queueMicrotask(() => void this.#tell(ctx, "recounted"));
				break;
			default: {
				const result = "from" in order && order.from ? this.#tickets.resultOf(order.from) : undefined;
				this.#waitFor(this.#session.carryOut(order, batch, result));
			}
		}
	}

	#waitFor(promise: Promise<unknown> | undefined): void {
		if (promise) this.#waits?.push(promise.catch(() => {}));
	}

	#hold({ until, most }: Order & { type: "hold" }): void {
		const held = Promise.withResolvers<void>();
		this.#held.set(nameOf(until), held);
		const happened = held.promise.then(() => (until === "unasked" ? nextTick() : undefined));
		this.#waitFor(most === undefined ? happened : Promise.race([happened, sleep(most)]));
	}
}

function nameOf(until: Until): string {
	return typeof until === "string" ? until : `sequence ${until.sequence}`;
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
