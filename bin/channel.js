/**
 * A private socket between two processes of one user. Only this user can open it, and a peer has to know the token.
 * JSON-RPC, one message per line. Used by pi-question-acp, and by the extension for the pis below the user's own and for
 * `pi-question`.
 *
 * Never here: what is asked; who is asked.
 */
import { timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { removeLeftovers } from "./leftovers.js";
import { Lines, read, write } from "./lines.js";
import { Turns } from "./turns.js";

/** Time for a peer to say the token, in milliseconds. */
const GREETING_MS = 5000;

const NEWLINE = 10;

/** Longest id of a request, in characters. */
const MAX_ID = 200;

/** Peers at once, and those of them that have not said the token. */
const MAX_PEERS = 256;
const MAX_SILENT = 8;

/**
 * What the channel needs from the other side.
 *
 * @typedef {object} Service
 * @property {string[]} methods Requests that a peer may send.
 * @property {number} [maxLine] Bytes of the longest line that a peer may send.
 * @property {number} [maxUnread] Bytes of the replies that it may leave unread; `maxLine`, unless given.
 * @property {number} [maxPeers] Peers at once; 256, unless given.
 * @property {() => object} welcome The result of `initialize`, with which a peer introduces itself.
 * @property {(method: string, params: any, reply: (reply: object) => void, bytes: number) => () => void} ask Answers a request of this length; returns a function that withdraws it.
 * @property {() => void} [died] A peer disconnected without saying goodbye.
 * @property {(askedAt: number) => void} [left] A peer ended while a request was open that began at `askedAt` (`performance.now()`).
 */

/**
 * Listens at an address. Rejects if that is not possible. Returns a function that closes the channel and disconnects its
 * peers.
 *
 * @param {import("./address.js").Address} address
 * @param {Service} service
 * @returns {Promise<() => void>}
 */
export async function listen({ path, token }, service) {
	/** @type {Set<import("node:net").Socket>} */
	const peers = new Set();
	/** Peers that have not said the token, the oldest first. @type {Set<import("node:net").Socket>} */
	const silent = new Set();
	const turns = new Turns();
	const server = createServer({ allowHalfOpen: true }, (socket) => {
		peers.add(socket);
		silent.add(socket);
		socket.on("close", () => {
			peers.delete(socket);
			silent.delete(socket);
		});
		// One that knows the token says it at once.
		const [oldest] = silent;
		if (silent.size > MAX_SILENT) oldest?.destroy();
		serve(socket, token, service, turns, () => silent.delete(socket));
	});
	server.maxConnections = service.maxPeers ?? MAX_PEERS;
	server.unref(); // it keeps no process alive
	server.on("error", () => {}); // one peer could not be accepted, for want of a free file
	await bind(server, path);
	if (process.platform !== "win32") void removeLeftovers(path);
	return () => {
		server.close();
		for (const socket of peers) socket.destroy();
	};
}

/** Errors while the pipe of a channel at the same address is closing, as on Windows after a reload. */
const CLOSING = ["EADDRINUSE", "EACCES"];
/** Attempts to listen, and milliseconds between two of them. */
const ATTEMPTS = 6;
const AGAIN_MS = 100;

/**
 * Has a server listen at a path. Rejects if that is not possible.
 *
 * @param {import("node:net").Server} server
 * @param {string} path
 */
async function bind(server, path) {
	for (let attempt = 1; ; attempt++) {
		try {
			server.listen(path);
			await once(server, "listening");
			return;
		} catch (error) {
			const isClosing = error instanceof Error && "code" in error && CLOSING.includes(String(error.code));
			if (!isClosing || attempt === ATTEMPTS) throw error;
			await sleep(AGAIN_MS);
		}
	}
}

/**
 * Compares what a peer says with the token, in a time that does not tell where they differ.
 *
 * @param {unknown} said
 * @param {string} token
 */
export function isSame(said, token) {
	const [one, other] = [Buffer.from(typeof said === "string" ? said : ""), Buffer.from(token)];
	return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Serves one peer.
 *
 * @param {import("node:net").Socket} socket
 * @param {string} token
 * @param {Service} service
 * @param {Turns} turns
 * @param {() => void} known Called when the peer has said the token.
 */
function serve(socket, token, service, turns, known) {
	let isKnown = false;
	let isOver = false;
	let askedAt = 0;
	/** Functions that withdraw what is open, by request id. @type {Map<unknown, () => void>} */
	const open = new Map();
	const greeting = setTimeout(() => isKnown || socket.destroy(), GREETING_MS).unref();
	const maxUnread = service.maxUnread ?? service.maxLine ?? Number.POSITIVE_INFINITY;
	/** @param {object} message */
	const send = (message) => {
		if (socket.writable) socket.write(write(message));
		if (socket.writableLength > maxUnread) socket.destroy();
	};
	/** @type {(message: any, bytes: number) => void} */
	const take = ({ id, method, params }, bytes) => {
		if (!["undefined", "number", "string"].includes(typeof id) || String(id).length > MAX_ID)
			return void socket.destroy();
		if (!isKnown || method === "initialize") {
			if (method !== "initialize" || !isSame(params?.token, token)) return void socket.destroy();
			isKnown = true;
			known();
			// A peer initializes again before each question, and to hear whether this process is alive.
			askedAt = performance.now();
			send({ id, result: service.welcome() });
		} else if (method === "exit") {
			isOver = true;
			if (params?.isAsking === true) service.left?.(askedAt);
		} else if (method === "$/cancel_request") {
			// The id is in use until the request has its reply.
			open.get(params?.requestId)?.();
		} else if (service.methods.includes(method)) {
			if (open.has(id)) return void send({ id, error: { code: -32600, message: "The id is in use" } });
			open.set(id, () => {});
			const withdraw = service.ask(
				method,
				params,
				(reply) => {
					open.delete(id);
					send({ id, ...reply });
				},
				bytes,
			);
			if (open.has(id)) open.set(id, withdraw);
		} else {
			send({ id, error: { code: -32601, message: "Method not found" } });
		}
	};
	/** What a peer asks also waits until it has read what it was told. @param {() => void} go */
	const wait = (go) => {
		if (socket.writableNeedDrain) socket.once("drain", () => turns.wait(go));
		else turns.wait(go);
	};
	const lines = new Lines(
		(line) => {
			const isWhole = line.at(-1) === NEWLINE; // or its peer has died in it
			if (isWhole && !socket.destroyed) take(read(line), line.length);
			return false;
		},
		service.maxLine,
		wait,
	);
	lines.on("error", () => socket.destroy()); // a line that is too long
	socket.on("error", () => {}); // followed by "close"
	// A peer that asks nothing more wants no reply. What it said last, such as that it goes, is taken first.
	lines.on("finish", () => socket.destroy());
	socket.on("close", () => {
		clearTimeout(greeting);
		for (const withdraw of open.values()) withdraw();
		if (isKnown && !isOver) service.died?.();
	});
	socket.pipe(lines).resume();
}
