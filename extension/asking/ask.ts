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
	type HostMode,
	type Notify,
	type Questionnaire,
	type ToolResult,
	withCore,
} from "../core/core.ts";
import { type Reader, readSession } from "../core/session.ts";
import { Dialogs, type End, nextTick, openDialogs } from "../dialogs/dialogs.ts";
import { reasonOf } from "../host/say.ts";
import { externalEditor } from "../tui/external.ts";
import type { FormComponent } from "../tui/form.ts";
import { notification } from "./notify.ts";

/** What asking has to know of the extension around it. */
export interface Asker extends Reader {
	notify: () => Notify;
	/** Whether the form itself is of no use here: by the user's word, or because the terminal cannot draw it. */
	wantsDialogs: () => boolean;
	/** Whether the program that drives pi wants no dialogs beside the request. */
	wantsRequestOnly: () => boolean;
	/** When the last key came, on the clock of `performance.now()`. */
	lastKeyAt: () => number | undefined;
	/** The result where the core cannot make one. */
	failure: (mode: HostMode, reason: string) => ToolResult;
	/** What is open, or waits for its turn. */
	open: Set<OpenForm>;
	/** The end of what is asked now, and of all that waits behind it: two forms at once would lie over each other. */
	turn: Promise<unknown>;
	/** Requests that programs have been sent and that have ended since. */
	ended: string[];
}

/** A form that waits for the user. */
export interface OpenForm {
	requestId?: string;
	end: (how: End) => void;
	/** Takes a response, or says what is wrong with it. */
	respond?: (message: string) => Promise<string | undefined>;
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
	/** Whether the call is over. With pi just started, there may be keys on their way that it has not seen. */
	isLate?: boolean;
}

type CustomOptions = NonNullable<Parameters<ExtensionContext["ui"]["custom"]>[1]>;

/** Not needed where there is no terminal. Once only: pi's loader gives whoever asks meanwhile a half-loaded file. */
let loadingForm: Promise<typeof import("../tui/form.ts")> | undefined;

/** Ids of ended requests that are remembered, so that a late response can be told from a foreign one. */
const MAX_ENDED = 1000;

/** The result, whatever happens. Hosts that can show neither a form nor dialogs are not to be given any. */
export async function askUser(asker: Asker, question: Question): Promise<ToolResult> {
	const { ctx, open, signal } = question;
	// Once the session is closed, ctx says nothing more.
	const { mode } = ctx;
	const before = asker.turn;
	let isOver = () => {};
	const over = new Promise<void>((resolve) => {
		isOver = resolve;
	});
	asker.turn = before.then(() => over);
	try {
		const end = await waitFor(before, asker, ctx, signal);
		if (end) return unasked(asker, ctx, open, end);
		const askedAt = performance.now();
		const isForm = mode === "tui" && !asker.wantsDialogs();
		const result = await (isForm ? askByForm(asker, question, askedAt) : askByDialogs(asker, question));
		return result ?? asker.failure(mode, "no result");
	} catch (error) {
		return asker.failure(mode, reasonOf(error));
	} finally {
		isOver();
	}
}

/** Waits for the forms before this one; how it ended, if that was while it waited. */
function waitFor(
	before: Promise<unknown>,
	asker: Asker,
	ctx: ExtensionContext,
	signal: AbortSignal | undefined,
): Promise<End | undefined> {
	let end: (how?: End) => void = () => {};
	const ended = new Promise<End | undefined>((resolve) => {
		end = resolve;
	});
	void before.then(() => end());
	return whileOpen(asker, ctx, { end }, signal, () => ended);
}

/** The result of questions that nobody was shown. */
export function unasked(
	asker: Asker,
	ctx: ExtensionContext,
	open: (core: Core) => Questionnaire,
	how: End,
): ToolResult {
	return withCore(
		(core) => {
			const dialogs = openDialogs(core, open, false);
			dialogs[how]();
			const result = dialogs.result({ mode: ctx.mode });
			dialogs.free();
			return result ?? asker.failure(ctx.mode, "no result");
		},
		(reason) => asker.failure(ctx.mode, reason),
	);
}

