/**
 * The pis of this user that listen, and the questions that wait in them.
 *
 * Never here: what a question says; the terminal.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { agentFolder, MAX_LINE, readBeacons, searchedFolders } from "../beacons.js";
import { Link } from "../link.js";

/** Milliseconds for a pi to respond. */
const RESPONSE_MS = 3000;
/** Milliseconds between two looks at a pi that does not tell of changes. */
const AGAIN_MS = 1000;
/** Bytes of the longest reply. */
const MAX_REPLY = 64 * 1024 * 1024;
/** Bytes of a line besides the answer in it. */
const AROUND = 1024;
const TOO_LONG = `the answer is longer than ${(MAX_LINE - AROUND) / 1024} KiB; give it in pi`;

/**
 * A pi that has responded.
 *
 * @typedef {object} Pi
 * @property {import("../beacons.js").Beacon} beacon
 * @property {Link} link
 */

/**
 * Questions that wait, with the pi that they wait in. Texts are not harmless.
 *
 * @typedef {object} Waiting
 * @property {string} id
 * @property {number} since When they were asked, in milliseconds since the epoch.
 * @property {string} [from] Who asks, if it is not the session's own model.
 * @property {string} [call] What names their call in the session, if they are late: the same each time they are asked.
 * @property {string} folder The folder of who asks.
 * @property {import("../../pkg/question.js").AskUserRequest} [request] Absent from a list if it is long.
 * @property {{ folder: string, id: string, name?: string }} session
 * @property {Pi} pi
 */

/**
 * What a pi says of its questions.
 *
 * @typedef {object} Listed
 * @property {number} version
 * @property {{ id: string, outcome: string, by?: string }[]} settled What has ended last.
 * @property {Waiting[]} waiting
 */

/** Returns the folders in which beacons are looked for. */
export function folders() {
	return searchedFolders(agentFolder());
}

/** Returns the beacons of all folders. @param {(problem: string) => void} warn Called for a folder that cannot be used. */
export function findBeacons(warn) {
	return folders().flatMap((folder) => {
		try {
			return readBeacons(folder);
		} catch (error) {
			warn(error instanceof Error ? error.message : String(error));
			return [];
		}
	});
}

/**
 * Connects to the pi of a beacon. Resolves to undefined if it cannot be reached, or after `deadline`.
 *
 * @param {import("../beacons.js").Beacon} beacon
 * @param {(problem: string) => void} warn
 * @param {AbortSignal} [deadline]
 * @returns {Promise<Pi | undefined>}
 */
export async function connectTo(beacon, warn, deadline) {
	const link = new Link(beacon, undefined, MAX_REPLY);
	if ((await link.introduce(deadline)) !== undefined) return { beacon, link };
	warn(`pi ${beacon.pid} ${deadline?.aborted ? "does not respond" : "cannot be reached"}`);
	link.end();
	link.unref(); // a process that is stopped does not close it
	return undefined;
}

/** Connects to all pis. @param {(problem: string) => void} warn @returns {Promise<Pi[]>} */
export async function connectToAll(warn) {
	const deadline = AbortSignal.timeout(RESPONSE_MS);
	const found = await Promise.all(findBeacons(warn).map((beacon) => connectTo(beacon, warn, deadline)));
	return found.filter((pi) => pi !== undefined);
}

/**
 * Lists what waits in a pi: all, or the questions with an id. Resolves to undefined if the pi has ended.
 *
 * @param {Pi} pi
 * @param {string} [id]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Listed | undefined>}
 */
export async function list(pi, id, signal) {
	const reply = await pi.link.request("question/list", id === undefined ? {} : { id }, signal);
	const { version, settled, questions } = /** @type {any} */ ((reply && "result" in reply && reply.result) || {});
	if (!Array.isArray(questions)) return undefined;
	const waiting = questions.map((one) => ({
		...one,
		id: String(one?.id),
		since: Number(one?.since),
		...(one?.from !== undefined && { from: String(one.from) }),
		...(one?.call !== undefined && { call: String(one.call) }),
		folder: String(one?.folder ?? ""),
		session: {
			folder: String(one?.session?.folder ?? ""),
			id: String(one?.session?.id ?? ""),
			...nameOf(one?.session),
		},
		pi,
	}));
	return { version, settled: Array.isArray(settled) ? settled : [], waiting };
}

/** @param {any} session */
function nameOf(session) {
	return session?.name === undefined ? {} : { name: String(session.name) };
}

/** Lists what waits in several pis, the oldest first. @param {Pi[]} pis */
export async function listAll(pis) {
	const all = await Promise.all(pis.map((pi) => list(pi)));
	return all.flatMap((one) => one?.waiting ?? []).sort((one, other) => one.since - other.since);
}

/** Returns questions with their request, which a list may leave out. @param {Waiting} waiting */
export async function whole(waiting) {
	if ("request" in waiting) return waiting;
	return (await list(waiting.pi, waiting.id))?.waiting[0] ?? waiting;
}

/** How questions have ended; without an outcome if that is not known. @typedef {{ outcome?: string, by?: string }} End */

/**
 * Waits until questions wait no more, and resolves to how they have ended. Resolves to undefined after `signal`.
 *
 * @param {Waiting} waiting
 * @param {AbortSignal} signal
 * @returns {Promise<End | undefined>}
 */
export async function endOf({ id, pi }, signal) {
	for (;;) {
		const listed = await list(pi, id, signal);
		if (signal.aborted) return undefined;
		const end = endIn(listed, id);
		if (end || !listed) return end;
		await nextChange(pi, listed.version, signal);
	}
}

/**
 * Waits until what waits in a pi has changed, or the pi has ended.
 *
 * @param {Pi} pi
 * @param {number} version
 * @param {AbortSignal} [signal]
 */
export async function nextChange({ link }, version, signal) {
	const reply = await link.request("question/changed", { after: version }, signal);
	// A pi that does not tell of changes is asked again and again.
	if (reply && "error" in reply) await sleep(AGAIN_MS, undefined, signal && { signal }).catch(() => {});
}

/** Returns how questions have ended; undefined if they wait. @param {Waiting} waiting */
export async function endNow({ id, pi }) {
	return endIn(await list(pi, id), id);
}

/**
 * @param {Listed | undefined} listed
 * @param {string} id
 * @returns {End | undefined}
 */
function endIn(listed, id) {
	if (!listed) return {}; // pi has ended
	return listed.waiting.length > 0 ? undefined : (listed.settled.find((one) => one.id === id) ?? {});
}

/**
 * Answers questions. Resolves to why the answer was refused, if it was.
 *
 * @param {Waiting} waiting
 * @param {object} response
 * @param {"person" | "script" | "page"} kind Who has entered it: a person in the terminal of this process, nobody here, or a person in the page.
 * @returns {Promise<string | undefined>}
 */
export async function answer({ id, pi }, response, kind) {
	// pi does not read a line that is too long to its end.
	if (Buffer.byteLength(JSON.stringify(response)) > MAX_LINE - AROUND) return TOO_LONG;
	const reply = await pi.link.request("question/answer", { id, response, pid: process.pid, kind });
	if (!reply) return "pi has ended";
	if ("error" in reply) return "pi does not understand the answer";
	const { problem } = /** @type {{ problem?: unknown }} */ (reply.result ?? {});
	return problem === undefined ? undefined : String(problem);
}

/** Returns the path of the user's settings. */
export function settingsFile() {
	return join(agentFolder(), "question.json");
}
