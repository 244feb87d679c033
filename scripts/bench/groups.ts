/** The table of cases: what is measured, what it is compared with, and the bar that it has to reach. */
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createJiti } from "jiti";
import { settingsOf, useCore } from "../../extension/core/core.ts";
import { Snapshot } from "../../extension/core/snapshot.ts";
import question from "../../extension/question.ts";
import { root } from "../tools.ts";
import * as calls from "./calls.ts";
import { type Arguments, boxes, plain, single, type Writing, walk, wholeWalk, writings } from "./calls.ts";
import { type Extension, Host } from "./form.ts";
import { batch, type Case, collectGarbage, once, type Sample, stopwatch, threadClock } from "./measure.ts";
import { sessionOf } from "./session.ts";
import { runWith } from "./start.ts";

type Ask = (salt: number) => Arguments;

const pi = dirname(dirname(fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent"))));
const ownFile = join(root, "extension/question.ts");
const upstreamFile = join(pi, "examples/extensions/questionnaire.ts");
const ours = new Host(question as Extension);
const upstream = new Host(await createJiti(import.meta.url).import<Extension>(upstreamFile, { default: true }));
const settings = () => settingsOf([], "en");
const output = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: root, encoding: "utf8" });
const four: Ask = (salt) => single(plain, 4, salt);

export const groups: Record<string, { title: string; cases: () => Case[] }> = {
	frames: {
		title: "Key and frame, 4 options with descriptions that wrap, warm",
		cases: () =>
			writings.map((writing) => {
				// The first press of each key looks up what it is bound to.
				const of = (host: Host) => walking(host, (salt) => single(writing, 4, salt), wholeWalk, 8, walk(1));
				return { name: writing.name, own: of(ours), other: of(upstream), unit: "µs", rounds: 60, bar: ["faster", 12] };
			}),
	},
	fresh: {
		title: "Opening the first form of a process",
		cases() {
			const of = (file: string) => () => Number(output(process.execPath, join(import.meta.dirname, "fresh.ts"), file));
			return [
				{ name: "4 options", own: of(ownFile), other: of(upstreamFile), unit: "ms", rounds: 9, bar: ["more", 15] },
			];
		},
	},
	options: {
		title: "Key and frame, many options",
		cases() {
			const of = (count: number) => walking(ours, (salt) => single(plain, count, salt), walk(16), 3, walk(1));
			const [own, other] = [of(10_000), of(20)];
			const otherName = "20 options";
			return [{ name: "10,000 options", own, other, otherName, unit: "µs", rounds: 15, bar: ["slower", 1.15] }];
		},
	},
	opening: {
		title: "Opening a form: from the arguments to its first frame",
		cases: () => writings.map(largeOpening),
	},
	reading: {
		title: "Reading a call of four questions, warm",
		cases: () =>
			writings.map((one) => ({ name: one.name, own: reading(one), unit: "ms", rounds: 60, bar: ["most", 0.1] })),
	},
	boxes: {
		title: "Space and frame, 20 questions of 4 boxes",
		cases() {
			const own = walking(ours, (salt) => boxes(plain, 20, salt), calls.toggles, 4);
			const other = walking(ours, four, wholeWalk, 4);
			const otherName = "a move in 4 options";
			return [{ name: "20 questions", own, other, otherName, unit: "µs", rounds: 45, bar: ["slower", 3] }];
		},
	},
	prompt: {
		title: "Key and frame, reading on in a prompt of 1 MB",
		cases: () => writings.flatMap((one) => keyByKey(one, (salt) => calls.longPrompt(one, 1e6, salt), calls.promptWalk)),
	},
	preview: {
		title: "Key and frame, reading on in a preview of 2,000 lines",
		cases: () =>
			writings.flatMap((one) => keyByKey(one, (salt) => calls.longPreview(one, 2e3, salt), calls.previewWalk)),
	},
	session: {
		title: "A session of 5,000 entries with 300 questions",
		cases() {
			const ctx = sessionOf(5_000, 300);
			const timed = (name: string, limit: number, isRight: (snapshot: Snapshot) => boolean): Case => {
				const own = () => {
					const elapsed = stopwatch(threadClock);
					if (!isRight(new Snapshot({ tool: "question", settings }, ctx))) throw new Error(`${name}: not understood.`);
					return elapsed();
				};
				return { name, own, unit: "ms", rounds: 15, bar: ["most", limit] };
			};
			const start = { hasPrompt: false, hasCommand: false, answersPendingFile: false };
			const event = { start: { hasUI: true, host: { mode: "tui", now: 0 }, start } } as const;
			return [
				timed("start: snapshot and plan", 100, (snapshot) => snapshot.plan(event).ask.length === 1),
				timed("/questions: snapshot and listing", 200, (snapshot) => snapshot.listing(100).split("✓").length === 298),
			];
		},
	},
	start: {
		title: "A run of pi in which nothing is asked, on the processors",
		cases() {
			const contenders = [root, upstreamFile, upstreamFile].map(runWith);
			const runs = once(async (round) => {
				const times: [own: number, upstream: number, again: number] = [0, 0, 0];
				// Each is first, second and last in turn.
				for (const at of [0, 1, 2].map((at) => (at + round) % 3)) times[at] = (await contenders[at]?.()) ?? 0;
				return times;
			});
			const of = (body: (...times: Awaited<ReturnType<typeof runs>>) => number) => async (round: number) =>
				body(...(await runs(round)));
			const own = of((own, upstream, again) => own - (upstream + again) / 2);
			const other = of((_, upstream, again) => Math.abs(upstream - again));
			return [
				{ name: "whole", own: of((own) => own), other: of((_, upstream) => upstream), unit: "ms", rounds: 21 },
				{ name: "beyond upstream", own, other, otherName: "noise", unit: "ms", rounds: 21, bar: ["more", 0] },
			];
		},
	},
};

