/** Questions of sessions without a person, which the person above is asked, in the real pi. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Subagent } from "../../pkg/question.js";
import { database } from "../harness/args.ts";
import { bash, Child } from "../harness/child.ts";
import { installed } from "../harness/installed.ts";
import { key } from "../harness/keys.ts";
import type { Turn } from "../harness/model.ts";
import { type PiSetup, PiTerminal } from "../harness/pi.ts";
import { PiProgram } from "../harness/runs.ts";

const ask: Turn = { calls: [{ tool: "question", args: { questions: [database] } }] };

/** Starts pi with a model that runs commands in its shell. */
function host(t: TestContext, turns: Turn[], setup: Partial<PiSetup> = {}): PiTerminal {
	const pi = new PiTerminal({
		turns: [...turns, { text: "All done." }],
		args: ["go"],
		columns: 80,
		rows: 24,
		...setup,
	});
	t.after(async () => {
		await pi.kill();
		pi.workplace.remove();
	});
	return pi;
}

test("a child process asks the person above", async (t) => {
	const child = new Child([ask, { text: "Understood." }], { env: "PI_SUBAGENT_AGENT=scout" });
	const pi = host(t, [{ calls: [bash(`env; ${child.command}`)] }]);
	await pi.sees("── scout (find it) asks · Database ──");
	await pi.press("2", "✓ Which database? → SQLite");
	assert.equal(await child.result(), "Which database? → SQLite");
	await pi.sees("All done.");
	const [entry, ...others] = pi.workplace.entries().filter(({ customType }) => customType === "question-answers");
	assert.deepEqual(others, []);
	const { subagent, outcome } = (entry?.data ?? {}) as { subagent?: Subagent; outcome?: string };
	assert.deepEqual([entry?.type, subagent?.name, subagent?.task, outcome], ["custom", "scout", "find it", "answered"]);
	const read = JSON.stringify(pi.workplace.requests());
	assert.doesNotMatch(read, /SQLite/, "the model of this session has not read it");
	// What lists the environment does not read the token of the channel.
	assert.match(/PI_QUESTION_HOST=.*?\\n/.exec(read)?.[0] ?? "", /^[^=]+=\d+ \/[^ ]+\/socket\\n$/);
	await pi.type(`/questions${key.enter}`);
	await pi.sees(/Questions of this session:\s+scout \(find it\) asks \(Database\)\s+✓ Which database\?\s+→ SQLite/);
});

test("three children ask in turn, and those that wait are counted", async (t) => {
	const children = ["one", "two", "three"].map(
		(name) => new Child([ask, { text: "Understood." }], { env: `PI_SUBAGENT_AGENT=${name}` }),
	);
	const pi = host(t, [{ calls: [bash(`${children.map(({ command }) => command).join(" & ")} & wait`)] }]);
	await pi.sees("2 more wait");
	await pi.press("1", "1 more waits");
	await pi.calm(Date.now());
	await pi.press("2", (screen) => screen.includes(" asks · Database") && !screen.includes("more wait"));
	await pi.calm(Date.now());
	await pi.press("1", "All done.");
	const results = await Promise.all(children.map((child) => child.result()));
	assert.deepEqual(results.sort(), [
		"Which database? → PostgreSQL (value: pg)",
		"Which database? → PostgreSQL (value: pg)",
		"Which database? → SQLite",
	]);
});

test("what was typed for a child that was killed comes back when the same is asked again", async (t) => {
	const children = [0, 1].map(() => new Child([ask, { text: "Understood." }]));
	const [first, second] = children.map(({ command }) => command);
	const pi = host(t, [
		{ calls: [bash(`(${first}) & until [ -e typed ]; do sleep 0.1; done; kill %1; pkill -P $!; wait`)] },
		{ calls: [bash(second ?? "")] },
	]);
	await pi.sees("A subagent (find it) asks · Database");
	await pi.press("half", "half");
	pi.workplace.write("project/typed", "");
	await pi.sees((screen) => !screen.includes("asks · Database"));
	await pi.sees("A subagent (find it) asks · Database");
	await pi.sees("Something else… ✎ half");
	await pi.press(`${"\x7f".repeat(4)}`, (screen) => !screen.includes("half"));
	await pi.press("1", "All done.");
});

