/** Questions in the user's code editor, with the official client, the real adapter and the real pi. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { AcpQuestionRequest } from "../../pkg/question.js";
import { AcpClient, type AcpSetup, type Asked, adapter, FORM, passThrough, QUESTION_REQUEST } from "../harness/acp.ts";
import { database, naming } from "../harness/args.ts";
import { bash, Child } from "../harness/child.ts";
import type { Turn } from "../harness/model.ts";
import { type SentResult, valuesOf } from "../harness/workplace.ts";

const CANCELLED = "Question was cancelled by user.";

const setup = {
	questions: [
		{ ...database, recommended: "pg" },
		{ id: "with", label: "Extras", prompt: "With what?", mode: "multi", options: ["Auth", "REST"] },
		naming,
	],
};
const one = { questions: [{ id: "go", prompt: "Deploy now?", options: ["Yes", "No"] }] };
const text = { questions: [naming] };

/** A run in which the model makes one call and receives its result. */
class Run {
	readonly client: AcpClient;
	readonly session: string;
	readonly over: ReturnType<AcpClient["prompt"]>;

	constructor(client: AcpClient, session: string) {
		this.client = client;
		this.session = session;
		this.over = client.prompt(session);
		this.over.catch(() => {}); // if the test ends first
	}

	static async of(t: TestContext, args: object, setup: Partial<AcpSetup> = {}): Promise<Run> {
		const client = new AcpClient(t, { turns: turns(args), ...setup });
		return new Run(client, await client.start());
	}

	/** Answers the next request to the client. */
	async answer(result: unknown, method = "elicitation/create"): Promise<Asked> {
		const asked = await this.client.asked();
		assert.equal(asked.method, method);
		asked.reply(result);
		return asked;
	}

	async result(): Promise<SentResult> {
		assert.deepEqual(await this.over, { stopReason: "end_turn" });
		assert.equal(this.client.isAsked, false);
		const [result] = this.client.workplace.results();
		assert(result);
		return result;
	}

	/** Waits for the result and returns it. */
	async told(): Promise<string> {
		const { text, details } = await this.result();
		return `${details.outcome}: ${text}`;
	}
}

function turns(args: object) {
	return [{ calls: [{ tool: "question", args: args as never }] }, { text: "Understood." }];
}

const accept = (content?: object) => ({ action: "accept", ...(content && { content }) });

test("all questions in one form, with texts and notes of the user's own", async (t) => {
	const run = await Run.of(t, setup);
	const content = {
		q01: "SQLite",
		q01_other: "for now",
		q02: ["REST", "Auth"],
		q02_other: "Admin",
		q03: "orders",
	};
	const { params } = await run.answer(accept(content));
	const { details } = await run.result();
	assert.equal(params.sessionId, run.session);
	const call = run.client.updates.find(({ sessionUpdate }) => sessionUpdate === "tool_call");
	assert.equal(params.toolCallId, call?.toolCallId);
	assert.equal(
		await run.told(),
		"answered: Which database? → SQLite (note: for now)\n" +
			"With what? → Auth, REST, Admin (typed)\nWhat is it called? → orders (typed)",
	);
	assert.equal(details.mode, "rpc");
	assert.doesNotMatch(JSON.stringify(run.client.updates), /ask_user_request/);
});

/** Replies to the forms of a call, a number for an error of this code, and what the model is told. */
const replies: Array<[name: string, args: object, replies: unknown[], told: string, more?: Partial<AcpSetup>]> = [
	["decline: the user has left", setup, [{ action: "decline" }], `cancelled: ${CANCELLED}`],
	[
		"a client that knows forms and does not show them is asked in another way",
		one,
		[-32602, { answers: [{ id: "go", selectedIndex: 0 }] }],
		"answered: Deploy now? → Yes",
		{ capabilities: { ...QUESTION_REQUEST, ...FORM } },
	],
	[
		"one pass-through behind another",
		one,
		[accept({ q01: "No" })],
		"answered: Deploy now? → No",
		{ command: [...passThrough, "--", ...passThrough, "--", ...adapter] },
	],
];

for (const [name, args, all, told, more] of replies)
	test(name, async (t) => {
		const run = await Run.of(t, args, more);
		for (const reply of all) {
			const asked = await run.client.asked();
			typeof reply === "number" ? asked.refuse(reply) : asked.reply(reply);
		}
		assert.equal(await run.told(), told);
	});

test("the run is stopped: the form is withdrawn, and what was answered before is not lost", async (t) => {
	const run = await Run.of(t, setup);
	await run.answer(accept({ q03: "orders" }));
	const asked = await run.client.asked();
	await run.client.cancel(run.session);
	assert.equal((await run.over).stopReason, "cancelled");
	assert.equal(asked.withdrawn.aborted, true);
	assert.deepEqual(valuesOf(run.client.workplace.sessionResults()), [["aborted", "orders"]]);
	assert.equal(run.client.workplace.requests().length, 1, "the model has not gone on");
});

