/**
 * The server of the page: the page itself, the state as events, and answers. Slow and silent clients cannot hold it.
 *
 * Never here: what a question says, what an answer means.
 */
import { createServer } from "node:http";
import { refusalOf, strangerOf } from "./gate.js";
import { makePage } from "./page.js";

/** @typedef {import("node:http").IncomingMessage} IncomingMessage */
/** @typedef {import("node:http").ServerResponse} ServerResponse */

/** Bytes of the longest answer. */
const MAX_BODY = 1024 * 1024;
/** Milliseconds for the head of a request, and for all of it. */
const HEAD_MS = 5000;
const REQUEST_MS = 20_000;
/** Connections at once, and those of them that have not said the token. */
const MAX_CONNECTIONS = 256;
const MAX_SILENT = 64;

const HEADERS = {
	"Cache-Control": "no-store",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Referrer-Policy": "no-referrer",
	"X-Content-Type-Options": "nosniff",
	"X-Frame-Options": "DENY",
};
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/**
 * What the server needs.
 *
 * @typedef {object} Service
 * @property {string} token
 * @property {string[]} names Further names by which it may be called.
 * @property {import("./streams.js").Streams} streams
 * @property {(sent: unknown) => Promise<{ status: number, reply: object }>} submit Takes an answer.
 */

/**
 * Listens. Rejects if that is not possible. Resolves to the port.
 *
 * @param {string} host
 * @param {number} port
 * @param {Service} service
 * @returns {Promise<number>}
 */
export async function serve(host, port, service) {
	const page = makePage();
	/** Connections that have not said the token, the oldest first. @type {Set<import("node:stream").Duplex>} */
	const silent = new Set();
	/** @param {IncomingMessage} request @param {ServerResponse} response */
	const take = async (request, response) => {
		const refused = refusalOf(request, service.names);
		if (refused) return say(response, refused.status, { problem: refused.problem });
		if (request.method === "GET" && request.url === "/") return show(response, page);
		const stranger = strangerOf(request, service.token);
		if (stranger) return say(response, stranger.status, { problem: stranger.problem });
		silent.delete(request.socket);
		if (request.method === "GET" && request.url === "/events") return stream(response, service.streams);
		if (request.method !== "POST" || request.url !== "/answer")
			return say(response, 404, { problem: "there is nothing here" });
		const body = await read(request);
		if (body === undefined) return say(response, 413, { problem: "the answer is longer than 1 MiB" });
		const { status, reply } = await service.submit(parsed(body));
		return say(response, status, reply);
	};
	const times = { headersTimeout: HEAD_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: 1000 };
	const server = createServer(times, (request, response) => {
		take(request, response).catch(() => {
			if (response.headersSent) response.destroy();
			else say(response, 500, { problem: "the server has failed" });
		});
	});
	server.maxConnections = MAX_CONNECTIONS;
	server.on("connection", (socket) => {
		silent.add(socket);
		socket.on("close", () => silent.delete(socket));
		const [oldest] = silent;
		if (silent.size > MAX_SILENT) oldest?.destroy();
	});
	await new Promise((resolve, reject) => {
		server.once("error", reject).listen(port, host, () => resolve(undefined));
	});
	const address = server.address();
	return address !== null && typeof address === "object" ? address.port : port;
}

/** Sends JSON. A request whose body was not read ends its connection. @param {ServerResponse} response @param {number} status @param {object} data */
function say(response, status, data) {
	const isRead = response.req.complete;
	response.writeHead(status, {
		...HEADERS,
		"Content-Security-Policy": NO_PAGE,
		"Content-Type": "application/json",
		...(!isRead && { Connection: "close" }),
	});
	response.end(JSON.stringify(data));
}

/** Sends the page. @param {ServerResponse} response @param {{ html: string, policy: string }} page */
function show(response, { html, policy }) {
	const type = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
	response.writeHead(200, { ...HEADERS, ...type }).end(html);
}

/** Begins a stream of events. @param {ServerResponse} response @param {import("./streams.js").Streams} streams */
function stream(response, streams) {
	if (streams.isFull) return say(response, 503, { problem: "64 pages are open already" });
	response.writeHead(200, {
		...HEADERS,
		"Content-Security-Policy": NO_PAGE,
		"Content-Type": "text/event-stream",
		"X-Accel-Buffering": "no", // a proxy in between passes it on at once
	});
	streams.add(response);
}

/** Reads the body of a request. Resolves to undefined if it is too long. @param {IncomingMessage} request */
async function read(request) {
	if (Number(request.headers["content-length"]) > MAX_BODY) return undefined;
	const parts = [];
	let bytes = 0;
	// A loop that is left would end the connection before the reply.
	for await (const part of request.iterator({ destroyOnReturn: false })) {
		bytes += part.length;
		if (bytes > MAX_BODY) return undefined;
		parts.push(part);
	}
	return Buffer.concat(parts).toString("utf8");
}

/** Parses JSON; undefined if it is none. @param {string} text @returns {unknown} */
function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
