/** Plays the tasks in the real pi, all tasks of a tool in one session, and checks what the model gets. */
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { PiTerminal } from "../../tests/harness/pi.ts";
import { keysOf } from "./keys.ts";
import { type Task, tasks } from "./tasks.ts";
import { args, formOf, loading, type Question, type Tool } from "./tools.ts";

/** Milliseconds between two keys, and after Enter, because a tool may ignore an Enter that nobody can have meant. */
const [PAUSE_MS, READING_MS] = [50, 450];

/** Milliseconds after which a key that has changed nothing on the screen is taken as handled. */
const UNSEEN_MS = 500;

/** Returns a cell of the table for each task: the number of keys and which, or that the tool has no way. */
export async function play(tool: Tool): Promise<string[]> {
	const possible = tasks.filter(({ keys }) => keys[tool.id] !== undefined);
	const turns = possible.map((task) => ({ calls: tool.calls(numbered(task)) }));
	const pi = new PiTerminal({ turns: [...turns, { text: "Understood." }], extension: loading(tool), args });
	try {
		for (const task of possible) {
			await formOf(pi, tool, mark(task));
			await pi.calm();
			const keys = keysOf(task.keys[tool.id] ?? "");
			for (const [at, key] of keys.entries()) {
				const before = pi.screen().join("\n");
				pi.type(key);
				// A key may change only what is not in sight.
				await Promise.race([pi.sees((screen) => screen !== before).catch(() => {}), setTimeout(UNSEEN_MS)]);
				// Between two keys a form is open: the same or, if a tool asks one question with each, the next.
				if (at < keys.length - 1) await formOf(pi, tool);
				await setTimeout(key === "\r" ? READING_MS : PAUSE_MS);
			}
		}
		await pi.sees("Understood.");
		const results = pi.workplace.results<unknown>(tool.name).map(({ details }) => details);
		for (const [at, task] of possible.entries()) {
			const own = results.splice(0, turns[at]?.calls.length);
			const given = tool.answers(own, task.questions.length);
			assert.deepEqual(given, task.expected, `${tool.title} did not ${task.name} by ${task.keys[tool.id]}`);
		}
	} finally {
		await pi.stop();
	}
	return tasks.map(({ keys }) => {
		const script = keys[tool.id];
		return script === undefined ? "not possible" : `**${keysOf(script).length}** ${script}`;
	});
}

/** Words that tell the form of a task from all others. */
const mark = (task: Task) => `(task ${tasks.indexOf(task) + 1})`;

/** Puts the mark where each tool shows it: in the first prompt and, because that may not fit, in the last description. */
function numbered(task: Task): Question[] {
	return task.questions.map(({ prompt, options, ...question }, at) => ({
		...question,
		prompt: at === 0 ? `${mark(task)} ${prompt}` : prompt,
		options: options.map(({ label, description }, option) => ({
			label,
			description: at === 0 && option === options.length - 1 ? `${description} ${mark(task)}` : description,
		})),
	}));
}
