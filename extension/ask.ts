/**
 * Asks the user, in the way that fits the mode that pi runs in: a form, a row of dialogs, or a request to the program
 * that drives pi.
 *
 * Never here: question logic; what becomes of the result.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import {
	type AskUserRequest,
	type Core,
	type Notify,
	type Questionnaire,
	type Settings,
	type ToolResult,
	useCore,
} from "./core.ts";
import { Dialogs, type End } from "./dialogs.ts";
import { externalEditor } from "./external.ts";
import type { FormComponent } from "./form.ts";
import { typedAnswers } from "./history.ts";
import { notification } from "./notify.ts";

/** What asking has to know of the extension around it. */
export interface Asker {
	/** The tool's name. */
	tool: string;
	settings: (core: Core) => Settings;
	notify: () => Notify;
	/** Whether the form itself is of no use here: by the user's word, or because the terminal cannot draw it. */
	wantsDialogs: () => boolean;
	/** Whether the program that drives pi wants no dialogs beside the request. */
	wantsRequestOnly: () => boolean;
	/** When the last key came, on the clock of `performance.now()`. */
	lastKeyAt: () => number | undefined;
	/** The result where the core cannot make one. */
	failure: (ctx: ExtensionContext, reason: string) => ToolResult;
	/** What is open. */
	open: Set<OpenForm>;
	/** Requests that programs have been sent and that have ended since. */
	ended: string[];
}

/** A form that waits for the user. */
export interface OpenForm {
	requestId?: string;
	end: (how: End) => void;
	respond?: (message: string) => string | undefined;
}

export interface Question {
	ctx: ExtensionContext;
	open: (core: Core) => Questionnaire;
	/** For this one question of a program, among all. */
	requestId: string;
	announce: (request: AskUserRequest) => void;
	signal?: AbortSignal | undefined;
	/** Whether the user has just asked for the form, so that no key that follows can be meant for anything else. */
	isExpected?: boolean;
}

type CustomOptions = NonNullable<Parameters<ExtensionContext["ui"]["custom"]>[1]>;

/** Not needed where there is no terminal. Once only: pi's loader gives whoever asks meanwhile a half-loaded file. */
let loadingForm: Promise<typeof import("./form.ts")> | undefined;

/** Ids of ended requests that are remembered, so that a late response can be told from a foreign one. */
const MAX_ENDED = 1000;

/** The result, whatever happens. Hosts that can show neither a form nor dialogs are not to be given any. */
export async function askUser(asker: Asker, question: Question): Promise<ToolResult> {
	const { ctx } = question;
	const askedAt = performance.now();
	try {
		const isForm = ctx.mode === "tui" && !asker.wantsDialogs();
		const result = await (isForm ? askByForm(asker, question, askedAt) : askByDialogs(asker, question));
		return result ?? asker.failure(ctx, "no result");
	} catch (error) {
		return asker.failure(ctx, error instanceof Error ? error.message : String(error));
	}
}

/** In the place of pi's prompt. */
async function askByForm(asker: Asker, { ctx, open, signal, isExpected }: Question, askedAt: number) {
	loadingForm ??= import("./form.ts");
	const { FormComponent } = await loadingForm;
	// Known to pi 1.0 and later, which then shows that it waits for the user.
	const options: CustomOptions & { blocked: { kind: "question"; message: string } } = {
		blocked: { kind: "question", message: "The model has a question" },
	};
	let form: FormComponent | undefined;
	const own: OpenForm = { end: () => form?.abort() };
	return whileOpen(asker, ctx, own, signal, () =>
		ctx.ui.custom<ToolResult>((tui, theme, keybindings, done) => {
			form = new FormComponent({
				tui,
				theme,
				keybindings,
				mode: ctx.mode,
				cwd: ctx.cwd,
				history: () => typedAnswers(ctx),
				askedAt,
				lastKeyAt: isExpected ? undefined : asker.lastKeyAt(),
				open,
				externalEditor: () => externalEditor(ctx.cwd, ctx.isProjectTrusted()),
				failure: (reason) => asker.failure(ctx, reason),
				done,
			});
			// An abort that came before there was anything to close.
			if (signal?.aborted) queueMicrotask(() => own.end("abort"));
			const signals = notification(asker.notify());
			if (signals) tui.terminal.write(signals);
			return form;
		}, options),
	);
}

async function askByDialogs(asker: Asker, { ctx, open, signal, ...question }: Question) {
	const isProgram = ctx.mode !== "tui";
	const requestId = unused(asker, question.requestId);
	const announce = async (request: AskUserRequest) => {
		question.announce(request);
		// The dialog would overtake it.
		await new Promise((resolve) => setImmediate(resolve));
	};
	const form = new Dialogs({
		ctx,
		open,
		isTyped: !isProgram,
		requestId,
		announce: isProgram ? announce : undefined,
		isRequestOnly: isProgram && asker.wantsRequestOnly(),
	});
	const respond = (message: string) =>
		form.isOver ? useCore().strayResponse(message, [requestId], []) : form.respond(message);
	const own: OpenForm = { end: (how) => form.end(how), ...(isProgram && { requestId, respond }) };
	if (!isProgram) process.stdout.write(notification(asker.notify()));
	try {
		return await whileOpen(asker, ctx, own, signal, () => form.run());
	} finally {
		if (isProgram) asker.ended.push(requestId);
		asker.ended.splice(0, asker.ended.length - MAX_ENDED);
	}
}

/** Runs `body` while `form` can be ended: by an abort, or when the session closes. */
async function whileOpen<T>(
	asker: Asker,
	ctx: ExtensionContext,
	form: OpenForm,
	signal: AbortSignal | undefined,
	body: () => Promise<T>,
): Promise<T> {
	// Some versions of pi abort the run when the program that drives it goes away.
	const abort = () => form.end(hasHungUp(ctx) ? "disconnect" : "abort");
	asker.open.add(form);
	signal?.addEventListener("abort", abort);
	try {
		if (signal?.aborted) abort();
		return await body();
	} finally {
		signal?.removeEventListener("abort", abort);
		asker.open.delete(form);
	}
}

/** Whether the program that drives pi has gone away. */
export function hasHungUp(ctx: ExtensionContext): boolean {
	return ctx.mode === "rpc" && process.stdin.readableEnded;
}

/** The id, made different from those that there were. */
function unused({ open, ended }: Asker, id: string): string {
	const taken = new Set([...ended, ...[...open].map(({ requestId }) => requestId)]);
	let own = id;
	for (let count = 2; taken.has(own); count++) own = `${id}:${count}`;
	return own;
}
