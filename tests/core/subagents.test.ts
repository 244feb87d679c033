/** The channel of subagents with peers that keep to no rule: all is bounded, and each reply is that of its request. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Address, makeAddress, removeAddress } from "../../bin/address.js";
import { listen } from "../../bin/channel.js";
import { removeLeftovers } from "../../bin/leftovers.js";
import { isStopped } from "../../bin/processes.js";
import { Above } from "../../extension/subagents/above.ts";
import {
	type Asked,
	beginCall,
	type HostSession,
	joinHosts,
	leaveHosts,
	type Reply,
	shared,
	tokenFile,
} from "../../extension/subagents/hosts.ts";
import { askHere } from "../../extension/subagents/queue.ts";
import { serveSubagents } from "../../extension/subagents/server.ts";
import { Peer as AnyPeer } from "../harness/peer.ts";
import { noPosix, folder as temporary } from "../harness/program.ts";

const VARIABLE = "PI_QUESTION_HOST";

/** Forgets all sessions of this process. */
function forgetHosts(): void {
	(globalThis as Record<symbol, unknown>)[Symbol.for("pi-question.hosts")] = undefined;
}

/** Opens a channel to a host that answers as `answer` says. Returns its address and what it was asked. */
async function open(t: TestContext, answer: (asked: Asked, signal: AbortSignal) => Promise<Reply | undefined>) {
	const address: Address = makeAddress("pi-question-test-");
	const close = await serveSubagents(address);
	const asked: Asked[] = [];
	const host: HostSession = {
		running: 0,
		cwd: () => "/",
		ask(one, signal) {
			asked.push(one);
			return answer(one, signal);
		},
	};
	forgetHosts();
	beginCall(host);
	t.after(() => {
		close();
		removeAddress(address.path);
	});
	return { address, asked };
}

/** A peer that asks. */
class Peer extends AnyPeer {
	ask(id: unknown, subagent: object = {}, args: unknown = {}): void {
		this.write({ id, method: "question/ask", params: { subagent, dialect: "question", call: `call ${id}`, args } });
	}
}

const skip = process.platform === "win32" && "written for sockets in a folder, with the token beside them";
const never = (_asked: unknown, signal: AbortSignal) =>
	new Promise<Reply>((resolve) => {
		const abort = () => resolve({ content: "aborted", details: {}, pictures: [], isByUser: false });
		if (signal.aborted) abort();
		signal.addEventListener("abort", abort);
	});

test("the folder is this user's alone, and who does not know the token is thrown out", { skip }, async (t) => {
	const { address, asked } = await open(t, never);
	assert.equal(statSync(dirname(address.path)).mode & 0o777, 0o700);
	for (const words of [
		{ id: 1, method: "question/ask", params: {} },
		{ id: 1, method: "initialize", params: { token: "x" } },
		"rubbish\n",
		"[]\n",
		`{"id":${"[".repeat(5000)}${"]".repeat(5000)},"method":"initialize"}\n`,
	]) {
		const peer = new Peer(address, false);
		peer.write(words);
		await peer.closed;
		assert.deepEqual(peer.replies, []);
	}
	assert.deepEqual(asked, []);
});

test("each reply is that of its request, also where ids come again", { skip }, async (t) => {
	const open1 = await open(t, async ({ call }) =>
		sleep(20).then(() => ({ content: call, details: {}, pictures: [], isByUser: true })),
	);
	const [one, other] = [new Peer(open1.address), new Peer(open1.address)];
	one.ask(1);
	one.ask(1);
	other.ask(1);
	one.ask("two");
	assert.ok((await one.reply(1)).error, "an id that is in use");
	assert.equal((await other.reply(1)).result?.content, "call 1");
	assert.equal((await one.reply("two")).result?.content, "call two");
	assert.equal(one.replies.filter(({ id }) => id === 1).length, 2);
});

