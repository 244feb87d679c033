/**
 * What the page is told of questions: what the core says of them, and where they wait.
 *
 * Never here: what a page looks like.
 */
import { createHash } from "node:crypto";
import { oneLine, pageOf, placeOf, short } from "./shown.js";

/**
 * Questions of one call. Without `questions`, this version cannot read them.
 *
 * @typedef {object} Told
 * @property {string} id
 * @property {number} since When they were asked, in milliseconds since the epoch.
 * @property {string} place The folder and the session that they wait in.
 * @property {string} [draft] Names a draft of these questions, if they are the same under another id once they are asked again.
 * @property {string} [asks] Who asks, and in which folder, if it is not the session's own model.
 */

/** @typedef {Told & Partial<import("../../pkg/question.js").WebForm>} Asked */

/** Returns what the page is told of questions that wait. @param {import("./pis.js").Waiting} waiting @returns {Asked} */
export function asked(waiting) {
	const { id, since, folder } = waiting;
	const draft = draftOf(waiting);
	const told = { id, since: since >= 0 ? since : 0, place: placeOf(waiting), ...(draft !== undefined && { draft }) };
	try {
		const { asks, ...page } = pageOf(waiting);
		return { ...told, ...page, ...(asks !== undefined && { asks: `${oneLine(asks)}, in ${short(folder)}` }) };
	} catch {
		return told; // those of another version
	}
}

/**
 * Names a draft by the session, the call and what it asks. A draft goes by the places of questions and options, and some
 * of the questions may be answered meanwhile; then it fits no more.
 *
 * @param {import("./pis.js").Waiting} waiting
 */
function draftOf({ session, call, request }) {
	if (call === undefined || !request) return undefined;
	const named = JSON.stringify([session.id, call, request.questions]);
	return createHash("sha256").update(named).digest("base64url");
}
