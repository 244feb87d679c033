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
const guidelines = (tool: Dialect, recommending = "named in `recommended`: the form adds the mark") => [
	`Put at most 3 to 5 related questions into one ${tool} call, the recommended option first and ${recommending}.`,
	`Use ${tool} before a change that cannot be undone, never for what can be found out or was answered.`,
	`Without a terminal, the questions of ${tool} wait in a file for an answer: say so and end your turn.`,
];
const metadata = Type.Optional(Type.Unknown({ description: "An object, echoed in the result" }));

const question: Declaration = {
	description:
		"Ask the user one or more questions and wait for the answers: to choose an option, to check several, or to " +
		'type. Unless allowCustom is false, a list ends with a "Something else…" row for free text: add no "Other". ' +
		"Use it for decisions, preferences and requirements that cannot be inferred.",
	promptSnippet: "Ask the user to choose between options, or to type an answer",
	promptGuidelines: guidelines("question"),
	parameters: Type.Object({
		title: text("Heading of the form"),
		message: text("Markdown above the first question"),
		questions: Type.Array(
			Type.Object({
				id: text("Names the answer; default q1, q2, …"),
				label: text("Short name for tabs and review"),
				prompt: Type.String({ description: "Markdown; a long plan first, the question last" }),
				mode: Type.Optional(
					Type.Unsafe<Mode>({
						type: "string",
						enum: ["single", "multi", "input"],
						description: "Default single, without options input",
					}),
				),
				options: Type.Optional(
					Type.Array(
						Type.Object({
							value: text("Returned when chosen; default label"),
							label: Type.String(),
							description: text("Shown below the label"),
							preview: text("Markdown shown beside the list: code, mockup, diff"),
						}),
						{ description: "Objects, not texts" },
					),
				),
				allowCustom: flag("Default true"),
				customLabel: text("Label of that row"),
				allowEmpty: flag("Accept blank text, or in multi nothing checked"),
				defaultValue: text("Preselected value, or prefilled text"),
				defaultValues: Type.Optional(Type.Array(Type.String(), { description: "The same for multi" })),
				recommended: text("Value of the option to mark; selects nothing"),
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
	}),
};

const askUserQuestion: Declaration = {
	description:
		"Ask the user one or more multiple-choice questions and wait for the answers. A row for free text is always " +
		'added, so add no "Other" option. Answers come back by question text.',
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
		"always type an answer instead.",
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
	}),
};

export const declarations: Record<Dialect, Declaration> = {
	question,
	AskUserQuestion: askUserQuestion,
	ask_user: askUser,
};
