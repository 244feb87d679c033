/**
 * The questions of all sessions without a person that the persons of this process are asked: whom, in which order, and how
 * much may wait.
 *
 * Never here: how a session asks; what is asked.
 */
import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { type Asked, type HostSession, leaveHosts, MAX_LINE, type Queued, type Reply, shared } from "./hosts.ts";

/** Questions that may wait at once, and the bytes of all their requests. */
const MAX_WAITING = 128;
const MAX_WAITING_BYTES = 4 * MAX_LINE;
const MIB = 1024 * 1024;

/** Milliseconds for which a session that asks looks for one with a person, which may be reloading or switching. */
export const ABSENT_MS = 5000;
/** Milliseconds for which one that is back waits for those that were before it. */
const BACK_MS = 1000;
/** Milliseconds between two looks at whether a session was dropped. */
const LOOKING_MS = 1000;

const NOBODY = "of the sessions here that have a user, none is in a folder that holds the folder of this one";

/**
 * Asks the person of this process whom questions are for. `bytes` is the length of the request. Resolves to undefined if
 * no session with a person is left.
 */
export async function askHere(asked: Asked, bytes: number, signal: AbortSignal): Promise<Reply | undefined> {
	const { waiting } = shared();
	const problem = lackOfRoom(bytes);
	if (problem !== undefined) return { problem };
	const queued: Queued = waiting.find(({ id, leftAt }) => id === asked.id && leftAt !== undefined) ?? {
		id: asked.id,
		bytes,
	};
	if (!waiting.includes(queued)) waiting.push(queued);
	let reply: Reply | undefined;
	do {
		const host = hostOf(asked.subagent.cwd);
		if (!host) {
			queued.leftAt ??= performance.now(); // it keeps its place until it is back
			return undefined;
		}
		if ("problem" in host) {
			reply = host;
		} else {
			queued.host = host;
			queued.leftAt = undefined;
			await turnOf(queued, signal);
			reply = await askOne(host, asked, signal);
		}
	} while (!reply && !signal.aborted);
	if (reply) forget(queued);
	return reply;
}

/** Returns why these questions cannot wait beside the others. */
function lackOfRoom(bytes: number): string | undefined {
	const here = shared().waiting.filter(({ leftAt }) => leftAt === undefined);
	if (here.length >= MAX_WAITING) return `${here.length} questions wait for the user already, and no more can`;
	const room = here.reduce((rest, queued) => rest - queued.bytes, MAX_WAITING_BYTES);
	if (bytes <= room) return undefined;
	const [left, own] = [room, bytes].map((size) => `${(size / MIB).toFixed(1)} MiB`);
	return `beside the questions that wait for the user already, there is room for ${left}, and these have ${own}; shorter ones can be asked`;
}

/**
 * Returns the session of this process whose person is asked: the only one, or else that in the nearest folder that holds the
 * folder of the asker. Of several there, the last one with a running tool call, or else the last one.
 */
export function hostOf(cwd: string): HostSession | { problem: string } | undefined {
	for (const host of shared().hosts) if (isDropped(host)) leaveHosts(host);
	const { hosts } = shared();
	if (hosts.length <= 1) return hosts[0];
	const below = real(cwd);
	const folders = new Map(hosts.map((host) => [host, real(host.cwd())]));
	const holding = hosts.filter((host) => holds(folders.get(host), below));
	const nearest = Math.max(...holding.map((host) => folders.get(host)?.length ?? 0));
	const all = holding.filter((host) => folders.get(host)?.length === nearest);
	return all.findLast(({ running }) => running > 0) ?? all.at(-1) ?? { problem: NOBODY };
}

/** Returns whether a program has dropped a session without an event. */
function isDropped(host: HostSession): boolean {
	try {
		host.cwd();
		return false;
	} catch {
		return true;
	}
}

/** Returns the path of a folder without symbolic links. Undefined if it is unknown. */
function real(folder: string): string | undefined {
	try {
		return isAbsolute(folder) ? realpathSync(folder) : undefined;
	} catch {
		return undefined;
	}
}

function holds(folder: string | undefined, below: string | undefined): boolean {
	if (folder === undefined || below === undefined) return false;
	const path = relative(folder, below);
	return path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

/** Asks in a session. Resolves to undefined if it ends first, or is dropped. */
async function askOne(host: HostSession, asked: Asked, signal: AbortSignal): Promise<Reply | undefined> {
	const { hosts } = shared();
	if (!hosts.includes(host)) return undefined;
	const subagent = { ...asked.subagent, ...(hosts.length > 1 && { namesFolder: true }) };
	const drop = new AbortController();
	const looking = setInterval(() => isDropped(host) && drop.abort(), LOOKING_MS).unref();
	const reply = await host
		.ask({ ...asked, subagent }, AbortSignal.any([signal, drop.signal]))
		.catch((error: unknown): Reply => ({ problem: String(error) }))
		.finally(() => clearInterval(looking));
	const isAnswered = reply && "isByUser" in reply && reply.isByUser;
	if (!isAnswered && hosts.includes(host) && isDropped(host)) leaveHosts(host);
	return isAnswered || shared().hosts.includes(host) ? reply : undefined;
}

/**
 * Waits until all that have waited longer are asked: where a session ends, they come back one by one, and the form that the
 * user was typing into has to be the first again.
 */
async function turnOf(queued: Queued, signal: AbortSignal): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	queued.go = resolve;
	signal.addEventListener("abort", () => resolve());
	const late = setTimeout(() => {
		const { waiting } = shared();
		for (const before of waiting.slice(0, waiting.indexOf(queued)).filter(isAway)) forget(before);
	}, BACK_MS);
	queueMicrotask(release); // once this one waits, or those that wait already would overtake it
	await promise;
	clearTimeout(late);
}

/** Returns whether the session of a question has ended, and its asker has not come back. */
function isAway({ leftAt, go }: Queued): boolean {
	return leftAt !== undefined && go === undefined;
}

function forget(queued: Queued): void {
	const own = shared();
	own.waiting = own.waiting.filter((other) => other !== queued);
	release();
}

/** Lets all be asked, in their order, before which none is away. */
function release(): void {
	const own = shared();
	const hasGivenUp = ({ leftAt = Number.POSITIVE_INFINITY }: Queued) => performance.now() - leftAt > ABSENT_MS;
	own.waiting = own.waiting.filter((queued) => !isAway(queued) || !hasGivenUp(queued));
	for (const queued of own.waiting) {
		if (isAway(queued)) return;
		queued.go?.();
		queued.go = undefined;
	}
}
