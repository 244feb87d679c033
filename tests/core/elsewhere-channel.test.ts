/** The channel for `pi-question`: who may use it, how long it is open, and clients that keep to no rule. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Beacon } from "../../bin/beacons.js";
import type { Hub } from "../../extension/elsewhere/hub.ts";
import { serveElsewhere } from "../../extension/elsewhere/server.ts";
import { AskingPi, User, waiting } from "../harness/elsewhere.ts";
import { Peer } from "../harness/peer.ts";
import { setEnvironment } from "../harness/program.ts";

const skip = process.platform === "win32";

/** Starts a pi that asks. */
async function asking(context: TestContext, ...ids: string[]) {
	const user = new User(context);
	const pi = new AskingPi(context, user);
	return { user, pi, beacon: await pi.ask(user, ...ids.map((id) => waiting(id))) };
}

/** Answers a question over the socket, as the process with this id. */
async function answer(beacon: Beacon, pid: unknown, more: object = {}): Promise<unknown> {
	const peer = new Peer(beacon);
	peer.write({ id: 1, method: "question/answer", params: { id: "one", response: { answers: [] }, pid, ...more } });
	const { result } = await peer.reply(1);
	peer.socket.destroy();
	return result?.problem;
}

test("the beacon is this user's alone, and says where and what the process is", { skip }, async (t) => {
	const { user, pi, beacon } = await asking(t, "one");
	assert.equal(statSync(user.beacons).mode & 0o777, 0o700);
	assert.deepEqual(readdirSync(user.beacons), [`${pi.process.pid}.json`]);
	assert.equal(statSync(join(user.beacons, `${pi.process.pid}.json`)).mode & 0o777, 0o600);
	assert.equal(statSync(dirname(beacon.path)).mode & 0o777, 0o700);
	const { startedAt, token, ...rest } = beacon;
	assert.deepEqual(rest, { path: beacon.path, pid: pi.process.pid, folder: "/project", session: "session-0" });
	assert.ok(Math.abs(Date.now() - startedAt) < 60_000);
	assert.match(token, /^[0-9a-f]{64}$/);
	// Without a runtime folder of the user's own, it lies in pi's.
	const agent = user.env.PI_CODING_AGENT_DIR ?? "";
	const other = new AskingPi(
		t,
		Object.assign(new User(t), { env: { ...user.env, XDG_RUNTIME_DIR: join(agent, "nowhere") } }),
	);
	await other.do({ serve: {} });
	await other.do({ ask: waiting("two") });
	await other.beacon(Object.assign(new User(t), { beacons: join(agent, "pi-question") }));
	assert.match((await user.run(["list"])).output, /id one[\s\S]*id two/);
});

test("it is open while questions wait, and leaves nothing", { skip }, async (t) => {
	const { user, pi, beacon } = await asking(t, "one");
	const peer = new Peer(beacon);
	await peer.reply(0);
	await pi.do({ leave: true });
	await peer.closed;
	assert.deepEqual(readdirSync(user.beacons), []);
	assert.ok(!existsSync(dirname(beacon.path)));
	await pi.ask(user, waiting("two"));
	await pi.process.send({ stop: 0 });
	await once(pi.process, "exit");
	assert.deepEqual(readdirSync(user.beacons), []);
	assert.deepEqual(readdirSync(user.env.TMPDIR ?? "").sort(), ["agent", "runtime"]);
});

