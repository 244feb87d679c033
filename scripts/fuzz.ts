/**
 * `npm run fuzz`: checks invariants with random cases, each in a process of its own, with default counts that take about a
 * minute together. `npm run fuzz -- frames calls` runs those whose names begin with one of these words;
 * `npm run fuzz -- frames 5000` draws so many frames, `--long` takes the counts of the long form, and `--seed 7` repeats
 * cases. The code of exit is 1 if one fails.
 */
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { type Check, checks, inRust } from "./fuzz/checks.ts";
import { root, run } from "./tools.ts";

const { values, positionals } = parseArgs({
	options: { long: { type: "boolean" }, seed: { type: "string" }, alone: { type: "boolean" } },
	allowPositionals: true,
});
const isCount = (word: string) => /^[\d_]+$/.test(word);
const [words, counts] = [positionals.filter((word) => !isCount(word)), positionals.filter(isCount)];
const seed = Number(values.seed ?? randomInt(2 ** 31));
const count = counts[0] && Number(counts[0].replaceAll("_", ""));

if (values.alone) await alone(words[0] ?? "", Number(count));
else {
	const wanted = checks.filter(({ name }) => words.length === 0 || words.some((word) => name.startsWith(word)));
	if (wanted.length === 0 || !Number.isSafeInteger(seed)) {
		const lines = checks.map(({ name, unit, says }) => `${name}: ${says}; counted in ${unit}`);
		throw new Error(`There are these checks:\n${lines.join("\n")}`);
	}
	// Compiling is no part of the figures.
	if (wanted.some(({ rust }) => rust)) run("cargo", [...inRust, "--no-run"]);
	const failed = wanted.filter((check) => !holds(check, count || (values.long ? check.long : check.short)));
	console.log(`${wanted.length - failed.length} of ${wanted.length} invariants hold.`);
	if (failed.length > 0) process.exitCode = 1;
}

/** Runs a check and prints its line. Returns whether it holds. */
function holds(check: Check, most: number): boolean {
	const start = performance.now();
	const { done, output } = check.rust ? runRust(check.rust, most) : runScript(check, most);
	const seconds = ((performance.now() - start) / 1000).toFixed(1);
	const figure = `${(done ?? most).toLocaleString("en")} ${check.unit}, ${seconds} s, seed ${seed}`;
	console.log(`${done === undefined ? "FAILED" : "holds "}  ${check.name}: ${figure}`);
	if (done === undefined) console.log(`${output}\nAgain: npm run fuzz -- ${check.name} ${most} --seed ${seed}`);
	return done !== undefined;
}

/** What came of a check: how much was done, if it holds. */
interface Done {
	done: number | undefined;
	output: string;
}

/** Runs properties of the core. The number of cases of each follows from that of all. */
function runRust({ tests, perCase, counts }: NonNullable<Check["rust"]>, most: number): Done {
	const cases = Math.max(1, Math.ceil(most / perCase / tests.length));
	// The files of earlier failures are not read or written, because the seed alone has to repeat a failure.
	const own = { PROPTEST_DISABLE_FAILURE_PERSISTENCE: "true", PROPTEST_RNG_SEED: String(seed) };
	const env = { ...process.env, ...own, PROPTEST_CASES: String(cases) };
	const args = [...inRust, "--", "--exact", "--nocapture", ...tests];
	const { status, stdout, stderr } = spawnSync("cargo", args, { cwd: root, env, encoding: "utf8", maxBuffer: 2 ** 30 });
	const output = `${stdout}\n${stderr}`;
	// A test that was renamed must not count.
	if (status !== 0 || !output.includes(`test result: ok. ${tests.length} passed`)) return { done: undefined, output };
	if (!counts) return { done: cases * perCase * tests.length, output };
	const counted = [...stdout.matchAll(/^(\d+) actions$/gm)].map(([, number]) => Number(number));
	return { done: Math.max(0, ...counted), output };
}

function runScript({ name }: Check, most: number): Done {
	const args = [import.meta.filename, "--alone", name, String(most), "--seed", String(seed)];
	const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", maxBuffer: 2 ** 30 });
	return { done: status === 0 ? Number(stdout) : undefined, output: `${stdout}${stderr}` };
}

/** Runs a check in this process, and prints how much was done. */
async function alone(name: string, most: number): Promise<void> {
	const counter = { count: 0 };
	try {
		await checks.find((check) => check.name === name)?.run?.(counter, most, seed);
		console.log(counter.count);
	} catch (error) {
		console.log(`after ${counter.count}:`, error);
		process.exitCode = 1;
	}
	process.exit(); // an editor of pi's may keep a timer
}
