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

/** Microseconds for a key and the drawing after it: the median form of many, each walked down and up once. */
async function keyAndRender(extension: Extension, options: number, forms: number): Promise<number> {
	const steps = Math.min(options, 8);
	const keys = [...Array<string>(steps).fill("\x1b[B"), ...Array<string>(steps).fill("\x1b[A")];
	const samples: number[] = [];
	for (let salt = 0; salt < forms; salt++) {
		const component = await open(extension, form(options, salt));
		component.render(columns);
		const start = performance.now();
		for (const key of keys) {
			component.handleInput?.(key);
			component.render(columns);
		}
		samples.push(((performance.now() - start) * 1000) / keys.length);
		(component as { dispose?: () => void }).dispose?.();
	}
	return median(samples.slice(Math.floor(samples.length / 3))); // the first third warms up
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
const N = Number(process.env.N);
for (let i = 0; i < N; i++) await keyAndRender(ours as Extension, 4, 1000);
process.exit(0);
