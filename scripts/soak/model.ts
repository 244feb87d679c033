/**
 * The pi extension of the soak: a model that asks forms without end. Before each turn, it appends a line to the file that
 * PI_QUESTION_LOG names, with its plan, the last message that it was sent, and the memory of pi. `SOAK` holds its setup.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { bash } from "../../tests/harness/child.ts";
import { registerModel, type Turn } from "../../tests/harness/model.ts";
import { type Plan, plan } from "./forms.ts";
import { Random } from "./random.ts";

export interface Setup {
	seed: number;
	/** Command of a child that asks. */
	child: string;
	/** Command of a child that is killed while it asks. */
	killed: string;
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
	last: { role?: string; text: string; details?: { outcome?: string; answers?: Array<Record<string, unknown>> } };
	memory: Memory;
}

/** Time in which the driver reads of a turn, and its earlier keys arrive. */
const NOTICE_MS = 500;

/** The heap is measured at each turn with a number that this divides, because a collection takes time. */
const HEAP_EVERY = 10;

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/**
 * The memory of the module, which is found when the extension makes an instance of it. Kept beside this file, because pi
 * loads it again for another session, and the module only once.
 */
interface Found {
	memory?: { buffer: ArrayBuffer };
}
const kept = globalThis as unknown as { soak?: Found };
type Instance = new (...args: unknown[]) => { exports: Record<string, unknown> };
if (!kept.soak) {
	const found: Found = {};
	kept.soak = found;
	const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: { Instance: Instance } };
	wasm.Instance = new Proxy(wasm.Instance, {
		construct(target, args) {
			const instance = new target(...args);
			const { exports } = instance;
			if (Object.keys(exports).some((name) => name.includes("questionnaire")))
				found.memory = exports.memory as { buffer: ArrayBuffer };
			return instance;
		},
	});
}

function measure(number: number): Memory {
	if (number % HEAP_EVERY === 0) collect();
	const { rss, heapUsed } = process.memoryUsage();
	return { rss, wasm: kept.soak?.memory?.buffer.byteLength ?? 0, ...(number % HEAP_EVERY === 0 && { heap: heapUsed }) };
}

export default function soakModel(pi: ExtensionAPI): void {
	const { seed, child, killed }: Setup = JSON.parse(process.env.SOAK ?? "{}");
	const log = process.env.PI_QUESTION_LOG ?? "";
	let number = readFileSync(log, "utf8").split("\n").length - 1;
	let themes = new Random(seed + number);
	const changeTheme = ({ ui }: ExtensionContext) => ui.setTheme?.(themes.pick(["dark", "light"]));
	pi.on("tool_call", (_event, ctx) => {
		themes = new Random(seed + number);
		if (themes.chance(0.2)) setTimeout(() => changeTheme(ctx), themes.between(0, 3_000));
	});
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
	registerModel(pi, (message) => {
		number += 1;
		const random = new Random(seed ^ Math.imul(number, 0x9e3779b1));
		const next = plan(random, number);
		const { role, content, details } = (message ?? {}) as { role?: string; content?: unknown; details?: object };
		const text = Array.isArray(content) ? content.map(({ text }) => text ?? "").join("\n") : String(content ?? "");
		const line: Line = {
			...next,
			pid: process.pid,
			last: { text, ...(role && { role }), ...(details && { details }) },
			memory: measure(number),
		};
		appendFileSync(log, `${JSON.stringify(line)}\n`);
		return act(next, random);
	});
}
