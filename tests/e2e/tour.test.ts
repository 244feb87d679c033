/** `npm start`: what it says at its start and at its end. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { key } from "../harness/keys.ts";
import { PiTerminal, root } from "../harness/pi.ts";

test("the tour in a terminal speaks first, warns of nothing, and ends with what to do next", async (t) => {
	// The tour starts pi itself, and does not read the arguments.
	const tour = new PiTerminal({ turns: [], cli: join(root, "scripts/tour.ts"), columns: 100 });
	t.after(() => tour.stop());
	await tour.sees("→ 1. PostgreSQL");
	assert.match(tour.written, /^Starting pi \d+\.\d+\.\d+\. .*nothing is saved/);
	await tour.press(key.ctrl("c"), "Ctrl+D ends this tour.");
	tour.type(key.ctrl("d"));
	assert.equal(await tour.exited, 0);
	const written = stripVTControlCharacters(tour.written);
	assert.match(written, /pi install \. .*pi remove \./);
	assert.doesNotMatch(written, /--session|Warning/);
});
