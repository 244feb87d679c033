/**
 * `npm run bench`: how long this tool takes, against pi's example questionnaire.ts and against itself, all in this run;
 * and how large it is. The ratios are what counts, the times are those of this machine. `npm run bench -- frames options`
 * measures only these groups.
 */
import { execFileSync } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { groups } from "./bench/groups.ts";
import { type Figure, print, summarize } from "./bench/report.ts";

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0) {
	console.error(`No such group: ${unknown.join(", ")}. There are ${Object.keys(groups).join(", ")}.`);
	process.exit(1);
}
console.log(`Node ${process.version}; ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}`);
const all: Array<Figure & { group: string }> = [];
const script = fileURLToPath(new URL("bench/alone.ts", import.meta.url));
for (const [name, { title }] of Object.entries(groups)) {
	if (wanted.length > 0 && !wanted.includes(name)) continue;
	const figures: Figure[] = JSON.parse(execFileSync(process.execPath, [script, name], { encoding: "utf8" }));
	print(`${name}: ${title}`, figures);
	all.push(...figures.map((figure) => ({ group: name, ...figure })));
}
summarize(all);
