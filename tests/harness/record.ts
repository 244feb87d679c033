/** Records of results, as sessions keep them. */
import type { Answer, Details } from "../../pkg/question.js";

/** Makes an answer that was typed. */
export const typed = (id: string, text: string): Answer => ({
	id,
	mode: "single",
	prompt: "Q?",
	value: text,
	label: text,
	wasCustom: true,
});

/** Makes the record of a result with these answers, each to a question of its own. */
export function record(answers: Answer[]): Details {
	const question = ({ id, mode }: Answer) => ({
		id,
		label: id,
		prompt: "Q?",
		mode,
		options: [{ value: "a", label: "A" }],
		allowCustom: true,
		customLabel: "Something else…",
		allowEmpty: false,
	});
	return { questions: answers.map(question), answers, cancelled: false, outcome: "answered", mode: "tui" };
}
