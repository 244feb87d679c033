/**
 * The place of this session where questions are answered, in a way that fits the mode of pi: a form, a sequence of dialogs,
 * or a request to the program that drives pi.
 *
 * Never here: question logic; which way opens, and when; what is done with the result.
 */
import { isDeepStrictEqual } from "node:util";
import type { ExtensionContext, KeybindingsManager, Theme } from "@earendil-works/pi-coding-agent";
import type { Keybinding, TUI } from "@earendil-works/pi-tui";
import type { AcpLink } from "../acp/client.ts";
import { Branch, type ReadingOptions } from "../core/branch.ts";
import {
	type AskUserRequest,
	afterError,
	type ClosedForm,
	type Core,
	coreOr,
	type Notify,
	type Questions,
	type QueueAct,
	rehearse,
	release,
	say,
	type ToolResult,
	type Waiter,
	type Way,
} from "../core/core.ts";
import { Dialogs, type End, nextTick } from "../dialogs/dialogs.ts";
import { reasonOf } from "../host/io.ts";
import { modeOf } from "../host/process.ts";
import { isWriting, partsOf, promptOf, setPrompt } from "../host/ui.ts";
import type { FormComponent } from "../tui/form.ts";
import { PromptPlace } from "../tui/place.ts";
import { notification } from "./notify.ts";
import { askPlainly, promptWith } from "./plain.ts";

/** What the user's settings and the program that drives pi ask for. */
export interface Wishes extends ReadingOptions {
	notify: () => Notify;
	/** Whether to show dialogs instead of a form: set by the user, or because the terminal cannot redraw. */
	wantsDialogs: () => boolean;
	/** Whether the program that drives pi wants the request without dialogs. */
	wantsRequestOnly: () => boolean;
	/** Loads the module of the form. */
	form: () => Promise<typeof import("../tui/form.ts")>;
	/** The link to the client of an agent, if pi runs behind pi-question-acp. */
	link: () => Promise<AcpLink> | undefined;
	/** Time of the last key, by `performance.now()`. */
	lastKeyAt: () => number | undefined;
	/** Whether a session without a person may ask the one above it. */
	asksAbove: () => boolean;
	/** Names of the commands of pi's extensions, templates and skills. */
	commands: () => string[];
}

/** What is asked. */
export interface Inquiry {
	ctx: ExtensionContext;
	questions: Questions;
	/** Hands the request to a program. */
	announce: (request: AskUserRequest) => void;
	/** Id of the tool call of this session, if it waits for the result. */
	call?: string;
	/** Whether another session asks. */
	isForOthers: boolean;
}

/** A way in which this place opens. */
type OwnWay = Exclude<Way, { above: boolean } | { unseen: unknown }>;

/** What a place tells while it is open. */
interface Told {
	/** It shows the questions. */
	shown: () => void;
	/** The user wants something with the questions that wait for the form. */
	queued: (act: QueueAct) => void;
	/** It has a request for a program. `isAlone`: the program is shown nothing else. */
	requested: (request: AskUserRequest, isAlone: boolean) => void;
}

type Output = Pick<NodeJS.WriteStream | TUI["terminal"], "write">;

type CustomOptions = NonNullable<Parameters<ExtensionContext["ui"]["custom"]>[1]>;

/** Time in milliseconds within which a host that can show a form asks for it. */
const CALLING_MS = 2000;

/** pi's bindings that send or clear what its prompt holds. */
const EMPTYING = ["tui.input.submit", "app.message.followUp", "app.clear"];

/** The last form that closed, until nothing is meant for it any more. */
let closed: { core: Core; form: ClosedForm; keybindings?: KeybindingsManager } | undefined;

/** Keeps that a form has closed in front of a prompt with this text. Plain dialogs know no bindings. */
function keepClosed(prompt: string, keybindings?: KeybindingsManager): void {
	forgetClosed();
	closed = coreOr(undefined, (core) => {
		const form = new core.ClosedForm(prompt, performance.now());
		return { core, form, ...(keybindings && { keybindings }) };
	});
}

/** Forgets the last form that closed. */
function forgetClosed(): void {
	if (closed) release(closed.form);
	closed = undefined;
}

/** Returns what the last form that closed says to something. Undefined if there is none, and if the core fails. */
function askClosed<T>(ask: (form: ClosedForm) => T): T | undefined {
	try {
		return closed && ask(closed.form);
	} catch (error) {
		afterError(error, closed?.core);
		return undefined;
	}
}

