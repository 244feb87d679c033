/** The examples in the documents: the tool writes what they show, and takes what they send. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { settingsOf, useCore } from "../../extension/core/core.ts";
import { pendingFile } from "../../scripts/desk.ts";

const { Dialogs, Elicitation, Questionnaire, Branch } = useCore();
const host = { mode: "print", now: 0 } as const;

const database = {
	id: "database",
	label: "Database",
	prompt: "Which database should we use?",
	options: [{ value: "postgres", label: "PostgreSQL", description: "The one we run already" }, { label: "SQLite" }],
	recommended: "postgres",
};
const naming = { id: "name", prompt: "What should the service be called?" };
const features = {
	id: "features",
	prompt: "What should it do from the start?",
	mode: "multi",
	options: [
		{ value: "auth", label: "Authentication" },
		{ value: "export", label: "CSV export" },
	],
};
const asked = (...questions: object[]) => new Questionnaire(settingsOf([], "en"), { questions });

/** Returns the blocks of a language in a document. */
function blocks(document: string, language: string): string[] {
	const text = readFileSync(new URL(`../../docs/${document}`, import.meta.url), "utf8");
	return [...text.matchAll(/^```(\w+)\n(.*?)^```/gms)].flatMap(([, own, body = ""]) => (own === language ? body : []));
}

/** Returns what the model reads after these answers. */
function contentOf(questions: object[], answers: string): string {
	return asked(...questions).finish({ answers }, host).content;
}

test("the pending file, and the answers on the command line", () => {
	const [file = ""] = blocks("without-a-terminal.md", "json");
	const { sessionId: session, timestamp, questions } = JSON.parse(file);
	const facts = { id: session, kind: "", file: "F", ownFile: "G", files: [] };
	const empty = new Branch(settingsOf([], "en"), "[]", facts);
	const origin = { session, key: questions[0].call, timestamp };
	const order = pendingFile(empty, asked(database, naming), origin);
	assert.deepEqual(JSON.parse(order && "text" in order ? order.text : ""), JSON.parse(file));
	const [read = ""] = blocks("without-a-terminal.md", "text");
	const commands = blocks("without-a-terminal.md", "bash").join("");
	const answers = [...commands.matchAll(/--answers '(.*?)'/g)].map(([, answers = ""]) => answers);
	assert.equal(answers.length, 3);
	for (const one of answers) assert.equal(contentOf([database, naming], one), read.trimEnd());
});

test("the request of rpc mode and its response", () => {
	const [, request = "", response = ""] = blocks("without-a-terminal.md", "json");
	const dialogs = new Dialogs(asked(database), false);
	assert.deepEqual(dialogs.request(JSON.parse(request).requestId), JSON.parse(request));
	const { message } = JSON.parse(response);
	assert.equal(dialogs.respond(message.replace("/ask_user_response ", "")), undefined);
	dialogs.reply(undefined);
	assert.match(dialogs.result(host)?.content ?? "", /→ PostgreSQL/);
});

test("the result that the model reads", () => {
	const [read = ""] = blocks("for-models.md", "text");
	const answers = ["PostgreSQL", "order-processor", { value: ["auth", "export"], note: "only for admins" }];
	assert.equal(contentOf([database, naming, features], JSON.stringify(answers)), read.trimEnd());
});

test("the question request over ACP and its reply", () => {
	const [announced = "", request = "", reply = ""] = blocks("acp.md", "json").slice(-3);
	const { sessionId, toolCallId, id: requestId } = JSON.parse(request);
	const name = { ...naming, prompt: "What should it be called?", label: "Name", defaultValue: "orders" };
	const scope = { requestId, sessionId, toolCallId };
	const elicitation = new Elicitation(asked(database, name), JSON.parse(announced).clientCapabilities, scope);
	const step = elicitation.ask();
	assert.deepEqual(step.step === "ask" && step.params, JSON.parse(request));
	const answered = elicitation.reply({ result: JSON.parse(reply) });
	assert.ok(answered.step === "respond", JSON.stringify(answered));
	assert.match(answered.response, /for now.*order-processor/);
});
