/**
 * `npm run mutants`: changes the core in a thousand small ways, one after the other, and tells which changes no test in
 * Rust notices. `npm run mutants -- form answer/written` takes the folders and files that are named, instead of those in
 * which what a person decided is kept. With `--missed`, only those are tried again that were missed before; the others
 * count as noticed. The code of exit is 1 if less than 95 % are noticed.
 *
 * All mutants are compiled at once (scripts/mutants/). A test that reaches none of them once is not run for it, and the
 * fastest tests that reach it are run first.
 */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, relative, sep } from "node:path";
import { parseArgs } from "node:util";
import { prepareTools, root, run } from "./tools.ts";

/** A small change of the core. */
interface Mutant {
	number: number;
	file: string;
	/** 1-based. */
	line: number;
	says: string;
	/** Place in the rewritten file, in bytes. */
	start: number;
	end: number;
}

/** A test, with what it reaches. */
interface Test {
	/** The program that has it. */
	binary: string;
	name: string;
	milliseconds: number;
	reached: Set<number>;
}

const { values, positionals } = parseArgs({ options: { missed: { type: "boolean" } }, allowPositionals: true });
const folders = positionals.length > 0 ? positionals : ["form", "answer", "later", "call", "desk"];
const place = join(root, "target", "mutants");
const tree = join(place, "tree");
/** The mutants that were missed in the last run, a line each. */
const missedFile = join(place, "missed.txt");
const core = join(tree, "crates", "question-core");
const seed = "1";
/** Properties draw fewer cases than in `npm test`, so that a mutant takes seconds. */
const cases = "24";
const tools = prepareTools();
const env = {
	...tools,
	CARGO_TARGET_DIR: join(place, "target"),
	RUSTFLAGS: "--cap-lints allow",
	PROPTEST_CASES: cases,
	PROPTEST_RNG_SEED: seed,
	PROPTEST_DISABLE_FAILURE_PERSISTENCE: "true",
	INSTA_UPDATE: "no",
	RUST_BACKTRACE: "0",
};

const program = buildMutator();
const { mutants, binaries } = build();
const tests = binaries.flatMap(trace).sort((one, two) => one.milliseconds - two.milliseconds);
const missed = await tryAll(mutants, tests);
report(mutants, missed);

function buildMutator(): string {
	const target = join(place, "tool");
	const manifest = join(root, "scripts", "mutants", "Cargo.toml");
	run("cargo", ["build", "--quiet", "--locked", "--manifest-path", manifest, "--target-dir", target], tools);
	return join(target, "debug", "mutants");
}

/** Writes the sources anew, without the mutants that are skipped. Returns the others. */
function write(skipped: Set<number>): Mutant[] {
	for (const part of ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", "crates"]) {
		cpSync(join(root, part), join(tree, part), { recursive: true, preserveTimestamps: true });
	}
	const source = join(core, "src");
	cpSync(join(root, "scripts", "mutants", "switch.rs"), join(source, "mutants.rs"));
	const lib = join(source, "lib.rs");
	writeFileSync(lib, `${readFileSync(lib, "utf8")}\n/// Mutants.\npub mod mutants;\n`);
	const paths = folders.map((folder) => join(source, folder)).join(",");
	const { stdout, status, stderr } = spawnSync(program, [paths, ...[...skipped].map(String)], {
		encoding: "utf8",
		maxBuffer: 2 ** 28,
	});
	if (status !== 0) throw new Error(stderr);
	return stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
}

/** Compiles the tests with all mutants that the compiler takes. */
function build(): { mutants: Mutant[]; binaries: string[] } {
	mkdirSync(tree, { recursive: true });
	const skipped = new Set<number>();
	for (;;) {
		const mutants = write(skipped);
		const errors = cargo(["check", "--package", "question-core"]).errors;
		if (errors.length === 0) {
			console.log(`${mutants.length} mutants compile; ${skipped.size} do not.`);
			const { executables, errors } = cargo(["test", "--no-run", "--package", "question-core"]);
			if (errors.length > 0) throw new Error(errors.map(({ text }) => text).join("\n"));
			return { mutants, binaries: executables };
		}
		const before = skipped.size;
		for (const error of errors) {
			// What the compiler does not take is the smallest change at one of the places that it names.
			for (const { file, start, end } of error.spans) {
				const around = mutants.filter((it) => it.file === file && it.start <= start && end <= it.end);
				const size = Math.min(...around.map((it) => it.end - it.start));
				for (const it of around.filter((it) => it.end - it.start === size)) skipped.add(it.number);
				if (around.length > 0) break;
			}
		}
		console.log(`${errors.length} errors; ${skipped.size} mutants are left out.`);
		if (skipped.size === before) throw new Error(errors.map(({ text }) => text).join("\n"));
	}
}

/** An error of the compiler, with the places that it names, the first one first. */
interface CompileError {
	text: string;
	spans: { file: string; start: number; end: number }[];
}

