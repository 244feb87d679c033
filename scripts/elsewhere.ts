/**
 * `npm run elsewhere`: plays 500 rounds in which the form, the page and the command answer within a moment of each other,
 * takes the times of a tenth of that many questions, but of 30 at least, and checks the page in each size and scheme. Prints
 * the figures. `npm run elsewhere -- 50` plays 50 rounds. One file after the other, because times are taken.
 */
import { root, run } from "./tools.ts";

const [rounds = "500"] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(rounds)) throw new Error("Usage: npm run elsewhere -- [rounds]");
const files = ["e2e/race", "e2e/pace", "core/page-axe"].map((name) => `${root}/tests/${name}.test.ts`);
run(process.execPath, ["--test", "--test-concurrency=1", ...files], { ...process.env, PI_QUESTION_ROUNDS: rounds });
