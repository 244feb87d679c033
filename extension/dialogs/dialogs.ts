/**
 * A form as a row of pi's plain dialogs: for screen readers, for terminals that cannot redraw, and for programs that
 * drive pi. Such a program is also sent the whole request, and may answer that instead.
 *
 * Never here: what a dialog says, what a reply or a response means.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { AcpLink } from "../acp/link.ts";
import {
	type AskUserRequest,
	afterError,
	type Dialogs as CoreDialogs,
	type Dialog,
	type HostMode,
	type Open,
	type ToolResult,
	useCore,
	using,
	withCore,
} from "../core/core.ts";
import { Journal } from "../core/journal.ts";
import type { Before } from "../tui/form.ts";

export interface DialogHost {
	ctx: ExtensionContext;
	mode: HostMode;
	open: Open;
	/** The program that drives pi; without one, choices are answered by typing their numbers, and not picked from a list. */
	program?: Program;
	/** What the user was doing before dialogs that open by themselves. */
	guard?: Before | undefined;
	/** Takes a reply that was still meant for pi's prompt. */
	heard?: (reply: string) => void;
}

export interface Program {
	requestId: string;
	/** How it is sent the whole request. */
	announce: (request: AskUserRequest) => void;
	/** It wants no dialogs beside that. */
	isRequestOnly: boolean;
	/** The way past it to the client of an agent, if there is one. */
	link: () => Promise<AcpLink> | undefined;
	/** The call that asks, if it still waits. */
	call: string | undefined;
}

/** How a form ends that nobody answers. */
export type End = "abort" | "disconnect" | "stop";

