/** Beside what other extensions show on the screen: the form gives rows back, and waits again after what covered it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Crowd } from "../harness/crowd.ts";
import { key } from "../harness/keys.ts";
import { type PiSetup, root, session } from "../harness/pi.ts";

const extension = ["-e", fileURLToPath(new URL("../harness/crowd.ts", import.meta.url)), "-e", root];
const MODES = ["regular", "fullscreen"] as const;

const options = ["Postgres", "SQLite", "MySQL", "DuckDB", "Redis", "CockroachDB"].map((label) => ({
	label,
	description: `${label} has a description that needs more than one row of a terminal, so that there is something to fold`,
}));
const databases = { questions: [{ prompt: "Which database should the service use?", options }] };

function setup(crowd: Crowd, mode: (typeof MODES)[number], more: Partial<PiSetup> = {}): Partial<PiSetup> {
	const args = ["--tui-mode", mode, "go"];
	return { extension, args, columns: 80, rows: 24, ...more, env: { CROWD: JSON.stringify(crowd) } };
}

const CROWDS: Array<[Crowd, number]> = [
	[{ below: 10 }, 24],
	[{ above: 12 }, 24],
	[{ above: 5, below: 5 }, 16],
	[{ above: 8, below: 8, footer: 6 }, 24],
	[{ footer: 10 }, 24],
	[{ late: 10 }, 24],
];

for (const mode of MODES) {
	test(`the highlight, the text and the hints are on a screen that others fill, ${mode}`, async (t) => {
		for (const [crowd, rows] of CROWDS) {
			const pi = session(t, [databases], setup(crowd, mode, { rows }));
			await pi.sees("→ 1. Postgres");
			if (crowd.late) await pi.sees("late 10");
			await pi.press(key.down, /→ 2\. SQLite[\s\S]*enter choose/);
			await pi.press(key.up + key.up, (screen) => /^ *→ /m.test(screen) && screen.includes("enter"));
			for (let step = 0; step < options.length; step++) await pi.press(key.down, /^ *→ [\s\S]*enter /m);
			await pi.press("0", "enter");
			await pi.press("my own words", /my own words[\s\S]*enter/);
			assert.ok(pi.screen().join("\n").includes("my own words"));
			await pi.stop();
		}
	});

	test(`the key that closes another extension's dialog does not answer the form under it, ${mode}`, async (t) => {
		const pi = session(t, [databases], setup({ dialog: true }, mode));
		await pi.sees("→ 1. Postgres");
		await pi.sees("Another extension");
		pi.type(key.enter);
		await pi.sees("→ 1. Postgres");
		pi.type(key.enter);
		await pi.press(key.down, "→ 2. SQLite");
		await pi.press(key.enter, "Understood.");
		assert.equal(pi.workplace.results()[0]?.details.answers[0]?.label, "SQLite");
	});
}
