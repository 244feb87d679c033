/** A program that drives the real pi in rpc mode: dialogs, requests and responses, and errors. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { database, features, naming } from "../harness/args.ts";
import type { Turn } from "../harness/model.ts";
import { PiProgram, runPi, type WireRecord } from "../harness/runs.ts";
import { type PiSetup, values, valuesOf, type Workplace } from "../harness/workplace.ts";

type Args = NonNullable<Turn["calls"]>[number]["args"];

const call = (...questions: Args[]) => ({ tool: "question", args: { questions } });

/** Starts pi with a prompt, after which it asks these questions. */
function asked(t: TestContext, questions: Args[], setup: Partial<PiSetup> = {}): PiProgram {
	const pi = new PiProgram({ turns: [{ calls: [call(...questions)] }, { text: "Understood." }], ...setup });
	t.after(() => pi.stop());
	pi.prompt("go");
	return pi;
}

/** Replies to dialogs in turn. Each is found by a part of its title and answered by the start of an option, or by text. */
async function walk(pi: PiProgram, ...steps: Array<[title: string, reply: string | undefined]>): Promise<void> {
	for (const [title, reply] of steps) {
		const dialog = await pi.dialog();
		assert.ok(dialog.title.includes(title), `${dialog.title} is not ${title}`);
		const options: string[] = dialog.options ?? [];
		const option = options.find((option) => reply !== undefined && option.startsWith(reply));
		assert.ok(dialog.method === "input" || reply === undefined || option, `no ${reply} in ${options.join(" | ")}`);
		if (reply === undefined) await pi.close(dialog);
		else pi.reply(dialog, option ?? reply);
	}
}

const response = (request: WireRecord, answers: unknown, more: object = {}) => ({
	type: "ask_user_response",
	requestId: request.requestId,
	answers,
	...more,
});

test("dialogs: lists, boxes, texts, a note, and a review with a way back", async (t) => {
	const pi = asked(t, [{ ...database, recommended: "pg", defaultValue: "SQLite" }, features, naming]);
	const first = await pi.dialog();
	assert.equal(first.method, "select");
	assert.equal(first.title, "1/3 Database\nWhich database?");
	assert.deepEqual(first.options, [
		"1. PostgreSQL (Recommended)",
		"2. SQLite ◪ (default)",
		"0. Something else…",
		":n A note on your answer",
		":t Discuss it first",
		":l Answer later",
	]);
	pi.reply(first, "0. Something else…");
	await walk(pi, ["Which database?", "DuckDB"], ["Which features?", "1. ☐ Login"]);
	const boxes = await pi.dialog();
	assert.equal(boxes.title, "2/3 Features\nWhich features?");
	assert.deepEqual(boxes.options, [
		"1. ☑ Login",
		"2. ☐ REST API",
		"0. Something else…",
		"✓ Confirm",
		":n A note on your answer",
		":t Discuss it first",
		":l Answer later",
		":b ← Database",
	]);
	pi.reply(boxes, ":n A note on your answer");
	await walk(pi, ["Which features?", "for now"], ["Note: for now", "0. "], ["Which features?", "Telemetry"]);
	await walk(pi, ["Which features?", "✓ "], ["What is it called?", "orders"]);
	const review = await pi.dialog();
	assert.deepEqual(review.options, [
		"0. Submit",
		"1. Database → (wrote) DuckDB",
		"2. Features → Login, (wrote) Telemetry (Note: for now)",
		"3. Name → (wrote) orders",
		":t Discuss it first",
		":l Answer later",
	]);
	pi.reply(review, "1. Database → (wrote) DuckDB");
	// Choosing an answer on the review leads back to its question.
	await walk(pi, ["Which database?", "1. "], ["Review", "2. "], ["Which features?", "✓ "], ["Review", "3. "]);
	await walk(pi, ["What is it called?", ""], ["Review", "0. Submit"]);
	const details = await pi.result();
	assert.deepEqual(values(details), ["answered", "pg", ["auth", "Telemetry"], "orders"]);
	assert.deepEqual([details.mode, details.answers[1].note], ["rpc", "for now"]);
	await pi.settled();
	assert.equal(pi.workplace.results().length, 1);
});

test("dialogs: closing one that holds nothing cancels", async (t) => {
	const pi = asked(t, [naming]);
	await walk(pi, ["What is it called?", undefined]);
	assert.deepEqual(values(await pi.result()), ["cancelled"]);
});

test("dialogs: what a client closes at once, nobody was shown", async (t) => {
	const pi = asked(t, [database, naming]);
	await walk(pi, ["Which database?", "2. "]);
	pi.reply(await pi.dialog(), undefined);
	assert.deepEqual(values(await pi.result()), ["unavailable", "SQLite"]);
	await pi.settled();
	assert.match(pi.workplace.lastMessage(), /could not ask this one\. Nothing is decided\./);
	assert.match(
		pi.workplace.lastMessage(),
		/Entered so far, not final:\nWhich database\? → SQLite.*\nNot answered yet: Name$/,
	);
});

