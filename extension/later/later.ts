/**
 * Questions whose call is over: asked again, or answered in the pending file or on the command line. Their answers go to
 * the model as a message.
 *
 * Never here: which questions those are, whose answers win, what a message says.
 */
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Asker } from "../asking/asker.ts";
import type { LateQuestions, Plan, Start, ToolResult } from "../core/core.ts";
import { say } from "../core/say.ts";
import { Snapshot } from "../core/snapshot.ts";
import { ANSWERS, PENDING_FILE } from "../host/names.ts";
import { removePending } from "../host/pending.ts";
import { reasonOf } from "../host/say.ts";
import { Deliveries } from "./deliveries.ts";

const NOTHING: Plan = { isDelivered: false, say: [], ask: [], isUsed: false };

export class Later {
	readonly #pi: ExtensionAPI;
	readonly #asker: Asker;
	readonly #deliveries: Deliveries;
	/** Whether the answers of the pending file are on their way into the session. */
	#isDelivering = false;
	/** What the questions that are open are known by: their calls. */
	readonly #asking = new Set<string>();

	constructor(pi: ExtensionAPI, asker: Asker) {
		this.#pi = pi;
		this.#asker = asker;
		this.#deliveries = new Deliveries(pi, asker.wishes);
	}

	snapshot(ctx: ExtensionContext): Snapshot {
		return new Snapshot(this.#asker.wishes, ctx);
	}

	/**
	 * What a session begins with. `answers` are those of the command line, `start` is what pi was started with, if this is
	 * its start. Gives what was done.
	 */
	resume(ctx: ExtensionContext, answers: string | undefined, start: Start | undefined): Plan {
		const { mode, hasUI } = ctx;
		const beginning = { hasUI, host: { mode, now: Date.now() }, ...(start && { start }) };
		const snapshot = this.snapshot(ctx);
		const plan = snapshot.read(
			(session) => session.resume(answers === undefined ? beginning : { ...beginning, answers }),
			(reason): Plan => ({ ...NOTHING, say: [{ text: reason, tone: "warning" }], isUsed: answers !== undefined }),
		);
		if (plan.isDelivered) this.#removeFile(ctx, snapshot);
		for (const { text, tone } of plan.say) say(ctx, text, tone);
		const { delivery } = plan;
		if (delivery) this.#deliver(ctx, delivery.result, delivery.questions, delivery.goesOn);
		// Not before pi has begun to send its events, of which the request is one.
		if (plan.ask.length > 0) setImmediate(() => this.#askAll(ctx, snapshot, plan.ask, false).catch(() => {}));
		return plan;
	}

	/** Does what a command comes to. */
	async run(ctx: ExtensionContext, snapshot: Snapshot, plan: Plan): Promise<void> {
		for (const { text, tone } of plan.say) say(ctx, text, tone);
		if (plan.ask.length > 0) await this.#askAll(ctx, snapshot, plan.ask, true);
	}

	/**
	 * Asks questions, those of one call after those of the other, and sends the answers on. `isExpected`: the user has just
	 * asked for that.
	 */
	async #askAll(ctx: ExtensionContext, snapshot: Snapshot, all: LateQuestions[], isExpected: boolean): Promise<void> {
		const late = all.filter((questions) => !namesOf(questions).some((name) => this.#asking.has(name)));
		if (late.length === 0) {
			const isRevision = all.some(({ key }) => key === REVISION);
			return say(ctx, `${isRevision ? "The answers" : "These questions"} are open already.`);
		}
		const names = late.flatMap(namesOf);
		for (const name of names) this.#asking.add(name);
		try {
			let isSaid = false;
			for (const [at, questions] of late.entries()) {
				const result = await this.#ask(ctx, snapshot, questions, isExpected);
				const { outcome, changed } = result.details;
				if (outcome === "failed") say(ctx, result.content, "error");
				isSaid ||= result.isSaid;
				// What was closed from outside is asked again the next time, with the answers so far.
				if (outcome === "aborted" || outcome === "connection_lost") {
					if (result.isSaid) this.#deliveries.send(ctx, result, { begun: questions.calls }, false);
					return;
				}
				// The model hears of all of them before it goes on.
				const goesOn = isSaid && at === late.length - 1;
				if (result.isSaid && outcome === "answered" && changed?.length === 0) say(ctx, "Nothing was changed.");
				// What the user has opened and left without a word waits on.
				else if (result.isSaid || !isExpected) this.#deliver(ctx, result, questions, goesOn);
				else if (goesOn) this.#deliveries.send(ctx, result, {}, true);
			}
		} finally {
			for (const name of names) this.#asking.delete(name);
		}
	}

	#ask(ctx: ExtensionContext, snapshot: Snapshot, late: LateQuestions, isExpected: boolean): Promise<ToolResult> {
		return this.#asker.ask({
			ctx,
			open: snapshot.open(late),
			isExpected,
			isLate: true,
			requestId: `${ctx.sessionManager.getSessionId()}:${late.calls.join("+") || late.key}`,
			announce: (request) => this.#pi.appendEntry(request.type, request),
		});
	}

	/** Sends a result to the model; `goesOn` has it act on that at once. */
	#deliver(ctx: ExtensionContext, result: ToolResult, { calls, file }: LateQuestions, goesOn: boolean): void {
		// A file waits until all of it is answered.
		const isDone = result.details.outcome === "answered" || file === undefined;
		this.#isDelivering ||= isDone && file !== undefined;
		this.#deliveries.send(ctx, result, isDone ? { calls, ...(file !== undefined && { file }) } : {}, goesOn);
		this.removeDelivered(ctx);
	}

	/** A run has ended. */
	settled(ctx: ExtensionContext): void {
		this.#deliveries.settled(ctx);
		this.removeDelivered(ctx);
	}

	/** The session closes: what belongs to it goes nowhere else. */
	close(ctx: ExtensionContext): void {
		this.#deliveries.close(ctx);
		this.#isDelivering = false;
	}

	/** Removes the pending file once its answers stand in the session. */
	removeDelivered(ctx: ExtensionContext): void {
		if (!this.#isDelivering) return;
		const snapshot = this.snapshot(ctx);
		this.#isDelivering = !snapshot.readOr(false, (session) => session.isDelivered);
		if (!this.#isDelivering) this.#removeFile(ctx, snapshot);
	}

	/** The model has had the prompt, and the pending file in it. */
	answeredInWords(ctx: ExtensionContext, used: Snapshot): void {
		const calls = used.readOr([], (session) => session.pendingCalls);
		if (calls.length > 0) this.#pi.appendEntry(ANSWERS, { calls });
		this.#removeFile(ctx, used);
	}

	#removeFile(ctx: ExtensionContext, { pendingText }: Snapshot): void {
		try {
			if (pendingText !== undefined) removePending(ctx.cwd, pendingText);
		} catch (error) {
			say(ctx, `${PENDING_FILE} is answered, but could not be removed: ${reasonOf(error)}`, "warning");
		}
	}
}

/** The key of answers that are opened to be changed. */
const REVISION = "revise";

/** What questions are known by while they are open. */
function namesOf({ calls, key }: LateQuestions): string[] {
	return calls.length > 0 ? calls : [key];
}
