/**
 * Answers that come after their call is over: from the pending file, from the command line, or from questions that are
 * asked again. They go to the model as a message.
 *
 * Never here: what a message says.
 */
import { createHash } from "node:crypto";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type Asker, askUser } from "../asking/ask.ts";
import { type Core, type Questionnaire, type ToolResult, withCore } from "../core/core.ts";
import { readSession } from "../core/session.ts";
import { hasMessages } from "../host/branch.ts";
import { ANSWERS, PENDING_FILE } from "../host/names.ts";
import { reasonOf, say } from "../host/say.ts";
import type { Start } from "../host/start.ts";
import { peekPending, removePending } from "../pending/file.ts";
import { answer } from "../pending/leave.ts";
import { Outbox } from "./outbox.ts";
import {
	isPendingFile,
	knownQuestions,
	type LateQuestions,
	type PendingQuestions,
	pendingFile,
	problemOf,
} from "./questions.ts";

export class Later {
	readonly #pi: ExtensionAPI;
	readonly #asker: Asker;
	/** The text of a pending file whose answers are on their way into the session. */
	#delivered: string | undefined;
	readonly #outbox: Outbox;
	/** Calls whose questions are open. */
	readonly #asking = new Set<string>();

	constructor(pi: ExtensionAPI, asker: Asker) {
		this.#pi = pi;
		this.#asker = asker;
		this.#outbox = new Outbox(pi, asker);
	}