/** After all that a program has sent at once. */
export function nextTick(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

export function openDialogs(open: Open, isTyped: boolean): CoreDialogs {
	return using(open(), (questionnaire) => new (useCore().Dialogs)(questionnaire, isTyped));
}

/** Milliseconds in which nobody has read a dialog, let alone answered it. */
const UNREAD_MS = 300;

/** The reply to a dialog that was closed, or answered, before it can have been read. */
const UNREAD = Symbol("unread");

/** What ends a form from outside, as soon as the open dialog is closed. */
interface Interruption {
	act: () => void;
	/** In place of that, where a reply has ended the form before. */
	drop: () => void;
}

export class Dialogs {
	readonly #host: DialogHost;
	readonly #journal: Journal<CoreDialogs>;
	/** Closes the open dialog. */
	#withdrawal = new AbortController();
	#interruption: Interruption | undefined;
	#isOver = false;
	/** Whether the program runs pi for the client of an agent. */
	#isInEditor = false;

	/** Throws where the core cannot make a form of the questions. */
	constructor(host: DialogHost) {
		this.#host = host;
		// What is done again was meant for the dialogs.
		let { guard } = host;
		this.#journal = new Journal(() => {
			const dialogs = openDialogs(host.open, host.program === undefined);
			if (guard) dialogs.guard(guard.lastKeyAt, guard.isWriting);
			guard = undefined;
			return dialogs;
		});
	}

	/** Asks until the form has ended; undefined where the core could not even say how it ended. */
	async run(): Promise<ToolResult | undefined> {
		const { mode, program } = this.#host;
		try {
			if (program && !(await this.#askClient(program))) {
				program.announce(this.#dialogs.request(program.requestId));
				await nextTick(); // or the dialog would overtake it
			}
			for (let dialog = this.#next(); dialog; dialog = this.#next()) {
				if (this.#interruption) {
					const { act } = this.#interruption;
					this.#interruption = undefined;
					this.#withdrawal = new AbortController();
					act();
					continue;
				}
				const reply = await this.#show(dialog);
				// A dialog that had its reply cannot be withdrawn any more. So the reply came first, and counts.
				if (typeof reply !== "string" && this.#interruption) continue;
				if (reply === UNREAD) {
					this.#journal.note((dialogs) => dialogs.unasked());
					this.#dialogs.unasked();
					continue;
				}
				this.#journal.note((dialogs) => dialogs.reply(reply));
				this.#dialogs.reply(reply);
			}
			return this.#dialogs.result({ mode, now: Date.now() });
		} catch (error) {
			return this.#journal.recover(afterError(error), mode);
		} finally {
			this.#journal.free();
			this.#isOver = true;
			this.#interruption?.drop();
		}
	}

	/** The dialog to show, in a terminal as far as it fits. */
	#next(): Dialog | undefined {
		const { columns, rows } = process.stdout;
		if (!this.#host.program && rows) {
			this.#journal.note((dialogs) => dialogs.resize(columns, rows), "size");
			this.#dialogs.resize(columns, rows);
		}
		return this.#dialogs.dialog();
	}

	get #dialogs(): CoreDialogs {
		return this.#journal.object;
	}

	/** Ends the form from outside. */
	end(how: End): void {
		if (!this.#isEnding) this.#interrupt({ act: () => this.#dialogs[how](), drop: () => {} });
	}

	/**
	 * Takes a program's response to the request; what is wrong with it is returned, and changes nothing. To be called in
	 * the very moment in which the response is read: which answer was the first depends on it.
	 */
	async respond(message: string): Promise<string | undefined> {
		if (this.#isEnding) return this.#lateness(message);
		const problem = this.#orGoOn(() => this.#dialogs.problem(message));
		if (problem !== undefined) return problem;
		return new Promise((resolve) =>
			this.#interrupt({
				act: () => resolve(this.#orGoOn(() => this.#dialogs.respond(message))),
				drop: () => resolve(this.#lateness(message)),
			}),
		);
	}

	/** Whether the form has ended, or is about to without a reply. */
	get #isEnding(): boolean {
		return this.#isOver || this.#interruption !== undefined;
	}

	#interrupt(interruption: Interruption): void {
		this.#interruption = interruption;
		this.#withdrawal.abort();
	}

	/** What is said of a response that comes after the end. */
	#lateness(message: string): string {
		return withCore(
			(core) => core.strayResponse(message, [this.#host.program?.requestId ?? ""], []),
			(reason) => reason,
		);
	}

	/** What is wrong with a response. Where it is too much for the core, the form goes on without it. */
	#orGoOn(act: () => string | undefined): string | undefined {
		try {
			return act();
		} catch (error) {
			const reason = afterError(error);
			withCore(
				() => this.#journal.restore(),
				() => this.#withdrawal.abort(),
			);
			return reason;
		}
	}

	/**
	 * Asks the client of an agent in a way of its own. Whether it could be asked; then the form has ended, unless it is
	 * about to from outside.
	 */
	async #askClient({ requestId, link, call }: Program): Promise<boolean> {
		const { ctx, open } = this.#host;
		const client = await link();
		this.#isInEditor = client !== undefined;
		const capabilities = await client?.capabilities();
		if (!client || capabilities === undefined) return false;
		const scope = { requestId, sessionId: ctx.sessionManager.getSessionId(), ...(call && { toolCallId: call }) };
		const elicitation = using(open(), (questions) => new (useCore().Elicitation)(questions, capabilities, scope));
		let step = elicitation.ask();
		while (step.step === "ask") {
			const reply = await client.request(step.method, step.params, this.#withdrawal.signal);
			if (reply === undefined) break;
			step = elicitation.reply(reply);
		}
		// Whatever comes now, what was answered so far stays.
		if (step.step !== "respond") this.#dialogs.enter(elicitation.soFar);
		elicitation.free();
		if (this.#interruption && step.step !== "respond") return true;
		if (step.step === "respond") {
			const problem = this.#dialogs.respond(step.response);
			if (problem !== undefined) this.#dialogs.fail(problem);
		} else if (step.step === "refuse") {
			this.#dialogs.fail(`the client's answer was refused: ${step.problem}`);
		} else if (step.step === "withdrawn") {
			this.#dialogs.abort();
		} else if (step.step === "ask") {
			this.#dialogs.disconnect();
		}
		return step.step !== "unsupported";
	}

	/** A key was pressed, whatever it is to the dialog. */
	pressed(): void {
		this.#tell((dialogs, now) => dialogs.pressed(now));
	}

	#tell(tell: (dialogs: CoreDialogs, now: number) => void): void {
		try {
			if (!this.#isOver) tell(this.#dialogs, performance.now());
		} catch {
			// What is done next meets the same error.
		}
	}

	async #show({ title, options }: Dialog): Promise<string | typeof UNREAD | undefined> {
		const { ctx, program, heard } = this.#host;
		const { signal } = this.#withdrawal;
		if (program?.isRequestOnly) {
			return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
		}
		for (;;) {
			// A dialog that is withdrawn before it opens would still be sent.
			if (signal.aborted) return undefined;
			const openedAt = performance.now();
			// No placeholder: there are clients that make it the text that is sent back.
			const opened: Promise<unknown> =
				program && options.length > 0
					? ctx.ui.select(title, options, { signal })
					: ctx.ui.input(title, undefined, { signal });
			// As with a form: what has come before the dialog was painted is read before this.
			if (heard) setImmediate(() => this.#tell((dialogs, now) => dialogs.painted(now)));
			const reply = await opened;
			if (heard && typeof reply === "string" && this.#dialogs.holds(performance.now())) {
				heard(reply);
				await nextTick();
				continue;
			}
			const isUnread = performance.now() - openedAt < UNREAD_MS;
			// To an editor, dialogs are requests for a permission, and there are those that give any without asking.
			if (isUnread && this.#isInEditor && !signal.aborted) return UNREAD;
			// Programs send back what they like; what is no text is asked for again.
			if (["string", "number", "boolean"].includes(typeof reply)) return String(reply);
			if (reply !== undefined && reply !== null) continue;
			// One that has answered the request may close the dialog at the same time.
			await nextTick();
			return program && isUnread ? UNREAD : undefined;
		}
	}
}