test("the request comes first and holds everything; a response ends it, and the dialog is withdrawn", async (t) => {
	const pi = asked(t, [{ ...database, recommended: "pg" }, features, naming]);
	const request = await pi.request();
	assert.deepEqual(Object.keys(request), ["type", "requestId", "questions"]);
	assert.equal(request.type, "ask_user_request");
	const [asking, boxes, text] = request.questions;
	assert.deepEqual(
		[asking.id, asking.prompt, asking.mode, asking.recommended, asking.options[1]],
		["db", "Which database?", "single", "pg", { value: "SQLite", label: "SQLite" }],
	);
	assert.deepEqual([boxes.mode, text.mode, text.options], ["multi", "input", undefined]);
	const dialog = await pi.dialog();
	pi.reply(dialog, "1. PostgreSQL (Recommended)");
	const open = await pi.dialog();
	pi.respond(response(request, ["SQLite", ["auth", "Telemetry"], { value: "orders", note: "for now" }]));
	const details = await pi.result();
	assert.deepEqual(values(details), ["answered", "SQLite", ["auth", "Telemetry"], "orders"]);
	assert.deepEqual(details.answers[1].wasCustom, [false, true]);
	assert.equal(details.answers[2].note, "for now");
	pi.reply(open, "1. ☐ Login"); // too late, so without effect
	await pi.settled();
	assert.match(pi.workplace.lastMessage(), /^Which database\? → SQLite\n/);
	assert.equal(pi.records.filter(({ method }) => method === "select").length, 2);
});

test("a response that puts the questions off: what it holds is there when they are answered", async (t) => {
	const turns = [{ calls: [call(database, naming)] }, { text: "Understood." }, { text: "Thank you." }];
	const pi = asked(t, [], { turns, args: ["--question-request-only"] });
	pi.respond(response(await pi.request(), { db: "SQLite" }, { later: true }));
	const details = await pi.result();
	assert.deepEqual([values(details), details.unsentAnswers.length], [["pending"], 1]);
	await pi.settled();
	pi.prompt("/questions answer");
	const late = await pi.next("the late request", ({ type, entry }) => type === "entry_appended" && entry.customType);
	pi.respond(response(late.entry.data, { name: "orders" }));
	await pi.settled();
	assert.match(pi.workplace.lastMessage(), /Which database\? → SQLite\nWhat is it called\? → orders \(typed\)$/);
});

test("responses that are not one are refused with a reason, and change nothing", async (t) => {
	const pi = asked(t, [{ ...database, allowCustom: false }, naming]);
	const request = await pi.request();
	const good = response(request, ["pg", "orders"]);
	for (const [odd, reason] of [
		["", /not JSON/],
		["[]", /"type" has to be "ask_user_response"/],
		[{ ...good, requestId: "another" }, /request another is not known; waiting: /],
		[{ ...good, answers: ["pg", null] }, /question 2 \(name\): not answered/],
	] as const) {
		pi.respond(odd);
		assert.match(await pi.notice(), reason);
	}
	pi.respond(good);
	assert.deepEqual(values(await pi.result()), ["answered", "pg", "orders"]);
	await pi.settled();
	for (const late of [good, response(request, ["SQLite", "other"])]) {
		pi.respond(late);
		assert.match(await pi.notice(), /has ended; the response came too late/);
	}
	assert.equal(pi.workplace.sessionResults().length, 1);
});

test("a program that shows the request itself can do without dialogs", async (t) => {
	for (const setup of [{ args: ["--question-request-only"] }, { env: { PI_QUESTION_REQUEST_ONLY: "1" } }]) {
		const pi = asked(t, [database, naming], setup);
		const request = await pi.request();
		pi.respond("?");
		assert.match(await pi.notice(), /not JSON/);
		pi.respond(response(request, ["pg", "orders"]));
		assert.deepEqual(values(await pi.result()), ["answered", "pg", "orders"]);
		assert.ok(!pi.records.some(({ method }) => method === "select" || method === "input"));
	}
	const aborted = asked(t, [database], { args: ["--question-request-only"] });
	await aborted.request();
	aborted.send({ type: "abort" });
	assert.equal((await aborted.result()).outcome, "aborted");
});

test("an abort ends the call, with the answers so far", async (t) => {
	const pi = asked(t, [database, naming]);
	await walk(pi, ["Which database?", "2. "]);
	await pi.dialog();
	pi.send({ type: "abort" });
	assert.deepEqual(values(await pi.result()), ["aborted", "SQLite"]);
	await pi.settled();
});

