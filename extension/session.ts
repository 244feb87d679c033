/**
 * One run of pi with questions: what is open, what waits, and what the command line has brought. Loaded with the first
 * question, or where a session goes on.
 *
 * Never here: registering anything; question logic.
 */
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type Asker, askUser, hasHungUp } from "./ask.ts";
import { questions, respond } from "./commands.ts";
import { type AskUserRequest, type Core, type Questionnaire, type ToolResult, useCore, withCore } from "./core.ts";
import { answer, leavePending } from "./defer.ts";
import { Later, readStart, say } from "./later.ts";
import { readPending, removePending } from "./pending.ts";

/** How long pi may take to write results that come while it ends, in milliseconds. It needs about 20. */
const WRITING_MS = 500;

export class Session {
	readonly #asker: Asker;
	readonly #later: Later;
	/** The answers of the command line, until they are used. */
	#answers: string | undefined;
	/** The text of the pending file that the prompt has brought along. */
	#used: string | undefined;
	/** Whether the program that drives pi has gone, so that nobody is left to be asked. */
	#isAlone = false;
	#onTurnEnd: (() => void) | undefined;
	#onSettled: (() => void) | undefined;

	constructor(pi: ExtensionAPI, asker: Asker) {
		this.#asker = asker;
		this.#later = new Later(pi, asker);
		const answers = pi.getFlag("answers");
		this.#answers = typeof answers === "string" ? answers : undefined;
	}

	/** A session begins or goes on; `isStart`: with pi itself. */
	async start(ctx: ExtensionContext, isStart: boolean): Promise<void> {
		const start = isStart ? readStart(ctx) : undefined;
		if (start?.namesPendingFile) this.#used = textOf(ctx);
		const settled = new Promise<void>((resolve) => {
			this.#onSettled = resolve;
		});
		const { isUsed, isRunning } = this.#later.resume(ctx, this.#answers, start);
		if (isUsed) this.#answers = undefined;
		// pi would end before the model has had its answers.
		if (isRunning && !ctx.hasUI) await settled;
	}

	/** Asks the questions of a call, or leaves them for later; `open` has been checked. */
	async ask(
		ctx: ExtensionContext,
		call: string,
		open: (core: Core) => Questionnaire,
		signal: AbortSignal | undefined,
		announce: (request: AskUserRequest) => void,
	): Promise<{ result: ToolResult; isLast: boolean }> {
		let remark: string | undefined;
		if (this.#answers !== undefined) {
			const answers = this.#answers;
			this.#answers = undefined;
			const answered = answer(useCore(), open, answers, ctx);
			if (answered.problem === undefined) return { result: answered.result, isLast: false };
			remark = `--answers was not used: ${answered.problem}.`;
			say(ctx, remark, "warning");
		}
		if (!ctx.hasUI) return { result: leavePending(open, call, ctx, this.#used, remark), isLast: false };
		const requestId = `${ctx.sessionManager.getSessionId()}:${call}`;
		const result = this.#isAlone
			? this.#unanswered(ctx, open)
			: await askUser(this.#asker, { ctx, open, requestId, announce, signal });
		return { result, isLast: this.#isAlone };
	}

	/** `/questions` */
	questions(args: string, ctx: ExtensionContext): Promise<void> {
		return questions(args, ctx, this.#asker, this.#later);
	}

	/** `/ask_user_response` */
	async respond(message: string, ctx: ExtensionContext): Promise<void> {
		// A reply to a dialog that came before it counts first.
		await new Promise((resolve) => setImmediate(resolve));
		respond(message, ctx, this.#asker);
	}

	turnEnded(ctx: ExtensionContext): void {
		this.#later.removeDelivered(ctx);
		this.#onTurnEnd?.();
	}

	/** `isDone`: the model has had its say. Then the prompt, and the file in it, stand in the session. */
	ended(ctx: ExtensionContext, isDone: boolean): void {
		if (isDone && this.#used !== undefined && removePending(ctx.cwd, this.#used)) this.#used = undefined;
	}

	settled(): void {
		this.#onSettled?.();
	}

	/** The session closes, and what is open with it. */
	async close(ctx: ExtensionContext, reason: string): Promise<void> {
		// A form that is left open by quitting is asked again when the session goes on.
		if (reason === "quit" && !hasHungUp(ctx)) return;
		this.#isAlone = reason === "quit";
		if (this.#asker.open.size === 0) return;
		const written = new Promise<void>((resolve) => {
			this.#onTurnEnd = resolve;
			setTimeout(resolve, WRITING_MS);
		});
		for (const form of this.#asker.open) form.end(this.#isAlone ? "disconnect" : "abort");
		if (this.#isAlone) await written;
	}

	/** The result of a call that comes after the user has gone. */
	#unanswered(ctx: ExtensionContext, open: (core: Core) => Questionnaire): ToolResult {
		return withCore(
			(core) => {
				const questionnaire = open(core);
				const walk = new core.Walk(questionnaire, false);
				questionnaire.free();
				walk.disconnect();
				const result = walk.result({ mode: ctx.mode });
				walk.free();
				return result ?? this.#asker.failure(ctx, "no result");
			},
			(reason) => this.#asker.failure(ctx, reason),
		);
	}
}

function textOf(ctx: ExtensionContext): string | undefined {
	try {
		return readPending(ctx.cwd);
	} catch {
		return undefined; // it cannot have come along then
	}
}
