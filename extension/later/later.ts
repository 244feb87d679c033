/**
 * Questions whose call is over: carries out the plans that the core makes for them.
 *
 * Never here: which questions are open, which answers count, what a message says.
 */
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Asker } from "../asking/asker.ts";
import { Branch } from "../core/branch.ts";
import {
	type AskUserRequest,
	asking,
	type Event,
	type Plan,
	recordOf,
	type Severity,
	say,
	type ToolResult,
} from "../core/core.ts";
import { hasPromptWith } from "../host/branch.ts";
import { reasonOf } from "../host/io.ts";
import { ANSWERS } from "../host/names.ts";
import { readPending, retirePending } from "../host/pending.ts";
import { modeOf } from "../host/process.ts";
import type { CommandLine } from "../host/start.ts";
import { Deliveries } from "./deliveries.ts";

/** Time in milliseconds after which pi has drawn a conversation that shows no call of this tool. */
const DRAWING_MS = 1000;

/** Texts of pending files by path. */
export type Texts = ReadonlyMap<string, string | undefined>;

export class Later {
	readonly #pi: ExtensionAPI;
	readonly #asker: Asker;
	readonly #deliveries: Deliveries;
	/** Notices to show once pi has drawn the conversation. */
	readonly #unsaid: Array<() => void> = [];
	/** What is being asked, as plans name it. */
	readonly #asking = new Set<string>();

	constructor(pi: ExtensionAPI, asker: Asker) {
		this.#pi = pi;
		this.#asker = asker;
		this.#deliveries = new Deliveries(pi, (ctx, data) => this.note(ctx, ANSWERS, data));
	}

