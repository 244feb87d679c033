/**
 * The process of an `AskingPi`: serves the questions that the test gives it. What it does, it is
 * told by messages, because the command must not run below the process that asks.
 */
import { spawn } from "node:child_process";
import type { Hub, Settled, Waiting } from "../../extension/elsewhere/hub.ts";

/** What the process is told. `hub` is the number of a session, 0 unless given. */
export type Order = { hub?: number } & (
	| { serve: Partial<ReturnType<Hub["session"]>>; instance?: string }
	| { ask: Waiting }
	| { settle: Settled }
	| { refuse: string }
	| { leave: true }
	| { spawn: string[]; env: NodeJS.ProcessEnv }
	| { stop: number }
);

/** What it reports. */
export type Report =
	| { done: true }
	| { failed: string }
	| { listed: number }
	| { answered: { id: string; response: unknown; by: string; hub: number } }
	| { spawned: number }
	| { ended: number | null; output: string };

const report = (message: Report) => process.send?.(message);

class FakeHub implements Hub {
	waits: Waiting[] = [];
	refusal: string | undefined;
	readonly listeners = new Set<Parameters<Hub["listen"]>[0]>();
	readonly session: Hub["session"];
	readonly #number: number;
	leave = () => {};

	constructor(number: number, session: Partial<ReturnType<Hub["session"]>>) {
		this.#number = number;
		this.session = () => ({ folder: "/project", id: `session-${number}`, ...session });
	}

	waiting = () => {
		report({ listed: this.waits.length });
		return this.waits;
	};

	answer = async (id: string, response: unknown, by: string) => {
		report({ answered: { id, response, by, hub: this.#number } });
		if (this.refusal !== undefined) return this.refusal;
		this.settle({ id, outcome: "answered", by });
		return undefined;
	};

	listen = (listener: Parameters<Hub["listen"]>[0]) => {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	};

	settle(settled: Settled) {
		this.waits = this.waits.filter(({ id }) => id !== settled.id);
		for (const listener of this.listeners) listener(settled);
	}
}

const hubs: FakeHub[] = [];

async function carryOut(order: Order): Promise<void> {
	const { hub: number = 0 } = order;
	if ("serve" in order) {
		hubs[number] = new FakeHub(number, order.serve);
		const { serveElsewhere } = await import(`../../extension/elsewhere/server.ts${order.instance ?? ""}`);
		const agent = process.env.PI_CODING_AGENT_DIR ?? "";
		hubs[number].leave = serveElsewhere(hubs[number], agent, (failed: string) => report({ failed }));
	}
	const hub = hubs[number];
	if ("ask" in order) {
		hub?.waits.push(order.ask);
		for (const listener of hub?.listeners ?? []) listener(order.ask);
	}
	if ("settle" in order) hub?.settle(order.settle);
	if ("refuse" in order && hub) hub.refusal = order.refuse;
	if ("leave" in order) hub?.leave();
	if ("spawn" in order) {
		const [program = "", ...words] = order.spawn;
		const child = spawn(program, words, { env: order.env, stdio: ["ignore", "pipe", "pipe"] });
		let output = "";
		for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
		child.on("close", (ended) => report({ ended, output }));
		report({ spawned: child.pid ?? 0 });
	}
	if ("stop" in order) process.exit(order.stop);
	report({ done: true });
}

let last = Promise.resolve();
process.on("message", (order: Order) => {
	last = last.then(() => carryOut(order));
});
process.on("disconnect", () => process.exit(0));
