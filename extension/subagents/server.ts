/**
 * The channel by which child processes reach the person of this process. It has room for a certain number of questions.
 *
 * Never here: which session asks, how it asks.
 */
import { listen } from "../../bin/channel.js";
import type { Address } from "../host/link.ts";
import { type Asked, currentHost, type Reply } from "./hosts.ts";

/** The request of a session without a person. */
export const ASK = "question/ask";

/** Bytes of the longest request. */
export const MAX_LINE = 16 * 1024 * 1024;

/** Questions that may wait at once. */
const MAX_WAITING = 128;

/** Listens at an address. Returns a function that closes the channel. */
export async function serveSubagents(address: Address): Promise<() => void> {
	let waiting = 0;
	return listen(address, {
		methods: [ASK],
		maxLine: MAX_LINE,
		welcome: () => ({}),
		ask(_method, params, reply) {
			const withdrawal = new AbortController();
			if (waiting >= MAX_WAITING) {
				reply({ result: { problem: `${MAX_WAITING} questions wait for the user already` } satisfies Reply });
				return () => {};
			}
			waiting++;
			ask(params, withdrawal.signal)
				.catch((error: unknown): Reply => ({ problem: String(error) }))
				.then((result) => {
					waiting--;
					// Without a result, the session has ended, and the channel closes.
					if (result) reply({ result });
				});
			return () => withdrawal.abort();
		},
	});
}

async function ask(params: unknown, signal: AbortSignal): Promise<Reply | undefined> {
	const asked = readAsked(params);
	return asked ? currentHost()?.ask(asked, signal) : { problem: "the request cannot be read" };
}

/** Reads what another process has sent. Texts are made harmless where they are shown. */
function readAsked(params: unknown): Asked | undefined {
	const { subagent, dialect, call, args } = (params ?? {}) as Partial<Record<keyof Asked, unknown>>;
	const { name, task, cwd, pid } = (subagent ?? {}) as Record<string, unknown>;
	if (typeof dialect !== "string" || typeof call !== "string") return undefined;
	return {
		subagent: {
			...(typeof name === "string" && { name }),
			...(typeof task === "string" && { task }),
			cwd: typeof cwd === "string" ? cwd : "",
			pid: typeof pid === "number" ? pid : 0,
		},
		dialect,
		call,
		args,
	};
}
