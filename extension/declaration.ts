/**
 * Name, description and schema of the tool in each dialect. They are part of every request, so every word counts.
 *
 * Never here: calls that are accepted beyond the schema; the core reads far more than is declared.
 */
import { type TSchema, Type } from "typebox";
import type { Dialect, Mode } from "./core/core.ts";

export interface Declaration {
	description: string;
	/** A line for pi's system prompt. */
	promptSnippet: string;
	promptGuidelines: string[];
	parameters: TSchema;
	/** Schema of a result's structured content. */
	outputSchema: TSchema;
}

const text = (description: string) => Type.Optional(Type.String({ description }));
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
/** pi lists the guidelines of all tools together, so each names its tool. */
const guidelines = (tool: Dialect, recommending = "named in `recommended`") => [
	`Use ${tool} where the answer changes what you do, or before what cannot be undone, never for what can be found out, was answered or ordered; look up facts first, ask preferences early.`,
	`Put up to 5 related questions into one ${tool} call, each with 2-4 distinct options (multi: more), the recommended option first and ${recommending}.`,
	`If a ${tool === "question" ? tool : `call of ${tool}`} was cancelled, nothing is decided: do not go on as if the recommended option were chosen; say what is open and end your turn.`,
];
/** What each description says. */
const purpose = "For yes/no, send two options; not for secrets: answers are kept as plain text.";
/** Without `properties`, which would be taken for a complete list. */
const metadata = Type.Optional(Type.Unsafe<object>({ type: "object", description: "Echoed back" }));
const pendingFile = text("The file that the questions wait in");

const question: Declaration = {
	description:
		"Ask the user questions: to choose an option, check several (kept in list order: no ranking), or type. Waits for the " +
		`answers. A list ends with a row "Something else…" for free text, unless allowCustom is false: add no "Other". ${purpose}`,
	promptSnippet: "Ask the user to choose options or type answers",
	promptGuidelines: guidelines("question"),
	parameters: Type.Object({
		title: text("Heading"),
		message: text("Markdown above all"),
		questions: Type.Array(
			Type.Object({
				id: Type.Optional(Type.String()),
				label: text("1-2 words"),
				prompt: Type.String({ description: "Markdown: plan or command first, question last" }),
				mode: Type.Optional(
					Type.Unsafe<Mode>({
						type: "string",
						enum: ["single", "multi", "input"],
						description: "Default: single with options, else input",
					}),
				),
				options: Type.Optional(
					Type.Array(
						Type.Object({
							value: text("Returned; default label"),
							label: Type.String({ description: "1-5 words" }),
							description: text("Effect or trade-off"),
							preview: text("Markdown: code, mockup, diff"),
						}),
					),
				),
				allowCustom: flag("Default true"),
				customLabel: text("Label of that row"),
				allowEmpty: flag("Blank text counts; false in multi: at least one"),
				defaultValue: text("Value preselected, or text prefilled; counts once confirmed"),
				defaultValues: Type.Optional(Type.Array(Type.String(), { description: "The same for multi" })),
				recommended: text("Value of one option, highlighted first"),
			}),
		),
		metadata,
	}),
	outputSchema: Type.Object({
		answers: Type.Array(
			Type.Object({
				id: Type.String(),
				value: Type.Unknown({ description: "A text; for multi an array of texts" }),
				label: Type.Unknown(),
				wasCustom: Type.Unknown(),
				note: Type.Optional(Type.String()),
			}),
		),
		cancelled: Type.Boolean(),
		outcome: Type.String(),
		message: text("What the user said, or why there are no answers"),
		pendingFile,
	}),
};

const askUserQuestion: Declaration = {
	description:
		"Ask the user one or more multiple-choice questions and wait for the answers. A row for free text is always " +
		`added, so add no "Other" option. ${purpose} Answers come back by question text.`,
	promptSnippet: question.promptSnippet,
	promptGuidelines: guidelines("AskUserQuestion"),
	parameters: Type.Object({
		questions: Type.Array(
			Type.Object({
				header: text("Short label for the tab"),
				question: Type.String({ description: "The full question" }),
				options: Type.Array(
					Type.Object({ label: Type.String(), description: text("Shown below the label"), preview: text("Markdown") }),
				),
				multi: flag("Allow several options"),
				recommended: Type.Optional(Type.Number({ description: "Index of the recommended option, from 0" })),
			}),
		),
	}),
	outputSchema: Type.Object({
		answers: Type.Record(Type.String(), Type.String()),
		cancelled: Type.Boolean(),
		outcome: Type.String(),
	}),
};

const askUser: Declaration = {
	description:
		"Ask the user one or more questions and wait for the answers. Questions may have suggested options; the user can " +
		`always type an answer instead. ${purpose}`,
	promptSnippet: question.promptSnippet,
	promptGuidelines: guidelines("ask_user", 'marked "(Recommended)"'),
	parameters: Type.Object({
		questions: Type.Array(
			Type.Object({
				question: Type.String({ description: "The question to ask" }),
				header: text("Short title for context"),
				options: Type.Optional(
					Type.Array(Type.Object({ label: Type.String(), description: text("Help below the label") }), {
						description: "Suggested options; free text without",
					}),
				),
				multiSelect: flag("Allow several options"),
			}),
		),
		metadata,
	}),
	outputSchema: Type.Object({
		answered: Type.Boolean(),
		answers: Type.Array(
			Type.Object({
				question: Type.String(),
				answer: Type.Unknown({ description: "A text; with multiSelect an array of texts" }),
				selectedOption: Type.Optional(Type.String()),
				wasCustom: Type.Boolean(),
			}),
		),
		outcome: Type.String(),
		pendingFile,
	}),
};

export const declarations: Record<Dialect, Declaration> = {
	question,
	AskUserQuestion: askUserQuestion,
	ask_user: askUser,
};
