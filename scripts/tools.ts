/**
 * The Rust tools that the build and the tests need. Missing ones are installed. All versions are pinned: the toolchain
 * by rust-toolchain.toml, wasm-bindgen by Cargo.lock (the command line tool has to have exactly the version of the
 * crate), wasm-pack here, wasm-opt by package-lock.json.
 *
 * wasm-pack and wasm-bindgen are compiled once per machine, into a cache folder of their own, so that they never
 * replace a version that another project uses. No registry has prebuilt programs of them: npm's wasm-pack ends at
 * 0.15.0 and downloads its program from elsewhere while it is installed, and npm has no wasm-bindgen-cli.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
const wasmPackVersion = "0.15.1";
/** Folder for what is compiled or installed once per machine. */
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "pi-question");

/** Runs a command in the project's folder and shows its output. Ends this process if the command fails. */
export function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): void {
	const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: "inherit" });
	if (error) fail(`${command} could not be started: ${error.message}`);
	if (status !== 0) fail(`${command} ${args.join(" ")} failed.`);
}

/** Returns the standard output of a command, or undefined if it fails. */
function output(command: string, args: string[]): string | undefined {
	const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: "utf8" });
	return status === 0 ? stdout : undefined;
}

/** Returns whether a command is installed. */
export function isInstalled(command: string): boolean {
	return output(command, ["--version"]) !== undefined;
}

function fail(message: string): never {
	console.error(message);
	process.exit(1);
}

function toolchain(): void {
	const { channel, components, targets } = toolchainFile();
	if (output("rustup", ["--version"]) === undefined)
		fail("rustup is missing. Install it from https://rustup.rs and try again.");
	const installed = output("rustup", ["target", "list", "--installed", "--toolchain", channel]);
	const parts = output("rustup", ["component", "list", "--installed", "--toolchain", channel]) ?? "";
	const isWhole =
		targets.every((target) => installed?.split("\n").includes(target)) &&
		components.every((component) => parts.includes(component));
	if (isWhole) return;
	console.log(`Installing Rust ${channel} with ${[...components, ...targets].join(", ")}.`);
	const extras = [...components.flatMap((name) => ["-c", name]), ...targets.flatMap((name) => ["-t", name])];
	run("rustup", ["toolchain", "install", channel, "--profile", "minimal", "--no-self-update", ...extras]);
}

function toolchainFile(): { channel: string; components: string[]; targets: string[] } {
	const text = readFileSync(join(root, "rust-toolchain.toml"), "utf8");
	const value = (key: string) =>
		new RegExp(`^${key} = (.+)$`, "m").exec(text)?.[1] ?? fail(`rust-toolchain.toml has no ${key}.`);
	return {
		channel: JSON.parse(value("channel")),
		components: JSON.parse(value("components")),
		targets: JSON.parse(value("targets")),
	};
}

function wasmBindgenVersion(): string {
	const lock = readFileSync(join(root, "Cargo.lock"), "utf8");
	return /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(lock)?.[1] ?? fail("Cargo.lock has no wasm-bindgen.");
}

/** Returns the folder of a tool in the cache, compiling the tool if needed; undefined if PATH has this version. */
function cargoTool(crate: string, version: string, binary: string, flags: string[]): string | undefined {
	if (output(binary, ["--version"])?.split(" ")[1]?.trim() === version) return undefined;
	const folder = join(cache, `${crate}-${version}`);
	if (!existsSync(join(folder, "bin", process.platform === "win32" ? `${binary}.exe` : binary))) {
		console.log(`Compiling ${crate} ${version} into ${folder}, once: about three minutes on two processors.`);
		const start = performance.now();
		run("cargo", ["install", crate, "--version", version, "--root", folder, ...flags]);
		console.log(`${crate} is compiled; it took ${Math.round((performance.now() - start) / 1000)} seconds.`);
	}
	return join(folder, "bin");
}

/** Installs missing tools, and returns the environment in which cargo and wasm-pack find all of them. */
export function prepareTools(): NodeJS.ProcessEnv {
	toolchain();
	const folders = [
		cargoTool("wasm-bindgen-cli", wasmBindgenVersion(), "wasm-bindgen", []),
		cargoTool("wasm-pack", wasmPackVersion, "wasm-pack", ["--locked"]),
		join(root, "node_modules", ".bin"),
	];
	return {
		...process.env,
		PATH: [...folders.filter((folder) => folder !== undefined), process.env.PATH].join(delimiter),
	};
}
