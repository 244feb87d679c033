/**
 * One run of pi with questions: what is open, what waits, and what the command line has brought. Loaded with the first
 * question, or where a session goes on.
 *
 * Never here: registering anything; question logic.
 */
import type { ExtensionAPI, ExtensionContext, Theme } from "@earendil-works/pi-coding-agent";
import { Asker, type Wishes } from "./asking/asker.ts";
import { answer, endUnasked, leavePending } from "./asking/unasked.ts";
import { questions } from "./commands.ts";
import type { AskUserRequest, Open, ToolResult } from "./core/core.ts";
import { say } from "./core/say.ts";
import type { End } from "./dialogs/dialogs.ts";
import { callName } from "./host/branch.ts";
import { endRun, failRun, hasHungUp, watchSignals } from "./host/ending.ts";
import { discardDrafts } from "./host/pending.ts";
import { readStart } from "./host/start.ts";
import { Later, type Texts } from "./later/later.ts";

/** How long pi may take to write results that come while it ends, in milliseconds. It needs about 20. */
const WRITING_MS = 500;

const UNHEARD = 'The answers are in the session, but the model has not run. Go on with: pi -c -p "go on"';

export class Session {
	readonly #pi: ExtensionAPI;
	readonly #asker: Asker;
	readonly #later: Later;
	/** The answers of the command line, until they are used. */
	#answers: string | undefined;
	/** The pending files that the prompt has brought along. */
	#used: Texts = new Map();
	/** How many commands of ours pi runs, if it was started for nothing else. */
	#commands = 0;
	/** Whether the model has said anything since pi was started. */
	#hasReplied = false;
	/** How forms end, once pi ends and nobody is left to be asked. */
	#end: End | undefined;
	/** Whether a call has ended as nobody was left. */
	#isCutOff = false;
	/** The session that has begun. */
	#id: string | undefined;
	/** Whether answers were sent that the prompt should have the model act on, and no run has come. */
	#waitsForRun = false;
	#unwatch: (() => void) | undefined;
	#onTurnEnd: (() => void) | undefined;
	#onSettled: (() => void) | undefined;

	constructor(pi: ExtensionAPI, wishes: Wishes) {
		this.#pi = pi;
		this.#asker = new Asker(wishes);
		this.#later = new Later(pi, this.#asker);
	}

