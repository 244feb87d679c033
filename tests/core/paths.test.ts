/** Paths as each system writes them, and the folders in which pis say where they listen. */
import assert from "node:assert/strict";
import fs, { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { homedir } from "node:os";
import { join, type PlatformPath, posix, relative, win32 } from "node:path";
import { type TestContext, test } from "node:test";
import { agentFolder, beaconFolders, ownBeaconFolder, searchedFolders } from "../../bin/beacons.js";
import { expanded, isInside, shortened } from "../../bin/paths.js";
import { folder, setEnvironment } from "../harness/program.ts";

test("which folders are inside of another", () => {
	const rows: Array<[outer: string, folder: string, system: PlatformPath, isIn: boolean]> = [
		["/a", "/a/.pi", posix, true],
		["/a", "/a", posix, true],
		["/a", "/a/..pi", posix, true],
		["/a", "/b", posix, false],
		["/a", "/", posix, false],
		["C:\\a", "C:\\a\\.pi", win32, true],
		["C:\\a", "c:\\A\\.pi", win32, true],
		["C:\\a", "C:\\b", win32, false],
		["C:\\a", "D:\\a\\.pi", win32, false],
		["C:\\a", "\\\\server\\share\\.pi", win32, false],
	];
	for (const [outer, folder, system, isIn] of rows) assert.equal(isInside(outer, folder, system), isIn, folder);
});

test("a tilde at the beginning of a path is the user's folder", () => {
	for (const [path, home, system, whole] of [
		["~", "/home/u", posix, "/home/u"],
		["~/a/b", "/home/u", posix, "/home/u/a/b"],
		["~\\a", "/home/u", posix, "~\\a"],
		["~u/a", "/home/u", posix, "~u/a"],
		["/a/~/b", "/home/u", posix, "/a/~/b"],
		["~", "C:\\Users\\u", win32, "C:\\Users\\u"],
		["~\\a", "C:\\Users\\u", win32, "C:\\Users\\u\\a"],
		["~/a", "C:\\Users\\u", win32, "C:\\Users\\u/a"],
		["D:\\~\\a", "C:\\Users\\u", win32, "D:\\~\\a"],
	] as const)
		assert.equal(expanded(path, home, system), whole);
});

test("a path in the user's folder is shown with a tilde", () => {
	for (const [path, home, system, short] of [
		["/home/u", "/home/u", posix, "~"],
		["/home/u/a b", "/home/u", posix, "~/a b"],
		["/home/u2", "/home/u", posix, "/home/u2"],
		["/home/u/../v", "/home/u", posix, "/home/u/../v"],
		["home/u", "/home/u", posix, "home/u"],
		["", "/home/u", posix, ""],
		["C:\\Users\\u\\a", "C:\\Users\\u", win32, "~\\a"],
		["c:\\users\\U\\a\\b", "C:\\Users\\u", win32, "~\\a\\b"],
		["C:/Users/u/a", "C:\\Users\\u", win32, "~\\a"],
		["D:\\Users\\u\\a", "C:\\Users\\u", win32, "D:\\Users\\u\\a"],
		["\\\\server\\share\\a", "C:\\Users\\u", win32, "\\\\server\\share\\a"],
	] as const)
		assert.equal(shortened(path, home, system), short);
});

test("pi's folder may be named with a tilde", (t) => {
	setEnvironment(t, "PI_CODING_AGENT_DIR", "~/other");
	assert.equal(agentFolder(), `${homedir()}/other`);
});

/** Makes a function of `node:fs` fail on a path, and returns that. */
function failing(t: TestContext, name: "accessSync" | "statSync", at: string, code: string): string {
	const original = fs[name] as (...args: unknown[]) => unknown;
	t.mock.method(fs, name, (...args: unknown[]) => {
		if (args[0] !== at) return original(...args);
		throw Object.assign(new Error(`${code}: failed`), { code });
	});
	syncBuiltinESMExports();
	t.after(() => {
		t.mock.restoreAll();
		syncBuiltinESMExports();
	});
	return at;
}

const skip = process.platform === "win32" && "Windows has no such folder";

for (const [what, prepare, isRead] of [
	["is missing", () => "/nonexistent/runtime", false],
	["is relative", (_, runtime) => relative(process.cwd(), runtime), false],
	["is a file", (_, runtime) => join(runtime, "file"), false],
	["cannot be looked at", (t, runtime) => failing(t, "statSync", runtime, "EACCES"), false],
	["cannot be written in", (t, runtime) => failing(t, "accessSync", runtime, "EACCES"), false],
	[
		"has a folder that cannot be written in, which is read all the same",
		(t, runtime) => {
			mkdirSync(join(runtime, "pi-question"), { mode: 0o700 });
			failing(t, "accessSync", join(runtime, "pi-question"), "EROFS");
			return runtime;
		},
		true,
	],
] satisfies [string, (t: TestContext, runtime: string) => string, boolean][])
	test(`where XDG_RUNTIME_DIR ${what}, the beacon lies in pi's folder`, { skip }, (t) => {
		const [agent, runtime] = [folder(t), folder(t)];
		writeFileSync(join(runtime, "file"), "");
		const named = prepare(t, runtime);
		setEnvironment(t, "XDG_RUNTIME_DIR", named);
		const own = join(agent, "pi-question");
		assert.equal(ownBeaconFolder(agent), own);
		assert.deepEqual(beaconFolders(agent), isRead ? [join(named, "pi-question"), own] : [own]);
		assert.ok(existsSync(own));
		assert.equal(statSync(own).mode & 0o777, 0o700);
	});

test("where XDG_RUNTIME_DIR can be used, the beacon lies there", { skip }, (t) => {
	const [agent, runtime] = [folder(t), folder(t)];
	setEnvironment(t, "XDG_RUNTIME_DIR", runtime);
	assert.equal(ownBeaconFolder(agent), join(runtime, "pi-question"));
	assert.ok(!existsSync(join(agent, "pi-question")));
});

test("a shell without XDG_RUNTIME_DIR, as over ssh, finds the beacons in the user's folder of the system", {
	skip,
}, (t) => {
	const [agent, runtimes, other] = [folder(t), folder(t), folder(t)];
	const runtime = join(runtimes, String(process.getuid?.()));
	const own = join(agent, "pi-question");
	setEnvironment(t, "XDG_RUNTIME_DIR", "");
	assert.deepEqual(searchedFolders(agent, runtimes), [own]);
	mkdirSync(runtime, { mode: 0o700 });
	assert.deepEqual(searchedFolders(agent, runtimes), [join(runtime, "pi-question"), own]);
	// A beacon is left where every shell looks.
	assert.equal(ownBeaconFolder(agent), own);
	setEnvironment(t, "XDG_RUNTIME_DIR", other);
	assert.deepEqual(searchedFolders(agent, runtimes), [join(other, "pi-question"), own]);
});
