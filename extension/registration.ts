/**
 * Registers the `question` tool with its commands and flags, and connects it to the core.
 *
 * Never here: question logic, state of a form.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { type ExtensionAPI, type ExtensionContext, type Theme, VERSION } from "@earendil-works/pi-coding-agent";
import { isKeyRelease } from "@earendil-works/pi-tui";
import { Compile, type Validator } from "typebox/compile";
import type { Address } from "../bin/address.js";
import type { AcpLink } from "./acp/client.ts";
import type { Calls } from "./calls.ts";
import {
	type Core,
	coreOr,
	type Dialect,
	failure,
	type Notify,
	type Request,
	rehearse,
	type Settings,
	say,
	settingsOf,
} from "./core/core.ts";
import { declarations } from "./declaration.ts";
import type { Desk } from "./desk.ts";
import type { Door } from "./elsewhere/door.ts";
import { Damaged, loadAlone, type Part, reasonOf } from "./host/io.ts";
import { pendingFiles, SUBCOMMANDS } from "./host/names.ts";
import {
	claimProcess,
	hasOwner,
	isFirstCopy,
	isNested,
	isOnCommandLine,
	isPi,
	modeOf,
	noteOffered,
	ownsProcess,
	releaseProcess,
	wasOffered,
} from "./host/process.ts";
import { environmentLocale, findSettings, trustAtLoad, trustInSession } from "./host/settings.ts";
import { beginCall, type HostSession, inherited, joinHosts, leaveHosts, nameBelow } from "./subagents/hosts.ts";
import { registerTranscript, sentResult } from "./transcript.ts";

export function register(pi: ExtensionAPI): void {
	if (isTooOld(VERSION)) {
		const advice = "Update pi, or install pi-question 0.3.";
		pi.on("session_start", (_event, ctx) => {
			claimProcess(ctx);
			warn(ctx, `pi ${OLDEST} or newer is needed, and this is ${VERSION}. ${advice}`);
		});
		return;
	}
	const acp = acpAddress();
	/** The link to the client of an agent. */
	let link: Promise<AcpLink> | undefined;
	const useLink = () => {
		if (acp) link ??= loadAlone("link", () => import("./acp/client.ts")).then(({ AcpLink }) => new AcpLink(acp));
		return link;
	};
	const locale = environmentLocale();
	let { files } = findSettings(process.cwd(), () => trustAtLoad(process.cwd()));
	// Loading the core costs each start of pi, so it is loaded only if there are settings to read.
	const dialect: Dialect =
		files.length === 0 ? "question" : coreOr("question", () => settingsOf(files, locale).dialect);
	// The tool is registered once, so later changes of the files do not change its dialect.
	const settings = (core?: Core, tool = dialect): Settings => settingsOf(files, locale, tool, core);
	const transcript = registerTranscript(pi, settings);
	/** Whether the person is asked on behalf of subagents, and a session without one asks the person above. */
	const asksForOthers = () => files.length === 0 || coreOr(true, () => settings().subagents);
	const reported = new Set<string>();
	/** Time of the last key, by `performance.now()`. */
	let lastKeyAt: number | undefined;
	let desk: Desk | undefined;
	/** The desk, loaded at its first use, because every file costs each start of pi and most runs ask nothing. */
	let loading: Promise<Desk> | undefined;
	function useDesk(): Promise<Desk> {
		loading ??= loadDesk();
		return loading;
	}
	/** The session that has begun, for other places. */
	let session: ExtensionContext | undefined;
	let door: Door | undefined;
	async function loadDesk(): Promise<Desk> {
		const load = async () => ({ ...(await import("./desk.ts")), ...(await import("./elsewhere/door.ts")) });
		const { Desk, Door } = await loadPart("desk", load);
		desk = new Desk(pi, {
			tool: dialect,
			settings,
			notify: () => coreOr<Notify>("off", () => settings().notify),
			wantsDialogs: () => environmentWantsDialogs() || coreOr(false, () => settings().accessible),
			form: () => loadPart("form", () => import("./tui/form.ts")),
			link: useLink,
			wantsRequestOnly: () => pi.getFlag(REQUEST_ONLY) === true || process.env.PI_QUESTION_REQUEST_ONLY === "1",
			lastKeyAt: () => lastKeyAt,
			asksAbove: asksForOthers,
			commands: () => pi.getCommands?.().map(({ name }) => name) ?? [],
		});
		door = new Door(pi.events, desk.published, askFor, {
			session: () => session,
			servesTerminals: () => coreOr(false, () => settings().elsewhere),
			failed: (ctx, reason) => warn(ctx, `Questions cannot be answered in other terminals: ${reason}`),
		});
		return desk;
	}

	/** What executes calls, loaded at its first use. */
	let calling: Promise<Calls> | undefined;
	function useCalls(): Promise<Calls> {
		const host = { dialect, settings, desk: useDesk };
		calling ??= loadAlone("calls", () => import("./calls.ts")).then(({ Calls }) => new Calls(host));
		return calling;
	}
	const askFor = async (...asked: Parameters<Calls["askFor"]>) => (await useCalls()).askFor(...asked);

	/** The session, if it has a person whom subagents may ask. */
	let host: HostSession | undefined;
	function beHost(ctx: ExtensionContext): void {
		if (host) leaveHosts(host); // in rpc mode, pi sends the event of a start twice
		host = undefined;
		if (!asksForOthers()) return;
		host = {
			running: 0,
			cwd: () => ctx.cwd,
			ask: (asked, signal) => askFor(ctx, asked, signal),
			failed: (reason) => warn(ctx, `Subagents in processes of their own cannot ask you: ${reason}`),
		};
		joinHosts(host);
	}

	// Some programs have no events.
	for (const name of ["ask", "withdraw", "answer"] as const)
		pi.events?.on(`pi-question:${name}`, (data) => {
			useDesk()
				.then(() => door?.take(name, data))
				.catch(() => {});
		});

	/** Whether a form has all that it needs, or `prepare` is loading it. */
	let isPrepared = false;
	/** Stops what `prepareAhead` began. */
	let ahead = new AbortController();
	/** Prepares the first form before there is a call. Errors are ignored: they occur again when a call is executed. */
	function prepareAhead(theme: Theme): void {
		ahead = new AbortController();
		const { signal } = ahead;
		const finish = () => {
			rehearse(settings, theme);
			isPrepared = true;
		};
		sleep(AHEAD_MS, undefined, { ref: false, signal })
			.then(() => loadAlone("ahead", () => import("./ahead.ts")))
			.then(({ loadInPauses }) => loadInPauses(() => lastKeyAt, finish, signal))
			.catch(() => {});
	}
	/** Loads the modules that a form needs at once. Errors are ignored, for the same reason. */
	function prepare(theme: Theme): void {
		if (isPrepared) return;
		isPrepared = true;
		ahead.abort();
		useCalls()
			.then(useDesk)
			.then((desk) => desk.prepare(theme))
			.catch(() => {});
	}

	// pi does not start if two extensions have the same flag, so a flag that nobody uses is not registered.
	const flags = ["answers", REQUEST_ONLY].filter(isOnCommandLine);
	const registersFlags = flags.length > 0 && isFirstCopy(pi);
	if (registersFlags && flags.includes("answers"))
		pi.registerFlag("answers", {
			type: "string",
			description: "Answers to pending questions, or to the first that are asked: a JSON list, or an object by id",
		});
	if (registersFlags && flags.includes(REQUEST_ONLY))
		pi.registerFlag(REQUEST_ONLY, {
			type: "boolean",
			description: "In rpc mode, ask by ask_user_request alone, without dialogs (PI_QUESTION_REQUEST_ONLY=1)",
		});

	pi.on("session_start", async ({ reason }, ctx) => {
		claimProcess(ctx);
		readSettings(ctx);
		if (!isOffered) offerUnlessTaken(ctx);
		if (isNested(ctx) || !isOffered) return;
		if (ctx.hasUI) beHost(ctx);
		session = ctx;
		if (modeOf(ctx) === "rpc") {
			registerResponse();
			useLink()?.catch(() => {}); // pi-question-acp notices from now on when pi dies
		}
		if (modeOf(ctx) === "tui") {
			ctx.ui?.onTerminalInput?.((data) => {
				if (isKeyRelease(data)) return undefined;
				lastKeyAt = performance.now();
				return desk?.isForClosedForm(ctx, data) ? { consume: true } : undefined;
			});
			if (!isPrepared) prepareAhead(ctx.ui?.theme);
		}
		const isNew = !ctx.sessionManager.getBranch().some(({ type }) => type === "message");
		if (isNew && pendingFiles(ctx.cwd).length === 0 && pi.getFlag("answers") === undefined) return;
		await (await useDesk()).start(ctx, reason === "startup" && isPi() && ownsProcess(ctx));
	});
	pi.on("message_start", ({ message }, ctx) => {
		if (message.role === "assistant") return desk?.note(ctx, "replying");
	});
	pi.on("turn_end", (_event, ctx) => desk?.note(ctx, "turnEnded"));
	pi.on("agent_end", async ({ messages }, ctx) => {
		const isCall = (part: { type: string; name?: string }) => part.type === "toolCall" && part.name === dialect;
		// The call may not have begun.
		if (isOffered && messages.some((message) => message.role === "assistant" && message.content.some(isCall)))
			await useDesk();
		await desk?.ended(ctx, messages);
	});
	pi.on("agent_settled", (_event, ctx) => desk?.note(ctx, "settled"));
	pi.on("session_tree", (_event, ctx) => desk?.note(ctx, "moved"));
	pi.on("tool_execution_start", (_event, ctx) => {
		if (host) beginCall(host);
		else if (inherited() !== undefined && ownsProcess(ctx)) nameBelow(ctx);
	});
	pi.on("tool_execution_end", () => {
		if (host) host.running--;
	});
	pi.on("session_shutdown", async ({ reason }, ctx) => {
		ahead.abort();
		if (host) leaveHosts(host);
		host = undefined;
		session = undefined;
		door?.close();
		const isAsking = reason === "quit" && desk?.isAsking === true;
		await desk?.close(ctx, reason);
		releaseProcess(ctx);
		(await link)?.close(isAsking);
		link = undefined;
	});

	pi.registerCommand("questions", {
		description: "Show this session's questions and answers",
		// Omits a complete word: while a list of completions is open, Enter would take from it and not send the command.
		getArgumentCompletions: (prefix) => SUBCOMMANDS.filter(({ value }) => value.startsWith(prefix) && value !== prefix),
		handler: async (args, ctx) => {
			readSettings(ctx);
			if (!isOffered) offerUnlessTaken(ctx);
			if (isOffered) await (await useDesk()).questions(args, ctx);
		},
	});
	/** Registers `/ask_user_response`, in rpc mode only, because people have no use for it in their list of commands. */
	function registerResponse(): void {
		pi.registerCommand("ask_user_response", {
			description: "Answer an ask_user_request",
			handler: async (message, ctx) => {
				// Not deferred if the desk is loaded: what pi reads next must not overtake the response.
				await (desk ?? (await useDesk())).respond(message, ctx);
			},
		});
	}

	/** Whether this copy of the extension serves the session: no other one has a tool of this name. */
	let isOffered = false;
	// pi does not start if two extensions register a tool of the same name while they are loaded. A session inside another,
	// or of a program that uses pi's SDK, may start without the event. One that pi loads again draws its transcript before
	// the event.
	if (!isPi() || hasOwner() || wasOffered(dialect)) offer();

	function offerUnlessTaken(ctx: ExtensionContext): void {
		if (!pi.getAllTools().some(({ name }) => name === dialect)) {
			offer();
			return;
		}
		const others = Object.keys(declarations).filter((name) => name !== dialect);
		const advice = `set "dialect" in question.json to ${others.map((name) => `"${name}"`).join(" or ")}`;
		const taken = `another extension, or another copy of this one, has a tool named "${dialect}", which is used`;
		warn(ctx, `${taken}. To use both, ${advice}, and restart pi.`);
	}

	function offer(): void {
		isOffered = true;
		noteOffered(dialect);
		const { description, promptSnippet, parameters, outputSchema, ...declared } = declarations[dialect];
		const guidance = files.length === 0 ? undefined : coreOr(undefined, () => settings().guidance);
		const promptGuidelines = [...declared.promptGuidelines, ...(guidance === undefined ? [] : [guidance])];
		let check: Validator | undefined;
		const isDeclared = (args: unknown) => {
			check ??= Compile(parameters);
			return check.Check(args);
		};
		pi.registerTool({
			name: dialect,
			label: "Question",
			description,
			promptSnippet,
			promptGuidelines,
			parameters,
			// Ignored by versions of pi that do not know them. The tool is for the model alone: a script of codemode would
			// hide from it what the user says besides an answer.
			...{ outputSchema, exposure: "model-only" },
			executionMode: "sequential",
			// pi validates after this, and executes what it has validated. Most calls are valid as they are. One that cannot be
			// read is handed on as it was sent, in a wrapper: nothing has to be kept until it is read, and refused, again.
			prepareArguments: (args) =>
				(isDeclared(args)
					? args
					: (coreOr(undefined, (core) => core.prepareArguments(settings(core), args)) ?? {
							questions: [],
							arguments: args,
						})) as Request,

			async execute(toolCallId, params, signal, onUpdate, ctx) {
				// Some programs start a session without the event.
				claimProcess(ctx);
				readSettings(ctx);
				try {
					return await (await useCalls()).execute(ctx, toolCallId, params, signal, onUpdate);
				} catch (error) {
					if (error instanceof Damaged) warn(ctx, error.message);
					return sentResult(failure(modeOf(ctx), reasonOf(error)));
				}
			},

			renderCall(args, theme) {
				// pi draws a call while the model is still writing it.
				prepare(theme);
				// pi draws a whole conversation in one turn of the event loop, so it is drawn after this turn.
				if (desk) setImmediate(() => desk?.drawn());
				return transcript.drawCall(args, theme);
			},

			renderResult: ({ details, content }, { expanded }, theme) =>
				transcript.drawResult(details, content, expanded, theme),
		});
	}
	/** Reads the settings files again and reports each problem once. */
	function readSettings(ctx: ExtensionContext): void {
		const found = findSettings(ctx.cwd, () => trustInSession(ctx.cwd, ctx.isProjectTrusted()));
		files = found.files;
		const faults = files.length === 0 ? [] : coreOr([], () => settings().problems);
		for (const problem of [...found.passedOver, ...faults]) {
			if (!reported.has(problem)) warn(ctx, problem);
			reported.add(problem);
		}
	}
}

