/** Snapshots of a session: what is parsed again, and when. */
import assert from "node:assert/strict";
import test from "node:test";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { settingsOf, useCore } from "../../extension/core/core.ts";
import { Snapshot } from "../../extension/core/snapshot.ts";
import { breakCore } from "../harness/core.ts";

test("a session is parsed once for all that it is asked, and again after a change or a trap", () => {
	const core = useCore();
	let parsed = 0;
	core.Session = class extends core.Session {
		constructor(...parts: ConstructorParameters<typeof core.Session>) {
			super(...parts);
			parsed++;
		}
	};
	const entries: unknown[] = [{ type: "message", id: "e1", message: { role: "user" } }];
	const sessionManager = { getBranch: () => entries, getSessionId: () => "s" };
	const ctx = { cwd: "/nowhere", sessionManager } as unknown as ExtensionContext;
	const snapshot = () => new Snapshot({ tool: "question", settings: () => settingsOf([], "C") }, ctx);

	const first = snapshot();
	assert.equal(first.listing(80), "No questions in this session.");
	assert.deepEqual([first.plan("settled").say, first.typed, snapshot().typed], [[], [], []]);
	assert.equal(parsed, 1);

	const call = { type: "toolCall", name: "question", id: "c", arguments: { questions: [{ prompt: "Why?" }] } };
	entries.push({ type: "message", id: "e2", message: { role: "assistant", stopReason: "toolUse", content: [call] } });
	assert.match(snapshot().listing(80), /Why\?/);
	assert.equal(parsed, 2);
	assert.doesNotMatch(first.listing(80), /Why\?/, "a snapshot stays as it was");

	const last = snapshot();
	breakCore();
	assert.throws(() => last.listing(80));
	assert.match(last.listing(80), /Why\?/);
});
