/**
 * What the desk orders for a session beside the questions themselves: entries, messages, notices and files, and how a run
 * ends.
 *
 * Never here: when any of it is done, what the model reads.
 */
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { TicketOrder } from "./asking/tickets.ts";
import { withPictures } from "./calls.ts";
import { Branch, type ReadingOptions } from "./core/branch.ts";
import { coreOr, type DeskEvent, type Order, type Severity, say, type ToolResult } from "./core/core.ts";
import { hasPromptWith } from "./host/branch.ts";
import { endRun, failRun } from "./host/ending.ts";
import { loadAlone, reasonOf } from "./host/io.ts";
import { ANSWERS, WAITING } from "./host/names.ts";
import { retirePending } from "./host/pending.ts";
import { isNested } from "./host/process.ts";
import { uiOf } from "./host/ui.ts";
import { showRow } from "./tui/place.ts";

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

/** Returns the answers that were not used before pi reloaded the extension, once. */
export function takeCarried(): string | undefined {
	const answers = kept[UNUSED];
	delete kept[UNUSED];
	return answers;
}

type Message = Parameters<ExtensionAPI["sendMessage"]>[0];

/** Orders that are about the session: neither about questions nor about what the desk itself waits for. */
type SessionOrder = Exclude<Order, TicketOrder | { type: "hold" | "release" | "recount" }>;

/** Orders of one event. */
export interface Batch {
	orders: Order[];
	ctx: ExtensionContext;
	/** Whether all entries of the batch are in the session. */
	isKept: boolean;
}

interface Notice {
	ctx: ExtensionContext;
	text: string;
	severity: Severity;
}

/** Shows notices. Those that are no more than news as one, because pi replaces one by the next. */
function sayAll(notices: Notice[]): void {
	const news = notices.filter(({ severity }) => severity === "info");
	for (const { ctx, text, severity } of notices) if (severity !== "info") say(ctx, text, severity);
	const [first] = news;
	if (first) say(first.ctx, news.map(({ text }) => text).join("\n"));
}

export class Session {
	readonly #pi: ExtensionAPI;
	readonly #reads: ReadingOptions;
	readonly #tell: (ctx: ExtensionContext, event: DeskEvent, branch?: Branch) => void;
	/** Messages that are kept until they are sent, by id. */
	readonly #messages = new Map<string, { message: Message; result: ToolResult }>();
	/** Notices to show after the orders, and those to show once pi has drawn the conversation. */
	readonly #notices: Notice[] = [];
	readonly #unsaid: Notice[] = [];
	#delay: ReturnType<typeof setTimeout> | undefined;

	/** `tell` tells the desk what has happened. */
	constructor(
		pi: ExtensionAPI,
		reads: ReadingOptions,
		tell: (ctx: ExtensionContext, event: DeskEvent, branch?: Branch) => void,
	) {
		this.#pi = pi;
		this.#reads = reads;
		this.#tell = tell;
	}

	/** Carries out an order. `own` is the result of its place. Returns what the host has to wait for. */
	carryOut(order: SessionOrder, batch: Batch, own: ToolResult | undefined): Promise<unknown> | undefined {
		const { ctx } = batch;
		switch (order.type) {
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
			case "direct":
				return this.#direct(ctx);
			case "row":
				showRow(uiOf(ctx), order.text);
				break;
			case "offer":
				this.#offer(order.isOffered);
				break;
			case "prompt":
				this.#pi.sendUserMessage(order.text, { deliverAs: "followUp" });
				break;
			case "note":
				batch.isKept = this.write(ctx, ANSWERS, order.data) && batch.isKept;
				break;
			case "keep":
				batch.isKept = this.#keep(order, ctx, own) && batch.isKept;
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
			case "delay":
				this.#delay = setTimeout(() => this.#tell(ctx, "elapsed"), ENDING_MS).unref();
				break;
			case "fail":
				failRun();
				break;
			case "exit":
				return endRun();
			default:
				order satisfies never;
		}
		return undefined;
	}

