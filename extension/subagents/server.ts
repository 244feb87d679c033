/**
 * The channel by which child processes reach the person of this process.
 *
 * Never here: which session asks, how it asks; how much may wait.
 */
import type { Address } from "../../bin/address.js";
import { listen } from "../../bin/channel.js";
import { ASK, type Asked, MAX_LINE, type Reply } from "./hosts.ts";
import { askHere } from "./queue.ts";

const UNREADABLE = "the request cannot be read";

/** Longest texts about a subagent, in characters: its name, and others. */
const MAX_NAME = 200;
const MAX_TEXT = 4000;

/** Listens at an address. Returns a function that closes the channel. */
export async function serveSubagents(address: Address): Promise<() => void> {
	return listen(address, {
		methods: [ASK],
		maxLine: MAX_LINE,
		welcome: () => ({}),
		ask(_method, params, reply, bytes) {
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
	const { id, subagent, dialect, call, args } = (params ?? {}) as Partial<Record<keyof Asked, unknown>>;
	const { name, task, cwd, pid } = (subagent ?? {}) as Record<string, unknown>;
	if (typeof dialect !== "string" || typeof call !== "string") return undefined;
	return {
		// Earlier versions send none.
		id: typeof id === "string" ? id.slice(0, MAX_NAME) : `${pid} ${call}`.slice(0, MAX_NAME),
		subagent: {
			...(typeof name === "string" && { name: name.slice(0, MAX_NAME) }),
			...(typeof task === "string" && { task: task.slice(0, MAX_TEXT) }),
			cwd: typeof cwd === "string" ? cwd.slice(0, MAX_TEXT) : "",
			pid: typeof pid === "number" ? pid >>> 0 : 0,
		},
		dialect,
		call: call.slice(0, MAX_NAME),
		args,
	};
}
