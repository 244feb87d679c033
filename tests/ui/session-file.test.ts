/** The check that entries are in the session file, of which only complete lines count. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { areOwnWritten, areWritten } from "../../extension/host/branch.ts";
import { folder } from "../harness/program.ts";

const entry = (id: string, text = "") => JSON.stringify({ type: "custom_message", id, details: { id: "d", text } });

/** Returns whether a session file with this text contains these entries. */
function written(t: TestContext, text: string | undefined, ...ids: string[]): boolean {
	const file = join(folder(t), "session.jsonl");
	if (text === undefined) mkdirSync(file);
	else writeFileSync(file, text);
	return areWritten(contextOf(file), ids);
}

const contextOf = (file: string | undefined) =>
	({ sessionManager: { getSessionFile: () => file } }) as unknown as ExtensionContext;

test("which entries stand in the file", (t) => {
	const [a, b] = [entry("aaaa0001"), entry("bbbb0002", "é😀")];
	// The text of the file, the ids, and whether all are found.
	const rows: Array<[string | undefined, string[], boolean]> = [
		[`${a}\n${b}\n`, ["aaaa0001", "bbbb0002"], true],
		[`${a}\n${b}\n`, [], true],
		[`${a}\n`, ["aaaa0001", "bbbb0002"], false],
		["", ["aaaa0001"], false],
		[undefined, ["aaaa0001"], false],
		// A line that was cut off, even right before its newline, does not count.
		[`${a}\n${b.slice(0, -1)}`, ["bbbb0002"], false],
		[`${a}\n${b}`, ["bbbb0002"], false],
		[`${a}\n${b.slice(0, -1)}\n`, ["bbbb0002"], false],
		// The id of an entry in the text of another does not count.
		[`${entry("cccc0003", "aaaa0001")}\n{"parentId":"aaaa0001","id":"d"}\n`, ["aaaa0001"], false],
	];
	for (const [text, ids, expected] of rows) assert.equal(written(t, text, ...ids), expected, `${text} ${ids}`);
	assert.equal(areWritten(contextOf(undefined), ["aaaa0001"]), false);
	assert.equal(areWritten(contextOf(join(tmpdir(), "nothing", "here")), ["aaaa0001"]), false);
});

test("all messages and entries of this tool stand in the file", (t) => {
	const file = join(folder(t), "session.jsonl");
	const own = (id: string) => ({ type: "custom_message", customType: "question-answers", id });
	const other = { type: "custom_message", customType: "other", id: "dddd0004" };
	const branch = [own("aaaa0001"), other, { type: "message", id: "eeee0005" }, own("bbbb0002")];
	const sessionManager = { getSessionFile: () => file, getBranch: () => branch };
	for (const [ids, expected] of [
		[["aaaa0001", "bbbb0002"], true],
		[["bbbb0002", "dddd0004"], false],
		[["aaaa0001"], false],
	] as const) {
		writeFileSync(file, ids.map((id) => `${entry(id)}\n`).join(""));
		assert.equal(areOwnWritten({ sessionManager } as unknown as ExtensionContext), expected, String(ids));
	}
});
