/**
 * Tells the desk of the core what happens in a process of pi, and carries out its orders. Loaded with the first question,
 * or when a session continues.
 *
 * Never here: deciding who answers, what opens when, what is sent, and how pi ends; registering anything.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExtensionAPI, ExtensionContext, Theme } from "@earendil-works/pi-coding-agent";
import { type Inquiry, OwnPlace, type Wishes } from "./asking/own.ts";
import { Branch } from "./core/branch.ts";
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
	recordOf,
	release,
	type Scene,
	type Seat,
	type Severity,
	say,
	type ToolResult,
	type Until,
	withCore,
} from "./core/core.ts";
import { nextTick } from "./dialogs/dialogs.ts";
import { hasPromptWith } from "./host/branch.ts";
import { endRun, failRun, hasHungUp, watchSignals } from "./host/ending.ts";
import { loadAlone, reasonOf } from "./host/io.ts";
import { ANSWERS, WAITING } from "./host/names.ts";
import { Overtaken, readPending, retirePending, writePending } from "./host/pending.ts";
import { isNested, modeOf } from "./host/process.ts";
import { readCommandLine } from "./host/start.ts";
import type { Asked, Reply } from "./subagents/hosts.ts";

/** Longest time in milliseconds to wait for the results of open forms. pi needs about 20 to write them. */
const WRITING_MS = 500;
/** Time in milliseconds within which the session closes after pi has aborted the run in order to end. */
const ENDING_MS = 300;
/** Time in milliseconds after which pi has drawn a conversation that shows no call of this tool. */
const DRAWING_MS = 1000;
/** Columns of a listing if the width of the terminal is unknown, and columns that pi leaves free around a notice. */
const COLUMNS = 100;
const NOTICE_MARGIN = 2;

/** Key of unused answers in `globalThis`, where they are kept while pi reloads the extension. */
const UNUSED = Symbol.for("pi-question.answers");
const kept = globalThis as { [UNUSED]?: string | undefined };

type Message = Parameters<ExtensionAPI["sendMessage"]>[0];

/** The result of a call; none if the session has ended first. `isLast`: pi ends, and no other turn is to follow. */
export interface Finished {
	result: ToolResult | undefined;
	isLast: boolean;
}

/** What the desk knows as a ticket. */
interface Ticket {
	inquiry: Inquiry;
	asker: Asker;
	/** The branch in which late questions were asked. */
	branch?: Branch;
	own: OwnPlace;
	/** Asks the person above. */
	askAbove?: ((signal: AbortSignal) => Promise<Reply | undefined>) | undefined;
	above: AbortController;
	results: Map<Seat, ToolResult>;
	/** The request that a program is handed. */
	request?: AskUserRequest;
	finish: (finished: Finished) => void;
	/** What the host said when the questions were asked. */
	scene: Scene;
}

