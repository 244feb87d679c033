/**
 * Questions whose call is over: asked again, or answered in the pending file or on the command line. Their answers go to
 * the model as a message.
 *
 * Never here: which questions those are, whose answers win, what a message says.
 */
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Asker } from "../asking/asker.ts";
import { type Late, type Plan, recordOf, type Told, type ToolResult } from "../core/core.ts";
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

const NOTHING: Plan = { isDelivered: false, say: [], ask: [], isUsed: false, exit: "own" };

export class Later {
	readonly #pi: ExtensionAPI;
	readonly #asker: Asker;
	readonly #deliveries: Deliveries;
	/** Whether the answers of the pending file are on their way into the session. */
	#isDelivering = false;
	/** What is said once pi has drawn the conversation. */
	readonly #unsaid: Array<() => void> = [];
	/** What the questions that are open are known by: their calls. */
	readonly #asking = new Set<string>();

	constructor(pi: ExtensionAPI, asker: Asker) {
		this.#pi = pi;
		this.#asker = asker;
		this.#deliveries = new Deliveries(pi, asker.wishes);
	}

	/** What there is to say to the user, in their language. */
	told(what: Told, ...values: string[]): string {
		return told(this.#asker.wishes, what, ...values);
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
		const started = start && {
			hasPrompt: start.hasPrompt,
			hasCommand: start.commands > 0,
			answersPendingFile: start.answeredFiles.length > 0,
		};
		const beginning = { hasUI, host: { mode, now: Date.now() }, ...(started && { start: started }) };
		const snapshot = this.snapshot(ctx);
		const plan = snapshot.read(
			(session) => session.resume(answers === undefined ? beginning : { ...beginning, answers }),
			(reason): Plan => ({ ...NOTHING, say: [{ text: reason, tone: "warning" }], isUsed: answers !== undefined }),
		);
		if (plan.lost !== undefined) this.#pi.appendEntry(ANSWERS, { lost: plan.lost });
		if (plan.isDelivered) this.#removeIfWritten(ctx, snapshot);
		// pi puts what it says itself, of the session that it has turned to, in the place of the last thing that was no warning.
		for (const { text, tone } of plan.say) {
			if (start) this.#sayBelow(ctx, text, tone);
			else say(ctx, text, "warning");
		}
		const { delivery } = plan;
		if (delivery) this.#deliver(ctx, delivery.result, delivery.late, delivery.goesOn);
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

	/** Does what a command comes to; gives whether there was nothing against it. */
	async run(ctx: ExtensionContext, snapshot: Snapshot, plan: Plan): Promise<boolean> {
		for (const { text, tone } of plan.say) say(ctx, text, tone);
		if (plan.ask.length > 0) await this.#askAll(ctx, snapshot, plan.ask, true);
		return !plan.say.some(({ tone }) => tone === "warning");
	}

	/**
	 * Asks questions, those of one call after those of the other, and sends the answers on. `isExpected`: the user has just
	 * asked for that.
	 */
	async #askAll(ctx: ExtensionContext, snapshot: Snapshot, all: Late[], isExpected: boolean): Promise<void> {
		const late = all.filter((questions) => !namesOf(questions).some((name) => this.#asking.has(name)));
		if (late.length === 0) return say(ctx, snapshot.told("isOpen"));
		const names = late.flatMap(namesOf);
		for (const name of names) this.#asking.add(name);
		try {
			let isSaid = false;
			for (const [at, questions] of late.entries()) {
				// What comes after the first opens by itself.
				const result = await this.#ask(ctx, snapshot, questions, isExpected && at === 0);
				const { outcome, changed } = recordOf(result);
				if (outcome === "failed") say(ctx, result.content, "error");
				isSaid ||= result.isSaid;
				// What was closed from outside is asked again the next time, with the answers so far.
				if (outcome === "aborted" || outcome === "connection_lost") {
					if (result.isSaid) this.#deliveries.send(ctx, result, begun(questions), false);
					else this.#keepDrafts(result, questions);
					return;
				}
				// The model hears of all of them before it goes on.
				const goesOn = isSaid && at === late.length - 1;
				// What the user has opened and left without a word waits on.
				const isOver = result.isSaid || !(isExpected || changed !== undefined);
				if (isOver) this.#deliver(ctx, result, questions, goesOn);
				else this.#keepDrafts(result, questions);
				if (!isOver && outcome === "answered") say(ctx, snapshot.told("nothingChanged"));
				else if (!isOver && goesOn) this.#deliveries.send(ctx, result, {}, true);
			}
		} finally {
			for (const name of names) this.#asking.delete(name);
		}
	}

	#ask(ctx: ExtensionContext, snapshot: Snapshot, late: Late, isExpected: boolean): Promise<ToolResult> {
		return this.#asker.ask({
			ctx,
			open: snapshot.open(late),
			isExpected,
			requestId: `${ctx.sessionManager.getSessionId()}:${late.calls.join("+") || REVISION}`,
			announce: (request) => this.#pi.appendEntry(request.type, request),
		});
	}

