/** Several sessions of a program with pi's SDK in one process: which person is asked. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { database } from "../harness/args.ts";
import type { Turn } from "../harness/model.ts";
import { lastResult, openSession } from "../harness/sessions.ts";

const ask: Turn = { calls: [{ tool: "question", args: { questions: [database] } }] };
const turns = () => [ask, { text: "Understood." }];

test("a session without a person asks the one of its folder, who reads the folder", async () => {
	const asked: string[] = [];
	const person = (name: string) => async (title: string, options: string[]) => {
		asked.push(`${name} ${title.split("\n")[0]}`);
		return options.find((option) => option.includes("SQLite"));
	};
	const [first] = [await openSession("a", [], person("a")), await openSession("b", [], person("b"))];
	const child = async (folder: string) => {
		const session = await openSession(folder, turns());
		await session.prompt("find it");
		session.dispose();
		return lastResult(session);
	};
	for (const [folder, who] of [
		["a/x", "a"],
		["b", "b"],
		["elsewhere", undefined],
	] as const) {
		const result = await child(folder);
		if (who) assert.match(asked.pop() ?? "", new RegExp(`^${who} A subagent \\(.*/${folder}: find it\\) asks$`));
		assert.match(
			result,
			who ? /^Which database\? → SQLite$/ : /^Error: UI is unavailable: .* none is in a folder that holds/,
		);
		assert.deepEqual(asked, []);
	}
	// A program drops a session without an event.
	first.dispose();
	for (const folder of ["a/x", "elsewhere"]) {
		assert.equal(await child(folder), "Which database? → SQLite");
		assert.equal(asked.pop(), "b A subagent (find it) asks");
	}
});
