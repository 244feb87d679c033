/**
 * Print and json mode in the real pi: the pending file and the three ways to answer it.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { database, features, naming } from "../harness/args.ts";
import { again, answeredIn, fileIn, later, pending, renamed, understood } from "../harness/asking.ts";
import type { Turn } from "../harness/model.ts";
import { PiTerminal } from "../harness/pi.ts";
import { type Run, runPi } from "../harness/runs.ts";
import { type Workplace, workplaceOf } from "../harness/workplace.ts";

/** Arguments of a call. */
type Args = NonNullable<Turn["calls"]>[number]["args"];

const call = (...questions: Args[]) => ({ tool: "question", args: { questions } });
const asking = [{ calls: [call(database, naming)] }, { text: "Please answer." }];

const textIn = (workplace: Workplace) => readFileSync(fileIn(workplace), "utf8");

/** Runs pi so that questions stay pending. The folders are removed with the test. */
async function asked(t: TestContext, turns: Turn[], args = ["-p", "go"]): Promise<Run> {
	const run = await runPi({ turns, args });
	t.after(() => run.workplace.remove());
	return run;
}

const answeredText =
	"The user has answered the pending questions:\n" +
	"Which database? → PostgreSQL (value: pg)\nWhat is it called? → orders (typed)";

test("the questions are left in a file, and the result says how to answer", async (t) => {
	for (const [mode, args] of [
		["print", ["-p"]],
		["json", ["--mode", "json"]],
	] as const) {
		const { code, stdout, stderr, workplace } = await asked(t, asking, [...args, "go"]);
		const how = "Write the answers into it, or answer with: pi -c -p --answers '[…]'";
		const waits = `pi-question: 2 questions wait (.pi/pending-questions.json). ${how}\n`;
		assert.deepEqual([code, stderr], [0, waits]);
		assert.match(stdout, /Please answer\./);
		const [result] = workplace.results();
		const pendingFile = ".pi/pending-questions.json";
		const { outcome, cancelled, questions, answers, pendingCall, ...details } = result?.details ?? assert.fail();
		assert.deepEqual([outcome, cancelled, questions.length, answers], ["pending", true, 2, []]);
		assert.deepEqual(details, { mode, pendingFile });
		assert.ok(
			result?.text.startsWith(
				"Questions pending. User input required.\n\nTo answer, re-run with:\n" +
					'  pi -c -p @.pi/pending-questions.json "your answers"\n\nOr edit the JSON file and run:\n  pi -c\n\n' +
					"Questions saved to: .pi/pending-questions.json\n",
			),
		);
		assert.equal(statSync(fileIn(workplace)).mode & 0o777, 0o600);
		const { sessionId, timestamp, questions: pending } = JSON.parse(textIn(workplace));
		assert.ok(workplace.sessions()[0]?.includes(sessionId));
		assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000);
		assert.deepEqual(
			pending.map(({ question, call, answer }: Record<string, unknown>) => [question, call, answer]),
			[
				["Which database?", pendingCall, null],
				["What is it called?", pendingCall, null],
			],
		);
	}
});

test("several calls of a run, and of the session, add to one file", async (t) => {
	const two = { calls: [call(database), call({ ...naming, id: "db" })] };
	const { workplace } = await asked(t, [two, { text: "Please answer." }]);
	await again(workplace, ["-c", "-p", "more"], [{ calls: [call(features)] }, { text: "Please answer." }]);
	const { questions } = JSON.parse(textIn(workplace));
	assert.deepEqual(
		questions.map(({ id, question }: Record<string, unknown>) => [id, question]),
		[
			["db", "Which database?"],
			["db-2", "What is it called?"],
			["features", "Which features?"],
		],
	);
	assert.equal(new Set(questions.map(({ call }: { call: string }) => call)).size, 3);
	await again(workplace, ["-c", "-p", "--answers", '{"db": "pg", "db-2": "orders", "features": ["api"]}', "go on"]);
	assert.ok(!existsSync(fileIn(workplace)));
	assert.match(JSON.stringify(workplace.requests().at(-1)), /Which features\? → REST API \(value: api\)/);
});

