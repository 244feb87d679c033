/**
 * The groups of figures: what is compared with what, and which bar it is held against.
 *
 * Never here: texts and keys; how a form is driven; how a figure is printed.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { createJiti } from "jiti";
import { settingsOf, useCore } from "../../extension/core/core.ts";
import question from "../../extension/question.ts";
import { root } from "../tools.ts";
import {
	type Arguments,
	boxes,
	longPreview,
	longPrompt,
	plain,
	previewWalk,
	readingWalk,
	renamed,
	repeated,
	single,
	toggles,
	type Writing,
	walk,
	wholeWalk,
	writings,
} from "./cases.ts";
import { type Clock, stopwatch, threadClock, wallClock } from "./clock.ts";
import { type Extension, Host } from "./form.ts";
import type { FreshTimes } from "./fresh.ts";
import {
	batch,
	type Comparison,
	collectGarbage,
	compare,
	compareAll,
	median,
	medians,
	type Sample,
} from "./measure.ts";
import { atLeast, atMost, type Figure, show, type Unit } from "./report.ts";
import { measureStarts, type Starts } from "./start.ts";

export interface Group {
	title: string;
	measure: () => Promise<Figure[]>;
}

const pi = dirname(dirname(fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent"))));
const ownFile = join(root, "extension/question.ts");
const upstreamFile = join(pi, "examples/extensions/questionnaire.ts");
const ours = new Host(question as Extension);
const upstream = new Host(await createJiti(import.meta.url).import<Extension>(upstreamFile, { default: true }));

export const groups: Record<string, Group> = {
	frames: { title: "Key and frame, 4 options with descriptions that wrap, warm", measure: frames },
	fresh: { title: "The first forms of a process, 4 options, plain ASCII", measure: fresh },
	options: { title: "Key and frame, many options", measure: options },
	opening: { title: "Opening a form: from the arguments to its first frame", measure: opening },
	reading: { title: "Reading a call of four questions, warm", measure: reading },
	boxes: { title: "Space and frame, 20 questions of 4 boxes", measure: spaces },
	prompt: { title: "Key and frame, reading on in a prompt of 1 MB", measure: prompt },
	preview: { title: "Key and frame, reading on in a preview of 2,000 lines", measure: preview },
	start: { title: "A run of pi from start to end in which nothing is asked", measure: start },
	sizes: { title: "Sizes", measure: sizes },
};

async function frames(): Promise<Figure[]> {
	const pairs = writings.map((writing) => {
		const ask = (salt: number) => single(writing, 4, salt);
		const sample = (host: Host) => batch(8, keys(host, ask, repeated(4, wholeWalk), { clock: threadClock }));
		return [sample(ours), sample(upstream)] as const;
	});
	const taken = await compareAll(60, pairs);
	const worst = Math.min(...taken.map(({ ratio }) => ratio));
	return [
		...taken.map((comparison, at) => faster(nameOf(writings[at]), comparison, "µs")),
		{ name: "the worst of them", own: "", ratio: show(worst, "×"), bar: atLeast(10, worst, "×") },
	];
}

async function fresh(): Promise<Figure[]> {
	const script = fileURLToPath(new URL("fresh.ts", import.meta.url));
	const once = (file: string, cache: string): FreshTimes =>
		JSON.parse(execFileSync(process.execPath, [script, file, cache], { encoding: "utf8" }));
	const run = (cache: "cold" | "cached") => {
		const runs = Array.from({ length: 7 }, () => [once(ownFile, cache), once(upstreamFile, cache)] as const);
		return (name: keyof FreshTimes): Comparison => ({
			first: median(runs.map(([own]) => own[name])),
			second: median(runs.map(([, other]) => other[name])),
			ratio: median(runs.map(([own, other]) => other[name] / own[name])),
		});
	};
	const [cold, cached] = [run("cold"), run("cached")];
	return [
		faster("key and frame, first form", cached("firstForm"), "µs"),
		faster("key and frame, the 40 after it", cached("nextForms"), "µs"),
		later("opening the first form", cached("opening"), 15),
		faster("loading, files seen before", cached("load"), "ms"),
		faster("loading, files never seen", cold("load"), "ms"),
	];
}

/** The milliseconds by which ours comes after upstream's, at most `limit`. */
function later(name: string, { first, second }: Comparison, limit: number): Figure {
	const own = show(first, "ms");
	return { name, own, other: `upstream ${show(second, "ms")}`, bar: atMost(limit, first - second, "ms") };
}

