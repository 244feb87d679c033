/**
 * Questions whose call is over: carries out what the core plans for them.
 *
 * Never here: which questions those are, whose answers win, what a message says.
 */
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Asker } from "../asking/asker.ts";
import { type Ask, type Event, type Plan, type Removal, recordOf, type Told, type ToolResult } from "../core/core.ts";
import { say, type Tone } from "../core/say.ts";
import { Snapshot, told } from "../core/snapshot.ts";
import { areWritten, promptWith } from "../host/branch.ts";
import { ANSWERS } from "../host/names.ts";
import { readPending, removePending } from "../host/pending.ts";
import { reasonOf } from "../host/say.ts";
import type { Start } from "../host/start.ts";
import { Deliveries } from "./deliveries.ts";

/** When pi has drawn a conversation that shows no call of ours, in milliseconds. */
const DRAWING_MS = 1000;

/** Texts of pending files by their names. */
export type Texts = ReadonlyMap<string, string | undefined>;

const NOTHING: Plan = { say: [], ask: [], isUsed: false, exit: "own" };

/** Stands for the call of answers that are changed. */
const REVISION = "revise";

export class Later {
	readonly #pi: ExtensionAPI;
	readonly #asker: Asker;
	readonly #deliveries: Deliveries;
	/** Whether answers of the pending file are on their way into the session. */
	#isDelivering = false;
	/** What is said once pi has drawn the conversation. */
	readonly #unsaid: Array<() => void> = [];
	/** The calls whose questions are open on the screen. */
	readonly #asking = new Set<string>();

	constructor(pi: ExtensionAPI, asker: Asker) {
		this.#pi = pi;
		this.#asker = asker;
		this.#deliveries = new Deliveries(pi);
	}

	/** What there is to say to the user, in their language. */
	told(what: Told, ...values: string[]): string {
		return told(this.#asker.wishes, what, ...values);
	}

	snapshot(ctx: ExtensionContext, names?: string[]): Snapshot {
		return new Snapshot(this.#asker.wishes, ctx, names);
	}

	/**
	 * A session begins. `answers` are those of the command line, `start` is what pi was started with, if this is its
	 * start. Returns what was planned.
	 */
	start(ctx: ExtensionContext, answers: string | undefined, start: Start | undefined): Plan {
		const { mode, hasUI } = ctx;
		const started = start && {
			hasPrompt: start.hasPrompt,
			hasCommand: start.commands > 0,
			answersPendingFile: start.answeredFiles.length > 0,
		};
		const snapshot = this.snapshot(ctx);
		const plan = planOr(snapshot, {
			start: {
				hasUI,
				host: { mode, now: Date.now() },
				...(started && { start: started }),
				...(answers !== undefined && { answers }),
			},
		});
		if (plan.remove) this.#removeIfWritten(ctx, snapshot, plan.remove);
		// pi puts what it says itself, of the session that it has turned to, in the place of the last thing that was no warning.
		for (const { text, tone } of plan.say) {
			if (start) this.#sayBelow(ctx, text, tone);
			else say(ctx, text, "warning");
		}
		this.#send(ctx, plan);
		// Not before pi has begun to send its events, of which the request is one.
		if (plan.ask.length > 0) setImmediate(() => this.#askAll(ctx, snapshot, plan.ask, false).catch(() => {}));
		return plan;
	}

	/** Says something when pi starts: in a terminal, below the conversation that it is going to draw. */
	#sayBelow(ctx: ExtensionContext, text: string, tone: Tone): void {
		if (ctx.mode !== "tui") {
			say(ctx, text, tone);
			return;
		}
		if (this.#unsaid.length === 0) setTimeout(() => this.drawn(), DRAWING_MS).unref();
		this.#unsaid.push(() => say(ctx, text, tone));
	}

	/** pi has drawn the conversation. */
	drawn(): void {
		for (const sayIt of this.#unsaid.splice(0)) sayIt();
	}

	/** Does what a command comes to; returns whether there was nothing against it. */
	async run(ctx: ExtensionContext, snapshot: Snapshot, plan: Plan): Promise<boolean> {
		for (const { text, tone } of plan.say) say(ctx, text, tone);
		if (plan.ask.length > 0) await this.#askAll(ctx, snapshot, plan.ask, true);
		return !plan.say.some(({ tone }) => tone === "warning");
	}

	/** Asks questions, those of one call after those of the other; `isExpected`: the user has just asked for that. */
	async #askAll(ctx: ExtensionContext, snapshot: Snapshot, all: Ask[], isExpected: boolean): Promise<void> {
		const asks = all.filter(({ call = REVISION }) => !this.#asking.has(call));
		if (asks.length === 0) return say(ctx, this.told("isOpen"));
		for (const { call = REVISION } of asks) this.#asking.add(call);
		try {
			let wasSaid = false;
			for (const [at, ask] of asks.entries()) {
				// What comes after the first opens by itself.
				const result = await this.#ask(ctx, snapshot, ask, isExpected && at === 0);
				const { isSaid } = result;
				const record = recordOf(result);
				if (record.outcome === "failed") say(ctx, result.content, "error");
				// The model hears of all of them before it goes on.
				wasSaid ||= isSaid;
				const goesOn = wasSaid && at === asks.length - 1;
				const plan = snapshot.plan({ ended: { ask, record, isSaid, goesOn, isExpected } });
				for (const { text, tone } of plan.say) say(ctx, text, tone);
				if (plan.note) this.#pi.appendEntry(ANSWERS, { ...record, ...plan.note });
				this.#send(ctx, plan, result);
				// What was closed from outside is asked again the next time, and so is what comes behind it.
				if (record.outcome === "aborted" || record.outcome === "connection_lost") return;
			}
		} finally {
			for (const { call = REVISION } of asks) this.#asking.delete(call);
		}
	}

	#ask(ctx: ExtensionContext, snapshot: Snapshot, ask: Ask, isExpected: boolean): Promise<ToolResult> {
		return this.#asker.ask({
			ctx,
			open: snapshot.open(ask),
			isExpected,
			requestId: `${ctx.sessionManager.getSessionId()}:${ask.call ?? REVISION}`,
			announce: (request) => this.#pi.appendEntry(request.type, request),
		});
	}

	/** Sends the model what a plan delivers; `ended` is the result of the form that has just ended. */
	#send(ctx: ExtensionContext, { delivery }: Plan, ended?: ToolResult): void {
		const result = delivery?.result ?? ended;
		if (!delivery || !result) return;
		const { marks, more, goesOn } = delivery;
		this.#isDelivering ||= marks.closes !== undefined;
		this.#deliveries.send(ctx, { ...result, content: result.content + more }, marks, goesOn);
		this.removeDelivered(ctx);
	}

