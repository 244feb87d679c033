/**
 * The `question` tool of pi: registers it and connects it to the core.
 *
 * Never here: question logic, texts for the model or the user, state of a form.
 */
import type { AgentToolResult, ExtensionAPI, ExtensionContext, Theme } from "@earendil-works/pi-coding-agent";
import { type Component, isKeyRelease, truncateToWidth } from "@earendil-works/pi-tui";
import {
	type Core,
	type Details,
	type Dialect,
	type Notify,
	type Palette,
	paletteOf,
	type Request,
	type Settings,
	settingsOf,
	type ToolResult,
	withCore,
} from "./core.ts";
import { declarations } from "./declaration.ts";
import type { FormComponent } from "./form.ts";
import { environmentLocale, isProjectTrustedAtLoad, settingsFiles } from "./settings.ts";

type CustomOptions = NonNullable<Parameters<ExtensionContext["ui"]["custom"]>[1]>;

export default function question(pi: ExtensionAPI): void {
	const locale = environmentLocale();
	let files = settingsFiles(process.cwd(), () => isProjectTrustedAtLoad(process.cwd()));
	// The core is asked only where there is something to read: loading it costs each start of pi.
	const dialect: Dialect =
		files.length === 0
			? "question"
			: withCore(
					(core) => settingsOf(core, files, locale).dialect,
					() => "question",
				);
	// The tool is registered but once, so its dialect is that of the start, whatever the files say later.
	const settings = (core: Core): Settings => settingsOf(core, files, locale, dialect);
	const reported = new Set<string>();
	/** What ends the calls that wait for the user when the session closes; pi asks one after the other. */
	const open = new Set<() => void>();
	/** When the last key came, on the clock of `performance.now()`. */
	let lastKeyAt: number | undefined;

	pi.on("session_start", (_event, ctx) => {
		readSettings(ctx);
		if (ctx.mode !== "tui") return;
		ctx.ui.onTerminalInput((data) => {
			if (!isKeyRelease(data)) lastKeyAt = performance.now();
			return undefined;
		});
	});
	pi.on("session_shutdown", () => {
		for (const end of open) end();
	});

	const { description, promptSnippet, promptGuidelines, parameters, outputSchema } = declarations[dialect];
	pi.registerTool({
		name: dialect,
		label: "Question",
		description,
		promptSnippet,
		...(promptGuidelines && { promptGuidelines }),
		parameters,
		// Known to pi 1.0 and later; older hosts ignore it.
		...{ outputSchema },
		executionMode: "sequential",
		prepareArguments: (args) =>
			withCore(
				(core) => core.prepareArguments(settings(core), args),
				() => args as Request,
			),

		async execute(_toolCallId, params, signal, _onUpdate, ctx) {
			readSettings(ctx);
			return toolResult(await ask(params as Request, signal, ctx));
		},

		renderCall: (args, theme) =>
			drawing(theme, (core, palette, columns) => core.callView(palette, settings(core), args, columns)),

		renderResult(result, { expanded }, theme) {
			const content = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
			return drawing(theme, (core, palette, columns) =>
				core.resultView(palette, settings(core), result.details, content, expanded, columns),
			);
		},
	});

	/** Reads the settings as they are now, and says once what is wrong with them. */
	function readSettings(ctx: ExtensionContext): void {
		files = settingsFiles(ctx.cwd, () => ctx.isProjectTrusted());
		if (files.length === 0) return;
		for (const problem of setting((settings) => settings.problems, [])) {
			if (!reported.has(problem)) ctx.ui.notify(`pi-question: ${problem}`, "warning");
			reported.add(problem);
		}
	}

	/** One of the settings as they are now; `fallback` where the core cannot read them. */
	function setting<T>(read: (settings: Settings) => T, fallback: T): T {
		return withCore(
			(core) => read(settings(core)),
			() => fallback,
		);
	}

	const notify = () => setting<Notify>((settings) => settings.notify, "off");

	/** Whether the form itself is of no use here: by the user's word, or because the terminal cannot draw it. */
	const wantsDialogs = () => process.env.TERM === "dumb" || setting((settings) => settings.accessible, false);

	async function ask(params: Request, signal: AbortSignal | undefined, ctx: ExtensionContext): Promise<ToolResult> {
		const { mode } = ctx;
		const askedAt = performance.now();
		const unasked = answerWithout(params, ctx, mode === "tui");
		if (unasked) return unasked;

		let form: FormComponent | undefined;
		const dialogs = new AbortController();
		const abort = () => {
			dialogs.abort();
			form?.abort();
		};
		open.add(abort);
		signal?.addEventListener("abort", abort);
		try {
			if (wantsDialogs()) {
				if (signal?.aborted) abort();
				const [{ askByDialogs }, { notification }] = await Promise.all([import("./dialogs.ts"), import("./notify.ts")]);
				process.stdout.write(notification(notify()));
				const result = await askByDialogs(params, settings, dialogs.signal, ctx);
				return result ?? failure(ctx, "no result");
			}
			// Known to pi 1.0 and later, which then shows that it waits for the user.
			const options: CustomOptions & { blocked: { kind: "question"; message: string } } = {
				blocked: { kind: "question", message: "The model has a question" },
			};
			// Loaded with the first question: most sessions ask none.
			const [{ FormComponent }, { typedAnswers }, { externalEditor }, { notification }] = await Promise.all([
				import("./form.ts"),
				import("./history.ts"),
				import("./external.ts"),
				import("./notify.ts"),
			]);
			const result: ToolResult | undefined = await ctx.ui.custom<ToolResult>((tui, theme, keybindings, done) => {
				form = new FormComponent(params, {
					tui,
					theme,
					keybindings,
					mode,
					cwd: ctx.cwd,
					history: () => typedAnswers(ctx),
					askedAt,
					lastKeyAt,
					settings,
					externalEditor: () => externalEditor(ctx.cwd, ctx.isProjectTrusted()),
					failure: (reason) => failure(ctx, reason),
					done,
				});
				// An abort that came before there was anything to close.
				if (signal?.aborted) queueMicrotask(abort);
				const signals = notification(notify());
				if (signals) tui.terminal.write(signals);
				return form;
			}, options);
			// Hosts that cannot show components yield nothing.
			return result ?? answerWithout(params, ctx, false) ?? failure(ctx, "no result");
		} catch (error) {
			return failure(ctx, error instanceof Error ? error.message : String(error));
		} finally {
			signal?.removeEventListener("abort", abort);
			open.delete(abort);
		}
	}

	/** The result of a call that is not asked: it cannot be, or there is no user interface; undefined where it can. */
	function answerWithout(params: Request, ctx: ExtensionContext, hasUi: boolean): ToolResult | undefined {
		const { mode } = ctx;
		return withCore(
			(core) => {
				const questionnaire = new core.Questionnaire(settings(core), params);
				try {
					return hasUi ? questionnaire.refusal({ mode }) : questionnaire.unavailable({ mode });
				} finally {
					questionnaire.free();
				}
			},
			(reason) => failure(ctx, reason),
		);
	}
}

function toolResult({ content, details }: ToolResult): AgentToolResult<Details> & { structuredContent: Details } {
	return { content: [{ type: "text", text: content }], details, structuredContent: details };
}

/** The result where the core itself cannot make one. */
function failure(ctx: ExtensionContext, message: string): ToolResult {
	return {
		content: `Error: The question tool stopped working: ${message}. Put the question into your reply.`,
		details: { questions: [], answers: [], cancelled: true, outcome: "failed", mode: ctx.mode, message },
	};
}

/** Lines of the transcript that the core draws. Where it cannot, nothing of the model's is shown unchecked. */
function drawing(theme: Theme, draw: (core: Core, palette: Palette, columns: number) => string): Component {
	let drawn: { columns: number; lines: string[] } | undefined;
	return {
		render(columns) {
			if (drawn?.columns !== columns) {
				const lines = withCore(
					(core) => draw(core, paletteOf(core, theme), columns).split("\n"),
					() => [truncateToWidth("question (cannot be drawn)", columns)],
				);
				drawn = { columns, lines };
			}
			return drawn.lines;
		},
		invalidate() {
			drawn = undefined;
		},
	};
}
