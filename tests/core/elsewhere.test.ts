/** The command `pi-question`, run by a user whose pis ask: what it shows, what it hands over, how it ends. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { AskUserRequest } from "../../extension/core/core.ts";
import { AskingPi, args, Terminal, User, waiting } from "../harness/elsewhere.ts";

const skip = process.platform === "win32";

/** Starts a pi that asks. */
async function asking(context: TestContext, ...all: Parameters<typeof waiting>[]) {
	const user = new User(context);
	const pi = new AskingPi(context, user);
	await pi.ask(user, ...all.map((one) => waiting(...one)));
	return { user, pi };
}

test("without a pi that asks, it says how to be seen, and what it cannot do", { skip }, async (t) => {
	const user = new User(t);
	const listed = await user.run(["list"]);
	assert.match(listed.output, /No question waits[\s\S]*"elsewhere": "on"[\s\S]*agent\/question\.json\n.*project/);
	assert.deepEqual(await user.run(["list", "--json"]), { code: 0, output: "[]\n", errors: "" });
	const none = { code: 1, output: "", errors: "pi-question: no question waits\n" };
	assert.deepEqual(await user.run(["answer"]), none);
	for (const words of [
		["nothing"],
		["list", "--all"],
		["answer", "a", "b"],
		["answer", "--json", "[]"],
		["wait", "x"],
	]) {
		const { code, errors } = await user.run(words);
		assert.equal(code, 2, words.join(" "));
		assert.match(errors, /^pi-question: .+\n\npi-question list/, words.join(" "));
	}
	const help = await user.run(["--help"]);
	assert.ok(help.code === 0 && help.output.split("\n").every((line) => line.length < 60), help.output);
});

test("a list says what waits, in which session, since when and who asks", { skip }, async (t) => {
	const hour = Date.now() - 3 * 60 * 60 * 1000;
	const { user, pi } = await asking(
		t,
		["b2", { since: hour + 1, from: "scout", folder: "/other" }],
		["a1", { since: hour, args: { title: "Set up", ...args } }],
	);
	const { output } = await user.run(["list"]);
	assert.equal(
		output,
		`Set up (2 questions)
  id a1
  asked 3 hours ago
  in /project (pi ${pi.process.pid})

Which database should we use? (2 questions)
  id b2
  asked 2 hours ago
  in /project (pi ${pi.process.pid})
  scout asks, in /other
`.replace("2 hours", "3 hours"),
	);
	const [first, second] = JSON.parse((await user.run(["list", "--json"])).output);
	const { questions, ...rest } = first;
	const session = { folder: "/project", id: "session-0" };
	assert.deepEqual(rest, { id: "a1", since: hour, pid: pi.process.pid, session, folder: "/project", title: "Set up" });
	assert.deepEqual(questions[0].options[0], { value: "postgres", label: "PostgreSQL" });
	assert.equal(second.from, "scout");
});

test("a script answers with a list or an object, and reads what is wrong with it", { skip }, async (t) => {
	const { user, pi } = await asking(t, ["one-1"], ["one-2"], ["two"]);
	for (const [id, answers, problem] of [
		["one-1", '["PostgreSQL"]', "--json: answers: 1, questions: 2"],
		["one-1", '{"database": "MySQL", "database": "SQLite", "name": "x"}', /--json: .*database/],
		["one-1", '["SQLite", "x"], "later": true', "--json: it is not one value in JSON"],
		["one-1", "SQLite", /--json: ./],
		["one", '["SQLite", "x"]', "2 ids begin with one"],
		["three", '["SQLite", "x"]', "no question three waits"],
	] as const) {
		const { code, output, errors } = await user.run(["answer", id, "--json", answers]);
		assert.deepEqual([code, output], [1, ""], answers);
		if (typeof problem === "string") assert.equal(errors, `pi-question: ${problem}\n`);
		else assert.match(errors, problem);
	}
	assert.equal(pi.answers.length, 0);
	const { code, output } = await user.run(["answer", "one-2", "--json", '["PostgreSQL", "orders"]']);
	assert.equal(code, 0);
	assert.equal(
		output,
		"The question was answered.\n✓ Which database should we use? → PostgreSQL\n✓ What should the service be called? → (wrote) orders\n",
	);
	assert.equal((await user.run(["answer", "t", "--json", '{"name": "x", "database": 2}'])).code, 0);
	assert.deepEqual(
		pi.answers.map(({ id, response }) => [id, response]),
		[
			["one-2", { answers: ["PostgreSQL", "orders"] }],
			["two", { answers: { name: "x", database: 2 } }],
		],
	);
	assert.match(pi.answers[0]?.by ?? "", /^a command(, [\w/]+)?$/);
	await pi.do({ refuse: "being answered at the terminal\x1b[2J" });
	const refused = await user.run(["answer", "one-1", "--json", '["SQLite", "x"]']);
	assert.deepEqual([refused.code, refused.errors], [1, "pi-question: --json: being answered at the terminal␛[2J\n"]);
});