	/** A run has ended. */
	settled(ctx: ExtensionContext): void {
		this.#deliveries.settled(ctx);
		this.removeDelivered(ctx);
		// What is not answered by now waits for another delivery.
		this.#isDelivering = false;
	}

	/** The session closes: what belongs to it goes nowhere else. */
	close(ctx: ExtensionContext): void {
		this.#unsaid.length = 0;
		this.#deliveries.close(ctx);
		this.#isDelivering = false;
	}

	/** Removes the pending file once its answers stand in the session. */
	removeDelivered(ctx: ExtensionContext): void {
		if (!this.#isDelivering) return;
		const snapshot = this.snapshot(ctx);
		const { remove } = planOr(snapshot, "settled");
		if (remove && this.#removeIfWritten(ctx, snapshot, remove)) this.#isDelivering = false;
	}

	/** The texts of pending files. */
	textsOf(ctx: ExtensionContext, files: string[]): Texts {
		return new Map(files.map((file) => [file, readOr(ctx.cwd, file)]));
	}

	/**
	 * The model has had the prompt, and these pending files in it. Returns those that stay: what is of no session that is
	 * here, or does not stand in the session file. `says`: the user is told why.
	 */
	answeredInWords(ctx: ExtensionContext, used: Texts, says: boolean): Texts {
		return new Map([...used].filter(([name, text]) => !this.#isAnsweredInWords(ctx, name, text, says)));
	}

	#isAnsweredInWords(ctx: ExtensionContext, name: string, text: string | undefined, says: boolean): boolean {
		const prompt = text && promptWith(ctx, text);
		const isWritten = prompt && areWritten(ctx, [prompt]);
		let snapshot = this.snapshot(ctx, [name]);
		if (isWritten && snapshot.textOf(name) !== text) return true; // there is nothing left of it
		let plan = planOr(snapshot, "prompted");
		if (isWritten && plan.note) {
			this.#pi.appendEntry(ANSWERS, plan.note);
			snapshot = this.snapshot(ctx, [name]);
			plan = planOr(snapshot, "prompted");
		}
		if (says) for (const { text, tone } of plan.say) say(ctx, text, tone);
		return isWritten && plan.remove ? this.#removeIfWritten(ctx, snapshot, plan.remove) : false;
	}

	/** Removes a pending file, unless entries that it waits for do not stand on the disk. Returns whether they do. */
	#removeIfWritten(ctx: ExtensionContext, snapshot: Snapshot, { name, after }: Removal): boolean {
		if (!areWritten(ctx, after)) return false;
		const text = snapshot.textOf(name);
		try {
			if (text !== undefined) removePending(ctx.cwd, name, text);
		} catch (error) {
			say(ctx, this.told("notRemoved", name, reasonOf(error)), "warning");
		}
		return true;
	}
}

/** A plan; of a core that fails, one that says so. */
function planOr(snapshot: Snapshot, event: Event): Plan {
	try {
		return snapshot.plan(event);
	} catch (error) {
		const say = [{ text: reasonOf(error), tone: "warning" as const }];
		return {
			...NOTHING,
			say,
			isUsed: typeof event === "object" && "start" in event && event.start.answers !== undefined,
		};
	}
}

function readOr(cwd: string, file: string): string | undefined {
	try {
		return readPending(cwd, file);
	} catch {
		return undefined; // the session says what is wrong with it
	}
}
