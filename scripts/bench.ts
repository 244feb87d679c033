/**
 * `npm run bench`: measures the speed of this tool against pi's example questionnaire.ts and against itself, and its
 * size. Ratios can be compared between machines, times cannot. `npm run bench -- frames options` measures only these
 * groups.
 */
import { execFileSync } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";
import { groups } from "./bench/groups.ts";
import { type Figure, measure } from "./bench/measure.ts";

const ALONE = "--alone";
const [first, second = ""] = process.argv.slice(2);
if (first === ALONE) {
	console.log(JSON.stringify(await measure(groups[second]?.cases() ?? [])));
	process.exit();
}
const wanted = first === undefined ? Object.keys(groups) : process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0) throw new Error(`No group ${unknown}. There are ${Object.keys(groups).join(", ")}.`);
console.log(`Node ${process.version}; ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}`);
const held: string[] = [];
const missed: string[] = [];
for (const name of wanted) {
	// Each group runs in a process of its own, because earlier work of the engine changes the cost of later forms.
	const output = execFileSync(process.execPath, [import.meta.filename, ALONE, name], { encoding: "utf8" });
	const figures: Figure[] = JSON.parse(output);
	const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...figures.map(({ cells }) => cells[at]?.length ?? 0)));
	console.log(`\n${name}: ${groups[name]?.title}`);
	for (const { cells, holds } of figures) {
		const row = cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)));
		console.log(`  ${row.join("  ").trimEnd()}`);
		if (holds !== undefined) (holds ? held : missed).push(`  missed: ${name}: ${cells.filter(Boolean).join("  ")}`);
	}
}
console.log([`\n${held.length} of ${held.length + missed.length} bars hold.`, ...missed].join("\n"));
