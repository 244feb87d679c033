/** The scenes of the pictures, and the keys that lead there. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { command } from "../../tests/harness/asking.ts";
import { bash, Child } from "../../tests/harness/child.ts";
import { key } from "../../tests/harness/keys.ts";
import type { Turn } from "../../tests/harness/model.ts";
import type { PiSetup, PiTerminal } from "../../tests/harness/pi.ts";
import { png } from "../../tests/harness/png.ts";

/** Draws a part of the screen: the open form, or the rows that `rows` finds. */
export type Draw = (name: string, told: string, rows?: (screen: string[]) => [first: number, last: number]) => void;

export interface Scene {
	setup: Omit<PiSetup, "files">;
	/** Content of `question.json`. */
	settings?: object;
	/** Whether pi says nothing at its start. */
	isBare?: boolean;
	/** Arguments of an earlier run of pi without a user interface. */
	before?: string[];
	/** `take` adds the screen to the film, for a time in milliseconds. One scene has a film. */
	play: (pi: PiTerminal, draw: Draw, take: (ms: number) => void) => Promise<void>;
}

const tour: PiSetup = {
	turns: [],
	modelExtension: fileURLToPath(new URL("../tour-model.ts", import.meta.url)),
	args: ["Help me set up a service"],
};

/** Returns the turns of a model that asks questions and then says a text. */
const asking = (questions: object[], text: string): Turn[] => [
	{ afterMs: 450, calls: [{ tool: "question", args: { questions: questions as never } }] },
	{ text },
];

/** Returns a subagent with a task, which asks how to go on. */
const subagent = (name: string, task: string): Child =>
	new Child(
		asking(
			[
				{
					label: "Migration",
					prompt: "The table has 41 million rows. How should I add the column?",
					options: [
						{ label: "Lock the table", description: "About four minutes, in which nobody can order" },
						{ label: "Build it beside", description: "About an hour, and nobody waits" },
					],
				},
			],
			"Done.",
		),
		{ args: `--mode json -p --no-session '${task}' </dev/null`, env: `PI_SUBAGENT_AGENT=${name}` },
	);

const agents: Array<[name: string, task: string]> = [
	["migrate", "add the region"],
	["review", "read the changes"],
];

/** Finds the rows from the last call to the line above pi's prompt. */
const transcript = (screen: string[]): [number, number] => {
	const prompt = screen.map((line) => line.startsWith("──")).lastIndexOf(true, screen.findLastIndex(isRule) - 1);
	const last = screen.slice(0, prompt).findLastIndex((line) => line.trim() !== "");
	return [screen.slice(0, last).findLastIndex(isCall) - 1, last];
};

/** Whether a line is a border of the form, of its editor or of pi's prompt. */
export function isRule(line: string): boolean {
	return line.startsWith("──");
}

