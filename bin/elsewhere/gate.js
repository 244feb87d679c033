/**
 * Who may talk to the server of the page: the checks of a request before anything else looks at it.
 *
 * Never here: what a request asks for.
 */
import { isSame } from "../channel.js";

/** Names by which a machine calls itself. A page of another site cannot have one, whatever its own name resolves to. */
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** @typedef {{ status: number, problem: string }} Refusal */

/**
 * Returns why a request is refused, whatever it asks for; undefined if it is not.
 *
 * @param {import("node:http").IncomingMessage} request
 * @param {string[]} names Further names of this server, without a port.
 * @returns {Refusal | undefined}
 */
export function refusalOf({ method, url, headers }, names) {
	const host = headers.host ?? "";
	const name = host.replace(/:\d{1,5}$/, "").toLowerCase();
	if (![...LOOPBACK, ...names].includes(name))
		return { status: 421, problem: "this name of the server is not allowed; see --allow-host" };
	const { origin } = headers;
	// One at the end of a tunnel may have TLS.
	const isOwn = origin === `http://${host}` || origin === `https://${host}`;
	if (origin === undefined ? method !== "GET" : !isOwn)
		return { status: 403, problem: "the request comes from another page" };
	// Addresses are kept in histories and logs.
	if (url?.includes("?")) return { status: 400, problem: "an address with a query is not taken" };
	return undefined;
}

/** Returns why a request without the token is refused. @param {import("node:http").IncomingMessage} request @param {string} token @returns {Refusal | undefined} */
export function strangerOf({ headers }, token) {
	if (isSame(headers.authorization, `Bearer ${token}`)) return undefined;
	return { status: 401, problem: "the token is missing or of another server" };
}
