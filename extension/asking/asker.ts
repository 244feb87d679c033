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
	type Core,
	coreOr,
	type DeskEvent,
	failure,
	type HostMode,
	type Notify,
	type Order,
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

/** What the desk knows as a ticket: a form that is shown or waits for its turn. */
interface OpenForm {
	ticket: number;
	/** Called when its turn comes, with the id of the request to a program. */
	open: (requestId: string) => void;
	/** Ends the form that is shown. */
	end?: ((how: End) => void) | undefined;
	/** Aborted, with how it ends, if that is before it is shown. */
	unseen: AbortController;
	/** Number of forms that wait for this one. */
	waiting: number;
	/** Redraws the form after that number has changed. */
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
	/** The desk, as the core has written it. */
	#desk = "";
	#tickets = 0;
	readonly #open = new Map<number, OpenForm>();
	/** The last form that closed: when, by `performance.now()`, and the text that pi's prompt held then. */
	#closed: { at: number; prompt: string; keybindings: KeybindingsManager } | undefined;
	/** The forms that are asked, which have results to come. */
	readonly #asking = new Set<Promise<unknown>>();

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
	ask(inquiry: Inquiry): Promise<ToolResult> {
		const asked = this.#ask(inquiry);
		this.#asking.add(asked);
		return asked.finally(() => this.#asking.delete(asked));
	}

	async #ask(inquiry: Inquiry): Promise<ToolResult> {
		// Read now, because ctx throws once the session is closed.
		const mode = modeOf(inquiry.ctx);
		const { questions, signal, requestId: request } = inquiry;
		const ticket = ++this.#tickets;
		const { promise: turn, resolve: open } = Promise.withResolvers<string>();
		const own: OpenForm = { ticket, open, unseen: new AbortController(), waiting: 0 };
		const unseen = new Promise<undefined>((resolve) =>
			own.unseen.signal.addEventListener("abort", () => resolve(undefined)),
		);
		this.#open.set(ticket, own);
		const end = () => this.#tell({ aborted: { ticket, isGone: hasHungUp() } });
		// Delayed, because what a program sent before the abort counts.
		const abort = mode === "rpc" ? () => setImmediate(end) : end;
		signal?.addEventListener("abort", abort);
		try {
			const isLate = inquiry.call === undefined && inquiry.subagent === undefined;
			this.#tell({ asked: { ticket, mode, isLate, request } });
			if (signal?.aborted) abort();
			const requestId = await Promise.race([turn, unseen]);
			if (requestId !== undefined && !own.unseen.signal.aborted) {
				inquiry.read?.().remind(questions);
				const result = await this.#askIn(mode, { ...inquiry, requestId }, own);
				if (result) return result;
			}
			const how: End = own.unseen.signal.reason;
			return own.unseen.signal.aborted ? endUnasked(questions, mode, how) : failure(mode, "no result");
		} catch (error) {
			return failure(mode, afterError(error, questions.core));
		} finally {
			signal?.removeEventListener("abort", abort);
			this.#open.delete(ticket);
			this.#tell({ ended: ticket });
		}
	}

	/** Tells the desk what has happened, and carries out what follows. Returns what is wrong with a response. */
	#tell(event: DeskEvent): Promise<string | undefined> | string | undefined {
		const handle = (core: Core) => core.desk(this.#desk, event);
		const { desk, orders } = withCore(handle, () => withCore(handle));
		this.#desk = desk;
		return orders.map((order) => this.#carryOut(order, event)).find((said) => said !== undefined);
	}

	#carryOut({ ticket, act }: Order, event: DeskEvent): Promise<string | undefined> | string | undefined {
		const form = ticket === undefined ? undefined : this.#open.get(ticket);
		if (typeof act === "string") {
			return typeof event === "object" && "responded" in event ? form?.respond?.(event.responded) : undefined;
		}
		if ("refuse" in act) return act.refuse;
		if ("open" in act) form?.open(act.open);
		else if ("close" in act) form?.end?.(act.close === "disconnect" ? "disconnect" : "abort");
		else if ("finish" in act) form?.unseen.abort(act.finish);
		else if (form && form.waiting !== act.count) {
			form.waiting = act.count;
			form.redraw?.();
		}
		return undefined;
	}

