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
 */

/**
 * Opens the channel.
 *
 * @param {Client} client
 * @returns {{ environment: Record<string, string>, listening: Promise<unknown>, isOpen: () => boolean, close: () => void }}
 */
export function openChannel(client) {
	const token = randomBytes(32).toString("hex");
	const isWindows = process.platform === "win32";
	const folder = isWindows ? undefined : mkdtempSync(join(tmpdir(), "pi-question-acp-")); // with mode 0700
	const path = folder ? join(folder, "socket") : `\\\\.\\pipe\\pi-question-acp-${randomBytes(16).toString("hex")}`;
	const open = new Set();
	const server = createServer((socket) => {
		open.add(socket);
		socket.on("close", () => open.delete(socket));
		serve(socket, token, client);
	});
	const listening = new Promise((resolve, reject) => {
		server.once("error", reject).listen(path, () => resolve(undefined));
	});
	return {
		environment: { PI_QUESTION_ACP_SOCKET: path, PI_QUESTION_ACP_TOKEN: token },
		listening,
		isOpen: () => open.size > 0,
		close() {
			server.close();
			if (folder) rmSync(folder, { recursive: true, force: true });
		},
	};
}

/**
 * @param {import("node:net").Socket} socket
 * @param {string} token
 * @param {Client} client
 */
function serve(socket, token, client) {
	let isKnown = false;
	let isOver = false;
	/** @type {Map<unknown, () => void>} */
	const open = new Map();
	/** @param {object} message */
	const send = (message) => socket.writable && socket.write(write(message));
	/** @param {any} message */
	const take = ({ id, method, params }) => {
		if (!isKnown) {
			if (method !== "initialize" || params?.token !== token) return void socket.destroy();
			isKnown = true;
			send({ id, result: { clientCapabilities: client.capabilities() ?? {} } });
		} else if (method === "exit") {
			isOver = true;
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
