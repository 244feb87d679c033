/** The pass-through itself: unchanged lines, a fast start, a private channel, and clear messages about errors. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { type TestContext, test } from "node:test";
import { AcpLink } from "../../extension/acp/client.ts";
import { passThrough } from "../harness/acp.ts";
import { fc } from "../harness/cases.ts";
import { folder } from "../harness/program.ts";
import { root } from "../harness/workplace.ts";

/** How many times as long as Node alone it may take to start, and the rounds of which the fastest count. */
const START_RATIO = 2.5;
const ROUNDS = 8;
const NEWLINE = 10;

/** An adapter that echoes its input. */
const echo = ["/bin/cat"];
/** An adapter that prints the environment of the channel and then echoes its input. */
const tell = [
	process.execPath,
	"-e",
	"const { PI_QUESTION_ACP_SOCKET: path, PI_QUESTION_ACP_TOKEN: token } = process.env; console.log(JSON.stringify({ path, token })); process.stdin.pipe(process.stdout);",
];

function start(t: TestContext, adapter: string[], env: NodeJS.ProcessEnv = {}) {
	const [file = "", ...args] = [...passThrough, "--", ...adapter];
	const child = spawn(file, args, { env: { ...process.env, ...env } });
	t.after(() => child.kill("SIGKILL"));
	return child;
}

/** Writes pieces of bytes to an echo behind the pass-through and returns the output. */
async function passed(t: TestContext, pieces: Uint8Array[]): Promise<Buffer> {
	const child = start(t, echo);
	const out: Buffer[] = [];
	child.stdout.on("data", (data) => out.push(data));
	for (const piece of pieces) {
		child.stdin.write(piece);
		await new Promise(setImmediate);
	}
	// Waits for the output before it ends the input, because the pass-through does not wait for a client that has gone. Only
	// an incomplete last line is written after the end.
	const length = (buffers: Uint8Array[]) => buffers.reduce((sum, { length }) => sum + length, 0);
	if (pieces.at(-1)?.at(-1) === NEWLINE) while (length(out) < length(pieces)) await once(child.stdout, "data");
	child.stdin.end();
	await once(child, "close");
	return Buffer.concat(out);
}

test("every byte gets through, however lines and characters are cut", async (t) => {
	const odd = fc.constantFrom('{"id":"pi-question:', '{"jsonrpc":"2.0"}\n', "\n\n", "\r\n", "\u2028", "[]\n", "null\n");
	const piece = fc.oneof(
		fc.uint8Array({ maxLength: 40 }),
		odd.map((text) => new TextEncoder().encode(text)),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
			assert.deepEqual(await passed(t, pieces), Buffer.concat(pieces));
		}),
		{ numRuns: 12 },
	);
	const long = [Buffer.alloc(20_000_000, "x"), Buffer.from("\n{}\n")];
	assert.ok((await passed(t, long)).equals(Buffer.concat(long)));
});

test("it starts in a moment", async (t) => {
	const timed = async (run: () => ReturnType<typeof start>) => {
		const started = performance.now();
		const child = run();
		child.stdin.write("{}\n");
		await once(child.stdout, "data");
		const time = performance.now() - started;
		child.stdin.end();
		await once(child, "close");
		return time;
	};
	const plain: number[] = [];
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		plain.push(await timed(() => spawn(process.execPath, ["-e", "process.stdin.pipe(process.stdout)"])));
		times.push(await timed(() => start(t, echo)));
	}
	assert(Math.min(...times) < START_RATIO * Math.min(...plain), `${times}; Node alone: ${plain}`);
});

/** An adapter that writes more than is read. */
const flood = [
	process.execPath,
	"-e",
	"const say = () => { while (process.stdout.write('x'.repeat(60000) + '\\n')); process.stdout.once('drain', say); }; say();",
];

test("it ends for a client that has gone without reading", async (t) => {
	const child = start(t, flood);
	await once(child.stdout, "readable");
	child.stdin.end();
	assert.deepEqual(await once(child, "exit"), [0, null]);
});

test("the channel is for those who were told of it", { skip: process.platform === "win32" }, async (t) => {
	const child = start(t, tell);
	const [data] = await once(child.stdout, "data");
	const { path, token } = JSON.parse(data);
	assert.equal(statSync(dirname(path)).mode & 0o777, 0o700);
	const say = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", id: 1, ...message })}\n`;
	const request = say({ method: "elicitation/create", params: {} });
	for (const first of [request, "what?\n", say({ method: "initialize", params: { token: "guess" } })]) {
		const stranger = connect(path);
		stranger.write(first + request);
		stranger.on("data", () => assert.fail("it was answered")).on("error", () => {}); // it is thrown out
		await once(stranger, "close");
	}
	child.stdin.write(say({ method: "initialize", params: { clientCapabilities: { elicitation: { form: {} } } } }));
	await once(child.stdout, "data");
	const friend = connect(path).setEncoding("utf8");
	friend.write(
		say({ method: "initialize", params: { token } }) + say({ id: 2, method: "fs/read_text_file", params: {} }),
	);
	let answers = "";
	while (answers.split("\n").length < 3) answers += (await once(friend, "data"))[0];
	const [welcome, refusal] = answers.split("\n").map((line) => line && JSON.parse(line));
	assert.deepEqual(welcome.result, { clientCapabilities: { elicitation: { form: {} } } });
	assert.equal(refusal.error.code, -32601, "only questions may be asked");
	friend.write(say({ method: "exit" }));
	friend.end();
	child.stdin.end();
	assert.deepEqual(await once(child, "close"), [0, null]);
	assert.throws(() => statSync(dirname(path)), "its folder is gone");
});

