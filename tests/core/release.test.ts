/** What keeps a version from being published, and the script that says so. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { faultsOf, type Release } from "../../scripts/release/rules.ts";
import { folder } from "../harness/program.ts";

const url = "git+https://github.com/ann/pi-question.git";
const section = "## [1.2.0] - 2026-01-31\n\n### Added\n\n- Something.\n";
const older = "\n## [1.1.0] - 2025-12-01\n\n- Something.\n";
const good: Release = {
	manifest: { version: "1.2.0", repository: { url } },
	locked: "1.2.0",
	changelog: `# Changelog\n\n## [Unreleased]\n\n${section}${older}`,
	documents: { "README.md": "pi install npm:pi-question", "docs/acp.md": "npx -p pi-question@1.2.0 pi-question-acp" },
	tags: ["v1.2.0"],
	changed: [],
};
const repository = (named: unknown, address?: string) =>
	({ manifest: { version: "1.2.0", repository: named }, address }) as Partial<Release>;

const rows: Record<string, [change: Partial<Release>, ...faults: RegExp[]]> = {
	"all is right": [{}],
	"all is right, where it is published from": [{ address: "https://github.com/ann/pi-question" }],
	"no section for what is unreleased": [{ changelog: section }],
	"another tag beside its own": [{ tags: ["stable", "v1.2.0"] }],
	"no repository": [
		repository(undefined),
		/names no repository.*pictures.*npm pkg set repository\.type=git repository\.url=git\+https:.*OWNER\/NAME\.git$/,
	],
	"no repository, in a known one": [
		repository({ type: "git" }, "https://github.com/bob/fork"),
		/names no repository.*url=git\+https:\/\/github\.com\/bob\/fork\.git$/,
	],
	"a short name": [repository("ann/pi-question"), /as ann\/pi-question, which npm would rewrite/],
	"an address that is not git's": [repository({ url: "https://github.com/ann/pi-question" }), /npm would rewrite/],
	"another repository": [repository({ url }, "https://github.com/bob/fork"), /ann.*, and this is another one.*bob/],
	"another version in the lock file": [{ locked: "1.1.0" }, /^package-lock\.json has version 1\.1\.0, .* 1\.2\.0\.$/],
	"another version in a document": [
		{ documents: { "docs/acp.md": "pi-question@1.1.0, pi-question@1.1.0, pi-question@1.2.0-rc.1" } },
		/^docs\/acp\.md tells users to run version 1\.1\.0/,
		/1\.2\.0-rc\.1/,
	],
	"no section": [{ changelog: older }, /no section of version 1\.2\.0.*"## \[1\.2\.0\] - YYYY-MM-DD"$/],
	"a section below that of another version": [{ changelog: `${older}\n${section}` }, /no section of version 1\.2\.0/],
	"no date": [{ changelog: section.replace(" - 2026-01-31", "") }, /has no date/],
	"an odd date": [{ changelog: section.replace("2026-01-31", "today") }, /has no date/],
	"an empty section": [{ changelog: `## [1.2.0] - 2026-01-31\n${older}` }, /is empty/],
	"entries that are unreleased": [
		{ changelog: `## [Unreleased]\n\n- More.\n\n${section}` },
		/under \[Unreleased\]. Move them/,
	],
	"no changelog": [{ changelog: "" }, /no section/],
	"no tag": [{ tags: ["stable"] }, /no tag.*git tag v1\.2\.0$/],
	"the tag of another version": [{ tags: ["v1.1.0"] }, /has the tag v1\.1\.0, and package\.json version 1\.2\.0\./],
	"files that are not committed": [{ changed: ["docs/new.md", "pkg/question.js"] }, /docs\/new\.md, pkg\/question\.js/],
	"several at once": [{ locked: "1.1.0", tags: [], changelog: "" }, /lock/, /no section/, /no tag/],
};

for (const [name, [change, ...expected]] of Object.entries(rows))
	test(name, () => {
		const faults = faultsOf({ ...good, ...change });
		assert.equal(faults.length, expected.length, faults.join("\n"));
		for (const [at, pattern] of expected.entries()) assert.match(faults[at] ?? "", pattern);
	});

/** A repository that holds the script, a version that can be published, and a build that says with what it was called. */
function checkout(t: test.TestContext) {
	const place = folder(t);
	const write = (name: string, text: string) => {
		mkdirSync(dirname(join(place, name)), { recursive: true });
		writeFileSync(join(place, name), text);
	};
	const scripts = fileURLToPath(new URL("../../scripts", import.meta.url));
	for (const name of ["release.ts", "release", "tools.ts"])
		cpSync(join(scripts, name), join(place, "scripts", name), { recursive: true });
	write("scripts/build.ts", 'console.log("built", ...process.argv.slice(2));');
	write("package.json", JSON.stringify({ name: "it", type: "module", ...good.manifest }));
	write("package-lock.json", JSON.stringify({ version: good.locked }));
	write("CHANGELOG.md", good.changelog);
	for (const [name, text] of Object.entries(good.documents)) write(name, text);
	const config = {
		"user.name": "Ann",
		"user.email": "ann@localhost",
		"commit.gpgsign": "false",
		"tag.gpgsign": "false",
	};
	const flags = Object.entries(config).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
	const git = (...args: string[]) => execFileSync("git", [...flags, ...args], { cwd: place, stdio: "ignore" });
	git("init");
	git("add", "--all");
	git("commit", "--message", "all");
	git("tag", "v1.2.0");
	const inherited = Object.entries(process.env).filter(([name]) => !/^(GITHUB_|npm_config_)/i.test(name));
	const run = (env: Record<string, string> = {}) => {
		const options = { cwd: place, encoding: "utf8", env: { ...Object.fromEntries(inherited), ...env } } as const;
		const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/release.ts"], options);
		return { status, said: stdout + stderr };
	};
	return { write, run };
}