async function options(): Promise<Figure[]> {
	const sample = (count: number) => {
		const ask = (salt: number) => single(plain, count, salt);
		return batch(3, keys(ours, ask, repeated(2, walk(16)), { clock: threadClock, before: walk(1) }));
	};
	const taken = await compare(15, sample(20), sample(10_000));
	return [slower("10,000 options", "20 options", taken, "µs", 1.3)];
}

async function opening(): Promise<Figure[]> {
	const openings = (host: Host) =>
		batch(8, async (salt) => {
			const form = await host.open(single(plain, 4, salt));
			await form.leave();
			return form.opening;
		});
	const pairs = writings.map((writing) => parsingAndOpening(writing, 10_000));
	const figures = (await compareAll(12, pairs)).map((taken, at) =>
		slower(`10,000 options, ${nameOf(writings[at])}`, "JSON.parse", taken, "ms", 8),
	);
	const four = await compare(60, openings(ours), openings(upstream));
	return [...figures, faster("4 options, plain ASCII", four, "ms")];
}

async function reading(): Promise<Figure[]> {
	const settings = settingsOf([], "en");
	const { prepareArguments, Questionnaire } = useCore();
	const read = (args: unknown) => {
		const questions = new Questionnaire(settings, args);
		if (questions.refusal({ mode: "tui" })) throw new Error("The call is refused.");
		questions.free();
	};
	const figures: Figure[] = [];
	for (const writing of writings) {
		const declared = batch(20, (salt) => {
			const args = boxes(writing, 4, salt);
			const elapsed = stopwatch(wallClock);
			read(args);
			return elapsed();
		});
		// Of other names, and a text: read twice, since what is prepared is a call like any other.
		const sloppy = batch(20, (salt) => {
			const args = { questions: JSON.stringify(boxes(writing, 4, salt).questions.map(renamed)) };
			const elapsed = stopwatch(wallClock);
			read(prepareArguments(settings, args));
			return elapsed();
		});
		const taken = await compare(60, declared, sloppy);
		figures.push(
			{ name: `${writing.name}, as declared`, own: show(taken.first, "ms"), bar: atMost(0.1, taken.first, "ms") },
			{ name: `${writing.name}, as a text`, own: show(taken.second, "ms") },
		);
	}
	return figures;
}

async function spaces(): Promise<Figure[]> {
	const sample = (ask: (salt: number) => Arguments, pressed: string[]) =>
		batch(4, keys(ours, ask, repeated(8, pressed), { clock: threadClock }));
	const four = sample((salt) => single(plain, 4, salt), wholeWalk);
	const twenty = sample((salt) => boxes(plain, 20, salt), toggles);
	return [slower("20 questions", "a move in 4 options", await compare(45, four, twenty), "µs", 3)];
}

function prompt(): Promise<Figure[]> {
	return reads((writing, salt) => longPrompt(writing, 1_000_000, salt), readingWalk);
}

function preview(): Promise<Figure[]> {
	return reads((writing, salt) => longPreview(writing, 2_000, salt), previewWalk);
}

