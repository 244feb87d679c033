/**
 * The `question` tool of pi: registers it with its commands and flags, and connects it to the core.
 *
 * Never here: question logic, texts for the model or the user, state of a form.
 */
import type {
	AgentEndEvent,
	AgentToolResult,
	ExtensionAPI,
	ExtensionContext,
	Theme,
} from "@earendil-works/pi-coding-agent";
import { Box, type Component, isKeyRelease, truncateToWidth } from "@earendil-works/pi-tui";
import { Compile, type Validator } from "typebox/compile";
import type { AcpAddress, AcpLink } from "./acp/link.ts";
import {
	type AskUserRequest,
	type Core,
	coreGeneration,
	coreOr,
	type Dialect,
	type DialectDetails,
	failure,
	type HostMode,
	harmless,
	type Notify,
	type Open,
	type Palette,
	paletteOf,
	type Questionnaire,
	type Request,
	type Settings,
	settingsOf,
	type ToolResult,
	withCore,
} from "./core/core.ts";
import { declarations } from "./declaration.ts";
import { ANSWERS, pendingFiles, SUBCOMMANDS } from "./host/names.ts";
import { writeError } from "./host/say.ts";
import { environmentLocale, findSettings, trustAtLoad, trustInSession } from "./host/settings.ts";
import type { Session } from "./session.ts";

