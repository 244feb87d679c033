/**
 * `npm run check`: formatting, lints and types, the claims of ARCHITECTURE.md, and that everything generated is what the
 * sources give.
 */
import { prepareTools, run } from "./tools.ts";

const env = prepareTools();
const clippy = ["clippy", "--locked", "--workspace", "--all-targets"];
run("cargo", ["fmt", "--check"], env);
run("cargo", [...clippy, "--", "--deny", "warnings"], env);
run(
	"cargo",
	[...clippy, "--target", "wasm32-unknown-unknown", "--exclude", "question-core", "--", "--deny", "warnings"],
	env,
);
run(
	"cargo",
	[
		"clippy",
		"--locked",
		"--package",
		"question-core",
		"--lib",
		"--target",
		"wasm32-unknown-unknown",
		"--",
		"--deny",
		"warnings",
	],
	env,
);
run("biome", ["ci", "--error-on-warnings"], env);
run("tsc", [], env);
run(process.execPath, ["scripts/claims.ts"], env);
run(process.execPath, ["scripts/unused.ts"], env);
run(process.execPath, ["scripts/width-table.ts", "--check"], env);
run(process.execPath, ["scripts/build.ts", "--check"], env);
