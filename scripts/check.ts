/**
 * `npm run check`: formatting, lints and types, the claims of ARCHITECTURE.md, what is unused, what is depended on, and
 * that everything generated is what the sources give. The fastest come first.
 */
import { isInstalled, prepareTools, run } from "./tools.ts";

const env = prepareTools();
/** Runs a script; of dependencies by its file, because Windows starts none by its name. */
const script = (...words: string[]) => run(process.execPath, words, env);
const cargo = (...words: string[]) => run("cargo", words, env);
const clippy = (...what: string[]) => cargo("clippy", "--locked", ...what, "--", "--deny", "warnings");
const wasm = ["--target", "wasm32-unknown-unknown"];

cargo("fmt", "--check");
script("node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings");
script("scripts/unused.ts");
script("scripts/claims.ts");
script("node_modules/typescript/bin/tsc");
script("scripts/width-table.ts", "--check");

// Without development dependencies there are none, so this needs no network until there are.
const audit = ["audit", "--omit=dev"];
process.env.npm_execpath ? script(process.env.npm_execpath, ...audit) : run("npm", audit, env);
// Advisories need the network: a workflow asks for them.
if (isInstalled("cargo-deny")) cargo("deny", "--offline", "--locked", "check", "bans", "licenses", "sources");
else console.log("Skipped: cargo-deny is not installed, so licenses and sources of crates are not checked.");

clippy("--workspace", "--all-targets");
clippy("--workspace", "--all-targets", "--exclude", "question-core", ...wasm);
clippy("--package", "question-core", "--lib", ...wasm);

// Panics name source files, with other separators there.
if (process.platform === "win32") console.log("Skipped: pkg/ is proven on Linux and macOS.");
else script("scripts/build.ts", "--check");
