/**
 * Brings the questions of sessions without a person to the persons of this process, as the core's reception orders.
 *
 * Never here: whom questions go to, in which order, how much may wait; how a session asks; what is asked.
 */
import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { type Person, type ReceptionEvent, type ReceptionOrder, readWithCore } from "../core/core.ts";
import { type Asked, type HostSession, leaveHosts, type Reply, shared } from "./hosts.ts";

/** Milliseconds between two looks at whether a session was dropped. */
const LOOKING_MS = 1000;

/**
 * Asks the person of this process whom questions are for. `bytes` is the length of the request. Resolves to undefined if
 * no session with a person is left.
 */
export function askHere(asked: Asked, bytes: number, signal: AbortSignal): Promise<Reply | undefined> {
	const own = shared();
	own.lastTicket = (own.lastTicket ?? 0) + 1;
	own.tell = tell;
	const ticket = own.lastTicket;
	const bring = () => tell({ brought: { ticket, id: asked.id, bytes, persons: personsFor(asked.subagent.cwd) } });
	const { promise, resolve, reject } = Promise.withResolvers<Reply | undefined>();
	let reply: Reply | undefined;
	const carryOut = async ({ act }: ReceptionOrder) => {
		if (act === "finish") resolve(reply);
		else if (act === "leave") resolve(undefined);
		else if (act === "again") signal.aborted ? resolve(undefined) : bring();
		else if ("refuse" in act) resolve({ problem: act.refuse });
		else if ("delay" in act) setTimeout(() => tell({ elapsed: ticket }), act.delay);
		else {
			const host = hosts().find(({ number }) => number === act.ask.host);
			reply = host && (await askOne(host, asked, act.ask.isShared, signal));
			const isByUser = reply !== undefined && "isByUser" in reply && reply.isByUser;
			const isThere = host !== undefined && hosts().includes(host);
			tell({ replied: { ticket, hasResult: reply !== undefined, isByUser, isThere } });
		}
	};
	own.askers.set(ticket, (order) => void carryOut(order).catch(reject));
	bring();
	return promise.finally(() => own.askers.delete(ticket));
}

/** Tells the reception of this process what has happened, and lets those that ask carry out its orders. */
function tell(event: ReceptionEvent): void {
	const own = shared();
	const { state, orders } = readWithCore((core) =>
		core.receive(own.reception ?? "", event, Math.floor(performance.now())),
	);
	own.reception = state;
	for (const order of orders) own.askers.get(order.ticket)?.(order);
}

/** Returns the sessions of this process that have a person, without those that a program has dropped without an event. */
export function hosts(): HostSession[] {
	for (const host of shared().hosts) if (isDropped(host)) leaveHosts(host);
	return shared().hosts;
}

function isDropped(host: HostSession): boolean {
	try {
		host.cwd();
		return false;
	} catch {
		return true;
	}
}

/** Returns the persons of this process as a session in a folder sees them. */
function personsFor(cwd: string): Person[] {
	const below = real(cwd);
	const own = shared();
	return hosts().map((host) => {
		own.lastHost ??= 0;
		host.number ??= ++own.lastHost;
		const distance = distanceOf(real(host.cwd()), below);
		return { host: host.number, isRunning: host.running > 0, ...(distance !== undefined && { distance }) };
	});
}

/** Returns the path of a folder without symbolic links. Undefined if it is unknown. */
function real(folder: string): string | undefined {
	try {
		return isAbsolute(folder) ? realpathSync(folder) : undefined;
	} catch {
		return undefined;
	}
}

/** Returns how many folders one folder is above another. Undefined if it is not above it. */
function distanceOf(folder: string | undefined, below: string | undefined): number | undefined {
	if (folder === undefined || below === undefined) return undefined;
	const path = relative(folder, below);
	const names = path.split(sep);
	return names[0] === ".." || isAbsolute(path) ? undefined : names.filter(Boolean).length;
}

/** Asks in a session. Resolves to undefined if it ends first, or is dropped. */
async function askOne(
	host: HostSession,
	asked: Asked,
	isShared: boolean,
	signal: AbortSignal,
): Promise<Reply | undefined> {
	const subagent = { ...asked.subagent, ...(isShared && { namesFolder: true }) };
	const drop = new AbortController();
	const looking = setInterval(() => isDropped(host) && drop.abort(), LOOKING_MS).unref();
	try {
		return await host.ask({ ...asked, subagent }, AbortSignal.any([signal, drop.signal]));
	} catch (error) {
		return { problem: String(error) };
	} finally {
		clearInterval(looking);
	}
}