/** Measures a key and its frame in `size` new forms per round, after the keys in `before`. */
function walking(host: Host, ask: Ask, keys: string[], size: number, before: string[] = []): Sample {
	return batch(size, async (salt) => {
		const form = await host.open(ask(salt));
		await form.seen();
		// Opening a large form leaves the processor's caches cold.
		for (const key of before) form.press(key);
		if (salt === 0) form.check(keys);
		// A reading of the clock is uncertain by more than a key takes.
		const time = form.timeOf(Array(8).fill(keys).flat(), threadClock);
		await form.leave();
		return time;
	});
}

/** Measures the median and the slowest of these keys, in new forms. */
function keyByKey({ name }: Writing, ask: Ask, keys: string[]): Case[] {
	const own = once(async (salt) => {
		const form = await ours.open(ask(salt));
		await form.seen();
		if (salt === 0) form.check(keys);
		const times = keys.map((key) => form.timeOf([key], threadClock));
		await form.leave();
		return times;
	});
	return [
		{ name: `${name}, median`, own, unit: "ms", rounds: 4, bar: ["most", 1] },
		{ name: `${name}, worst key`, own, unit: "ms", rounds: 4, bar: ["most", 2], isWorst: true },
	];
}

/** Measures opening a form of 10,000 options, compared with `JSON.parse` of its arguments. */
function largeOpening(writing: Writing): Case {
	// In one piece, like text from a network.
	const text = (salt: number) => Buffer.from(JSON.stringify(single(writing, 10_000, salt))).toString();
	const own = async (salt: number) => {
		const args = JSON.parse(text(salt));
		collectGarbage();
		const form = await ours.open(args, threadClock);
		await form.leave();
		return form.opening;
	};
	const other = batch(3, (salt) => {
		const sent = text(salt);
		JSON.parse(sent); // whoever reads it first puts it together
		collectGarbage();
		const elapsed = stopwatch(threadClock);
		JSON.parse(sent);
		return elapsed();
	});
	const name = `10,000 options, ${writing.name}`;
	return { name, own, other, otherName: "JSON.parse", unit: "ms", rounds: 12, bar: ["slower", 8] };
}

/** Measures reading a call of four questions. */
function reading(writing: Writing): Sample {
	const { Questionnaire } = useCore();
	return batch(20, (salt) => {
		const args = boxes(writing, 4, salt);
		const start = performance.now();
		const questions = new Questionnaire(settings(), args);
		const isRefused = questions.refusal({ mode: "tui" }) !== undefined;
		questions.free();
		const time = performance.now() - start;
		if (isRefused) throw new Error("The call is refused.");
		return time;
	});
}