test("the script", { skip: process.platform === "win32" }, async (t) => {
	const { write, run } = checkout(t);
	const dry = { npm_config_dry_run: "true" };
	const ready = { status: 0, said: "built --check\nit 1.2.0 can be published.\n" };
	assert.deepEqual(run(), ready);
	assert.match(run(dry).said, /^it 1\.2\.0 can be published, if/);

	// What GitHub tells a workflow.
	const github = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "ann/pi-question" };
	assert.deepEqual(run({ ...github, GITHUB_REF_TYPE: "tag", GITHUB_REF_NAME: "v1.2.0" }), ready);
	assert.deepEqual(run({ ...github, GITHUB_REF_TYPE: "branch", GITHUB_REF_NAME: "main" }), ready);
	const other = run({ ...github, GITHUB_REPOSITORY: "bob/fork", GITHUB_REF_TYPE: "tag", GITHUB_REF_NAME: "v1.1.0" });
	assert.match(other.said, /^package\.json names the repository .*\nThe commit has the tag v1\.1\.0.*\n$/);
	assert.equal(other.status, 1);

	write("package.json", JSON.stringify({ name: "it", type: "module", version: "1.2.0" }));
	write("docs/new.md", "pi-question@1.0.0");
	const faults = [
		/names no repository/,
		/^docs\/new\.md tells/,
		/^Files differ from the commit: package\.json, docs\/new\.md\.$/,
	];
	for (const [env, status] of [
		[{}, 1],
		[dry, 0],
	] as const) {
		const { said, ...ended } = run(env);
		assert.equal(ended.status, status, said);
		const lines = said.trimEnd().split("\n");
		for (const [at, fault] of faults.entries()) assert.match(lines[at] ?? "", fault);
		assert.equal(
			lines[faults.length],
			status === 0 ? "The dry run goes on. it 1.2.0 cannot be published yet." : undefined,
		);
	}
});
