/** The line that filters a list. */
import assert from "node:assert/strict";
import test from "node:test";
import { CURSOR_MARKER, stripTerminalSequences } from "@earendil-works/pi-tui";
import { one, questions } from "../harness/args.ts";
import { isPending, open, summary } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { withoutCodes } from "../harness/screen.ts";

test("the filter: what is typed is text, the best match is taken, Esc gives the list back", async () => {
	const { host, result } = await open(questions(["alpha 1", "beta a", "gamma 0", "jklnu"], ["x"]));
	host.press("/", ..."jklnu");
	assert.equal(host.highlighted(), "jklnu");
	host.press(key.ctrl("u"), ..."1");
	assert.equal(host.highlighted(), "alpha 1");
	host.press(key.backspace, ..."BET", " ", "a");
	assert.equal(host.highlighted(), "beta a");
	assert.ok(host.isEditing(), "the line has the cursor, for input methods");
	const line = host.lines().find((line) => line.includes(CURSOR_MARKER)) ?? "";
	assert.equal(stripTerminalSequences(line.split(CURSOR_MARKER)[0] ?? ""), " / BET a");
	host.press(key.escape);
	assert.ok(!host.isEditing());
	assert.match(host.screen(), /alpha[\s\S]*beta[\s\S]*gamma/);
	assert.equal(host.highlighted(), "beta a", "the highlight stays");
	host.press("/", ..."zzz");
	assert.match(host.screen(), /Nothing matches/);
	assert.ok(await isPending(result));
	host.press(...Array<string>(20).fill(key.backspace), key.down, key.down, key.enter);
	assert.match(host.screen(), /\[□ Tab2\]/);
	host.press("1", key.enter);
	assert.equal(summary(await result), "answered id1=gamma 0-value id2=x-value");
});

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
});
