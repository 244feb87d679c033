/**
 * Stands between a client of the Agent Client Protocol and an adapter that runs pi: relays every line unchanged, except
 * for replies to its own requests, and sends the client the requests of the `question` tool inside pi.
 *
 * Never here: what a question, a form or an answer looks like; that is the extension's.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { makeAddress, removeAddress } from "./address.js";
import { listen } from "./channel.js";
import { Lines, read, write } from "./lines.js";

const USAGE = `pi-question-acp [-- ADAPTER COMMAND…]

Runs an ACP adapter of pi (pi-acp, unless another is named) so that the question tool
can ask its questions in the client's own forms. To be run by an ACP client.`;

/** At the end: milliseconds until what is left is sent SIGTERM, and until it is sent SIGKILL. */
const ENDING_MS = 300;
const KILLING_MS = 650;
/** Interval in which the end looks for what is left. */
const LOOKING_MS = 20;
/** Time for a departing client to read the last output. */
const READING_MS = 200;
/** Time for an adapter to end itself after pi has ended, so that its own exit is reported. */
const LEAVING_MS = 200;
/** Time for the adapter to announce the session and the tool call of a request. */
const KNOWING_MS = 500;
/** Time for the adapter to pass a `session/cancel` on to pi, so that pi does not go on with the next step. */
const TELLING_MS = 300;

/** Start of the ids of this program's requests; unique, as another pass-through may run behind it. */
const PREFIX = `pi-question:${randomUUID()}:`;
/** Requests of the client whose result makes a session known to it. */
const SETUPS = ["session/new", "session/load", "session/resume", "session/fork"];
/** Requests of the client that may make an adapter end a pi. */
const ENDINGS = [...SETUPS, "session/close", "session/delete"];
const CANCELLED = { error: { code: -32800, message: "Request cancelled" } };
const UNKNOWN = { error: { code: -32602, message: "It is not certain which session of the client this belongs to" } };

/**
 * A request of the extension that the client has not answered.
 *
 * @typedef {object} Asked
 * @property {string} method
 * @property {any} params
 * @property {(reply: object) => void} reply
 * @property {unknown} session The client's name of the session; undefined before the request is sent.
 * @property {boolean} isLate Whether it has waited `KNOWING_MS`.
 */

const [command, ...args] = adapterOf(process.argv.slice(2));

/** The `clientCapabilities`, once known. @type {unknown} */
let capabilities;
/** By the id that the client sees. @type {Map<string, Asked>} */
const asked = new Map();
/** Open requests of `SETUPS` by id, each with the session that it names, if any. @type {Map<unknown, unknown>} */
const setups = new Map();
/** Sessions that the client knows. @type {Set<unknown>} */
const sessions = new Set();
/** Sessions in which a tool call is open, by its id. Ids may come again, even in another session. @type {Map<unknown, Set<unknown>>} */
const calls = new Map();
let lastId = 0;
/** When the client last sent one of `ENDINGS`. */
let closingAt = Number.NEGATIVE_INFINITY;
let isEnding = false;

const fromClient = new Lines((line) => {
	const { id, method, params, result, error } = read(line);
	if (method === undefined && typeof id === "string" && id.startsWith(PREFIX)) {
		const request = asked.get(id);
		asked.delete(id);
		request?.reply(error != null ? { error } : { result: result ?? null });
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
	if (setups.size === 0 && !line.includes('"tool_call')) return true;
	const { id, method, params, result } = read(line);
	if (method === undefined && setups.has(id)) {
		const session = result?.sessionId ?? setups.get(id);
		if (result !== undefined && session !== undefined) sessions.add(session);
		setups.delete(id);
	}
	const { sessionUpdate, toolCallId, status } = params?.update ?? {};
	const open = calls.get(toolCallId) ?? new Set();
	if (sessionUpdate === "tool_call") calls.set(toolCallId, open.add(params.sessionId));
	if (status === "completed" || status === "failed") open.delete(params.sessionId);
	if (open.size === 0) calls.delete(toolCallId);
	setImmediate(sendAll); // behind this line
	return true;
});
/** What the adapter's environment says of the channel. @type {Record<string, string>} */
let environment = {};
try {
	const address = makeAddress("pi-question-acp-");
	process.on("exit", () => removeAddress(address.path));
	await listen(address, {
		methods: ["elicitation/create", "_pi-question/question_request"],
		welcome: () => ({ clientCapabilities: capabilities ?? {} }),
		ask,
		died: () => end(1, "pi has ended without a word"),
		// Some adapters would wait forever for a pi that is gone.
		left(askedAt) {
			if (closingAt > askedAt) return;
			setTimeout(() => end(1, "pi has ended while it waited for an answer"), LEAVING_MS);
		},
	});
	environment = { PI_QUESTION_ACP_SOCKET: address.path, PI_QUESTION_ACP_TOKEN: address.token };
} catch (error) {
	const problem = error instanceof Error ? error.message : String(error);
	console.error(`pi-question-acp: ${problem}. Questions come as the adapter can show them.`);
}

const isWindows = process.platform === "win32";
/** Quotes a word for the shell that Windows needs to run npm's scripts. @type {(word: string) => string} */
const quoted = (word) => (isWindows && /[\s"&|<>^]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word);
export const adapter = spawn(quoted(command), args.map(quoted), {
	stdio: ["pipe", "pipe", "inherit"],
	env: { ...process.env, ...environment },
	detached: !isWindows, // a process group of its own, which can be signalled as a whole
	shell: isWindows,
});
adapter.on("error", (error) => {
	const isMissing = "code" in error && error.code === "ENOENT";
	const how = "Install pi-acp@0.0.34, or name another adapter: pi-question-acp -- ADAPTER COMMAND…";
	console.error(`pi-question-acp: ${isMissing ? `${command} was not found. ${how}` : error.message}`);
	process.exit(127);
});
adapter.on("exit", (code, signal) => end(code ?? 1, signal ? `${command} was ended by ${signal}` : undefined));
// Its exit is handled above.
for (const stream of [adapter.stdin, adapter.stdout]) stream.on("error", () => {});
process.stdout.on("error", () => end(0));
process.stdin.on("error", () => end(0)).on("end", () => end(0));
for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }))
	process.on(signal, () => end(code));