test("a program that goes away: the session says so, and pi ends at once", async (t) => {
	const points: Array<[string, (pi: PiProgram) => Promise<unknown>, unknown[]]> = [
		["before the first dialog", (pi) => pi.request(), []],
		["in the next dialog", async (pi) => [await walk(pi, ["Which database?", "2. "]), await pi.dialog()], ["SQLite"]],
	];
	for (const args of [[], ["--question-request-only"]]) {
		for (const [name, reach, answers] of args.length > 0 ? points.slice(0, 1) : points) {
			const pi = asked(t, [database, naming], { args });
			await reach(pi);
			const began = Date.now();
			pi.hangUp();
			assert.equal(await pi.exited, 0, name);
			assert.ok(Date.now() - began < 1000, `${name}: ${Date.now() - began} ms`);
			const [result, ...others] = pi.workplace.sessionResults();
			assert.deepEqual(values(result?.details ?? {}), ["connection_lost", ...answers], name);
			assert.match(result?.text ?? "", /^The connection to the user was lost/, name);
			assert.deepEqual(others, []);
			// No run followed.
			assert.equal(pi.workplace.requests().length, 1, name);
			assert.ok(pi.pid === undefined || !existsSync(`/proc/${pi.pid}`), name);
		}
	}
});

test("what was interrupted is asked again when the session goes on, and the model told without a prompt", async (t) => {
	const before = asked(t, [database, naming]);
	await before.dialog();
	before.kill("SIGKILL");
	await before.exited;
	const { workplace } = before;
	const pi = new PiProgram({ workplace, turns: [{ text: "Understood." }], args: ["-c"] });
	t.after(() => pi.stop());
	const sent = await pi.next("the request", ({ type, entry }) => type === "entry_appended" && entry.customType);
	assert.equal(sent.entry.customType, "ask_user_request");
	await walk(pi, ["Which database?", "1. "]);
	pi.respond(response(sent.entry.data, ["SQLite", "orders"]));
	await pi.settled();
	assert.match(workplace.lastMessage(), /^The user has answered the pending questions:\nWhich database\? → SQLite/);
	pi.hangUp();
	await pi.exited;
	const third = new PiProgram({ workplace, turns: [{ text: "Understood." }], args: ["-c"] });
	t.after(() => third.stop());
	third.prompt("/questions");
	assert.match(
		await third.notice(),
		/✓ Which database\?\n {2}→ SQLite\n[\s\S]*✓ What is it called\?\n {2}→ \(wrote\) orders/,
	);
	assert.ok(!third.records.some(({ method }) => method === "select"), "it is not asked a third time");
});

/** Runs a session that leaves a question pending. */
async function left(t: TestContext): Promise<Workplace> {
	const turns = [{ calls: [call(database)] }, { text: "Please answer." }];
	const { workplace } = await runPi({ turns, args: ["-p", "go"] });
	t.after(() => workplace.remove());
	return workplace;
}

test("while a call is asked, or waits for its turn, it is not late", async (t) => {
	const bash = { tool: "bash", args: { command: "sleep 2" } };
	const pi = asked(t, [], { turns: [{ calls: [bash, call(naming)] }, { text: "Understood." }] });
	await pi.next("the first tool", ({ type, toolName }) => type === "tool_execution_start" && toolName === "bash");
	pi.prompt("/questions answer");
	assert.match(await pi.notice(), /No questions are pending/);
	await walk(pi, ["What is it called?", "orders"]);
	await pi.settled();
	assert.deepEqual(valuesOf(pi.workplace.results()), [["answered", "orders"]]);
	assert.equal(pi.records.filter(({ method }) => method === "input").length, 1);
});

test("an answer that is given while a tool runs survives the end of pi, and is told once", async (t) => {
	const workplace = await left(t);
	const bash = { tool: "bash", args: { command: "sleep 60" } };
	const pi = new PiProgram({ workplace, turns: [{ calls: [bash] }], args: ["-c"] });
	t.after(() => pi.stop());
	pi.prompt("go on");
	await pi.next("the tool", ({ type, toolName }) => type === "tool_execution_start" && toolName === "bash");
	pi.prompt("/questions answer");
	const late = await pi.next("the late request", ({ type, entry }) => type === "entry_appended" && entry.customType);
	pi.respond(response(late.entry.data, ["pg"]));
	await pi.next(
		"the answer",
		({ type, entry }) => type === "entry_appended" && entry.customType === "question-answers",
	);
	pi.kill("SIGKILL");
	await pi.exited;
	for (const isRead of [false, true]) {
		const next = new PiProgram({ workplace, turns: [{ text: "Understood." }], args: ["-c"] });
		t.after(() => next.stop());
		if (!isRead) assert.match(await next.notice(), /The model has not read/);
		next.prompt("/questions answer");
		assert.match(await next.notice(), /No questions are pending/);
		next.prompt("and now");
		await next.settled();
		const told = JSON.stringify(workplace.requests().at(-1)).split("Which database? → PostgreSQL").length - 1;
		assert.equal(told, 1);
		next.hangUp();
		await next.exited;
	}
});
