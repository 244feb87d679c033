/** The page of `pi-question serve` beside the real pi: what pi's model can do with it, where its token is, and a reload of pi. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { database, naming } from "../harness/args.ts";
import { command, later } from "../harness/asking.ts";
import { findBrowser } from "../harness/browser.ts";
import { User } from "../harness/elsewhere.ts";
import { key } from "../harness/keys.ts";
import type { Turn } from "../harness/model.ts";
import { closeBrowser, openPage, Server } from "../harness/page.ts";
import { type PiSetup, PiTerminal, root } from "../harness/pi.ts";

const isWindows = process.platform === "win32";
const browser = isWindows ? undefined : findBrowser();
const skip = browser === undefined && "there is no Chromium here";
after(closeBrowser);

/** Milliseconds after which a press counts again when the page has moved. */
const QUIET_MS = 500;
const RELOADING = fileURLToPath(new URL("../harness/reloading.ts", import.meta.url));
const understood: Turn = { text: "Understood." };
const both: Turn = { calls: [{ tool: "question", args: { questions: [database, naming] } }] };

/** Returns the id of the one process that has left a beacon. */
const asker = ({ beacons }: User) => Number.parseInt(readdirSync(beacons)[0] ?? "", 10);

/** Starts pi in the terminals of a user, and the server of the page. */
async function start(t: TestContext, turns: Turn[], more: Partial<PiSetup> = {}) {
	const user = new User(t);
	const { XDG_RUNTIME_DIR = "" } = user.env;
	const files = { "agent/question.json": { elsewhere: "on" } };
	const pi = new PiTerminal({ turns, args: ["go"], files, env: { XDG_RUNTIME_DIR }, columns: 100, rows: 40, ...more });
	t.after(() => pi.stop());
	return { user, pi, server: await new Server(t, user).opened() };
}

test("pi reloads while a question waits in the page: what was typed there is kept, and one answer counts", {
	skip,
}, async (t) => {
	const { pi, server, user } = await start(t, [both, understood], {
		extension: ["-e", root, "-e", RELOADING],
	});
	const { page } = await openPage(t, server, browser ?? "");
	await page.clock.install();
	await pi.sees("→ 1. PostgreSQL");
	await pi.press(key.ctrl("r"), "Understood.");
	await command(pi, "/reloads", "It will reload");
	await command(pi, "/questions answer", "→ 1. PostgreSQL");
	const field = page.getByRole("textbox", { name: "Type your answer" });
	await field.fill("half a na");
	process.kill(asker(user), "SIGUSR2");
	await pi.sees("Reloaded");
	await page.clock.fastForward(QUIET_MS);
	const gone = page.getByRole("region").filter({ hasText: "The question waits no more" });
	await gone.getByText("What you had entered").click();
	await gone.getByText("half a na").waitFor();
	await command(pi, "/questions answer", "→ 1. PostgreSQL");
	const again = page.getByRole("region").filter({ has: field });
	assert.equal(await field.inputValue(), "half a na");
	await page.clock.fastForward(QUIET_MS);
	await again.getByRole("radio", { name: "SQLite" }).check();
	await field.fill("orders");
	await again.getByRole("button", { name: "Submit" }).click();
	await page.getByText("The question was answered.").waitFor();
	await pi.sees(/from the page[\s\S]*→ 1\. PostgreSQL/); // the model of the tests begins its turns again
	const sent = /Which database\? → SQLite.*What is it called\? → orders/;
	const told = pi.workplace
		.requests()
		.at(-1)
		?.filter((message) => sent.test(JSON.stringify(message)));
	assert.deepEqual([told?.length, later(pi.workplace).length], [1, 1]);
});

test("the tokens stand in no command line, environment, log or address, but where they have to", {
	skip,
}, async (t) => {
	const look = "env; tr '\\0' '\\n' </proc/$PPID/environ; tr '\\0' '\\n' </proc/$PPID/cmdline";
	const turns = [both, { calls: [{ tool: "bash", args: { command: look } }] }, both, understood];
	const { pi, server, user } = await start(t, turns);
	const { page } = await openPage(t, server, browser ?? "");
	const addresses: string[] = [];
	page.on("request", (request) => addresses.push(request.url()));
	await page.getByRole("radio", { name: "SQLite" }).check();
	await page.getByRole("textbox", { name: "Type your answer" }).fill("orders");
	await page.getByRole("button", { name: "Submit" }).click();
	await page.getByText("The question was answered.").waitFor();
	await page.reload();
	await page.getByRole("button", { name: "Submit" }).waitFor();
	await pi.sees("→ 1. PostgreSQL");
	const asking = asker(user);
	const beacon = join(user.beacons, `${asking}.json`);
	const { token } = JSON.parse(readFileSync(beacon, "utf8"));
	const answering = user.start(["answer"]);
	await answering.shows("own answer.");
	const processes = [asking, server.child.pid, answering.child.pid];
	const seen = new Map<string, string>([
		["the addresses of the page", [...addresses, page.url()].join("\n")],
		["what the model's shell sees", pi.workplace.results("bash")[0]?.text ?? ""],
		["pi's screen", pi.written],
		[
			"the server's errors, and its output behind the address",
			server.errors() + server.printed().replace(server.url, ""),
		],
		["the command's output", answering.said.output + answering.said.errors],
	]);
	for (const pid of processes)
		for (const file of ["cmdline", "environ"])
			if (process.platform === "linux") seen.set(`${file} of ${pid}`, readFileSync(`/proc/${pid}/${file}`, "utf8"));
	for (const folder of [pi.workplace.folder, user.env.TMPDIR ?? ""])
		for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
			const path = join(entry.parentPath, entry.name);
			if (entry.isFile() && path !== beacon) seen.set(path, readFileSync(path, "utf8"));
		}
	assert.ok([...seen.keys()].some((path) => path.endsWith(".jsonl")));
	assert.match(seen.get("what the model's shell sees") ?? "", /PI_CODING_AGENT/);
	for (const [where, text] of seen)
		for (const secret of [token, server.token]) assert.ok(!text.includes(secret), where);
});

test("pi's model can list what waits, and neither answer nor serve it", { skip: isWindows }, async (t) => {
	const command = fileURLToPath(new URL("../../bin/pi-question.js", import.meta.url));
	const run = (words: string, seconds = 20) =>
		`echo '${words}:'; timeout ${seconds} ${process.execPath} ${command} ${words} 2>&1; echo "$?"`;
	const answers = ["answer", "answer x --json '[1]'", "serve", "serve --port 0"];
	const reads = [run("list"), run("wait --each", 5)];
	// A question of another pi of the same user.
	const { user } = await start(t, [{ calls: [{ tool: "question", args: { questions: [naming] } }] }]);
	while (!(await user.run(["list"])).output.includes("What is it called?"));
	const { XDG_RUNTIME_DIR = "" } = user.env;
	const script = [...answers.map((words) => run(words)), ...reads].join("\n");
	const turns = [{ calls: [{ tool: "bash", args: { command: script } }] }, understood];
	const pi = new PiTerminal({ turns, args: ["go"], env: { XDG_RUNTIME_DIR } });
	t.after(() => pi.stop());
	await pi.sees("Understood.");
	const text = pi.workplace.results("bash")[0]?.text ?? "";
	const refused = text.match(
		/: this command runs below a pi, and an agent must not answer its own questions\..*\n1$/gm,
	);
	assert.equal(refused?.length, answers.length, text);
	assert.match(text, /^list:\nWhat is it called\?\n[\s\S]*\n0\nwait --each:\nWhat is it called\? – .*\n124$/m);
});
