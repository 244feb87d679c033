/** The server of `pi-question serve`: whom it lets in, what it says and hands over, and what cannot hold it. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { AskingPi, waiting as asked } from "../harness/elsewhere.ts";
import { Served, Server } from "../harness/page.ts";
import { folder } from "../harness/program.ts";

const skip = process.platform === "win32";
const answers = { database: "postgres", name: "orders" };

test("it prints one address, and the page there holds neither data nor the token", { skip }, async (t) => {
	const served = await Served.start(t, [["one"]]);
	assert.match(served.url, /^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}$/);
	assert.equal(served.errors(), "");
	const { status, headers, body } = await served.request("GET", "/", {});
	assert.equal(status, 200);
	assert.doesNotMatch(body, new RegExp(`${served.token}|database|<[^>]+ (?:src|href|on\\w+|style)=`));
	assert.doesNotMatch(body, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/);
	const policy = String(headers["content-security-policy"]);
	assert.match(
		policy,
		/^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; connect-src 'self'; /,
	);
	assert.match(policy, /frame-ancestors 'none'/);
	assert.doesNotMatch(policy, /unsafe|\*|data:|https?:/);
	for (const [name, value] of [
		["cache-control", "no-store"],
		["referrer-policy", "no-referrer"],
		["x-content-type-options", "nosniff"],
		["x-frame-options", "DENY"],
		["set-cookie", undefined],
	] as const)
		assert.deepEqual(headers[name], value, name);
	const again = await Served.start(t, [["one"]]);
	assert.equal((await again.request("GET", "/", {})).body, body, "it is the same for everybody");
	assert.notEqual(again.token, served.token);
});

test("without its own name, its own page or the token, nothing is said", { skip }, async (t) => {
	const served = await Served.start(t, [["one"]], ["--allow-host", "My.Tunnel"]);
	const { own, port, token } = served;
	const { Authorization, Origin } = own;
	const body = JSON.stringify({ id: "one", answers });
	const cases: Array<[status: number, method: string, path: string, headers: Record<string, unknown>]> = [
		[421, "GET", "/", { Host: "evil.example" }],
		[421, "GET", "/events", { ...own, Host: `evil.example:${port}` }],
		[421, "GET", "/", { Host: "127.0.0.1.evil.example" }],
		[421, "POST", "/answer", { ...own, Host: "localhost.evil.example", Origin: "http://localhost.evil.example" }],
		[421, "GET", "/", { Host: "tunnel" }],
		[403, "POST", "/answer", { Authorization }],
		[403, "POST", "/answer", { Authorization, Origin: "null" }],
		[403, "POST", "/answer", { Authorization, Origin: "http://evil.example" }],
		[403, "POST", "/answer", { Authorization, Origin: `http://127.0.0.1:${port + 1}` }],
		[403, "POST", "/answer", { Authorization, Origin: `http://localhost:${port}` }],
		[403, "GET", "/events", { Authorization, Origin: "http://evil.example" }],
		[403, "GET", "/", { Origin: "http://evil.example" }],
		[401, "GET", "/events", {}],
		[401, "GET", "/events", { Authorization: `Bearer ${"x".repeat(43)}` }],
		[401, "GET", "/events", { Authorization: `bearer ${token}` }],
		[401, "GET", "/events", { Cookie: `token=${token}` }],
		[401, "POST", "/answer", { Origin }],
		[401, "GET", "/favicon.ico", {}],
		[400, "GET", `/events?token=${token}`, {}],
		[400, "GET", `/events?token=${token}`, own],
		[404, "GET", "/answer", own],
		[404, "POST", "/", own],
		[404, "GET", "/../package.json", own],
	];
	for (const [status, method, path, headers] of cases) {
		const told = await served.request(method, path, headers as never, method === "POST" ? body : undefined);
		assert.equal(told.status, status, `${method} ${path} ${JSON.stringify(headers)} ${told.body}`);
		assert.match(told.body, /^\{"problem":"[^"]+"\}$/);
		assert.equal(told.headers["access-control-allow-origin"], undefined);
		assert.equal(told.headers["cache-control"], "no-store");
	}
	assert.equal(served.pi.answers.length, 0);
	// Any port: a tunnel has one of its own.
	for (const host of [`localhost:${port}`, "127.0.0.1", "[::1]:80", "my.tunnel", "MY.TUNNEL:8443"])
		assert.equal((await served.request("GET", "/", { Host: host })).status, 200, host);
	const tunnel = { Authorization, Host: "my.tunnel", Origin: "https://my.tunnel" };
	assert.equal((await served.answer({ id: "one", answers }, tunnel as never)).status, 200);
});

test("an answer is checked by the core, sent to its pi, and names the page", { skip }, async (t) => {
	const served = await Served.start(t, [["one"], ["two"], ["three"], ["four"]]);
	const { reply, status } = await served.answer({ id: "one", answers: { database: true, name: ["a", "b"] } });
	assert.equal(status, 422);
	const database = '"true" is none of its options: PostgreSQL, SQLite';
	const name = "takes exactly one answer";
	const problem = `question 1 (database): ${database}; question 2 (name): ${name}`;
	assert.deepEqual(reply, { problem, problems: { database, name } });
	for (const bad of [
		undefined,
		"one",
		[],
		{ id: 1, answers },
		{ id: "one" },
		{ id: "one", answers: ["x"] },
		{ id: "one", answers: "x" },
		{ id: "one", later: true, cancelled: true },
		{ id: "one", message: 1 },
	])
		assert.equal((await served.answer(bad)).status, 400, JSON.stringify(bad));
	assert.equal(served.pi.answers.length, 0);
	const note = { name: { value: "2", wasCustom: true, note: "for now" } };
	for (const [sent, done, response, said] of [
		[
			{ id: "one", answers: { ...answers, ...note }, by: "x" },
			"was answered",
			{ answers: { ...answers, ...note } },
			"✓ Which database should we use? → PostgreSQL\n✓ What should the service be called? → (wrote) 2\n  Note: for now",
		],
		[{ id: "two", later: true, answers: { database: "SQLite" } }, "was put off", undefined],
		[{ id: "three", message: "Why?" }, "was answered with a message", undefined],
		[{ id: "four", cancelled: true }, "was cancelled", undefined],
	] as const) {
		assert.deepEqual(await served.answer(sent), {
			status: 200,
			reply: { done: `The question ${done}.`, ...(said && { sent: said }) },
		});
		const { id, ...rest } = sent;
		assert.deepEqual(served.pi.answers.at(-1), { id, response: response ?? rest, by: "the page", hub: 0 });
	}
});

test("a late answer never reaches the next question, and reads where the first was given", { skip }, async (t) => {
	const served = await Served.start(t, [["one"], ["next"]]);
	const { next } = await served.stream();
	await served.pi.do({ settle: { id: "one", outcome: "answered", by: "another terminal, pts/9\x1b[2J" } });
	const { waiting, ended } = await next((state) => state.waiting.length === 1);
	const words = "The question was answered in another terminal, pts/9␛[2J.";
	assert.deepEqual([waiting[0]?.id, ended], ["next", [{ id: "one", words }]]);
	assert.deepEqual(await served.answer({ id: "one", answers }), { status: 409, reply: { ended: words } });
	const never = "The question waits no more: its pi has ended, or does not say why.";
	assert.deepEqual(await served.answer({ id: "never", answers }), { status: 409, reply: { ended: never } });
	assert.equal(served.pi.answers.length, 0);
	await served.pi.do({ refuse: "being answered at the terminal" });
	const refused = { status: 422, reply: { problem: "being answered at the terminal" } };
	assert.deepEqual(await served.answer({ id: "next", answers }), refused);
	served.pi.process.kill("SIGKILL");
	assert.equal((await next((state) => state.waiting.length === 0)).ended.at(-1)?.words, never);
});

test("of two clients at once, one answers", { skip }, async (t) => {
	const served = await Served.start(t, [["one"], ["two"], ["three"]]);
	for (const id of ["one", "two", "three"]) {
		const replies = await Promise.all([1, 2].map(() => served.answer({ id, answers })));
		assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
		const late = replies.find(({ status }) => status === 409)?.reply;
		assert.deepEqual(late, { ended: "The question was answered in the page." });
	}
	const counted = served.pi.answers.map(({ id }) => id);
	assert.deepEqual([...new Set(counted)], ["one", "two", "three"]);
});

test("states are told as they change, the oldest question first, also of pis that begin later", { skip }, async (t) => {
	const served = await Served.start(t, [
		["new", { since: 2, from: "scout", folder: "/api" }],
		["old", { since: 1 }],
	]);
	const { next } = await served.stream();
	const { waiting, ended } = await next(() => true);
	assert.deepEqual([waiting.map(({ id }) => id), ended], [["old", "new"], []]);
	assert.deepEqual(
		waiting.map(({ place, asks }) => [place, asks]),
		[
			[`/project (pi ${served.pi.process.pid})`, undefined],
			[`/project (pi ${served.pi.process.pid})`, "scout asks, in /api"],
		],
	);
	const other = new AskingPi(t, served.user);
	await other.ask(
		served.user,
		asked("later", { since: 3, args: { title: "Long", questions: [{ prompt: "x".repeat(2 ** 20) }] } }),
	);
	const all = (await next((state) => state.waiting.length === 3)).waiting;
	assert.deepEqual([all[2]?.id, all[2]?.title, all[2]?.questions?.length], ["later", "Long", 1]);
});

test("an agent cannot serve the page", { skip }, async (t) => {
	const served = await Served.start(t, [["one"]]);
	const { code, output, errors } = await served.user.run(["serve"], "", { PI_CODING_AGENT: "true" });
	assert.deepEqual([code, output], [1, ""]);
	assert.match(errors, /runs below a pi, and an agent must not answer its own questions/);
	for (const port of ["x", "70000", "-1"])
		assert.equal((await served.user.run(["serve", "--port", port])).code, 2, port);
	assert.equal((await served.user.run(["serve", "--port", String(served.port)])).code, 1);
	const open = await Served.start(t, [["two"]], ["--host", "0.0.0.0"]);
	assert.match(open.url, /^http:\/\/127\.0\.0\.1:/);
	assert.match(open.errors(), /whoever reaches 0\.0\.0\.0 can try the page, and its traffic is not encrypted/);
	assert.equal((await open.request("GET", "/", { Host: `0.0.0.0:${open.port}` })).status, 421);
});

test("--qr prints the address as a QR code, or says how to get what makes it", { skip }, async (t) => {
	const served = await Served.start(t, [["one"]], ["--qr"]);
	const how = /^pi-question: --qr needs the package qrcode-terminal, which is not found\. Get it by npm install -g /;
	while (served.errors() === "") await once(served.child.stderr, "data");
	assert.match(served.errors(), how);
	assert.equal(served.printed(), `${served.url}\n`);
	// A stand-in for the package: the real one is the user's to install.
	const packages = folder(t);
	mkdirSync(join(packages, "qrcode-terminal"));
	const code = 'exports.generate = (text, { small }, made) => made([small, text, ""].join("\\n"));';
	writeFileSync(join(packages, "qrcode-terminal", "index.js"), code);
	const other = await new Server(t, served.user, ["--qr"], { NODE_PATH: packages }).opened();
	const all = `${other.url}\ntrue\n${other.url}\n`;
	while (other.printed().length < all.length) await once(other.child.stdout, "data");
	assert.deepEqual([other.printed(), other.errors()], [all, ""]);
});

test("what is too long is refused, whether its length is stated or not", { skip }, async (t) => {
	const served = await Served.start(t, [["one"]]);
	const long = JSON.stringify({ id: "one", answers: { ...answers, name: "x".repeat(1024 * 1024) } });
	const stated = { ...served.own, "Content-Length": String(long.length) };
	for (const headers of [stated, { ...served.own, "Transfer-Encoding": "chunked" }]) {
		const { status, body, headers: told } = await served.request("POST", "/answer", headers, long);
		assert.deepEqual([status, body], [413, '{"problem":"the answer is longer than 1 MiB"}']);
		assert.equal(told.connection, "close");
	}
	const noted = (count: number) => ({
		id: "one",
		answers: { ...answers, name: { value: "y", note: "n".repeat(count) } },
	});
	const told = { problem: "the answer is longer than 63 KiB; give it in pi" };
	assert.deepEqual(await served.answer(noted(90_000)), { status: 422, reply: told });
	assert.equal((await served.answer(noted(64_000))).status, 200);
});

test("silent clients are dropped for those that come, and hold nobody up", { skip }, async (t) => {
	const served = await Served.start(t, [["one"]]);
	const first = await served.connect("");
	const closed = once(first, "close");
	for (let at = 0; at < 80; at++) await served.connect("");
	await closed;
	assert.match((await served.request("GET", "/events", {})).body, /token/);
	assert.equal((await served.answer({ id: "one", answers })).status, 200);
});

test("a client that says its request slowly is dropped", { skip }, async (t) => {
	const served = await Served.start(t, [["one"]]);
	const slow = await served.connect("GET /events HTTP/1.1\r\nHost: localhost\r\n");
	const drops = setInterval(() => slow.write("X-A: b\r\n"), 500);
	t.after(() => clearInterval(drops));
	const [reply] = await once(slow.setEncoding("utf8"), "data");
	assert.match(reply, /^HTTP\/1\.1 408 /);
	await once(slow, "close");
});

test("half a body is no answer, however it ends, and one that does not go on is dropped", { skip }, async (t) => {
	const served = await Served.start(t, [["one"]]);
	// All of an answer, and yet not all of what was announced.
	const body = JSON.stringify({ id: "one", answers });
	const named = { ...served.own, Host: "localhost", Origin: "http://localhost" };
	const begin = (length: string, sent: string) => {
		const head = Object.entries(named).map(([name, value]) => `${name}: ${String(value)}\r\n`);
		return served.connect(`POST /answer HTTP/1.1\r\n${head.join("")}${length}\r\n\r\n${sent}`);
	};
	const stated = () => begin(`Content-Length: ${body.length + 1}`, body);
	const chunked = () => begin("Transfer-Encoding: chunked", `${body.length.toString(16)}\r\n${body}\r\n`);
	const from = performance.now();
	const [stalled, slow, ...others] = await Promise.all([stated(), chunked(), stated(), chunked(), stated()]);
	const drops = setInterval(() => slow.writable && slow.write("1\r\n \r\n"), 500);
	t.after(() => clearInterval(drops));
	for (const socket of others.slice(0, 2)) socket.end();
	await Promise.all(others.slice(0, 2).map((socket) => once(socket.resume(), "close")));
	for (const socket of others) socket.destroy();
	await Promise.all([stalled, slow].map((socket) => once(socket.resume(), "close")));
	assert.ok(performance.now() - from < 25_000);
	assert.equal(served.pi.answers.length, 0);
	assert.equal((await served.answer({ id: "one", answers })).status, 200);
});

test("a client that reads slowly misses states, never the last one, and no other waits for it", { skip }, async (t) => {
	const served = await Served.start(t, [["0"]]);
	const { Authorization } = served.own;
	const slow = await served.connect(
		`GET /events HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${String(Authorization)}\r\n\r\n`,
	);
	const [head] = await once(slow.setEncoding("utf8"), "data");
	assert.match(head, /^HTTP\/1\.1 200 /);
	slow.pause();
	const { next } = await served.stream();
	const count = 12;
	for (let at = 1; at <= count; at++) {
		const args = { title: `title ${at}.`, questions: [{ prompt: "x".repeat(400_000) }] };
		await served.pi.do({ ask: asked(String(at), { args, since: at }) });
		await next((state) => state.waiting.length === at + 1);
	}
	let [states, rest] = [0, ""];
	slow.on("data", (part: string) => {
		states += (rest + part).split("data: ").length - 1;
		rest = part.slice(-5); // of what is counted, less than a whole
	});
	slow.resume();
	let has = false;
	while (!has) has = String(await once(slow, "data")).includes(`title ${count}.`);
	assert.ok(states < count, `${states} of ${count}`);
});

test("64 pages are told of changes, and the next one is refused in words", { skip }, async (t) => {
	const served = await Served.start(t, [["one"]]);
	const streams = await Promise.all(Array.from({ length: 64 }, () => served.stream()));
	assert.ok(streams.every(({ status }) => status === 200));
	const { status, body } = await served.request("GET", "/events", served.own);
	assert.deepEqual([status, body], [503, '{"problem":"64 pages are open already"}']);
	assert.equal((await served.answer({ id: "one", answers })).status, 200);
	await Promise.all(streams.map(({ next }) => next((state) => state.waiting.length === 0)));
});
