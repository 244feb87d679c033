/** Programs in rpc mode that do several things at once, switch sessions, or end pi in unusual ways. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { naming } from "../harness/args.ts";
import { asking, later, understood } from "../harness/asking.ts";
import type { Turn } from "../harness/model.ts";
import { PiProgram, type WireRecord } from "../harness/runs.ts";
import { begun, type PiSetup, values, valuesOf } from "../harness/workplace.ts";

function start(t: TestContext, turns: Turn[], setup: Partial<PiSetup> = {}): PiProgram {
	const pi = new PiProgram({ turns, ...setup });
	t.after(() => pi.stop());
	return pi;
}

/** Starts pi and waits for the request of both questions and the first dialog. */
async function asked(t: TestContext, more: Turn[] = understood) {
	const pi = start(t, [asking, ...more]);
	pi.prompt("go");
	return { pi, request: await pi.request(), dialog: await pi.dialog() };
}

const answersTo = ({ requestId }: WireRecord, answers: unknown) =>
	`/ask_user_response ${JSON.stringify({ type: "ask_user_response", requestId, answers })}`;

/** Kills pi while it asks, and returns its folders. */
async function killed(t: TestContext, turn: Turn = asking): Promise<PiProgram["workplace"]> {
	return begun(t, JSON.stringify(turn), async () => {
		const pi = new PiProgram({ turns: [turn] });
		pi.prompt("go");
		await pi.dialog().finally(() => pi.kill("SIGKILL"));
		await pi.exited;
		return pi.workplace;
	});
}

test("a response wins over the dialog that is closed, and over the abort, that come with it", async (t) => {
	for (const then of [
		(dialog: WireRecord) => ({ type: "extension_ui_response", id: dialog.id, cancelled: true }),
		() => ({ type: "abort" }),
	]) {
		for (const isFirst of [true, false]) {
			const { pi, request, dialog } = await asked(t);
			const response = { type: "prompt", message: answersTo(request, ["SQLite", "orders"]) };
			pi.sendAtOnce(...(isFirst ? [response, then(dialog)] : [then(dialog), response]));
			assert.deepEqual(values(await pi.result()), ["answered", "SQLite", "orders"]);
		}
	}
});

const replyTo = ({ id }: WireRecord, value: string) => ({ type: "extension_ui_response", id, value });
const prompt = (message: string) => ({ type: "prompt", message });

test("the last reply and another session at once: the answer is kept, and pi goes on", async (t) => {
	const pi = start(t, [{ calls: [{ tool: "question", args: { questions: [naming] } }] }, ...understood]);
	pi.prompt("go");
	const request = await pi.request();
	const dialog = await pi.dialog();
	pi.sendAtOnce(replyTo(dialog, "orders"), prompt(answersTo(request, ["billing"])), { type: "new_session" });
	assert.match(await pi.notice(), /has ended; the response came too late$/);
	await pi.next("the new session", ({ type, command }) => type === "response" && command === "new_session");
	pi.prompt("/questions");
	assert.equal(await pi.notice(), "No questions in this session.");
	assert.deepEqual(values(pi.workplace.sessionResults()[0]?.details ?? {}), ["answered", "orders"]);
});

test("null closes a dialog as nothing does", async (t) => {
	const { pi, dialog } = await asked(t);
	await pi.close(dialog, null);
	assert.equal((await pi.result()).outcome, "cancelled");
});

test("a session that is switched to is asked once", async (t) => {
	const workplace = await killed(t);
	const pi = start(t, understood, { workplace });
	pi.send({ type: "switch_session", sessionPath: workplace.sessions()[0] });
	pi.reply(await pi.dialog(), "1. PostgreSQL");
	pi.reply(await pi.dialog(), "orders");
	pi.reply(await pi.dialog(), "0. Submit");
	await pi.settled();
	assert.equal(later(workplace).length, 1);
	assert.equal(pi.records.filter(({ entry }) => entry?.customType === "ask_user_request").length, 1);
});

test("calls that were cut off together: the model goes on when all are answered", async (t) => {
	const one = (prompt: string) => ({ tool: "question", args: { questions: [{ prompt }] } });
	const workplace = await killed(t, { calls: [one("First?"), one("Second?")] });
	const pi = start(t, understood, { workplace, args: ["-c"] });
	pi.reply(await pi.dialog(), "a");
	pi.reply(await pi.dialog(), "b");
	await pi.settled();
	assert.equal(workplace.requests().length, 2);
	assert.deepEqual(
		later(workplace).map(({ content }) => String(content).split("\n").at(-1)),
		["First? → a (typed)", "Second? → b (typed)"],
	);
});

test("/questions answer twice opens the questions once", async (t) => {
	const pi = start(t, understood, { workplace: await killed(t), args: ["-c"] });
	const dialog = await pi.dialog();
	pi.prompt("/questions answer");
	assert.equal(await pi.notice(), "These questions are open already.");
	pi.reply(dialog, "1. PostgreSQL");
});

test("a signal is a program that goes away", async (t) => {
	for (const signal of ["SIGTERM", "SIGHUP"] as const) {
		const { pi, dialog } = await asked(t);
		pi.reply(dialog, "2. SQLite");
		await pi.dialog();
		pi.kill(signal);
		await pi.exited;
		assert.deepEqual(valuesOf(pi.workplace.sessionResults()), [["connection_lost", "SQLite"]]);
		assert.equal(pi.workplace.requests().length, 1, "the model is not asked again");
	}
});

test("texts with every kind of line end come and go whole", async (t) => {
	const { pi, request } = await asked(t);
	const text = "a\u2028b\u2029c\u0085d\r\ne";
	pi.prompt(answersTo(request, ["SQLite", text]));
	assert.deepEqual(values(await pi.result()), ["answered", "SQLite", text]);
});

test("another session is turned to while a question is asked again: what was entered stays in the one that was left", async (t) => {
	const workplace = await killed(t);
	const pi = start(t, understood, { workplace, args: ["-c"] });
	pi.reply(await pi.dialog(), "2. SQLite");
	await pi.dialog();
	pi.send({ type: "new_session" });
	await pi.next("the new session", ({ type, command }) => type === "response" && command === "new_session");
	pi.prompt("/questions");
	assert.equal(await pi.notice(), "No questions in this session.");
	pi.hangUp();
	assert.equal(await pi.exited, 0);
	assert.equal(pi.stderr, "");
	assert.deepEqual(
		later(workplace).map(({ data }) => values(data as WireRecord)),
		[["aborted", "SQLite"]],
	);
});

test("--answers are for the session that pi was started with", async (t) => {
	const args = ["--answers", '["SQLite", "orders"]'];
	const pi = start(t, [asking, ...understood, asking], { args });
	pi.prompt("go");
	assert.deepEqual(values(await pi.result()), ["answered", "SQLite", "orders"]);
	await pi.settled();
	pi.send({ type: "new_session" });
	await pi.next("the new session", ({ type, command }) => type === "response" && command === "new_session");
	pi.prompt("go");
	assert.match((await pi.dialog()).title, /Which database\?/);
});
