/**
 * Answers that come after their call is over: from the pending file, from the command line, or from questions that are
 * asked again. They go to the model as a message.
 *
 * Never here: what a message says.
 */
import { resolve } from "node:path";
import { type ExtensionAPI, type ExtensionContext, parseArgs } from "@earendil-works/pi-coding-agent";
import { type Asker, askUser } from "./ask.ts";
import { branchOf, openCalls, told } from "./branch.ts";
import { type Core, type Questionnaire, type ToolResult, withCore } from "./core.ts";
import { answer } from "./defer.ts";
import { ANSWERS, PENDING_FILE, pendingPath } from "./names.ts";
import { readPending, removePending } from "./pending.ts";

/** How loud something is said. */
export type Tone = "info" | "warning" | "error";

/** Tells the user: in pi's own way, or where there is none on the error stream. */
export function say(ctx: ExtensionContext, text: string, tone: Tone = "info"): void {
	if (ctx.hasUI) ctx.ui.notify(text, tone);
	else process.stderr.write(`pi-question: ${text}\n`);
}

/** Questions that can be answered after their call. */
export interface LateQuestions {
	/** The calls that they come from. */
	calls: string[];
	open: (core: Core) => Questionnaire;
}

/** The questions of the pending file, and its text. */
export interface PendingQuestions extends LateQuestions {
	text: string;
	prompts: string[];
	hasAnswers: boolean;
}

export class Later {
	readonly #pi: ExtensionAPI;
	readonly #asker: Asker;
	/** The text of a pending file whose answers are on their way into the session, and the calls that it answers. */
	#delivered: { text: string; calls: string[] } | undefined;

	constructor(pi: ExtensionAPI, asker: Asker) {
		this.#pi = pi;
		this.#asker = asker;
	}

	/** The questions of the pending file, or what is wrong with it; undefined where there is no file. */
	pending(ctx: ExtensionContext): PendingQuestions | { problem: string } | undefined {
		const { settings } = this.#asker;
		try {
			const text = readPending(ctx.cwd);
			if (text === undefined) return undefined;
			const session = ctx.sessionManager.getSessionId();
			const using = <T>(core: Core, read: (file: InstanceType<Core["PendingFile"]>) => T): T => {
				const file = new core.PendingFile(settings(core), text, session);
				try {
					return read(file);
				} finally {
					file.free();
				}
			};
			return withCore(
				(core) =>
					using(core, (file) => {
						if (file.problem !== undefined) return { problem: file.problem };
						const open = (core: Core) => using(core, (file) => file.questionnaire(settings(core)));
						return { text, calls: file.calls, prompts: file.prompts, hasAnswers: file.hasAnswers, open };
					}),
				(problem) => ({ problem }),
			);
		} catch (error) {
			return { problem: error instanceof Error ? error.message : String(error) };
		}
	}

