/**
 * What the page is told of questions. Texts that are shown are made harmless here; values, which go back, stay as they are.
 *
 * Never here: what a page looks like.
 */
import { harmless } from "../../pkg/question.js";
import { oneLine, placeOf, requestOf, short } from "./shown.js";

/** @typedef {import("../../pkg/question.js").Question} Question */
/** @typedef {import("../../pkg/question.js").Answer} Answer */
/** @typedef {{ value: string | string[], note?: string }} Known */

/**
 * Questions of one call. Without `questions`, this version cannot read them.
 *
 * @typedef {object} Asked
 * @property {string} id
 * @property {number} since When they were asked, in milliseconds since the epoch.
 * @property {string} place The folder and the session that they wait in.
 * @property {string} [asks] Who asks, and in which folder, if it is not the session's own model.
 * @property {string} [title]
 * @property {Question[]} [questions]
 * @property {(Known | null)[]} [known] Answers that the questions already have, in their order.
 */

/** Returns what the page is told of questions that wait. @param {import("./pis.js").Waiting} waiting @returns {Asked} */
export function asked(waiting) {
	const { id, since, folder } = waiting;
	const told = { id, since: since >= 0 ? since : 0, place: placeOf(waiting) };
	try {
		const { title, questions, answers = [], asks } = requestOf(waiting);
		return {
			...told,
			...(asks !== undefined && { asks: `${oneLine(asks)}, in ${short(folder)}` }),
			...(title && { title: oneLine(title) }),
			questions: questions.map(shown),
			...(answers.length > 0 && { known: questions.map((question) => known(question, answers)) }),
		};
	} catch {
		return told; // those of another version
	}
}

/** Makes the texts of a question harmless. @param {Question} question @returns {Question} */
function shown(question) {
	const { label, prompt, options, customLabel, placeholder } = question;
	return {
		...question,
		...(label !== undefined && { label: oneLine(label) }),
		prompt: harmless(prompt),
		...(options && {
			options: options.map((option) => ({
				...option,
				label: harmless(option.label),
				...(option.description !== undefined && { description: harmless(option.description) }),
				...(option.preview !== undefined && { preview: harmless(option.preview) }),
			})),
		}),
		customLabel: oneLine(customLabel),
		...(placeholder !== undefined && { placeholder: harmless(placeholder) }),
	};
}

/** Returns the answer that a question already has. @param {Question} question @param {Answer[]} answers */
function known(question, answers) {
	const answer = answers.find((one) => one.id === question.id);
	return answer ? { value: answer.value, ...(answer.note && { note: answer.note }) } : null;
}
