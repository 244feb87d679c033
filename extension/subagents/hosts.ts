/**
 * The sessions of this process that have a person, whom sessions without one ask, and the address by which child processes
 * find them. Kept in `globalThis`, because a process may load these modules several times.
 *
 * Never here: what is asked, how it is shown.
 */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type Address, makeAddress, removeAddress } from "../../bin/address.js";
import type { ReceptionEvent, ReceptionOrder, Subagent, ToolResult } from "../../pkg/question.js";
import { loadAlone, reasonOf } from "../host/io.ts";
import { ownsProcess } from "../host/process.ts";

/** The request by which a session in another process asks, and the bytes of the longest one. */
export const ASK = "question/ask";
/**
 * The requests by which it listens for an answer that comes later, says that it has taken it, and stays: the reply to the
 * last one never comes, so that its end tells that of the session.
 */
export const LISTEN = "question/listen";
export const TAKEN = "question/taken";
export const STAY = "question/stay";
export const MAX_LINE = 16 * 1024 * 1024;

/** Questions of a session without a person. */
export interface Asked {
	/** Differs from that of all other questions, and stays the same when they are asked again. */
	id: string;
	subagent: Subagent;
	/** The tool that the model has called, by the name of its dialect. */
	dialect: string;
	/** Id of the tool call. */
	call: string;
	/** Arguments of the call, as pi has prepared them. */
	args: unknown;
}

/** What the session that asks is told: the result of its call, or why there is none. */
export type Reply =
	| (Pick<ToolResult, "content" | "pictures" | "isByUser"> & { details: unknown })
	| { problem: string };

/** Gives a session that listens an answer. Resolves to whether it has taken it; it may be suspended. */
export type Listener = (reply: Reply) => Promise<boolean>;

/** The person above a session. */
export interface PersonAbove {
	/** Asks, if `isInside` in this process, too. Resolves to undefined if nobody is there, or, after `signal`, without a result. */
	ask: (signal: AbortSignal, isInside: boolean) => Promise<Reply | undefined>;
	/** Listens until `signal` for answers that come later, each of which `take` is given. */
	listen: (signal: AbortSignal, take: Listener) => Promise<void>;
}

/** A session with a person. */
export interface HostSession {
	/** Its number at the reception, once anything was asked. */
	number?: number;
	/** Asks the person. Resolves to undefined if the session ends first. */
	ask: (asked: Asked, signal: AbortSignal) => Promise<Reply | undefined>;
	/** Returns the folder. Throws once the session was dropped, which some programs do without an event. */
	cwd: () => string;
	/** Number of tool calls that are running. */
	running: number;
	/** Tells the person why child processes cannot ask them. */
	failed?: (reason: string) => void;
}

interface Shared {
	/** The session that started a tool call last, or else that began last, comes last. */
	hosts: HostSession[];
	lastHost?: number;
	/** The reception, as the core has written it; and who carries out its orders, by the number of what asks. */
	reception?: string;
	askers: Map<number, (order: ReceptionOrder) => void>;
	/** Who listens for answers that come later, by the id of what was asked. */
	listeners: Map<string, Listener>;
	lastTicket?: number;
	/** Tells the reception what has happened, once anything was asked. */
	tell?: (event: ReceptionEvent) => void;
	address?: Address;
	/** The address that this process has inherited, and the names of the sessions between that one and this. */
	above?: string | undefined;
	through?: string[];
	opening?: ReturnType<typeof setTimeout> | undefined;
	/** Closes the channel. */
	close?: (() => void) | undefined;
}

const SHARED = Symbol.for("pi-question.hosts");
const kept = globalThis as { [SHARED]?: Shared };

/**
 * Variable of the environment with the id of a host's process and the path of its channel. The token is in a file beside
 * the socket, because a model that lists the environment would read it, and every session below would keep it. On Windows,
 * a pipe lies in no folder, and the token follows the path.
 */
const VARIABLE = "PI_QUESTION_HOST";

/** Variable with the names of the sessions between a host and those below this process, a JSON list, the outermost first. */
const THROUGH = "PI_QUESTION_THROUGH";

/** Returns the path of the file with the token of a channel. */
export function tokenFile(path: string): string {
	return join(dirname(path), "token");
}

/** Milliseconds after which the channel opens for the first time, because loading it costs each start of pi. */
const OPENING_MS = 500;