function cargo(args: string[]): { errors: CompileError[]; executables: string[] } {
	const { stdout } = spawnSync("cargo", [...args, "--locked", "--quiet", "--message-format", "json"], {
		cwd: tree,
		env,
		encoding: "utf8",
		maxBuffer: 2 ** 30,
		stdio: ["ignore", "pipe", "ignore"],
	});
	const messages = stdout
		.split("\n")
		.filter((line) => line.startsWith("{"))
		.map((line) => JSON.parse(line));
	const errors = messages
		.filter(({ message }) => message?.level === "error" && message.spans.length > 0)
		.map(({ message }) => ({
			text: message.rendered,
			spans: [...message.spans]
				.sort((one, two) => Number(two.is_primary) - Number(one.is_primary))
				.map((span) => ({ file: join(tree, span.file_name), start: span.byte_start, end: span.byte_end })),
		}));
	return { errors, executables: messages.flatMap(({ executable }) => executable ?? []) };
}

/** Runs each test alone. Returns what it reaches, and how long it takes. */
function trace(binary: string): Test[] {
	const { stdout } = spawnSync(binary, ["--list", "--format", "terse"], { cwd: core, encoding: "utf8" });
	const all = [...stdout.matchAll(/^(.+): test$/gm)].map(([, name = ""]) => name);
	// What takes times tells of the machine, and what else it does.
	const names = all.filter((name) => !name.startsWith("bounds::"));
	const file = join(place, "reached");
	const tests = names.map((name) => {
		rmSync(file, { force: true });
		writeFileSync(file, "");
		const start = performance.now();
		const { status, stdout } = spawnSync(binary, ["--exact", name], {
			cwd: core,
			env: { ...env, MUTANTS_REACHED: file },
			encoding: "utf8",
		});
		if (status !== 0) throw new Error(`${name} fails without a mutant:\n${stdout}`);
		const reached = readFileSync(file, "utf8").trim().split("\n").map(Number);
		return { binary, name, milliseconds: performance.now() - start, reached: new Set(reached) };
	});
	const seconds = tests.reduce((sum, test) => sum + test.milliseconds, 0) / 1000;
	console.log(`${tests.length} tests take ${seconds.toFixed(0)} seconds one after the other.`);
	return tests;
}

/** Tries each mutant. Returns those that no test notices. */
async function tryAll(mutants: Mutant[], tests: Test[]): Promise<Mutant[]> {
	const before = values.missed ? new Set(readFileSync(missedFile, "utf8").split("\n")) : undefined;
	const waiting = mutants.filter((mutant) => before?.has(words(mutant)) ?? true);
	const missed: Mutant[] = [];
	let done = 0;
	const work = async () => {
		for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
			if (!(await isNoticed(mutant, tests))) {
				missed.push(mutant);
				console.log(`missed: ${words(mutant)}`);
			}
			if (++done % 100 === 0) console.log(`${done} of ${mutants.length}; ${missed.length} missed`);
		}
	};
	await Promise.all(cpus().map(work));
	return missed.sort((one, two) => one.number - two.number);
}

async function isNoticed({ number }: Mutant, tests: Test[]): Promise<boolean> {
	const own = tests.filter(({ reached }) => reached.has(number));
	// Tests that end at once share a process.
	const groups: Test[][] = [];
	for (const test of own) {
		const last = groups.at(-1);
		const total = last?.reduce((sum, { milliseconds }) => sum + milliseconds, test.milliseconds) ?? 0;
		if (last?.[0]?.binary === test.binary && total < 500) last.push(test);
		else groups.push([test]);
	}
	for (const group of groups) if (!(await passes(number, group))) return true;
	return false;
}

/** Runs tests with a mutant. A test that takes ten times as long as without it fails. */
function passes(mutant: number, group: Test[]): Promise<boolean> {
	const limit = 20_000 + Math.ceil(10 * group.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
	return new Promise((resolve, reject) => {
		const args = ["--exact", "--test-threads", "1", ...group.map(({ name }) => name)];
		const child = spawn(group[0]?.binary ?? "", args, {
			cwd: core,
			env: { ...env, MUTANT: String(mutant) },
			stdio: "ignore",
			timeout: limit,
			killSignal: "SIGKILL",
		});
		child.on("error", reject);
		child.on("close", (code) => resolve(code === 0));
	});
}

function words({ file, line, says }: Mutant): string {
	return `${relative(join(core, "src"), file).replaceAll(sep, "/")}:${line}: ${says}`;
}

function report(mutants: Mutant[], missed: Mutant[]): void {
	writeFileSync(missedFile, missed.map((mutant) => `${words(mutant)}\n`).join(""));
	const share = (1 - missed.length / mutants.length) * 100;
	for (const folder of folders) {
		const isBelow = (mutant: Mutant) => words(mutant).startsWith(folder);
		const [all, own] = [mutants.filter(isBelow).length, missed.filter(isBelow).length];
		console.log(`${folder}: ${all - own} of ${all} noticed`);
	}
	console.log(`${mutants.length - missed.length} of ${mutants.length} noticed: ${share.toFixed(1)} %`);
	if (share < 95) process.exitCode = 1;
}