	/**
	 * What a session begins with: answers that were given meanwhile go to the model, and a call that was interrupted is
	 * asked again. `given` are the answers of the command line, `start` is what pi was started with, if this is its start.
	 */
	resume(ctx: ExtensionContext, given: string | undefined, start: Start | undefined): Resumed {
		if (!hasMessages(ctx)) return NOTHING;
		// Whoever starts pi with a prompt goes on with that.
		const cutOffs = start?.hasPrompt ? [] : knownQuestions(ctx, this.#asker, true);
		const pending = given === undefined && start?.answersPendingFile ? undefined : this.#resumeFile(ctx);
		const [first] = pending ? [pending] : given === undefined ? [] : knownQuestions(ctx, this.#asker, false);
		let asked = cutOffs;
		let resumed: Resumed = NOTHING;
		if (first && (given !== undefined || pending?.hasAnswers)) {
			const others = cutOffs.filter(({ calls }) => !calls.some((call) => first.calls.includes(call)));
			resumed = this.#use(ctx, first, given, start, ctx.hasUI && others.length > 0);
			if (resumed.isAnswered) asked = others;
		} else if (pending) {
			const how = ctx.hasUI ? "/questions answer opens them." : "None has an answer yet.";
			say(ctx, `${count(pending.prompts.length, "waits", "wait")} in ${PENDING_FILE}. ${how}`);
		}
		// Not before pi has begun to send its events, of which the request is one.
		if (ctx.hasUI && asked.length > 0) setImmediate(() => this.ask(ctx, asked, false).catch(() => {}));
		if (!ctx.hasUI && !start?.hasPrompt && !resumed.isRunning) {
			if (asked.length > 0) {
				say(ctx, "A question was cut off. pi -c asks it again; --answers answers it on the command line.");
			} else if (!pending && this.#endsInAnswers(ctx)) {
				say(ctx, 'The model has not acted on the answers that it was sent. Go on with: pi -c -p "go on"');
			}
		}
		return resumed;
	}

	/** The pending file, unless it is of no use here; what is wrong with it is said. */
	#resumeFile(ctx: ExtensionContext): PendingQuestions | undefined {
		const pending = pendingFile(ctx, this.#asker);
		if (!pending) return undefined;
		if ("problem" in pending) {
			say(ctx, `${PENDING_FILE}: ${pending.problem}`, "warning");
			return undefined;
		}
		if (!this.#isDelivered(ctx, pending.text)) return pending;
		this.#remove(ctx, pending.text); // pi ended before that
		return undefined;
	}

	/** Takes the answers of the command line, or else those that came with the questions. */
	#use(
		ctx: ExtensionContext,
		late: LateQuestions,
		given: string | undefined,
		start: Start | undefined,
		asksNext: boolean,
	): Resumed {
		const isUsed = given !== undefined;
		const source = isUsed ? "--answers" : PENDING_FILE;
		if (ctx.mode === "json" && start && !start.hasPrompt) {
			say(ctx, `${source}: json mode shows nothing of a run without a prompt. Add one: pi --mode json -c "go on"`);
			return { isUsed, isAnswered: false, isRunning: false };
		}
		const answered = withCore(
			(core) => answer(core, late.open, given, ctx),
			(problem) => ({ problem }),
		);
		if (answered.problem !== undefined) {
			say(ctx, `${source}: ${answered.problem}`, "warning");
			return { isUsed, isAnswered: false, isRunning: false };
		}
		// A prompt that comes next goes on with them; and a program is not surprised by a run that it has not started.
		const isRunning = ctx.mode !== "rpc" && !start?.hasPrompt && !asksNext;
		this.#deliver(ctx, answered.result, late, isRunning);
		return { isUsed, isAnswered: true, isRunning };
	}

	/**
	 * Asks questions of calls that are over, one call after the other, and sends the answers on. `isExpected`: the user
	 * has just asked for that.
	 */
	async ask(ctx: ExtensionContext, all: LateQuestions[], isExpected: boolean): Promise<void> {
		const late = all.filter((questions) => !namesOf(questions).some((name) => this.#asking.has(name)));
		if (late.length === 0) return say(ctx, "These questions are open already.");
		const names = late.flatMap(namesOf);
		for (const name of names) this.#asking.add(name);
		try {
			let isSaid = false;
			for (const [at, questions] of late.entries()) {
				const result = await this.#ask(ctx, questions, isExpected);
				if (result.details.outcome === "failed") say(ctx, result.content, "error");
				isSaid ||= result.isSaid;
				// A form that was closed from outside is asked again the next time.
				if (isClosed(result)) return result.isSaid ? this.#keep(ctx, result, questions) : undefined;
				// The model hears of all of them before it goes on.
				const goesOn = isSaid && at === late.length - 1;
				// What the user has opened and left without a word waits on.
				if (result.isSaid || !isExpected) this.#deliver(ctx, result, questions, goesOn);
				else if (goesOn) this.#outbox.send(ctx, result, {}, true);
			}
		} finally {
			for (const name of names) this.#asking.delete(name);
		}
	}

	/** Asks for other answers than were given, and tells the model of those that have changed. */
	async revise(ctx: ExtensionContext, open: (core: Core) => Questionnaire): Promise<void> {
		const problem = problemOf(open);
		if (problem !== undefined) return say(ctx, `These answers cannot be opened again. ${problem}`, "warning");
		if (this.#asking.has(REVISION)) return say(ctx, "The answers are open already.");
		this.#asking.add(REVISION);
		const questions = { calls: [], prompts: [], open };
		try {
			const result = await this.#ask(ctx, questions, true);
			const { outcome, changed } = result.details;
			if (outcome === "failed") say(ctx, result.content, "error");
			if (!result.isSaid) return;
			if (isClosed(result)) this.#keep(ctx, result, questions);
			else if (outcome === "answered" && changed?.length === 0) say(ctx, "Nothing was changed.");
			else this.#deliver(ctx, result, questions, true);
		} finally {
			this.#asking.delete(REVISION);
		}
	}

	#ask(ctx: ExtensionContext, { calls, open }: LateQuestions, isExpected: boolean): Promise<ToolResult> {
		return askUser(this.#asker, {
			ctx,
			open,
			isExpected,
			isLate: true,
			requestId: `${ctx.sessionManager.getSessionId()}:${calls.join("+") || REVISION}`,
			announce: (request) => this.#pi.appendEntry(request.type, request),
		});
	}

	/** Sends a result to the model; `goesOn` has it act on that at once. */
	#deliver(ctx: ExtensionContext, result: ToolResult, late: LateQuestions, goesOn: boolean): void {
		const file = isPendingFile(late) ? late.text : undefined;
		const isDone = result.details.outcome === "answered" || file === undefined;
		if (isDone && file !== undefined) this.#delivered = file;
		const more = isDone && { calls: late.calls, ...(file !== undefined && { file: fingerprint(file) }) };
		this.#outbox.send(ctx, result, { ...more }, goesOn);
		this.removeDelivered(ctx);
	}

	/** Keeps the answers so far of questions that are still to be asked. */
	#keep(ctx: ExtensionContext, result: ToolResult, { calls }: LateQuestions): void {
		this.#outbox.send(ctx, result, { begun: calls }, false);
	}

	/** The session closes: what belongs to it goes nowhere else. */
	close(ctx: ExtensionContext): void {
		this.#outbox.close(ctx);
		this.#delivered = undefined;
	}

	/** A run has ended. */
	settled(ctx: ExtensionContext): void {
		this.#outbox.settled(ctx);
		this.removeDelivered(ctx);
	}

	/** The pending file as it is now. */
	file(ctx: ExtensionContext): UsedFile | undefined {
		const pending = pendingFile(ctx, this.#asker);
		if (pending && !("problem" in pending)) return pending;
		const text = peekPending(ctx.cwd);
		return text === undefined ? undefined : { text, calls: [] }; // another session's
	}

	/** The model has had the prompt, and the pending file in it. */
	answeredInWords(ctx: ExtensionContext, { text, calls }: UsedFile): void {
		if (calls.length > 0) this.#pi.appendEntry(ANSWERS, { calls });
		this.#remove(ctx, text);
	}

	/** Removes the pending file once its answers stand in the session. */
	removeDelivered(ctx: ExtensionContext): void {
		if (this.#delivered === undefined || !this.#isDelivered(ctx, this.#delivered)) return;
		this.#remove(ctx, this.#delivered);
		this.#delivered = undefined;
	}

	#remove(ctx: ExtensionContext, text: string): void {
		try {
			removePending(ctx.cwd, text);
		} catch (error) {
			say(ctx, `${PENDING_FILE} is answered, but could not be removed: ${reasonOf(error)}`, "warning");
		}
	}

	/** Whether the session holds the answers of this very file. */
	#isDelivered(ctx: ExtensionContext, text: string): boolean {
		return readSession(
			this.#asker,
			ctx,
			(session) => session.holdsFile(fingerprint(text)),
			() => false,
		);
	}

	#endsInAnswers(ctx: ExtensionContext): boolean {
		return readSession(
			this.#asker,
			ctx,
			(session) => session.endsInAnswers,
			() => false,
		);
	}
}

/** A pending file that a prompt has brought along, and the calls of this session whose questions are in it. */
export interface UsedFile {
	text: string;
	calls: string[];
}

/** What questions are known by while they are open. */
function namesOf(late: LateQuestions): string[] {
	return late.calls.length > 0 || !isPendingFile(late) ? late.calls : [fingerprint(late.text)];
}

/** Stands for answers that are open to be changed. */
const REVISION = "revise";

function count(questions: number, one: string, many: string): string {
	return questions === 1 ? `1 question ${one}` : `${questions} questions ${many}`;
}

function fingerprint(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}

/** Whether the form was closed by something else than the user. */
function isClosed({ details: { outcome } }: ToolResult): boolean {
	return outcome === "aborted" || outcome === "connection_lost";
}

/** What came of the beginning of a session. */
export interface Resumed {
	/** Whether the answers of the command line were used, or found wrong. */
	isUsed: boolean;
	/** Whether answers were sent. */
	isAnswered: boolean;
	/** Whether the model goes on with them. */
	isRunning: boolean;
}

const NOTHING: Resumed = { isUsed: false, isAnswered: false, isRunning: false };
