#!/usr/bin/env node
/**
 * A pass-through between a client of the Agent Client Protocol and an adapter that runs pi: it relays every line as it is,
 * and asks the client what the `question` tool inside pi wants to know.
 *
 * Never here: what a question, a form or an answer looks like; that is the extension's.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { openChannel } from "./channel.js";
import { Lines, read, write } from "./lines.js";

const USAGE = `pi-question-acp [-- ADAPTER COMMAND…]

Runs an ACP adapter of pi (pi-acp, unless another is named) so that the question tool
can ask its questions in the client's own forms. To be run by an ACP client.`;

/** Milliseconds that the adapter has to end by itself, and then all that it has left behind. */
const ENDING_MS = 300;
const KILLING_MS = 650;
/** What is left without the adapter, and has no question open, has so long. */
const LEFT_MS = 150;
/** Milliseconds that a client which has gone has to read what was said last. */
const READING_MS = 200;
/** How often to look whether anything is left. */
const LOOKING_MS = 20;

/** What ids of this program's own requests begin with; another one may be behind it. */
const PREFIX = `pi-question:${randomUUID()}:`;
/** Requests of the client after which it knows one session more. */
const SETUPS = ["session/new", "session/load", "session/resume", "session/fork"];
/** Those that have an adapter end pi. */
const ENDINGS = [...SETUPS, "session/close", "session/delete"];
/** Milliseconds in which an adapter has ended itself that ends pi with that. */
const LEAVING_MS = 200;
/** Milliseconds that the adapter has to tell the client of the tool call that asks. */
const KNOWING_MS = 500;
/** Tool calls that are remembered. */
const MAX_CALLS = 1000;
const CANCELLED = { error: { code: -32800, message: "Request cancelled" } };
const UNKNOWN = { error: { code: -32602, message: "The client does not know the session" } };
/** Milliseconds for the adapter to tell pi what the client has cancelled. */
const TELLING_MS = 300;

/**
 * A request that the client has not answered.
 *
 * @typedef {object} Asked
 * @property {string} method
 * @property {any} params
 * @property {(reply: object) => void} reply
 * @property {boolean} isSent
 * @property {boolean} isLate Whether it has waited as long as it may.
 */

const [command, ...args] = adapterOf(process.argv.slice(2));

/** What the client can do, once it has said so. @type {unknown} */
let capabilities;
/** @type {Map<string, Asked>} */
const asked = new Map();
/** Requests of the client that bring a session, which it knows once they are answered. @type {Map<unknown, unknown>} */
const setups = new Map();
/** The sessions that the client knows. @type {Set<unknown>} */
const sessions = new Set();
/** The sessions of the last tool calls that it was told of. @type {Map<unknown, unknown>} */
const calls = new Map();
let lastId = 0;
/** When the client has last asked for something that ends a pi. */
let closingAt = Number.NEGATIVE_INFINITY;
let isEnding = false;

const fromClient = new Lines((line) => {
	const message = read(line);
	const { id, method, params } = message;
	if (method === undefined && typeof id === "string" && id.startsWith(PREFIX)) {
		const request = asked.get(id);
		asked.delete(id);
		request?.reply(message.error != null ? { error: message.error } : { result: message.result ?? null });
		return false;
	}
	if (method === "initialize") capabilities = params?.clientCapabilities;
	else if (method === "session/cancel") cancel(params?.sessionId);
	if (ENDINGS.includes(method)) closingAt = performance.now();
	if (id !== undefined && SETUPS.includes(method)) setups.set(id, params?.sessionId);
	else if (params?.sessionId !== undefined) sessions.add(params.sessionId);
	return true;
});
const toClient = new Lines((line) => {
	if (setups.size === 0 && !line.includes('"tool_call"')) return true;
	const { id, method, params, result } = read(line);
	if (method === undefined && setups.has(id)) {
		sessions.add(result?.sessionId ?? setups.get(id));
		setups.delete(id);
	} else if (params?.update?.sessionUpdate === "tool_call") {
		calls.set(params.update.toolCallId, params.sessionId);
		if (calls.size > MAX_CALLS) calls.delete(calls.keys().next().value);
	}
	// Behind this line.
	setImmediate(sendAll);
	return true;
});
const channel = await openChannel({
	capabilities: () => capabilities,
	ask,
	died: () => end(1, "pi has ended without a word"),
	// Some adapters wait for ever then.
	left(askedAt) {
		if (closingAt > askedAt) return;
		setTimeout(() => end(1, "pi has ended while it waited for an answer"), LEAVING_MS);
	},
});
process.on("exit", channel.close);
if (channel.problem !== undefined) {
	console.error(`pi-question-acp: ${channel.problem}. Questions come as the adapter can show them.`);
}