export function shared(): Shared {
	kept[SHARED] ??= { hosts: [], askers: new Map(), listeners: new Map() };
	// An earlier version, before an update and a reload, had none.
	kept[SHARED].askers ??= new Map();
	kept[SHARED].listeners ??= new Map();
	return kept[SHARED];
}

/** Adds a session with a person. From now on, child processes inherit this process's address in place of an earlier one. */
export function joinHosts(host: HostSession): void {
	const own = shared();
	own.hosts.push(host);
	own.above ??= inherited();
	const isFirst = own.address === undefined;
	const isInFile = process.platform !== "win32";
	try {
		own.address ??= makeAddress("pi-question-asked-");
		if (isFirst && isInFile) writeFileSync(tokenFile(own.address.path), own.address.token, { mode: 0o600 });
	} catch {
		return; // child processes are told that nobody is there
	}
	const { path, token } = own.address;
	if (isFirst) process.on("exit", () => removeAddress(path));
	delete process.env[THROUGH];
	process.env[VARIABLE] = isInFile ? `${process.pid} ${path}` : `${process.pid} ${path} ${token}`;
	own.opening ??= setTimeout(open, isFirst ? OPENING_MS : 0).unref();
}

/** Removes a session that has ended. */
export function leaveHosts(host: HostSession): void {
	const own = shared();
	own.hosts = own.hosts.filter((other) => other !== host);
	if (host.number !== undefined) own.tell?.({ left: host.number });
	if (own.hosts.length > 0) return;
	// Questions that wait are asked again in the next session.
	clearTimeout(own.opening);
	own.opening = undefined;
	own.close?.();
	own.close = undefined;
}

function open(): void {
	const own = shared();
	const { address, opening } = own;
	if (!address) return;
	loadAlone("below", () => import("./server.ts"))
		.then(({ serveSubagents }) => serveSubagents(address))
		.then((close) => {
			// A session that has begun meanwhile opens it itself.
			if (own.opening !== opening) close();
			else own.close = close;
		})
		.catch((error) => {
			if (own.opening !== opening) return;
			own.opening = undefined; // the next session tries again
			// Child processes are told that nobody is there.
			own.hosts.at(-1)?.failed?.(reasonOf(error));
		});
}

/** Notes that a session has begun a tool call, which may be what asks. */
export function beginCall(host: HostSession): void {
	const own = shared();
	host.running++;
	own.hosts = [...own.hosts.filter((other) => other !== host), host];
}

/** Returns the address that this process has inherited, as it stood in the environment. */
export function inherited(): string | undefined {
	const own = `${process.pid} `;
	const value = process.env[VARIABLE];
	return kept[SHARED]?.above ?? (value?.startsWith(own) ? undefined : value);
}

/** Returns the names of the sessions between the host and one without a person, the outermost first. */
export function namesAbove(ctx: ExtensionContext): string[] {
	const own = shared();
	own.through ??= namesIn(process.env[THROUGH]);
	// A session inside another's process is below that one, too.
	return ownsProcess(ctx) ? own.through : namesIn(process.env[THROUGH]);
}

/** Names the session that owns this process, and has no person, to the processes that it starts, which ask through it. */
export function nameBelow(ctx: ExtensionContext): void {
	process.env[THROUGH] = JSON.stringify([...namesAbove(ctx), nameOf(ctx) ?? ""]);
}

function namesIn(text = "[]"): string[] {
	try {
		const names = JSON.parse(text);
		return Array.isArray(names) ? names.map(String) : [];
	} catch {
		return []; // somebody else's variable
	}
}

/** Returns the name of a session, as others know it; undefined if it has none. */
export function nameOf(ctx: ExtensionContext): string | undefined {
	const [, agent] = /<active_agent name="([^"]+)"/.exec(ctx.getSystemPrompt?.() ?? "") ?? [];
	const { PI_SUBAGENT_AGENT, PI_SUBAGENT_NAME, PI_AGENT_NAME } = process.env;
	// A session inside another's process has the environment of that one.
	const byProgram = ownsProcess(ctx) ? PI_SUBAGENT_AGENT || PI_SUBAGENT_NAME || PI_AGENT_NAME : undefined;
	return agent ?? byProgram ?? ctx.sessionManager.getSessionName?.();
}

/** Gives who listens for it an answer. Resolves to whether it was taken. */
export async function passOn(id: string, reply: Reply): Promise<boolean> {
	return (
		(await shared()
			.listeners.get(id)?.(reply)
			.catch(() => false)) === true
	);
}
