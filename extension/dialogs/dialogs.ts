/**
 * A form as a sequence of pi's plain dialogs: for screen readers, for terminals that cannot redraw, and for programs that
 * drive pi. Such a program is also sent the whole request, and may answer that instead.
 *
 * Never here: what a dialog says, what a reply or a response means, and whether it is one.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { AcpLink } from "../acp/client.ts";
import {
	type AcpStep,
	type AskUserRequest,
	afterError,
	type Dialogs as CoreDialogs,
	type Dialog,
	type HostMode,
	harmless,
	type Questions,
	release,
	say,
	type ToolResult,
	withCore,
} from "../core/core.ts";
import { Left } from "../core/left.ts";
import { reasonOf } from "../host/io.ts";
import { promptOf, setPrompt, uiOf } from "../host/ui.ts";

export interface DialogSetup {
	ctx: ExtensionContext;
	mode: HostMode;
	questions: Questions;
	/** The program that drives pi. */
	program?: Program;
	/** Why the host does not show a form, if dialogs stand in for it. */
	unshown?: string | undefined;
	/** The user's terminal, if no program drives pi. */
	terminal?: Terminal;
}

/** A terminal in which replies may be meant for something else. */
interface Terminal {
	/** Whether pi's prompt holds unsent text. */
	isWriting: boolean;
	/** Opens a dialog once nothing else is in use. Undefined if the signal is aborted before. */
	open: <T>(signal: AbortSignal, open: () => Promise<T>) => Promise<T | undefined>;
	/** Takes a reply that was meant for pi's prompt. */
	forPrompt: (reply: string) => void;
}

export interface Program {
	requestId: string;
	/** Sends it the whole request. */
	announce: (request: AskUserRequest) => void;
	/** Whether it wants no dialogs. */
	isRequestOnly: boolean;
	/** The link to the client of an agent, if there is one. */
	link: () => Promise<AcpLink> | undefined;
	/** The tool call that asks, if it still waits. */
	call: string | undefined;
}

/** How a form ends from outside. */
export type End = "abort" | "disconnect";

