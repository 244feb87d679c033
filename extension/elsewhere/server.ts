/**
 * The channel by which the command `pi-question` finds the questions of this process, and answers them. Open as long as
 * questions wait. Its state is kept in `globalThis`, because a process may load these modules several times.
 *
 * Never here: what a question or a response looks like; who may answer.
 */
import { makeAddress, removeAddress } from "../../bin/address.js";
import { leaveBeacon, MAX_LINE, ownBeaconFolder } from "../../bin/beacons.js";
import { listen } from "../../bin/channel.js";
import { lineageOf } from "../../bin/processes.js";
import { withCore } from "../core/core.ts";
import { reasonOf } from "../host/io.ts";
import type { Hub, Settled } from "./hub.ts";

/** Milliseconds for which the channel stays open when nothing waits any more. */
const IDLE_MS = 30_000;
const MIB = 1024 * 1024;
/** Bytes of the replies that a client may leave unread. */
const MAX_UNREAD = 64 * MIB;
/** Fields and items of an answer, each of which takes up to 6 µs to be read. */
const MAX_VALUES = 2000;
/** Characters of the questions in a list; those beyond it are asked for one by one. */
const MAX_LISTED = MIB;
const TOO_MANY = `the answer has more than ${MAX_VALUES} values; give it in pi`;
const MAX_CLIENTS = 64;
/** Requests that may wait for a change at once. */
const MAX_WATCHING = 256;
/** Number of questions that have ended of which the last are told. */
const MAX_SETTLED = 64;

interface Shared {
	/** The sessions whose questions are told of. */
	hubs: Hub[];
	/** Counts the changes of what waits. */
	version: number;
	/** What ended last. */
	settled: Settled[];
	/** Called at the next change. */
	watching: Set<() => void>;
	isOpening: boolean;
	/** Closes the channel, if it is open. */
	close?: (() => void) | undefined;
	/** Runs out when nothing has waited for a while. */
	idle?: ReturnType<typeof setTimeout> | undefined;
}

const SHARED = Symbol.for("pi-question.elsewhere");
const kept = globalThis as { [SHARED]?: Shared };

function shared(): Shared {
	if (!kept[SHARED]) {
		kept[SHARED] = { hubs: [], version: 0, settled: [], watching: new Set(), isOpening: false };
		process.on("exit", () => kept[SHARED]?.close?.());
	}
	return kept[SHARED];
}

/**
 * Tells the processes of this user of the questions of a session, and takes their answers, until the function is called that
 * it returns. `agent` is pi's folder. `failed` is called with the reason, once, if nobody can be told.
 */
export function serveElsewhere(hub: Hub, agent: string, failed: (reason: string) => void): () => void {
	const own = shared();
	let isTold = false;
	const opens = () =>
		open(own, agent).catch((error: unknown) => {
			if (!isTold) failed(reasonOf(error));
			isTold = true;
		});
	own.hubs.push(hub);
	const unlisten = hub.listen((news) => changed(opens, "request" in news ? undefined : news));
	changed(opens);
	return () => {
		if (!own.hubs.includes(hub)) return;
		unlisten();
		own.hubs = own.hubs.filter((other) => other !== hub);
		changed(opens);
		if (own.hubs.length === 0) close(own);
	};
}

/** Tells that what waits has changed, and calls `opens` if the channel is needed. */
function changed(opens: () => Promise<void>, settled?: Settled): void {
	const own = shared();
	own.version++;
	if (settled) own.settled = [...own.settled.filter(({ id }) => id !== settled.id), settled].slice(-MAX_SETTLED);
	for (const tell of own.watching) tell();
	if (waiting().length === 0) {
		own.idle ??= setTimeout(() => close(own), IDLE_MS).unref();
		return;
	}
	clearTimeout(own.idle);
	own.idle = undefined;
	if (own.close || own.isOpening) return;
	own.isOpening = true;
	void opens().finally(() => {
		own.isOpening = false;
		if (own.hubs.length === 0) close(own); // they have ended meanwhile
	});
}

function close(own: Shared): void {
	clearTimeout(own.idle);
	own.idle = undefined;
	own.close?.();
	own.close = undefined;
}

/** Returns what waits, with its session. */
function waiting() {
	return shared().hubs.flatMap((hub) => {
		try {
			const session = hub.session();
			return hub.waiting().map((one) => ({ hub, session, one }));
		} catch {
			return []; // a program has dropped the session without an event
		}
	});
}

