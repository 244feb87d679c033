/**
 * Versions of pi beside that of the dev dependency, for the end-to-end tests. Each is installed once per machine, into the
 * cache folder of the tools.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cache } from "./tools.ts";

/** The release that the tests run on beside the oldest one that is supported. */
export const currentPi = "1.6.0";

const name = "@earendil-works/pi-coding-agent";

/** Returns the main script of a version of pi, a number or a tag such as "latest". Undefined if it cannot be installed. */
export function installPi(version: string): string | undefined {
	const number = npm(["view", `${name}@${version}`, "version"]) ?? (/^\d/.test(version) ? version : undefined);
	if (number === undefined) return undefined;
	const folder = join(cache, `pi-${number}`);
	if (!existsSync(folder)) {
		const draft = `${folder}.${process.pid}`;
		mkdirSync(draft, { recursive: true });
		try {
			if (!installWhole(draft, number) && !installBundle(draft, number)) return undefined;
			if (!existsSync(folder)) renameSync(draft, folder);
		} finally {
			rmSync(draft, { recursive: true, force: true });
		}
	}
	const installed = join(folder, "node_modules", name);
	const { bin } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
	return join(installed, bin.pi);
}

function installWhole(folder: string, version: string): boolean {
	return install(folder, [`${name}@${version}`]);
}

/**
 * Installs pi from its own package, with those of its dependencies that the registry has. Some registries lack pi's other
 * packages, which its bundle contains.
 */
function installBundle(folder: string, version: string): boolean {
	const packed = npm(["pack", `${name}@${version}`, "--pack-destination", folder, "--json"]);
	const [{ filename }] = JSON.parse(packed ?? "[{}]") as [{ filename?: string }];
	if (filename === undefined || spawnSync("tar", ["xzf", filename], { cwd: folder }).status !== 0) return false;
	const { dependencies } = JSON.parse(readFileSync(join(folder, "package", "package.json"), "utf8"));
	const others = Object.entries<string>(dependencies).filter(
		([dependency]) => !dependency.startsWith("@earendil-works/"),
	);
	const there = others
		.map(([dependency, range]) => `${dependency}@${range}`)
		.filter((one) => npm(["view", one, "version"]));
	if (!install(folder, there)) return false;
	mkdirSync(join(folder, "node_modules", "@earendil-works"), { recursive: true });
	renameSync(join(folder, "package"), join(folder, "node_modules", name));
	return true;
}

function install(folder: string, packages: string[]): boolean {
	const quiet = ["--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
	return npm(["install", "--prefix", folder, ...quiet, ...packages]) !== undefined;
}

/** Returns the output of npm; undefined if it fails or prints nothing that was asked for. */
function npm(args: string[]): string | undefined {
	const { status, stdout } = spawnSync("npm", args, { encoding: "utf8", shell: process.platform === "win32" });
	const isAsked = args[0] === "view";
	return status === 0 && !(isAsked && stdout.trim() === "") ? stdout.trim() : undefined;
}
