/**
 * `npm run beside`: compares this tool side by side with a package from npm and the examples of pi, in the real pi, and
 * prints tables for docs/proof.md. The package is installed into a temporary folder, which needs the network once.
 * `npm run beside -- keys times` prints only these parts.
 */
import { availableParallelism, loadavg } from "node:os";
import { keysOf } from "./beside/keys.ts";
import { play } from "./beside/play.ts";
import { sent } from "./beside/sent.ts";
import { sight } from "./beside/sight.ts";
import { tasks } from "./beside/tasks.ts";
import { keyTimes, openingTimes, startTimes } from "./beside/times.ts";
import { piVersion, prepareTools, type Tool } from "./beside/tools.ts";

const tools = prepareTools();
const parts: Record<string, () => Promise<void>> = { keys, sight: inSight, times, sent: sentToModel };
const words = process.argv.slice(2);
const unknown = words.filter((word) => !(word in parts));
if (unknown.length > 0) throw new Error(`There are these parts: ${Object.keys(parts).join(", ")}.`);
console.log(`pi ${piVersion}, Node ${process.version}, ${availableParallelism()} processors, load ${load()}.\n`);
for (const [name, print] of Object.entries(parts)) if (words.length === 0 || words.includes(name)) await print();

async function keys(): Promise<void> {
	const columns: string[][] = [];
	for (const tool of tools) columns.push(await play(tool));
	const names = tasks.map(({ name }) => name);
	table(`Keys for ${tasks.length} tasks`, [...rowsOf(names, columns), ["all that both can do", ...tools.map(total)]]);
}

/** Counts the keys for the tasks that a tool and this one can do, and sets ours beside them. */
function total({ id }: Tool): string {
	const both = tasks.filter(({ keys }) => keys.own !== undefined && keys[id] !== undefined);
	const count = (id: Tool["id"]) => both.reduce((sum, { keys }) => sum + keysOf(keys[id] ?? "").length, 0);
	const counted = `**${count(id)}** for ${both.length} tasks`;
	return id === "own" ? counted : `${counted}, ours ${count("own")}`;
}

async function inSight(): Promise<void> {
	const columns = [];
	for (const tool of tools) columns.push(await sight(tool));
	const names = columns[0]?.map(([name]) => name) ?? [];
	const figures = columns.map((rows) => rows.map(([, figure]) => figure));
	table("In sight at 80 × 24", rowsOf(names, figures));
}

async function times(): Promise<void> {
	const compared = [undefined, ...tools];
	const [noneKeys = [], ...keys] = await keyTimes(compared, 100);
	const openings = await openingTimes(tools, 8);
	const [noneStart = [], ...starts] = await startTimes(compared, 10);
	const rows = [
		[`↓ and its frame (a letter in pi's prompt: ${ms(noneKeys)})`, ...keys.map((one) => against(one, keys[0]))],
		["the first form of a run", ...openings.later.map((one) => against(one, openings.later[0]))],
		["the same, with nothing compiled yet", ...openings.first.map((one) => against(one, openings.first[0]))],
		[
			`start of pi, processor time beyond that without a tool (${ms(noneStart)})`,
			...starts.map((one) => more(one, noneStart)),
		],
	];
	table("Times", rows);
}

async function sentToModel(): Promise<void> {
	const all = await sent(tools);
	const rows = [
		["definition", ...all.map(({ definition }) => `${definition} bytes`)],
		["part of the system prompt", ...all.map(({ prompt }) => `${prompt} bytes`)],
	];
	table("Sent to the model with each request", rows);
}

function rowsOf(names: string[], columns: string[][]): string[][] {
	return names.map((name, row) => [name, ...columns.map((column) => column[row] ?? "")]);
}

/** Prints a table with a column for each tool. */
function table(title: string, rows: string[][]): void {
	const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
	const head = [line([title, ...tools.map((tool) => tool.title)]), line(["---", ...tools.map(() => "---")])];
	console.log(`${[...head, ...rows.map(line)].join("\n")}\n`);
}

/** Writes a median, and how many times that of this tool it is: the median of the ratios in each round. */
function against(samples: number[], own: number[] = []): string {
	const times = median(samples.map((one, round) => one / (own[round] ?? Number.NaN)));
	return samples === own ? ms(samples) : `${ms(samples)}, ${times.toPrecision(2)} ×`;
}

/** Writes the median of the differences in each round. */
function more(samples: number[], none: number[]): string {
	return ms(samples.map((one, round) => one - (none[round] ?? Number.NaN)));
}

function ms(samples: number[]): string {
	return `${Number(median(samples).toPrecision(3))} ms`;
}

function median(samples: number[]): number {
	const sorted = samples.toSorted((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function load(): string {
	return loadavg()[0]?.toFixed(1) ?? "unknown";
}
