/**
 * One process of pi with questions: its open forms, pending questions and command line. Loaded with the first question, or
 * when a session continues.
 *
 * Never here: registering anything; question logic.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { Asker, type Wishes } from "./asking/asker.ts";
import type { Inquiry } from "./asking/inquiry.ts";
import { answerFrom, endUnasked, leavePending, unaskedInside } from "./asking/unasked.ts";
import { questions } from "./commands.ts";
import {
	type AskUserRequest,
	type Details,
	type Questions,
	recordOf,
	type Subagent,
	say,
	type ToolResult,
} from "./core/core.ts";
import type { End } from "./dialogs/dialogs.ts";
import { endRun, failRun, hasHungUp, watchSignals } from "./host/ending.ts";
import { ANSWERS } from "./host/names.ts";
import { isNested, modeOf } from "./host/process.ts";
import { readCommandLine } from "./host/start.ts";
import { Later, type Texts } from "./later/later.ts";
import type { Asked, Reply } from "./subagents/hosts.ts";

/** Longest time in milliseconds to wait for the results of open forms. pi needs about 20 to write them. */
const WRITING_MS = 500;

/** Bytes of what is noted about the questions of another session before the user has entered anything, at most. */
const MAX_UNENTERED = 64 * 1024;

/** Key of unused answers in `globalThis`, where they are kept while pi reloads the extension. */
const UNUSED = Symbol.for("pi-question.answers");
const kept = globalThis as { [UNUSED]?: string | undefined };

export class Session {
	readonly #pi: ExtensionAPI;
	readonly asker: Asker;
	readonly later: Later;
	/** Value of `--answers` until it is used. */
	#answers: string | undefined;
	/** Whether it is the rest of answers to several calls of one message. */
	#isDivided = false;
	/** Pending files that the prompt of the command line includes. */
	#used: Texts = new Map();
	/** Number of `/questions` commands still to run, if pi was started for nothing else. */
	#commands = 0;
	/** Whether a call has left its questions in the pending file since the last run. */
	#hasLeft = false;
	/** Whether answers wait for a prompt that the command line seems to bring. */
	#isUnheard = false;
	/** Whether the model has replied since pi was started. */
	#hasReplied = false;
	/** How forms end, once pi is ending. */
	#end: End | undefined;
	/** Whether a call ended because pi is ending. */
	#isCutOff = false;
	/** Id of the current session. */
	#id: string | undefined;
	/** Number of sessions that were closed. */
	#closed = 0;
	#unwatch: (() => void) | undefined;
	#onTurnEnd: (() => void) | undefined;
	#onSettled: (() => void) | undefined;

	constructor(pi: ExtensionAPI, wishes: Wishes) {
		this.#pi = pi;
		this.asker = new Asker(wishes);
		this.later = new Later(pi, this.asker);
	}

