/**
 * Measures times in the real pi, each with pi's own cost in it. On a shared machine only samples that are taken in turn
 * can be compared, so each round takes one sample of each tool, and of pi without a tool where it has one.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { key } from "../../tests/harness/keys.ts";
import { PiTerminal } from "../../tests/harness/pi.ts";
import { PiProgram } from "../../tests/harness/runs.ts";
import { Workplace } from "../../tests/harness/workplace.ts";
import { formOf, loading, type Question, type Tool } from "./tools.ts";

/** pi without a tool. */
export type Compared = Tool | undefined;

const question: Question = {
	label: "Storage",
	prompt: "Where should the orders service keep its data from now on?",
	options: ["PostgreSQL", "SQLite", "DynamoDB", "Keep the files"].map((label) => ({
		label,
		description: `${label} has costs of its own, which somebody has to pay: at the start, at each release, or at the end`,
	})),
};
const turnsOf = (tool: Compared) => [...(tool ? [{ calls: tool.calls([question]) }] : []), { text: "Understood." }];
/** Time after a start in which a tool may load what it needs later. */
const SETTLING_MS = 4000;

/** Measures ↓ and its frame in a form of four options; without a tool, a letter in pi's prompt. */
export async function keyTimes(tools: Compared[], rounds: number): Promise<number[][]> {
	const pis = tools.map((tool) => {
		const args = tool ? ["go"] : [];
		return new PiTerminal({ turns: turnsOf(tool), extension: tool ? loading(tool) : [], args });
	});
	try {
		for (const [at, pi] of pis.entries()) {
			const tool = tools[at];
			await (tool ? formOf(pi, tool) : pi.sees("scripted-1"));
		}
		await setTimeout(SETTLING_MS);
		const samples: number[][] = tools.map(() => []);
		// Three rows down, of which each is a sample, and up again. Frames before those warm up.
		const walk = [key.down, key.down, key.down, key.up, key.up, key.up];
		for (let round = -30; round < rounds * 2; round++)
			for (const [at, pi] of pis.entries()) {
				const step = walk[(round + 30) % walk.length] ?? "";
				const before = pi.screen().join("\n");
				const start = performance.now();
				pi.type(tools[at] ? step : step === key.down ? "a" : key.backspace);
				await pi.sees((screen) => screen !== before);
				if (round >= 0 && step === key.down) samples[at]?.push(performance.now() - start);
			}
		return samples;
	} finally {
		for (const pi of pis) await pi.stop();
	}
}

/** Measures the processor time of pi in rpc mode that replies once and ends. Time on the clock varies more than by a tool. */
export async function startTimes(tools: Compared[], rounds: number): Promise<number[][]> {
	const extensions = tools.map((tool) => (tool ? loading(tool) : []));
	const setups = extensions.map((extension) => ({ turns: [], extension }));
	const places = setups.map((setup) => new Workplace(setup));
	for (const { env, folder } of places) env.NODE_OPTIONS = `--import=data:text/javascript,${hook(usageIn(folder))}`;
	try {
		const samples: number[][] = tools.map(() => []);
		// The first round fills caches of files.
		for (let round = -1; round < rounds; round++)
			for (const [at, workplace] of places.entries()) {
				const pi = new PiProgram({ turns: [], workplace });
				pi.send({ type: "get_state" });
				await pi.next("a reply", ({ type }) => type === "response");
				pi.hangUp();
				await pi.exited;
				const { user, system } = JSON.parse(readFileSync(usageIn(workplace.folder), "utf8"));
				if (round >= 0) samples[at]?.push((user + system) / 1000);
			}
		return samples;
	} finally {
		for (const place of places) place.remove();
	}
}

const usageIn = (folder: string) => join(folder, "usage.json");

/** Returns a module that writes at the end of the process what it has used. */
const hook = (file: string) =>
	encodeURIComponent(`import { writeFileSync } from "node:fs";
		process.on("exit", () => writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.cpuUsage())));`);

/** Times until the first form of a run: where pi has compiled no extension yet, and in the next run. */
interface Openings {
	first: number[][];
	later: number[][];
}

/** Measures from the model's first call in a process to the form on the screen, after pi has settled. */
export async function openingTimes(tools: Tool[], rounds: number): Promise<Openings> {
	const samples: Openings = { first: tools.map(() => []), later: tools.map(() => []) };
	for (let round = 0; round < rounds; round++) {
		// pi keeps what it has compiled in the folder for temporary files, which each workplace has for itself.
		const places = tools.map((tool) => new Workplace({ turns: [], extension: loading(tool) }));
		try {
			for (const [at, ms] of (await openEach(tools, places, round)).entries()) samples.first[at]?.push(ms);
			for (const [at, ms] of (await openEach(tools, places, round)).entries()) samples.later[at]?.push(ms);
		} finally {
			for (const place of places) place.remove();
		}
	}
	return samples;
}

/** Opens a form of each tool, in each round beginning with another. */
async function openEach(tools: Tool[], places: Workplace[], round: number): Promise<number[]> {
	const all = tools.map((tool, at) => {
		const [workplace] = places.slice(at);
		return { tool, pi: new PiTerminal({ turns: turnsOf(tool), ...(workplace && { workplace }) }) };
	});
	try {
		for (const { pi } of all) await pi.sees("scripted-1");
		await setTimeout(SETTLING_MS);
		const times: number[] = [];
		for (const turn of all.keys()) {
			const at = (turn + round) % all.length;
			const { tool, pi } = all[at] ?? {};
			if (!tool || !pi) continue;
			await pi.press("go", "go");
			pi.type(key.enter);
			await formOf(pi, tool);
			times[at] = Date.now() - calledAt(pi.workplace.log);
		}
		return times;
	} finally {
		for (const { pi } of all) await pi.kill();
	}
}

/** Returns when the model was asked last, which is when it calls. */
function calledAt(log: string): number {
	const line = readFileSync(log, "utf8").trimEnd().split("\n").at(-1) ?? "";
	return JSON.parse(line).at;
}
