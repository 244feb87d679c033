/**
 * A form as a row of pi's plain dialogs: for screen readers, for terminals that cannot redraw, and for programs that
 * drive pi. Such a program is also sent the whole request, and may answer that instead.
 *
 * Never here: what a dialog says, what a reply or a response means.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import {
	type AskUserRequest,
	afterError,
	type Core,
	type Dialog,
	type HostMode,
	type Questionnaire,
	type ToolResult,
	useCore,
	type Walk,
	withCore,
} from "./core.ts";

export interface DialogHost {
	ctx: ExtensionContext;
	mode: HostMode;
	/** The questions, of the instance of the core that is in use. */
	open: (core: Core) => Questionnaire;
	/** Choices are answered by typing their numbers, and not picked from a list. */
	isTyped: boolean;
	/** How the whole request is sent; undefined where no program listens. */
	announce: ((request: AskUserRequest) => Promise<void>) | undefined;
	requestId: string;
	/** Only the request is sent, and no dialog. */
	isRequestOnly: boolean;
}

/** How a form ends that nobody answers. */
export type End = "abort" | "disconnect";

/** After all that a program has sent at once. */
export function nextTick(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

/** What ends a form from outside, as soon as the open dialog is closed. */
interface Interruption {
	act: () => void;
	/** In place of that, where a reply has ended the form before. */
	drop: () => void;
}

export class Dialogs {
	readonly #host: DialogHost;
	#walk: Walk;
	/** All that was replied. The core is deterministic, so this is enough to get back to where it was. */
	readonly #replies: Array<string | undefined> = [];
	/** Closes the open dialog. */
	#withdrawal = new AbortController();
	#interruption: Interruption | undefined;
	#isOver = false;

	/** Throws where the core cannot make a form of the questions. */
	constructor(host: DialogHost) {
		this.#host = host;
		this.#walk = withCore(
			(core) => this.#open(core),
			(reason) => {
				throw new Error(reason);
			},
		);
	}

	/** Asks until the form has ended; undefined where the core could not even say how it ended. */
	async run(): Promise<ToolResult | undefined> {
		const { mode, announce, requestId } = this.#host;
		try {
			await announce?.(this.#walk.request(requestId));
			for (let dialog = this.#walk.dialog(); dialog; dialog = this.#walk.dialog()) {
				if (this.#interruption) {
					const { act } = this.#interruption;
					this.#interruption = undefined;
					this.#withdrawal = new AbortController();
					act();
					continue;
				}
				const reply = await this.#show(dialog);
				// A dialog that had its reply cannot be withdrawn any more. So the reply came first, and counts.
				if (reply === undefined && this.#interruption) continue;
				this.#replies.push(reply);
				this.#walk.reply(reply);
			}
			const result = this.#walk.result({ mode, now: Date.now() });
			this.#walk.free();
			return result;
		} catch (error) {
			return this.#recover(afterError(error));
		} finally {
			this.#isOver = true;
			this.#interruption?.drop();
		}
	}

	/** Ends the form from outside. */
	end(how: End): void {
		if (this.#isEnding) return;
		this.#interrupt({ act: () => this.#walk[how](), drop: () => {} });
	}

	/**
	 * Takes a program's response to the request; what is wrong with it is returned, and changes nothing. To be called in
	 * the very moment in which the response is read: which answer was the first depends on it.
	 */
	async respond(message: string): Promise<string | undefined> {
		if (this.#isEnding) return this.#lateness(message);
		const problem = this.#withCore(() => this.#problemOf(message));
		if (problem !== undefined) return problem;
		return new Promise((resolve) =>
			this.#interrupt({
				act: () => resolve(this.#withCore(() => this.#walk.respond(message))),
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

	/** What is wrong with a response. That does not depend on where the form is. Throws as the form itself would. */
	#problemOf(message: string): string | undefined {
		this.#walk.dialog();
		const walk = this.#open(useCore());
		try {
			return walk.respond(message);
		} finally {
			walk.free();
		}
	}

	/** What is said of a response that comes after the end. */
	#lateness(message: string): string {
		return withCore(
			(core) => core.strayResponse(message, [this.#host.requestId], []),
			(reason) => reason,
		);
	}

	/** Uses the core; returns what is wrong, or why it failed. */
	#withCore(act: () => string | undefined): string | undefined {
		try {
			return act();
		} catch (error) {
			// The form goes on in a fresh instance, without what has brought the old one down.
			const reason = afterError(error);
			withCore(
				(core) => {
					this.#walk = this.#open(core);
					for (const reply of this.#replies) this.#walk.reply(reply);
				},
				() => this.#withdrawal.abort(),
			);
			return reason;
		}
	}

	#open(core: Core): Walk {
		const questionnaire = this.#host.open(core);
		try {
			return new core.Walk(questionnaire, this.#host.isTyped);
		} finally {
			questionnaire.free();
		}
	}

	async #show({ title, options }: Dialog): Promise<string | undefined> {
		const { ctx, isRequestOnly } = this.#host;
		const { signal } = this.#withdrawal;
		if (isRequestOnly) {
			return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
		}
		for (;;) {
			// A dialog that is withdrawn before it opens would still be sent.
			if (signal.aborted) return undefined;
			// No placeholder: there are clients that make it the text that is sent back.
			const reply: unknown = await (options.length > 0 && !this.#host.isTyped
				? ctx.ui.select(title, options, { signal })
				: ctx.ui.input(title, undefined, { signal }));
			// Programs send back what they like.
			if (typeof reply === "string") return reply;
			if (typeof reply === "number" || typeof reply === "boolean") return String(reply);
			if (reply === undefined || reply === null) {
				// One that has answered the request may close the dialog at the same time.
				await nextTick();
				return undefined;
			}
			// That is no text: again.
		}
	}

	/** The result after an error of the core, with all that was entered until then. */
	#recover(reason: string): ToolResult | undefined {
		return withCore(
			(core) => {
				const walk = this.#open(core);
				for (const reply of this.#replies) walk.reply(reply);
				walk.fail(reason);
				const result = walk.result({ mode: this.#host.mode });
				walk.free();
				return result;
			},
			() => undefined,
		);
	}
}