test("a person answers in dialogs, the oldest question first, also by a pipe", { skip }, async (t) => {
	const { user, pi } = await asking(
		t,
		["new"],
		["old", { since: 1 }],
		["talk", { since: 2 }],
		["put-off", { since: 3 }],
	);
	const answered = await user.run(["answer"], ":n it is there\n1\norders\n0\n");
	assert.equal(answered.code, 0, answered.output);
	assert.match(answered.output, /^3 more wait: see pi-question list\nFrom \/project/);
	const sent =
		"✓ Which database should we use? → PostgreSQL\n  Note: it is there\n✓ What should the service be called? → (wrote) orders";
	assert.ok(answered.output.endsWith(`The question was answered.\n${sent}\n`), answered.output);
	assert.equal((await user.run(["answer"], "SQLite\n:t why a name?\n")).code, 0);
	const putOff = await user.run(["answer"], "1\n:n not yet\n\n:l\n");
	assert.match(
		putOff.output,
		/The question was put off\.\nWhat is not sent, because it belongs to no answer:\n.*: not yet\n$/,
	);
	const [first, second, third] = pi.answers;
	assert.deepEqual([first?.id, second?.id, third?.id], ["old", "talk", "put-off"]);
	const own = (response: unknown) => JSON.parse(JSON.stringify(response, ["answers", "value", "note"]));
	assert.deepEqual(own(first?.response), {
		answers: [{ value: "postgres", note: "it is there" }, { value: "orders" }],
	});
	const one = (response: unknown) => JSON.parse(JSON.stringify(response, ["message", "later", "answers", "value"]));
	assert.deepEqual(one(second?.response), { message: "why a name?", answers: [{ value: "SQLite" }] });
	assert.deepEqual(one(third?.response), { later: true, answers: [{ value: "postgres" }] });
	// An end of the input decides nothing.
	const { code, output } = await user.run(["answer", "new"], "1\n");
	assert.equal(code, 1);
	assert.doesNotMatch(output, /more wait/);
	assert.match(output, /the question still waits\.\nWhat you had entered:\n.*database.*: PostgreSQL\n$/);
	await pi.do({ refuse: "it was changed" });
	const refused = await user.run(["answer", "new"], "1\norders\n0\n");
	assert.equal(refused.code, 1);
	assert.match(
		refused.output,
		/It was refused: it was changed\.\nWhat you had entered:\n.*: PostgreSQL\n.*: orders\n$/,
	);
});

test("in a terminal of 40 columns, Ctrl+D closes, Ctrl+C leaves, and a paste answers one question", {
	skip,
}, async (t) => {
	const { user, pi } = await asking(t, ["one"], ["two", { since: 1 }]);
	const left = new Terminal(t, user, ["answer"]);
	await left.shows("> ");
	left.press("2\rorders\rof today");
	await left.shows("Not taken, as it came too early:");
	await left.shows("\norders\nof today\n");
	left.press("\r\x03");
	assert.equal(await left.exited, 130);
	await left.shows("The question still waits.");
	const lines = left.lines.join("\n");
	assert.match(lines, /What you had entered:\n.*\n?.*: SQLite\n/);
	assert.equal(lines.match(/of today/g)?.length, 2, "it was typed, and printed");
	assert.doesNotMatch(lines.split("What you had")[0] ?? "", /<wrapped>/, "the dialogs fit");
	assert.equal(pi.answers.length, 0);
	const closed = new Terminal(t, user, ["answer", "two"]);
	await closed.shows("> ");
	closed.press("\x04");
	assert.equal(await closed.exited, 0);
	await closed.shows("The question was cancelled.");
	assert.deepEqual(pi.answers[0]?.response, { cancelled: true });
	assert.match(pi.answers[0]?.by ?? "", /^another terminal, (pts\/\d+|ttys?\d+)$/);
	// With something entered, the dialogs ask.
	const asked = new Terminal(t, user, ["answer", "one"]);
	await asked.shows("> ");
	asked.press("1\r");
	await asked.shows("Type your answer.");
	asked.press("\x04");
	await asked.shows("Leave the form?");
	asked.press("\x04");
	assert.equal(await asked.exited, 0);
	assert.match(JSON.stringify(pi.answers[1]), /"later":true/);
	// Nor does it hold the user when pi is stopped.
	await pi.do({ ask: waiting("three") });
	const stopped = new Terminal(t, user, ["answer"]);
	await stopped.shows("> ");
	pi.process.kill("SIGSTOP");
	stopped.press(":t What for?\r");
	await stopped.shows("What for?");
	const over = stopped.exited.then(() => true);
	while (!(await Promise.race([over, sleep(20, false)]))) stopped.press("\x03");
});