test("it closes when nothing has waited for a while, and opens again", { skip }, async (t) => {
	const { beacons, env } = new User(t);
	for (const name of ["XDG_RUNTIME_DIR", "TMPDIR"]) setEnvironment(t, name, env[name] ?? "");
	t.mock.timers.enable({ apis: ["setTimeout"] });
	let waits = [waiting("one")];
	let listen: Parameters<Hub["listen"]>[0] = () => {};
	const tell = () => listen({ id: "one" });
	const hub: Hub = {
		session: () => ({ folder: "/", id: "1" }),
		waiting: () => waits,
		answer: async () => undefined,
		listen: (listener) => {
			listen = listener;
			return () => {};
		},
	};
	const end = serveElsewhere(hub, env.PI_CODING_AGENT_DIR ?? "", assert.fail);
	t.after(end);
	const isThere = () => existsSync(join(beacons, `${process.pid}.json`));
	const opened = async () => {
		while (!isThere() && !t.signal.aborted) await new Promise(setImmediate);
	};
	await opened();
	waits = [];
	tell();
	t.mock.timers.tick(20_000);
	tell();
	t.mock.timers.tick(9999);
	assert.ok(isThere());
	waits = [waiting("two")];
	tell();
	t.mock.timers.tick(60_000);
	assert.ok(isThere(), "what waits keeps it open");
	waits = [];
	tell();
	t.mock.timers.tick(30_000);
	assert.ok(!isThere());
	waits = [waiting("three")];
	tell();
	await opened();
	// Below this process, nobody answers.
	const beacon = JSON.parse(readFileSync(join(beacons, `${process.pid}.json`), "utf8"));
	waits = [waiting("one")];
	const below = spawn("sh", ["-c", "sleep 60 & echo $!; wait"]);
	const [text] = await once(below.stdout, "data");
	for (const pid of [process.pid, below.pid, Number(text)])
		assert.match(String(await answer(beacon, pid)), /an agent must not answer its own/);
	process.kill(Number(text));
	end();
	assert.ok(!isThere());
});