process.stdin.pipe(fromClient).pipe(adapter.stdin);
adapter.stdout.pipe(toClient).pipe(process.stdout);

/**
 * Reads the adapter's command from the arguments.
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
 * Asks the client, as soon as it knows the session and the tool call; returns a function that withdraws the request.
 *
 * @param {string} method
 * @param {any} params
 * @param {(reply: object) => void} reply
 */
function ask(method, params, reply) {
	const id = `${PREFIX}${++lastId}`;
	/** @type {Asked} */
	const request = { method, params, reply, session: undefined, isLate: false };
	asked.set(id, request);
	sendAll();
	setTimeout(() => {
		request.isLate = true;
		sendAll();
	}, KNOWING_MS).unref();
	return () => withdraw(id);
}

/** Sends the requests that can be sent, and refuses those whose session stays unknown. */
function sendAll() {
	for (const [id, request] of asked) {
		const { method, params, session, isLate } = request;
		if (session !== undefined) continue;
		const call = params?.toolCallId;
		const open = calls.get(call) ?? new Set();
		// An adapter may have its own names for sessions. Then only these are certain: the sole session, and the sole one
		// with the call open after all had time to announce theirs.
		const isSole = sessions.size === 1 && setups.size === 0;
		const named = sessions.has(params?.sessionId) ? [params.sessionId] : isSole ? [...sessions] : [];
		const isAnnounced = named.length > 0 && (call === undefined || open.has(named[0]));
		if (!isAnnounced && (!isLate || setups.size > 0)) continue;
		const [found, other] = named.length > 0 ? named : open;
		if (found === undefined || other !== undefined) {
			asked.delete(id);
			request.reply(UNKNOWN);
			continue;
		}
		request.session = found;
		tell({ id, method, params: { ...params, sessionId: found } });
	}
}

/** @param {string} id */
function withdraw(id) {
	const isSent = asked.get(id)?.session !== undefined;
	asked.delete(id);
	if (isSent) tell({ method: "$/cancel_request", params: { requestId: id } });
}

/**
 * Withdraws the requests in a session that the client has cancelled.
 *
 * @param {unknown} session
 */
function cancel(session) {
	for (const [id, request] of asked) {
		if ((request.session ?? request.params?.sessionId) !== session) continue;
		withdraw(id);
		setTimeout(() => request.reply(CANCELLED), TELLING_MS).unref();
	}
}

/** @param {object} message */
function tell(message) {
	if (!isEnding && toClient.writable) toClient.push(write(message));
}

/**
 * Ends the adapter, all that it has started, and this program.
 *
 * @param {number} code
 * @param {string} [reason]
 */
function end(code, reason) {
	if (isEnding) return;
	for (const id of [...asked.keys()]) withdraw(id);
	isEnding = true;
	if (reason !== undefined) console.error(`pi-question-acp: ${reason}.`);
	fromClient.end(); // the adapter's input ends behind the last line of the client
	const started = performance.now();
	const look = () => {
		const time = performance.now() - started;
		const hasEnded = adapter.exitCode !== null || adapter.signalCode !== null;
		const isGone = hasEnded && (isWindows || !signalAll(0)) && toClient.readableEnded;
		if (isGone || time > KILLING_MS) {
			signalAll("SIGKILL");
			const exit = () => process.exit(code || (adapter.exitCode ?? 0));
			process.stdout.write("", exit); // behind the adapter's last output
			if (process.stdin.readableEnded) setTimeout(exit, READING_MS);
			return;
		}
		if (time > ENDING_MS) signalAll("SIGTERM");
		setTimeout(look, LOOKING_MS);
	};
	look();
}

/**
 * Signals the adapter's process group; returns whether any process of it is left.
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
