/**
 * Part of `npm run check`: checks the claims of ARCHITECTURE.md that a program can decide. The order of the folders,
 * and the files that each start of pi loads, are read from its tables.
 */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { root } from "./tools.ts";

const faults: string[] = [];
const read = (file: string) => readFileSync(join(root, file), "utf8");
const find = (pattern: string) => globSync(pattern, { cwd: root }).map((name) => name.replaceAll("\\", "/"));
const architecture = read("ARCHITECTURE.md");
const core = "crates/question-core/src";

/** Returns the cells of each row of a table of ARCHITECTURE.md, found by the heading of its first column. */
function table(heading: string): string[][] {
	const found = new RegExp(`^\\| ${heading} \\|.*\\n\\|[-|]+\\n((?:\\|.*\\n)+)`, "m").exec(architecture);
	if (!found) faults.push(`ARCHITECTURE.md has no table "${heading}".`);
	const rows = (found?.[1] ?? "").trimEnd().split("\n");
	return rows.map((row) => row.split("|").map((cell) => cell.trim()));
}

/** Returns the matches of a pattern's first group in a text. */
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, group = ""]) => group);

/** Returns a file without comments on lines of their own, and without Rust's unit tests, which end their files. */
function code(file: string): string {
	const text = read(file).replace(/^\s*(?:\/\/|\/?\*\*?\s).*$/gm, "");
	return file.endsWith(".rs") ? text.replace(/^#\[cfg\(test\)\]\nmod tests \{[\s\S]*/m, "") : text;
}

// Floors: no import goes up, so no two folders depend on each other.

function checkFloors(folder: string, heading: string, files: string, uses: (file: string) => string[]): void {
	const floors = table(heading).flatMap(([, cell = ""]) => all(cell, /`(\w+)\/`/g));
	const folders = find(`${folder}/*/`).map((name) => name.split("/")[folder.split("/").length] ?? "");
	for (const name of folders) if (!floors.includes(name)) faults.push(`${folder}/${name} is in no row of "Floors".`);
	for (const name of floors) if (!folders.includes(name)) faults.push(`"Floors" has ${name}/, which does not exist.`);
	// The first folder of the table is the highest. Files in no folder are above it.
	for (const file of find(`${folder}/**/${files}`)) {
		const [own = "", rest] = file.slice(folder.length + 1).split("/");
		const height = rest === undefined ? -1 : floors.indexOf(own);
		for (const used of uses(file).filter((used) => floors.indexOf(used) < height))
			faults.push(`${file} imports from ${used || "the top"}, which is above it.`);
	}
}

checkFloors(core, "core", "*.rs", (file) => {
	const text = code(file);
	// Of `use crate::{text::{a, b}, json};`, text and json.
	const groups = all(text, /\bcrate::\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g);
	const inGroups = groups.map((group) => group.replace(/\{(?:[^{}]|\{[^{}]*\})*\}/g, ""));
	// As many `super` as a file is deep lead to the top of the crate.
	const depth = file.replace(/(\/mod)?\.rs$/, "").split("/").length - core.split("/").length;
	const climbing = all(text, new RegExp(`\\b(?:super::){${depth}}(\\w+)`, "g"));
	return [...all(text, /\bcrate::(\w+)/g), ...inGroups.flatMap((group) => all(group, /(?:^|,)\s*(\w+)/g)), ...climbing];
});

/** Returns the files that a script imports by imports that fit a pattern. */
const imports = (file: string, pattern: RegExp) => all(code(file), pattern).map((name) => join(dirname(file), name));

checkFloors("extension", "extension", "*.ts", (file) => {
	const used = imports(file, /(?:\bfrom|\bimport\(?)\s*"(\.[^"]+)"/g).map((name) => name.split("/"));
	return used.filter(([top]) => top === "extension").map(([, name = "", rest]) => (rest === undefined ? "" : name));
});

// Files that each start of pi loads.

const entry = "extension/question.ts";
const start = "extension/registration.ts";
const row = table("part").find(([, part]) => part === `\`${entry}\``);
const listed = all(row?.[2] ?? "", /`(\w+(?:\/\w+)?\.[tj]s)`/g).map((name) =>
	name.startsWith("bin/") ? name : `extension/${name}`,
);
const atOnce = /^(?:import|export) (?!type\b)[\w\s{},*]*"(\.[^"]+)"/gm;
const loaded = new Set([start]);
for (const file of loaded) for (const name of imports(file, atOnce)) loaded.add(name);
for (const name of imports(entry, atOnce)) faults.push(`${entry} imports ${name}, without which pi would not start.`);
// The entry loads the files of a start one by one, to say which is damaged.
const oneByOne = imports(entry, /^\t"(\.[^"]+)",$/gm);
for (const file of [...loaded].filter((file) => !oneByOne.includes(file)))
	faults.push(`${file} is loaded at each start, and not listed in ${entry}.`);
for (const [at, file] of oneByOne.entries())
	for (const name of imports(file, atOnce).filter((name) => oneByOne.indexOf(name) > at))
		faults.push(`${entry} lists ${file} before ${name}, which it imports.`);