	branch(ctx: ExtensionContext, names?: string[]): Branch {
		return new Branch(this.#asker.wishes, ctx, names);
	}

	/**
	 * Begins a session. `answers` is the value of `--answers`. `line` is the command line, if pi was started with this
	 * session. Returns the plan that was carried out.
	 */
	start(ctx: ExtensionContext, answers: string | undefined, line: CommandLine | undefined): Plan {
		const commandLine = line && {
			hasPrompt: line.hasPrompt,
			hasCommand: line.commands > 0,
			answersPendingFile: line.answeredFiles.length > 0,
		};
		this.#deliveries.resume(ctx);
		const branch = this.branch(ctx);
		const plan = planOr(branch, {
			start: {
				host: { mode: modeOf(ctx), now: Date.now() },
				...(commandLine && { commandLine }),
				...(answers !== undefined && { answers }),
			},
		});
		// When pi switches sessions, its own notice replaces the last one that is not a warning.
		for (const { text, severity } of plan.messages) {
			if (line) this.#sayBelow(ctx, text, severity);
			else say(ctx, text, "warning");
		}
		const isKept = this.#send(ctx, plan);
		if (plan.told !== undefined) this.#deliveries.tell(ctx, plan.told);
		if (plan.retire !== undefined && isKept) this.retire(ctx, plan.retire, line !== undefined);
		// Delayed until pi sends its events, because the request is one of them.
		const failed = (error: unknown) => say(ctx, reasonOf(error), "error");
		if (plan.ask.length > 0) setImmediate(() => this.#askAll(ctx, branch, plan.ask, false).catch(failed));
		return plan;
	}

	/** Shows a notice at the start of pi: in a terminal, below the conversation that is still to be drawn. */
	#sayBelow(ctx: ExtensionContext, text: string, severity: Severity): void {
		if (ctx.mode !== "tui") {
			say(ctx, text, severity);
			return;
		}
		if (this.#unsaid.length === 0) setTimeout(() => this.drawn(), DRAWING_MS).unref();
		this.#unsaid.push(() => say(ctx, text, severity));
	}

	/** Shows the notices that wait until pi has drawn the conversation. */
	drawn(): void {
		for (const sayIt of this.#unsaid.splice(0)) sayIt();
	}

	/** Carries out the plan of a command. Returns whether it has no warning. */
	async run(ctx: ExtensionContext, branch: Branch, plan: Plan): Promise<boolean> {
		sayAll(ctx, plan);
		if (plan.ask.length > 0) await this.#askAll(ctx, branch, plan.ask, true);
		return !plan.messages.some(({ severity }) => severity === "warning");
	}

	/** Asks the questions of each call in turn. `isRequested`: the user has asked for that with a command. */
	async #askAll(ctx: ExtensionContext, first: Branch, all: string[], isRequested: boolean): Promise<void> {
		const asks = all.filter((ask) => !this.#asking.has(ask));
		if (asks.length === 0) return say(ctx, "These questions are open already.");
		for (const ask of asks) this.#asking.add(ask);
		try {
			let wasSaid = false;
			for (const [at, ask] of asks.entries()) {
				// What was written into the pending file while the form before was open counts.
				const branch = at === 0 ? first : this.branch(ctx);
				// Only the first form is expected; the others open by themselves.
				const result = await this.#ask(ctx, branch, ask, isRequested && at === 0);
				const { isSaid } = result;
				const record = recordOf(result);
				if (record.outcome === "failed") say(ctx, result.content, "error");
				// A run starts only after the last form.
				wasSaid ||= isSaid;
				const goesOn = wasSaid && at === asks.length - 1;
				let plan: Plan;
				try {
					plan = branch.plan({ ended: { ask, record, isSaid, goesOn, isRequested } });
				} catch (error) {
					this.note(ctx, ANSWERS, record); // the next form begins with what was entered
					throw error;
				}
				sayAll(ctx, plan);
				const isNoted = !plan.note || this.note(ctx, ANSWERS, { ...record, ...plan.note });
				const isKept = this.#send(ctx, plan, result) && isNoted;
				if (plan.retire !== undefined && isKept) this.retire(ctx, plan.retire);
				// Forms closed from outside are asked again the next time, as are those after them.
				if (record.outcome === "aborted" || record.outcome === "connection_lost") return;
			}
		} finally {
			for (const ask of asks) this.#asking.delete(ask);
		}
	}

	async #ask(ctx: ExtensionContext, branch: Branch, ask: string, isExpected: boolean): Promise<ToolResult> {
		const questions = branch.questions(ask);
		const requestId = `${ctx.sessionManager.getSessionId()}:${ask}`;
		const announce = (request: AskUserRequest) => this.note(ctx, request.type, request);
		return asking(questions, () => this.#asker.ask({ ctx, questions, isExpected, requestId, announce }));
	}

	/**
	 * Sends the delivery of a plan to the model. `ended` is the result of the form that has just ended. Returns whether the
	 * session has kept what is still to be sent.
	 */
	#send(ctx: ExtensionContext, { delivery }: Plan, ended?: ToolResult): boolean {
		const result = delivery?.result ?? ended;
		if (!delivery || !result) return true;
		const { effects, goesOn } = delivery;
		return this.#deliveries.send(ctx, result, effects, goesOn);
	}

	/**
	 * Writes an entry into the session. If that fails, as on a full disk, says so and returns false: what the user entered
	 * goes on all the same.
	 */
	note(ctx: ExtensionContext, kind: string, data: object): boolean {
		try {
			this.#pi.appendEntry(kind, data);
			return true;
		} catch (error) {
			say(ctx, `The session could not be written: ${reasonOf(error)}`, "warning");
			return false;
		}
	}

	/** Handles the end of a run. */
	settled(ctx: ExtensionContext): void {
		this.#deliveries.settled(ctx);
	}

	/** Tells the author of a script which questions wait. */
	sayLeft(ctx: ExtensionContext): void {
		sayAll(ctx, planOr(this.branch(ctx), "runLeftQuestions"));
	}

	/** Tells the author of a script that no run has acted on the answers. Returns whether that is so. */
	sayUnheard(ctx: ExtensionContext): boolean {
		const plan = planOr(this.branch(ctx), "unheard");
		sayAll(ctx, plan);
		return plan.exit !== "own";
	}

	/** Closes the session: delivers its messages and drops its notices. */
	close(ctx: ExtensionContext): void {
		this.#unsaid.length = 0;
		this.#deliveries.close(ctx);
	}

	/** Reads pending files. */
	textsOf(ctx: ExtensionContext, files: string[]): Texts {
		return new Map(files.map((file) => [file, readOr(ctx.cwd, file)]));
	}

	/**
	 * Handles pending files that the model was sent in a prompt, once that is in the session. Returns those that stay,
	 * because they belong to no known session or have questions that this branch has not asked. `says`: the user is told
	 * why.
	 */
	answeredInWords(ctx: ExtensionContext, used: Texts, says: boolean): Texts {
		return new Map([...used].filter(([name, text]) => !this.#isAnsweredInWords(ctx, name, text, says)));
	}

	#isAnsweredInWords(ctx: ExtensionContext, name: string, text: string | undefined, says: boolean): boolean {
		const isPrompted = text !== undefined && hasPromptWith(ctx, text);
		if (!isPrompted && !says) return false;
		const branch = this.branch(ctx, [name]);
		if (isPrompted && branch.textOf(name) !== text) return true; // the file was renamed or changed meanwhile
		const plan = planOr(branch, "prompted");
		if (says) sayAll(ctx, plan);
		if (!isPrompted) return false;
		if (plan.note && !this.note(ctx, ANSWERS, plan.note)) return false;
		return plan.retire !== undefined && this.retire(ctx, plan.retire);
	}

	/** Renames a pending file that is done with or put aside, and tells the user. Returns whether it was renamed. */
	retire(ctx: ExtensionContext, name: string, isStart = false): boolean {
		const tell = isStart ? this.#sayBelow.bind(this) : say;
		try {
			const answered = retirePending(ctx.cwd, name);
			if (answered !== undefined) tell(ctx, `${name} is now ${answered}.`, "info");
			return true;
		} catch (error) {
			tell(ctx, `${name} could not be renamed: ${reasonOf(error)}`, "warning");
			return false;
		}
	}
}

/** Tells the user what a plan says. */
function sayAll(ctx: ExtensionContext, plan: Plan): void {
	for (const { text, severity } of plan.messages) say(ctx, text, severity);
}

/** Returns the plan for an event. If the core fails, a plan with a warning. */
function planOr(branch: Branch, event: Event): Plan {
	try {
		return branch.plan(event);
	} catch (error) {
		const isUsed = typeof event === "object" && "start" in event && event.start.answers !== undefined;
		return { messages: [{ text: reasonOf(error), severity: "warning" }], ask: [], isUsed, exit: "own" };
	}
}

function readOr(cwd: string, file: string): string | undefined {
	try {
		return readPending(cwd, file);
	} catch {
		return undefined; // the session reports what is wrong with it
	}
}
