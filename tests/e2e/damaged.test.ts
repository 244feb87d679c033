/** A package that was damaged or removed while pi ran: the model and the user are told what helps. */
import assert from "node:assert/strict";
import { rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { asking, understood } from "../harness/asking.ts";
import { copied } from "../harness/installed.ts";
import { key } from "../harness/keys.ts";
import { PiTerminal } from "../harness/pi.ts";
import { runPi } from "../harness/runs.ts";

const damages: Record<string, (folder: string) => void> = {
	"a module without its end": (folder) => truncateSync(join(folder, "pkg/question_bg.wasm"), 1000),
	"no module": (folder) => rmSync(join(folder, "pkg/question_bg.wasm")),
	"no pkg/": (folder) => rmSync(join(folder, "pkg"), { recursive: true }),
	"no desk": (folder) => rmSync(join(folder, "extension/desk.ts")),
};

for (const [name, damage] of Object.entries(damages)) {
	test(`${name}: whoever asks is told, and nothing else fails`, async (t) => {
		const folder = copied(t);
		damage(folder);
		const odd = { calls: [{ tool: "question", args: { question: "Which one?", choices: ["a", "b"] } }] };
		for (const call of [asking, odd]) {
			const run = await runPi({ turns: [call, ...understood], extension: ["-e", folder], args: ["-p", "hi"] });
			t.after(() => run.workplace.remove());
			assert.deepEqual([run.code, run.stdout], [0, "Understood.\n"], run.stderr);
			const told = /a file of the package is missing or damaged \(.+\): pi-question has to be installed again/;
			assert.match(run.workplace.results()[0]?.text ?? "", told);
			assert.equal(run.stderr.match(told)?.length, 1, run.stderr);
		}
	});
}

test("no form: the questions come as dialogs, and the user is told", async (t) => {
	const folder = copied(t);
	rmSync(join(folder, "extension/tui/form.ts"));
	const turns = [asking, ...understood];
	const pi = new PiTerminal({ turns, extension: ["-e", folder], args: ["hi"], columns: 100, rows: 40 });
	t.after(() => pi.stop());
	await pi.sees("→ 1. PostgreSQL");
	await pi.sees("pi-question has to be installed again");
	await pi.calm(Date.now());
	await pi.press(key.enter, "What is it called?");
});

test("a file that each start loads: pi starts, and the user is told", async (t) => {
	const folder = copied(t);
	truncateSync(join(folder, "extension/host/io.ts"));
	const setup = { turns: [...understood], extension: ["-e", folder] };
	const told = /pi-question: a file of the package is missing or damaged \(.*io\.ts.*\): pi-question has to be/;
	const run = await runPi({ ...setup, args: ["-p", "hi"] });
	t.after(() => run.workplace.remove());
	assert.deepEqual([run.code, run.stdout], [0, "Understood.\n"], run.stderr);
	assert.equal(run.stderr.match(told)?.length, 1, run.stderr);
	const pi = new PiTerminal({ ...setup, args: ["hi"], columns: 160, rows: 40 });
	t.after(() => pi.stop());
	await pi.sees("Understood.");
	await pi.sees(told);
});
