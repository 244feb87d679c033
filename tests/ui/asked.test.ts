/** Questions of subagents at the session of a person: when that session ends, cannot be written, or asks for several. */
import assert from "node:assert/strict";
import test from "node:test";
import { type Reply, shared } from "../../extension/subagents/hosts.ts";
import { one, two } from "../harness/args.ts";
import { TestHost } from "../harness/host.ts";

/** Asks questions for a subagent, which may have to wait. */
function begin(name: string, args: unknown, signal: AbortSignal): Promise<Reply | undefined> {
	const [host] = shared().hosts;
	assert.ok(host);
	return host.ask(
		{ id: name, subagent: { name, cwd: "/work", pid: 1 }, dialect: "question", call: name, args },
		signal,
	);
}

/** Asks two questions for a subagent. Resolves when its form is on the screen. */
async function ask(host: TestHost, name: string, signal = new AbortController().signal, args: unknown = two) {
	const reply = begin(name, args, signal);
	await host.sees(`${name} asks`);
	await host.look();
	return { reply };
}

for (const [name, branch] of [
	["with messages", [{ type: "message", message: { role: "user", content: "go" } }]],
	["without a message", []],
] as const) {
	test(`a session ${name} that ends leaves the question to the next one`, async () => {
		const host = new TestHost({ branch: [...branch] });
		const { reply } = await ask(host, "scout");
		host.press("1");
		host.emit("session_shutdown");
		assert.equal(await reply, undefined);
	});
}

test("a subagent gets its answers also where the session cannot be written", async () => {
	const host = new TestHost();
	host.keep = () => {
		throw new Error("ENOSPC: no space left on device");
	};
	const { reply } = await ask(host, "scout");
	host.press("1", "2", "\r");
	assert.match(JSON.stringify(await reply), /Prompt 1\? → red/);
	assert.match(host.notices.join("\n"), /The session could not be written: ENOSPC/);
});

test("what was entered for a subagent is there again for the same one alone", async () => {
	const host = new TestHost();
	for (const [who, isThere] of [
		["scout", false],
		["builder", false],
		["scout", true],
	] as const) {
		const stop = new AbortController();
		const { reply } = await ask(host, who, stop.signal);
		assert.equal(host.screen().includes("■"), isThere, `${who}\n${host.screen()}`);
		if (who === "scout" && !isThere) host.press("1");
		stop.abort();
		await reply;
	}
});

test("what nobody has answered takes little room in the session, however much was asked", async () => {
	const host = new TestHost();
	const length = 300_000;
	const long = { ...two, title: "t".repeat(length), questions: [...two.questions, { prompt: "x".repeat(length) }] };
	for (const key of [undefined, "1"]) {
		const before = JSON.stringify(host.branch).length;
		const stop = new AbortController();
		const { reply } = await ask(host, key ? "begun" : "unseen", stop.signal, long);
		if (key) host.press(key);
		stop.abort();
		await reply;
		const size = JSON.stringify(host.branch).length - before;
		assert.ok(key ? size > 2 * length : size <= 64 * 1024, String(size));
	}
	await host.command("questions", "");
	assert.match(
		host.notices.join("\n"),
		/unseen asks \(Tab1, Tab2\)\nAborted\n□ Prompt 1\?[\s\S]*begun asks \(Tab1, Tab2, x+/,
	);
});

test("a program is sent a long request of a subagent by dialogs alone, unless it shows none", async (t) => {
	const length = 100_000;
	for (const [text, isRequestOnly, isSent] of [
		["short", false, true],
		["x".repeat(length), false, false],
		["x".repeat(length), true, true],
	] as const) {
		process.env.PI_QUESTION_REQUEST_ONLY = isRequestOnly ? "1" : "";
		t.after(() => delete process.env.PI_QUESTION_REQUEST_ONLY);
		const { promise: shown, resolve: show } = Promise.withResolvers<void>();
		const input = (_title: string, _placeholder: unknown, { signal }: { signal: AbortSignal }) => {
			show();
			return new Promise((resolve) => signal.addEventListener("abort", resolve));
		};
		const host = new TestHost({ mode: "rpc", ui: { input } });
		const stop = new AbortController();
		const reply = begin("scout", { questions: [{ prompt: text }] }, stop.signal);
		if (!isRequestOnly) await shown;
		while (isRequestOnly && host.branch.length === 0) await new Promise(setImmediate);
		assert.equal(JSON.stringify(host.branch).includes("ask_user_request"), isSent);
		stop.abort();
		await reply;
	}
});

test("questions that are withdrawn while they wait do not read the session", async () => {
	const host = new TestHost();
	let reads = 0;
	const { branch } = host;
	const get = () => {
		reads++;
		return branch;
	};
	Object.defineProperty(host, "branch", { get, set() {} });
	const stop = new AbortController();
	const { reply } = await ask(host, "scout", stop.signal);
	const waiting = Array.from({ length: 127 }, (_, at) => begin(`other ${at}`, one, stop.signal));
	await host.sees("127 more wait");
	reads = 0;
	stop.abort();
	await Promise.all([reply, ...waiting]);
	assert.ok(reads <= 2, String(reads));
});
