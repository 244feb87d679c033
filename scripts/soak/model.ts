/**
 * The pi extension of the soak: a model that asks forms without end. Before each turn, it appends a line to the file that
 * PI_QUESTION_LOG names, with its plan, the last message that it was sent, and the memory of pi. `SOAK` holds its setup.
 */
import { appendFileSync, readFileSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { bash } from "../../tests/harness/child.ts";
import { registerModel, type Turn } from "../../tests/harness/model.ts";
import { type Plan, plan } from "./forms.ts";
import { collect, wasmBytes } from "./memory.ts";
import { registerOthers } from "./others.ts";
import { Random } from "./random.ts";

export interface Setup {
	seed: number;
	/** Command of a child that asks. */
	child: string;
	/** Command of a child that is killed while it asks. */
	killed: string;
	/** File that says what another extension does. */
	deeds: string;
}

/** Bytes of pi's process, of its heap after a collection, and of the module. */
export interface Memory {
	rss: number;
	heap?: number;
	wasm: number;
}

export interface Line extends Plan {
	/** The process of pi. */
	pid: number;
	last: {
		role?: string;
		text: string;
		details?: { outcome?: string; answers?: Array<Record<string, unknown>>; answeredFrom?: string };
	};
	/** Number of results that the model was sent of its last call. */
	results: number;
	memory: Memory;
}

/** Time in which the driver reads of a turn, and its earlier keys arrive. */
const NOTICE_MS = 800;

/** The heap is measured at each turn with a number that this divides, because a collection takes time. */
const HEAP_EVERY = 10;

/** A message as the model is sent it. */
interface Sent {
	role?: string;
	content?: unknown;
	details?: object;
}

function textOf({ content }: Sent): string {
	return Array.isArray(content) ? content.map(({ text }) => text ?? "").join("\n") : String(content ?? "");
}

function measure(number: number): Memory {
	if (number % HEAP_EVERY === 0) collect();
	const { rss, heapUsed } = process.memoryUsage();
	return { rss, wasm: wasmBytes(), ...(number % HEAP_EVERY === 0 && { heap: heapUsed }) };
}

export default function soakModel(pi: ExtensionAPI): void {
	const { seed, child, killed, deeds }: Setup = JSON.parse(process.env.SOAK ?? "{}");
	registerOthers(pi, deeds);
	const log = process.env.PI_QUESTION_LOG ?? "";
	let number = readFileSync(log, "utf8").split("\n").length - 1;
	const act = ({ kind, questions }: Plan, random: Random): Turn => {
		switch (kind) {
			case "idle":
				return { text: "Done." };
			case "child":
				return { calls: [bash(child)] };
			case "killed":
				return { calls: [bash(`(${killed}) & sleep ${random.between(3, 8)}; kill %1; pkill -P $!; wait`)] };
			default:
				return { calls: [{ tool: "question", args: { questions } as never }], afterMs: NOTICE_MS };
		}
	};
	registerModel(pi, (_message, { messages }) => {
		number += 1;
		const random = new Random(seed ^ Math.imul(number, 0x9e3779b1));
		const next = plan(random, number);
		// What was typed into pi's prompt meanwhile follows a result.
		const sent = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1) as Sent[];
		const { role, details } = sent.find(({ role }) => role === "toolResult") ?? sent.at(-1) ?? {};
		const text = sent.map(textOf).join("\n");
		const line: Line = {
			...next,
			pid: process.pid,
			last: { text, ...(role && { role }), ...(details && { details }) },
			results: sent.filter(({ role }) => role === "toolResult").length,
			memory: measure(number),
		};
		appendFileSync(log, `${JSON.stringify(line)}\n`);
		return act(next, random);
	});
}