	/**
	 * What a session begins with: answers that were given meanwhile go to the model, and a call that was interrupted is
	 * asked again. `given` are the answers of the command line, `start` is what pi was started with, if this is its start.
	 */
	resume(ctx: ExtensionContext, given: string | undefined, start: Start | undefined): Resumed {
		const branch = branchOf(ctx);
		if (!branch.some(({ type }) => type === "message")) return NOTHING;
		const pending = start?.namesPendingFile ? undefined : this.pending(ctx);
		if (pending && "problem" in pending) say(ctx, `${PENDING_FILE}: ${pending.problem}`, "warning");
		else if (pending) return this.#resumePending(ctx, pending, given, start);

		const calls = openCalls(branch, this.#asker.tool).map(({ id, args, details }) => ({
			calls: [id],
			open: (core: Core) => core.Questionnaire.later(this.#asker.settings(core), args, details),
		}));
		const [first] = calls;
		if (first && given !== undefined) return this.#use(ctx, first, given, start);
		// Whoever starts pi with a prompt goes on with that.
		// Not before pi has begun to send its events, of which the request is one.
		if (ctx.hasUI && !start?.hasPrompt) setImmediate(() => void this.ask(ctx, calls, false));
		return NOTHING;
	}

	#resumePending(
		ctx: ExtensionContext,
		pending: PendingQuestions,
		given: string | undefined,
		start: Start | undefined,
	) {
		const { calls, hasAnswers, prompts, text } = pending;
		if (this.#stands(ctx, calls)) {
			removePending(ctx.cwd, text); // pi ended before that
			return NOTHING;
		}
		if (given !== undefined || hasAnswers) return this.#use(ctx, pending, given, start);
		const how = ctx.hasUI ? "/questions answer opens them." : "None has an answer yet.";
		const count = prompts.length === 1 ? "1 question waits" : `${prompts.length} questions wait`;
		say(ctx, `${count} in ${PENDING_FILE}. ${how}`);
		return NOTHING;
	}

	/** Takes the answers of the command line, or else those that came with the questions. */
	#use(ctx: ExtensionContext, late: LateQuestions, given: string | undefined, start: Start | undefined): Resumed {
		const isUsed = given !== undefined;
		const answered = withCore(
			(core) => answer(core, late.open, given, ctx),
			(problem) => ({ problem }),
		);
		if (answered.problem !== undefined) {
			say(ctx, `${isUsed ? "--answers" : PENDING_FILE}: ${answered.problem}`, "warning");
			return { isUsed, isRunning: false };
		}
		// A prompt that comes next goes on with them; and a program is not surprised by a run that it has not started.
		const isRunning = ctx.mode !== "rpc" && !start?.hasPrompt;
		this.deliver(ctx, answered.result, late, isRunning);
		return { isUsed, isRunning };
	}

	/**
	 * Asks questions of calls that are over, one call after the other, and sends the answers on. `isExpected`: the user
	 * has just asked for that.
	 */
	async ask(ctx: ExtensionContext, late: Array<LateQuestions | PendingQuestions>, isExpected: boolean): Promise<void> {
		for (const questions of late) {
			const result = await this.#ask(ctx, questions, isExpected);
			// A form that was closed from outside is asked again the next time.
			if (isClosed(result)) return;
			const isSaid = hasWord(result);
			if ("text" in questions && !isSaid) return;
			this.deliver(ctx, result, questions, isSaid);
		}
	}

	/** Asks for other answers than were given, and tells the model of those that have changed. */
	async revise(ctx: ExtensionContext, questions: LateQuestions): Promise<void> {
		const result = await this.#ask(ctx, questions, true);
		const { outcome, changed } = result.details;
		if (isClosed(result) || !hasWord(result)) return;
		if (outcome === "answered" && changed?.length === 0) say(ctx, "Nothing was changed.");
		else this.deliver(ctx, result, questions, true);
	}

	#ask(ctx: ExtensionContext, { calls, open }: LateQuestions, isExpected: boolean): Promise<ToolResult> {
		return askUser(this.#asker, {
			ctx,
			open,
			isExpected,
			requestId: `${ctx.sessionManager.getSessionId()}:${calls.join("+") || "revise"}`,
			announce: (request) => this.#pi.appendEntry(request.type, request),
		});
	}

	/** Sends a result to the model; `goesOn` has it act on that at once. */
	deliver(ctx: ExtensionContext, result: ToolResult, late: LateQuestions | PendingQuestions, goesOn: boolean): void {
		const isDone = result.details.outcome === "answered" || !("text" in late);
		const details = { ...result.details, ...(isDone && { calls: late.calls }) };
		if (isDone && "text" in late) this.#delivered = { text: late.text, calls: late.calls };
		this.#pi.sendMessage(
			{ customType: ANSWERS, content: result.content, display: true, details },
			{ triggerTurn: goesOn, deliverAs: "steer" },
		);
		this.removeDelivered(ctx);
	}

	/** Removes the pending file once its answers stand in the session. */
	removeDelivered(ctx: ExtensionContext): void {
		if (!this.#delivered || !this.#stands(ctx, this.#delivered.calls)) return;
		removePending(ctx.cwd, this.#delivered.text);
		this.#delivered = undefined;
	}

	#stands(ctx: ExtensionContext, calls: string[]): boolean {
		const answered = told(branchOf(ctx), this.#asker.tool).flatMap(({ answers }) => answers);
		return calls.every((call) => answered.includes(call));
	}
}

/** Whether the form was closed by something else than the user. */
function isClosed({ details: { outcome } }: ToolResult): boolean {
	return outcome === "aborted" || outcome === "connection_lost";
}

/** Whether the user has said anything: answers, notes and texts that were sent on leaving stand on lines of their own. */
function hasWord({ content, details: { outcome } }: ToolResult): boolean {
	return outcome !== "cancelled" || content.includes("\n");
}

/** What came of the beginning of a session. */
export interface Resumed {
	/** Whether the answers of the command line were used, or found wrong. */
	isUsed: boolean;
	/** Whether the model goes on with answers. */
	isRunning: boolean;
}

const NOTHING: Resumed = { isUsed: false, isRunning: false };

/** What pi was started with, as far as it matters here. */
export interface Start {
	/** Whether a prompt comes next. */
	hasPrompt: boolean;
	/** Whether the prompt brings the pending file along, to be answered in words. */
	namesPendingFile: boolean;
}

/** Reads it from the command line. In rpc mode prompts come in another way. */
export function readStart(ctx: ExtensionContext): Start {
	const { messages, fileArgs } = parseArgs(process.argv.slice(2));
	// What was piped in has been read by now.
	const isPiped = !process.stdin.isTTY && process.stdin.bytesRead > 0;
	return {
		hasPrompt: ctx.mode !== "rpc" && (messages.length > 0 || fileArgs.length > 0 || isPiped),
		namesPendingFile: fileArgs.some((file) => resolve(ctx.cwd, file) === pendingPath(ctx.cwd)),
	};
}
