/** Writing the pending file: on any error of the disk, the file is complete or unchanged, and the model is told why. */
import assert from "node:assert/strict";
import fs, {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { leaveBeacon } from "../../bin/beacons.js";
import { pendingFiles } from "../../extension/host/names.ts";
import { Overtaken, retirePending, writePending } from "../../extension/host/pending.ts";
import { one, two } from "../harness/args.ts";
import { type Returned, TestHost } from "../harness/host.ts";
import { setSystem } from "../harness/program.ts";

type Writing = "writeFileSync" | "renameSync" | "linkSync" | "mkdirSync" | "rmSync" | "unlinkSync";

/**
 * Makes a function of `node:fs` fail so often, or until the test ends, on the pending file and its folder, or on what else
 * `place` says. Returns how often it has failed.
 */
function failing(t: TestContext, name: Writing, code: string, times = Number.POSITIVE_INFINITY, place = ".pi") {
	const original = fs[name] as (...args: unknown[]) => unknown;
	const failed = { times: 0 };
	t.mock.method(fs, name, (...args: unknown[]) => {
		if (failed.times === times || !String(args[0]).includes(place)) return original(...args);
		failed.times++;
		throw Object.assign(new Error(`${code}: failed`), { code });
	});
	syncBuiltinESMExports();
	t.after(() => {
		t.mock.restoreAll();
		syncBuiltinESMExports();
	});
	return failed;
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

/** What stands where the folder is to be made. */
const inTheWay: Array<[what: string, make: (path: string, host: TestHost) => void, reason: RegExp]> = [
	["a file", (path) => writeFileSync(path, "x"), /in the way/],
	["a link out of the project", (path, host) => symlinkSync(host.agent, path), /symbolic link out of the project/],
];

for (const [what, make, reason] of inTheWay)
	test(`${what} in the folder's place: nothing can wait, and the model learns why`, async () => {
		const host = new TestHost({ mode: "print" });
		make(folder(host), host);
		const { text, details } = await host.execute(two);
		assert.equal(details.outcome, "unavailable");
		assert.match(text, /^Error: UI is unavailable: pi runs in print mode.*\.pi\/pending-questions\.json/);
		assert.match(text, reason);
	});

/** Executes a call and keeps it in the session, which goes on with its file. */
async function executeAndKeep(host: TestHost, args: object): Promise<Returned> {
	const result = await host.execute(args);
	const { text, details } = result;
	const call = { type: "toolCall", id: "call", name: "question", arguments: args };
	const messages = [
		{ role: "assistant", stopReason: "toolUse", content: [call] },
		{ role: "toolResult", toolCallId: "call", toolName: "question", content: [{ type: "text", text }], details },
	];
	for (const message of messages) host.keep({ type: "message", message });
	return result;
}

test("a file of 2 MB is read; one that is too long for anybody is refused, and stays", async () => {
	const host = new TestHost({ mode: "print" });
	await executeAndKeep(host, one);
	const grow = (bytes: number) => {
		const grown = { ...JSON.parse(readFileSync(file(host), "utf8")), todo: '"\n'.repeat(bytes / 4) };
		writeFileSync(file(host), JSON.stringify(grown));
		return readFileSync(file(host), "utf8");
	};
	const text = grow(2_000_000);
	assert.equal((await executeAndKeep(host, two)).details.pendingFile, ".pi/pending-questions.json");
	assert.ok(readFileSync(file(host), "utf8").length > text.length);
	// As many bytes, but not as JSON text, too.
	for (const bytes of [50_000_000, 6_000_000]) {
		const long = grow(bytes);
		assert.match((await host.execute(one)).details.pendingFile ?? "", /-session\.json$/);
		assert.equal(readFileSync(file(host), "utf8"), long);
		rmSync(join(folder(host), "pending-questions-session.json"));
	}
});

test("a file that cannot be replaced stays as it was, with what was filled in", async (t) => {
	const host = new TestHost({ mode: "print" });
	await executeAndKeep(host, two);
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

test("what is no file of this session is not written over and keeps nothing from waiting", async () => {
	for (const text of ["", '{"sessionId": "session", "questions": [{"question": "Prompt 1?", "answer": "red"}]}']) {
		const prepare = (_agent: string, project: string) => {
			mkdirSync(join(project, ".pi"));
			writeFileSync(join(project, ".pi", "pending-questions.json"), text);
		};
		const host = new TestHost({ mode: "json", prepare });
		for (const _ of [1, 2]) {
			const { details } = await executeAndKeep(host, one);
			assert.deepEqual([details.outcome, details.pendingFile], ["pending", ".pi/pending-questions-session.json"], text);
		}
		assert.equal(readFileSync(file(host), "utf8"), text);
		assert.equal(readdirSync(folder(host)).length, 2);
	}
});

test("a draft that was left behind by a kill is removed, and is never taken for a pending file", async () => {
	const host = new TestHost({ mode: "print" });
	mkdirSync(folder(host));
	const drafts = ["old", "new"].map((name) => join(folder(host), `pending-questions.json.${name}.draft`));
	for (const draft of drafts) writeFileSync(draft, "{");
	const hour = new Date(Date.now() - 3_600_000);
	utimesSync(drafts[0] ?? "", hour, hour);
	assert.equal((await host.execute(one)).details.outcome, "pending");
	assert.deepEqual(pendingFiles(host.project), [".pi/pending-questions.json"]);
	assert.deepEqual(drafts.map(existsSync), [false, true]);
});

for (const links of [true, false])
	test(`no file that was put aside is replaced${links ? "" : ", without links either"}`, (t) => {
		const host = new TestHost();
		const [cwd, name] = [host.project, ".pi/pending-questions.json"];
		mkdirSync(folder(host));
		if (!links) failing(t, "linkSync", "EPERM");
		for (const [at, renamed] of ["answered-questions", "answered-questions-2", "answered-questions-3"].entries()) {
			writeFileSync(file(host), `${at}`);
			assert.equal(retirePending(cwd, name), `.pi/${renamed}.json`);
		}
		assert.equal(retirePending(cwd, name), undefined, "another pi was first");
		assert.deepEqual(
			readdirSync(folder(host))
				.sort()
				.map((file) => readFileSync(join(folder(host), file), "utf8")),
			["1", "2", "0"],
		);
	});

test("a file that another pi writes meanwhile is not replaced, without links either", (t) => {
	const host = new TestHost();
	mkdirSync(folder(host));
	t.mock.method(fs, "linkSync", () => {
		writeFileSync(file(host), "another pi's");
		throw Object.assign(new Error("EPERM"), { code: "EPERM" });
	});
	syncBuiltinESMExports();
	t.after(() => {
		t.mock.restoreAll();
		syncBuiltinESMExports();
	});
	assert.throws(() => writePending(host.project, ".pi/pending-questions.json", "{}", undefined), Overtaken);
	assert.equal(readFileSync(file(host), "utf8"), "another pi's");
	assert.deepEqual(readdirSync(folder(host)), ["pending-questions.json"]);
});

const PENDING = ".pi/pending-questions.json";

for (const code of ["EPERM", "EBUSY", "EACCES"])
	test(`a file that another program holds for a moment on Windows (${code}) is replaced, renamed and removed`, async (t) => {
		setSystem(t, "win32");
		const host = new TestHost();
		mkdirSync(folder(host));
		writeFileSync(file(host), "old");
		const renaming = failing(t, "renameSync", code, 2);
		const unlinking = failing(t, "unlinkSync", code, 2, "4242.json");
		writePending(host.project, PENDING, "new", "old");
		assert.deepEqual(readdirSync(folder(host)), ["pending-questions.json"]);
		assert.equal(readFileSync(file(host), "utf8"), "new");
		const removing = failing(t, "rmSync", code, 3);
		assert.equal(retirePending(host.project, PENDING), ".pi/answered-questions.json");
		assert.deepEqual(readdirSync(folder(host)), ["answered-questions.json"]);
		const beacon = { path: "p", token: "t", pid: 4242, startedAt: 1, folder: "/", session: "s" };
		leaveBeacon(host.agent, beacon)();
		assert.ok(!existsSync(join(host.agent, "4242.json")));
		assert.deepEqual([renaming.times, removing.times, unlinking.times], [2, 3, 2]);
	});

test("a file that is held for long is given up at once, and nothing of it is lost", async (t) => {
	for (const [system, code, attempts] of [
		["win32", "EBUSY", 4],
		["win32", "ENOSPC", 1],
		["linux", "EACCES", 1],
		["darwin", "EPERM", 1],
	] as const)
		await t.test(`${system}: ${code}`, async (t) => {
			const host = new TestHost();
			mkdirSync(folder(host));
			writeFileSync(file(host), "old");
			setSystem(t, system);
			const renaming = failing(t, "renameSync", code);
			const started = performance.now();
			assert.throws(() => writePending(host.project, PENDING, "new", "old"));
			assert.ok(performance.now() - started < 250);
			assert.equal(renaming.times, attempts);
			assert.deepEqual(readdirSync(folder(host)), ["pending-questions.json"]);
			const removing = failing(t, "rmSync", code, attempts);
			assert.throws(
				() => retirePending(host.project, PENDING),
				code === "EBUSY" ? /another program has it open/ : Error,
			);
			assert.equal(removing.times, attempts);
			assert.deepEqual(readdirSync(folder(host)), ["pending-questions.json"]);
			assert.equal(readFileSync(file(host), "utf8"), "old");
		});
});