test("a question that is answered elsewhere closes, and what was typed is printed", { skip }, async (t) => {
	const { user, pi } = await asking(t, ["one"], ["two"], ["three"]);
	for (const [id, outcome, by, said] of [
		["one", "answered", "another terminal, pts/9\x1b[2J", "The question was answered in another terminal, pts/9␛[2J."],
		["two", "constructor" as "failed", undefined, "The question has ended in pi."],
	] as const) {
		const terminal = new Terminal(t, user, ["answer", id], 100);
		await terminal.shows("> ");
		terminal.press("1\r");
		await terminal.shows("Type your answer.");
		terminal.press("half a na");
		await terminal.shows("> half a na");
		await pi.do({ settle: { id, outcome, ...(by && { by }) } });
		assert.equal(await terminal.exited, 3);
		await terminal.shows(said);
		await terminal.shows(": PostgreSQL\nhalf a na");
		assert.match(terminal.lines.join("\n"), /What you had entered:\n.*: PostgreSQL\nhalf a na/);
		assert.ok(!terminal.written.includes("\x1b[2J"));
	}
	const last = user.start(["answer", "three"]);
	await last.shows("your own answer");
	pi.process.kill("SIGKILL");
	const { code, output } = await last.ended;
	assert.equal(code, 3);
	assert.match(output, /its pi has ended/);
	assert.equal(pi.answers.length, 0);
});

test("it waits for the next question, or tells of each one, also of pis that begin later", { skip }, async (t) => {
	const { user, pi } = await asking(t, ["before"]);
	const each = user.start(["wait", "--each"]);
	await each.shows("Which database should we use? (2 questions) – /project – before\n");
	const listed = once(pi, "listed");
	const next = user.start(["wait"]);
	await listed;
	await pi.do({ ask: waiting("next", { from: "a scout.\x1b[2J" }) });
	const { code, output } = await next.ended;
	assert.equal(code, 0);
	assert.equal(output, '"a scout.␛[2J" asks: Which database should we use? (2 questions) – /project – next\n');
	await each.shows("– next\n");
	// One that has no questions yet, and one that has gone and comes again.
	const other = new AskingPi(t, user);
	await other.do({ serve: {} });
	const data = user.start(["wait", "--json", "--each"]);
	await data.shows('"id":"next"');
	await pi.do({ leave: true });
	await other.do({ ask: waiting("of-another") });
	await each.shows("– of-another\n");
	await data.shows('"id":"of-another"');
	await pi.do({ serve: {} });
	await pi.do({ ask: waiting("again") });
	await each.shows("– again\n");
	assert.equal(each.said.output.split("\n").length, 5);
	for (const { child } of [each, data]) child.kill();
});

test("a pi that could not be reached is tried again once something changes", { skip }, async (t) => {
	const { user, pi } = await asking(t, ["one"]);
	const file = join(user.beacons, `${pi.process.pid}.json`);
	const beacon = await pi.beacon(user);
	writeFileSync(file, JSON.stringify({ ...beacon, token: "of another" }));
	const { child, said, shows } = user.start(["wait", "--each"]);
	while (!said.errors.includes("cannot be reached")) await once(child.stderr, "data");
	writeFileSync(file, JSON.stringify(beacon));
	await shows("– one\n");
	child.kill();
});

