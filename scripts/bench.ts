/**
 * `npm run bench`: this tool against the example questionnaire.ts of pi, both in this run, on the same forms, the same
 * terminal and the same keys. The ratios are what counts; the times are those of this machine.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { createJiti } from "jiti";
import ours from "../extension/question.ts";
import { type Extension, keyAndRender } from "./bench-form.ts";
import { root } from "./tools.ts";

const pi = dirname(dirname(fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent"))));
const files = [join(root, "extension/question.ts"), join(pi, "examples/extensions/questionnaire.ts")] as const;
const upstream = await createJiti(import.meta.url).import<Extension>(files[1], { default: true });

/** What both extensions take, ours first. */
type Pair = [own: number, other: number];

/**
 * Medians over many forms, of which the first third warms up. Upstream gets fewer of those on which it takes long, and
 * after ours, so that what it leaves for the garbage collector is not counted against us.
 */
async function warm(options: number, forms: number, upstreamForms: number): Promise<Pair> {
	const over = async (extension: Extension, forms: number) => {
		const times: number[] = [];
		for (let salt = 0; salt < forms; salt++) times.push(await keyAndRender(extension, options, salt));
		return median(times.slice(Math.floor(forms / 3)));
	};
	return [await over(ours as Extension, forms), await over(upstream, upstreamForms)];
}

/** What bench-start.ts prints. */
type Measure = "load" | "firstForm" | "nextForms";

/** Medians over fresh processes. */
function fresh(cache: "cold" | "cached"): Record<Measure, Pair> {
	const script = fileURLToPath(new URL("bench-start.ts", import.meta.url));
	const once = (file: string): Record<Measure, number> =>
		JSON.parse(execFileSync(process.execPath, [script, file, cache], { encoding: "utf8" }));
	const runs = Array.from({ length: 11 }, () => files.map(once));
	const pair = (name: Measure) => [0, 1].map((at) => median(runs.map((run) => run[at]?.[name] ?? 0))) as Pair;
	return { load: pair("load"), firstForm: pair("firstForm"), nextForms: pair("nextForms") };
}

function median(samples: number[]): number {
	return [...samples].sort((one, other) => one - other)[Math.floor(samples.length / 2)] ?? Number.NaN;
}

const table: Record<string, { ours: string; upstream: string; ratio: string }> = {};
function row(name: string, unit: string, [own, other]: Pair): void {
	const show = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`;
	table[name] = { ours: show(own), upstream: show(other), ratio: `${(other / own).toFixed(1)} ×` };
}

const cold = fresh("cold");
const cached = fresh("cached");
const four = await warm(4, 900, 900);
const hundred = await warm(100, 300, 90);
const tenThousand = await warm(10_000, 45, 3);
row("key + render, 4 options, first form of a process, from its third key", "µs", cached.firstForm);
row("key + render, 4 options, the 40 forms after it", "µs", cached.nextForms);
row("key + render, 4 options, warm", "µs", four);
row("key + render, 100 options, warm", "µs", hundred);
row("key + render, 10,000 options, warm", "µs", tenThousand);
row("load, files never seen", "ms", cold.load);
row("load, files seen before", "ms", cached.load);
console.table(table);

const wasm = readFileSync(join(root, "pkg/question_bg.wasm"));
const [tarball] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: root, encoding: "utf8" }));
console.log(`10,000 options cost ${(tenThousand[0] / four[0]).toFixed(2)} × what 4 cost.`);
console.log(
	`wasm: ${wasm.length} bytes, ${gzipSync(wasm, { level: 9 }).length} gzipped; tarball: ${tarball.size} bytes`,
);