	/** Notes texts that were not submitted: they are there when the questions are opened again, and the model hears nothing. */
	#keepDrafts(result: ToolResult, questions: Late): void {
		const record = recordOf(result);
		if (record.unsent) this.#pi.appendEntry(ANSWERS, { ...record, ...begun(questions) });
	}

	/** Sends a result to the model; `goesOn` has it act on that at once. */
	#deliver(ctx: ExtensionContext, result: ToolResult, questions: Late, goesOn: boolean): void {
		const { calls, file, besides } = questions;
		// A file waits until all of it is answered.
		const isDone = result.details.outcome === "answered" || file === undefined;
		this.#isDelivering ||= isDone;
		const origin = file === undefined ? { calls } : { calls, file, ...(besides !== undefined && { besides }) };
		this.#deliveries.send(ctx, result, isDone ? origin : begun(questions), goesOn);
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
		if (this.#isDelivering) this.#isDelivering = !this.#removeIfWritten(ctx, this.snapshot(ctx));
	}

	/** The texts of pending files. */
	textsOf(ctx: ExtensionContext, files: string[]): Texts {
		return new Map(files.map((file) => [file, readOr(ctx.cwd, file)]));
	}

	/**
	 * The model has had the prompt, and these pending files in it. Gives those that stay: what is of no session that is
	 * here, or does not stand in the session file.
	 */
	answeredInWords(ctx: ExtensionContext, used: Texts): Texts {
		return new Map([...used].filter(([name, text]) => !this.#isAnsweredInWords(ctx, name, text)));
	}

	#isAnsweredInWords(ctx: ExtensionContext, name: string, text: string | undefined): boolean {
		const prompt = text && promptWith(ctx, text);
		if (!prompt || !areWritten(ctx, [prompt])) return false;
		const read = () => new Snapshot(this.#asker.wishes, ctx, [name]);
		const snapshot = read();
		const { file } = snapshot;
		if (file?.text !== text) return true; // there is nothing left of it
		const calls = snapshot.readOr([], (session) => session.pendingCalls);
		if (calls.length > 0) this.#pi.appendEntry(ANSWERS, { calls, file: file?.mark });
		if (this.#removeIfWritten(ctx, read())) return true;
		const isRemovable = snapshot.readOr(false, (session) => session.isOfKnownSession);
		if (isRemovable) this.#remove(ctx, name, text);
		return isRemovable;
	}

	/** Says why files stay that the prompt has answered. */
	sayWhatStays(ctx: ExtensionContext, files: Texts): void {
		for (const name of files.keys()) {
			const snapshot = new Snapshot(this.#asker.wishes, ctx, [name]);
			const doubt = snapshot.readOr(undefined, (session) => (session.isOfKnownSession ? undefined : session.doubt));
			if (doubt !== undefined) say(ctx, `${name}: ${doubt}`, "warning");
		}
	}

	/** Removes the pending file if all of it is answered, and the session file holds that. Gives whether it does. */
	#removeIfWritten(ctx: ExtensionContext, snapshot: Snapshot): boolean {
		const answeredBy = snapshot.readOr(undefined, (session) => (session.isDelivered ? session.answeredBy : undefined));
		if (answeredBy === undefined || !areWritten(ctx, answeredBy)) return false;
		const { file } = snapshot;
		if (file) this.#remove(ctx, file.name, file.text);
		return true;
	}

	#remove(ctx: ExtensionContext, name: string, text: string | undefined): void {
		try {
			if (text !== undefined) removePending(ctx.cwd, name, text);
		} catch (error) {
			say(ctx, this.told("notRemoved", name, reasonOf(error)), "warning");
		}
	}
}

function readOr(cwd: string, file: string): string | undefined {
	try {
		return readPending(cwd, file);
	} catch {
		return undefined; // the session says what is wrong with it
	}
}

/** By what the branch knows the questions of a result that only has the answers so far: they are there when it is opened again. */
function begun({ calls, file }: Late): object {
	return { begun: calls, ...(file !== undefined && { begunFile: file }) };
}

/** What questions are known by while they are open. */
function namesOf({ calls }: Late): string[] {
	return calls.length > 0 ? calls : [REVISION];
}

/** Stands for the calls of answers that are changed. */
const REVISION = "revise";
