/**
 * Versions of pi other than that of the dev dependency, for the end-to-end tests. Each is installed once per machine, into
 * the cache folder of the tools.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cache } from "./tools.ts";

/** The oldest release that is supported. */
export const oldestPi = "1.4.0";

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
			if (!install(draft, number)) return undefined;
			if (!existsSync(folder)) renameSync(draft, folder);
		} finally {
			rmSync(draft, { recursive: true, force: true });
		}
	}
	const installed = join(folder, "node_modules", name);
	const { bin } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
	return join(installed, bin.pi);
}

function install(folder: string, version: string): boolean {
	const quiet = ["--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
	return npm(["install", "--prefix", folder, ...quiet, `${name}@${version}`]) !== undefined;
}

/** Returns the output of npm; undefined if it fails or prints nothing that was asked for. */
function npm(args: string[]): string | undefined {
	const { status, stdout } = spawnSync("npm", args, { encoding: "utf8", shell: process.platform === "win32" });
	const isAsked = args[0] === "view";
	return status === 0 && !(isAsked && stdout.trim() === "") ? stdout.trim() : undefined;
}
