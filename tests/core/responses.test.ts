/**
 * Replies, responses and aborts of a program in rpc mode, in every order and at every distance: the first one counts, and a
 * response that is too late is reported.
 */
import assert from "node:assert/strict";
import test, { mock } from "node:test";
import type { AskUserRequest } from "../../pkg/question.js";
import { breakCore } from "../harness/core.ts";
import { isPending, summary, TestHost } from "../harness/host.ts";

const database = { id: "db", prompt: "Which?", options: ["pg", "lite"] };
const naming = { id: "name", prompt: "What name?" };

// Each reading of the clock is a second after the last, so that every dialog was open for long enough to be read.
let now = 0;
mock.method(performance, "now", () => {
	now += 1000;
	return now;
});

type Reply = string | object | undefined;

/** A call of the tool and the program that drives pi, with dialogs as in pi's rpc mode. */
class Call {
	readonly host: TestHost;
	/** Number of dialogs so far. */
	dialogs = 0;
	readonly result: ReturnType<TestHost["execute"]>;
	/** Commands that were sent. */
	readonly commands: Array<Promise<void>> = [];
	readonly #controller = new AbortController();
	/** Answers the open dialog. */
	#answer: ((reply: Reply) => void) | undefined;
	#onDialog: () => void = () => {};
	#request: AskUserRequest | undefined;

