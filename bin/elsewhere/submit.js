/**
 * Takes an answer from the page: has the core check it, and hands it to the pi that asks.
 *
 * Never here: HTTP; what an answer means.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { harmless } from "../../pkg/question.js";
import { answer, endNow } from "./pis.js";
import { problemsIn, recorded, recordIn, sentenceOf, sentIn } from "./shown.js";

/** @typedef {import("./pis.js").Waiting} Waiting */
/** @typedef {{ answers?: Record<string, unknown>, cancelled?: true, later?: true, message?: string }} Response */

/**
 * What the page reads: `done` or `ended` is a sentence, `sent` are the lines of the answers; `problem` says why nothing
 * counts, `problems` says so for each question by its id.
 *
 * @typedef {{ status: number, reply: { done: string, sent?: string } | { ended: string } | { problem: string, problems?: Record<string, string> } }} Receipt
 */

/** Columns of a line of what was sent. A longer one is cut. */
const COLUMNS = 200;
/** Milliseconds for a pi to take an answer. */
const RESPONSE_MS = 10_000;

/**
 * Takes what the page has sent. Resolves to what the page reads.
 *
 * @param {import("./board.js").Board} board
 * @param {any} given
 * @returns {Promise<Receipt>}
 */
export async function submit(board, given) {
	const response = responseOf(given);
	if (!response) return { status: 400, reply: { problem: "this is no answer of the page" } };
	const waiting = board.find(given.id);
	if (!waiting) return { status: 409, reply: { ended: board.endOf(given.id) } };
	const text = JSON.stringify(response);
	const wrong = problemsIn(waiting, text);
	if (wrong) return { status: 422, reply: wrong };
	const silence = sleep(RESPONSE_MS, undefined, { ref: false });
	const handed = answer(waiting, response, "page").then((problem) => ({ problem }));
	const receipt = await Promise.race([handed, silence]);
	// It may still take it, which the page then hears of.
	if (!receipt) return { status: 504, reply: { problem: "pi does not respond, and has not taken the answer so far" } };
	if (receipt.problem === undefined) {
		const sent = sentIn(recordIn(waiting, text), COLUMNS);
		return { status: 200, reply: { done: recorded(outcomeOf(response)), ...(sent !== "" && { sent }) } };
	}
	const end = await Promise.race([endNow(waiting), silence]);
	if (end) return { status: 409, reply: { ended: sentenceOf(end) } };
	return { status: 422, reply: { problem: harmless(receipt.problem) } };
}

/** Returns the response in what was sent, with the fields that a page may send. @param {any} sent @returns {Response | undefined} */
function responseOf(sent) {
	if (typeof sent?.id !== "string") return undefined;
	const { answers, cancelled, later, message } = sent;
	const isObject = typeof answers === "object" && answers !== null && !Array.isArray(answers);
	if (answers !== undefined && !isObject) return undefined;
	if (message !== undefined && typeof message !== "string") return undefined;
	const endings = [cancelled === true, later === true, message !== undefined].filter(Boolean);
	if (endings.length > 1 || (endings.length === 0 && !isObject)) return undefined;
	return {
		...(isObject && { answers }),
		...(cancelled === true && { cancelled }),
		...(later === true && { later }),
		...(message !== undefined && { message }),
	};
}

/** Names the outcome that a response has. @param {Response} response */
function outcomeOf({ cancelled, later, message }) {
	if (cancelled) return "cancelled";
	if (later) return "pending";
	return message === undefined ? "answered" : "discuss";
}