export class OwnPlace {
	readonly #wishes: Wishes;
	readonly #inquiry: Inquiry;
	readonly #told: Told;
	/** Ends what is shown. */
	#end: ((how: End) => void) | undefined;
	/** Aborted if the questions end before they are shown. */
	readonly #unseen = new AbortController();
	/** What waits for the form. */
	#waiting: Waiter[] = [];
	/** Returns whether the user has entered anything. */
	#isTouched = () => false;
	/** Returns whether the form has the keys, which may go to a dialog that covers it. */
	#hasKeys = () => false;
	/** Whether plain dialogs of pi are shown. */
	#isPlain = false;
	#redraw: (() => void) | undefined;
	#respond: ((message: string) => Promise<string | undefined>) | undefined;
	#isExpected = false;
	#isNotified = false;

	constructor(wishes: Wishes, inquiry: Inquiry, told: Told) {
		this.#wishes = wishes;
		this.#inquiry = inquiry;
		this.#told = told;
	}

	/** Loads what a form needs. */
	static async prepare(wishes: Wishes, theme: Theme): Promise<void> {
		await wishes.form();
		rehearse(wishes.settings, theme);
	}

	/** Returns whether a key was meant for the form that has just closed. */
	static isForClosedForm(ctx: ExtensionContext, data: string): boolean {
		if (!closed) return false;
		const { keybindings } = closed;
		const empties = EMPTYING.some((key) => keybindings?.matches(data, key as Keybinding));
		const isWithheld = askClosed((form) => form.withholds(empties, promptOf(ctx), performance.now()));
		if (isWithheld === undefined) forgetClosed();
		return isWithheld === true;
	}

	/**
	 * Asks, and returns the result, or why the host does not show a form; undefined if the questions end before they are
	 * shown. `requestId` is the id of the request to a program. `isExpected`: the user has just asked for the form, so that
	 * no key can be meant for pi's prompt.
	 */
	open(way: OwnWay, requestId: string, isExpected: boolean): Promise<ToolResult | string | undefined> {
		this.#isExpected = isExpected;
		if (way === "program") return this.#askProgram(requestId);
		return way === "form" ? this.#showForm() : this.#askPlainly(way.dialogs ?? undefined);
	}

	/** Ends what is shown. `isTaken`: another place has answered, under the hands of who may be typing. */
	close(how: End, isTaken: boolean): void {
		const hadKeys = this.#hasKeys();
		this.#end?.(how);
		if (!isTaken || !hadKeys) return;
		if (this.#isPlain) keepClosed(promptOf(this.#inquiry.ctx));
		askClosed((form) => form.setTaken());
	}

	/** Whether the user has entered anything. */
	get isTouched(): boolean {
		return this.#isTouched();
	}

	/** Gives up what is not shown yet. */
	withdraw(): void {
		this.#unseen.abort();
	}

	get isUnseen(): boolean {
		return this.#unseen.signal.aborted;
	}

	/** Shows what waits for the form. */
	count(waiting: Waiter[]): void {
		if (isDeepStrictEqual(this.#waiting, waiting)) return;
		this.#waiting = waiting;
		this.#redraw?.();
	}

	/** Takes a program's response; returns what is wrong with it. */
	async respond(message: string): Promise<string | undefined> {
		return this.#respond?.(message);
	}

	/** Asks by plain dialogs in the terminal. `unshown` is why the host does not show a form. */
	#askPlainly(unshown?: string): Promise<ToolResult | undefined> {
		const place = this.#promptPlace();
		const { lastKeyAt } = this.#wishes;
		const { ctx, questions } = this.#inquiry;
		const begins = (form: Dialogs) => {
			this.#isTouched = () => form.isTouched;
			this.#hasKeys = () => form.isShown;
			this.#isPlain = true;
			this.#shows((how) => form.end(how));
			// The output of a host that shows no form may be no terminal.
			if (unshown === undefined) this.#notify(process.stdout);
		};
		const isWriting = () => this.#isWriting();
		const unseen = this.#unseen.signal;
		const isExpected = this.#isExpected;
		const host = { ctx, questions, place, lastKeyAt, unshown, unseen, begins, isWriting, isExpected };
		return askPlainly(host).finally(() => place.end());
	}

	/** Whether the user is writing something else when a form opens that they have not asked for. */
	#isWriting(): boolean {
		return !this.#isExpected && isWriting(this.#inquiry.ctx);
	}

	/** Notes that the questions are shown, and how that ends. */
	#shows(end: (how: End) => void): void {
		this.#end = end;
		this.#told.shown();
	}

