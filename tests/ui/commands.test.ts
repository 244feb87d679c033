/** Commands of pi and lines for a shell, which a form does not run: the first Enter says so, the second sends the text. */
import assert from "node:assert/strict";
import test from "node:test";
import { input, one } from "../harness/args.ts";
import { clock, isPending, open, summary } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

const NOTICE = /Commands do not run here/;

test("every command of pi, of extensions and of skills is held back once", async () => {
	const file = new URL(import.meta.resolve("@earendil-works/pi-coding-agent")).href;
	const { BUILTIN_SLASH_COMMANDS } = await import(new URL("core/slash-commands.js", file).href);
	const names: string[] = BUILTIN_SLASH_COMMANDS.map(({ name }: { name: string }) => name);
	assert.ok(names.length > 20);
	for (const name of [...names, "questions", "skill:review"]) {
		const { host, result } = await open(one, { columns: 120 });
		host.press(..."/", ...name, key.enter);
		assert.match(host.screen(), NOTICE, name);
		assert.ok(await isPending(result), name);
		host.emit("session_shutdown");
	}
});

test("the second Enter sends it, in a list and in a text", async () => {
	for (const args of [one, input]) {
		const { host, result } = await open(args, { columns: 120 });
		host.press(key.paste("!git status"), key.enter);
		assert.match(host.screen(), NOTICE);
		host.press("!");
		assert.doesNotMatch(host.screen(), NOTICE, "another text is another matter");
		host.press(key.enter);
		assert.ok(await isPending(result));
		// An Enter that is held is no second one.
		host.press(key.enter);
		assert.ok(await isPending(result));
		clock.now += 1_000;
		host.press(key.enter);
		assert.equal(summary(await result), "answered id1=!git status!");
	}
});

test("a path and a word are answers", async () => {
	for (const text of ["/etc/hosts", "/tmp", "!ready", "use /compact"]) {
		const { host, result } = await open(one);
		host.press(key.paste(text), key.enter);
		assert.equal(summary(await result), `answered id1=${text}`);
	}
});
