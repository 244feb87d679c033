/** The line that filters a list. */
import assert from "node:assert/strict";
import test from "node:test";
import { CURSOR_MARKER, stripTerminalSequences } from "@earendil-works/pi-tui";
import { one } from "../harness/args.ts";
import { isPending, open } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { withoutCodes } from "../harness/screen.ts";

test("the filter: pasted text is one line, without anything that a terminal obeys", async () => {
	const { host, result } = await open(one);
	host.press("/", key.paste("gr\x1b[31mee\x07n\n\x9b2J"));
	for (const line of host.lines()) {
		const rest = withoutCodes(line);
		assert.doesNotMatch(rest, /\p{Cc}/u, JSON.stringify(line));
	}
	assert.ok(await isPending(result));
	host.press(key.ctrl("u"), key.paste("gre\nen"));
	assert.equal(host.highlighted(), "green");
	assert.ok(host.isEditing(), "the line has the cursor, for input methods");
	const line = host.lines().find((line) => line.includes(CURSOR_MARKER)) ?? "";
	assert.equal(stripTerminalSequences(line.split(CURSOR_MARKER)[0] ?? ""), " / green");
	host.press(key.escape);
	assert.ok(!host.isEditing());
});
