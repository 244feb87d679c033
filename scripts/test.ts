/**
 * `npm test`: runs all tests. The argument names a part of them: `core`, `ui`, `e2e`; `quick`, which runs fewer random
 * cases and only the fastest files, and starts no pi; `oldest`, which runs the end-to-end tests on the oldest release of pi
 * that is supported, or on the version that follows; `paths`, which runs those of the main paths on it; `headless`, which
 * runs those in TypeScript that need Node alone (`headless.ts`), on any system and with the oldest Node. A test that hangs
 * fails after three minutes, a file of those without a pi after ten. Tests that fail run once more, and fail if they fail again.
 */
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { notHeadless } from "./headless.ts";
import { installPi, oldestPi } from "./pi.ts";
import { prepareTools, root, run } from "./tools.ts";

const quickCore = "core/{calls,dialect,responses}";
const quickUi = "ui/{editor,keys,mouse,screen,settings,words}";
const parts: Record<
	string,
	{ files: string; rust?: true; wasm?: true; env?: NodeJS.ProcessEnv; pi?: true; without?: string[] }
> = {
	all: { files: "{core,ui,e2e}/*", rust: true, wasm: true },
	core: { files: "core/*", rust: true, wasm: true },
	ui: { files: "ui/*" },
	e2e: { files: "e2e/*" },
	oldest: { files: "e2e/*", pi: true },
	paths: { files: "e2e/{form,pictures,pending,rpc,subagents}", pi: true },
	headless: { files: "{core,ui,e2e}/*", without: notHeadless.flatMap(({ files }) => files) },
	quick: { files: `{${quickCore},${quickUi}}`, rust: true, env: { PROPTEST_CASES: "16" } },
};
const name = process.argv[2] ?? "all";
const part = parts[name];
if (!part) throw new Error(`There is no part "${name}". The parts are ${Object.keys(parts).join(", ")}.`);

// Properties draw the same cases in each run, so that a change alone makes a test fail; `npm run fuzz` draws others.
const env: NodeJS.ProcessEnv = { PROPTEST_RNG_SEED: "1", ...(part.rust ? prepareTools() : process.env), ...part.env };
if (part.pi) {
	const version = process.argv[3] ?? oldestPi;
	const cli = installPi(version);
	if (cli === undefined) {
		// Where no registry has it, nothing can be said about it, unless this version was asked for.
		console.error(`pi ${version} cannot be installed here, so no test ran on it.`);
		process.exit(process.argv[3] === undefined ? 0 : 1);
	}
	console.log(`These tests run on pi ${version}: ${part.files}`);
	env.PI_QUESTION_CLI = cli;
}
if (part.rust) run("cargo", ["test", "--locked", "--package", "question-core"], env);
if (part.wasm) run("wasm-pack", ["test", "--node", "crates/question-wasm"], env);
const found = (pattern: string) => globSync(`tests/${pattern}.test.ts`, { cwd: root });
const without = new Set((part.without ?? []).flatMap(found));
const files = found(part.files)
	.filter((file) => !without.has(file))
	.sort();
// Most files wait for pi to start and for its screen, so more of them than there are processors run at once.
const words = ["--test", "--test-concurrency=4"];
if (part.without) {
	// What needs no pi depends on nothing that a second run would find otherwise. Node 22 bounds the time of a whole file.
	run(process.execPath, [...words, "--test-timeout=600000", ...files], env);
} else {
	const folder = mkdtempSync(join(tmpdir(), "pi-question-tests-"));
	process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
	const again = [...words, "--test-timeout=180000", `--test-rerun-failures=${join(folder, "state.json")}`, ...files];
	const { status } = spawnSync(process.execPath, again, { cwd: root, env, stdio: "inherit" });
	if (status !== 0) {
		console.log("What has failed runs once more: tests in the real pi depend on how busy the machine is.");
		run(process.execPath, again, env);
	}
}
