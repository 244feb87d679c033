/** The part `headless` of the tests: what it leaves out is what has to be left out, and all that. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { notHeadless } from "../../scripts/headless.ts";

const tests = fileURLToPath(new URL("..", import.meta.url));
const found = (pattern: string) => globSync(`${pattern}.test.ts`, { cwd: tests });
const textOf = (file: string) => readFileSync(join(tests, file), "utf8");

/** Returns the packages that a file of a test loads, and the files of the harness do. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
	if (seen.has(file)) return [];
	seen.add(file);
	const names = [...textOf(file).matchAll(/^(?:import|export|\} from)\b(?! type).*?"([^"]+)";$/gm)].map(
		([, name = ""]) => name,
	);
	return names.flatMap((name) => {
		const path = normalize(join(dirname(file), name));
		if (!name.startsWith(".")) return [name];
		return path.startsWith("..") ? [] : packagesOf(path, seen);
	});
}

test("each pattern names files, which are there and are named once", () => {
	const all = notHeadless.flatMap(({ files }) => files.map((pattern) => [pattern, found(pattern)] as const));
	for (const [pattern, files] of all) assert.ok(files.length > 0, pattern);
	const names = all.flatMap(([, files]) => files);
	assert.equal(new Set(names).size, names.length);
});

test("what is left loads no terminal and no browser, and starts no other program unless it says where not", () => {
	const without = new Set(notHeadless.flatMap(({ files }) => files.flatMap(found)));
	const left = found("*/*").filter((file) => !without.has(file));
	assert.ok(left.length > 30, `${left.length}`);
	for (const file of left) {
		const packages = packagesOf(file);
		for (const needed of ["@lydell/node-pty", "playwright-core"])
			assert.ok(!packages.includes(needed), `${file}: ${needed}`);
		if (/#!\/|"mkfifo"|spawn(?:Sync)?\("/.test(textOf(file))) assert.match(textOf(file), /\bskip\b|noPosix/, file);
	}
	// And those that are left out for a terminal or a browser load it.
	for (const [at, needed] of ["@lydell/node-pty", "playwright-core"].entries())
		for (const file of (notHeadless[at]?.files ?? []).flatMap(found))
			assert.ok(packagesOf(file).includes(needed), `${file} does without ${needed}`);
});
