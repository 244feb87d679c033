/**
 * The package as users install it: packed, within its limits of size, installed into an empty folder without this
 * repository's tools, and found by the real pi in each place where it looks for extensions.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { root, session } from "../harness/pi.ts";
import { clis } from "../harness/workplace.ts";

// Current sizes plus up to 3 %. They fall, except with a feature.
const MAX_TARBALL_BYTES = 880_000;
const MAX_WASM_BYTES = 1_553_000;
const MAX_GZIPPED_WASM_BYTES = 658_000;

const folder = mkdtempSync(join(tmpdir(), "pi-question-packed-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const npm = (args: string[], cwd: string) =>
	execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], { cwd, encoding: "utf8" });

/** Folder of the package after npm has installed the tarball, without the peers that pi supplies. */
const installed = (() => {
	const [{ filename }] = JSON.parse(npm(["pack", "--json", "--pack-destination", folder], root));
	assert(statSync(join(folder, filename)).size < MAX_TARBALL_BYTES, "the tarball has grown too large");
	writeFileSync(join(folder, "package.json"), "{}");
	npm(["install", "--omit=peer", "--legacy-peer-deps", "--ignore-scripts", `./${filename}`], folder);
	return join(folder, "node_modules", "pi-question");
})();

const args = { questions: [{ prompt: "Does it work?", options: [{ label: "Yes" }, { label: "No" }] }] };

test("the package holds what runs and its documents, and nothing else", () => {
	const files = readdirSync(installed, { recursive: true, withFileTypes: true });
	const names = files
		.filter((file) => file.isFile())
		.map((file) => join(file.parentPath, file.name).slice(installed.length + 1));
	const folders = new Set(names.map((name) => name.split("/")[0]));
	assert.deepEqual([...folders].sort(), [
		"CHANGELOG.md",
		"LICENSE",
		"README.md",
		"SECURITY.md",
		"acp",
		"bin",
		"docs",
		"extension",
		"package.json",
		"pkg",
	]);
	const shown = names
		.filter((name) => name.endsWith(".md"))
		.flatMap((document) => {
			const text = readFileSync(join(installed, document), "utf8");
			const paths = text.matchAll(/(?:\]\(|src="|srcset=")(?!https?:|mailto:)([^)"#\s]+)/g);
			return [...paths].map(([, path = ""]) => join(dirname(document), path));
		});
	// Pages on the web show the pictures of the repository.
	assert.deepEqual(
		shown.filter((name) => !names.includes(name) && !name.startsWith("docs/pictures/")),
		[],
		"shown, and not in the package",
	);
	assert.deepEqual(
		names.filter((name) => name.startsWith("docs/pictures/")),
		[],
	);
	const documents = names.filter((name) => name.startsWith("docs/"));
	assert.deepEqual(
		documents.filter((name) => !shown.includes(name)),
		[],
		"in the package, and not shown",
	);
	assert.deepEqual(
		readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith(".")),
		["pi-question"],
	);
	const wasm = readFileSync(join(installed, "pkg/question_bg.wasm"));
	assert(wasm.length < MAX_WASM_BYTES, "the module has grown too large");
	assert(gzipSync(wasm, { level: 9 }).length < MAX_GZIPPED_WASM_BYTES, "the module has grown too large, gzipped");
});

test("npm: the executable for ACP clients, and what authors of adapters import", () => {
	const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
	assert.match(node(join(folder, "node_modules", ".bin", "pi-question-acp"), "--help"), /^pi-question-acp \[--/);
	const question = { id: "q1", prompt: "Why?", mode: "input", allowCustom: true, allowEmpty: false };
	const questions = [{ ...question, customLabel: "Something else…" }];
	const request = { type: "ask_user_request", requestId: "r", questions };
	const code = `import { askClient } from "pi-question/acp";
		const client = { capabilities: { elicitation: { form: {} } }, sessionId: "s" };
		const send = async () => ({ action: "accept", content: { q01: "so" } });
		console.log((await askClient(${JSON.stringify(request)}, client, send)).response);`;
	const response = JSON.parse(node("--input-type=module", "-e", code));
	assert.equal(response.answers[0].value, "so");
});

test("npm: the types of what authors of adapters import", () => {
	const file = join(folder, "adapter.mts");
	writeFileSync(
		file,
		`import { type AskUserRequest, askClient, type Client } from "pi-question/acp";
		declare const [request, client]: [AskUserRequest, Client];
		const asked = await askClient(request, client, async () => ({}));
		export const step: string = asked.step;
		// @ts-expect-error: it is no number, so it is not of any type
		export const wrong: number = asked.step;`,
	);
	const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2024", "--types", ""];
	const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
	const run = [compiler, ...options, file];
	const { status, stdout } = spawnSync(process.execPath, run, { cwd: folder, encoding: "utf8" });
	assert.equal(status, 0, stdout);
});

/** The places in which pi finds the package: the arguments that name it, or what is done before pi starts. */
const places: Record<string, { extension: string[]; prepare?: (agent: string) => void }> = {
	"npm: installed and named with -e": { extension: ["-e", installed] },
	"dropped into the agent's extensions folder": {
		extension: [],
		prepare(agent) {
			mkdirSync(join(agent, "extensions"));
			cpSync(installed, join(agent, "extensions", "pi-question"), { recursive: true });
		},
	},
	"pi install: in the agent's settings": {
		extension: [],
		prepare: (agent) => writeFileSync(join(agent, "settings.json"), JSON.stringify({ packages: [installed] })),
	},
};

for (const [place, setup] of Object.entries(places))
	for (const cli of clis)
		test(`${place}, by ${cli}`, async (t) => {
			const pi = session(t, [args], { cli, ...setup });
			await pi.sees("→ 1. Yes");
			await pi.press("1", "Understood.");
			assert.equal(pi.workplace.results()[0]?.text, "Does it work? → Yes");
		});
