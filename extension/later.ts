/**
 * Answers that come after their call is over: from the pending file, from the command line, or from questions that are
 * asked again. They go to the model as a message.
 *
 * Never here: what a message says.
 */
import { createHash, randomUUID } from "node:crypto";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type Asker, askUser } from "./ask.ts";
import { branchOf, endsInAnswers, openCalls, pendingIn, told } from "./branch.ts";
import { type Core, type Questionnaire, type ToolResult, withCore } from "./core.ts";
import { answer } from "./defer.ts";
import { ANSWERS, PENDING_FILE } from "./names.ts";
import { readPending, removePending } from "./pending.ts";
import type { Start } from "./start.ts";

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

type Message = Parameters<ExtensionAPI["sendMessage"]>[0];

export class Later {
	readonly #pi: ExtensionAPI;
	readonly #asker: Asker;
	/** The text of a pending file whose answers are on their way into the session. */
	#delivered: string | undefined;
	/** Messages on their way into the session, by their ids: a run that is aborted drops what it has not begun with. */
	readonly #sent = new Map<string, Message>();
	/** Calls whose questions are open. */
	readonly #asking = new Set<string>();

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
			return { problem: reasonOf(error) };
		}
	}

	/** Questions that the session knows to be without answers: those that were left pending, and calls that were cut off. */
	known(ctx: ExtensionContext): LateQuestions[] {
		const branch = branchOf(ctx);
		const { tool, settings } = this.#asker;
		const pending = pendingIn(told(branch, tool)).map(({ call, details }) => ({
			calls: call === undefined ? [] : [call],
			open: (core: Core) => core.Questionnaire.later(settings(core), details),
		}));
		return [...pending, ...this.#cutOff(branch, false)];
	}

	#cutOff(branch: ReturnType<typeof branchOf>, isLast: boolean): LateQuestions[] {
		const { tool, settings } = this.#asker;
		const late = openCalls(branch, tool, isLast).map(({ id, args, details }) => ({
			calls: [id],
			open: (core: Core) => core.Questionnaire.later(settings(core), args, details),
		}));
		return late.filter(({ open }) => problemOf(open) === undefined);
	}

	/**
	 * What a session begins with: answers that were given meanwhile go to the model, and a call that was interrupted is
	 * asked again. `given` are the answers of the command line, `start` is what pi was started with, if this is its start.
	 */
	resume(ctx: ExtensionContext, given: string | undefined, start: Start | undefined): Resumed {
		const branch = branchOf(ctx);
		if (!branch.some(({ type }) => type === "message")) return NOTHING;
		// Whoever starts pi with a prompt goes on with that.
		const cutOff = start?.hasPrompt ? [] : this.#cutOff(branch, true);
		const pending = given === undefined && start?.answersPendingFile ? undefined : this.#resumeFile(ctx);
		if (given !== undefined) {
			const [first] = pending ? [pending] : this.known(ctx);
			return first ? this.#use(ctx, first, given, start, false) : NOTHING;
		}
		let resumed: Resumed = NOTHING;
		if (pending?.hasAnswers) resumed = this.#use(ctx, pending, undefined, start, ctx.hasUI && cutOff.length > 0);
		else if (pending) {
			const how = ctx.hasUI ? "/questions answer opens them." : "None has an answer yet.";
			say(ctx, `${count(pending.prompts.length, "waits", "wait")} in ${PENDING_FILE}. ${how}`);
		}
		// Not before pi has begun to send its events, of which the request is one.
		if (ctx.hasUI && cutOff.length > 0) setImmediate(() => void this.ask(ctx, cutOff, false));
		if (!ctx.hasUI && !start?.hasPrompt && !resumed.isRunning) {
			if (cutOff.length > 0) {
				say(ctx, "A question was cut off. pi -c asks it again; --answers answers it on the command line.");
			} else if (!pending && endsInAnswers(branch)) {
				say(ctx, 'The model has not acted on the answers that it was sent. Go on with: pi -c -p "go on"');
			}
		}
		return resumed;
	}

	/** The pending file, unless it is of no use here; what is wrong with it is said. */
	#resumeFile(ctx: ExtensionContext): PendingQuestions | undefined {
		const pending = this.pending(ctx);
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
			return { isUsed, isRunning: false };
		}
		const answered = withCore(
			(core) => answer(core, late.open, given, ctx),
			(problem) => ({ problem }),
		);
		if (answered.problem !== undefined) {
			say(ctx, `${source}: ${answered.problem}`, "warning");
			return { isUsed, isRunning: false };
		}
		// A prompt that comes next goes on with them; and a program is not surprised by a run that it has not started.
		const isRunning = ctx.mode !== "rpc" && !start?.hasPrompt && !asksNext;
		this.deliver(ctx, answered.result, late, isRunning);
		return { isUsed, isRunning };
	}

	/**
	 * Asks questions of calls that are over, one call after the other, and sends the answers on. `isExpected`: the user
	 * has just asked for that.
	 */
	async ask(ctx: ExtensionContext, all: LateQuestions[], isExpected: boolean): Promise<void> {
		const late = all.filter(({ calls }) => !calls.some((call) => this.#asking.has(call)));
		if (late.length === 0) return say(ctx, "These questions are open already.");
		const calls = late.flatMap(({ calls }) => calls);
		for (const call of calls) this.#asking.add(call);
		try {
			let isSaid = false;
			for (const [at, questions] of late.entries()) {
				const result = await this.#ask(ctx, questions, isExpected);
				isSaid ||= hasWord(result);
				// A form that was closed from outside is asked again the next time.
				if (isClosed(result)) return hasWord(result) ? this.#keep(result, questions) : undefined;
				// The model hears of all of them before it goes on.
				const goesOn = isSaid && at === late.length - 1;
				if (!isPendingFile(questions) || hasWord(result)) this.deliver(ctx, result, questions, goesOn);
			}
		} finally {
			for (const call of calls) this.#asking.delete(call);
		}
	}

	/** Asks for other answers than were given, and tells the model of those that have changed. */
	async revise(ctx: ExtensionContext, open: (core: Core) => Questionnaire): Promise<void> {
		const problem = problemOf(open);
		if (problem !== undefined) return say(ctx, `These answers cannot be opened again. ${problem}`, "warning");
		if (this.#asking.has(REVISION)) return say(ctx, "The answers are open already.");
		this.#asking.add(REVISION);
		const questions = { calls: [], open };
		try {
			const result = await this.#ask(ctx, questions, true);
			const { outcome, changed } = result.details;
			if (!hasWord(result)) return;
			if (isClosed(result)) this.#keep(result, questions);
			else if (outcome === "answered" && changed?.length === 0) say(ctx, "Nothing was changed.");
			else this.deliver(ctx, result, questions, true);
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
	deliver(ctx: ExtensionContext, result: ToolResult, late: LateQuestions, goesOn: boolean): void {
		const file = isPendingFile(late) ? late.text : undefined;
		const isDone = result.details.outcome === "answered" || file === undefined;
		if (isDone && file !== undefined) this.#delivered = file;
		const more = isDone && { calls: late.calls, ...(file !== undefined && { file: fingerprint(file) }) };
		this.#send(result, { ...more }, goesOn);
		this.removeDelivered(ctx);
	}

	/** Keeps the answers so far of questions that are still to be asked. */
	#keep(result: ToolResult, { calls }: LateQuestions): void {
		this.#send(result, { begun: calls }, false);
	}

	#send({ content, details }: ToolResult, more: object, goesOn: boolean): void {
		const id = randomUUID();
		const message = { customType: ANSWERS, content, display: true, details: { ...details, ...more, id } };
		this.#sent.set(id, message);
		this.#pi.sendMessage(message, { triggerTurn: goesOn, deliverAs: "steer" });
	}

	/** A run has ended: what it has not taken along goes into the session now. */
	settled(ctx: ExtensionContext): void {
		const standing = new Set(told(branchOf(ctx), this.#asker.tool).map(({ details }) => details.id));
		const missing = [...this.#sent].filter(([id]) => !standing.has(id));
		this.#sent.clear();
		for (const [, message] of missing) this.#pi.sendMessage(message, { triggerTurn: false });
		this.removeDelivered(ctx);
	}

	/** The model has had the prompt, and the pending file in it: the text that the file had. */
	answeredInWords(ctx: ExtensionContext, text: string): void {
		const pending = this.pending(ctx);
		if (pending && !("problem" in pending) && pending.text === text) {
			this.#pi.appendEntry(ANSWERS, { calls: pending.calls });
		}
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
		const mark = fingerprint(text);
		return told(branchOf(ctx), this.#asker.tool).some(({ file }) => file === mark);
	}
}

/** Stands for answers that are open to be changed. */
const REVISION = "revise";

function isPendingFile(late: LateQuestions): late is PendingQuestions {
	return "text" in late;
}

function fingerprint(text: string): string {
	return createHash("sha256").update(text).digest("hex");
}

export function count(questions: number, one: string, many: string): string {
	return questions === 1 ? `1 question ${one}` : `${questions} questions ${many}`;
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** Why questions cannot be asked, in a line. */
function problemOf(open: (core: Core) => Questionnaire): string | undefined {
	return withCore(
		(core) => {
			const questionnaire = open(core);
			try {
				return questionnaire.refusal({ mode: "tui" })?.content.split("\n")[0];
			} finally {
				questionnaire.free();
			}
		},
		(problem) => problem,
	);
}

/** Whether the form was closed by something else than the user. */
function isClosed({ details: { outcome } }: ToolResult): boolean {
	return outcome === "aborted" || outcome === "connection_lost";
}

/** Whether the user has said anything: answers, notes and texts that were sent on leaving stand on lines of their own. */
function hasWord({ content, details: { outcome } }: ToolResult): boolean {
	return (outcome !== "cancelled" && outcome !== "aborted" && outcome !== "connection_lost") || content.includes("\n");
}

/** What came of the beginning of a session. */
export interface Resumed {
	/** Whether the answers of the command line were used, or found wrong. */
	isUsed: boolean;
	/** Whether the model goes on with answers. */
	isRunning: boolean;
}

const NOTHING: Resumed = { isUsed: false, isRunning: false };