test("what is withdrawn, or whose peer is gone, is ended", { skip }, async (t) => {
	const signals: AbortSignal[] = [];
	const { address, asked } = await open(t, (one, signal) => {
		signals.push(signal);
		return never(one, signal);
	});
	const peer = new Peer(address);
	peer.ask(1);
	peer.write({ method: "$/cancel_request", params: { requestId: 1 } });
	peer.write({ method: "$/cancel_request", params: { requestId: "of another" } });
	assert.equal((await peer.reply(1)).result?.content, "aborted");
	peer.ask(2);
	peer.ask(3);
	while (asked.length < 3) await sleep(5);
	peer.socket.end(); // half open
	await peer.closed;
	while (signals.some((signal) => !signal.aborted)) await sleep(5);
});

test("a flood is bounded, and told in words", { skip }, async (t) => {
	const { address, asked } = await open(t, never);
	const peer = new Peer(address);
	for (let id = 1; id <= 200; id++) peer.ask(id, { name: "n".repeat(100_000), task: "t".repeat(100_000), pid: -1.5 });
	assert.match(String((await peer.reply(200)).result?.problem), /^128 questions wait/);
	assert.equal(asked.length, 128);
	for (const { subagent } of asked) {
		assert.ok((subagent.name?.length ?? 0) <= 200 && (subagent.task?.length ?? 0) <= 4000);
		assert.ok(Number.isInteger(subagent.pid) && subagent.pid >= 0);
	}
	peer.write(`${"x".repeat(17 * 1024 * 1024)}\n`);
	await peer.closed;
	// Four of the longest requests leave 4 MiB of room, until they are withdrawn.
	const mib = 1024 * 1024;
	const large = new Peer(address);
	for (let id = 1; id <= 5; id++) large.ask(id, {}, "x".repeat(15 * mib));
	large.ask(6, {}, "x".repeat(3.9 * mib));
	large.ask(7, {}, "x");
	assert.match(
		String((await large.reply(5)).result?.problem),
		/there is room for 4\.0 MiB, and these have 15\.0 MiB; shorter ones can be asked$/,
	);
	while (asked.length < 128 + 6) await sleep(5);
	large.write({ method: "$/cancel_request", params: { requestId: 1 } });
	await large.reply(1);
	large.ask(8, {}, "x".repeat(15 * mib));
	while (asked.length < 128 + 7) await sleep(5);
	large.socket.destroy();
	// A session inside this process has the same room.
	const inside = { id: "inside", subagent: { cwd: "/", pid: 1 }, dialect: "question", call: "c", args: {} };
	assert.match(
		JSON.stringify(await askHere(inside, 65 * mib, new AbortController().signal)),
		/these have 65\.0 MiB; shorter/,
	);
});

test("peers that say nothing keep out none that knows the token", { skip }, async (t) => {
	const { address } = await open(t, never);
	const silent = Array.from({ length: 300 }, () => new Peer(address, false));
	await Promise.all(silent.slice(0, 292).map(({ closed }) => closed));
	const peer = new Peer(address);
	await peer.reply(0);
	const left = silent.filter(({ socket }) => !socket.destroyed);
	assert.ok(left.length < 8 && silent.slice(-7).every((one) => left.includes(one)), String(left.length));
	for (const { socket } of silent) socket.destroy();
});