/** In the place of pi's prompt. */
async function askByForm(asker: Asker, { ctx, open, signal, ...question }: Question, askedAt: number) {
	loadingForm ??= import("../tui/form.ts");
	const { FormComponent } = await loadingForm;
	// Known to pi 1.0 and later, which then shows that it waits for the user.
	const options: CustomOptions & { blocked: { kind: "question"; message: string } } = {
		blocked: { kind: "question", message: "The model has a question" },
	};
	let form: FormComponent | undefined;
	const own: OpenForm = { end: () => form?.abort() };
	/** What stands in pi's prompt behind the form. */
	let prompt = "";
	const result = await whileOpen(asker, ctx, own, signal, () =>
		ctx.ui.custom<ToolResult>((tui, theme, keybindings, close) => {
			const done = (result: ToolResult) => {
				prompt = ctx.ui.getEditorText();
				close(result);
			};
			form = new FormComponent({
				tui,
				theme,
				keybindings,
				mode: ctx.mode,
				cwd: ctx.cwd,
				history: () =>
					readSession(
						asker,
						ctx,
						(session) => session.typed,
						() => [],
					),
				askedAt,
				lastKeyAt: question.isExpected ? undefined : question.isLate ? askedAt : asker.lastKeyAt(),
				open,
				externalEditor: () => externalEditor(ctx.cwd, ctx.isProjectTrusted()),
				failure: (reason) => asker.failure("tui", reason),
				done,
			});
			// An abort that came before there was anything to close.
			if (signal?.aborted) queueMicrotask(() => own.end("abort"));
			const signals = notification(asker.notify());
			if (signals) tui.terminal.write(signals);
			return form;
		}, options),
	);
	// pi puts back what stood there before the form, and not what a fork has filled in meanwhile.
	if (prompt !== "" && ctx.ui.getEditorText() === "") ctx.ui.setEditorText(prompt);
	return result;
}

async function askByDialogs(asker: Asker, { ctx, open, signal, ...question }: Question) {
	const isProgram = ctx.mode !== "tui";
	const requestId = unused(asker, question.requestId);
	const announce = async (request: AskUserRequest) => {
		question.announce(request);
		await nextTick(); // or the dialog would overtake it
	};
	const form = new Dialogs({
		ctx,
		mode: ctx.mode,
		open,
		isTyped: !isProgram,
		requestId,
		announce: isProgram ? announce : undefined,
		isRequestOnly: isProgram && asker.wantsRequestOnly(),
	});
	const respond = (message: string) => form.respond(message);
	const own: OpenForm = { end: (how) => form.end(how), ...(isProgram && { requestId, respond }) };
	if (!isProgram) process.stdout.write(notification(asker.notify()));
	// Before it is open no longer: at any moment, a response has to find one of the two.
	const run = () => form.run().finally(() => isProgram && remember(asker, requestId));
	return whileOpen(asker, ctx, own, signal, run);
}

function remember({ ended }: Asker, requestId: string): void {
	ended.push(requestId);
	ended.splice(0, ended.length - MAX_ENDED);
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
	const isProgram = ctx.mode === "rpc";
	const end = () => form.end(isProgram && hasHungUp() ? "disconnect" : "abort");
	// What a program has sent before it counts. By then, the session may be closed, and ctx says nothing more.
	const abort = isProgram ? () => setImmediate(end) : end;
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

let wasToldToEnd = false;

/** Takes note of signals, by which programs stop pi as well, until what it returns is called. */
export function watchSignals(): () => void {
	const note = () => {
		wasToldToEnd = true;
	};
	// Where pi does not listen itself, a listener would keep it from ending.
	const signals = (["SIGTERM", "SIGHUP"] as const).filter((signal) => process.listenerCount(signal) > 0);
	for (const signal of signals) process.prependListener(signal, note);
	return () => {
		for (const signal of signals) process.off(signal, note);
	};
}

/** Whether the program that drives pi has gone away, or wants it to end. */
function hasHungUp(): boolean {
	return process.stdin.readableEnded || wasToldToEnd;
}

/** The id, made different from those that there were. */
function unused({ open, ended }: Asker, id: string): string {
	const taken = new Set([...ended, ...[...open].map(({ requestId }) => requestId)]);
	let own = id;
	for (let count = 2; taken.has(own); count++) own = `${id}:${count}`;
	return own;
}