/** Orders of one event. */
interface Batch {
	orders: Order[];
	ctx: ExtensionContext;
	/** Whether all entries of the batch are in the session. */
	isKept: boolean;
}

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
	/** Messages that are kept until they are sent, by id. */
	readonly #messages = new Map<string, { message: Message; result: ToolResult }>();
	readonly #held = new Map<string, PromiseWithResolvers<void>>();
	/** Batches that are being carried out, and what the events of this turn wait for. */
	readonly #batches: Batch[] = [];
	#waits: Array<Promise<unknown>> | undefined;
	/** Notices to show once pi has drawn the conversation. */
	readonly #unsaid: Array<() => void> = [];
	#reminding: ReturnType<typeof setTimeout> | undefined;
	/** Whether a call has ended because pi is ending. */
	#wasLast = false;
	#unwatch: (() => void) | undefined;

	constructor(pi: ExtensionAPI, wishes: Wishes) {
		this.#pi = pi;
		this.wishes = wishes;
	}

	/** Loads what a form needs. */
	async prepare(theme: Theme): Promise<void> {
		if (!this.wishes.wantsDialogs()) await OwnPlace.prepare(this.wishes, theme);
	}

	/** Begins or continues a session. `isStart`: pi was started with it. */
	async start(ctx: ExtensionContext, isStart: boolean): Promise<void> {
		// The flag is set for all sessions of the process, but the answers are for the first one.
		const answers = isStart ? this.#pi.getFlag("answers") : kept[UNUSED];
		delete kept[UNUSED];
		const line = isStart ? readCommandLine(ctx) : undefined;
		const files = (line?.answeredFiles ?? []).map((name) => ({ name, ...textOf(ctx.cwd, name) }));
		const begun = {
			...(line && { line: { hasPrompt: line.hasPrompt, commands: line.commands, files } }),
			...(typeof answers === "string" && { answers }),
		};
		await this.#tell(ctx, { begun });
	}

	/** Asks the questions of a call. `askAbove` asks the person above as well. */
	async ask(
		ctx: ExtensionContext,
		call: string,
		questions: Questions,
		signal: AbortSignal | undefined,
		announce: (request: AskUserRequest) => void,
		askAbove?: (signal: AbortSignal) => Promise<Reply | undefined>,
	): Promise<Finished> {
		const inquiry = { ctx, questions, announce, call, isForOthers: false };
		return this.#ask(inquiry, { call }, signal, askAbove);
	}

	/** Asks the questions of a session without a person. Resolves to undefined if this session ends first. */
	async askFor(
		ctx: ExtensionContext,
		{ subagent, call }: Asked,
		questions: Questions,
		signal: AbortSignal,
	): Promise<Reply | undefined> {
		questions.questionnaire.askFor(subagent);
		const announce = (request: AskUserRequest) => this.#write(ctx, request.type, request);
		const asker = { session: { subagent, id: `${subagent.pid}:${call}` } };
		return (await this.#ask({ ctx, questions, announce, isForOthers: true }, asker, signal)).result;
	}

	async #ask(
		inquiry: Inquiry,
		asker: Asker,
		signal: AbortSignal | undefined,
		askAbove?: Ticket["askAbove"],
	): Promise<Finished> {
		const { ctx } = inquiry;
		if (ctx.hasUI) this.#unwatch ??= watchSignals();
		const { promise, resolve } = Promise.withResolvers<Finished>();
		const number = this.#admit(inquiry, asker, resolve, askAbove);
		const aborted = () => void this.#tell(ctx, { aborted: number });
		// Delayed, because what a program sent before the abort counts.
		const abort = modeOf(ctx) === "rpc" ? () => setImmediate(aborted) : aborted;
		signal?.addEventListener("abort", abort);
		try {
			const ticket = this.#tickets.get(number);
			void this.#tell(ctx, { asked: { ticket: number, asker, hasAbove: askAbove !== undefined } }, { ticket });
			if (signal?.aborted) abort();
			return await promise;
		} finally {
			signal?.removeEventListener("abort", abort);
			this.#tickets.delete(number);
		}
	}

	/** Gives questions a number. */
	#admit(inquiry: Inquiry, asker: Asker, finish: Ticket["finish"], askAbove?: Ticket["askAbove"]): number {
		this.#lastTicket += 1;
		const number = this.#lastTicket;
		const own = new OwnPlace(this.wishes, inquiry, {
			shown: (isShown) => {
				void this.#tell(inquiry.ctx, isShown ? { shown: number } : { unshown: number });
			},
			requested: (request, isAlone) => {
				ticket.request = request;
				const bytes = Buffer.byteLength(JSON.stringify(request));
				void this.#tell(inquiry.ctx, { requested: { ticket: number, bytes, isAlone } });
			},
		});
		const scene = this.#sceneOf(inquiry.ctx);
		const ticket: Ticket = {
			inquiry,
			asker,
			own,
			askAbove,
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
	async note(ctx: ExtensionContext, event: "replying" | "turnEnded" | "settled"): Promise<void> {
		await this.#tell(ctx, event);
	}

	/** Handles the end of a run. `isDone`: the model has replied. `notBegun` are calls without a result of the tool. */
	async ended(ctx: ExtensionContext, isDone: boolean, notBegun: string[]): Promise<void> {
		await this.#tell(ctx, { runEnded: { isDone, notBegun } });
	}

	/** Whether a form is open, or was closed by the abort with which pi begins to end. */
	get isAsking(): boolean {
		return this.#tickets.size > 0 || this.#wasLast;
	}

	/** Closes the session and its open forms. */
	async close(ctx: ExtensionContext, reason: string): Promise<void> {
		clearTimeout(this.#reminding);
		const why: CloseReason = reason === "quit" || reason === "reload" ? reason : "other";
		await this.#tell(ctx, { closing: why });
		this.#unsaid.length = 0;
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
		for (const sayIt of this.#unsaid.splice(0)) sayIt();
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
		// What follows from an order is carried out after the others.
		if (this.#waits) return;
		const waits: Array<Promise<unknown>> = [];
		this.#waits = waits;
		try {
			for (let batch = this.#batches.shift(); batch; batch = this.#batches.shift())
				for (const order of batch.orders) this.#complain(batch.ctx, () => this.#carryOut(order, batch));
		} finally {
			this.#waits = undefined;
		}
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
		const handled = withCore(
			(core) => core.desk(this.#state, event, scene),
			() => withCore((core) => core.desk(this.#state, event, scene)),
		);
		return handled ?? this.branch(ctx).desk(this.#state, event, scene, questions);
	}

	/** Does what has to be done if the core cannot handle an event. */
	#fail(ctx: ExtensionContext, event: DeskEvent, error: unknown, { ticket }: About): void {
		const problem = reasonOf(error);
		if (typeof event === "object" && "replied" in event && event.replied.problem === undefined) {
			void this.#tell(ctx, { replied: { ...event.replied, problem } }, { ticket });
		} else if (ticket) {
			const result = failure(ticket.scene.host.mode, afterError(error, ticket.inquiry.questions.core));
			ticket.finish({ result, isLast: false });
		} else {
			say(ctx, problem, "error");
		}
	}

	/** Returns what the host knows. A session that has closed knows nothing any more. */
	#sceneOf(ctx: ExtensionContext, ticket?: Ticket): Scene {
		const now = Date.now();
		const always = { timestamp: new Date(now).toISOString(), key: randomUUID(), isGone: hasHungUp() };
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
				if (order.seat === "own") ticket?.own.close(order.how === "disconnect" ? "disconnect" : "abort");
				else ticket?.above.abort();
				break;
			case "count":
				ticket?.own.count(order.waiting);
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
				void this.#tell(ctx, { prepared: order.ticket }, { ticket });
				break;
			case "write":
				this.#writeFile(order, ctx, ticket);
				break;
			case "retire":
				if (batch.isKept && !this.#retire(ctx, order) && order.isRequired) failRun();
				break;
			case "look":
				this.#look(order, ctx);
				break;
			case "say":
				this.#say(ctx, order);
				break;
			case "list":
				this.#list(ctx);
				break;
			case "note":
				batch.isKept = this.#write(ctx, ANSWERS, order.data) && batch.isKept;
				break;
			case "keep":
				batch.isKept = this.#keep(order, ctx, ticket) && batch.isKept;
				break;
			case "attach":
				void this.#attach(ctx, order.id);
				break;
			case "send":
				this.#send(this.#messages.get(order.id)?.message, order.how);
				break;
			case "drop":
				this.#messages.delete(order.id);
				break;
			case "resume":
				this.#send({ customType: ANSWERS, content: order.content, display: true, details: order.details }, "append");
				break;
			case "tell":
				this.#send({ customType: WAITING, content: order.content, display: true, details: undefined }, order.how);
				break;
			case "carry":
				kept[UNUSED] = order.answers;
				break;
			case "remind":
				this.#reminding = setTimeout(() => void this.#tell(ctx, "reminded"), ENDING_MS).unref();
				break;
			case "hold":
				this.#hold(order.until);
				break;
			case "release":
				this.#held.get(nameOf(order.until))?.resolve();
				break;
			case "fail":
				failRun();
				break;
			case "exit":
				this.#waitFor(endRun());
				break;
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
	async #open({ ticket: number, seat, request, isExpected }: Order & { type: "open" }, ticket: Ticket): Promise<void> {
		const { inquiry, above, askAbove, own } = ticket;
		const { ctx, questions } = inquiry;
		let result: ToolResult | undefined;
		try {
			if (seat === "above") {
				const reply = await askAbove?.(above.signal);
				result = reply && "content" in reply ? (reply as ToolResult) : undefined;
			} else {
				if (!("sequence" in ticket.asker)) this.branch(ctx).remind(questions);
				result = await own.open(request, isExpected);
				if (!result && own.isUnseen) return;
				result ??= failure(ticket.scene.host.mode, "no result");
			}
		} catch (error) {
			result = failure(ticket.scene.host.mode, afterError(error, questions.core));
		}
		if (result) ticket.results.set(seat, result);
		const replied = result && {
			record: recordOf(result),
			content: result.content,
			// That of a person above has no need of it.
			isSaid: result.isSaid === true,
			isByUser: result.isByUser,
			hasPictures: result.pictures.length > 0 && result.isByUser,
		};
		const event = { replied: { ticket: number, seat, ...(replied && { result: replied }) } };
		await this.#tell(ctx, event, { ticket, branch: ticket.branch });
	}

	#finish({ ticket: number, with: how, isLast }: Order & { type: "finish" }, ticket: Ticket): void {
		const { questions, ctx } = ticket.inquiry;
		let result: ToolResult | undefined;
		try {
			if (how === "gone") result = undefined;
			else if ("place" in how) result = ticket.results.get(how.place);
			else result = questions.questionnaire.finish(how, { ...ticket.scene.host, now: Date.now() });
		} catch (error) {
			result = failure(ticket.scene.host.mode, afterError(error, questions.core));
		}
		ticket.own.withdraw();
		ticket.above.abort();
		this.#tickets.delete(number);
		ticket.finish({ result, isLast });
		if (!isLast) return;
		this.#wasLast = true;
		try {
			ctx.abort(); // the results of other calls in the message would let the run continue
		} catch {
			// The session is closed already.
		}
	}

	/** Asks late questions. */
	#askLate(ctx: ExtensionContext, asker: Asker, ask: string): void {
		try {
			const branch = this.branch(ctx);
			const questions = branch.questions(ask);
			const announce = (request: AskUserRequest) => this.#write(ctx, request.type, request);
			const finish = () => release(questions.questionnaire);
			const number = this.#admit({ ctx, questions, announce, isForOthers: false }, asker, finish);
			const ticket = this.#tickets.get(number);
			if (ticket) ticket.branch = branch;
			void this.#tell(ctx, { asked: { ticket: number, asker, hasAbove: false } }, { ticket });
		} catch (error) {
			const sequence = "sequence" in asker ? asker.sequence : 0;
			void this.#tell(ctx, { unopened: { sequence, problem: reasonOf(error) } });
		}
	}

	#writeFile(order: Order & { type: "write" }, ctx: ExtensionContext, ticket: Ticket | undefined): void {
		const { ticket: number, name, text, existing } = order;
		try {
			writePending(ctx.cwd, name, text, existing);
			void this.#tell(ctx, { written: { ticket: number } }, { ticket });
		} catch (error) {
			const reason = reasonOf(error);
			const fault = error instanceof Overtaken ? { overtaken: reason } : { failed: reason };
			void this.#tell(ctx, { written: { ticket: number, fault } }, { ticket });
		}
	}

	/** Renames a pending file, and tells the user. Returns whether it was renamed. */
	#retire(ctx: ExtensionContext, { name, isAtStart }: Order & { type: "retire" }): boolean {
		try {
			const answered = retirePending(ctx.cwd, name);
			if (answered !== undefined) this.#say(ctx, { text: `${name} is now ${answered}.`, severity: "info", isAtStart });
			return true;
		} catch (error) {
			const text = `${name} could not be renamed: ${reasonOf(error)}`;
			this.#say(ctx, { text, severity: "warning", isAtStart });
			return false;
		}
	}

	#look({ name, text, isTold }: Order & { type: "look" }, ctx: ExtensionContext): void {
		const isPrompted = text !== undefined && hasPromptWith(ctx, text);
		if (!isPrompted && !isTold) return;
		const branch = this.branch(ctx, [name]);
		if (isPrompted && branch.textOf(name) !== text) return; // it was renamed or changed meanwhile
		void this.#tell(ctx, { looked: { isPrompted, isTold } }, { branch });
	}

	/** Shows a notice; at the start of pi, in a terminal, below the conversation that is still to be drawn. */
	#say(ctx: ExtensionContext, notice: { text: string; severity: Severity; isAtStart: boolean }): void {
		const { text, severity, isAtStart } = notice;
		if (!isAtStart || ctx.mode !== "tui") {
			say(ctx, text, severity);
			return;
		}
		if (this.#unsaid.length === 0) setTimeout(() => this.drawn(), DRAWING_MS).unref();
		this.#unsaid.push(() => say(ctx, text, severity));
	}

	#list(ctx: ExtensionContext): void {
		try {
			say(ctx, this.branch(ctx).listing((process.stdout.columns ?? COLUMNS) - NOTICE_MARGIN));
		} catch (error) {
			say(ctx, reasonOf(error), "error");
			if (!ctx.hasUI) failRun();
		}
	}

	/**
	 * Writes an entry into the session. If that fails, as on a full disk, says so and returns false: what the user entered
	 * goes on all the same.
	 */
	#write(ctx: ExtensionContext, kind: string, data: object): boolean {
		try {
			this.#pi.appendEntry(kind, data);
			return true;
		} catch (error) {
			say(ctx, `The session could not be written: ${reasonOf(error)}`, "warning");
			return false;
		}
	}

	/** Makes a message. Returns false if the entry that stands for it could not be written. */
	#keep(order: Order & { type: "keep" }, ctx: ExtensionContext, ticket: Ticket | undefined): boolean {
		const { id, effects, isNoted } = order;
		const result = order.result ?? ticket?.results.get("own");
		if (!result) return true;
		const { content } = result;
		const message = { customType: ANSWERS, content, display: true, details: { ...result.details, ...effects, id } };
		this.#messages.set(id, { message, result });
		return !isNoted || this.#write(ctx, ANSWERS, { ...message.details, content });
	}

	/** Reads the pictures of a message. */
	async #attach(ctx: ExtensionContext, id: string): Promise<void> {
		const kept = this.#messages.get(id);
		if (!kept) return;
		const { message, result } = kept;
		const content = await loadAlone("pictures", () => import("./core/attached.ts"))
			.then(({ contentOf }) => contentOf(result, ctx))
			.catch((error) => {
				say(ctx, reasonOf(error), "warning");
				return message.content;
			});
		if (!this.#messages.has(id)) return; // the session has closed, and got it without them
		this.#messages.set(id, { message: { ...message, content }, result });
		await this.#tell(ctx, { attached: id });
	}

	#send(message: Message | undefined, how: (Order & { type: "send" })["how"]): void {
		if (!message) return;
		if (how === "append") this.#pi.sendMessage(message, { triggerTurn: false });
		else
			this.#pi.sendMessage(message, {
				triggerTurn: how === "run",
				deliverAs: how === "nextTurn" ? "nextTurn" : "steer",
			});
	}
}

function refuse(ctx: ExtensionContext, problem: string): void {
	say(ctx, `ask_user_response was refused: ${problem}`, "error");
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
