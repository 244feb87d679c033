/**
 * What is printed of questions. All that another process or a model wrote is made harmless here.
 *
 * Never here: sockets, what a reply means.
 */
import { Dialogs, harmless, Questionnaire, resultText, Settings } from "../../pkg/question.js";
import { shortened } from "../paths.js";

/** @typedef {import("./pis.js").Waiting} Waiting */

/** What has become of questions, by their outcome. */
const ENDED = new Map([
	["answered", "was answered"],
	["cancelled", "was cancelled"],
	["pending", "was put off"],
	["discuss", "was answered with a message"],
]);

/** Longest text on one line, in characters. */
const MAX_LINE = 200;

/** Makes a text harmless and puts it on one line. @param {string} text */
export function oneLine(text) {
	const line = harmless(text).replace(/\s+/gu, " ").trim();
	const characters = [...line];
	return characters.length > MAX_LINE ? `${characters.slice(0, MAX_LINE).join("")}…` : line;
}

/** Writes JSON in one line, with escapes for all that a terminal would obey. @param {unknown} value */
export function json(value) {
	/** @param {string} unit */
	const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
	return JSON.stringify(value).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (text) => text.split("").map(escaped).join(""));
}

/** Shortens a path in the user's folder. @param {string} path */
export function short(path) {
	return oneLine(shortened(path));
}

/** Makes the settings of who runs the command. */
function ownSettings() {
	const { LC_ALL, LC_MESSAGES, LANG } = process.env;
	return new Settings([], LC_ALL || LC_MESSAGES || LANG || Intl.DateTimeFormat().resolvedOptions().locale);
}

/** Reads questions. Throws if they cannot be read, as those of another version. @param {Waiting} waiting */
function questionnaireOf({ request, from, folder }) {
	if (!request) throw new Error("there is no request");
	const questionnaire = Questionnaire.ofRequest(ownSettings(), request);
	if (from !== undefined) questionnaire.askFor({ name: from, cwd: folder, pid: 0 });
	return questionnaire;
}

/**
 * Reads questions for a while. Throws as `questionnaireOf` does.
 *
 * @template T
 * @param {Waiting} waiting
 * @param {(questionnaire: Questionnaire) => T} use
 */
function reading(waiting, use) {
	const questionnaire = questionnaireOf(waiting);
	try {
		return use(questionnaire);
	} finally {
		questionnaire.free();
	}
}

/** Makes plain dialogs of questions. Throws if they cannot be read. @param {Waiting} waiting */
export const dialogsOf = (waiting) => reading(waiting, (questionnaire) => new Dialogs(questionnaire, false, true));

/** Returns questions as a page shows them. Throws if they cannot be read. @param {Waiting} waiting */
export const pageOf = (waiting) => reading(waiting, (questionnaire) => questionnaire.page());

/**
 * Returns what is wrong with a response to questions, in words that are harmless; undefined if nothing is. Throws if they
 * cannot be read.
 *
 * @param {Waiting} waiting
 * @param {string} response An `ask_user_response` in JSON, without its type and id.
 */
export function problemsIn(waiting, response) {
	const found = reading(waiting, (questionnaire) => questionnaire.problems(response));
	if (!found) return undefined;
	const questions = Object.entries(found.questions).map(([id, problem]) => [id, harmless(problem)]);
	return { problem: harmless(found.problem), problems: Object.fromEntries(questions) };
}

/** @typedef {import("../../pkg/question.js").Details} Record */

/** Returns the record of a result. @param {import("../../pkg/question.js").ToolResult} result @returns {Record} */
export function recordOf({ details }) {
	return "record" in details ? details.record : details;
}

/**
 * Returns the record of a response to questions, as their pi makes it; undefined if something is wrong with it. Throws if
 * they cannot be read.
 *
 * @param {Waiting} waiting
 * @param {string} response An `ask_user_response` in JSON, without its type and id.
 */
