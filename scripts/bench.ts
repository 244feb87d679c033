/**
 * `npm run bench`: measures the speed of this tool against pi's example questionnaire.ts, smaller cases of its own, and
 * fixed limits. Executed instructions are the same on every machine; ratios can be compared between machines, times cannot.
 * `npm run bench -- counted frames` measures only the cases whose names begin with one of these words.
 */
import { execFileSync } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";
import { type Case, cases } from "./bench/cases.ts";

/** The printed line of a case, and whether its bar holds. */
interface Figure {
	line: string;
	holds: boolean;
}

const ALONE = "--alone";
const words = process.argv.slice(2);
if (words[0] === ALONE) {
	const [one] = cases.filter(({ name }) => name === words[1]);
	console.log(JSON.stringify(one && (await measure(one))));
	process.exit();
}
const wanted = cases.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)));
if (wanted.length === 0) throw new Error(`There are these cases:\n${cases.map(({ name }) => name).join("\n")}`);
console.log(`Node ${process.version}; ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}`);
let held = 0;
for (const { name } of wanted) {
	// In a process of its own, because earlier work of the engine changes the cost of later forms.
	const output = execFileSync(process.execPath, [import.meta.filename, ALONE, name], { encoding: "utf8" });
	const { line, holds }: Figure = JSON.parse(output);
	console.log(line);
	if (holds) held++;
}
console.log(`${held} of ${wanted.length} bars hold.`);

/** Measures a case. On a shared machine, only samples that are taken in turn can be compared. */
async function measure({ name, rounds, unit, bar, prepare }: Case): Promise<Figure> {
	const { own, other } = prepare();
	const show = unit === undefined ? time : (count: number) => `${Math.round(count).toLocaleString("en")} ${unit}`;
	const samples: Array<[own: number, other: number]> = [];
	for (let round = 0; round < rounds; round++) samples.push([await own(round), (await other?.(round)) ?? Number.NaN]);
	samples.splice(0, Math.floor(rounds / 3)); // the engine has warmed up
	const took = median(samples.map(([own]) => own));
	const compared = show(median(samples.map(([, other]) => other)));
	const judge = (value: number, limit: number, text: string, unit: (value: number) => string) => {
		const verdict = value <= limit ? "holds" : "MISSED";
		return { line: `${verdict}  ${name}: ${text}; at most ${unit(limit)}`, holds: value <= limit };
	};
	if ("most" in bar) return judge(took, bar.most, show(took), show);
	if ("more" in bar) {
		const more = median(samples.map(([own, other]) => own - other));
		return judge(more, bar.more, `${show(took)}, ${show(more)} more than ${bar.than} (${compared})`, show);
	}
	const times = median(samples.map(([own, other]) => own / other));
	return judge(times, bar.times, `${show(took)}, ${ratio(times)} ${bar.of} (${compared})`, ratio);
}

function median(samples: number[]): number {
	const sorted = samples.toSorted((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function time(ms: number): string {
	return Math.abs(ms) < 1 ? `${(ms * 1000).toPrecision(3)} µs` : `${ms.toPrecision(3)} ms`;
}

function ratio(times: number): string {
	return `${times.toPrecision(3)} ×`;
}