test("sessions of one process, and copies of the module, share one channel", { skip }, async (t) => {
	const { user, pi, beacon } = await asking(t, "one");
	await pi.do({ hub: 1, serve: { folder: "/other", name: "other" }, instance: "?copy" });
	await pi.do({ hub: 1, ask: waiting("two") });
	assert.equal(readdirSync(user.beacons).length, 1);
	assert.match((await user.run(["list"])).output, /id one[\s\S]*in \/project \([\s\S]*in \/other, session "other"/);
	await user.run(["answer", "two", "--json", '["SQLite", "x"]']);
	assert.deepEqual([pi.answers[0]?.id, pi.answers[0]?.hub], ["two", 1]);
	// The copy goes on with it when the first one has left.
	await pi.do({ leave: true });
	await pi.do({ hub: 1, ask: waiting("three") });
	assert.deepEqual(await pi.beacon(user), beacon);
	const { output } = await user.run(["list"]);
	assert.ok(output.includes("id three") && !output.includes("id one"));
	await pi.do({ hub: 1, leave: true });
	assert.deepEqual(readdirSync(user.beacons), []);
});

test("files of processes that are gone are removed, and no others", { skip }, async (t) => {
	const { user, pi, beacon } = await asking(t, "one");
	const { pid } = spawnSync("true");
	const files = [`${pid}.json`, `${pid}.0-a`, "readme.json", `${process.pid}.json`, `${process.ppid}.json`];
	for (const name of files) writeFileSync(join(user.beacons, name), JSON.stringify({ ...beacon, pid }));
	mkdirSync(join(user.beacons, `${pid}.folder`));
	// A link is not read, even where its file says what its name does.
	const linked = join(user.env.TMPDIR ?? "", "linked.json");
	writeFileSync(linked, JSON.stringify({ ...beacon, pid: 1 }));
	symlinkSync(linked, join(user.beacons, "1.json"));
	const { output, errors } = await user.run(["list"]);
	assert.equal(output.match(/id one/g)?.length, 1);
	assert.equal(errors, "");
	const left = [`${pi.process.pid}.json`, `${pid}.folder`, "1.json", ...files.slice(2)];
	assert.deepEqual(readdirSync(user.beacons).sort(), left.sort());
	// A killed pi leaves all, and the next command and the next pi remove it.
	pi.process.kill("SIGKILL");
	await once(pi.process, "exit");
	assert.ok(existsSync(beacon.path));
	await user.run(["list"]);
	assert.ok(!existsSync(join(user.beacons, `${beacon.pid}.json`)));
});

test("a folder that is a link, or open to others, is not used by either side", { skip }, async (t) => {
	for (const [fault, make] of [
		["is a symbolic link", (path: string, elsewhere: string) => symlinkSync(elsewhere, path)],
		["is open to other users", (path: string) => chmodSync(mkdirSync(path, { recursive: true }) ?? "", 0o750)],
		["is no folder", (path: string) => writeFileSync(path, "")],
	] as const) {
		const { user, pi, beacon } = await asking(t, "one");
		const moved = `${user.beacons}-elsewhere`;
		renameSync(user.beacons, moved);
		make(user.beacons, moved);
		const { output, errors } = await user.run(["list"]);
		assert.ok(output.startsWith("No question waits") && errors.includes(fault), errors);
		assert.equal((await user.run(["answer", "one", "--json", "[]"])).code, 1);
		const other = new AskingPi(t, user);
		const failed = fault === "is no folder" ? /exists|EEXIST/ : new RegExp(fault);
		const told = once(other, "failed");
		await other.do({ serve: {} });
		await other.do({ ask: waiting("two") });
		await told;
		await other.do({ ask: waiting("three") });
		await other.do({ leave: true });
		assert.equal(other.failures.length, 1);
		assert.match(other.failures[0] ?? "", failed);
		assert.equal(existsSync(join(moved, `${other.process.pid}.json`)), false);
		assert.ok(!lstatSync(user.beacons).isDirectory() || readdirSync(user.beacons).length === 0);
		for (const one of [pi, other]) one.process.kill("SIGKILL");
		assert.ok(beacon.path);
	}
});

test("who does not know the token, or says nothing, is thrown out", { skip }, async (t) => {
	const { user, pi, beacon } = await asking(t, "one");
	for (const words of [
		{ id: 1, method: "question/list", params: {} },
		...["", beacon.token.slice(1), `${beacon.token}0`, `${beacon.token.slice(1)}g`, 5, { length: 64 }, null].map(
			(token) => ({ id: 1, method: "initialize", params: { token } }),
		),
		"rubbish\n",
	]) {
		const peer = new Peer(beacon, false);
		peer.write(words);
		await peer.closed;
		assert.equal(peer.replies.length, 0, JSON.stringify(words));
	}
	const silent = new Peer(beacon, false);
	await silent.closed; // after 5 seconds
	writeFileSync(join(user.beacons, `${pi.process.pid}.json`), JSON.stringify({ ...beacon, token: "x" }));
	const { output, errors } = await user.run(["list"]);
	assert.ok(output.startsWith("No question waits"));
	assert.equal(errors, `pi-question: pi ${pi.process.pid} cannot be reached\n`);
});

test("64 clients at most, of 64 KiB a line; one that dies in a line harms nobody", { skip }, async (t) => {
	const { pi, beacon } = await asking(t, "one");
	const peers: Peer[] = [];
	for (let at = 0; at < 64; at++) {
		const peer = new Peer(beacon);
		await peer.reply(0);
		peers.push(peer);
	}
	const late = new Peer(beacon);
	await late.closed;
	assert.equal(late.replies.length, 0);
	for (const peer of peers) peer.write({ id: 1, method: "question/list" });
	for (const peer of peers) assert.ok(Array.isArray((await peer.reply(1)).result?.questions));
	const [dying, long, ...others] = peers;
	const half = JSON.stringify({ id: 2, method: "question/answer", params: { id: "one", response: {}, pid: 1 } });
	dying?.socket.write(half);
	dying?.socket.destroy();
	await dying?.closed;
	long?.write("x".repeat(64 * 1024));
	long?.write("x");
	await long?.closed;
	const [last] = others;
	last?.write(`{"id":3,"method":"question/list","params":{"rest":"${"x".repeat(64 * 1024 - 100)}"}}\n`);
	assert.ok((await last?.reply(3))?.result);
	for (const [id, response] of [
		[4, { answers: [Array(2000).fill(3)] }],
		[5, { answers: Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [at, 3])) }],
		[6, JSON.parse(`${"[".repeat(2001)}${"]".repeat(2001)}`)],
	] as const) {
		last?.write({ id, method: "question/answer", params: { id: "one", response, pid: process.pid } });
		const problem = "the answer has more than 2000 values; give it in pi";
		assert.deepEqual((await last?.reply(id))?.result, { problem });
	}
	assert.equal(pi.answers.length, 0);
	for (const { socket } of others) socket.destroy();
});