for (const file of [...loaded].slice(1))
	if (!listed.includes(file)) faults.push(`${file} is loaded at each start, and not listed under "Never".`);
for (const file of listed)
	if (!loaded.has(file)) faults.push(`${file} is listed under "Never", and not loaded at a start.`);

// Content that no file of a part may have. Clippy looks for panics in the core, so its lints have to stay on.

const rust = `${core}/**/*.rs`;
const outside = /\bstd::(?:env|fs|io|net|os|process|thread|time)\b|\be?print(?:ln)?!/;
const escapeCode = /\\(?:x1b|x9b|u\{?0*[19]b|e\[|033)/i;
const silenced =
	/(?:allow|expect)\([^)]*(?:unwrap_used|expect_used|clippy::panic|unreachable|indexing_slicing|string_slice)/;
const never: Array<[part: string, holds: string, what: RegExp, but?: string[]]> = [
	[rust, "I/O, a clock or a thread", outside],
	[rust, "an escape code", escapeCode],
	[rust, "a color", /"#[0-9a-f]{6}"|\brgb\(/i],
	// A form is made for a person who sees it, by the binding of a form or of dialogs. The extension also draws one at its
	// start, unseen.
	[rust, "a form that nobody sees", /\bForm::new\b/],
	["crates/question-wasm/src/!(form|dialogs).rs", "a form that nobody sees", /\bquestionnaire\.form\(/],
	[
		"extension/**/*.ts",
		"a form that nobody sees",
		/(?:core|useCore\(\))\)?\.(?:Form|Dialogs)\b/,
		["extension/core/core.ts", "extension/dialogs/dialogs.ts", "extension/tui/form.ts"],
	],
	[rust, "a lint against panics that is off", silenced, [`${core}/text/class.rs`]], // runs while compiling
	["crates/question-wasm/src/*.rs", "state", /\bstatic mut\b|thread_local!|\b(?:OnceLock|LazyLock|Mutex)\b/],
	// Notifications, and the codes that terminals send around a paste.
	["extension/**/*.ts", "an escape code", escapeCode, ["extension/asking/notify.ts", "extension/tui/input.ts"]],
	["bin/**/*.js", "an escape code", escapeCode],
	["bin/*.js", "an import beside Node's and its own", /\b(?:from|import\(?)\s*"(?!node:|\.\/)/],
	[
		"bin/elsewhere/*.js",
		"an import beside Node's, its own and the module",
		/\b(?:from|import\(?)\s*"(?!node:|\.{1,2}\/\w+\.js"|\.\.\/\.\.\/pkg\/question\.js")/,
	],
	[
		"bin/elsewhere/page/*.js",
		"a string of HTML",
		/\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|DOMParser|\beval\b/,
	],
	["bin/elsewhere/page/*.js", "an import beside its own", /\b(?:from|import\(?)\s*"(?!\.\/\w+\.js")/],
	["bin/pi-question*.js", "a static import", /^import\b/m],
	["bin/*.js", "a field of a form", /"(?:options|prompt|questions)"|\.(?:options|prompt|questions)\b/],
];
for (const [part, holds, what, but = []] of never)
	for (const file of find(part).filter((file) => !but.includes(file))) {
		const found = what.exec(code(file));
		if (found) faults.push(`${file} holds ${holds}: ${found[0]}`);
	}

const tree = ["tree", "--locked", "--package", "question-core", "--edges", "normal", "--prefix", "none"];
const crates = execFileSync("cargo", tree, { cwd: root, encoding: "utf8" });
const hosts = /^(wasm-bindgen|js-sys|web-sys|getrandom|rand|chrono|time|libc) /gm;
for (const crate of all(crates, hosts)) faults.push(`question-core depends on ${crate}.`);

// The names that other tools send: each occurs once in its table, and in no other file except those of declared shapes.

const tables = /^(?:pub\(super\) )?const (\w+): (?:&\[|\[&str|\[\(&str)[^=]*= &?\[\s*([^;]*?),?\s*\];/gm;
const aliases = `${core}/call/aliases.rs`;
const known = new Set<string>();
for (const [, title, rows = ""] of code(aliases).matchAll(tables)) {
	const names = all(rows, /^\s*\("([^"]+)"/gm);
	for (const name of names.filter((name, at) => names.indexOf(name) < at)) faults.push(`${title} has "${name}" twice.`);
	for (const name of names) known.add(name);
}
if (known.size === 0) faults.push(`${aliases} has no tables.`);
for (const file of find(`${core}/call/!(aliases|declared|dialect|mcp).rs`))
	for (const [, title, rows = ""] of code(file).matchAll(tables)) {
		const names = all(rows, /"([^"]+)"/g).filter((name) => known.has(name));
		if (names.length > 0) faults.push(`${file}: ${title} has names that belong into aliases.rs: ${names.join(", ")}.`);
	}

for (const fault of new Set(faults)) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
else console.log("ARCHITECTURE.md agrees with the sources.");