test("what a killed process has left is removed by the next one, and nothing else", { skip }, async (t) => {
	const parent = temporary(t);
	const bin = new URL("../../bin/address.js", import.meta.url);
	const listening = `import { createServer } from "node:net"; import { makeAddress } from ${JSON.stringify(bin)};
		createServer().listen(makeAddress("pi-question-asked-").path, () => process.kill(process.pid, "SIGKILL"));`;
	const env = { ...process.env, TMPDIR: parent };
	const dead = spawnSync(process.execPath, ["--input-type=module", "-e", listening], { env }).pid;
	const [left = ""] = readdirSync(parent);
	assert.deepEqual(readdirSync(join(parent, left)), ["socket"]);
	const folder = (name: string, ...files: string[]) => {
		mkdirSync(join(parent, name), { mode: 0o700 });
		for (const file of files) writeFileSync(join(parent, name, file), "");
	};
	folder(`pi-question-asked-${dead}-aaaaaa`, "token");
	folder(`pi-question-acp-${dead}-bbbbbb`);
	const own = `pi-question-asked-${process.pid}-cccccc`;
	folder(own, "token");
	folder(`pi-question-asked-${dead}-dddddd`, "socket", "of somebody else");
	folder("pi-question-asked-eeeeee", "socket");
	folder(`other-asked-${dead}-ffffff`);
	folder("elsewhere", "socket");
	symlinkSync(join(parent, "elsewhere"), join(parent, `pi-question-asked-${dead}-gggggg`));
	// Processes of another container have ids of their own.
	folder(`pi-question-asked-${dead}-hhhhhh`);
	const server = createServer().listen(join(parent, `pi-question-asked-${dead}-hhhhhh`, "socket"));
	await once(server, "listening");
	await removeLeftovers(join(parent, own, "socket"));
	server.close();
	assert.deepEqual(
		readdirSync(parent).sort(),
		[
			"elsewhere",
			`other-asked-${dead}-ffffff`,
			own,
			`pi-question-asked-${dead}-dddddd`,
			`pi-question-asked-${dead}-gggggg`,
			`pi-question-asked-${dead}-hhhhhh`,
			"pi-question-asked-eeeeee",
		].sort(),
	);
	assert.deepEqual(readdirSync(join(parent, "elsewhere")), ["socket"]);
});

test("a peer that reads no replies is thrown out before they fill the memory", { skip }, async (t) => {
	const { address } = await open(t, async () => ({
		content: "x".repeat(8 * 1024 * 1024),
		details: {},
		pictures: [],
		isByUser: true,
	}));
	const peer = new Peer(address);
	await peer.reply(0);
	peer.socket.pause();
	for (let id = 1; id <= 20; id++) peer.ask(id);
	await sleep(300);
	peer.socket.resume();
	await peer.closed;
});

test("a host that replies rubbish, or closes again and again, is given up", { skip }, async (t) => {
	const asked = { subagent: { cwd: "/", pid: 1 }, dialect: "question", call: "c", args: {} };
	const host = async (serve: (socket: Socket) => void) => {
		const address = makeAddress("pi-question-test-");
		const server = createServer(serve).listen(address.path);
		t.after(() => {
			server.close();
			removeAddress(address.path);
		});
		// The process that runs the tests is above this one.
		writeFileSync(tokenFile(address.path), address.token);
		process.env[VARIABLE] = `${process.ppid} ${address.path}`;
		forgetHosts();
		return new Above(asked).ask(new AbortController().signal, true);
	};
	const says = (reply: object) => (socket: Socket) => {
		socket.on("error", () => {});
		socket.write(`${JSON.stringify({ id: 2, ...reply })}\n`);
	};
	for (const reply of [
		{ result: 5 },
		{ result: { content: 1, details: {}, pictures: [], isByUser: true } },
		{ error: { code: 1, message: "\x1b[2J" } },
	])
		assert.match(JSON.stringify(await host(says(reply))), /has replied something else/);
	const started = performance.now();
	const told = await host((socket) => {
		socket.on("error", () => {});
		setTimeout(() => socket.destroy(), 300);
	});
	assert.match(JSON.stringify(told), /has ended/);
	assert.ok(performance.now() - started < 10_000);
	const large = { ...asked, args: "x".repeat(17 * 1024 * 1024) };
	assert.match(JSON.stringify(await new Above(large).ask(new AbortController().signal, true)), /too large/);
	// The token is that of the file, or that in the environment, where earlier versions put it.
	const { address, asked: heard } = await open(t, async () => ({ problem: "no" }));
	for (const [file, rest] of [
		[address.token, ""],
		["of another", ` ${address.token}`],
	] as const) {
		writeFileSync(tokenFile(address.path), file);
		process.env[VARIABLE] = `${process.ppid} ${address.path}${rest}`;
		assert.deepEqual(await new Above(asked).ask(new AbortController().signal, false), { problem: "no" });
	}
	assert.equal(heard.length, 2);
	// A process that is not above this one.
	process.env[VARIABLE] = `${process.pid + 100_000} ${address.path}`;
	assert.equal(await new Above(asked).ask(new AbortController().signal, false), undefined);
	delete process.env[VARIABLE];
});