/** Whether a line is the first one of a call in the transcript, which names its question or counts its questions. */
export function isCall(line: string): boolean {
	return /^ question( \(|: )/.test(line);
}

const plan = `## What I found

The table \`orders\` has **41 million rows**, and two jobs write to it:

| job | writes | may wait |
|---|---|---|
| checkout | 120/s | no |
| nightly export | 1 batch | until 6:00 |

1. Locking the table for the change takes about *four minutes*.
2. Building the new column beside it takes an hour, and nobody waits.
3. A copy of the table needs 60 GB, of which 48 are free.

\`\`\`sql
ALTER TABLE orders ADD COLUMN region text NOT NULL DEFAULT 'eu';
\`\`\`

Both ways can be taken back until the old column is dropped.

How should I go on?`;

const japanesePlan = `**結論：**列の追加には二つの方法があります（[手順書](https://example.com/migration)を参照）。

| 方法 | 停止時間と、その影響 |
|---|---|
| 一括で変更する。 | 約四分。「読み取り」は続けられますが、書き込みは待たされます。 |
| 新しい列を並行して作る（推奨）。 | なし。ただし、\`orders\`の複製に60 GBが必要です。 |

- どちらも、古い列を削除するまで「元に戻す」ことができます。

どちらの方法で進めますか？`;

const regions = [
	...["eu-central", "eu-north", "eu-south", "eu-west", "us-central", "us-east", "us-west", "ca-central", "ca-west"],
	...["mx-central", "sa-east", "sa-west", "af-north", "af-south", "me-central", "me-south", "me-west", "ap-central"],
	...["ap-east", "ap-northeast", "ap-south", "ap-southeast", "au-east", "au-west", "cn-north", "cn-northwest"],
];

export const scenes: Scene[] = [
	{
		setup: {
			turns: asking(
				[
					{
						label: "Database",
						prompt: "Which database should we use?",
						options: [
							{ label: "PostgreSQL", description: "A server. Good for several clients" },
							{ label: "SQLite", description: "One file. Nothing to run" },
							{ label: "MySQL", description: "A server. Known to the team" },
						],
					},
					{ label: "Name", prompt: "What should the service be called?" },
				],
				"I set up order-processor with SQLite.",
			),
			args: ["Set up a service"],
			columns: 80,
			rows: 22,
		},
		isBare: true,
		async play(pi, _draw, take) {
			await pi.sees("→ 1. PostgreSQL");
			take(1800);
			await pi.press(key.down, "→ 2. SQLite");
			take(900);
			await pi.press(key.enter, "[□ Name]");
			take(1200);
			for (const length of Array.from("order-processor", (_, at) => at + 1)) {
				const typed = "order-processor".slice(0, length);
				await pi.press(typed.at(-1) ?? "", typed);
				take(110);
			}
			take(600);
			await pi.press(key.enter, "→ Submit");
			take(1800);
			await pi.press(key.enter, "I set up");
			take(3500);
		},
	},
	{
		setup: { ...tour, columns: 100, rows: 34 },
		async play(pi, draw) {
			await pi.sees("→ 1. PostgreSQL");
			draw("one-question", "One question");
			await pi.press("sqlite", "→ 2. SQLite");
			draw("named", "Just type: words that name an option choose it");
			await pi.press(key.ctrl("u"), "→ 1. PostgreSQL");
			await pi.press("CockroachDB, if it is allowed", "allowed");
			draw("own-text", "Other words are an answer of your own, in pi's editor");
			await pi.press(key.escape, "✎ CockroachDB");
			draw("kept", "Esc: the words stay on their row, and typing goes on with them");
			await pi.press("?", "Keys");
			draw("keys", "`?`: all keys of the page");
			await pi.press(key.escape, "✎ CockroachDB");
			await pi.press(`${key.up}1`, "[□ Name]");
			await pi.press("shop-orders", "shop-orders");
			draw("text", "Several questions in tabs; this one takes only text");
			await pi.press(key.enter, "Features]");
			await pi.press("2", "[x] CSV export");
			draw("boxes", "Several answers to one question; the border counts the checked boxes");
			await pi.press(key.undo, "Undone");
			draw("undo", "Ctrl+-: undo names the question and its answer now");
			await pi.press(key.alt("-"), "Redone");
			await pi.press(key.ctrl("n"), "A note on your answer");
			await pi.press("CSV only for admins", "CSV only for admins");
			draw("note", "Ctrl+N: a note on the answer");
			await pi.press(key.enter, "Note: CSV only for admins");
			draw("noted", "The note below the list");
			await pi.press(key.enter, "[□ API]");
			await pi.press(key.down, "rpc Get");
			draw("form", "A preview beside the list");
			await pi.press(key.ctrl("p"), "option 2 of 2");
			draw("preview", "Ctrl+P: an option with its preview on the whole terminal; ← → show the others");
			await pi.press(key.escape, "→ 2. gRPC");
			await pi.press(key.ctrl("t"), "Discuss it first");
			await pi.press("What do our clients use today?", "today?");
			draw("discuss", "Ctrl+T: a message to the model, below the question");
			await pi.press(key.escape, "rpc Get");
			await pi.press("1", "Review your answers");
			draw("review", "The review: every answer, and Submit");
			await pi.press(key.escape, "Leave the form?");
			draw("leave", "Esc: the form asks before it drops anything");
			await pi.press(key.escape, "Review your answers");
			await pi.press(key.enter, "I would now create shop-orders");
			draw("answered", "The answers in the transcript", transcript);
			await pi.press(key.ctrl("o"), "Admin dashboard");
			draw("expanded", "Ctrl+O: the answers with their questions and the other options", transcript);
		},
	},
	{
		setup: {
			turns: asking(
				[
					{
						label: "Migration",
						prompt: plan,
						options: [
							{ label: "Lock the table tonight", description: "Four minutes without checkout, at 3:00" },
							{ label: "Build the column beside it", description: "An hour; nobody waits" },
							{ label: "Copy the table" },
						],
						recommended: "Build the column beside it",
					},
					{ label: "Region", prompt: "Where do the new rows live?", options: regions.map((label) => ({ label })) },
					{ label: "Why", prompt: "What should the changelog say?", mode: "input" },
				],
				"Understood.",
			),
			args: ["Add a region to every order"],
			columns: 100,
			rows: 24,
		},
		async play(pi, draw) {
			await pi.sees(/more lines[\s\S]*How should I go on\?[\s\S]*\? help/);
			draw("long-prompt", "A long prompt: its question stays visible, and the text above it scrolls");
			await pi.press(key.pageDown, /↑ \d+ more lines/);
			draw("reading", "Page Down: the text above the question, one page further");
			await pi.press(key.ctrl("p"), "enter/esc back");
			draw("whole-prompt", "Ctrl+P: the prompt on the whole terminal; ← → show the options");
			await pi.press(key.escape, "ctrl+p read");
			await pi.press("2", "[□ Region]");
			await pi.press("ap", "5 of 26 match");
			draw("find", "In a list that does not fit, the options that the typed words find are shown");
			await pi.press(key.enter, "[□ Why]");
			await pi.press(key.paste("Orders know their region. ".repeat(90)), "paste #1");
			await pi.press(key.enter, "Answer is long");
			draw("long-answer", "The confirmation of a very long text");
			await pi.press(key.escape, "enter next");
			await pi.press(`${key.ctrl("u")}Orders know their region.`, "region.");
			await pi.press(key.enter, "Review your answers");
			await pi.press(key.left, "[■ Why]");
			await pi.press(key.left, "[■ Region]");
			await pi.press("nz-north, once it is open", "is open");
			await pi.press(key.escape, "✎ nz-north");
			await pi.press(key.tab, "[■ Why]");
			await pi.press(key.tab, "Review your answers");
			draw("unsent-text", "The review names a text that is not sent");
			await pi.press(key.enter, "Understood.");
			await pi.press(`/questions revise${key.enter}`, "Review your answers");
			draw("revise", "`/questions revise`: the review of earlier answers");
		},
	},
	{
		setup: { ...tour, columns: 60, rows: 40 },
		async play(pi, draw) {
			await pi.sees("→ 1. PostgreSQL");
			await pi.press("1", "[□ Name]");
			await pi.press("shop-orders", "shop-orders");
			await pi.press(key.enter, "Features]");
			await pi.press(key.enter, "API]");
			await pi.sees("GET /orders");
			draw("narrow", "60 columns: the preview below the list");
			await pi.press(key.right, "1 not answered");
			await pi.press(key.enter, "Submit again");
			draw("open", "Submit names the questions that are open; a second Enter submits without them");
			await pi.press(key.escape, "Leave the form?");
			await pi.press(key.down + key.enter, "Left with");
			draw("partial", "A form that was left with some answers", transcript);
		},
	},
	{
		setup: {
			turns: asking(
				[
					{ label: "Database", prompt: "Which database should the service use?", options: ["PostgreSQL", "SQLite"] },
					{ label: "Region", prompt: "Where does it run?", options: regions.slice(0, 3).map((label) => ({ label })) },
				],
				"I have set up everything that does not depend on it.",
			),
			args: ["Set up a service"],
		},
		async play(pi, draw) {
			await pi.sees("→ 1. PostgreSQL");
			await pi.press("1", "Where does it run");
			await pi.press(key.ctrl("r"), "does not depend on it");
			await pi.sees("questions wait");
			draw("later", "Ctrl+R: answer later. A row above the prompt says what waits", transcript);
		},
	},
	{
		setup: {
			turns: asking(
				[
					{ label: "Database", prompt: "Which database should the service use?", options: ["PostgreSQL", "SQLite"] },
					{ label: "Region", prompt: "Where does it run?", options: regions.slice(0, 3).map((label) => ({ label })) },
				],
				"I need these answers to go on.",
			),
			args: ["-c"],
			columns: 100,
			rows: 33,
		},
		before: ["-p", "Set up a service"],
		async play(pi, draw) {
			await pi.sees(/opens the form\.[\s\S]*─\n\n─/);
			draw("pending", "Questions of `pi -p` wait, and the transcript says how to open them", transcript);
			await command(pi, "/questions", /Where does it run[\s\S]*─\n\n─/);
			draw("questions", "`/questions`: the questions and answers of the session", transcript);
		},
	},
	{
		setup: {
			turns: [
				// The first one asks first: else it is another one in the other theme.
				{ calls: [bash(`${agents.map((agent) => subagent(...agent).command).join(" & sleep 3; ")} & wait`)] },
				{ text: "Both are done." },
			],
			args: ["Let two agents prepare the release"],
			columns: 80,
			rows: 40,
		},
		async play(pi, draw) {
			await pi.sees("1 more waits");
			draw("subagent", "A question of a subagent, while another one waits", (screen) => [
				screen.findLastIndex((line) => line.includes(" asks ")),
				screen.findLastIndex(isRule),
			]);
		},
	},
	{
		setup: {
			turns: asking(
				[{ prompt: "How should the dashboard look?", options: ["One column", "Two columns", "Tiles"] }],
				"Done.",
			),
			args: ["Build the dashboard"],
			columns: 80,
			rows: 30,
		},
		async play(pi, draw) {
			await pi.sees("3. Tiles");
			const file = join(pi.workplace.project, "sketch.png");
			writeFileSync(file, png());
			await pi.press(key.paste(file), "[picture 1: sketch.png]");
			await pi.press("with more room between the tiles", "the tiles");
			draw("picture", "A picture in an answer of your own");
		},
	},
	{
		setup: { ...tour, columns: 100, rows: 34 },
		settings: { accessible: true },
		async play(pi, draw) {
			await pi.sees("Type a number");
			draw("dialogs", "Plain numbered dialogs, for screen readers", (screen) => [
				screen.findLastIndex(isCall) - 1,
				screen.findLastIndex(isRule),
			]);
		},
	},
	{
		setup: {
			turns: asking([{ prompt: japanesePlan, options: ["一括で変更する", "並行して作る"] }], ""),
			args: ["列を追加してください"],
			columns: 60,
			rows: 42,
		},
		settings: { locale: "ja" },
		async play(pi, draw) {
			await pi.sees("2. 並行して作る");
			draw("japanese", "The form in Japanese");
		},
	},
];