	/** Begins or continues a session. `isStart`: pi was started with it. */
	async start(ctx: ExtensionContext, isStart: boolean): Promise<void> {
		// In rpc mode, pi sends the event twice when it switches to another session.
		const id = ctx.sessionManager.getSessionId();
		if (this.#id === id) return;
		this.#id = id;
		const start = isStart ? readCommandLine(ctx) : undefined;
		this.#commands = start && !start.hasPrompt ? start.commands : 0;
		if (start) this.#used = this.later.textsOf(ctx, start.answeredFiles);
		// The flag is set for all sessions of the process, but the answers are for the first one.
		const answers = isStart ? this.#pi.getFlag("answers") : kept[UNUSED];
		delete kept[UNUSED];
		this.#answers = typeof answers === "string" ? answers : undefined;
		const settled = new Promise<void>((resolve) => {
			this.#onSettled = resolve;
		});
		const { isUsed, delivery, exit } = this.later.start(ctx, this.#answers, start);
		if (isUsed) this.#answers = undefined;
		this.#isUnheard = delivery !== undefined && !delivery.goesOn;
		if (exit === "failed") failRun();
		if (exit === "atOnce") await endRun(true);
		// pi would end before the model has received the answers.
		if (delivery?.goesOn && !ctx.hasUI) await settled;
	}

	/**
	 * Asks the questions of a call, or leaves them pending without a user interface. `askAbove`
	 * asks the person above as well; the first answer counts.
	 */
	async ask(
		ctx: ExtensionContext,
		call: string,
		questions: Questions,
		signal: AbortSignal | undefined,
		announce: (request: AskUserRequest) => void,
		askAbove?: (signal: AbortSignal) => Promise<Reply | undefined>,
	): Promise<{ result: ToolResult; isLast: boolean }> {
		const mode = modeOf(ctx);
		if (isNested(ctx)) return { result: unaskedInside(questions, mode), isLast: false };
		const [own, rest] = this.#answers === undefined ? [] : this.later.branch(ctx).divide(call, this.#answers);
		this.#answers = rest;
		this.#isDivided = rest !== undefined;
		const answered = own === undefined ? undefined : answerFrom(questions, own, mode);
		if (answered && answered.problem === undefined) return { result: answered.result, isLast: false };
		const remark = answered && `--answers was not used: ${answered.problem}.`;
		if (remark !== undefined) say(ctx, remark, "warning");
		if (!ctx.hasUI) {
			if (remark !== undefined) failRun();
			this.#used = this.later.answeredInWords(ctx, this.#used, false);
			this.#hasLeft = true;
			return { result: leavePending(questions, ctx, () => this.later.branch(ctx), remark), isLast: false };
		}
		this.#unwatch ??= watchSignals();
		const ending = () => this.#end ?? (mode === "rpc" && hasHungUp() ? "disconnect" : undefined);
		const end = ending();
		if (end) return this.#asLast(ctx, endUnasked(questions, mode, end));
		const requestId = `${ctx.sessionManager.getSessionId()}:${call}`;
		const inquiry = { ctx, questions, read: () => this.later.branch(ctx), requestId, call, announce, signal };
		const result = await (askAbove ? this.#askBoth(inquiry, askAbove) : this.asker.ask(inquiry));
		return ending() ? this.#asLast(ctx, result) : { result, isLast: false };
	}

	async #askBoth(inquiry: Inquiry, askAbove: (signal: AbortSignal) => Promise<Reply | undefined>): Promise<ToolResult> {
		const end = new AbortController();
		const signal = AbortSignal.any([end.signal, ...(inquiry.signal ? [inquiry.signal] : [])]);
		const own = this.asker.ask({ ...inquiry, signal });
		const byUser = own.then((result) => (result.isByUser ? result : undefined));
		const above = askAbove(signal).then((reply) => (reply && "content" in reply ? (reply as ToolResult) : undefined));
		const first = new Promise<ToolResult | undefined>((resolve) => {
			for (const reply of [byUser, above]) void reply.then((result) => result && resolve(result));
			void Promise.all([byUser, above]).then(() => resolve(undefined));
		});
		try {
			return (await first) ?? (await own);
		} finally {
			end.abort();
			await own; // it still uses the questions
		}
	}

	/**
	 * Asks the questions of a session without a person, and notes in this session how that ended. Resolves to undefined if
	 * this session ends first. What is noted before the user has entered anything is bounded.
	 */
	async askFor(
		ctx: ExtensionContext,
		{ subagent, call }: Asked,
		questions: Questions,
		signal: AbortSignal,
	): Promise<Reply | undefined> {
		const closed = this.#closed;
		this.#unwatch ??= watchSignals();
		questions.questionnaire.askFor(subagent);
		const result = await this.asker.ask({
			ctx,
			questions,
			read: () => this.later.branch(ctx),
			requestId: `${ctx.sessionManager.getSessionId()}:${subagent.pid}:${call}`,
			announce: (request) => {
				// A program that shows no dialogs needs the request whole.
				if (sizeOf(request) <= MAX_UNENTERED || this.asker.wishes.wantsRequestOnly())
					this.later.note(ctx, request.type, request);
			},
			subagent,
			signal,
		});
		const record = recordOf(result);
		const isHere = this.#closed === closed;
		// A question that goes on to the next session with nothing entered has no end here.
		const isEntered = result.isSaid || record.unsent !== undefined || record.unsentAnswers !== undefined;
		const note = { ...record, subagent };
		if ((isHere || isEntered) && record.shown !== false)
			this.later.note(ctx, ANSWERS, isEntered ? note : bounded(note));
		return isHere ? result : undefined;
	}

	/** Marks a result as the last one, and aborts the run, because pi is ending. */
	#asLast(ctx: ExtensionContext, result: ToolResult): { result: ToolResult; isLast: boolean } {
		this.#isCutOff = true;
		try {
			ctx.abort(); // the results of other calls in the message would let the run continue
		} catch {
			// The session is closed already.
		}
		return { result, isLast: true };
	}

	/** Runs `/questions`. */
	async questions(args: string, ctx: ExtensionContext): Promise<void> {
		const isDone = await questions(args, ctx, this.later);
		if (ctx.hasUI || isNested(ctx)) return;
		if (!isDone) failRun();
		// If no prompt follows, pi would print the last reply of an earlier run.
		if (--this.#commands === 0 && ctx.mode === "print" && !this.#hasReplied) await endRun(!isDone);
	}

	/** Runs `/ask_user_response`: passes a response to the request that it answers, or reports its problem. */
	async respond(message: string, ctx: ExtensionContext): Promise<void> {
		const problem = await this.asker.respond(message);
		if (problem !== undefined) say(ctx, `ask_user_response was refused: ${problem}`, "error");
	}

	/** Handles the start of a reply. */
	replying(): void {
		this.#hasReplied = true;
	}

	/** Whether a form is open, or was closed by the abort with which pi begins to end. */
	get isAsking(): boolean {
		return this.asker.isAsking || this.#isCutOff;
	}

	turnEnded(): void {
		// The calls that they are for have not been asked.
		if (this.#isDivided) this.#answers = undefined;
		this.#isDivided = false;
		this.#onTurnEnd?.();
	}

	/** Handles the end of a run. `isDone`: the model replied, so the prompt with its pending files is in the session. */
	ended(ctx: ExtensionContext, isDone: boolean): void {
		if (!isDone || this.#used.size === 0) return;
		this.later.answeredInWords(ctx, this.#used, true);
		this.#used = new Map();
	}

	settled(ctx: ExtensionContext): void {
		this.later.settled(ctx);
		if (this.#hasLeft) this.later.sayLeft(ctx);
		this.#hasLeft = false;
		this.#onSettled?.();
	}

	/** Closes the session and its open forms. */
	async close(ctx: ExtensionContext, reason: string): Promise<void> {
		this.#id = undefined;
		this.#closed += 1;
		const isQuit = reason === "quit";
		if (reason === "reload") kept[UNUSED] = this.#answers;
		if (isQuit && this.#answers !== undefined && !ctx.hasUI) {
			say(ctx, "--answers was not used: nothing was asked.", "warning");
		}
		const how: End = isQuit && modeOf(ctx) === "rpc" ? "disconnect" : "abort";
		if (isQuit) this.#end = how;
		if (this.asker.isAsking) {
			const turnEnd = new Promise<void>((resolve) => {
				this.#onTurnEnd = resolve;
			});
			// Forms outside a run end without a `turn_end` event.
			const isRunning = !ctx.isIdle();
			const ended = this.asker.end(how);
			// If pi goes on, the run is not waited for: its next turn would begin.
			if (isQuit || !isRunning) await Promise.race([isRunning ? turnEnd : ended, sleep(WRITING_MS)]);
		}
		this.later.close(ctx);
		// What was piped in may have been blank.
		if (isQuit && this.#isUnheard && !this.#hasReplied && !ctx.hasUI && this.later.sayUnheard(ctx)) failRun();
		this.#unwatch?.();
		this.#unwatch = undefined;
	}
}

function sizeOf(value: unknown): number {
	return Buffer.byteLength(JSON.stringify(value));
}

/** Returns a note of questions that nobody has answered, without those that are too long to be noted. */
function bounded(note: Details & { subagent: Subagent }): object {
	if (sizeOf(note) <= MAX_UNENTERED) return note;
	const { answers, cancelled, outcome, mode, subagent } = note;
	const rest = { answers, cancelled, outcome, mode, subagent };
	let room = MAX_UNENTERED - sizeOf({ ...rest, questions: [] });
	const questions = note.questions.filter((question) => {
		room -= sizeOf([question]);
		return room >= 0;
	});
	return { ...rest, questions };
}
