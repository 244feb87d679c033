/** The channel of subagents with peers that keep to no rule: all is bounded, and each reply is that of its request. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { statSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { dirname } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makeAddress, removeAddress } from "../../bin/address.js";
import type { Address } from "../../extension/host/link.ts";
import { askAbove } from "../../extension/subagents/above.ts";
import { type Asked, beginCall, type HostSession, leaveHosts, type Reply } from "../../extension/subagents/hosts.ts";
import { serveSubagents } from "../../extension/subagents/server.ts";

const VARIABLE = "PI_QUESTION_HOST";

/** Opens a channel to a host that answers as `answer` says. Returns its address and what it was asked. */
async function open(t: TestContext, answer: (asked: Asked, signal: AbortSignal) => Promise<Reply | undefined>) {
	const address: Address = makeAddress("pi-question-test-");
	const close = await serveSubagents(address);
	const asked: Asked[] = [];
	const host: HostSession = {
		running: 0,
		ask(one, signal) {
			asked.push(one);
			return answer(one, signal);
		},
	};
	(globalThis as Record<symbol, unknown>)[Symbol.for("pi-question.hosts")] = { hosts: [] };
	beginCall(host);
	t.after(() => {
		close();
		removeAddress(address.path);
	});
	return { address, asked };
}

/** A peer that writes what it likes. */
class Peer {
	readonly socket: Socket;
	readonly replies: Array<{ id: unknown; result?: Partial<Record<string, unknown>>; error?: unknown }> = [];
	readonly closed: Promise<unknown>;

	constructor({ path, token }: Address, isKnown = true) {
		this.socket = connect(path);
		let rest = "";
		this.socket.setEncoding("utf8").on("data", (text) => {
			const lines = (rest + text).split("\n");
			rest = lines.pop() ?? "";
			this.replies.push(...lines.map((line) => JSON.parse(line)));
		});
		this.socket.on("error", () => {});
		this.closed = new Promise((resolve) => this.socket.on("close", resolve));
		if (isKnown) this.write({ id: 0, method: "initialize", params: { token } });
	}

	write(message: object | string): void {
		this.socket.write(typeof message === "string" ? message : `${JSON.stringify(message)}\n`);
	}

	ask(id: unknown, subagent: object = {}, args: unknown = {}): void {
		this.write({ id, method: "question/ask", params: { subagent, dialect: "question", call: `call ${id}`, args } });
	}

	async reply(id: unknown) {
		for (;;) {
			const reply = this.replies.find((one) => one.id === id);
			if (reply) return reply;
			await Promise.race([once(this.socket, "data"), this.closed]);
			assert.ok(!this.socket.destroyed || this.replies.some((one) => one.id === id), `no reply to ${id}`);
		}
	}
}

const skip = process.platform === "win32";
const never = (_asked: Asked, signal: AbortSignal) =>
	new Promise<Reply>((resolve) =>
		signal.addEventListener("abort", () => resolve({ content: "aborted", details: {}, pictures: [], isByUser: true })),
	);

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
	// Four of the longest requests fill the room, and leave it when they are withdrawn.
	const large = new Peer(address);
	for (let id = 1; id <= 5; id++) large.ask(id, {}, "x".repeat(15 * 1024 * 1024));
	assert.match(String((await large.reply(5)).result?.problem), /questions wait/);
	large.socket.destroy();
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
	const asked: Asked = { subagent: { cwd: "/", pid: 1 }, dialect: "question", call: "c", args: {} };
	const host = async (serve: (socket: Socket) => void) => {
		const address = makeAddress("pi-question-test-");
		const server = createServer(serve).listen(address.path);
		t.after(() => {
			server.close();
			removeAddress(address.path);
		});
		// The process that runs the tests is above this one.
		process.env[VARIABLE] = `${process.ppid} ${address.path} ${address.token}`;
		(globalThis as Record<symbol, unknown>)[Symbol.for("pi-question.hosts")] = { hosts: [] };
		return askAbove(asked, new AbortController().signal, false);
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
	assert.match(JSON.stringify(await askAbove(large, new AbortController().signal, false)), /too large/);
	// A process that is not above this one.
	process.env[VARIABLE] = `${process.pid + 100_000} /nowhere token`;
	assert.equal(await askAbove(asked, new AbortController().signal, false), undefined);
	delete process.env[VARIABLE];
});

test("where a session ends, another one of the process asks", { skip }, async (t) => {
	const { address, asked } = await open(t, async () => ({
		content: "by the other",
		details: {},
		pictures: [],
		isByUser: true,
	}));
	const shared = (globalThis as unknown as Record<symbol, { hosts: HostSession[] }>)[Symbol.for("pi-question.hosts")];
	const ending: HostSession = {
		running: 0,
		async ask() {
			leaveHosts(ending);
			return undefined;
		},
	};
	beginCall(ending);
	assert.equal(shared?.hosts.length, 2);
	const peer = new Peer(address);
	peer.ask(1);
	assert.equal((await peer.reply(1)).result?.content, "by the other");
	assert.equal(asked.length, 1);
});
