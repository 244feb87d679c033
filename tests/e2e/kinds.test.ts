/**
 * Texts, previews and several questions in the real pi. One run of pi asks several forms in turn, and their results are
 * checked after the last one.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as args from "../harness/args.ts";
import { key } from "../harness/keys.ts";
import { results, session } from "../harness/pi.ts";
import { valuesOf } from "../harness/workplace.ts";

const features = { ...args.features, options: [...args.features.options, { label: "Admin" }] };
const database = {
	...args.database,
	options: [
		{ value: "pg", label: "Postgres 16" },
		{ value: "my", label: "MySQL 8" },
		{ value: "lite", label: "SQLite 3" },
	],
};
const previews = [
	"```sql\nCREATE TABLE pg;\n```",
	Array.from({ length: 60 }, (_, at) => `- line ${at + 1}`).join("\n"),
	undefined,
];
const { naming } = args;
const ask = (...questions: object[]) => ({ questions });

test("input: the editor alone, with a default, earlier answers, files and an editor of the user's own", async (t) => {
	const long = "y".repeat(2847);
	const pi = session(
		t,
		[
			ask(naming),
			ask({ ...naming, prompt: "Anything else?", allowEmpty: true }),
			ask({ ...naming, prompt: "With a default?", defaultValue: "orders" }),
			ask({ ...naming, prompt: "The same again?" }),
			ask({ ...naming, prompt: "Which file?" }),
			ask({ ...naming, prompt: "Outside?" }),
			ask({ ...naming, prompt: "At length?" }),
		],
		{
			env: { EDITOR: "./edit" },
			files: {
				"project/edit": '#!/bin/sh\nprintf "%s\\nfrom outside\\n" "$(cat "$1")" > "$1"\n',
				"agent/bin/fd": "#!/bin/sh\necho src/main.rs\n",
				"project/src/main.rs": "",
			},
		},
	);
	await pi.sees("What is it called?");
	await pi.sees(/enter (next|submit|add|keep)/);
	await pi.press(key.enter, "Nothing typed yet.");
	await pi.press(key.paste("0 n / c\nsecond"), /0 n \/ c *\n *second/);
	await pi.press(key.enter, "Anything else?");

	await pi.press(key.enter, "With a default?");
	await pi.press("-v2", "orders-v2");
	await pi.press(key.enter, "The same again?");

	await pi.press(key.up, (screen) => /orders-v2/.test(screen.split("The same again?")[1] ?? ""));
	await pi.press(key.enter, "Which file?");

	await pi.press("look at @mai", /src\/main\.rs/);
	await pi.press(key.tab, "look at @src/main.rs");
	await pi.press("now", "look at @src/main.rs now");
	await pi.press(key.enter, "Outside?");

	await pi.press("typed here", "typed here");
	await pi.press(key.ctrl("g"), /typed here *\n *from outside/);
	await pi.press(key.enter, "At length?");

	await pi.press(key.paste(long), "2847 chars");
	await pi.press(key.enter, "Answer is long (2,847 chars). Send it anyway? [Y/n]");
	await pi.press("n", /enter (next|submit|add|keep)/);
	await pi.press(key.enter, "Send it anyway?");
	await pi.press("y", "Understood.");

	const all = await results(pi);
	assert.deepEqual(
		all.map(({ details }) => details.answers[0]?.value),
		["0 n / c\nsecond", "", "orders-v2", "orders-v2", "look at @src/main.rs now", "typed here\nfrom outside", long],
	);
	assert(all.every(({ details }) => details.outcome === "answered" && details.answers[0]?.wasCustom === true));
	assert.equal(all[1]?.text, "Anything else? → (blank)");
	assert(!("options" in (all[0]?.details.questions[0] ?? {})));
	assert.equal(all[0]?.details.questions[0]?.mode, "input");
});

test("previews: beside the list where there is room, under it below, over the whole form with Ctrl+P", async (t) => {
	const options = database.options.map((option, at) => ({ ...option, preview: previews[at] }));
	const pi = session(t, [ask({ ...database, options })]);
	await pi.sees(/→ 1\. Postgres 16 .*│/);
	await pi.sees("CREATE TABLE pg;");
	await pi.press(key.down, /→ 2\. MySQL 8 .*│/);
	await pi.sees((screen) => screen.includes("line 1\n") && !screen.includes("CREATE TABLE"));
	await pi.press(key.ctrl("d"), (screen) => !/line 1\n/.test(screen) && /line \d/.test(screen));
	await pi.press(key.ctrl("u"), /line 1\n/);
	pi.resize(70, 40);
	await pi.sees((screen) => !/→ 2\. MySQL 8 .*│/.test(screen) && /→ 2\. MySQL 8[\s\S]*line 1\n/.test(screen));
	await pi.press(key.ctrl("p"), (screen) => !screen.includes("Something else…") && /line 1\n/.test(screen));
	await pi.press(key.down.repeat(60), "line 60");
	await pi.press(key.escape, "→ 2. MySQL 8");
	await pi.press(key.down, "No preview for this option");
	await pi.press(key.enter, "Understood.");
	assert.deepEqual(valuesOf(await results(pi)), [["answered", "lite"]]);
});

test("several: submit names what is open, the review leads back, undo and redo", async (t) => {
	const pi = session(t, [{ title: "A new service", ...ask(database, features, naming), metadata: { step: 3 } }]);
	await pi.sees("A new service");
	await pi.press(key.left, "Submit (3 not answered)");
	await pi.press(key.enter, /Submit again to leave unanswered: Database, Features, Name/);
	await pi.press(key.up, "→ 1. □ Database → not answered");
	await pi.press(key.enter, "[□ Database]");
	await pi.press(key.ctrl("n"), "A note on your answer");
	await pi.press("for now", "for now");
	await pi.press(key.enter, "Note: for now");
	await pi.press("2", "→ Submit (2 not answered)");
	await pi.press("2", "[□ Features]");
	await pi.press("1,3", "3. [x] Admin");
	await pi.press(key.enter, "→ Submit (1 not answered)");
	await pi.press("3", "What is it called?");
	await pi.press(key.enter, "Nothing typed yet.");
	await pi.press("billing", "billing");
	await pi.press(
		key.enter,
		/✓ Database → MySQL 8\n.*Note: for now\n.*✓ Features → Login, Admin\n.*✓ Name → \(wrote\) billing/,
	);
	await pi.sees("→ Submit");

	await pi.press(key.up.repeat(3), "→ 1. ✓ Database → MySQL 8");
	await pi.press(key.enter, "→ 2. MySQL 8 ✓");
	await pi.press("1", "→ Submit");
	await pi.press(key.undo, "2. MySQL 8 ✓");
	await pi.press(
		key.left,
		/✓ Database → MySQL 8\n.*Note: for now\n.*✓ Features → Login, Admin\n.*✓ Name → \(wrote\) billing/,
	);
	await pi.press(key.enter, "✓ What is it called? → (wrote) billing");
	const [result] = await results(pi);
	assert.equal(result?.details.outcome, "answered");
	assert.deepEqual(result?.details.metadata, { step: 3 });
});