	/** `onRequest` is called with the request. */
	constructor(questions: object[], onRequest: (call: Call) => void = () => {}) {
		const ui = { select: this.#dialog, input: this.#dialog } as object;
		this.host = new TestHost({ mode: "rpc", ui });
		this.host.onUpdate = (request) => {
			this.#request = request as AskUserRequest;
			onRequest(this);
		};
		this.result = this.host.execute({ questions }, this.#controller.signal);
	}

	/** Opens a dialog like pi's rpc mode and the wrapper around that. */
	readonly #dialog = (_title: string, _more: unknown, { signal }: { signal: AbortSignal }): Promise<Reply> => {
		if (signal.aborted) return Promise.resolve(undefined);
		const dialog = new Promise<Reply>((resolve) => {
			const answer = (reply: Reply) => {
				signal.removeEventListener("abort", withdraw);
				this.#answer = undefined;
				resolve(reply);
			};
			const withdraw = () => answer(undefined);
			signal.addEventListener("abort", withdraw, { once: true });
			this.#answer = answer;
			this.dialogs++;
		});
		this.#onDialog();
		return dialog.finally(() => {});
	};

	/** Waits for the next dialog. */
	async shown(): Promise<this> {
		if (!this.#answer) {
			await new Promise<void>((resolve) => {
				this.#onDialog = resolve;
			});
		}
		return this;
	}

	/** Answers the open dialog. Without one, pi ignores the reply. */
	reply(reply: Reply): void {
		this.#answer?.(reply);
	}

	respond(answers: unknown, more: object = {}): void {
		const response = { type: "ask_user_response", requestId: this.#request?.requestId, answers, ...more };
		this.commands.push(this.host.command("ask_user_response", JSON.stringify(response)));
	}

	abort(): void {
		this.#controller.abort();
	}

	/** Waits for the end of the call. Returns its outcome, its answers and the notices. */
	async end(): Promise<unknown[]> {
		const { details } = await this.result;
		await Promise.all(this.commands);
		this.host.emit("session_shutdown"); // removes its signal listeners
		return [details.outcome, ...details.answers.map(({ value }) => value), ...this.host.notices.map(noticed)];
	}
}

function noticed(notice: string): string {
	return /^ask_user_response was refused: request session:call has ended; the response came too late$/.test(notice)
		? "late"
		: notice;
}

/** Distances between two steps of a program: none, microtasks, or turns of the event loop. */
const distances: Array<[name: string, pass: (() => Promise<void>) | undefined]> = [
	["at once", undefined],
	...Array.from({ length: 24 }, (_, at) => distance(`${at + 1} microtasks`, at + 1, async () => {})),
	...[1, 2, 3].map((turns) => distance(`${turns} turns`, turns, () => new Promise(setImmediate))),
];

function distance(name: string, times: number, pass: () => Promise<void>): [string, () => Promise<void>] {
	const passAll = async () => {
		for (let passed = 1; passed < times; passed++) await pass();
		return pass();
	};
	return [name, passAll];
}

type Step = (call: Call) => void;

const lite: Step = (call) => call.reply("2. lite");
const close: Step = (call) => call.reply(undefined);
const pg: Step = (call) => call.respond(["pg"]);
const other: Step = (call) => call.respond(["lite"]);
const abort: Step = (call) => call.abort();
const shutdown: Step = (call) => call.host.emit("session_shutdown");

/** Steps of a program, and the endings that they may have. At once, it is the first of them. */
const orders: Record<string, [steps: Step[], ...endings: string[]]> = {
	"a reply, a response": [[lite, pg], "answered lite late"],
	"a reply, two responses": [[lite, pg, other], "answered lite late late"],
	"a response, a reply": [[pg, lite], "answered pg"],
	"a response, a reply, a response": [[pg, lite, other], "answered pg late"],
	"two responses": [[pg, other], "answered pg late"],
	// A program that answers the request may close the dialog, or abort the run, just before.
	"closed, a response": [[close, pg], "answered pg", "cancelled late"],
	"an abort, a response": [[abort, pg], "answered pg", "aborted late"],
	"closed, an abort, a response": [[close, abort, pg], "answered pg", "aborted late", "cancelled late"],
	"a response, closed": [[pg, close], "answered pg"],
	"a response, an abort": [[pg, abort], "answered pg"],
	"a reply, an abort, a response": [[lite, abort, pg], "answered lite late"],
	"the session closes, a response": [[shutdown, pg], "aborted late"],
	"a response, the session closes": [[pg, shutdown], "answered pg"],
	"a reply, the session closes, a response": [[lite, shutdown, pg], "answered lite late"],
};

for (const [name, [steps, ...endings]] of Object.entries(orders)) {
	test(`${name}: the first counts, and of a response that comes too late the program is told`, async () => {
		const met = new Set<string>();
		for (const [distance, pass] of distances) {
			const call = await new Call([database]).shown();
			for (const [at, step] of steps.entries()) {
				if (at > 0 && pass) await pass();
				step(call);
			}
			const ending = (await call.end()).join(" ");
			assert.ok(endings.includes(ending), `${distance}: ${ending}`);
			if (distance === "at once") assert.equal(ending, endings[0]);
			assert.equal(call.dialogs, 1);
			met.add(ending);
		}
		assert.ok(endings.length > 2 || met.size === endings.length, [...met].join());
	});
}

test("between questions: a response takes their place, and what was replied before it stands", async () => {
	for (const [distance, pass] of distances) {
		const call = await new Call([database, naming]).shown();
		lite(call);
		if (pass) await pass();
		call.respond(undefined, { cancelled: true });
		assert.deepEqual(await call.end(), ["cancelled", "lite"], distance);
		const whole = await new Call([database, naming]).shown();
		lite(whole);
		if (pass) await pass();
		whole.respond(["pg", "orders"]);
		assert.deepEqual(await whole.end(), ["answered", "pg", "orders"], distance);
	}
});

test("a response that comes before the first dialog leaves none to be shown", async () => {
	for (const [distance, pass] of distances) {
		const call = new Call([database], async (call) => {
			if (pass) await pass();
			pg(call);
			other(call);
		});
		assert.deepEqual(await call.end(), ["answered", "pg", "late"], distance);
		assert.ok(call.dialogs === 0 || distance.endsWith("turns"), distance);
	}
});

test("the request alone: the first response counts, unless an abort was before it", async (t) => {
	process.env.PI_QUESTION_REQUEST_ONLY = "1";
	t.after(() => delete process.env.PI_QUESTION_REQUEST_ONLY);
	for (const [steps, ending] of [
		[[pg, other], "answered pg late"],
		[[pg, abort], "answered pg"],
		[[shutdown, pg], "aborted late"],
	] as const) {
		for (const [distance, pass] of distances) {
			const asked = Promise.withResolvers<void>();
			const call = new Call([database], () => asked.resolve());
			await asked.promise;
			for (const step of steps) {
				if (pass) await pass();
				step(call);
			}
			assert.deepEqual([(await call.end()).join(" "), call.dialogs], [ending, 0], distance);
		}
	}
});

test("a broken core that an abort finds: the call keeps what was replied", async () => {
	const call = await new Call([database, naming]).shown();
	lite(call);
	await call.shown();
	breakCore();
	abort(call);
	assert.deepEqual(await call.end(), ["failed", "lite"]);
});

test("a reply that is no text is asked again, unless a response has come", async () => {
	for (const [distance, pass] of distances) {
		const call = await new Call([database]).shown();
		call.reply({ value: 1 });
		if (pass) await pass();
		pg(call);
		assert.deepEqual(await call.end(), ["answered", "pg"], distance);
		assert.ok(call.dialogs === 1 || distance !== "at once");
	}
});

test("a broken core: the call ends, and the program is told", async () => {
	const call = await new Call([database]).shown();
	breakCore();
	// The first one meets the trap before the form does.
	while (call.commands.length < 2 && (await isPending(call.result))) pg(call);
	assert.equal(summary(await call.result), "failed");
	await Promise.all(call.commands);
	const refused = ["unreachable", "request session:call has ended; the response came too late"];
	assert.deepEqual(
		call.host.notices,
		refused.map((why) => `ask_user_response was refused: ${why}`),
	);
});
