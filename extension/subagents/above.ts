/**
 * Asks the person above a session that has none: in this process, or in the process that started it. Loaded when something
 * is asked.
 *
 * Never here: question logic.
 */
import { randomUUID } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Address } from "../../bin/address.js";
import { Link, type LinkReply } from "../../bin/link.js";
import { isStopped, lineageOf } from "../../bin/processes.js";
import type { Attachment, Subagent, Unanswered } from "../../pkg/question.js";
import { withCore } from "../core/core.ts";
import { codeOf, readText } from "../host/io.ts";
import {
	ASK,
	type Asked,
	inherited,
	LISTEN,
	type Listener,
	MAX_LINE,
	nameOf,
	namesAbove,
	type PersonAbove,
	type Reply,
	STAY,
	shared,
	TAKEN,
	tokenFile,
} from "./hosts.ts";
import { askHere, hosts } from "./queue.ts";

/** Milliseconds for which a session that asks looks for one with a person, which may be reloading or switching. */
const ABSENT_MS = 5000;
/** Milliseconds between two attempts to reach it. */
const AGAIN_MS = 100;
/** Milliseconds between two signs of life, and the number of those missing after which a host counts as gone. */
const ALIVE_MS = 5000;
const MISSED = 3;
/** Bytes of a request's line besides its parameters, at most. */
const LEAD = 100;
/** Longest task that is passed on, in characters. */
const MAX_TASK = 2000;

/** Longest file with a token, in bytes. */
const MAX_TOKEN = 1000;

/** The person above, for the questions of one call. A host that ends or reloads is waited for, and asked again. */
export class Above implements PersonAbove {
	readonly #asked: Asked;
	#isInside = false;

	constructor(questions: Omit<Asked, "id">) {
		this.#asked = { id: randomUUID(), ...questions };
	}