test("what is piped in may be blank: a filled file goes into the session, and the script is told", async (t) => {
	const workplace = await pending(t, { db: "pg", name: "orders" });
	const { code, stderr } = await runPi({ workplace, turns: understood, args: ["-c", "-p"], input: "\n\n\n" });
	const told = 'pi-question: The model has not acted on the answers that it was sent. Go on with: pi -c -p "go on"\n';
	assert.deepEqual([code, stderr, later(workplace).length], [1, renamed + told, 1]);
	const { stdout } = await again(workplace, ["-c", "-p", "go on"]);
	assert.equal(stdout, "Understood.\n");
	assert.ok(JSON.stringify(workplace.requests().at(-1)).includes(JSON.stringify(answeredText).slice(1, -1)));
});

test("A: in words; another session names the file, and leaves it to the one that has asked", async (t) => {
	for (const further of [[], ["-c"]]) {
		const workplace = await pending(t);
		const { sessionId } = JSON.parse(textIn(workplace));
		const words = "use postgres, call it order-processor";
		const run = await again(workplace, [...further, "-p", "@.pi/pending-questions.json", words]);
		const isOwn = further.length > 0;
		const why = `it holds the questions of another session (pi --session ${sessionId})`;
		const told = isOwn ? renamed : `pi-question: .pi/pending-questions.json: ${why}\n`;
		assert.deepEqual([run.code, run.stdout, run.stderr], [0, "Understood.\n", told]);
		assert.match(workplace.lastMessage(), /"question":"Which database\?"[\s\S]*use postgres, call it order-processor$/);
		assert.equal(existsSync(fileIn(workplace)), !isOwn);
	}
	// A run in which the model fails does not count.
	const workplace = await pending(t);
	const before = textIn(workplace);
	const { code } = await again(workplace, ["-c", "-p", "@.pi/pending-questions.json", "no"], [{ fails: true }]);
	assert.deepEqual([code, textIn(workplace)], [1, before]);
});

test("B: filled into the file, and the session goes on", async (t) => {
	for (const args of [
		["-c", "-p", "go on"],
		["-c", "-p"],
	]) {
		const workplace = await pending(t, { db: "postgresql", name: "orders" });
		const run = await again(workplace, args);
		assert.deepEqual([run.code, run.stdout, run.stderr], [0, "Understood.\n", renamed]);
		const messages = workplace.requests().at(-1) ?? [];
		const told = messages.findLast(({ content }) => JSON.stringify(content).includes("has answered"));
		assert.deepEqual(told?.content, [{ type: "text", text: answeredText }]);
		if (args.length > 2) assert.equal(workplace.lastMessage(), "go on");
		assert.ok(!existsSync(fileIn(workplace)));
		assert.equal(later(workplace)[0]?.details?.outcome, "answered");
		// It is reported once.
		await again(workplace, ["-c", "-p", "and now"]);
		assert.equal(later(workplace).length, 1);
	}
});

test("B: in the terminal, pi -c goes on with the answers by itself", async (t) => {
	const workplace = await pending(t, { db: "SQLite", name: "orders" });
	const pi = new PiTerminal({ workplace, turns: understood, args: ["-c"], columns: 100, rows: 40 });
	t.after(() => pi.kill());
	await pi.sees("Understood.");
	await pi.sees("✓ Which database? → SQLite");
	assert.match(workplace.lastMessage(), /Which database\? → SQLite\n/);
	assert.ok(!existsSync(fileIn(workplace)));
});

test("C: on the command line, for what is pending and for what is asked next", async (t) => {
	const [list, byId] = ['["PostgreSQL", "orders"]', '{"name": "orders", "db": "pg"}'];
	for (const args of [[list], [byId, "go on"]]) {
		const workplace = await pending(t);
		const run = await again(workplace, ["-c", "-p", "--answers", ...args]);
		assert.deepEqual([run.code, run.stdout, run.stderr], [0, "Understood.\n", renamed]);
		assert.ok(JSON.stringify(workplace.requests().at(-1)).includes(JSON.stringify(answeredText).slice(1, -1)));
		assert.ok(!existsSync(fileIn(workplace)));
	}
	const { workplace } = await asked(t, [...asking.slice(0, 1), ...asking], ["-p", "--answers", byId, "go"]);
	const outcomes = workplace.results().map(({ details }) => details.outcome);
	assert.deepEqual(outcomes, ["answered", "pending"], "they are used once");
});

