/**
 * The channel by which child processes reach the person of this process. It has room for a certain number of questions.
 *
 * Never here: which session asks, how it asks.
 */
import { listen } from "../../bin/channel.js";
import type { Address } from "../host/link.ts";
import { ASK, type Asked, currentHost, MAX_LINE, type Reply } from "./hosts.ts";

/** Questions that may wait at once, and the bytes of their requests. */
const MAX_WAITING = 128;
const MAX_WAITING_BYTES = 4 * MAX_LINE;

/** Longest texts about a subagent, in characters: its name, and others. */
const MAX_NAME = 200;
const MAX_TEXT = 4000;

/** Listens at an address. Returns a function that closes the channel. */
export async function serveSubagents(address: Address): Promise<() => void> {
	let [waiting, room] = [0, MAX_WAITING_BYTES];
	return listen(address, {
		methods: [ASK],
		maxLine: MAX_LINE,
		welcome: () => ({}),
		ask(_method, params, reply, bytes) {
			const withdrawal = new AbortController();
			if (waiting >= MAX_WAITING || bytes > room) {
				reply({ result: { problem: `${waiting} questions wait for the user already` } satisfies Reply });
				return () => {};
			}
			waiting++;
			room -= bytes;
			ask(params, withdrawal.signal)
				.catch((error: unknown): Reply => ({ problem: String(error) }))
				.then((result) => {
					waiting--;
					room += bytes;
					// Without a result, the last session has ended, and the channel closes.
					if (result) reply({ result });
				});
			return () => withdrawal.abort();
		},
	});
}

async function ask(params: unknown, signal: AbortSignal): Promise<Reply | undefined> {
	const asked = readAsked(params);
	if (!asked) return { problem: "the request cannot be read" };
	// A session that has ended is followed by another one of this process, if there is any.
	for (let host = currentHost(); host; host = currentHost()) {
		const reply = await host.ask(asked, signal);
		if (reply) return reply;
	}
	return undefined;
}

/** Reads and cuts what another process has sent. Texts are made harmless where they are shown. */
function readAsked(params: unknown): Asked | undefined {
	const { subagent, dialect, call, args } = (params ?? {}) as Partial<Record<keyof Asked, unknown>>;
	const { name, task, cwd, pid } = (subagent ?? {}) as Record<string, unknown>;
	if (typeof dialect !== "string" || typeof call !== "string") return undefined;
	return {
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