test("where a session ends, another one of the process asks", { skip }, async (t) => {
	const { address, asked } = await open(t, async () => ({
		content: "by the other",
		details: {},
		pictures: [],
		isByUser: true,
	}));
	const ending: HostSession = {
		running: 0,
		cwd: () => "/",
		async ask() {
			leaveHosts(ending);
			return undefined;
		},
	};
	beginCall(ending);
	assert.equal(shared().hosts.length, 2);
	const peer = new Peer(address);
	peer.ask(1, { cwd: "/" });
	assert.equal((await peer.reply(1)).result?.content, "by the other");
	assert.equal(asked.length, 1);
});

/** A session with a person in a folder, which notes what it is asked and ends when it is told. */
function session(cwd: string, asked: string[]) {
	const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
	const host: HostSession = {
		running: 0,
		cwd: () => cwd,
		ask({ id }, signal) {
			asked.push(id);
			return Promise.race([ended, never(id, signal)]);
		},
	};
	beginCall(host);
	host.running = 0;
	const drop = () => {
		host.cwd = () => {
			throw new Error("This extension ctx is stale");
		};
	};
	const leave = () => {
		leaveHosts(host);
		end(undefined);
	};
	return { host, drop, end: leave };
}

test("of several persons in a process, the one whose folder is nearest above that of the asker is asked", async (t) => {
	const base = temporary(t);
	for (const folder of ["a/b/c", "ab", "x"]) mkdirSync(join(base, folder), { recursive: true });
	symlinkSync(join(base, "a"), join(base, "link"));
	for (const [hosts, cwd, expected] of [
		[["a"], "nowhere", "a"],
		[["a", "x"], "a", "a"],
		[["a/b", "a", "x"], "a/b/c", "a/b"],
		[["a", "x"], "link/b", "a"],
		[["link", "x"], "a/b", "link"],
		[["a", "x"], "ab", undefined],
		[["a", "x"], ".", undefined],
		[["a", "x"], "nowhere", undefined],
		[["a running", "a running last", "x running"], "a/b", "a running last"],
		// dropped by a program, without an event
		[["a dropped", "x"], "a", "x"],
		[["a", "a/b dropped", "x"], "a/b/c", "a"],
	] as const) {
		forgetHosts();
		const asked: Record<string, string[]> = {};
		for (const name of hosts) {
			asked[name] = [];
			const [folder = "", how] = name.split(" ");
			const { host, drop } = session(join(base, folder), asked[name]);
			if (how === "running") host.running = 1;
			if (how === "dropped") drop();
		}
		const stop = new AbortController();
		const one = { id: "one", subagent: { cwd: join(base, cwd), pid: 1 }, dialect: "question", call: "c", args: {} };
		const reply = askHere(one, 1, stop.signal);
		await new Promise(setImmediate);
		stop.abort();
		const who = Object.keys(asked).find((name) => asked[name]?.length);
		assert.equal(who, expected, `${hosts} and ${cwd}`);
		if (!expected) assert.match(JSON.stringify(await reply), /none is in a folder that holds/);
	}
	forgetHosts();
});

test("a session that is dropped while it asks leaves the question to the next one", async () => {
	forgetHosts();
	const asked: string[] = [];
	const other = session("/", asked);
	const one = session("/", asked);
	const stop = new AbortController();
	const subagent = { cwd: "/", pid: 1 };
	const reply = askHere({ id: "one", subagent, dialect: "question", call: "c", args: {} }, 1, stop.signal);
	one.drop();
	while (asked.length < 2) await sleep(20);
	assert.deepEqual(shared().hosts, [other.host]);
	stop.abort();
	assert.match(JSON.stringify(await reply), /aborted/);
});

