/**
 * The private socket between this program and the extension in each pi that the adapter runs. Only this user can open
 * it, and a peer has to know the token. JSON-RPC, one message per line.
 *
 * Never here: what is asked; the client.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Lines, read, write } from "./lines.js";

/** Requests that the extension may send to the client. */
const METHODS = ["elicitation/create", "_pi-question/question_request"];

/**
 * What the channel needs from the other side.
 *
 * @typedef {object} Client
 * @property {() => unknown} capabilities The `clientCapabilities`, once known.
 * @property {(method: string, params: any, reply: (reply: object) => void) => () => void} ask Sends a request; returns a function that withdraws it.
 * @property {() => void} died A pi disconnected without saying goodbye.
 * @property {(askedAt: number) => void} left A pi ended while a question was open that began at `askedAt` (`performance.now()`).
 */

/**
 * Opens the channel. On failure, `problem` says why, and `environment` is empty.
 *
 * @param {Client} client
 * @returns {Promise<{ environment: Record<string, string>, problem?: string, close: () => void }>}
 */
export async function openChannel(client) {
	const token = randomBytes(32).toString("hex");
	let problem = "";
	for (const parent of process.platform === "win32" ? [undefined] : [tmpdir(), "/tmp"]) {
		let folder = "";
		const remove = () => folder && rmSync(folder, { recursive: true, force: true });
		try {
			if (parent !== undefined) folder = mkdtempSync(join(parent, "pi-question-acp-")); // with mode 0700
			const path = folder ? join(folder, "socket") : `\\\\.\\pipe\\pi-question-acp-${randomBytes(16).toString("hex")}`;
			const server = createServer((socket) => serve(socket, token, client));
			/** @type {Promise<void>} */
			const listening = new Promise((resolve, reject) => server.once("error", reject).listen(path, resolve));
			await listening;
			return {
				environment: { PI_QUESTION_ACP_SOCKET: path, PI_QUESTION_ACP_TOKEN: token },
				close() {
					server.close();
					remove();
				},
			};
		} catch (error) {
			// The folder is read-only, or its path is too long for a socket.
			remove();
			problem ||= error instanceof Error ? error.message : String(error);
		}
	}
	return { environment: {}, problem, close() {} };
}

/**
 * Serves one pi.
 *
 * @param {import("node:net").Socket} socket
 * @param {string} token
 * @param {Client} client
 */
function serve(socket, token, client) {
	let isKnown = false;
	let isOver = false;
	let askedAt = 0;
	/** Functions that withdraw what is open, by request id. @type {Map<unknown, () => void>} */
	const open = new Map();
	/** @param {object} message */
	const send = (message) => socket.writable && socket.write(write(message));
	/** @param {any} message */
	const take = ({ id, method, params }) => {
		if (!isKnown || method === "initialize") {
			if (method !== "initialize" || params?.token !== token) return void socket.destroy();
			isKnown = true;
			// The extension initializes again before each question.
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
	socket.on("error", () => {}); // followed by "close"
	socket.on("close", () => {
		for (const withdraw of open.values()) withdraw();
		if (isKnown && !isOver) client.died();
	});
	socket.pipe(lines).resume();
}
