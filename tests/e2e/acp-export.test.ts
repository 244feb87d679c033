/** The export for authors of adapters: it asks clients of any kind, and its requests match the protocol's schema. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { type AskUserRequest, askClient, type Client } from "pi-question/acp";
import Schema from "typebox/schema";

const form = { elicitation: { form: {} } };

const common = { allowCustom: true, customLabel: "Something else…", allowEmpty: false };
const database = [
	{ value: "pg", label: "PostgreSQL", description: "the usual", preview: "port: 5432" },
	{ value: "pg", label: "The same" },
];
const regions = Array.from({ length: 200 }, (_, at) => ({ value: `r${at}`, label: `Region ${at}` }));
const picked = { value: ["r3"], label: ["Region 3"], wasCustom: [false], index: [4] };
const request: AskUserRequest = {
	type: "ask_user_request",
	requestId: "s:c",
	title: "Setup",
	questions: [
		{ id: "db", prompt: "Which database?", mode: "single", options: database, ...common },
		{ id: "where", label: "Region", prompt: "Where?\n\nAny.", mode: "multi", options: regions, ...common },
		{ id: "name", label: "Name", prompt: "Which name?", mode: "input", defaultValue: "orders", ...common },
	],
	answers: [{ id: "where", mode: "multi", prompt: "Where?", ...picked }],
};

/** Asks a client that gives these replies in turn. */
async function asked(capabilities: unknown, replies: unknown[], more: Partial<Client> = {}) {
	const sent: Array<{ method: string; params: Record<string, unknown> }> = [];
	const client = { capabilities, sessionId: "s", ...more };
	const step = await askClient(request, client, async (method, params) => {
		sent.push({ method, params });
		const reply = replies.shift();
		if (reply instanceof Error) throw reply;
		return reply;
	});
	return { sent, step, response: step.step === "respond" ? JSON.parse(step.response) : undefined };
}

const file = fileURLToPath(import.meta.resolve("@agentclientprotocol/sdk/schema/v1/schema.json"));
const { $defs } = JSON.parse(readFileSync(file, "utf8"));

test("forms are what the protocol's schema asks for", async () => {
	const { sent, response } = await asked(form, [{ action: "accept", content: { q01: "2" } }], { toolCallId: "c" });
	const [{ method, params } = { method: "", params: {} }] = sent;
	assert.equal(method, "elicitation/create");
	const create = Schema.Compile({ $defs, $ref: "#/$defs/CreateElicitationRequest" });
	assert.ok(create.Check(params), JSON.stringify(create.Errors(params)));
	assert.ok(!create.Check({ ...params, requestedSchema: { type: "object", properties: { q01: { type: 1 } } } }));
	assert.deepEqual(
		response.answers.map(({ id, value }: { id: string; value: unknown }) => [id, value]),
		[
			["db", "pg"],
			["where", ["r3"]],
			["name", "orders"],
		],
	);
	assert.deepEqual([response.type, response.requestId, response.answers[0].index], ["ask_user_response", "s:c", 2]);
});

test("an error of one client leaves those as they are that still wait", async () => {
	const reply = Promise.withResolvers();
	const waiting = askClient(request, { capabilities: form, sessionId: "s" }, () => reply.promise);
	await assert.rejects(asked(form, [new Error("the connection is gone")]), /the connection is gone/);
	await assert.rejects(asked(form, [], { sessionId: 7 as unknown as string }), /sessionId/);
	reply.resolve({ action: "accept", content: { q01: "2" } });
	assert.equal((await waiting).step, "respond");
});

test("however it ends, the adapter is told", async () => {
	const error = (code: number) => Object.assign(new Error("no"), { code });
	assert.deepEqual((await asked({}, [])).step, { step: "unsupported" });
	assert.deepEqual((await asked(form, [error(-32601)])).step, { step: "unsupported" });
	assert.deepEqual((await asked(form, [error(-32800)])).step, { step: "withdrawn" });
	assert.deepEqual((await asked(form, [{ action: "decline" }])).response, {
		type: "ask_user_response",
		requestId: "s:c",
		answers: [],
		cancelled: true,
	});
	assert.deepEqual((await asked(form, [{ action: "accept", content: { q09: "x" } }])).step, {
		step: "refuse",
		problem: '"q09" was not asked for',
		response: '{"type":"ask_user_response","requestId":"s:c","answers":[],"cancelled":true}',
	});
	await assert.rejects(asked(form, [new Error("the connection is gone")]), /the connection is gone/);
	const own = { _meta: { "pi-question": { questionRequest: true } } };
	const { sent, response } = await asked(own, [{ answers: [{ id: "db", selectedIndex: 0 }] }], { locale: "de" });
	assert.match(JSON.stringify(sent[0]?.params), /"remarks":\["Ohne Eingabe: Region 3"\]/);
	assert.equal(response.answers[0].index, 1);
});
