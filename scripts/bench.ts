/**
 * `npm run bench`: this tool against pi's own example questionnaire.ts, both in this run, on the same forms, the same
 * terminal and the same keys. The table ends in ratios; only those mean anything on another machine.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type Component, KeybindingsManager, TUI_KEYBINDINGS } from "@earendil-works/pi-tui";
import { createJiti } from "jiti";
import ours from "../extension/question.ts";
import { root } from "./tools.ts";

const columns = 80;
const rows = 24;
const upstreamFile = join(
	dirname(dirname(fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent")))),
	"examples/extensions/questionnaire.ts",
);
const oursFile = join(root, "extension/question.ts");

interface Tool {
	execute: (...args: unknown[]) => Promise<unknown>;
}
type Extension = (pi: object) => void;

const theme = {
	fg: (_role: string, text: string) => `\x1b[38;2;138;190;183m${text}\x1b[39m`,
	bg: (_role: string, text: string) => `\x1b[48;2;58;58;74m${text}\x1b[49m`,
	bold: (text: string) => `\x1b[1m${text}\x1b[22m`,
};

/** The form of an extension, opened for some questions as pi would open it. */
async function open(extension: Extension, questions: object[]): Promise<Component> {
	let tool: Tool | undefined;
	extension({ on() {}, registerTool: (registered: Tool) => (tool = registered) });
	return new Promise((resolve, reject) => {
		const tui = { requestRender() {}, terminal: { columns, rows } };
		const custom = (factory: (...args: unknown[]) => Component) =>
			new Promise((done) => resolve(factory(tui, theme, new KeybindingsManager(TUI_KEYBINDINGS), done)));
		tool?.execute("id", { questions }, undefined, undefined, { mode: "tui", ui: { custom } }).catch(reject);
	});
}

/** One question; `salt` makes its texts new, as those of every real call are. */
const form = (options: number, salt: number) => [
	{
		id: "q",
		label: "Question",
		prompt: `Question ${salt}: which of these should the service be built on?`,
		options: Array.from({ length: options }, (_, at) => ({
			value: `v${at}`,
			label: `Option ${at} of form ${salt}`,
			description: `What choosing number ${at} means, in form ${salt}`,
		})),
	},
];

/** Microseconds for a key and the drawing after it, on a new form that is walked down and up again. */
async function keyAndRender(extension: Extension, questions: object[], steps: number): Promise<number> {
	const keys = [...Array<string>(steps).fill("\x1b[B"), ...Array<string>(steps).fill("\x1b[A")];
	const component = await open(extension, questions);
	component.render(columns);
	const start = performance.now();
	for (const key of keys) {
		component.handleInput?.(key);
		component.render(columns);
	}
	const time = ((performance.now() - start) * 1000) / keys.length;
	(component as { dispose?: () => void }).dispose?.();
	return time;
}

/** The medians of both extensions over many forms, in turns; the first third warms up. */
async function compare(options: number, forms: number): Promise<[own: number, other: number]> {
	const samples: [number[], number[]] = [[], []];
	for (let salt = 0; salt < forms; salt++) {
		for (const [at, extension] of ([ours, upstream] as Extension[]).entries()) {
			samples[at]?.push(await keyAndRender(extension, form(options, salt), Math.min(options, 8)));
		}
	}
	const [own, other] = samples.map((times) => median(times.slice(Math.floor(forms / 3))));
	return [own ?? Number.NaN, other ?? Number.NaN];
}

/** Milliseconds to load an extension's files in a fresh process. */
function load(file: string, cache: "cold" | "cached"): number {
	const script = fileURLToPath(new URL("bench-load.ts", import.meta.url));
	const once = () => Number(execFileSync(process.execPath, [script, file, cache], { encoding: "utf8" }));
	return median(Array.from({ length: 9 }, once));
}

function median(samples: number[]): number {
	const sorted = [...samples].sort((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function tarballBytes(): number {
	const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json"], { cwd: root, encoding: "utf8" });
	return JSON.parse(stdout)[0].size;
}

const jiti = createJiti(import.meta.url);
const upstream = await jiti.import<Extension>(upstreamFile, { default: true });
const table: Record<string, { ours: string; upstream: string; ratio: string }> = {};
const row = (name: string, unit: string, own: number, other: number) => {
	const show = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`;
	table[name] = { ours: show(own), upstream: show(other), ratio: `${(other / own).toFixed(1)} ×` };
};
const times: number[] = [];
for (const [options, forms] of [
	[4, 900],
	[100, 90],
	[10_000, 6],
] as const) {
	const [own, other] = await compare(options, forms);
	times.push(own);
	row(`key + render, ${options} options`, "µs", own, other);
}
for (const cache of ["cold", "cached"] as const)
	row(`load, ${cache}`, "ms", load(oursFile, cache), load(upstreamFile, cache));
console.table(table);

const wasm = readFileSync(join(root, "pkg/question_bg.wasm"));
const [four = Number.NaN, , many = Number.NaN] = times;
console.log(`10,000 options cost ${(many / four).toFixed(2)} × what 4 cost.`);
console.log(
	`wasm: ${statSync(join(root, "pkg/question_bg.wasm")).size} bytes, ${gzipSync(wasm, { level: 9 }).length} gzipped`,
);
console.log(`tarball: ${tarballBytes()} bytes`);