const isWindows = process.platform === "win32";
/** As the shell there wants it. @type {(word: string) => string} */
const quoted = (word) => (isWindows && /[\s"&|<>^]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word);
const adapter = spawn(quoted(command), args.map(quoted), {
	stdio: ["pipe", "pipe", "inherit"],
	env: { ...process.env, ...channel.environment },
	// A group of its own, so that all of it can be ended.
	detached: !isWindows,
	// There, what npm installs are scripts.
	shell: isWindows,
});
adapter.on("error", (error) => {
	const isMissing = "code" in error && error.code === "ENOENT";
	const how = "Install it (npm install -g pi-acp), or name an adapter: pi-question-acp -- npx -y pi-acp";
	console.error(`pi-question-acp: ${isMissing ? `${command} was not found. ${how}` : error.message}`);
	process.exit(127);
});
adapter.on("exit", (code, signal) => end(code ?? 1, signal ? `${command} was ended by ${signal}` : undefined));
// Whoever has ended is not written to; that it has ended is told otherwise.
for (const stream of [adapter.stdin, adapter.stdout]) stream.on("error", () => {});
process.stdout.on("error", () => end(0));
process.stdin.on("error", () => end(0)).on("end", () => end(0));
for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }))
	process.on(signal, () => end(code));
process.stdin.pipe(fromClient).pipe(adapter.stdin);
adapter.stdout.pipe(toClient).pipe(process.stdout);

/**
 * The command of the adapter.
 *
 * @param {string[]} own
 * @returns {[string, ...string[]]}
 */
function adapterOf(own) {
	if (own[0] === "--help" || own[0] === "-h") {
		console.log(USAGE);
		process.exit(0);
	}
	const [command = "pi-acp", ...args] = own[0] === "--" ? own.slice(1) : own;
	if (command.startsWith("-")) {
		console.error(`pi-question-acp: there is no ${command}.\n\n${USAGE}`);
		process.exit(2);
	}
	return [command, ...args];
}

/**
 * Asks the client, once it knows what the request belongs to; returns what withdraws that.
 *
 * @param {string} method
 * @param {any} params
 * @param {(reply: object) => void} reply
 */
function ask(method, params, reply) {
	const id = `${PREFIX}${++lastId}`;
	/** @type {Asked} */
	const request = { method, params, reply, isSent: false, isLate: false };
	asked.set(id, request);
	sendAll();
	setTimeout(() => {
		request.isLate = true;
		sendAll();
	}, KNOWING_MS).unref();
	return () => withdraw(id);
}

function sendAll() {
	for (const [id, request] of asked) {
		if (!request.isSent) send(id, request);
	}
}

/**
 * @param {string} id
 * @param {Asked} request
 */
function send(id, request) {
	const { method, params, isLate } = request;
	const call = params?.toolCallId;
	// An adapter may run pi in a session of another name than that which it tells the client.
	const session = sessions.has(params?.sessionId) ? params.sessionId : calls.get(call);
	const isKnown = session !== undefined && (call === undefined || calls.has(call));
	if (!isKnown && (setups.size > 0 || !isLate)) return;
	if (session === undefined) {
		asked.delete(id);
		request.reply(UNKNOWN);
		return;
	}
	request.isSent = true;
	request.params = { ...params, sessionId: session };
	tell({ id, method, params: request.params });
}

/** @param {string} id */
function withdraw(id) {
	if (!asked.get(id)?.isSent) return void asked.delete(id);
	asked.delete(id);
	tell({ method: "$/cancel_request", params: { requestId: id } });
}

/**
 * The client has stopped what goes on in a session: what it is asked there with it.
 *
 * @param {unknown} session
 */
function cancel(session) {
	for (const [id, request] of asked) {
		if (request.params?.sessionId !== session) continue;
		withdraw(id);
		// By then, pi has been told to stop, so that it does not go on with the next step.
		setTimeout(() => request.reply(CANCELLED), TELLING_MS).unref();
	}
}

/** @param {object} message */
function tell(message) {
	if (!isEnding && toClient.writable) toClient.push(write(message));
}

/**
 * Ends all of it, once.
 *
 * @param {number} code
 * @param {string} [reason]
 */
function end(code, reason) {
	if (isEnding) return;
	for (const id of [...asked.keys()]) withdraw(id);
	isEnding = true;
	if (reason !== undefined) console.error(`pi-question-acp: ${reason}.`);
	// Behind what the client has said last, it ends what the adapter reads.
	fromClient.end();
	const started = performance.now();
	let leftAt = Number.POSITIVE_INFINITY;
	const look = () => {
		const now = performance.now();
		if (hasEnded() && !channel.isOpen()) leftAt = Math.min(leftAt, now);
		const isGone = hasEnded() && (isWindows || !signalAll(0)) && toClient.readableEnded;
		if (isGone || now - leftAt > LEFT_MS || now - started > KILLING_MS) {
			signalAll("SIGKILL");
			const exit = () => process.exit(code || (adapter.exitCode ?? 0));
			// What the adapter has said last is still to be written.
			process.stdout.write("", exit);
			if (process.stdin.readableEnded) setTimeout(exit, READING_MS);
			return;
		}
		if (now - started > ENDING_MS) signalAll("SIGTERM");
		setTimeout(look, LOOKING_MS);
	};
	look();
}

function hasEnded() {
	return adapter.exitCode !== null || adapter.signalCode !== null;
}

/**
 * Sends the adapter's group a signal; whether there is anything left of it.
 *
 * @param {NodeJS.Signals | 0} signal
 */
function signalAll(signal) {
	try {
		if (adapter.pid === undefined) return false;
		return isWindows ? adapter.kill(signal) : process.kill(-adapter.pid, signal);
	} catch {
		return false;
	}
}