test("Esc cancels the question of the child alone", async (t) => {
	const child = new Child([ask, { text: "Understood." }]);
	const pi = host(t, [{ calls: [bash(child.command)] }]);
	await pi.sees("A subagent (find it) asks · Database");
	await pi.press(key.escape, "All done.");
	assert.equal(await child.result(), "Question was cancelled by user.");
});

test("a host that begins another session asks again, the same child first", async (t) => {
	const names = ["one", "two", "three"];
	const children = names.map((name) => new Child([ask, { text: "Understood." }], { env: `PI_SUBAGENT_AGENT=${name}` }));
	const pi = new PiProgram({ turns: [] });
	t.after(() => pi.stop());
	// pi ends what its shell runs, but not this.
	const started = children.map(({ command }) => `setsid ${command} &`);
	pi.send({ type: "bash", command: `${started.join(" ")} wait` });
	const before = await pi.dialog();
	await Promise.all(children.map((child) => child.asking()));
	pi.send({ type: "new_session" });
	const titles: string[] = [];
	for (const _ of names) {
		const dialog = await pi.dialog();
		titles.push(dialog.title);
		pi.reply(dialog, dialog.options[0]);
	}
	assert.equal(titles[0], before.title);
	assert.match(titles.join("\n"), /^(?:(?:one|two|three) \(find it\) asks\nWhich database\?\n?){3}$/);
	for (const child of children) assert.equal(await child.result(), "Which database? → PostgreSQL (value: pg)");
});

test("a child with a parent that has ended, or whose host has none of it, asks nobody", async (t) => {
	const orphan = new Child([ask, { text: "Understood." }]);
	const pi = host(t, [{ calls: [bash(`setsid sh -c '(${orphan.command}) &'; sleep 4`)] }]);
	assert.match(await orphan.result(), /^Error: UI is unavailable: /);
	await pi.sees("All done.");
	const child = new Child([ask, { text: "Understood." }]);
	const off = host(t, [{ calls: [bash(child.command)] }], { files: { "agent/question.json": '{"subagents": "off"}' } });
	await off.sees("All done.");
	assert.match(await child.result(), /^Error: UI is unavailable: /);
});

test("a host that ends tells the child", async (t) => {
	const child = new Child([ask, { text: "Understood." }]);
	const pi = host(t, [{ calls: [bash(`trap '' HUP TERM; (trap '' HUP TERM; ${child.command}) & wait`)] }]);
	await pi.sees("A subagent (find it) asks · Database");
	await pi.kill();
	assert.match(await child.result(), /the session of the person who could be asked has ended\. Nothing is decided\./);
});

test("a session inside pi's process asks its person", async (t) => {
	const files = { "agent/question.json": '{ "locale": 3 }' };
	const pi = host(t, [ask, { text: "Understood." }], { ...installed([], { files }), turns: [ask], args: [] });
	await pi.sees("locale");
	pi.type(`/child memory bound find it${key.enter}`);
	await pi.sees("A subagent (find it) asks · Database");
	await pi.press("2", "The child has ended");
	assert.equal(pi.workplace.results().at(-1)?.text, "Which database? → SQLite");
});

/** The turns of a child that goes on with a tool once its question was put off, until there is a file. */
const working = (file: string): Turn[] => [
	ask,
	{ calls: [{ tool: "bash", args: { command: `until [ -e '${file}' ]; do sleep 0.1; done`, timeout: 60 } }] },
	{ text: "Understood." },
];