export function recordIn(waiting, response) {
	const result = reading(waiting, (one) => one.respond(response, "", { mode: "tui", now: Date.now() }));
	return typeof result === "string" ? undefined : recordOf(result);
}

/** Returns the request of questions, with who asks if it is not the session's own model. Throws if they cannot be read. @param {Waiting} waiting */
function requestOf(waiting) {
	return reading(waiting, (questionnaire) => {
		const asks = waiting.from === undefined ? undefined : questionnaire.asks;
		return { ...questionnaire.request(waiting.id), asks };
	});
}

/** Returns the request of questions; without any of them if they cannot be read. @param {Waiting} waiting */
function readable(waiting) {
	try {
		return requestOf(waiting);
	} catch {
		return { title: undefined, questions: [], asks: undefined };
	}
}

/** Returns what questions ask, in one line. @param {ReturnType<typeof readable>} request */
function summary({ title, questions }) {
	const [first, ...more] = questions;
	if (!first) return "Questions that this version of pi-question cannot read";
	const text = title ?? (first.prompt.trim() || (first.label ?? ""));
	return `${oneLine(text)}${more.length > 0 ? ` (${questions.length} questions)` : ""}`;
}

/** Names the place of questions: the folder, and the session by its name. @param {Waiting} waiting */
export function placeOf({ session, pi }) {
	const name = session.name === undefined ? "" : `, session "${oneLine(session.name)}"`;
	return `${short(session.folder)}${name} (pi ${pi.beacon.pid})`;
}

/** Says how long ago something was. @param {number} since */
function ago(since) {
	const minutes = Math.max(0, Math.floor((Date.now() - since) / 60_000));
	if (!(minutes >= 1)) return "less than a minute ago";
	const [count, unit] = minutes < 120 ? [minutes, "minute"] : [Math.floor(minutes / 60), "hour"];
	return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

/** Describes questions in some lines, for a list. @param {Waiting} waiting */
export function described(waiting) {
	const request = readable(waiting);
	const lines = [`id ${oneLine(waiting.id)}`, `asked ${ago(waiting.since)}`, `in ${placeOf(waiting)}`];
	if (request.asks !== undefined) lines.push(`${oneLine(request.asks)}, in ${short(waiting.folder)}`);
	return [summary(request), ...lines.map((line) => `  ${line}`)].join("\n");
}

/** Describes questions in one line, for a notice. @param {Waiting} waiting */
export function announced(waiting) {
	const request = readable(waiting);
	const asks = request.asks === undefined ? "" : `${oneLine(request.asks)}: `;
	return `${asks}${summary(request)} – ${short(waiting.session.folder)} – ${oneLine(waiting.id)}`;
}

/** Returns questions as data for a program. @param {Waiting} waiting */
export function asData(waiting) {
	const { id, since, from, folder, session, pi } = waiting;
	const { title, questions } = readable(waiting);
	return {
		id,
		since,
		pid: pi.beacon.pid,
		session,
		folder,
		...(from !== undefined && { from }),
		...(title && { title }),
		questions,
	};
}

/** Says what has become of questions that were answered here. @param {string} outcome */
export function recorded(outcome) {
	return `The question ${ENDED.get(outcome) ?? "has ended"}.`;
}

/**
 * Returns the answers that were sent, in the words of the transcript: some lines; empty if none were.
 *
 * @param {Record | undefined} record
 * @param {number} columns
 */
export function sentIn(record, columns) {
	if (record?.outcome !== "answered") return "";
	const { answeredFrom: _, ...sent } = record;
	return resultText(ownSettings(), sent, columns).trimEnd();
}

/** Says what has become of questions, and where. @param {import("./pis.js").End} end */
export function sentenceOf({ outcome, by }) {
	if (outcome === undefined) return "The question waits no more: its pi has ended, or does not say why.";
	return recorded(outcome).replace(/\.$/, () => ` in ${by === undefined ? "pi" : oneLine(String(by))}.`);
}