test("questions of two pis are one list, and each answer goes to its own", { skip }, async (t) => {
	const { user, pi } = await asking(t, ["one", { since: 2 }]);
	const other = new AskingPi(t, user);
	await other.ask(user, waiting("two", { since: 1 }), waiting("three", { since: 3 }));
	const ids = JSON.parse((await user.run(["list", "--json"])).output).map(({ id }: { id: string }) => id);
	assert.deepEqual(ids, ["two", "one", "three"]);
	for (const id of ["one", "three"]) await user.run(["answer", id, "--json", '["SQLite", "x"]']);
	assert.deepEqual([pi.answers[0]?.id, other.answers[0]?.id], ["one", "three"]);
	// A pi that is stopped by its user is named, and does not hold the others up.
	pi.process.kill("SIGSTOP");
	const { code, errors } = await user.run(["answer", "--json", '["SQLite", "x"]', "two"]);
	pi.process.kill("SIGCONT");
	assert.deepEqual([code, errors], [0, `pi-question: pi ${pi.process.pid} does not respond\n`]);
});

test("an agent cannot answer its own questions", { skip }, async (t) => {
	const { user, pi } = await asking(t, ["one"]);
	const words = ["answer", "one", "--json", '["SQLite", "x"]'];
	for (const variable of ["PI_CODING_AGENT=true", "PI_QUESTION_HOST=1 /x", "PI_SESSION_ID=1", "AI_AGENT=pi"]) {
		const [name = "", value] = variable.split("=");
		const { code, errors } = await user.run(words, "", { [name]: value });
		assert.equal(code, 1, variable);
		assert.match(errors, /an agent must not answer its own questions/, variable);
	}
	const ended = once(pi, "ended");
	await pi.do({ spawn: ["sh", "-c", '"$@"; exit $?', "sh", ...user.command, ...words], env: user.env });
	const [report] = await ended;
	assert.equal(report.ended, 1);
	assert.match(report.output, /runs below a pi, and an agent must not/);
	assert.equal(pi.answers.length, 0);
	// It may read them.
	assert.match((await user.run(["list"], "", { AI_AGENT: "pi" })).output, /id one/);
	assert.equal((await user.run(words, "", { AI_AGENT: "another", PI_CODING_AGENT: "" })).code, 0);
});

test("nothing that is shown controls the terminal", { skip }, async (t) => {
	const evil = "\x1b]0;t\x07\x1b[2J\u009b31m\u202e\u2028\r\n\x1b[8m";
	const hostile = {
		from: `scout${evil}`,
		folder: `/x${evil}`,
		args: {
			title: `Title${evil}`,
			message: `Message${evil}`,
			questions: [
				{ label: `Label${evil}`, prompt: `Prompt${evil}?`, options: [{ label: `A${evil}`, description: evil }, "B"] },
				{ prompt: `Text${evil}`, mode: "input", placeholder: evil },
			],
		},
	};
	const user = new User(t);
	const pi = new AskingPi(t, user);
	await pi.do({ serve: { folder: `/f${evil}`, id: evil, name: `Name${evil}` } });
	await pi.do({ ask: waiting(`id${evil}`, hostile) });
	const odd = { type: "ask_user_request", requestId: evil, questions: [{ prompt: evil }] } as unknown as AskUserRequest;
	await pi.do({ ask: { ...waiting("odd"), request: odd } });
	await pi.beacon(user);
	const read: string[] = [];
	for (const words of [["list"], ["list", "--json"], ["answer", "odd"], ["answer", "no\x1b[2J"], ["x\x1b[2J"]]) {
		const { output, errors } = await user.run(words);
		read.push(output, errors);
	}
	const data = JSON.parse(read[2] ?? "");
	assert.equal(data[0].from, hostile.from, "a program reads it as it is");
	const terminal = user.start(["answer", "id"]);
	await terminal.shows("own answer");
	terminal.child.stdin.write("1\n");
	await terminal.shows("Type your answer");
	await pi.do({ settle: { id: `id${evil}`, outcome: "answered", by: evil } });
	const { output, errors } = await terminal.ended;
	read.push(output, errors);
	const each = user.start(["wait", "--each"]);
	await each.shows("– odd\n");
	await pi.do({ ask: waiting("id", hostile) });
	await each.shows("– id\n");
	read.push(each.said.output, each.said.errors);
	each.child.kill();
	assert.ok(
		read.every((text, at) => text !== "" || at % 2 === 1 || at === 4 || at === 6 || at === 8),
		JSON.stringify(read),
	);
	for (const text of read) assert.doesNotMatch(text, /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
	assert.deepEqual(readdirSync(user.beacons), [`${pi.process.pid}.json`]);
});