test("questions come back in their order when the session ends", { skip }, async (t) => {
	forgetHosts();
	const address: Address = makeAddress("pi-question-test-");
	t.after(() => removeAddress(address.path));
	const [before, after]: [string[], string[]] = [[], []];
	const first = session("/", before);
	let close = await serveSubagents(address);
	const names = ["one", "two", "gone", "three", "four"];
	const ask = (peer: Peer, name: string) =>
		peer.write({ id: 1, method: "question/ask", params: { id: name, subagent: {}, dialect: "question", call: "c" } });
	const inside = new AbortController();
	const asked = { id: "inside", subagent: { cwd: "/", pid: 1 }, dialect: "question", call: "c", args: {} };
	for (const [at, name] of names.entries()) {
		ask(new Peer(address), name);
		while (before.length <= at) await sleep(5);
	}
	const lost = askHere(asked, 1, inside.signal);
	while (before.length < 6) await sleep(5);
	first.end();
	close();
	assert.equal(await lost, undefined);
	await new Promise(setImmediate);
	session("/", after);
	close = await serveSubagents(address);
	t.after(() => close());
	// Those that were last are back first, with one that is new.
	void askHere(asked, 1, inside.signal);
	for (const name of ["new", ...names.toReversed()]) {
		if (name === "gone") continue;
		const peer = new Peer(address);
		ask(peer, name);
		await peer.reply(0);
	}
	while (after.length < 6) await sleep(20);
	assert.deepEqual(after, ["one", "two", "three", "four", "inside", "new"]);
	inside.abort();
});

/** Takes the path of a channel, as one does that is still closing. Returns a function that frees it. */
async function occupy(t: TestContext, { path }: Address) {
	const other = createServer();
	other.listen(path);
	await once(other, "listening");
	t.after(() => other.close());
	return () => other.close();
}

const channel = { methods: [], welcome: () => ({}), ask: () => () => {} };

test("a channel opens as soon as the one before at its address has closed, and is given up after that", async (t) => {
	const address = makeAddress("pi-question-test-");
	t.after(() => removeAddress(address.path));
	const free = await occupy(t, address);
	await assert.rejects(listen(address, channel), { code: "EADDRINUSE" });
	setTimeout(free, 150);
	t.after(await listen(address, channel));
	assert.ok((await new Peer(address).reply(0)).result);
});

test("a channel that could not be opened is opened by the next session, and is one, whoever comes and goes", async (t) => {
	forgetHosts();
	t.after(forgetHosts);
	const failures: string[] = [];
	const failed = Promise.withResolvers<void>();
	const person = () => {
		const tell = (reason: string) => {
			failures.push(reason);
			failed.resolve();
		};
		const host: HostSession = { running: 0, cwd: () => "/", ask: async () => undefined, failed: tell };
		joinHosts(host);
		return host;
	};
	const first = person();
	const address = shared().address ?? assert.fail("it has an address");
	t.after(() => removeAddress(address.path));
	const free = await occupy(t, address);
	await failed.promise;
	free();
	const second = person();
	while (!shared().close) await sleep(20);
	assert.ok((await new Peer(address).reply(0)).result);
	for (const host of [first, second]) leaveHosts(host);
	const freeAgain = await occupy(t, address);
	const third = person();
	await sleep(150); // in which that one tries
	leaveHosts(third);
	const last = person();
	freeAgain();
	await sleep(700); // the time in which both try
	assert.equal(failures.length, 1, failures.at(-1));
	const peer = new Peer(address);
	assert.ok((await peer.reply(0)).result);
	leaveHosts(last);
	await peer.closed;
	const late = new Peer(address);
	await late.closed;
	assert.deepEqual(late.replies, []);
});

test("a host that its user has suspended is waited for", { skip: noPosix }, async (t) => {
	const host = spawn("sleep", ["60"]);
	t.after(() => host.kill("SIGKILL"));
	const pid = host.pid ?? assert.fail("it runs");
	assert.equal(isStopped(pid), false);
	host.kill("SIGSTOP");
	while (!isStopped(pid)) await sleep(10);
	host.kill("SIGCONT");
	while (isStopped(pid)) await sleep(10);
	host.kill("SIGKILL");
	await once(host, "exit");
	assert.equal(isStopped(pid), false);
});
