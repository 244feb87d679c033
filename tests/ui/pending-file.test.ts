/** Writing the pending file: on any error of the disk, the file is complete or unchanged, and the model is told why. */
import assert from "node:assert/strict";
import fs, { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { one, two } from "../harness/args.ts";
import { TestHost } from "../harness/host.ts";

type Writing = "writeFileSync" | "renameSync" | "linkSync" | "mkdirSync";

/** Makes a function of `node:fs` fail on the pending file and its folder until the test ends. */
function failing(t: TestContext, name: Writing, code: string): void {
	const original = fs[name] as (...args: unknown[]) => unknown;
	t.mock.method(fs, name, (...args: unknown[]) => {
		if (!String(args[0]).includes(".pi")) return original(...args);
		throw Object.assign(new Error(`${code}: failed`), { code });
	});
	syncBuiltinESMExports();
	t.after(() => {
		t.mock.restoreAll();
		syncBuiltinESMExports();
	});
}

const folder = (host: TestHost) => join(host.project, ".pi");
const file = (host: TestHost) => join(folder(host), "pending-questions.json");

const failures = [
	["writeFileSync", "ENOSPC", "the disk is full"],
	["writeFileSync", "EACCES", "permission denied"],
	["writeFileSync", "EROFS", "the file system is read-only"],
	["writeFileSync", "EIO", "EIO: failed"],
	["linkSync", "EEXIST", "something else of its name is in the way"],
	["mkdirSync", "EACCES", "permission denied"],
] as const;

for (const [name, code, reason] of failures) {
	test(`${name} fails with ${code}: the model learns why, and nothing is left behind`, async (t) => {
		const host = new TestHost({ mode: "print" });
		failing(t, name, code);
		const { text, details } = await host.execute(two);
		assert.equal(details.outcome, "unavailable");
		assert.ok(text.includes(`saved for later: .pi/pending-questions.json: ${reason}.`), text);
		assert.deepEqual(existsSync(folder(host)) ? readdirSync(folder(host)) : [], []);
	});
}

test("a file of 10 MB is read; one that is too long for anybody is refused, and stays", async () => {
	const host = new TestHost({ mode: "print" });
	await host.execute(one);
	const grow = (bytes: number) => {
		const grown = { ...JSON.parse(readFileSync(file(host), "utf8")), todo: '"\n'.repeat(bytes / 4) };
		writeFileSync(file(host), JSON.stringify(grown));
		return readFileSync(file(host), "utf8");
	};
	grow(10_000_000);
	assert.equal((await host.execute(two)).details.outcome, "pending");
	const long = grow(50_000_000);
	assert.match((await host.execute(one)).text, /pending-questions\.json: it is longer than 12000000 bytes/);
	assert.equal(readFileSync(file(host), "utf8"), long);
});

test("a file that cannot be replaced stays as it was, with what was filled in", async (t) => {
	const host = new TestHost({ mode: "print" });
	await host.execute(two);
	const filled = readFileSync(file(host), "utf8").replace('"answer": null', '"answer": "red"');
	writeFileSync(file(host), filled);
	for (const [name, code] of [
		["writeFileSync", "ENOSPC"],
		["renameSync", "EACCES"],
	] as const) {
		await t.test(`${name}: ${code}`, async (t) => {
			failing(t, name, code);
			assert.equal((await host.execute(one)).details.outcome, "unavailable");
			assert.equal(readFileSync(file(host), "utf8"), filled);
			assert.deepEqual(readdirSync(folder(host)), ["pending-questions.json"]);
		});
	}
	assert.equal((await host.execute(one)).details.outcome, "pending");
	assert.ok(readFileSync(file(host), "utf8").includes('"answer": "red"'));
});

test("file systems without links", async (t) => {
	const host = new TestHost({ mode: "print" });
	failing(t, "linkSync", "EPERM");
	assert.equal((await host.execute(one)).details.outcome, "pending");
	assert.deepEqual(readdirSync(folder(host)), ["pending-questions.json"]);
});

test("a file of another shape is not written over; what is no file of this session keeps nothing from waiting", async () => {
	const own = ['{"sessionId": "session"}', '{"sessionId": "session", "questions": []}'];
	const others = [
		"[]",
		"{}",
		"null",
		'{"questions": []}',
		'{"sessionId": 5}',
		'{"sessionId": "other", "questions": [1]}',
	];
	for (const text of ["", "\0", ...own, ...others]) {
		const prepare = (_agent: string, project: string) => {
			mkdirSync(join(project, ".pi"));
			writeFileSync(join(project, ".pi", "pending-questions.json"), text);
		};
		const host = new TestHost({ mode: "json", prepare });
		const isOther = others.includes(text);
		assert.equal((await host.execute(one)).details.outcome, isOther ? "pending" : "unavailable", text);
		assert.equal(readFileSync(file(host), "utf8"), text);
		assert.equal(readdirSync(folder(host)).length, isOther ? 2 : 1);
	}
});