	/** A session begins or goes on; `isStart`: with pi itself. */
	async start(ctx: ExtensionContext, isStart: boolean): Promise<void> {
		// In rpc mode, pi says so twice when it turns to another session.
		const id = ctx.sessionManager.getSessionId();
		if (this.#id === id) return;
		this.#id = id;
		const start = isStart ? readStart(ctx) : undefined;
		this.#commands = start && !start.hasPrompt ? start.commands : 0;
		discardDrafts(ctx.cwd);
		if (start) this.#used = this.#later.textsOf(ctx, start.answeredFiles);
		// pi hands them to every session of the process, but they were meant for the first.
		const answers = isStart ? this.#pi.getFlag("answers") : undefined;
		this.#answers = typeof answers === "string" ? answers : undefined;
		const settled = new Promise<void>((resolve) => {
			this.#onSettled = resolve;
		});
		const { isUsed, delivery, exit } = this.#later.start(ctx, this.#answers, start);
		if (isUsed) this.#answers = undefined;
		this.#waitsForRun = delivery !== undefined && !delivery.goesOn && !ctx.hasUI;
		if (exit === "failed") failRun();
		if (exit === "atOnce") await endRun(true);
		// pi would end before the model has had its answers.
		if (delivery?.goesOn && !ctx.hasUI) await settled;
	}

	/** Asks the questions of a call, or leaves them for later; `open` has been checked. */
	async ask(
		ctx: ExtensionContext,
		call: string,
		open: Open,
		signal: AbortSignal | undefined,
		announce: (request: AskUserRequest) => void,
	): Promise<{ result: ToolResult; isLast: boolean }> {
		const answers = this.#answers;
		this.#answers = undefined;
		const answered = answers === undefined ? undefined : answer(open, answers, ctx.mode);
		if (answered && answered.problem === undefined) return { result: answered.result, isLast: false };
		const remark = answered && `--answers was not used: ${answered.problem}.`;
		if (answered) say(ctx, this.#later.told("notUsed", "--answers", answered.told), "warning");
		if (!ctx.hasUI) {
			if (remark !== undefined) failRun();
			this.#later.removeDelivered(ctx);
			this.#used = this.#later.answeredInWords(ctx, this.#used, false);
			return { result: leavePending(open, callName(ctx, call), ctx, remark), isLast: false };
		}
		this.#unwatch ??= watchSignals();
		const { mode } = ctx;
		const ending = () => this.#end ?? (mode === "rpc" && hasHungUp() ? "disconnect" : undefined);
		const end = ending();
		if (end) return this.#asLast(ctx, endUnasked(open, mode, end));
		const requestId = `${ctx.sessionManager.getSessionId()}:${call}`;
		const snapshot = this.#later.snapshot(ctx);
		const result = await this.#asker.ask({ ctx, open: snapshot.remembering(open), requestId, call, announce, signal });
		return ending() ? this.#asLast(ctx, result) : { result, isLast: false };
	}

	/** A result after which the model is not to go on: nobody is left to hear it. */
	#asLast(ctx: ExtensionContext, result: ToolResult): { result: ToolResult; isLast: boolean } {
		this.#isCutOff = true;
		try {
			ctx.abort(); // or the results of other calls in the message would have it go on
		} catch {
			// The session is closed already.
		}
		return { result, isLast: true };
	}

	/** `/questions` */
	async questions(args: string, ctx: ExtensionContext): Promise<void> {
		const isDone = await questions(args, ctx, this.#later);
		if (ctx.hasUI) return;
		if (!isDone) failRun();
		// Where nothing comes behind it, pi would print the last reply of an earlier run.
		if (--this.#commands === 0 && ctx.mode === "print" && !this.#hasReplied) await endRun(!isDone);
	}

	/** `/ask_user_response`: gives a response to the request that it answers, or says what is wrong with it. */
	async respond(message: string, ctx: ExtensionContext): Promise<void> {
		const problem = await this.#asker.respond(message);
		if (problem !== undefined) say(ctx, `ask_user_response was refused: ${problem}`, "error");
	}

	/** The model replies, so what it was sent stands in the session. */
	replying(ctx: ExtensionContext): void {
		this.#hasReplied = true;
		this.#waitsForRun = false;
		this.#later.removeDelivered(ctx);
	}

	/** Loads what a form needs, before there is one to be shown. */
	async prepare(theme: Theme): Promise<void> {
		await this.#asker.prepare(theme);
	}

	/** pi has drawn the conversation. */
	drawn(): void {
		this.#later.drawn();
	}

	/** Some versions of pi abort the run before they say that they end. */
	get isAsking(): boolean {
		return this.#asker.isAsking || this.#isCutOff;
	}

	turnEnded(): void {
		this.#onTurnEnd?.();
	}

	/** `isDone`: the model has had its say. Then the prompt, and the file in it, stand in the session. */
	ended(ctx: ExtensionContext, isDone: boolean): void {
		if (!isDone || this.#used.size === 0) return;
		this.#later.answeredInWords(ctx, this.#used, true);
		this.#used = new Map();
	}

	settled(ctx: ExtensionContext): void {
		this.#later.settled(ctx);
		this.#onSettled?.();
	}

	/** The session closes, and what is open with it. */
	async close(ctx: ExtensionContext, reason: string): Promise<void> {
		this.#id = undefined;
		const isQuit = reason === "quit";
		if (isQuit && this.#answers !== undefined && !ctx.hasUI) {
			say(ctx, "--answers was not used: nothing was asked.", "warning");
		}
		// What looked like a prompt was none: nothing but blanks was piped in.
		if (isQuit && this.#waitsForRun) {
			say(ctx, UNHEARD, "warning");
			failRun();
		}
		const how: End = isQuit && ctx.mode === "rpc" ? "disconnect" : "abort";
		if (isQuit) this.#end = how;
		if (this.#asker.isAsking) {
			const written = new Promise<void>((resolve) => {
				this.#onTurnEnd = resolve;
				setTimeout(resolve, WRITING_MS);
			});
			// Questions that are asked again have no turn that ends.
			const isRunning = !ctx.isIdle();
			const ended = this.#asker.end(how);
			// A run is not waited for where pi goes on: it would begin with another turn.
			if (!isRunning) await ended;
			else if (isQuit) await written;
		}
		this.#later.close(ctx);
		this.#unwatch?.();
		this.#unwatch = undefined;
	}
}