	/** Drops what waits for time to pass. */
	close(): void {
		clearTimeout(this.#delay);
		this.#unsaid.length = 0;
	}

	/** Does what cannot wait, after the core has failed at an event: a script sees that, and no message is lost. */
	failed(ctx: ExtensionContext, event: DeskEvent): void {
		if (typeof event !== "object") return;
		if ("command" in event && !ctx.hasUI && !isNested(ctx)) failRun();
		if (!("closed" in event)) return;
		for (const { message } of this.#messages.values()) this.#send(message, "append");
		this.#messages.clear();
	}

	/** Shows the notices that wait until pi has drawn the conversation. */
	drawn(): void {
		sayAll(this.#unsaid.splice(0));
	}

	/** Shows the notices of the orders that were carried out. */
	done(): void {
		sayAll(this.#notices.splice(0));
	}

	/**
	 * Writes an entry into the session. If that fails, as on a full disk, says so and returns false: what the user entered
	 * goes on all the same.
	 */
	write(ctx: ExtensionContext, kind: string, data: object): boolean {
		try {
			this.#pi.appendEntry(kind, data);
			return true;
		} catch (error) {
			say(ctx, `The session could not be written: ${reasonOf(error)}`, "warning");
			return false;
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
		const prompted = text !== undefined && hasPromptWith(ctx, text) ? { prompted: text } : undefined;
		if (!prompted && !isTold) return;
		this.#tell(ctx, { looked: { ...prompted, isTold } }, new Branch(this.#reads, ctx, [name]));
	}

	/** Shows a notice; at the start of pi, in a terminal, below the conversation that is still to be drawn. */
	#say(ctx: ExtensionContext, notice: { text: string; severity: Severity; isAtStart: boolean }): void {
		const { text, severity, isAtStart } = notice;
		if (ctx.mode !== "tui") {
			say(ctx, text, severity);
			return;
		}
		if (isAtStart && this.#unsaid.length === 0) setTimeout(() => this.drawn(), DRAWING_MS).unref();
		(isAtStart ? this.#unsaid : this.#notices).push({ ctx, text, severity });
	}

	#offer(isOffered: boolean): void {
		const { tool } = this.#reads;
		const others = this.#pi.getActiveTools().filter((name) => name !== tool);
		this.#pi.setActiveTools(isOffered ? [...others, tool] : others);
	}

	async #direct(ctx: ExtensionContext): Promise<void> {
		const isOn = coreOr(false, (core) => this.#reads.settings(core).elsewhere);
		const { directions } = await loadAlone("directions", () => import("./elsewhere/directions.ts"));
		say(ctx, directions(isOn));
	}

	#list(ctx: ExtensionContext): void {
		try {
			say(ctx, new Branch(this.#reads, ctx).listing((process.stdout.columns ?? COLUMNS) - NOTICE_MARGIN));
		} catch (error) {
			say(ctx, reasonOf(error), "error");
			if (!ctx.hasUI && !isNested(ctx)) failRun();
		}
	}

	/** Makes a message. Returns false if the entry that stands for it could not be written. */
	#keep(order: Order & { type: "keep" }, ctx: ExtensionContext, own: ToolResult | undefined): boolean {
		const { id, lead = "", effects, isNoted } = order;
		const made = order.result ?? own;
		if (!made) return true;
		const content = lead + made.content;
		const result = { ...made, content };
		const message = { customType: ANSWERS, content, display: true, details: { ...result.details, ...effects, id } };
		this.#messages.set(id, { message, result });
		return !isNoted || this.write(ctx, ANSWERS, { ...message.details, content });
	}

	/** Reads the pictures of a message. */
	async #attach(ctx: ExtensionContext, id: string): Promise<void> {
		const kept = this.#messages.get(id);
		if (!kept) return;
		const { message, result } = kept;
		const content = (await withPictures(result, ctx)) ?? message.content;
		if (!this.#messages.has(id)) return; // the session has closed, and got it without them
		this.#messages.set(id, { message: { ...message, content }, result });
		this.#tell(ctx, { attached: id });
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