/** Resolves after all that a program has sent at once is read. */
export function nextTick(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

/** What a host has replied to a dialog, and when, by `performance.now()`. */
interface HostReply {
	value: unknown;
	at: number;
}

export class Dialogs {
	readonly #host: DialogSetup;
	readonly #dialogs: CoreDialogs;
	readonly #left: Left;
	/** Why the form has failed. */
	#fault: string | undefined;
	/** Closes the open dialog. */
	readonly #withdrawal = new AbortController();
	#isOver = false;
	#isShown = false;
	/** Resolves with the end of the form, to whether what was to end it from outside came too late. */
	readonly #wasLate = Promise.withResolvers<boolean>();

	/** Throws where the core cannot make a form of the questions. */
	constructor(host: DialogSetup) {
		this.#host = host;
		const { select, input } = uiOf(host.ctx);
		const { core, questionnaire } = host.questions;
		const { terminal, unshown } = host;
		this.#dialogs = new core.Dialogs(questionnaire, !!select, !!input, terminal?.isWriting, unshown);
		this.#left = new Left(host.mode);
	}

	/** Asks until the form has ended. */
	async run(): Promise<ToolResult | undefined> {
		const { mode, program, terminal } = this.#host;
		const dialogs = this.#dialogs;
		/** What was typed in the last dialog, until it is taken. */
		let typed: unknown;
		try {
			this.#left.keep(dialogs);
			if (program && !(await this.#askClient(program))) {
				program.announce(dialogs.request(program.requestId));
				await nextTick(); // or the dialog would overtake it
			}
			for (let dialog = this.#next(); dialog; dialog = this.#next()) {
				const reply = await this.#show(dialog);
				if (dialog.options.length === 0) typed = reply?.value;
				if (this.#fault !== undefined) break;
				const forPrompt = reply && dialogs.hostReplied(reply.value, reply.at);
				if (forPrompt !== undefined) terminal?.forPrompt(forPrompt);
				this.#left.keep(dialogs);
				typed = undefined;
				await nextTick(); // whatever a host replies at once, everything else goes on
			}
			this.#wasLate.resolve(dialogs.isInterrupted);
			if (this.#fault === undefined) return dialogs.result({ mode, now: Date.now() });
		} catch (error) {
			this.#fail(error);
		} finally {
			release(dialogs);
			this.#isOver = true;
			this.#wasLate.resolve(true); // unless the form has told
		}
		// What was typed, and not taken in, goes to pi's prompt.
		if (typeof typed === "string") setPrompt(this.#host.ctx, promptOf(this.#host.ctx) + harmless(typed));
		return this.#left.failed(this.#fault ?? "");
	}

	/** Ends the form after an error of the core, with all that was entered. */
	#fail(error: unknown): void {
		this.#fault ??= afterError(error, this.#host.questions.core);
		this.#withdrawal.abort();
	}

	/** Returns the next dialog, cut to the size of a terminal. */
	#next(): Dialog | undefined {
		const { columns, rows } = process.stdout;
		if (this.#fault !== undefined) return undefined;
		if (!this.#host.program && rows) this.#dialogs.resize(columns, rows);
		return this.#dialogs.dialog();
	}

	/** Ends the form from outside. */
	end(how: End): void {
		this.#tell((dialogs) => dialogs.interrupt(how));
		this.#withdrawal.abort();
	}

	/**
	 * Takes a program's response to the request; returns what is wrong with it, and then changes nothing. Call it as soon as
	 * the response is read, because the first answer counts.
	 */
	async respond(message: string): Promise<string | undefined> {
		const late = () =>
			withCore(
				(core) => core.lateResponse(message),
				(reason) => reason,
			);
		if (this.#isOver || this.#fault !== undefined) return late();
		const problem = this.#tell((dialogs) => dialogs.respond(message));
		if (problem !== undefined) return problem;
		if (this.#fault !== undefined) return this.#fault;
		this.#withdrawal.abort();
		return (await this.#wasLate.promise) ? late() : undefined;
	}

	/** Asks the client of an agent in its own way. Returns whether the form has ended by that, or is about to. */
	async #askClient({ requestId, link, call }: Program): Promise<boolean> {
		const { ctx, questions } = this.#host;
		const client = await link();
		if (client) this.#dialogs.setEditor();
		const capabilities = await client?.capabilities();
		if (!client || capabilities === undefined) return false;
		const scope = { requestId, sessionId: ctx.sessionManager.getSessionId(), ...(call && { toolCallId: call }) };
		const dialogs = this.#dialogs;
		const elicitation = new questions.core.Elicitation(questions.questionnaire, capabilities, scope);
		let step: AcpStep;
		try {
			step = elicitation.ask();
			while (step.step === "ask") {
				const reply = await client.request(step.method, step.params, this.#withdrawal.signal);
				try {
					step = elicitation.take(dialogs, reply);
				} catch (error) {
					say(ctx, `The answers could not be read: ${JSON.stringify(reply)}`, "error");
					throw error;
				}
				this.#left.keep(dialogs);
			}
		} finally {
			release(elicitation);
		}
		return step.step !== "unsupported";
	}

	/** Whether a dialog is open. */
	get isShown(): boolean {
		return this.#isShown;
	}

	/** Whether the user has entered anything. */
	get isTouched(): boolean {
		return this.#tell((dialogs) => dialogs.isTouched) === true;
	}

	/** Notes that a key was pressed. */
	pressed(): void {
		this.#tell((dialogs, now) => dialogs.pressed(now));
	}

	/** Returns what the form says to something that happens now. Undefined after its end, and if the core fails. */
	#tell<T>(tell: (dialogs: CoreDialogs, now: number) => T): T | undefined {
		try {
			if (!this.#isOver && this.#fault === undefined) return tell(this.#dialogs, performance.now());
		} catch (error) {
			this.#fail(error);
		}
		return undefined;
	}

	/** Shows a dialog. Returns the reply; undefined if the host has rejected it, which the core is told. */
	async #show(dialog: Dialog): Promise<HostReply | undefined> {
		const { signal } = this.#withdrawal;
		try {
			const value = this.#dialogs.isInterrupted ? undefined : await this.#open(dialog, signal);
			const at = performance.now();
			// A program that has answered the request may close the dialog at the same time.
			if (value === undefined || value === null) await nextTick();
			return { value, at };
		} catch (error) {
			const at = performance.now();
			await nextTick();
			await nextTick(); // an abort is handled in the turn after it
			if (this.#tell((dialogs) => dialogs.isInterrupted)) return { value: undefined, at };
			this.#tell((dialogs) => dialogs.hostFailed(reasonOf(error), at));
			return undefined;
		}
	}

	/** Opens a dialog once nothing else is in use. Resolves to what the host replies. */
	async #open(dialog: Dialog, signal: AbortSignal): Promise<unknown> {
		const { ctx, program, terminal } = this.#host;
		if (program?.isRequestOnly) {
			return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
		}
		// pi would still send a dialog that is withdrawn before it opens.
		if (signal.aborted) return undefined;
		const { title, options } = dialog;
		const open = async (): Promise<unknown> => {
			this.#tell((dialogs, now) => dialogs.hostOpened(now));
			// What came before the dialog was painted is read first.
			if (terminal) setImmediate(() => this.#tell((dialogs, now) => dialogs.painted(now)));
			const ui = uiOf(ctx);
			// No placeholder: some clients send it back as the answer.
			const opened =
				options.length > 0 ? ui.select?.(title, options, { signal }) : ui.input?.(title, undefined, { signal });
			if (!opened) throw new Error("the host has no dialogs");
			this.#isShown = true;
			try {
				return await opened;
			} finally {
				this.#isShown = false;
			}
		};
		return terminal ? terminal.open(signal, open) : open();
	}
}