/** Reads messages, one per line. A line that is not JSON is returned as text. */
async function* messages(stream: Readable) {
	let begun: string[] = [];
	for await (const data of stream.setEncoding("utf8")) {
		const [first = "", ...lines] = data.split("\n");
		begun.push(first);
		for (const line of lines) {
			yield parsed(begun.join(""));
			begun = [line];
		}
	}
}

// biome-ignore lint/suspicious/noExplicitAny: of any shape; the tests look into it
function parsed(line: string): any {
	try {
		return JSON.parse(line);
	} catch {
		return line;
	}
}

const write = (stream: Writable, message: object) =>
	stream.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

/** Starts the pass-through with a fake client and a fake extension that write any messages. */
async function between(t: TestContext, env?: NodeJS.ProcessEnv) {
	const child = start(t, tell, env);
	const client = messages(child.stdout);
	const { path, token } = (await client.next()).value;
	const friend = connect(path);
	t.after(() => friend.destroy());
	const told = messages(friend);
	const hear = async () => (await told.next()).value;
	// The adapter echoes everything as well.
	const say = async (message: object) => {
		write(child.stdin, message);
		assert.deepEqual((await client.next()).value, { jsonrpc: "2.0", ...message });
	};
	write(friend, { id: 0, method: "initialize", params: { token } });
	assert.deepEqual((await hear()).result, { clientCapabilities: {} });
	await say({ method: "session/prompt", params: { sessionId: "s" } });
	return { child, path, token, friend, hear, say, asked: async () => (await client.next()).value };
}