export default function question(pi: ExtensionAPI): void {
	const acp = acpAddress();
	/** Once only, as below. */
	let link: Promise<AcpLink> | undefined;
	const useLink = () => {
		if (acp) link ??= import("./acp/link.ts").then(({ AcpLink }) => new AcpLink(acp));
		return link;
	};
	const locale = environmentLocale();
	let { files } = findSettings(process.cwd(), () => trustAtLoad(process.cwd()));
	// The core is asked only where there is something to read: loading it costs each start of pi.
	const dialect: Dialect =
		files.length === 0 ? "question" : coreOr("question", () => settingsOf(files, locale).dialect);
	// The tool is registered but once, so its dialect is that of the start, whatever the files say later.
	const settings = (): Settings => settingsOf(files, locale, dialect);
	const reported = new Set<string>();
	/** When the last key came, on the clock of `performance.now()`. */
	let lastKeyAt: number | undefined;
	let session: Session | undefined;
	/** Calls that the last run has left without a result, until it is known why. */
	let unasked: string[] = [];
	let forgetting: ReturnType<typeof setTimeout> | undefined;
	/**
	 * Loaded when it is needed: most runs of pi ask nothing, and every file costs each start. And once only, because pi's
	 * loader gives whoever asks for a file at the same time a half-loaded one.
	 */
	let loading: Promise<Session> | undefined;
	function useSession(): Promise<Session> {
		loading ??= loadSession();
		return loading;
	}
	async function loadSession(): Promise<Session> {
		const { Session } = await import("./session.ts");
		session = new Session(pi, {
			tool: dialect,
			settings,
			notify: () => coreOr<Notify>("off", () => settings().notify),
			wantsDialogs: () => process.env.TERM === "dumb" || coreOr(false, () => settings().accessible),
			link: useLink,
			wantsRequestOnly: () => pi.getFlag(REQUEST_ONLY) === true || process.env.PI_QUESTION_REQUEST_ONLY === "1",
			lastKeyAt: () => lastKeyAt,
		});
		return session;
	}

	/** Whether what a form needs is loaded, or about to be. */
	let isPrepared = false;
	/** Loads what a form needs. Whatever fails here fails again, and is told, when the call is executed. */
	function prepare(theme: Theme): void {
		if (isPrepared) return;
		isPrepared = true;
		useSession()
			.then((session) => session.prepare(theme))
			.catch(() => {});
	}

	pi.registerFlag("answers", {
		type: "string",
		description: "Answers to pending questions, or to the first that are asked: a JSON list, or an object by id",
	});
	pi.registerFlag(REQUEST_ONLY, {
		type: "boolean",
		description: "In rpc mode, ask by ask_user_request alone, without dialogs (PI_QUESTION_REQUEST_ONLY=1)",
	});

	pi.on("session_start", async ({ reason }, ctx) => {
		readSettings(ctx);
		if (ctx.mode === "rpc") {
			registerResponse();
			void useLink(); // from then on, pi's death is noticed
		}
		if (ctx.mode === "tui") {
			ctx.ui.onTerminalInput((data) => {
				if (!isKeyRelease(data)) lastKeyAt = performance.now();
				return undefined;
			});
		}
		// A host of tests may have no session.
		const isNew = !ctx.sessionManager?.getBranch().some(({ type }) => type === "message");
		if (isNew && pendingFiles(ctx.cwd).length === 0 && pi.getFlag("answers") === undefined) return;
		await (await useSession()).start(ctx, reason === "startup");
	});
	pi.on("message_start", ({ message }, ctx) => {
		if (message.role === "assistant") session?.replying(ctx);
	});
	pi.on("turn_end", () => session?.turnEnded());
	pi.on("agent_end", ({ messages }, ctx) => {
		const last = messages.findLast(({ role }) => role === "assistant");
		unasked = callsWithoutResult(messages, dialect);
		session?.ended(ctx, last?.role === "assistant" && last.stopReason === "stop");
	});
	pi.on("agent_settled", (_event, ctx) => {
		session?.settled(ctx);
		if (unasked.length > 0) forgetUnasked(unasked);
		unasked = [];
	});
	pi.on("session_shutdown", async ({ reason }, ctx) => {
		clearTimeout(forgetting);
		const isAsking = reason === "quit" && session?.isAsking === true;
		await session?.close(ctx, reason);
		(await link)?.close(isAsking);
		link = undefined;
	});

	pi.registerCommand("questions", {
		description: "Show the questions and answers of this session; answer, clear or revise them",
		// Nothing for a word that is complete: with a list open, pi's Enter takes from the list and sends nothing.
		getArgumentCompletions: (prefix) => SUBCOMMANDS.filter(({ value }) => value.startsWith(prefix) && value !== prefix),
		handler: async (args, ctx) => {
			readSettings(ctx);
			await (await useSession()).questions(args, ctx);
		},
	});
	/** Only where a program listens: in the list of commands, people would wonder about it. */
	function registerResponse(): void {
		pi.registerCommand("ask_user_response", {
			description: "Answer an ask_user_request",
			handler: async (message, ctx) => {
				// At once where anything may be open: what pi reads next must not overtake it.
				await (session ?? (await useSession())).respond(message, ctx);
			},
		});
	}

	const { description, promptSnippet, promptGuidelines, parameters, outputSchema } = declarations[dialect];
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
		// Known to pi 1.0 and later; older hosts ignore it.
		...{ outputSchema },
		executionMode: "sequential",
		// pi's validation takes most calls as they are.
		prepareArguments: (args) =>
			coreOr(args, (core) => (isDeclared(args) ? args : core.prepareArguments(settings(), args))) as Request,

		async execute(toolCallId, params, signal, onUpdate, ctx) {
			readSettings(ctx);
			try {
				const open = withCore(({ Questionnaire }) => once(() => new Questionnaire(settings(), params), ctx.mode));
				if (typeof open !== "function") return toolResult(open);
				const session = await useSession();
				const announce = (details: AskUserRequest) => onUpdate?.({ content: [], details });
				const { result, isLast } = await session.ask(ctx, toolCallId, open, signal, announce);
				return { ...toolResult(result), ...(isLast && { terminate: true }) };
			} catch (error) {
				return toolResult(failure(ctx.mode, error instanceof Error ? error.message : String(error)));
			}
		},

		renderCall(args, theme) {
			// pi draws a call while the model still writes it.
			prepare(theme);
			// pi draws a whole conversation at once.
			if (session) setImmediate(() => session?.drawn());
			return drawing(theme, (core, palette, columns) => core.callView(palette, settings(), args, columns).split("\n"));
		},

		renderResult: ({ details, content }, { expanded }, theme) => drawResult(details, content, expanded, theme),
	});
	pi.registerMessageRenderer(ANSWERS, ({ details, content }, { expanded }, theme) => {
		// As far from the edge as pi's own messages.
		const box = new Box(1, 0);
		box.addChild(drawResult(details, content, expanded, theme));
		return box;
	});

	function drawResult(details: unknown, content: Content, expanded: boolean, theme: Theme): Component {
		return drawing(theme, (core, palette, columns) =>
			core.resultView(palette, settings(), details, textOf(content), expanded, columns).split("\n"),
		);
	}

	/** Notes calls that the user has stopped before they were asked: they are not asked again when the session goes on. */
	function forgetUnasked(calls: string[]): void {
		// Where pi ends, it ends the run just the same, and these are to be asked again.
		forgetting = setTimeout(() => pi.appendEntry(ANSWERS, { closes: calls }), ENDING_MS);
		forgetting.unref();
	}

	/** Reads the settings as they are now, and says once what is wrong with them. */
	function readSettings(ctx: ExtensionContext): void {
		const found = findSettings(ctx.cwd, () => trustInSession(ctx.cwd, ctx.isProjectTrusted()));
		files = found.files;
		const faults = files.length === 0 ? [] : coreOr([], () => settings().problems);
		for (const problem of [...found.passedOver, ...faults]) {
			const text = harmless(`pi-question: ${problem}`);
			// Where there is no interface, pi shows no notice.
			if (!reported.has(problem)) ctx.hasUI ? ctx.ui.notify(text, "warning") : writeError(text);
			reported.add(problem);
		}
	}
}

