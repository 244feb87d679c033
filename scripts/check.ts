/**
 * `npm run check`: checks formatting, lints and types, the claims of ARCHITECTURE.md, unused exports and dependencies,
 * licenses of crates, and that pkg/ and the width table are up to date. The fastest checks come first.
 */
import { isInstalled, prepareTools, run } from "./tools.ts";

const env = prepareTools();
/** Runs a script. Those of dependencies are named by their files, because Windows cannot start them by name. */
const script = (...words: string[]) => run(process.execPath, words, env);
const cargo = (...words: string[]) => run("cargo", words, env);
const clippy = (...what: string[]) => cargo("clippy", "--locked", ...what, "--", "--deny", "warnings");
const wasm = ["--target", "wasm32-unknown-unknown"];

/** The program of `npm run mutants` is no part of the workspace. */
const mutator = ["--manifest-path", "scripts/mutants/Cargo.toml"];
cargo("fmt", "--check");
cargo("fmt", "--check", ...mutator);
script("node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings");
script("scripts/unused.ts");
script("scripts/claims.ts");
script("node_modules/typescript/bin/tsc");
script("node_modules/typescript/bin/tsc", "--project", "tsconfig.page.json"); // with the globals of a browser
script("scripts/width-table.ts", "--check");

// Advisories of crates need the network. A workflow checks them.
if (isInstalled("cargo-deny")) cargo("deny", "--offline", "--locked", "check", "bans", "licenses", "sources");
else console.log("Skipped: cargo-deny is not installed, so licenses and sources of crates are not checked.");

clippy("--workspace", "--all-targets");
clippy("--workspace", "--all-targets", "--exclude", "question-core", ...wasm);
clippy("--package", "question-core", "--lib", ...wasm);
clippy(...mutator, "--target-dir", "target/mutants/tool");

// On Windows, the paths in panic messages have other separators, so the module differs.
if (process.platform === "win32") console.log("Skipped: pkg/ is proven on Linux and macOS.");
else script("scripts/build.ts", "--check");
