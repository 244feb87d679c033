/** Questions of subagents at the session of a person: when that session ends, cannot be written, or asks for several. */
import assert from "node:assert/strict";
import test from "node:test";
import { currentHost, type Reply } from "../../extension/subagents/hosts.ts";
import { two } from "../harness/args.ts";
import { TestHost } from "../harness/host.ts";

/** Asks two questions for a subagent. Resolves when its form is on the screen. */
async function ask(host: TestHost, name: string, signal = new AbortController().signal) {
	const subagent = { name, cwd: "/work", pid: 1 };
	const reply = currentHost()?.ask({ subagent, dialect: "question", call: "call", args: two }, signal);
	await host.sees(`${name} asks`);
	await host.look();
	return { reply: reply as Promise<Reply | undefined> };
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