test("a client that shows questions in its own way", async (t) => {
	const run = await Run.of(t, setup, { capabilities: QUESTION_REQUEST });
	const answers = [
		{ id: "db", selectedIndex: 1 },
		{ id: "with", selectedIndices: [1], customText: "Admin", note: "soon" },
		{ id: "name", customText: "orders" },
	];
	const { params } = await run.answer({ answers }, "question_request");
	const { questions, ...rest } = params as unknown as AcpQuestionRequest;
	assert.deepEqual(
		questions.map(({ id, title, options, multiSelect }) => [id, title, options, multiSelect]),
		[
			["db", "Which database?", ["PostgreSQL (Recommended)", "SQLite"], false],
			["with", "With what?", ["Auth", "REST"], true],
			["name", "What is it called?", [], false],
		],
	);
	assert.equal(rest.sessionId, run.session);
	assert.equal(
		await run.told(),
		"answered: Which database? → SQLite\nWith what? → REST, Admin (typed) (note: soon)\nWhat is it called? → orders (typed)",
	);
});

const choose = (optionId: string) => ({ outcome: "selected", optionId });

/** What a client that knows permission requests alone replies to them, and what the model is told. */
const permissions: Array<[name: string, questions: object[], outcomes: object[], told: RegExp]> = [
	["one of them is chosen", one.questions, [choose("choice-1")], /^answered: Deploy now\? → No$/],
	["its user closes it", one.questions, [{ outcome: "cancelled" }], new RegExp(`^cancelled: ${CANCELLED}$`)],
	[
		"a text that cannot be asked for is nobody's refusal",
		text.questions,
		[],
		/^unavailable: Error: UI is unavailable.* Nothing is decided\. Do only what needs no answer, put the question into your reply and end your turn/,
	],
	[
		"what was chosen before such a text is told",
		[...one.questions, ...text.questions],
		[choose("choice-0")],
		/^unavailable: .*\nEntered so far, not final:\nDeploy now\? → Yes\nNot answered yet: Name$/,
	],
];

for (const [how, command] of [
	["", undefined],
	[", without the pass-through", adapter],
] as const)
	for (const [name, questions, outcomes, told] of permissions)
		test(`permission requests: ${name}${how}`, async (t) => {
			const run = await Run.of(t, { questions }, { capabilities: {}, ...(command && { command }) });
			for (const outcome of outcomes) {
				const asked = await run.client.asked();
				assert.equal(asked.method, "session/request_permission");
				assert.match(asked.params.toolCall.title, /Deploy now\?$/);
				await setTimeout(500); // the time that reading it takes
				asked.reply({ outcome });
			}
			assert.match(await run.told(), told);
		});

test("a client that gives every permission by itself has answered nothing", async (t) => {
	const run = await Run.of(t, one, { capabilities: {} });
	await run.answer({ outcome: choose("choice-0") }, "session/request_permission");
	assert.match(
		await run.told(),
		/^unavailable: .* Nothing is decided\. Do only what needs no answer, put the question into your reply and end your turn/,
	);
});

test("two sessions of one adapter, answered the other way round", async (t) => {
	const client = new AcpClient(t, { turns: turns(one) });
	const sessions = [await client.start(), await client.newSession()];
	const forms = new Map<string, Asked>();
	const runs = sessions.map((session) => new Run(client, session));
	for (const _ of sessions) {
		const asked = await client.asked();
		forms.set(asked.params.sessionId, asked);
	}
	assert.deepEqual([...forms.keys()].sort(), [...sessions].sort());
	forms.get(sessions[1] ?? "")?.reply(accept({ q01: "No" }));
	await runs[1]?.over;
	forms.get(sessions[0] ?? "")?.reply(accept({ q01: "Yes" }));
	await runs[0]?.over;
	const told = (session: string) =>
		client.updates.flatMap((update) =>
			update.sessionId === session && update.sessionUpdate === "tool_call_update" && update.status === "completed"
				? [update.content[0].content.text]
				: [],
		);
	assert.deepEqual(sessions.map(told), [["Deploy now? → Yes"], ["Deploy now? → No"]]);
});

test("what pi runs does not learn how the client is reached", async (t) => {
	const client = new AcpClient(t, {
		turns: [{ calls: [{ tool: "bash", args: { command: "env" } }] }, { text: "Understood." }],
	});
	await client.prompt(await client.start());
	const { content } = client.workplace.requests().at(-1)?.at(-1) ?? {};
	const [{ text }] = content as [{ text: string }];
	assert.match(text, /PI_QUESTION_SCRIPT/); // the tests' own
	assert.doesNotMatch(text, /PI_QUESTION_ACP/);
});

test("a subagent's question comes as a form of the editor, which says who asks", async (t) => {
	const child = new Child([turns(one)[0] as Turn, { text: "Understood." }], { env: "PI_SUBAGENT_AGENT=scout" });
	const client = new AcpClient(t, { turns: [{ calls: [bash(child.command)] }, { text: "All done." }] });
	const run = new Run(client, await client.start());
	const asked = await run.answer(accept({ q01: "Yes" }));
	assert.match(JSON.stringify(asked.params), /scout \(find it\) asks/);
	assert.match(await child.result(), /^Deploy now\? → Yes/);
	assert.deepEqual(await run.over, { stopReason: "end_turn" });
});
