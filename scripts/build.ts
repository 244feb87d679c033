/**
 * Builds pkg/ from crates/. With `--check`, builds into another folder and compares byte for byte, because users run
 * the committed pkg/ and nobody reviews it.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { prepareTools, root, run } from "./tools.ts";

// The declarations of the raw exports are not used.
const unwanted = [".gitignore", "question_bg.wasm.d.ts"];
/** For Node: the generated file is CommonJS, of which a process can load as many instances as it needs. */
const own = { type: "commonjs" };
/** As the generated file for the web has it, for tools that load a module of their own, such as one that counts. */
const initSync = `
exports.initSync = function({ module }) {
    wasmInstance = new WebAssembly.Instance(new WebAssembly.Module(module), __wbg_get_imports());
    wasm = wasmInstance.exports;
    cachedDataViewMemory0 = cachedUint8ArrayMemory0 = null;
    wasm.__wbindgen_start();
    return wasm;
};
`;

function build(folder: string): void {
	const tools = prepareTools();
	// Panic messages contain paths of source files. Without the folders of this machine, every machine builds the same.
	const cargoHome = process.env.CARGO_HOME || join(homedir(), ".cargo");
	const registries = join(cargoHome, "registry", "src");
	run("cargo", ["fetch", "--locked"], tools);
	const remaps = [
		...readdirSync(registries).map((name) => [join(registries, name), "/crates"]),
		[root.replace(/\/$/, ""), "/pi-question"],
	];
	const flags = remaps.map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
	const target = ["--target", "nodejs", "--release", "--no-pack", "--out-name", "question", "--out-dir", folder];
	// LLVM's own limits are 225, and 325 for what is marked to be inlined, as most of the standard library is. Most of
	// what it inlines beyond these is called too seldom to be worth its size.
	flags.push("-Cllvm-args=--inline-threshold=50 --inlinehint-threshold=100");
	const env = { ...tools, CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f"), RUSTFLAGS: undefined };
	run("wasm-pack", ["build", "crates/question-wasm", ...target, "--", "--locked"], env);
	for (const name of unwanted) rmSync(join(folder, name), { force: true });
	writeFileSync(join(folder, "package.json"), `${JSON.stringify(own)}\n`);
	appendFileSync(join(folder, "question.js"), initSync);
	// The generated declarations are not formatted.
	const declarations = join(folder, "question.d.ts");
	const input = readFileSync(declarations, "utf8");
	const options = { cwd: root, encoding: "utf8", env: tools, input } as const;
	const { status, stdout } = spawnSync("biome", ["format", "--stdin-file-path=question.d.ts"], options);
	if (status !== 0) throw new Error(`${declarations} could not be laid out.`);
	writeFileSync(declarations, stdout.replace(/\/\*\*\n\s*\* (.*)\n\s*\*\//g, "/** $1 */"));
}

const pkg = join(root, "pkg");
if (!process.argv.includes("--check")) {
	build(pkg);
	const size = readFileSync(join(pkg, "question_bg.wasm")).length;
	console.log(`pkg/ is built; the module has ${size} bytes.`);
} else {
	const fresh = mkdtempSync(join(tmpdir(), "pi-question-pkg-"));
	try {
		build(fresh);
		const names = [...new Set([...readdirSync(fresh), ...readdirSync(pkg)])].sort();
		const read = (folder: string, name: string) =>
			readdirSync(folder).includes(name) ? readFileSync(join(folder, name)) : undefined;
		const stale = names.filter((name) => {
			const [is, was] = [read(fresh, name), read(pkg, name)];
			return !is || !was || !is.equals(was);
		});
		if (stale.length > 0) {
			console.error(
				`pkg/ is not what the sources build (${stale.join(", ")}). Run npm run build and commit the result.`,
			);
			process.exitCode = 1;
		} else console.log("pkg/ is what the sources build.");
	} finally {
		rmSync(fresh, { recursive: true });
	}
}