test("a child that works gets what is answered later, and nobody else does", async (t) => {
	const grandchild = new Child(working("go"), { env: "PI_SUBAGENT_AGENT=scout" });
	const child = new Child([{ calls: [bash(grandchild.command)] }, { text: "Understood." }], {
		env: "PI_SUBAGENT_AGENT=lead",
	});
	const pi = host(t, [{ calls: [bash(child.command)] }]);
	await pi.sees("lead › scout (find it) asks · Database");
	await pi.press(key.ctrl("r"), "◔ 1 question waits • /questions answer");
	const told = await grandchild.result();
	assert.match(
		told,
		/^The user will answer later\..* The answers come as a message while you work\. If they have not come/,
	);
	await pi.press(`/questions answer${key.enter}`, "→ 1. PostgreSQL");
	await pi.press("2", (screen) => /✓ Which database\? → SQLite/.test(screen) && !screen.includes("waits"));
	pi.workplace.write("project/go", "");
	await pi.sees("All done.");
	assert.equal(grandchild.lastMessage(), "The user has answered the pending questions:\nWhich database? → SQLite");
	assert.doesNotMatch(JSON.stringify(pi.workplace.requests()), /SQLite/, "the model of this session has not read it");
});

test("a session inside pi's process that works gets what is answered later", async (t) => {
	const files = { "agent/question.json": '{ "locale": 3 }' };
	const pi = host(t, [], { ...installed([], { files }), turns: working("go"), args: [] });
	await pi.sees("locale");
	pi.type(`/child memory apart find it${key.enter}`);
	await pi.sees("A subagent (find it) asks · Database");
	await pi.press(key.ctrl("r"), "◔ 1 question waits");
	await pi.press(`/questions answer${key.enter}`, "→ 1. PostgreSQL");
	await pi.press("2", (screen) => /✓ Which database\? → SQLite/.test(screen) && !screen.includes("waits"));
	pi.workplace.write("project/go", "");
	await pi.sees("The child has ended");
	assert.equal(pi.workplace.lastMessage(), "The user has answered the pending questions:\nWhich database? → SQLite");
});

test("what a child that has ended had asked is for whom the user says", async (t) => {
	const child = new Child([ask, { text: "It waits." }], { env: "PI_SUBAGENT_AGENT=scout" });
	const pi = host(t, [{ calls: [bash(child.command)] }, { text: "All done." }]);
	await pi.sees("scout (find it) asks · Database");
	await pi.press(key.ctrl("r"), /All done\.[\s\S]*◔ 1 question waits/);
	await pi.press(`/questions answer${key.enter}`, "→ 1. PostgreSQL");
	await pi.press("2", "scout has ended. Who is to read your answers?");
	await pi.press(key.escape, "◔ 1 question waits");
	await pi.press(`/questions answer${key.enter}`, "→ 2. SQLite");
	await pi.press("2", "→ 1. The model of this session");
	await pi.press("1", (screen) => !screen.includes("waits"));
	const told =
		"A subagent (scout) had asked this. The user has answered the pending questions:\nWhich database? → SQLite";
	await pi.sees(() => pi.workplace.lastMessage() === told, "the model reads it");
});

test("a program that drives the host asks its user, and is told who asks", async (t) => {
	const child = new Child([ask, { text: "Understood." }], { env: "PI_SUBAGENT_AGENT=scout" });
	const pi = new PiProgram({ turns: [{ calls: [bash(child.command)] }, { text: "All done." }] });
	t.after(() => pi.stop());
	pi.prompt("go");
	const dialog = await pi.dialog();
	assert.match(dialog.title, /^scout \(find it\) asks\nWhich database\?/);
	pi.reply(dialog, dialog.options[1]);
	assert.equal(await child.result(), "Which database? → SQLite");
	await pi.settled();
});

test("a child whose program drops dialogs asks the person above as well", async (t) => {
	const rpc = "--mode rpc --no-session";
	const child = new Child([ask, { text: "Understood." }], { args: rpc });
	const prompt = `{ echo '{"type":"prompt","message":"find it"}'; sleep 8; }`;
	const pi = host(t, [{ calls: [bash(`${prompt} | ${child.command}`)] }]);
	await pi.sees("A subagent (find it) asks · Database");
	await pi.press("2", (screen) => !screen.includes("asks · Database"));
	assert.equal(await child.result(), "Which database? → SQLite");
	await pi.sees("All done.");
});
