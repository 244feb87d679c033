/**
 * `pi-question serve`: a page in the browser with the questions of all pis.
 *
 * Never here: HTTP, what a question says.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { refusal } from "./below.js";
import { Board } from "./board.js";
import { followAll } from "./follow.js";
import { serve } from "./http.js";
import { HOW, qrOf } from "./qr.js";
import { Streams } from "./streams.js";
import { submit } from "./submit.js";

/** Milliseconds to hear of what waits already, before the page can be opened. */
const FIRST_MS = 3000;
/** Addresses that only this machine reaches. */
const OWN = ["127.0.0.1", "localhost", "::1"];
/** Addresses that stand for all of a machine, and name none. */
const ALL = ["0.0.0.0", "::"];

/**
 * Serves the page until the process is ended. Resolves once it can be opened: to why it is refused, or else undefined.
 *
 * @param {{ host?: string | undefined, port?: number | undefined, names?: string[] | undefined, hasQr?: boolean | undefined }} place
 * @param {(text: string) => void} print
 * @param {(problem: string) => void} warn
 */
export async function runServe({ host = "127.0.0.1", port = 0, names = [], hasQr = false }, print, warn) {
	const refused = await refusal();
	if (refused !== undefined) return refused;
	const streams = new Streams();
	const board = new Board(() => streams.tell(board.state()));
	const { begun } = followAll({
		warn,
		heard: (pi, listed) => board.heard(pi, listed),
		left: (pi) => board.left(pi),
	});
	await Promise.race([begun, sleep(FIRST_MS, undefined, { ref: false })]);
	streams.tell(board.state());
	const token = randomBytes(32).toString("base64url");
	const name = host.includes(":") ? `[${host}]` : host;
	const isNamed = !ALL.includes(host);
	const own = isNamed ? [name] : [];
	const service = {
		token,
		names: [...own, ...names].map((one) => one.toLowerCase()),
		streams,
		submit: (/** @type {unknown} */ sent) => submit(board, sent),
	};
	const bound = await serve(host, port, service);
	if (!OWN.includes(host))
		warn(
			`whoever reaches ${host} can try the page, and its traffic is not encrypted: one who reads it can answer as you. Of other machines, only ssh or a tunnel of your own is private`,
		);
	const url = `http://${isNamed ? name : "127.0.0.1"}:${bound}/#${token}`;
	print(url);
	const qr = hasQr ? qrOf(url) : [];
	if (qr) for (const row of qr) print(row);
	else warn(HOW);
	return undefined;
}