/** The oldest version of pi that is supported. */
const OLDEST = "1.4";

function isTooOld(version: string): boolean {
	return version.localeCompare(OLDEST, "en", { numeric: true }) < 0;
}

/** Shows a notice that does not say itself which extension it is from. */
function warn(ctx: ExtensionContext, text: string): void {
	say(ctx, ctx.hasUI ? `pi-question: ${text}` : text, "warning");
}

/** Key of the address in `globalThis`, where it is kept when pi reloads the extension. */
const ACP = Symbol.for("pi-question.acp");

/** Takes the address of pi-question-acp out of the environment, because processes that pi starts inherit that. */
function acpAddress(): Address | undefined {
	const { PI_QUESTION_ACP_SOCKET: path, PI_QUESTION_ACP_TOKEN: token } = process.env;
	delete process.env.PI_QUESTION_ACP_SOCKET;
	delete process.env.PI_QUESTION_ACP_TOKEN;
	const kept = globalThis as { [ACP]?: Address };
	if (path && token) kept[ACP] = { path, token };
	return kept[ACP];
}

/** Loads a part of several files, each of which has to be whole. */
function loadPart<T extends object>(part: Part, load: () => Promise<T>): Promise<T> {
	return loadAlone(part, async () => {
		await (await import("./ahead.ts")).loadFiles(part);
		return load();
	});
}

/** Time in milliseconds after the start of a session in which pi is left alone. */
const AHEAD_MS = 500;

/** Whether the environment asks for plain dialogs: for a terminal that cannot move its cursor, or for a person. */
function environmentWantsDialogs(): boolean {
	const { ACCESSIBLE: accessible = "", TERM } = process.env;
	return TERM === "dumb" || (accessible !== "" && accessible !== "0");
}

/** Flag for programs that show questions in their own way. */
const REQUEST_ONLY = "question-request-only";