	#promptPlace(): PromptPlace {
		const { ctx, questions } = this.#inquiry;
		const says = () => coreOr("", () => questions.questionnaire.asks);
		return new PromptPlace({ ctx, says, waits: (terminal) => this.#notify(terminal) });
	}

	/** Notifies the user that a question waits, once. */
	#notify(terminal: Output | undefined): void {
		if (this.#isNotified || !terminal) return;
		this.#isNotified = true;
		const signals = notification(this.#wishes.notify(), this.#aQuestionWaits());
		if (signals) terminal.write(signals);
	}

	/** Shows a form. Returns its result, or why the host does not show it, in which case the user has entered nothing. */
	async #showForm(): Promise<ToolResult | string | undefined> {
		const { ctx, questions, isForOthers } = this.#inquiry;
		const loaded = await this.#wishes.form().catch(reasonOf);
		if (typeof loaded === "string") {
			say(ctx, loaded, "error");
			return loaded;
		}
		const { signal: unseen } = this.#unseen;
		if (unseen.aborted) return undefined;
		// pi reports with it that it waits for the user.
		const options: CustomOptions & { blocked: { kind: "question"; message: string } } = {
			blocked: { kind: "question", message: this.#aQuestionWaits() },
		};
		const place = this.#promptPlace();
		let form: FormComponent | undefined;
		let isRefused = false;
		const { promise: ended, resolve: end } = Promise.withResolvers<ToolResult | undefined>();
		const { promise: refused, resolve: refuse } = Promise.withResolvers<string>();
		unseen.addEventListener("abort", () => end(undefined));
		let calling: ReturnType<typeof setTimeout> | undefined;
		const show = async () => {
			calling = setTimeout(() => refuse("the host does not open it"), CALLING_MS);
			return ctx.ui.custom<ToolResult | undefined>((tui, theme, keybindings, close) => {
				clearTimeout(calling);
				// A host that asks for it too late still has its prompt.
				if (isRefused || unseen.aborted) return new Promise<never>(() => {});
				const parts = partsOf(tui, theme, keybindings);
				forgetClosed();
				try {
					form = new loaded.FormComponent({
						ctx,
						...parts,
						questions,
						history: () => new Branch(this.#wishes, ctx).typed,
						commands: this.#wishes.commands,
						waiting: () => this.#waiting,
						queued: this.#told.queued,
						isForOthers,
						isWriting: this.#isWriting(),
						done: (result, typed) => {
							// If pi has disposed of the form itself, `close` does not resolve the call.
							end(result);
							const prompt = promptWith(ctx, typed);
							keepClosed(prompt, parts.keybindings);
							close(result);
							// pi restores the text from before the form, which drops what it has filled in meanwhile.
							setPrompt(ctx, prompt);
						},
					});
				} catch (error) {
					refuse(afterError(error, questions.core));
					throw error;
				}
				this.#redraw = () => parts.tui.requestRender();
				this.#isTouched = () => form?.isTouched === true;
				this.#hasKeys = () => form?.focused === true;
				this.#shows(() => form?.abort());
				this.#notify(parts.tui.terminal);
				return form;
			}, options);
		};
		place.open(unseen, show).then(
			() => refuse("the host closes it at once"),
			(error) => refuse(reasonOf(error)),
		);
		const result = await Promise.race([ended, refused]);
		clearTimeout(calling);
		place.end();
		if (typeof result !== "string") return result;
		isRefused = true;
		// In the same turn, the host may abort the run.
		await nextTick();
		form?.unshown(result);
		const entered = await Promise.race([ended, nextTick()]);
		if (!entered) this.#end = undefined;
		return entered ?? result;
	}

	/** Says in the user's language that a form waits. Empty if the core fails. */
	#aQuestionWaits(): string {
		return coreOr("", (core) => this.#wishes.settings(core).aQuestionWaits);
	}

	/** Asks by a request and plain dialogs that are sent to the program that drives pi. */
	async #askProgram(requestId: string): Promise<ToolResult | undefined> {
		const { ctx, questions, call } = this.#inquiry;
		const { link, wantsRequestOnly } = this.#wishes;
		const isRequestOnly = wantsRequestOnly();
		const announce = (request: AskUserRequest) => this.#told.requested(request, isRequestOnly);
		const program = { requestId, announce, isRequestOnly, link, call };
		const form = new Dialogs({ ctx, mode: modeOf(ctx), questions, program });
		this.#isTouched = () => form.isTouched;
		this.#respond = (message) => form.respond(message);
		this.#shows((how) => form.end(how));
		return form.run();
	}
}
