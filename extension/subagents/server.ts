/**
 * The channel by which child processes reach the person of this process.
 *
 * Never here: which session asks, how it asks; how much may wait.
 */
import type { Address } from "../../bin/address.js";
import { listen } from "../../bin/channel.js";
import { ASK, type Asked, LISTEN, MAX_LINE, type Reply, STAY, shared, TAKEN } from "./hosts.ts";
import { askHere } from "./queue.ts";

const UNREADABLE = "the request cannot be read";

/** Longest texts about a subagent, in characters: its name, and others. */
const MAX_NAME = 200;
const MAX_TEXT = 4000;
/** Most names of the sessions through which a subagent asks. */
const MAX_NAMES = 8;

/** Listens at an address. Returns a function that closes the channel. */
export async function serveSubagents(address: Address): Promise<() => void> {
	/** Functions that end the way of an answer: whether it was taken. By the id of what was asked. */
	const taking = new Map<string, (isTaken: boolean) => void>();
	return listen(address, {
		methods: [ASK, LISTEN, TAKEN, STAY],
		maxLine: MAX_LINE,
		welcome: () => ({}),
		ask(method, params, reply, bytes) {
			const id = textOf(params?.id, MAX_NAME) ?? "";
			if (method === STAY) return () => taking.get(id)?.(false);
			if (method === TAKEN) {
				taking.get(id)?.(params?.isTaken === true);
				reply({ result: {} });
				return () => {};
			}
			if (method === LISTEN) {
				const { listeners } = shared();
				const take = (result: Reply) => {
					listeners.delete(id);
					const { promise, resolve } = Promise.withResolvers<boolean>();
					taking.set(id, resolve);
					reply({ result });
					return promise.finally(() => taking.delete(id));
				};
				listeners.set(id, take);
				return () => {
					if (listeners.get(id) === take) listeners.delete(id);
				};
			}
			const withdrawal = new AbortController();
			const asked = readAsked(params);
			const result = asked ? askHere(asked, bytes, withdrawal.signal) : Promise.resolve({ problem: UNREADABLE });
			result
				.catch((error: unknown): Reply => ({ problem: String(error) }))
				// Without a result, the last session has ended, and the channel closes.
				.then((result) => result && reply({ result }));
			return () => withdrawal.abort();
		},
	});
}

/** Reads and cuts what another process has sent. Texts are made harmless where they are shown. */
function readAsked(params: unknown): Asked | undefined {
	const { id: given, subagent, dialect, call, args } = (params ?? {}) as Partial<Record<keyof Asked, unknown>>;
	const { name, task, cwd, pid, through } = (subagent ?? {}) as Record<string, unknown>;
	if (typeof dialect !== "string" || typeof call !== "string") return undefined;
	const names = { name: textOf(name, MAX_NAME), task: textOf(task, MAX_TEXT) };
	return {
		id: textOf(given, MAX_NAME) ?? `${pid} ${call}`.slice(0, MAX_NAME), // earlier versions send none
		subagent: {
			...(names.name !== undefined && { name: names.name }),
			...(names.task !== undefined && { task: names.task }),
			...(Array.isArray(through) && {
				through: through.slice(0, MAX_NAMES).map((name) => textOf(name, MAX_NAME) ?? ""),
			}),
			cwd: textOf(cwd, MAX_TEXT) ?? "",
			pid: typeof pid === "number" ? pid >>> 0 : 0,
		},
		dialect,
		call: call.slice(0, MAX_NAME),
		args,
	};
}

/** Returns a text of another process, cut; undefined if it is none. */
function textOf(value: unknown, max: number): string | undefined {
	return typeof value === "string" ? value.slice(0, max) : undefined;
}