	/** Passes a program's response to the request that it answers; returns what is wrong with it. */
	async respond(message: string): Promise<string | undefined> {
		try {
			return await this.#tell({ responded: message });
		} catch (error) {
			return reasonOf(error);
		}
	}

	get isAsking(): boolean {
		return this.#open.size > 0;
	}

	/** Ends all open forms. Resolves when their results are delivered. */
	async end(how: End): Promise<void> {
		this.#tell({ closing: how });
		await Promise.all(this.#asking);
		await nextTick();
		this.#tell("closed");
	}

	#askIn(mode: HostMode, inquiry: Inquiry, own: OpenForm): Promise<ToolResult | undefined> {
		if (mode !== "tui") return this.#askProgram(inquiry, own, mode);
		return this.wishes.wantsDialogs() ? this.#askPlainly(inquiry, own) : this.#askByForm(inquiry, own);
	}

	/** Asks by a form in the place of pi's prompt, or by dialogs if the host does not show it. */
	async #askByForm(inquiry: Inquiry, own: OpenForm): Promise<ToolResult | undefined> {
		const shown = await this.#showForm(inquiry, own);
		if (typeof shown !== "string") return shown;
		own.end = undefined;
		this.#tell({ unshown: own.ticket });
		return this.#askPlainly(inquiry, own, shown);
	}

	/** Asks by plain dialogs in the terminal. `unshown` is why the host does not show a form. */
	#askPlainly(inquiry: Inquiry, own: OpenForm, unshown?: string): Promise<ToolResult | undefined> {
		const { place, notify } = this.#placeFor(inquiry);
		const { lastKeyAt } = this.wishes;
		const begins = (form: Dialogs) => {
			this.#shows(own, (how) => form.end(how));
			if (unshown === undefined) notify(process.stdout);
		};
		const { signal: unseen } = own.unseen;
		return askPlainly(inquiry, { place, lastKeyAt, unshown, unseen, begins }).finally(() => place.end());
	}

	/** Notes that the questions are shown, and how that ends. */
	#shows(own: OpenForm, end: (how: End) => void): void {
		own.end = end;
		this.#tell({ shown: own.ticket });
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
		const { signal: unseen } = own.unseen;
		if (unseen.aborted) return undefined;
		// pi reports with it that it waits for the user.
		const options: CustomOptions & { blocked: { kind: "question"; message: string } } = {
			blocked: { kind: "question", message: this.#aQuestionWaits() },
		};
		const { place, notify } = this.#placeFor(inquiry);
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
				this.#closed = undefined;
				try {
					form = new loaded.FormComponent({
						ctx,
						...parts,
						questions,
						history: () => new Branch(this.wishes, ctx).typed,
						commands: this.wishes.commands,
						waiting: () => own.waiting,
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
				this.#shows(own, () => form?.abort());
				notify(parts.tui.terminal);
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
		form?.fail(result);
		const kept = await Promise.race([ended, nextTick()]);
		return kept && hasContent(kept) ? kept : result;
	}

	/** Says in the user's language that a form waits. Empty if the core fails. */
	#aQuestionWaits(): string {
		return coreOr("", (core) => this.wishes.settings(core).aQuestionWaits);
	}

	/** Asks by a request and plain dialogs that are sent to the program that drives pi. */
	async #askProgram(inquiry: Inquiry, own: OpenForm, mode: HostMode): Promise<ToolResult | undefined> {
		const { ctx, questions, announce, requestId } = inquiry;
		const { wantsRequestOnly, link } = this.wishes;
		const program = { requestId, announce, isRequestOnly: wantsRequestOnly(), link, call: inquiry.call };
		const form = new Dialogs({ ctx, mode, questions, program });
		own.respond = (message) => form.respond(message);
		this.#shows(own, (how) => form.end(how));
		return form.run();
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
}

/** Returns whether a result has anything that a form did not begin with: an answer, a text, or an end by the user. */
function hasContent(result: ToolResult): boolean {
	const { outcome, answers, unsent = [] } = recordOf(result);
	return outcome !== "failed" || answers.length > 0 || unsent.length > 0;
}
