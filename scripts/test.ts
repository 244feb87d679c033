/** `npm test`: all tests, in Rust, in wasm and in the real pi. A test that waits for ever fails after three minutes. */
import { globSync } from "node:fs";
import { prepareTools, root, run } from "./tools.ts";

const env = prepareTools();
run("cargo", ["test", "--locked", "--package", "question-core"], env);
run("wasm-pack", ["test", "--node", "crates/question-wasm"], env);
// Most files wait for pi to start and for its screen: more of them than there are processors get through sooner.
const node = ["--test", "--test-timeout=180000", "--test-concurrency=4"];
run(process.execPath, [...node, ...globSync("tests/*/*.test.ts", { cwd: root }).sort()], env);
