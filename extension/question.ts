/**
 * The `question` tool of pi: registers it and connects it to the core.
 *
 * Never here: question logic, texts for the model or the user beyond the tool's own description, state of a form.
 */
import type { AgentToolResult, ExtensionAPI, ExtensionContext, Theme } from "@earendil-works/pi-coding-agent";
import { type Component, truncateToWidth } from "@earendil-works/pi-tui";
import { Type } from "typebox";
import { type Core, type Details, type Palette, paletteOf, type Request, type ToolResult, withCore } from "./core.ts";
import type { FormComponent } from "./form.ts";

type CustomOptions = NonNullable<Parameters<ExtensionContext["ui"]["custom"]>[1]>;

const parameters = Type.Object({
	questions: Type.Array(
		Type.Object({
			id: Type.Optional(Type.String({ description: "Names the answer; default q1, q2, …" })),
			label: Type.Optional(Type.String({ description: "Short name shown in tabs and review" })),
			prompt: Type.String({ description: "The full question" }),
			options: Type.Array(
				Type.Object({
					value: Type.Optional(Type.String({ description: "Returned when chosen; default: label" })),
					label: Type.String(),
					description: Type.Optional(Type.String()),
				}),
			),
		}),
	),
});

const outputSchema = Type.Object({
	answers: Type.Array(
		Type.Object({ id: Type.String(), value: Type.String(), label: Type.String(), wasCustom: Type.Boolean() }),
	),
	cancelled: Type.Boolean(),
	outcome: Type.String(),
});

export default function question(pi: ExtensionAPI): void {
	/** The forms on the screen; pi shows them one after the other, so there is at most one. */
	const open = new Set<FormComponent>();
	pi.on("session_shutdown", () => {
		for (const form of open) form.abort();
	});

	pi.registerTool({
		name: "question",
		label: "Question",
		description:
			"Ask the user one or more multiple-choice questions and wait for the answers. " +
			'Every list ends with a "Something else…" row for free text, so do not add one. ' +
			"Put related questions into one call; put the option you recommend first.",
		promptSnippet: "Ask the user to choose between options, or to type an answer",
		parameters,
		// Known to pi 1.0 and later; older hosts ignore it.
		...{ outputSchema },
		executionMode: "sequential",
		prepareArguments: (args) =>
			withCore(
				(core) => core.prepareArguments(args),
				() => args as Request,
			),

		async execute(_toolCallId, params, signal, _onUpdate, ctx) {
			return toolResult(await ask(params, signal, ctx));
		},

		renderCall: (args, theme) => drawing(theme, (core, palette, columns) => core.callView(palette, args, columns)),

		renderResult(result, { expanded }, theme) {
			const content = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
			return drawing(theme, (core, palette, columns) =>
				core.resultView(palette, result.details, content, expanded, columns),
			);
		},
	});

	async function ask(params: Request, signal: AbortSignal | undefined, ctx: ExtensionContext): Promise<ToolResult> {
		const { mode } = ctx;
		const unasked = answerWithout(params, ctx, mode === "tui");
		if (unasked) return unasked;

		let form: FormComponent | undefined;
		const abort = () => form?.abort();
		try {
			// Known to pi 1.0 and later, which then shows that it waits for the user.
			const options: CustomOptions & { blocked: { kind: "question"; message: string } } = {
				blocked: { kind: "question", message: "The model has a question" },
			};
			// Loaded with the first question: most sessions ask none.
			const { FormComponent } = await import("./form.ts");
			const result: ToolResult | undefined = await ctx.ui.custom<ToolResult>((tui, theme, keybindings, done) => {
				form = new FormComponent(params, {
					tui,
					theme,
					keybindings,
					mode,
					failure: (reason) => failure(ctx, reason),
					done,
				});
				open.add(form);
				signal?.addEventListener("abort", abort);
				// An abort that came before there was anything to close.
				if (signal?.aborted) queueMicrotask(abort);
				return form;
			}, options);
			// Hosts that cannot show components yield nothing.
			return result ?? answerWithout(params, ctx, false) ?? failure(ctx, "no result");
		} catch (error) {
			return failure(ctx, error instanceof Error ? error.message : String(error));
		} finally {
			signal?.removeEventListener("abort", abort);
			if (form) open.delete(form);
		}
	}
}

/** The result of a call that is not asked: it cannot be, or there is no user interface; undefined where it can. */
function answerWithout(params: Request, ctx: ExtensionContext, hasUi: boolean): ToolResult | undefined {
	const { mode } = ctx;
	return withCore(
		(core) => {
			const questionnaire = new core.Questionnaire(params);
			try {
				return hasUi ? questionnaire.refusal({ mode }) : questionnaire.unavailable({ mode });
			} finally {
				questionnaire.free();
			}
		},
		(reason) => failure(ctx, reason),
	);
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
