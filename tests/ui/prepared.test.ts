/** Modules that are loaded while the model still writes its call. A file of its own, as other tests load them all. */
import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import test from "node:test";
import { setTimeout } from "node:timers/promises";

const loaded: string[] = [];
registerHooks({
	load(url, context, next) {
		// Loaded some time after each start.
		if (/\/extension\/(?!ahead)/.test(url)) loaded.push(url);
		return next(url, context);
	},
});

test("a call that is drawn while it is written loads all that its form needs", async () => {
	// Imported after the hooks are registered.
	const { open, TestHost } = await import("../harness/host.ts");
	const { one } = await import("../harness/args.ts");
	const has = (file: string) => loaded.some((url) => url.endsWith(file));
	const host = new TestHost();
	assert.ok(!has("/desk.ts") && !has("/tui/form.ts"), "a run that asks nothing loads none of it");
	host.tool.renderCall?.({}, host.theme as never, {} as never);
	while (!has("/tui/form.ts")) await setTimeout(1);
	const before = loaded.length;
	const { host: asking } = await open(one);
	assert.match(asking.screen(), /Something else…/);
	assert.deepEqual(loaded.slice(before), []);
	asking.emit("session_shutdown");
});