/** Milliseconds for the usual and the slowest of these keys in forms that are fresh each time. */
async function reads(ask: (writing: Writing, salt: number) => Arguments, walk: string[]): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const writing of writings) {
		const rows: number[][] = [];
		for (let salt = 0; salt < 4; salt++) {
			const form = await (await ours.open(ask(writing, salt))).seen();
			if (salt === 0) form.check(walk);
			else rows.push(walk.map((key) => form.timeOf([key], threadClock)));
			await form.leave();
		}
		const times = medians(rows);
		const [usual, worst] = [median(times), Math.max(...times)];
		figures.push(
			{ name: `${writing.name}, median`, own: show(usual, "ms"), bar: atMost(1, usual, "ms") },
			{ name: `${writing.name}, worst key`, own: show(worst, "ms"), bar: atMost(2, worst, "ms") },
		);
	}
	return figures;
}

async function start(): Promise<Figure[]> {
	const { wall, processor } = await measureStarts(root, upstreamFile, 15);
	const figures = (name: string, { own, upstream, difference, noise }: Starts): Figure[] => [
		{ name, own: show(own, "ms"), other: `upstream ${show(upstream, "ms")}` },
		{
			name: `${name}, more than upstream`,
			own: show(difference, "ms"),
			other: `noise ${show(noise, "ms")}`,
			bar: atMost(noise, difference, "ms"),
		},
	];
	return [...figures("on the wall", wall), ...figures("on the processors", processor)];
}

async function sizes(): Promise<Figure[]> {
	const wasm = readFileSync(join(root, "pkg/question_bg.wasm"));
	const [tarball] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: root, encoding: "utf8" }));
	const size = (name: string, kilobytes: number, bytes: number): Figure => ({
		name,
		own: show(bytes / 1000, "KB"),
		bar: atMost(kilobytes, bytes / 1000, "KB"),
	});
	return [
		size("wasm", 420, wasm.length),
		size("wasm, gzipped", 180, gzipSync(wasm, { level: 9 }).length),
		size("tarball", 280, tarball.size),
	];
}

interface KeysOptions {
	clock?: Clock;
	/** Pressed before anything is measured. */
	before?: string[];
}

/** Milliseconds for a key and its frame in a new form. */
function keys(
	host: Host,
	ask: (salt: number) => Arguments,
	keys: string[],
	{ clock = wallClock, before = [] }: KeysOptions = {},
): Sample {
	return async (salt) => {
		const form = await (await host.open(ask(salt))).seen();
		// Opening a large form leaves the processor's caches cold.
		for (const key of before) form.press(key);
		if (salt === 0) form.check(keys);
		const time = form.timeOf(keys, clock);
		await form.leave();
		return time;
	};
}

/** Milliseconds for JSON.parse, and then for opening a form with what it gives. */
function parsingAndOpening(writing: Writing, count: number): [Sample, Sample] {
	let args: Arguments;
	const parse = (salt: number) => {
		// In one piece, as what comes over a wire; JSON.stringify may leave it in many, which the first reader puts together.
		const text = Buffer.from(JSON.stringify(single(writing, count, salt))).toString();
		args = JSON.parse(text);
		const times = [0, 0, 0].map(() => {
			collectGarbage();
			const elapsed = stopwatch(threadClock);
			JSON.parse(text);
			return elapsed();
		});
		return median(times);
	};
	const open = async () => {
		collectGarbage();
		const form = await ours.open(args, threadClock);
		await form.leave();
		return form.opening;
	};
	return [parse, open];
}

function nameOf(writing: Writing | undefined): string {
	return writing?.name ?? "";
}

/** A figure of ours, first, against upstream's. */
function faster(name: string, { first, second, ratio }: Comparison, unit: Unit): Figure {
	return { name, own: show(first, unit), other: `upstream ${show(second, unit)}`, ratio: `${show(ratio, "×")} faster` };
}

/** A figure of ours, second, which may take so many times as long as `base`. */
function slower(name: string, base: string, { first, second, ratio }: Comparison, unit: Unit, limit: number): Figure {
	const times = { own: show(second, unit), other: `${base} ${show(first, unit)}`, ratio: show(ratio, "×") };
	return { name, ...times, bar: atMost(limit, ratio, "×") };
}
