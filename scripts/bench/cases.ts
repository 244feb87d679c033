/** The table of cases: what is measured, what it is compared with, and the bar that it has to reach. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";
import { Branch } from "../../extension/core/branch.ts";
import { settingsOf, useCore } from "../../extension/core/core.ts";
import question from "../../extension/question.ts";
import { runPi } from "../../tests/harness/runs.ts";
import { Workplace } from "../../tests/harness/workplace.ts";
import { sceneOf } from "../desk.ts";
import { root } from "../tools.ts";
import * as calls from "./calls.ts";
import { boxes, plain, single, walk, writings } from "./calls.ts";
import { executions } from "./executed.ts";
import { type Extension, Host, stopwatch } from "./host.ts";
import { sessionOf } from "./session.ts";

/** Measures once, in the unit of its case. The salt makes the texts of each call new. */
export type Sample = (salt: number) => Promise<number> | number;

/** An upper limit: in the unit of its case, in as much more than the other sample, or as a ratio to it. */
export type Bar = { most: number } | { more: number; than: string } | { times: number; of: string };

export interface Case {
	name: string;
	/** Number of samples, of which the first third warms up. */
	rounds: number;
	/** Unit of the samples. Otherwise they are milliseconds. */
	unit?: "instructions";
	bar: Bar;
	prepare: () => { own: Sample; other?: Sample };
}

type Ask = (salt: number) => calls.Arguments;