async function open(own: Shared, agent: string): Promise<void> {
	const folder = ownBeaconFolder(agent);
	const address = makeAddress("pi-question-elsewhere-");
	try {
		const disconnect = await listen(address, {
			methods: ["question/list", "question/answer", "question/changed"],
			maxLine: MAX_LINE,
			maxUnread: MAX_UNREAD,
			maxPeers: MAX_CLIENTS,
			welcome: () => ({}),
			ask(method, params, reply) {
				if (method === "question/changed") return watch(params?.after, reply);
				if (method === "question/list") reply({ result: list(params?.id) });
				else if (hasTooMany(params?.response)) reply({ result: { problem: TOO_MANY } });
				else void answerInTurn(params ?? {}).then((result) => reply({ result }));
				return () => {};
			},
		});
		let remove = () => {};
		own.close = () => {
			remove(); // first, so that nobody is sent to a closed channel
			disconnect();
			removeAddress(address.path);
		};
		const { folder: place, id } = waiting()[0]?.session ?? { folder: "", id: "" };
		const startedAt = Math.round(Date.now() - process.uptime() * 1000);
		remove = leaveBeacon(folder, { ...address, pid: process.pid, startedAt, folder: place, session: id });
	} catch (error) {
		own.close?.();
		own.close = undefined;
		removeAddress(address.path);
		throw error;
	}
}

/** Returns what waits: all, or the questions with an id, which are never left out. */
function list(id: unknown) {
	const { version, settled } = shared();
	let room = id === undefined ? MAX_LISTED : Number.POSITIVE_INFINITY;
	const found = waiting().filter(({ one }) => id === undefined || one.id === id);
	const questions = found.map(({ session, one: { request, ...one } }) => {
		room -= JSON.stringify(request).length;
		return { ...one, session, ...(room >= 0 && { request }) };
	});
	return { version, settled, questions };
}

/** Replies once there was a change after that version. Returns a function that gives up. */
function watch(after: unknown, reply: (reply: object) => void): () => void {
	const { version, watching } = shared();
	if (after !== version) {
		reply({ result: { version } });
		return () => {};
	}
	if (watching.size >= MAX_WATCHING) {
		reply({ error: { code: -32000, message: "Too many requests wait for a change" } });
		return () => {};
	}
	const end = (message: object) => {
		watching.delete(tell);
		reply(message);
	};
	const tell = () => end({ result: { version: shared().version } });
	watching.add(tell);
	return () => end({ error: { code: -32800, message: "Request cancelled" } });
}

/** Returns whether an answer has too many fields and items, in all that it holds. */
function hasTooMany(answer: unknown): boolean {
	const found = [answer];
	for (const one of found) {
		if (typeof one === "object" && one !== null) found.push(...Object.values(one));
		if (found.length > MAX_VALUES) return true;
	}
	return false;
}

/** The last answer of all clients. */
let last: Promise<unknown> = Promise.resolve();

/** Hands over one answer in each turn of the event loop, because it is read after the line that it comes in was taken. */
function answerInTurn(params: Parameters<typeof answer>[0]): ReturnType<typeof answer> {
	const own = last.then(() => new Promise(setImmediate)).then(() => answer(params));
	last = own;
	return own;
}

/** Hands an answer over. Resolves to why it was refused, if it was. Never rejects. */
async function answer({ id, response, pid, kind }: Partial<Record<string, unknown>>): Promise<{ problem?: string }> {
	try {
		const { terminal, isBelow, fault } = await originOf(pid);
		// Never without a kind, as those of this process are.
		const [by, refusal] = withCore((core) => core.answeredFrom(String(kind), terminal, isBelow, fault));
		if (by === null) return { problem: refusal };
		const found = waiting().find(({ one }) => one.id === id);
		if (!found) return { problem: "these questions wait no more" };
		const problem = await found.hub.answer(found.one.id, response, by);
		return problem === undefined ? {} : { problem };
	} catch (error) {
		return { problem: reasonOf(error) };
	}
}

/** Where a process that answers comes from. */
interface Origin {
	/** The terminal that controls it. */
	terminal?: string | undefined;
	/** Whether it is this process, or below it. */
	isBelow?: boolean;
	/** Why that is unknown. */
	fault?: string;
}

/** Resolves to where a process comes from; to nothing if the id is none. */
async function originOf(pid: unknown): Promise<Origin> {
	if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return {};
	try {
		const { above, terminal } = await lineageOf(pid);
		return { terminal, isBelow: pid === process.pid || above.includes(process.pid) };
	} catch (error) {
		return { fault: reasonOf(error) };
	}
}
