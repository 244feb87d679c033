/**
 * A pi extension that takes times. It appends lines of JSON to the file that PI_QUESTION_PACE names: `called`, the time at
 * which a call begins, before its form opens; and at each SIGUSR2 how long, in milliseconds, the event loop was held at
 * most since the last one: `held`, and in `own` the part in which this thread has run, and not another process. What pi's
 * start has left in memory is collected at the signal: V8 does so at any time, and holds pi for 50 to 100 ms then.
 */
import { appendFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export interface Held {
	held: number;
	own: number;
}

/** A line of the file. */
export type Pace = { called: number } | Held;

const NS_IN_MS = 1e6;
const US_IN_MS = 1e3;
/** Milliseconds until what was collected counts no more. */
const COLLECTED_MS = 10;

export default function pace(pi: ExtensionAPI): void {
	const write = (line: Pace) => appendFileSync(process.env.PI_QUESTION_PACE ?? "", `${JSON.stringify(line)}\n`);
	pi.on("tool_execution_start", () => write({ called: Date.now() }));
	const delays = monitorEventLoopDelay({ resolution: 1 });
	delays.enable();
	const ran = () => {
		const { user, system } = process.threadCpuUsage();
		return (user + system) / US_IN_MS;
	};
	let [last, own] = [ran(), 0];
	setInterval(() => {
		const now = ran();
		own = Math.max(own, now - last);
		last = now;
	}, 1).unref();
	setFlagsFromString("--expose-gc");
	const collect: () => void = runInNewContext("gc");
	process.on("SIGUSR2", () => {
		write({ held: delays.max / NS_IN_MS, own });
		collect();
		setTimeout(() => {
			delays.reset();
			own = 0;
		}, COLLECTED_MS);
	});
}
