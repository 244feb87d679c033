/**
 * Questions whose call is over: carries out the plans that the core makes for them.
 *
 * Never here: which questions are open, which answers count, what a message says.
 */
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Asker } from "../asking/asker.ts";
import { type Event, type Plan, type Removal, recordOf, say, type Tone, type ToolResult } from "../core/core.ts";
import { Snapshot } from "../core/snapshot.ts";
import { areOwnWritten, areWritten, promptWith } from "../host/branch.ts";
import { reasonOf } from "../host/io.ts";
import { ANSWERS } from "../host/names.ts";
import { readPending, removePending } from "../host/pending.ts";
import { modeOf } from "../host/process.ts";
import type { Start } from "../host/start.ts";
import { Deliveries } from "./deliveries.ts";

/** Time in milliseconds after which pi has drawn a conversation that shows no call of this tool. */
const DRAWING_MS = 1000;

/** Texts of pending files by path. */
export type Texts = ReadonlyMap<string, string | undefined>;

export class Later {
	readonly #pi: ExtensionAPI;
	readonly #asker: Asker;
	readonly #deliveries: Deliveries;
	/** Whether answers are being delivered, after which a pending file may be removed. */
	#isDelivering = false;
	/** Notices to show once pi has drawn the conversation. */
	readonly #unsaid: Array<() => void> = [];
	/** What is being asked, as plans name it. */
	readonly #asking = new Set<string>();

	constructor(pi: ExtensionAPI, asker: Asker) {
		this.#pi = pi;
		this.#asker = asker;
		this.#deliveries = new Deliveries(pi);
	}

	snapshot(ctx: ExtensionContext, names?: string[]): Snapshot {
		return new Snapshot(this.#asker.wishes, ctx, names);
	}

	/**
	 * Begins a session. `answers` is the value of `--answers`. `start` is the command line, if pi was started with this
	 * session. Returns the plan that was carried out.
	 */
	start(ctx: ExtensionContext, answers: string | undefined, start: Start | undefined): Plan {
		const started = start && {
			hasPrompt: start.hasPrompt,
			hasCommand: start.commands > 0,
			answersPendingFile: start.answeredFiles.length > 0,
		};
		this.#deliveries.resume(ctx);
		const snapshot = this.snapshot(ctx);
		const plan = planOr(snapshot, {
			start: {
				host: { mode: modeOf(ctx), now: Date.now() },
				...(started && { start: started }),
				...(answers !== undefined && { answers }),
			},
		});
		if (plan.remove) this.#removeIfWritten(ctx, snapshot, plan.remove);
		// When pi switches sessions, its own notice replaces the last one that is not a warning.
		for (const { text, tone } of plan.say) {
			if (start) this.#sayBelow(ctx, text, tone);
			else say(ctx, text, "warning");
		}
		this.#send(ctx, plan);
		// Delayed until pi sends its events, because the request is one of them.
		if (plan.ask.length > 0) setImmediate(() => this.#askAll(ctx, snapshot, plan.ask, false).catch(() => {}));
		return plan;
	}

	/** Shows a notice at the start of pi: in a terminal, below the conversation that is still to be drawn. */
	#sayBelow(ctx: ExtensionContext, text: string, tone: Tone): void {
		if (ctx.mode !== "tui") {
			say(ctx, text, tone);
			return;
		}
		if (this.#unsaid.length === 0) setTimeout(() => this.drawn(), DRAWING_MS).unref();
		this.#unsaid.push(() => say(ctx, text, tone));
	}

	/** Shows the notices that wait until pi has drawn the conversation. */
	drawn(): void {
		for (const sayIt of this.#unsaid.splice(0)) sayIt();
	}

	/** Carries out the plan of a command. Returns whether it has no warning. */
	async run(ctx: ExtensionContext, snapshot: Snapshot, plan: Plan): Promise<boolean> {
		sayAll(ctx, plan);
		if (plan.ask.length > 0) await this.#askAll(ctx, snapshot, plan.ask, true);
		return !plan.say.some(({ tone }) => tone === "warning");
	}

	/** Asks the questions of each call in turn. `isRequested`: the user has asked for that with a command. */
	async #askAll(ctx: ExtensionContext, first: Snapshot, all: string[], isRequested: boolean): Promise<void> {
		const asks = all.filter((ask) => !this.#asking.has(ask));
		if (asks.length === 0) return say(ctx, "These questions are open already.");
		for (const ask of asks) this.#asking.add(ask);
		try {
			let wasSaid = false;
			for (const [at, ask] of asks.entries()) {
				// What was written into the pending file while the form before was open counts.
				const snapshot = at === 0 ? first : this.snapshot(ctx);
				// Only the first form is expected; the others open by themselves.
				const result = await this.#ask(ctx, snapshot, ask, isRequested && at === 0);
				const { isSaid } = result;
				const record = recordOf(result);
				if (record.outcome === "failed") say(ctx, result.content, "error");
				// A run starts only after the last form.
				wasSaid ||= isSaid;
				const goesOn = wasSaid && at === asks.length - 1;
				const plan = snapshot.plan({ ended: { ask, record, isSaid, goesOn, isRequested } });
				sayAll(ctx, plan);
				if (plan.note) this.#pi.appendEntry(ANSWERS, { ...record, ...plan.note });
				this.#send(ctx, plan, result);
				// Forms closed from outside are asked again the next time, as are those after them.
				if (record.outcome === "aborted" || record.outcome === "connection_lost") return;
			}
		} finally {
			for (const ask of asks) this.#asking.delete(ask);
		}
	}

	#ask(ctx: ExtensionContext, snapshot: Snapshot, ask: string, isExpected: boolean): Promise<ToolResult> {
		return this.#asker.ask({
			ctx,
			open: snapshot.open(ask),
			isExpected,
			requestId: `${ctx.sessionManager.getSessionId()}:${ask}`,
			announce: (request) => this.#pi.appendEntry(request.type, request),
		});
	}

