/**
 * The form, the page and the command answer within 50 ms of each other: one of them counts, and the others are told.
 * PI_QUESTION_ROUNDS sets the number of rounds; `npm run elsewhere` plays many.
 */
import { after, type TestContext, test } from "node:test";
import { Random } from "../../scripts/soak/random.ts";
import { findBrowser } from "../harness/browser.ts";
import { closeBrowser } from "../harness/page.ts";
import { Arena } from "../harness/race.ts";

const rounds = Number(process.env.PI_QUESTION_ROUNDS ?? 6);
/** Rounds of one pair of pis. */
const MAX_ROUNDS = 50;
/** Of so many rounds, one is played in the browser. */
const BROWSER = 5;
/** Milliseconds within which all answer. */
const WITHIN_MS = 50;

const browser = process.platform === "win32" ? undefined : findBrowser();
after(closeBrowser);

test("of three places that answer within a moment, one counts, and the others are told", {
	skip: process.platform === "win32",
}, async (t) => {
	const random = new Random(rounds);
	const won = new Map<string, number>();
	const play = async (t: TestContext, count: number) => {
		const arena = new Arena(t, count);
		for (let round = 1; round <= count; round++) {
			const delay = () => random.between(0, WITHIN_MS);
			const page = round % BROWSER === 0 ? browser : undefined;
			const first = await arena.play({ form: delay(), page: delay(), command: delay() }, page);
			const name = page ? `${first}, with the browser` : first;
			won.set(name, (won.get(name) ?? 0) + 1);
		}
		await arena.end();
	};
	for (let left = rounds; left > 0; left -= MAX_ROUNDS)
		await t.test(`${left} rounds are left`, (t) => play(t, Math.min(left, MAX_ROUNDS)));
	t.diagnostic(`${rounds} rounds. First: ${[...won].map(([place, count]) => `${place} ${count}`).join("; ")}`);
});
