/**
 * Asks the user, one form after the other, in a way that fits the mode of pi: a form, a sequence of dialogs, or a request
 * to the program that drives pi.
 *
 * Never here: question logic; what is done with the result.
 */
import type { ExtensionContext, KeybindingsManager, Theme } from "@earendil-works/pi-coding-agent";
import type { Keybinding, TUI } from "@earendil-works/pi-tui";
import type { AcpLink } from "../acp/link.ts";
import { Branch, type ReadingOptions } from "../core/branch.ts";
import {
	afterError,
	coreOr,
	failure,
	type HostMode,
	type Notify,
	type Questions,
	recordOf,
	rehearse,
	say,
	type ToolResult,
	withCore,
} from "../core/core.ts";
import { Dialogs, type End, nextTick } from "../dialogs/dialogs.ts";
import { hasHungUp } from "../host/ending.ts";
import { Damaged, loadAlone, reasonOf } from "../host/io.ts";
import { modeOf } from "../host/process.ts";
import { partsOf, promptOf, setPrompt } from "../host/ui.ts";
import type { FormComponent } from "../tui/form.ts";
import { Place } from "../tui/place.ts";
import { type Inquiry, isWriting, promptWith } from "./inquiry.ts";
import { notification } from "./notify.ts";
import { askPlainly } from "./plain.ts";
import { endUnasked } from "./unasked.ts";

/** What the user's settings and the program that drives pi ask for. */
export interface Wishes extends ReadingOptions {
	notify: () => Notify;
	/** Whether to show dialogs instead of a form: set by the user, or because the terminal cannot redraw. */
	wantsDialogs: () => boolean;
	/** Whether the program that drives pi wants the request without dialogs. */
	wantsRequestOnly: () => boolean;
	/** The link to the client of an agent, if pi runs behind pi-question-acp. */
	link: () => Promise<AcpLink> | undefined;
	/** Time of the last key, by `performance.now()`. */
	lastKeyAt: () => number | undefined;
	/** Names of the commands of pi's extensions, templates and skills. */
	commands: () => string[];
}

/** A form that is shown or waits for its turn. */
interface OpenForm {
	requestId?: string;
	/** Whether no call waits for it. */
	isLate: boolean;
	end: (how: End) => void;
	/** Aborted if it ends before it is shown. */
	unseen: AbortSignal;
	/** Redraws the form after the number of those that wait has changed. */
	redraw?: () => void;
	/** Takes a response; returns what is wrong with it. */
	respond?: (message: string) => Promise<string | undefined>;
}

type Output = Pick<NodeJS.WriteStream | TUI["terminal"], "write">;

type CustomOptions = NonNullable<Parameters<ExtensionContext["ui"]["custom"]>[1]>;

/** Time in milliseconds within which a host that can show a form asks for it. */
const CALLING_MS = 2000;

/** pi's bindings that send or clear what its prompt holds. */
const EMPTYING = ["tui.input.submit", "app.message.followUp", "app.clear"];

/** Loads the module of the form. */
const loadForm = () => loadAlone("form", () => import("../tui/form.ts"));

export class Asker {
	readonly wishes: Wishes;
	readonly #open = new Set<OpenForm>();
	/** The last form that closed: when, by `performance.now()`, and the text that pi's prompt held then. */
	#closed: { at: number; prompt: string; keybindings: KeybindingsManager } | undefined;
	#isClosing = false;
	/** Resolves when all forms so far have ended. Forms wait for each other, as two at once would overlap. */
	#turn: Promise<unknown> = Promise.resolve();
	/** Ids of requests to programs that have ended, so that a late response can be told from a foreign one. */
	readonly #ended: string[] = [];

	constructor(wishes: Wishes) {
		this.wishes = wishes;
	}

	/** Loads what a form needs. */
	async prepare(theme: Theme): Promise<void> {
		if (this.wishes.wantsDialogs()) return;
		await loadForm();
		rehearse(this.wishes.settings, theme);
	}

