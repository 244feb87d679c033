/** The form on the screen: changed themes, and any size. */
import assert from "node:assert/strict";
import test from "node:test";
import { two } from "../harness/args.ts";
import { open, summary } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

test("a changed theme repaints everything, and changes no text", async () => {
	const { host, result } = await open(two);
	const transcript = [host.renderCall(two), host.renderResult([], { answers: [{ id: "a", label: "b" }] })];
	for (const keys of [[], ["0", ..."text"], [key.enter, "1"]]) {
		host.press(...keys);
		const screen = host.screen();
		const shades = () => [...host.lines(), ...transcript.flatMap((component) => component.render(60))].join("\n");
		assert.match(shades(), new RegExp(`38;2;${host.theme.shade};`));
		host.theme.shade++;
		for (const component of [host.component, ...transcript]) component?.invalidate();
		assert.match(shades(), new RegExp(`38;2;${host.theme.shade};`));
		assert.doesNotMatch(shades(), new RegExp(`[34]8;2;${host.theme.shade - 1};`));
		assert.equal(host.screen(), screen);
	}
	host.press(key.enter);
	assert.equal(summary(await result), "answered id1=text id2=x-value");
});

test("any size, and back: nothing is lost, and no more than 70 % of the rows are taken", async () => {
	const { host, result } = await open(two);
	for (const keys of [[], ["0", ..."some text that needs more than one line at twenty columns"]]) {
		host.press(...keys);
		const { columns, rows } = host.terminal;
		const before = host.screen();
		for (const [columns, rows] of [
			[20, 10],
			[10, 4],
			[1, 1],
			[2, 3],
			[39, 100],
			[300, 5],
		] as const) {
			Object.assign(host.terminal, { columns, rows });
			const cap = Math.max(Math.floor(rows * 0.7), Math.min(rows, 8));
			assert.ok(host.lines().length <= cap, `${columns}×${rows}:\n${host.screen()}`);
		}
		Object.assign(host.terminal, { columns, rows });
		assert.equal(host.screen(), before);
	}
	host.emit("session_shutdown");
	assert.match((await result).details.unsent?.[0]?.text ?? "", /needs more than one line/);
});