/** Where the address is kept when the extension is loaded once more. */
const ACP = Symbol.for("pi-question.acp");

/** How pi-question-acp is reached, if it runs this pi. What pi runs in its turn is not to have it from the environment. */
function acpAddress(): AcpAddress | undefined {
	const { PI_QUESTION_ACP_SOCKET: path, PI_QUESTION_ACP_TOKEN: token } = process.env;
	delete process.env.PI_QUESTION_ACP_SOCKET;
	delete process.env.PI_QUESTION_ACP_TOKEN;
	const kept = globalThis as { [ACP]?: AcpAddress };
	if (path && token) kept[ACP] = { path, token };
	return kept[ACP];
}

/** Within how many milliseconds a session closes after the run that was ended for that: pi does so at once. */
const ENDING_MS = 300;

/**
 * Returns what opens the questions of a call, or its result if they cannot be asked. The call is read once: the first to
 * open the questions gets those that were checked, unless a trap has taken them. Reading 10,000 options twice takes a form
 * from 7 to 11 times as long as `JSON.parse` to open (`npm run bench -- opening`).
 */
function once(make: Open, mode: HostMode): Open | ToolResult {
	let checked: Questionnaire | undefined = make();
	const generation = coreGeneration();
	const refusal = checked.refusal({ mode });
	if (refusal) {
		checked.free();
		return refusal;
	}
	return () => {
		const questionnaire = generation === coreGeneration() ? checked : undefined;
		checked = undefined;
		return questionnaire ?? make();
	};
}

/** How a message ends whose calls pi does not run. */
const BROKEN_OFF = new Set<string>(["length", "error", "aborted"]);

/** The calls of a tool that a run was to make, and has not come to. */
function callsWithoutResult(messages: AgentEndEvent["messages"], tool: string): string[] {
	const done = new Set(messages.map((message) => (message.role === "toolResult" ? message.toolCallId : "")));
	const calls = messages.flatMap((message) =>
		message.role === "assistant" && !BROKEN_OFF.has(message.stopReason) ? message.content : [],
	);
	return calls.flatMap((part) =>
		part.type === "toolCall" && part.name === tool && !done.has(part.id) ? [part.id] : [],
	);
}

/** The flag of programs that show questions in their own way. */
const REQUEST_ONLY = "question-request-only";

type Content = string | Array<{ type: string; text?: string }>;

function textOf(content: Content): string {
	return typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("\n");
}

/** Updates of a call, which programs are sent, hold a request. */
type SentDetails = DialectDetails | AskUserRequest;

function toolResult({
	content,
	details,
}: ToolResult): AgentToolResult<SentDetails> & { structuredContent: DialectDetails } {
	return { content: [{ type: "text", text: content }], details, structuredContent: details };
}

/** Lines of the transcript that the core draws. Where it cannot, nothing of the model's is shown unchecked. */
function drawing(theme: Theme, draw: (core: Core, palette: Palette, columns: number) => string[]): Component {
	let drawn: { columns: number; lines: string[] } | undefined;
	return {
		render(columns) {
			if (drawn?.columns !== columns) {
				const lines = coreOr(undefined, (core) => draw(core, paletteOf(core, theme), columns));
				drawn = { columns, lines: lines ?? [truncateToWidth("question (cannot be drawn)", columns)] };
			}
			return drawn.lines;
		},
		invalidate() {
			drawn = undefined;
		},
	};
}