test("a change is told once it comes, at once if it has come, and to so many", { skip }, async (t) => {
	const { pi, beacon } = await asking(t, "one");
	const peer = new Peer(beacon);
	const ask = async (id: number, method: string, params: object = {}) => {
		peer.write({ id, method, params });
		return (await peer.reply(id)).result as { version: number; questions: object[]; settled: object[] };
	};
	const { version } = await ask(1, "question/list");
	for (let id = 1000; id < 1256; id++) peer.write({ id, method: "question/changed", params: { after: version } });
	peer.write({ id: 2, method: "question/changed", params: { after: version } });
	assert.match(JSON.stringify((await peer.reply(2)).error), /Too many/);
	peer.write({ method: "$/cancel_request", params: { requestId: 1000 } });
	assert.match(JSON.stringify((await peer.reply(1000)).error), /cancelled/);
	await pi.do({ settle: { id: "one", outcome: "answered", by: "a page" } });
	for (let id = 1001; id < 1256; id++) assert.ok(((await peer.reply(id)).result?.version as number) > version);
	assert.ok((await ask(3, "question/changed", { after: version })).version > version);
	const now = await ask(4, "question/list");
	assert.deepEqual([now.questions, now.settled], [[], [{ id: "one", outcome: "answered", by: "a page" }]]);
});

test("long questions are left out of a list, and asked for alone", { skip }, async (t) => {
	const { user, pi, beacon } = await asking(t, "one");
	const prompt = `Long? ${"x".repeat(700_000)}`;
	for (const id of ["two", "three"])
		await pi.do({ ask: waiting(id, { args: { questions: [{ prompt, options: ["a", "b"] }] } }) });
	const peer = new Peer(beacon);
	peer.write({ id: 1, method: "question/list" });
	const { questions } = (await peer.reply(1)).result as { questions: object[] };
	assert.deepEqual(
		questions.map((one) => "request" in one),
		[true, true, false],
	);
	assert.match((await user.run(["list"])).output, /id two[\s\S]*\nLong\? x+…\n {2}id three/);
});

test("an answer says which process it comes from, and the place is named by the system", { skip }, async (t) => {
	const { user, pi, beacon } = await asking(t, "one");
	for (const pid of [undefined, 0, -1, 1.5, "1"])
		assert.match(String(await answer(beacon, pid)), /does not say which process/);
	assert.match(String(await answer(beacon, spawnSync("true").pid)), /cannot be found/);
	const spawned = once(pi, "spawned");
	await pi.do({ spawn: ["sleep", "60"], env: user.env });
	const [{ spawned: below }] = await spawned;
	for (const pid of [below, pi.process.pid]) assert.match(String(await answer(beacon, pid)), /below the pi that asks/);
	process.kill(below);
	assert.match(String(await answer(beacon, process.pid, { id: "other" })), /wait no more/);
	assert.equal(pi.answers.length, 0);
	const answered = once(pi, "answered"); // by another channel than the reply
	assert.equal(await answer(beacon, process.pid, { by: "the terminal of pi", tty: "x" }), undefined);
	await answered;
	assert.match(pi.answers[0]?.by ?? "", /^another terminal(, [\w/]+)?$/);
});
