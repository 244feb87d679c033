/**
 * Part of `npm run check`: finds exports that no other file imports, and dependencies that no source of a crate names.
 * biome and rustc report what is unused within a file or a crate.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { root } from "./tools.ts";

const faults: string[] = [];
const read = (file: string) => readFileSync(join(root, file), "utf8");
const find = (pattern: string) => globSync(pattern, { cwd: root }).map((name) => name.replaceAll("\\", "/"));
const hasWord = (text: string, word: string) => new RegExp(`\\b${word}\\b`).test(text);

/** Files that are imported by pi, and by authors of adapters. */
const entries = ["extension/question.ts", "acp/index.js", "acp/index.d.ts"];
const scripts = find("{acp,bin,extension,scripts,tests}/**/*.{ts,js}").map((file) => {
	const text = read(file).replace(/^\s*(?:\/\/|\/?\*\*?\s).*$/gm, ""); // but comments
	const imports = [...text.matchAll(/"(\.{1,2}\/[^"]+)"/g)].map(([, name = ""]) => join(dirname(file), name));
	return { file, text, imports };
});
for (const { file, text } of scripts.filter(({ file }) => !entries.includes(file))) {
	const users = scripts.filter(({ imports }) => imports.includes(file)).map(({ text }) => text);
	const exported = text.matchAll(/^export (?:async |abstract )*(class|const|function\*?|interface|let|type) (\w+)/gm);
	for (const [, kind = "", name = ""] of exported) {
		// A type that is used elsewhere in its file may be part of another export.
		const isPart = /interface|type/.test(kind) && text.match(new RegExp(`\\b${name}\\b`, "g"))?.length !== 1;
		if (!isPart && !users.some((user) => hasWord(user, name))) faults.push(`${file}: no other file imports ${name}.`);
	}
}

/** Returns the names of dependencies in the sections of a Cargo.toml that fit a pattern. */
function dependencies(file: string, section: string): string[] {
	const sections = read(file).matchAll(new RegExp(`^\\[${section}\\]\\n((?:(?!\\[).*\\n?)*)`, "gm"));
	return [...sections].flatMap(([, lines = ""]) => [...lines.matchAll(/^([\w-]+)[ .]/gm)].map(([, name = ""]) => name));
}
const manifests = find("crates/*/Cargo.toml");
const used = manifests.flatMap((manifest) => {
	const sources = find(`${dirname(manifest)}/**/*.rs`).map(read);
	const names = dependencies(manifest, "(?:build-|dev-)?dependencies");
	for (const name of names.filter((name) => !sources.some((text) => hasWord(text, name.replaceAll("-", "_")))))
		faults.push(`${manifest}: no source names ${name}.`);
	return names;
});
for (const name of dependencies("Cargo.toml", "workspace\\.dependencies").filter((name) => !used.includes(name)))
	faults.push(`Cargo.toml: no crate depends on ${name}.`);

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log("No export and no dependency is unused.");