	/** Sends the delivery of a plan to the model. `ended` is the result of the form that has just ended. */
	#send(ctx: ExtensionContext, { delivery }: Plan, ended?: ToolResult): void {
		const result = delivery?.result ?? ended;
		if (!delivery || !result) return;
		const { effects, more, goesOn } = delivery;
		this.#isDelivering ||= effects.closes !== undefined;
		this.#deliveries.send(ctx, { ...result, content: result.content + more }, effects, goesOn);
		this.removeDelivered(ctx);
	}

	/** Handles the end of a run. */
	settled(ctx: ExtensionContext): void {
		this.#deliveries.settled(ctx);
		this.removeDelivered(ctx);
		// Questions that are not answered by now wait for another delivery.
		this.#isDelivering = false;
	}

	/** Tells the author of a script which questions wait. */
	sayLeft(ctx: ExtensionContext): void {
		sayAll(ctx, planOr(this.snapshot(ctx), "left"));
	}

	/** Tells the author of a script that no run has acted on the answers. Returns whether that is so. */
	sayUnheard(ctx: ExtensionContext): boolean {
		const plan = planOr(this.snapshot(ctx), "unheard");
		sayAll(ctx, plan);
		return plan.exit !== "own";
	}

	/** Closes the session: delivers its messages and drops its notices. */
	close(ctx: ExtensionContext): void {
		this.#unsaid.length = 0;
		this.#deliveries.close(ctx);
		this.#isDelivering = false;
	}

	/** Removes the pending file once its answers are in the session. */
	removeDelivered(ctx: ExtensionContext): void {
		if (!this.#isDelivering) return;
		const snapshot = this.snapshot(ctx);
		const { remove } = planOr(snapshot, "delivered");
		if (remove && this.#removeIfWritten(ctx, snapshot, remove)) this.#isDelivering = false;
	}

	/** Reads pending files. */
	textsOf(ctx: ExtensionContext, files: string[]): Texts {
		return new Map(files.map((file) => [file, readOr(ctx.cwd, file)]));
	}

	/**
	 * Handles pending files that the model was sent in a prompt. Returns those that stay, because they belong to no known
	 * session, have questions that this branch has not asked, or are not in the session file yet. `says`: the user is told
	 * why.
	 */
	answeredInWords(ctx: ExtensionContext, used: Texts, says: boolean): Texts {
		return new Map([...used].filter(([name, text]) => !this.#isAnsweredInWords(ctx, name, text, says)));
	}

	#isAnsweredInWords(ctx: ExtensionContext, name: string, text: string | undefined, says: boolean): boolean {
		const prompt = text && promptWith(ctx, text);
		const isWritten = prompt && areWritten(ctx, [prompt]);
		if (!isWritten && !says) return false;
		const snapshot = this.snapshot(ctx, [name]);
		if (isWritten && snapshot.textOf(name) !== text) return true; // the file was removed or changed meanwhile
		const plan = planOr(snapshot, "prompted");
		if (isWritten && plan.note) this.#pi.appendEntry(ANSWERS, plan.note);
		if (says) sayAll(ctx, plan);
		return isWritten && plan.remove ? this.#removeIfWritten(ctx, snapshot, plan.remove) : false;
	}

	/** Removes a pending file if the session file has what was sent. Returns whether it has. */
	#removeIfWritten(ctx: ExtensionContext, snapshot: Snapshot, { name }: Removal): boolean {
		if (!areOwnWritten(ctx)) return false;
		const text = snapshot.textOf(name);
		try {
			if (text !== undefined) removePending(ctx.cwd, name, text);
		} catch (error) {
			say(ctx, `${name} could not be removed: ${reasonOf(error)}`, "warning");
		}
		return true;
	}
}

/** Tells the user what a plan says. */
function sayAll(ctx: ExtensionContext, plan: Plan): void {
	for (const { text, tone } of plan.say) say(ctx, text, tone);
}

/** Returns the plan for an event. If the core fails, a plan with a warning. */
function planOr(snapshot: Snapshot, event: Event): Plan {
	try {
		return snapshot.plan(event);
	} catch (error) {
		const isUsed = typeof event === "object" && "start" in event && event.start.answers !== undefined;
		return { say: [{ text: reasonOf(error), tone: "warning" }], ask: [], isUsed, exit: "own" };
	}
}

function readOr(cwd: string, file: string): string | undefined {
	try {
		return readPending(cwd, file);
	} catch {
		return undefined; // the session reports what is wrong with it
	}
}
