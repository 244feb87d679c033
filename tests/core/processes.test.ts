/** Where a process comes from, as each system tells it; and what is decided where none does. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { makeAddress, removeAddress } from "../../bin/address.js";
import { refusal } from "../../bin/elsewhere/below.js";
import { inPowerShell, inPs, lineageOf } from "../../bin/processes.js";
import { Above } from "../../extension/subagents/above.ts";
import { beginCall, shared } from "../../extension/subagents/hosts.ts";
import { serveSubagents } from "../../extension/subagents/server.ts";
import { folder, noPosix, setEnvironment, setSystem } from "../harness/program.ts";

/** Has this process take the system for Windows, whose PowerShell runs this script of Node. */
function onWindows(t: TestContext, script: string): void {
	const root = folder(t);
	const program = join(root, "System32", "WindowsPowerShell", "v1.0", "powershell.exe");
	mkdirSync(dirname(program), { recursive: true });
	writeFileSync(program, `#!${process.execPath}\n${script}`);
	chmodSync(program, 0o755);
	setEnvironment(t, "SystemRoot", root);
	setSystem(t, "win32");
}

/** A script that prints processes, each with its parent, and when it began. */
const printing = (...rows: string[]) => `process.stdout.write(${JSON.stringify(`${rows.join("\r\n")}\r\n`)});`;
const own = `${process.pid} ${process.ppid} 2026-11-28T10:00:03.0000000+01:00`;
const parent = `${process.ppid} 4 2026-11-28T10:00:02.0000000+01:00`;

test("this process is below the one that has started it", async () => {
	const { above } = await lineageOf(process.pid);
	assert.equal(above[0], process.ppid);
});

test("what PowerShell prints: a parent whose id is that of a later process has ended", () => {
	const look = inPowerShell(
		[
			"0 0 ",
			"4 0 2026-11-28T09:00:00.0000000+01:00",
			"50 4 2026-11-28T10:00:00.1230000+01:00",
			"60 50 2026-11-28T10:00:00.1240000+01:00",
			"70 80 2026-11-28T10:00:00.1240000+01:00",
			"80 50 2026-11-28T09:30:00.0000000+00:00",
			"90 0 rubbish",
			"100 90 2026-11-28T10:00:00.0000000+01:00",
			"#< CLIXML",
			"110 x y",
			"",
		].join("\r\n"),
	);
	for (const [pid, above] of [
		[0, 0],
		[4, 0],
		[50, 4],
		[60, 50],
		[70, 0],
		[80, 50],
		[100, 90],
	] as const)
		assert.equal(look(pid).parent, above, String(pid));
	for (const pid of [110, 5, Number.NaN]) assert.throws(() => look(pid), /no process/);
});

test("what ps prints, with the terminals of macOS", () => {
	const look = inPs("    1     0 ??      \n  301     1 ttys003 \n98765   301 ?\n  400   301 pts/3\n\n");
	assert.deepEqual(look(1), { parent: 0, terminal: undefined });
	assert.deepEqual(look(301), { parent: 1, terminal: "ttys003" });
	assert.deepEqual(look(98_765), { parent: 301, terminal: undefined });
	assert.deepEqual(look(400), { parent: 301, terminal: "pts/3" });
	assert.throws(() => look(2), /no process/);
});

const skip = noPosix;

test("on Windows, PowerShell is asked once for all processes", { skip }, async (t) => {
	const asked = join(folder(t), "asked");
	const note = `require("node:fs").appendFileSync(${JSON.stringify(asked)}, "x", { flag: "wx" });`;
	onWindows(t, `${note} ${printing(own, parent, "4 0 ")}`);
	assert.deepEqual(await lineageOf(process.pid), { above: [process.ppid, 4] });
});

test("two processes that name each other as their parent end the search", { skip }, async (t) => {
	onWindows(t, printing(`${process.pid} 7 `, `7 8 `, `8 7 `));
	assert.deepEqual(await lineageOf(process.pid), { above: [7, 8] });
});

const unknown = [
	["fails", `${printing(own, parent)}process.exitCode = 1;`, 10_000],
	["does not end", "setInterval(() => {}, 1000);", 300],
] as const;

for (const [what, script, limit] of unknown)
	test(`where PowerShell ${what}, it is said to be unknown`, { skip }, async (t) => {
		onWindows(t, script);
		await assert.rejects(
			lineageOf(process.pid, limit),
			/^Error: where the process \d+ comes from is unknown, as .*powers/,
		);
	});

test("on Windows, a session asks the person above it, and nobody if that is unknown", { skip }, async (t) => {
	const address = makeAddress("pi-question-test-");
	const close = await serveSubagents(address);
	t.after(() => {
		close();
		removeAddress(address.path);
	});
	beginCall({ running: 0, cwd: () => "/", ask: async () => ({ problem: "heard" }) });
	t.after(() => shared().hosts.splice(0));
	const asked = { subagent: { cwd: "/", pid: 1 }, dialect: "question", call: "c", args: {} };
	for (const [name, pid, script, reply] of [
		["above", process.ppid, printing(own, parent), { problem: "heard" }],
		["not above", 4242, printing(own, parent), undefined],
		["not above, though its id is named", process.ppid, printing(own, parent.replace("02.", "09.")), undefined],
		["unknown", process.ppid, "process.exitCode = 1;", undefined],
	] as const)
		await t.test(name, async (t) => {
			onWindows(t, script);
			setEnvironment(t, "PI_QUESTION_HOST", `${pid} ${address.path} ${address.token}`);
			assert.deepEqual(await new Above(asked).ask(AbortSignal.timeout(10_000), false), reply);
		});
});

test("a command of which it is unknown whether an agent has started it takes no answer, and says so", {
	skip,
}, async (t) => {
	for (const name of ["PI_CODING_AGENT", "PI_QUESTION_HOST", "PI_SESSION_ID", "AI_AGENT"]) setEnvironment(t, name, "");
	onWindows(t, "process.exitCode = 1;");
	assert.match(
		String(await refusal()),
		/comes from is unknown, as .*, and an agent must not answer its own questions\. A person answers in pi, or/,
	);
	onWindows(t, printing(own, parent));
	for (const name of ["XDG_RUNTIME_DIR", "PI_CODING_AGENT_DIR"]) setEnvironment(t, name, folder(t));
	assert.equal(await refusal(), undefined);
});