	/** Asks and returns the result, whatever fails. Call it only if the host can show forms or dialogs. */
	async ask(inquiry: Inquiry): Promise<ToolResult> {
		// Read now, because ctx throws once the session is closed.
		const mode = modeOf(inquiry.ctx);
		const { questions, signal } = inquiry;
		const before = this.#turn;
		const { promise: over, resolve: endTurn } = Promise.withResolvers<void>();
		this.#turn = before.then(() => over);
		const unseen = new AbortController();
		const ended = new Promise((resolve) => unseen.signal.addEventListener("abort", resolve));
		const isLate = inquiry.call === undefined && inquiry.subagent === undefined;
		const own: OpenForm = { isLate, end: (how) => unseen.abort(how), unseen: unseen.signal };
		// Some versions of pi abort the run when the program that drives it disconnects.
		const end = () => own.end(mode === "rpc" && hasHungUp() ? "disconnect" : "abort");
		// Delayed, because what a program sent before the abort counts.
		const abort = mode === "rpc" ? () => setImmediate(end) : end;
		// A program may never answer a late request, and a run that asks must not wait for that.
		if (mode === "rpc" && !isLate) for (const form of this.#open) if (form.isLate) form.end("abort");
		this.#open.add(own);
		this.#redraw();
		signal?.addEventListener("abort", abort);
		try {
			if (signal?.aborted) abort();
			await Promise.race([before, ended]);
			if (own.unseen.aborted) return this.#endUnseen(questions, mode, own.unseen.reason);
			inquiry.read?.().remind(questions);
			return (await this.#askIn(mode, inquiry, own)) ?? failure(mode, "no result");
		} catch (error) {
			return failure(mode, afterError(error, questions.core));
		} finally {
			signal?.removeEventListener("abort", abort);
			this.#open.delete(own);
			this.#redraw();
			endTurn();
		}
	}

	/** Redraws the form that is shown, which counts the others. */
	#redraw(): void {
		for (const form of this.#open) form.redraw?.();
	}

	/** Passes a program's response to the request that it answers; returns what is wrong with it. */
	async respond(message: string): Promise<string | undefined> {
		return withCore(
			(core) => {
				const id = core.requestId(message);
				const open = [...this.#open].filter(({ requestId }) => requestId !== undefined);
				const form = open.find(({ requestId }) => requestId === id);
				const ids = open.map(({ requestId }) => requestId ?? "");
				return form?.respond ? form.respond(message) : core.strayResponse(message, this.#ended, ids);
			},
			(reason) => reason,
		);
	}

	get isAsking(): boolean {
		return this.#open.size > 0;
	}

	/** Ends all open forms. Resolves when their results are delivered. */
	async end(how: End): Promise<void> {
		this.#isClosing = true;
		for (const form of this.#open) form.end(how);
		await this.#turn;
		await nextTick();
		this.#isClosing = false;
	}

	#askIn(mode: HostMode, inquiry: Inquiry, own: OpenForm): Promise<ToolResult | undefined> {
		if (mode !== "tui") return this.#askProgram(inquiry, own, mode);
		return this.wishes.wantsDialogs() ? this.#askPlainly(inquiry, own) : this.#askByForm(inquiry, own);
	}

	/** Asks by a form in the place of pi's prompt, or by dialogs if the host does not show it. */
	async #askByForm(inquiry: Inquiry, own: OpenForm): Promise<ToolResult | undefined> {
		const endUnseen = own.end;
		const shown = await this.#showForm(inquiry, own);
		if (typeof shown !== "string") return shown;
		own.end = endUnseen;
		return this.#askPlainly(inquiry, own, shown);
	}

	/** Asks by plain dialogs in the terminal. `unshown` is why the host does not show a form. */
	async #askPlainly(inquiry: Inquiry, own: OpenForm, unshown?: string): Promise<ToolResult | undefined> {
		const { place, notify } = this.#placeFor(inquiry);
		const { unseen } = own;
		const { lastKeyAt } = this.wishes;
		const begins = (form: Dialogs) => {
			own.end = (how) => form.end(how);
			if (unshown === undefined) notify(process.stdout);
		};
		const result = askPlainly(inquiry, { place, lastKeyAt, unshown, unseen, begins }).finally(() => place.end());
		return (await result) ?? (unseen.aborted ? this.#endUnseen(inquiry.questions, "tui", unseen.reason) : undefined);
	}

	/** Returns the place of pi's prompt for an inquiry, and a function that notifies the user when it is first called. */
	#placeFor({ ctx, questions }: Inquiry): { place: Place; notify: (terminal: Output | undefined) => void } {
		let signals = notification(this.wishes.notify(), this.#aQuestionWaits());
		const notify = (terminal: Output | undefined) => {
			if (signals) terminal?.write(signals);
			signals = "";
		};
		const says = () => coreOr("", () => questions.questionnaire.asks);
		return { place: new Place({ ctx, says, waits: notify }), notify };
	}

	/** Shows a form. Returns its result, or why the host does not show it, in which case the user has entered nothing. */
	async #showForm(inquiry: Inquiry, own: OpenForm): Promise<ToolResult | string | undefined> {
		const { ctx, questions } = inquiry;
		const loaded = await loadForm().catch((error) => new Damaged(error));
		if (loaded instanceof Damaged) {
			say(ctx, loaded.message, "error");
			return loaded.message;
		}
		if (own.unseen.aborted) return this.#endUnseen(questions, "tui", own.unseen.reason);
		// pi reports with it that it waits for the user.
		const options: CustomOptions & { blocked: { kind: "question"; message: string } } = {
			blocked: { kind: "question", message: this.#aQuestionWaits() },
		};
		const endUnseen = own.end;
		const { place, notify } = this.#placeFor(inquiry);
		let form: FormComponent | undefined;
		let isRefused = false;
		const { promise: ended, resolve: end } = Promise.withResolvers<ToolResult>();
		const { promise: refused, resolve: refuse } = Promise.withResolvers<string>();
		own.end = (how) => {
			if (form) return form.abort();
			endUnseen(how);
			end(this.#endUnseen(questions, "tui", how));
		};
		let calling: ReturnType<typeof setTimeout> | undefined;
		const show = async () => {
			calling = setTimeout(() => refuse("the host does not open it"), CALLING_MS);
			return ctx.ui.custom<ToolResult | undefined>((tui, theme, keybindings, close) => {
				clearTimeout(calling);
				// A host that asks for it too late still has its prompt.
				if (isRefused || own.unseen.aborted) return new Promise<never>(() => {});
				const parts = partsOf(tui, theme, keybindings);
				this.#closed = undefined;
				try {
					form = new loaded.FormComponent({
						ctx,
						...parts,
						questions,
						history: () => new Branch(this.wishes, ctx).typed,
						commands: this.wishes.commands,
						waiting: () => this.#open.size - 1,
						isForOthers: inquiry.subagent !== undefined,
						isWriting: isWriting(inquiry),
						done: (result, typed) => {
							// If pi has disposed of the form itself, `close` does not resolve the call.
							end(result);
							const prompt = promptWith(ctx, typed);
							this.#closed = { at: performance.now(), prompt, keybindings: parts.keybindings };
							close(result);
							// pi restores the text from before the form, which drops what it has filled in meanwhile.
							setPrompt(ctx, prompt);
						},
					});
				} catch (error) {
					refuse(afterError(error, questions.core));
					throw error;
				}
				own.redraw = () => parts.tui.requestRender();
				notify(parts.tui.terminal);
				return form;
			}, options);
		};
		place.open(own.unseen, show).then(
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
		form?.fail(result);
		const kept = await Promise.race([ended, nextTick()]);
		return kept && hasContent(kept) ? kept : result;
	}

	/** Says in the user's language that a form waits. Empty if the core fails. */
	#aQuestionWaits(): string {
		return coreOr("", (core) => this.wishes.settings(core).aQuestionWaits);
	}

	/** Returns the result of questions that end before the user has seen them. */
	#endUnseen(questions: Questions, mode: HostMode, how: End): ToolResult {
		const isStopped = how === "abort" && !this.#isClosing && !hasHungUp();
		return endUnasked(questions, mode, isStopped ? "stop" : how);
	}

	/** Asks by a request and plain dialogs that are sent to the program that drives pi. */
	async #askProgram(inquiry: Inquiry, own: OpenForm, mode: HostMode): Promise<ToolResult | undefined> {
		const { ctx, questions, announce } = inquiry;
		const requestId = this.#unused(inquiry.requestId);
		const { wantsRequestOnly, link } = this.wishes;
		const program = { requestId, announce, isRequestOnly: wantsRequestOnly(), link, call: inquiry.call };
		const form = new Dialogs({ ctx, mode, questions, program });
		own.requestId = requestId;
		own.end = (how) => form.end(how);
		own.respond = (message) => form.respond(message);
		// Remembered while the form is still in `#open`, so that a response always finds it in one of the two.
		return form.run().finally(() => this.#ended.push(requestId));
	}

	/**
	 * Returns whether a key was meant for the form that has just closed: Enter or Ctrl+C, which would send or clear what
	 * pi's prompt has held since then.
	 */
	isForClosedForm(ctx: ExtensionContext, data: string): boolean {
		const closed = this.#closed;
		if (!closed || !EMPTYING.some((key) => closed.keybindings.matches(data, key as Keybinding))) return false;
		const now = performance.now();
		const isEarly = coreOr(0, (core) => core.dialogsOpenIn(closed.at, false, now, now)) > 0;
		return isEarly && closed.prompt.trim() !== "" && promptOf(ctx) === closed.prompt;
	}

	/** Makes a request id different from all earlier ones. */
	#unused(id: string): string {
		const taken = new Set([...this.#ended, ...[...this.#open].map(({ requestId }) => requestId)]);
		let own = id;
		for (let count = 2; taken.has(own); count++) own = `${id}:${count}`;
		return own;
	}
}

/** Returns whether a result has anything that a form did not begin with: an answer, a text, or an end by the user. */
function hasContent(result: ToolResult): boolean {
	const { outcome, answers, unsent = [] } = recordOf(result);
	return outcome !== "failed" || answers.length > 0 || unsent.length > 0;
}
