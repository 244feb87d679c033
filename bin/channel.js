/**
 * The private channel to the extension in each pi that the adapter runs: a socket that only this user can open, and a
 * token that only those processes are told. JSON-RPC, a message a line.
 *
 * Never here: what is asked; the client.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Lines, read, write } from "./lines.js";

/**
 * What the extension may ask the client.
 */
const METHODS = ["elicitation/create", "_pi-question/question_request"];

/**
 * What answers the extension.
 *
 * @typedef {object} Client
 * @property {() => unknown} capabilities Those that the client has told.
 * @property {(method: string, params: any, reply: (reply: object) => void) => () => void} ask Sends a request, and returns what withdraws it.
 * @property {() => void} died A pi has gone without a word.
 * @property {(askedAt: number) => void} left A pi was told to end while it waited for an answer, on the clock of `performance.now()`.
 */

/**
 * Opens the channel, if that is possible; `problem` is why it is not.
 *
 * @param {Client} client
 * @returns {Promise<{ environment: Record<string, string>, problem?: string, isOpen: () => boolean, close: () => void }>}
 */
export async function openChannel(client) {
	const token = randomBytes(32).toString("hex");
	const open = new Set();
	const take = (/** @type {import("node:net").Socket} */ socket) => {
		open.add(socket);
		socket.on("close", () => open.delete(socket));
		serve(socket, token, client);
	};
	let problem = "";
	for (const place of process.platform === "win32" ? [pipe] : [folderIn(tmpdir()), folderIn("/tmp")]) {
		try {
			const { path, remove } = place();
			const server = createServer(take);
			/** @type {Promise<void>} */
			const listening = new Promise((resolve, reject) => server.once("error", reject).listen(path, resolve));
			await listening.catch((error) => {
				remove();
				throw error;
			});
			return {
				environment: { PI_QUESTION_ACP_SOCKET: path, PI_QUESTION_ACP_TOKEN: token },
				isOpen: () => open.size > 0,
				close() {
					server.close();
					remove();
				},
			};
		} catch (error) {
			problem ||= error instanceof Error ? error.message : String(error);
		}
	}
	return { environment: {}, problem, isOpen: () => false, close() {} };
}

/** @typedef {{ path: string, remove: () => void }} Place Where a socket can be. */

/**
 * A new folder in another, whose path may be too long for a socket, or which may be read-only.
 *
 * @param {string} parent
 * @returns {() => Place}
 */
function folderIn(parent) {
	return () => {
		const folder = mkdtempSync(join(parent, "pi-question-acp-")); // with mode 0700
		return { path: join(folder, "socket"), remove: () => rmSync(folder, { recursive: true, force: true }) };
	};
}

/** @returns {Place} */
function pipe() {
	return { path: `\\\\.\\pipe\\pi-question-acp-${randomBytes(16).toString("hex")}`, remove() {} };
}

/**
 * @param {import("node:net").Socket} socket
 * @param {string} token
 * @param {Client} client
 */
function serve(socket, token, client) {
	let isKnown = false;
	let isOver = false;
	let askedAt = 0;
	/** @type {Map<unknown, () => void>} */
	const open = new Map();
	/** @param {object} message */
	const send = (message) => socket.writable && socket.write(write(message));
	/** @param {any} message */
	const take = ({ id, method, params }) => {
		if (!isKnown || method === "initialize") {
			if (method !== "initialize" || params?.token !== token) return void socket.destroy();
			isKnown = true;
			// It wants to know that for each question.
			askedAt = performance.now();
			send({ id, result: { clientCapabilities: client.capabilities() ?? {} } });
		} else if (method === "exit") {
			isOver = true;
			if (params?.isAsking === true) client.left(askedAt);
		} else if (method === "$/cancel_request") {
			open.get(params?.requestId)?.();
			open.delete(params?.requestId);
		} else if (METHODS.includes(method)) {
			const withdraw = client.ask(method, params, (reply) => {
				open.delete(id);
				send({ id, ...reply });
			});
			open.set(id, withdraw);
		} else {
			send({ id, error: { code: -32601, message: "Method not found" } });
		}
	};
	const lines = new Lines((line) => {
		if (!socket.destroyed) take(read(line));
		return false;
	});
	socket.on("error", () => {}); // it closes then
	socket.on("close", () => {
		for (const withdraw of open.values()) withdraw();
		if (isKnown && !isOver) client.died();
	});
	socket.pipe(lines).resume();
}