test("a question has one answer, whatever the client sends", { skip: process.platform === "win32" }, async (t) => {
	const { child, friend, hear, say, asked } = await between(t);
	const ask = async (id: number) => {
		write(friend, { id, method: "elicitation/create", params: { sessionId: "s", message: String(id) } });
		return asked();
	};
	const first = await ask(1);
	assert.match(first.id, /^pi-question:/);
	const second = await ask(2);
	const answer = (id: string, more: object) => write(child.stdin, { id, ...more });
	answer("pi-question:nobody", { method: "x" }); // a request of the client's own
	assert.equal((await asked()).id, "pi-question:nobody");
	const long = "ü".repeat(3_000_000);
	child.stdin.write(
		`  ${JSON.stringify({ error: null, result: { action: "accept", content: { long } }, id: second.id })}`,
	);
	await new Promise(setImmediate);
	child.stdin.write("\r\n");
	const { id, result } = await hear();
	assert.deepEqual([id, result.content.long === long], [2, true]);
	// again, to an unknown request, and after the request was withdrawn
	answer(second.id, { result: { action: "cancel" } });
	answer(second.id.replace(/.$/, "99"), { result: { action: "cancel" } });
	write(friend, { method: "$/cancel_request", params: { requestId: 1 } });
	assert.deepEqual([(await asked()).params], [{ requestId: first.id }]);
	answer(first.id, { result: { action: "accept" } });
	child.stdin.write(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
	child.stdin.write("\n");
	assert.match(await asked(), /^\{\ufffd+\}$/);
	child.stdin.write('{"id":');
	child.stdin.write(`${JSON.stringify((await ask(3)).id)},"result":7}\n`);
	assert.deepEqual(await hear(), { jsonrpc: "2.0", id: 3, result: 7 });
	write(friend, { id: 4, method: "elicitation/create", params: { sessionId: "s" } });
	answer((await asked()).id, { error: { code: -32603, message: "?" } });
	assert.deepEqual((await hear()).error, { code: -32603, message: "?" });
	await say({ id: 7, result: {} });
});

test("a reply that is nested too deeply ends nothing", { skip: process.platform === "win32" }, async (t) => {
	const { child, friend, hear, say, asked } = await between(t);
	write(friend, { id: 1, method: "elicitation/create", params: { sessionId: "s" } });
	const { id } = await asked();
	child.stdin.write(`{"id":"${id}","result":${"[".repeat(50_000)}${"]".repeat(50_000)}}\n`);
	assert.equal((await hear()).error.code, -32603);
	await say({ id: 7, result: {} });
});

test("a message takes time in proportion to its length, both ways", {
	skip: process.platform === "win32",
}, async (t) => {
	const { child, path, token, asked } = await between(t);
	const link = new AcpLink({ path, token });
	const time = async (length: number) => {
		const text = "x".repeat(length);
		const started = performance.now();
		const replied = link.request("elicitation/create", { sessionId: "s", message: text });
		const { id, params } = await asked();
		write(child.stdin, { id, result: text });
		const reply = await replied;
		const took = performance.now() - started;
		assert.ok(params.message === text && reply && "result" in reply && reply.result === text);
		return took;
	};
	await link.capabilities();
	const ratios: number[] = [];
	// A busy machine may need several attempts. With quadratic time, eight times the length takes some 50 times as long.
	while (ratios.length < 5 && !ratios.some((ratio) => ratio < 20)) {
		const short = await time(5_000_000);
		ratios.push((await time(40_000_000)) / short);
	}
	link.close(false);
	assert.ok(Math.min(...ratios) < 20, String(ratios));
});

test("a question is asked only in a session that is certain", { skip: process.platform === "win32" }, async (t) => {
	const { child, friend, hear, say, asked } = await between(t);
	// The client opens a session. The adapter has other ids for sessions.
	const open = async (id: number, result: object) => {
		await say({ id, method: "session/new", params: {} });
		await say({ id, ...result });
	};
	const update = (sessionId: string, update: object) =>
		say({ method: "session/update", params: { sessionId, update: { toolCallId: "call_0", ...update } } });
	const announce = (sessionId: string) => update(sessionId, { sessionUpdate: "tool_call", status: "pending" });
	const end = (sessionId: string) => update(sessionId, { sessionUpdate: "tool_call_update", status: "completed" });
	const ask = (id: number) =>
		write(friend, { id, method: "elicitation/create", params: { sessionId: "pi's own", toolCallId: "call_0" } });
	await open(1, { error: { code: -32000, message: "not logged in" } });
	await announce("s");
	ask(1);
	const only = await asked();
	assert.equal(only.params.sessionId, "s", "there is no other");
	write(child.stdin, { id: only.id, result: { action: "decline" } });
	assert.deepEqual((await hear()).result, { action: "decline" });
	await end("s");
	await open(2, { result: { sessionId: "b" } });
	ask(2);
	assert.equal((await hear()).error.code, -32602, "it was open in the first session only, and is over");
	await announce("s");
	ask(3);
	await announce("b");
	assert.equal((await hear()).error.code, -32602, "it is open in both");
	await end("s");
	ask(4);
	assert.equal((await asked()).params.sessionId, "b", "it is open in no other");
});

test("what the client can do may be known later", { skip: process.platform === "win32" }, async (t) => {
	const { friend, token, hear, say } = await between(t);
	for (const clientCapabilities of [{ elicitation: { form: {} } }, {}]) {
		await say({ id: 1, method: "initialize", params: { clientCapabilities } });
		write(friend, { id: 1, method: "initialize", params: { token } });
		assert.deepEqual((await hear()).result, { clientCapabilities });
	}
});

test("a temporary folder that holds no socket", { skip: process.platform === "win32" }, async (t) => {
	const parent = folder(t);
	const deep = join(parent, "x".repeat(120));
	mkdirSync(deep);
	const file = join(parent, "file");
	writeFileSync(file, "");
	for (const TMPDIR of [deep, file, join(parent, "missing")]) {
		const { child, path } = await between(t, { TMPDIR });
		assert.equal(dirname(dirname(path)), "/tmp");
		child.kill("SIGTERM");
		await once(child, "close");
		assert.throws(() => statSync(dirname(path)), "its folder is gone");
	}
	assert.deepEqual(readdirSync(deep), []);
});

test("what is wrong is said", () => {
	const run = (...args: string[]) => {
		const [file = "", ...own] = passThrough;
		const { status, stderr, stdout } = spawnSync(file, [...own, ...args], { encoding: "utf8", input: "" });
		return { status, stderr, stdout };
	};
	const missing = run("--", "no-such-adapter");
	assert.equal(missing.status, 127);
	// The version that is tested, because anybody could publish a newer one.
	const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	assert.ok(missing.stderr.startsWith("pi-question-acp: no-such-adapter was not found. "), missing.stderr);
	assert.ok(missing.stderr.includes(`Install pi-acp@${devDependencies["pi-acp"]}, or`), missing.stderr);
	const unknown = run("--adapter", "x");
	assert.equal(unknown.status, 2);
	assert.match(unknown.stderr, /^pi-question-acp: there is no --adapter\.\n\npi-question-acp \[-- ADAPTER/);
	assert.match(run("--help").stdout, /^pi-question-acp \[-- ADAPTER COMMAND…\]/);
	assert.equal(run("--", "/bin/sh", "-c", "exit 7").status, 7);
});
