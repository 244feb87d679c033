/** The examples in the documents: the tool writes what they show, and takes what they send. */
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { KeybindingsManager, TUI_KEYBINDINGS } from "@earendil-works/pi-tui";
import { settingsOf, useCore } from "../../extension/core/core.ts";
import { pendingFile } from "../../scripts/desk.ts";

const { bindings, Branch, Dialogs, Elicitation, Questionnaire, resolveKeys } = useCore();
const root = fileURLToPath(new URL("../..", import.meta.url));
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

const read = (document: string) => readFileSync(join(root, document), "utf8");

/** Returns the cells of each row of the tables in a document. */
const rows = (document: string) =>
	read(document)
		.split("\n")
		.filter((line) => line.startsWith("| "))
		.map((line) => line.split("|").map((cell) => cell.trim()));

/** Returns the blocks of a language in a document. */
function blocks(document: string, language: string): string[] {
	const text = read(join("docs", document));
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
	const dialogs = new Dialogs(asked(database), true, true);
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

test("the refusals that the model reads", () => {
	const refused = rows("docs/for-models.md").filter(([, , read = ""]) => read.startsWith("`Error: Question"));
	assert.ok(refused.length > 0);
	for (const [, fields = "", read = ""] of refused) {
		const question = JSON.parse(`{"id": "db", "prompt": "Which?", ${fields.replaceAll("`", "")}}`);
		const { content } = asked(question).finish({ answers: "[]" }, host);
		for (const [, part = ""] of read.matchAll(/`([^`]+)`/g)) assert.ok(content.includes(part), content);
	}
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

test("each setting, with a default that it takes", () => {
	const settings = rows("docs/settings.md").filter(([, name = ""]) => name.startsWith("`"));
	for (const [, name = "", value = ""] of settings.filter(([, , value = ""]) => value.startsWith("`"))) {
		const file = `{ ${name.replaceAll("`", '"')}: ${value.replaceAll("`", "")} }`;
		assert.deepEqual(settingsOf([["question.json", file, false]], "en").problems, []);
	}
	const source = read("crates/question-core/src/call/settings.rs");
	const known = new Set([...source.matchAll(/^ {12}"(\w+)" (?:if .*)?=>/gm)].map(([, name]) => `\`${name}\``));
	assert.deepEqual(settings.map(([, name]) => name).sort(), [...known].sort());
});

test("each binding, with its default keys", () => {
	const ofPi = new KeybindingsManager({
		...TUI_KEYBINDINGS,
		"app.editor.external": { defaultKeys: "ctrl+g", description: "" },
	});
	const ids = bindings().map(({ id }) => id.replace("question.", ""));
	const hosts = bindings().flatMap(({ host }) => host ?? []);
	const host = Object.fromEntries(hosts.map((id) => [id, ofPi.getKeys(id as keyof typeof TUI_KEYBINDINGS)]));
	const resolved = Object.values(resolveKeys({ user: {}, host })).flat();
	const signs: Record<string, string> = { up: "↑", down: "↓", left: "←", right: "→", escape: "Esc" };
	const shown = (key: string) =>
		key
			.split("+")
			.map(
				(part) =>
					signs[part] ??
					part.replace(/^(page)?(\w)/i, (_, page, letter) => `${page ? "Page " : ""}${letter.toUpperCase()}`),
			)
			.join("+");
	const documented = rows("docs/keys.md").map(([, keys = "", , names = ""]) => ({
		keys: keys.replace(/ in a text$/, "").split(", "),
		names: names.replaceAll("`", "").split(", "),
	}));
	assert.deepEqual(documented.flatMap(({ names }) => names.filter((name) => ids.includes(name))).sort(), ids.sort());
	for (const { keys, names } of documented.filter(({ names: [name = ""] }) => ids.includes(name))) {
		const commands = names.map((name) => name[0]?.toUpperCase() + name.slice(1));
		const own = resolved.filter(({ command }) => commands.includes(command)).map(({ key }) => key);
		const bound = new Set(own.filter((key) => !/^shift\+\w$/.test(key)).map(shown));
		assert.deepEqual(keys.sort(), [...bound].sort(), names.join());
	}
});

test("links lead to files and to headings", () => {
	const documents = globSync("{*,docs/*}.md", { cwd: root });
	const anchors = (document: string) =>
		[...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
			heading
				.toLowerCase()
				.replace(/[^\p{L}\p{N}\s_-]/gu, "")
				.replaceAll(" ", "-"),
		);
	const broken: string[] = [];
	for (const document of documents)
		for (const [, path = "", anchor] of read(document).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)]+))?\)/g)) {
			const target = path ? join(dirname(document), path) : document;
			const isFound = existsSync(join(root, target)) && (!anchor || anchors(target).includes(anchor));
			if (!isFound) broken.push(`${document}: ${path}${anchor ? `#${anchor}` : ""}`);
		}
	assert.deepEqual(broken, []);
});