const pi = dirname(dirname(fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent"))));
const ownFile = join(root, "extension/question.ts");
const upstreamFile = join(pi, "examples/extensions/questionnaire.ts");
const ours = await Host.load(question as Extension);
const upstream = await Host.load(await createJiti(import.meta.url).import<Extension>(upstreamFile, { default: true }));
const settings = () => settingsOf([], "en");
const many = (count: number) => (salt: number) => single(plain, count, salt);

export const cases: Case[] = [
	...writings.map((writing): Case => {
		const ask: Ask = (salt) => single(writing, 4, salt);
		return {
			name: `frames: key and frame, 4 options with descriptions that wrap, ${writing.name}`,
			rounds: 480,
			bar: { times: 1 / 12, of: "upstream" },
			prepare: () => ({ own: keysOf(ours, ask, walk(4)), other: keysOf(upstream, ask, walk(4)) }),
		};
	}),
	...writings.map((writing): Case => {
		const ask: Ask = (salt) => single(writing, 4, salt);
		const keys = calls.typing(writing);
		return {
			name: `typing: letter and frame, beside 4 options with descriptions that wrap, ${writing.name}`,
			rounds: 120,
			// Both draw pi's editor, which takes a third of our own time.
			bar: { times: 1 / 3, of: "upstream" },
			prepare: () => ({ own: keysOf(ours, ask, keys), other: keysOf(upstream, ask, keys, calls.upstreamText) }),
		};
	}),
	...writings.map(
		(writing): Case => ({
			name: `typing: slowest letter and frame, in a list of 10,000 options, ${writing.name}`,
			rounds: 3,
			bar: { most: 2 },
			prepare: () => ({ own: slowestKey((salt) => single(writing, 10_000, salt), calls.typing(writing)) }),
		}),
	),
	{
		name: "fresh: opening the first form of a process",
		rounds: 9,
		bar: { more: 15, than: "upstream" },
		prepare: () => ({ own: () => firstForm(ownFile), other: () => firstForm(upstreamFile) }),
	},
	{
		name: "options: key and frame, 10,000 options",
		rounds: 45,
		bar: { times: 1.15, of: "20 options" },
		prepare: () => ({ own: keysOf(ours, many(10_000), walk(16)), other: keysOf(ours, many(20), walk(16)) }),
	},
	{
		name: "counted: a key and its frame",
		rounds: 1,
		unit: "instructions",
		bar: { most: 90_000 },
		prepare: () => ({ own: async () => (await executions()).key() }),
	},
	{
		name: "counted: opening, an option at 1,000 options",
		rounds: 1,
		unit: "instructions",
		bar: { most: 9_000 },
		prepare: () => ({ own: async () => (await executions()).opening(1_000) / 1_000 }),
	},
	{
		name: "counted: opening, 10,000 options",
		rounds: 1,
		unit: "instructions",
		bar: { times: 10, of: "1,000 options" },
		prepare: () => ({
			own: async () => (await executions()).opening(10_000),
			other: async () => (await executions()).opening(1_000),
		}),
	},
	...writings.map(
		(writing): Case => ({
			name: `reading: a call of four questions, ${writing.name}`,
			rounds: 60,
			bar: { most: 0.1 },
			prepare: () => ({ own: (salt) => reading((at) => boxes(writing, 4, salt * 20 + at), 20) }),
		}),
	),
	{
		name: "boxes: space and frame, 20 questions of 4 boxes",
		rounds: 180,
		bar: { times: 3, of: "a move in 4 options" },
		prepare: () => ({
			own: keysOf(ours, (salt) => boxes(plain, 20, salt), calls.toggles),
			other: keysOf(ours, many(4), walk(4)),
		}),
	},
	...writings.map(
		(writing): Case => ({
			name: `prompt: slowest key and frame, reading a prompt of 1 MB, ${writing.name}`,
			rounds: 3,
			bar: { most: 1 },
			prepare: () => ({ own: slowestKey((salt) => calls.longPrompt(writing, 1e6, salt), calls.promptWalk) }),
		}),
	),
	...writings.map(
		(writing): Case => ({
			name: `preview: slowest key and frame, reading a preview of 2,000 lines, ${writing.name}`,
			rounds: 3,
			bar: { most: 1 },
			prepare: () => ({ own: slowestKey((salt) => calls.longPreview(writing, 2e3, salt), calls.previewWalk) }),
		}),
	),
	{
		name: "session: branch and orders of a start, 5,000 entries with 300 questions",
		rounds: 15,
		bar: { most: 100 },
		prepare: () => ({ own: branch((one) => one.desk("", begun, scene).orders.some(({ type }) => type === "ask")) }),
	},
	{
		name: "session: branch and listing, 5,000 entries with 300 questions",
		rounds: 15,
		bar: { most: 200 },
		prepare: () => ({ own: branch((one) => one.listing(100).split("✓").length === 298) }),
	},
	{
		name: "start: a run of pi in which nothing is asked, on the processors",
		rounds: 21,
		bar: { more: 10, than: "upstream" },
		prepare: () => ({ own: runWith(root), other: runWith(upstreamFile) }),
	},
];

/** Measures a key and its frame in a new form, on average. `text` opens a text there, which Esc closes. */
function keysOf(host: Host, ask: Ask, keys: string[], text: string[] = []): Sample {
	return async (salt) => {
		const form = await host.open(ask(salt));
		// The first press of each key looks up what it is bound to, and opening a large form leaves the caches cold.
		for (const key of [...walk(1), ...text]) form.press(key);
		if (salt === 0) form.check(keys);
		// A reading of the clock is uncertain by more than a key takes.
		const time = form.timeOf(Array(8).fill(keys).flat());
		if (text.length > 0) form.press("\x1b");
		await form.leave();
		return time;
	};
}

/** Measures the slowest of these keys with its frame. Of three new forms, the fastest counts for each key. */
function slowestKey(ask: Ask, keys: string[]): Sample {
	return async (salt) => {
		const best = keys.map(() => Number.POSITIVE_INFINITY);
		for (const at of [0, 1, 2]) {
			const form = await ours.open(ask(salt * 3 + at));
			if (salt + at === 0) form.check(keys);
			for (const [at, key] of keys.entries()) best[at] = Math.min(best[at] ?? 0, form.timeOf([key]));
			await form.leave();
		}
		return Math.max(...best);
	};
}

/** Opens the first form of a new process. */
function firstForm(file: string): number {
	const args = [join(import.meta.dirname, "fresh.ts"), file];
	return Number(execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" }));
}

/** Reads several calls, and returns the time for one. */
function reading(ask: Ask, count: number): number {
	const { Questionnaire } = useCore();
	const all = Array.from({ length: count }, (_, at) => ask(at));
	const elapsed = stopwatch();
	for (const args of all) {
		const questions = new Questionnaire(settings(), args);
		if (questions.refusal({ mode: "tui" })) throw new Error("The call is refused.");
		questions.free();
	}
	return elapsed() / count;
}

const begun = { begun: { line: { hasPrompt: false, commands: 0, files: [] } } };
const scene = sceneOf({ session: "s", key: "k", timestamp: "t" }, "tui");

/** Reads the branch of a long session, and checks what it says. */
function branch(isRight: (branch: Branch) => boolean): Sample {
	const ctx = sessionOf(5_000, 300, settings());
	return () => {
		const elapsed = stopwatch();
		if (!isRight(new Branch({ tool: "question", settings }, ctx))) throw new Error("The session is not understood.");
		return elapsed();
	};
}

/** Runs the real pi in print mode with an extension and a scripted model, and returns its processor time. */
function runWith(extension: string): Sample {
	const workplace = new Workplace({ turns: [], extension: ["-e", extension] });
	process.once("exit", () => workplace.remove());
	const usage = join(workplace.folder, "usage.json");
	// Says at the end of the process what it has used.
	const hook = `import { writeFileSync } from "node:fs";
		process.on("exit", () => writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.cpuUsage())));`;
	workplace.env.NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
	return async () => {
		const { code, stdout, stderr } = await runPi({ turns: [{ text: "Done." }], args: ["-p", "go"], workplace });
		if (code !== 0 || !stdout.includes("Done.")) throw new Error(`pi failed with ${extension}:\n${stderr}`);
		const { user, system } = JSON.parse(readFileSync(usage, "utf8"));
		return (user + system) / 1000;
	};
}