	get #isHere(): boolean {
		return this.#isInside && hosts().length > 0;
	}

	async ask(signal: AbortSignal, isInside: boolean): Promise<Reply | undefined> {
		this.#isInside = isInside;
		const asked = this.#asked;
		const address = this.#isHere ? undefined : await addressAbove();
		if (!address && !this.#isHere) return undefined;
		const bytes = sizeOf(asked);
		if (bytes > MAX_LINE - LEAD) return unanswered("tooLarge");
		const reply = await untilGone(signal, (seen) => {
			if (address) return askByLink(address, asked, signal, seen);
			if (this.#isHere) seen();
			return askHere(asked, bytes, signal);
		});
		return reply ?? (signal.aborted ? undefined : unanswered("gone"));
	}

	async listen(signal: AbortSignal, take: Listener): Promise<void> {
		const { id } = this.#asked;
		if (this.#isHere) {
			const { listeners } = shared();
			listeners.set(id, take);
			signal.addEventListener("abort", () => listeners.delete(id));
			return;
		}
		const address = await addressAbove();
		if (address) await untilGone(signal, (seen) => listenByLink(address, id, signal, take, seen));
	}
}

/** Returns why a person who could be asked has not answered. */
function unanswered(how: Unanswered): { problem: string } {
	return { problem: withCore((core) => core.unanswered(how)) };
}

/** Tries again until there is something, or the host has been gone for a while. `attempt` calls `seen` when it is there. */
async function untilGone<T>(
	signal: AbortSignal,
	attempt: (seen: () => void) => Promise<T | undefined>,
): Promise<T | undefined> {
	for (let lostAt = performance.now(); !signal.aborted && performance.now() - lostAt < ABSENT_MS; ) {
		let wasThere = false;
		const seen = () => {
			wasThere = true;
		};
		const result = await attempt(seen);
		if (result !== undefined) return result;
		if (wasThere) lostAt = performance.now();
		await sleep(AGAIN_MS, undefined, { signal }).catch(() => {});
	}
	return undefined;
}

/** Listens at a host in another process. Resolves after `signal`, or if the host is not there, or is gone. */
async function listenByLink(
	address: Host,
	id: string,
	signal: AbortSignal,
	take: Listener,
	seen: () => void,
): Promise<undefined> {
	const link = new Link(address, undefined, MAX_LINE).unref();
	try {
		if ((await link.introduce(signal)) !== undefined) seen();
		void link.request(STAY, { id });
		for (;;) {
			const reply = await link.request(LISTEN, { id }, signal);
			if (!reply) return undefined;
			await link.request(TAKEN, { id, isTaken: await take(readReply(reply)) });
		}
	} finally {
		link.end();
	}
}

/** Returns the bytes of a request's parameters. Infinity if they are nested too deeply to be written. */
function sizeOf(asked: Asked): number {
	try {
		return Buffer.byteLength(JSON.stringify(asked));
	} catch {
		return Number.POSITIVE_INFINITY;
	}
}

/** Asks a host in another process. Resolves to undefined if it is not there, or is gone. `seen` is called when it is there. */
async function askByLink(
	address: Host,
	asked: Asked,
	signal: AbortSignal,
	seen: () => void,
): Promise<Reply | undefined> {
	const link = new Link(address, undefined, MAX_LINE);
	const deaf = new AbortController();
	let missed = 0;
	const introduce = () => {
		// Its user has suspended it, or debugs it, and may go on with it.
		if (missed > 0 && isStopped(address.pid)) return;
		// Counted instead of measured, because this process may be stopped together with the host.
		if (missed++ === MISSED) deaf.abort();
		void link.introduce().then((welcome) => {
			if (welcome === undefined) return;
			missed = 0;
			seen();
		});
	};
	introduce();
	const alive = setInterval(introduce, ALIVE_MS);
	try {
		const reply = await link.request(ASK, asked, AbortSignal.any([deaf.signal, signal]));
		if (deaf.signal.aborted) return unanswered("deaf");
		return reply && readReply(reply);
	} finally {
		clearInterval(alive);
		link.end();
		link.unref(); // a host that is stopped does not close it
	}
}

function isAttachment(picture: Partial<Attachment> | null): boolean {
	return typeof picture?.marker === "string" && typeof picture.path === "string";
}

/** Reads what a host has replied. */
function readReply(reply: LinkReply): Reply {
	const result = ("result" in reply && (reply.result as Partial<Record<string, unknown>>)) || {};
	const { content, details, isByUser, problem } = result;
	if (typeof content === "string" && typeof details === "object" && details !== null) {
		const pictures = Array.isArray(result.pictures) ? result.pictures.filter(isAttachment) : [];
		return { content, details, pictures, isByUser: isByUser === true };
	}
	return typeof problem === "string" ? { problem } : unanswered("unreadable");
}

/** The address of a host, and the id of its process. */
interface Host extends Address {
	pid: number;
}

/** Returns the inherited address, if the process that it is of has started this one. Earlier versions put the token there. */
async function addressAbove(): Promise<Host | undefined> {
	const [, pid, path, token] = /^(\d+) (.+?)(?: ([0-9a-f]{64}))?$/.exec(inherited() ?? "") ?? [];
	if (path === undefined || !(await isAncestor(Number(pid)))) return undefined;
	const known = token ?? readToken(path);
	return known === undefined ? undefined : { path, token: known, pid: Number(pid) };
}

/** Reads the token of a channel. Empty if its process has ended, undefined if it is another user's, whom nobody here can ask. */
function readToken(path: string): string | undefined {
	const file = tokenFile(path);
	try {
		accessSync(file, constants.R_OK);
		return readText(file, MAX_TOKEN) ?? "";
	} catch (error) {
		return codeOf(error) === "EACCES" ? undefined : "";
	}
}

/** Returns whether a process is above this one. One of which that is unknown is not: nobody is asked who may have nothing to do with it. */
async function isAncestor(pid: number): Promise<boolean> {
	try {
		return (await lineageOf(process.pid)).above.includes(pid);
	} catch {
		return false;
	}
}

/** Returns what a host is told of this session. */
export function subagentOf(ctx: ExtensionContext): Subagent {
	const name = nameOf(ctx);
	const task = taskOf(ctx);
	const through = namesAbove(ctx);
	return {
		...(name && { name }),
		...(task && { task }),
		...(through.length > 0 && { through }),
		cwd: ctx.cwd,
		pid: process.pid,
	};
}

/** Returns the first prompt of a session. */
function taskOf({ sessionManager }: ExtensionContext): string | undefined {
	for (const entry of sessionManager.getBranch()) {
		if (entry.type !== "message" || entry.message.role !== "user") continue;
		const { content } = entry.message;
		const parts =
			typeof content === "string" ? [content] : content.map((part) => (part.type === "text" ? part.text : ""));
		return parts.join("\n").slice(0, MAX_TASK);
	}
	return undefined;
}
