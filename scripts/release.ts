/**
 * `npm run release:check`: checks that this version can be published. Its number, its section of CHANGELOG.md and its tag
 * have to agree, package.json has to name the repository, and pkg/ has to be what the sources build.
 *
 * `npm publish` runs it first. In a dry run of that, it only says what is missing, and builds nothing.
 */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { faultsOf } from "./release/rules.ts";
import { root, run } from "./tools.ts";

const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Returns the lines that git writes; none where there is no repository. */
function git(...args: string[]): string[] {
	const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
	return status === 0 ? stdout.split("\n").filter(Boolean) : [];
}

const { GITHUB_REF_NAME, GITHUB_REF_TYPE, GITHUB_REPOSITORY, GITHUB_SERVER_URL } = process.env;
const manifest = JSON.parse(read("package.json"));
const documents = ["README.md", ...globSync("docs/*.md", { cwd: root })];
const faults = faultsOf({
	manifest,
	locked: JSON.parse(read("package-lock.json")).version,
	changelog: read("CHANGELOG.md"),
	documents: Object.fromEntries(documents.map((name) => [name.replaceAll("\\", "/"), read(name)])),
	tags: GITHUB_REF_TYPE === "tag" && GITHUB_REF_NAME ? [GITHUB_REF_NAME] : git("tag", "--points-at", "HEAD"),
	changed: git("status", "--porcelain").map((line) => line.slice(3)),
	address: GITHUB_REPOSITORY && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`,
});
if (process.platform === "win32")
	faults.push("On Windows, pkg/ cannot be compared with the sources. Publish from Linux or macOS.");

const name = `${manifest.name} ${manifest.version}`;
for (const fault of faults) console.error(fault);
if (process.env.npm_config_dry_run === "true") {
	if (faults.length > 0) console.error(`The dry run goes on. ${name} cannot be published yet.`);
	else console.log(`${name} can be published, if pkg/ is what the sources build, which a dry run does not check.`);
} else if (faults.length > 0) process.exitCode = 1;
else {
	run(process.execPath, ["scripts/build.ts", "--check"]);
	console.log(`${name} can be published.`);
}