test("what cannot be used is named and left as it is, and no old reply is printed in its place", async (t) => {
	const cases: Array<[args: string[], complaint: RegExp]> = [
		[[], /^pi-question: .*pending-questions\.json: it is not JSON/],
		[["--answers", '["pg"]'], /pi-question: --answers: answers: 1, questions: 2\n/],
	];
	for (const [args, complaint] of cases) {
		const workplace = await pending(t);
		writeFileSync(fileIn(workplace), "{ oops");
		const alone = await again(workplace, ["-c", "-p", ...args]);
		assert.match(alone.stderr, complaint);
		assert.deepEqual([alone.code, alone.stdout, workplace.requests().length], [1, "", 2], alone.stderr);
		const run = await again(workplace, ["-c", "-p", ...args, "go on"]);
		assert.match(run.stderr, complaint);
		// A refused `--answers` makes the command fail.
		const code = args.length > 0 ? 1 : 0;
		assert.deepEqual([run.code, run.stdout, textIn(workplace)], [code, "Understood.\n", "{ oops"], run.stderr);
	}
	const idle = await asked(t, understood, ["-p", "go"]);
	const unused = await again(idle.workplace, ["-c", "-p", "--answers", '["a"]']);
	assert.match(unused.stderr, /^pi-question: --answers was not used: no question waits here\./);
	assert.deepEqual([unused.code, unused.stdout], [1, ""]);
});

test("questions of a session that nobody can go on with do not wait", async (t) => {
	const { workplace } = await asked(t, asking, ["-p", "--no-session", "go"]);
	const [result] = workplace.results();
	assert.equal(result?.details.outcome, "unavailable");
	assert.match(result?.text ?? "", /pi runs without a session \(--no-session\)/);
	assert.ok(!existsSync(fileIn(workplace)));
});

test("/questions clear puts the file aside as it is, whatever stands in it", async (t) => {
	const workplace = await pending(t);
	writeFileSync(fileIn(workplace), "{{");
	const cleared = await again(workplace, ["-p", "/questions clear"]);
	assert.ok(cleared.stderr.includes(renamed), cleared.stderr);
	assert.deepEqual([cleared.code, cleared.stdout], [0, ""]);
	assert.ok(!existsSync(fileIn(workplace)));
	assert.equal(readFileSync(answeredIn(workplace), "utf8"), "{{");
	const { stderr, stdout, code } = await again(await pending(t), ["-c", "-p", "/questions", "/questions clear"]);
	assert.match(stderr, /Waiting for answers .*\n {2}Which database\?(.|\n)*is now .*\.\n$/);
	assert.deepEqual([code, stdout], [0, ""], "the last reply is no news");
});

test("a project's folder that was deleted meanwhile is not made again", async (t) => {
	const workplace = workplaceOf({ turns: asking });
	t.after(() => workplace.remove());
	const gone = join(workplace.project, "gone");
	mkdirSync(gone);
	const bash = { tool: "bash", args: { command: `rm -rf ${gone}` } };
	await runPi({ workplace, cwd: gone, turns: [{ calls: [bash] }, ...asking], args: ["-p", "go"] });
	const [result] = workplace.results();
	assert.equal(result?.details.outcome, "unavailable");
	assert.match(result?.text ?? "", /its folder cannot be made/);
	assert.ok(!existsSync(gone));
});

test("a listing goes through a pipe whole, however slowly it is read", async (t) => {
	const many = Array.from({ length: 300 }, (_, at) => ({ prompt: `${at}: ${"x".repeat(300)}?`, options: ["a", "b"] }));
	const turns = [{ calls: [{ tool: "question", args: { questions: many } }] }, { text: "Please answer." }];
	const { workplace } = await asked(t, turns);
	const { stderr } = await runPi({
		workplace,
		turns: understood,
		args: ["-c", "-p", "/questions"],
		readsAfterMs: 2000,
	});
	assert.ok(stderr.length > 65_536, String(stderr.length));
	assert.match(stderr, /299: x/);
});
