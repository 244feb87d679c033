/** Calls that end early, by a trap of the wasm core or from outside: with all that was entered, and the next one works. */
import assert from "node:assert/strict";
import test from "node:test";
import { isDeepStrictEqual } from "node:util";
import { stripTerminalSequences } from "@earendil-works/pi-tui";
import { type Form, useCore } from "../../extension/core/core.ts";
import { colors, questions, two } from "../harness/args.ts";
import { fc } from "../harness/cases.ts";
import { breakCore, liveInstances, trapAfter } from "../harness/core.ts";
import { clock, type HostOptions, isPending, open, type Returned, summary, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { record, typed } from "../harness/record.ts";

/** A question with boxes, whose options have values of their own. */
const described = {
	questions: questions(colors).questions.map((one) => ({ ...one, mode: "multi" })),
};

/**
 * Keys pressed before a call ends early, and the answers (by `summary`) and texts that its result must keep. That all is
 * kept which a form would leave, is a property of the core (form/left.rs).
 */
const states: Record<string, { args?: unknown; keys: string[]; answers: string[]; text: RegExp }> = {
	"nothing entered": { keys: [], answers: [], text: /stopped working|aborted/ },
	"an answer and half a text": {
		keys: ["1", "0", ..."half a text"],
		answers: ["id1=red-value"],
		text: /Prompt 1\? → red[\s\S]*half a text/,
	},
	"a large paste": {
		keys: ["0", key.paste("line\n".repeat(40))],
		answers: [],
		text: /line(\\n|\n {2})line/,
	},
	"a note being written": {
		keys: ["2", key.left, key.ctrl("n"), ..."why"],
		answers: ["id1=green-value note: why"],
		text: /\(note: why\)/,
	},
	"a long text that is asked about": {
		keys: ["0", ..."longer", key.enter],
		answers: [],
		text: /longer/,
	},
	"boxes, a text among them and one taken back": {
		args: described,
		keys: ["2", "0", ..."mine", key.enter, "1", key.undo, "3", "0", ..."more"],
		answers: ["id1=green-value,blue-value,mine"],
		text: /green[\s\S]*blue[\s\S]*mine[\s\S]*more/,
	},
	"a preview over the form": {
		args: {
			questions: [{ prompt: "Prompt 1?", id: "id1", options: [{ label: "a", preview: "# A" }] }, ...two.questions],
		},
		keys: ["1", key.left, key.ctrl("p")],
		answers: ["id1=a"],
		text: /→ a/,
	},
};

/** Returns all that is kept: the text for the model, the texts that were not submitted, and what went to pi's prompt. */
function kept({ text, details }: Returned, host: TestHost): string {
	return `${text}\n${JSON.stringify(details.unsent ?? [])}\n${host.prompt}`;
}

/** Draws a call and its result in the transcript, without colors. */
function transcript(host: TestHost): string[] {
	const details = record([typed("id1", "red")]);
	const components = [host.renderCall(two), host.renderResult([{ type: "text", text: "?" }], details)];
	return components.flatMap((component) => component.render(50)).map(stripTerminalSequences);
}

/** Checks a complete call and its transcript. */
async function assertWorks(host: TestHost): Promise<void> {
	host.prompt = ""; // or keys would be taken as meant for it
	const { result } = await host.open(two);
	assert.match(host.screen(), /Prompt 1\?/);
	host.press("1", "0", ..."typed", key.enter, key.enter);
	assert.equal(summary(await result), "answered id1=red-value id2=typed");
	assert.deepEqual(transcript(host), ["question: 2 questions (Tab1, Tab2)", "✓ Q? → (wrote) red"]);
}

/** Breaks the core and lets something meet it. */
const trap = (strike: (host: TestHost) => unknown) => (host: TestHost) => {
	breakCore();
	strike(host);
};
const shutDown = (host: TestHost) => host.emit("session_shutdown");

const ends: Array<
	[name: string, outcome: "aborted" | "failed", end: (host: TestHost, run: AbortController) => unknown]
> = [
	["an abort", "aborted", (_host, run) => run.abort()],
	["the session's end", "aborted", shutDown],
	["a trap at the session's end", "failed", trap(shutDown)],
	["a trap at a key", "failed", trap((host) => host.press("\x1b[20~", key.right, key.escape, key.enter))],
	["a trap at a resize", "failed", trap((host) => [host.terminal.columns--, host.lines()])],
	["a trap while it is drawn", "failed", trap((host) => [host.component?.invalidate(), host.lines()])],
	["a trap in the instance, and a theme that changes", "failed", trap((host) => [host.theme.shade++, host.lines()])],
	["a trap at the mouse", "failed", trap((host) => host.mouse("wheel", 3, 3, { wheelDelta: 1 }))],
];

test("a form that ends early: the call keeps all that was entered, and the next works", async (context) => {
	const settings = { softLimit: 5 };
	for (const [state, { args = two, keys, answers, text: expected }] of Object.entries(states)) {
		for (const [name, outcome, end] of ends) {
			await context.test(`${state}; ${name}`, async () => {
				const run = new AbortController();
				const { host, result } = await open(args, { settings }, run.signal);
				host.press(...keys);
				end(host, run);
				for (let tries = 0; tries < 3 && (await isPending(result)); tries++) host.press(key.down, key.right);
				assert.ok(!(await isPending(result)), "it goes on");
				const returned = await result;
				assert.equal(summary(returned), [outcome, ...answers].join(" "));
				assert.match(returned.text, /aborted|stopped working/);
				assert.match(kept(returned, host), expected);
				assert.equal(host.doneCalls, 1);
				assert.equal(host.component, undefined);
				await assertWorks(host);
			});
		}
	}
});

/** Returns what a result keeps of what was entered. */
function entered({ details: { answers, unsent = [], unsentAnswers = [], pictures } }: Returned) {
	const given = [...answers, ...unsentAnswers].map(({ prompt, ...answer }) => answer);
	return { given, unsent, pictures };
}

test("wherever it traps: what was entered comes back when the same is asked", async () => {
	const many = questions(Array.from({ length: 30 }, (_, at) => `option${at} ${"long ".repeat(at % 9)}`)).questions;
	const preview = "# Title\n\n```ts\nconst a = 1;\n```\n\n- `a`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n".repeat(10);
	const shown = { prompt: "Shown?", options: [{ label: "a", preview }, "b", { label: "c", preview: "c" }] };
	const args = { questions: [...many, ...described.questions, { prompt: "Own?" }, shown] };
	const letters = [..."0123 anycl?9ä日"];
	const named = Object.values(key).filter((value) => typeof value === "string");
	const controls = [..."dubfantp"].map(key.ctrl);
	const step = fc.oneof(
		{ weight: 6, arbitrary: fc.constantFrom(...letters, ...named, ...controls, key.paste("a\nb")) },
		fc.record({ columns: fc.integer({ min: 1, max: 130 }), rows: fc.integer({ min: 1, max: 50 }) }),
		fc.record({ wait: fc.constantFrom(50, 200, 500) }),
		fc.record({
			type: fc.constantFrom(...(["press", "release", "move", "drag", "click", "wheel"] as const)),
			x: fc.integer({ min: -3, max: 120 }),
			y: fc.integer({ min: -3, max: 40 }),
			wheelDelta: fc.constantFrom(-3, -1, 0, 1, 3),
		}),
	);
	const steps = fc.array(step, { minLength: 1, maxLength: 40 });
	const traps = fc.record({ at: fc.nat(), call: fc.integer({ min: 1, max: 40 }), isBroken: fc.boolean() });
	const property = fc.asyncProperty(steps, fc.boolean(), traps, async (steps, isGuarded, { at, call, isBroken }) => {
		/** Plays so many steps, then traps in the last of them, or ends. */
		const play = async (count: number, isTrapped = false) => {
			clock.now = 5_000_000;
			const host = new TestHost({ columns: 110, settings: { softLimit: 4 } });
			host.pause = isGuarded ? 10 : 400;
			const { result } = await host.open(args);
			for (const [index, step] of steps.slice(0, count).entries()) {
				if (!host.component) break;
				if (isTrapped && index === count - 1) trapAfter(call, isBroken);
				if (typeof step === "string") host.press(step);
				else if ("wait" in step) clock.now += step.wait;
				else if ("x" in step) host.mouse(step.type, step.x, step.y, { wheelDelta: step.wheelDelta });
				else Object.assign(host.terminal, step);
				host.lines();
			}
			if (isTrapped && host.component) breakCore();
			const isOver = !host.component;
			host.emit("session_shutdown");
			return { host, result: await result, isOver };
		};
		const last = (at % steps.length) + 1;
		const [before, after] = [await play(last - 1), await play(last)];
		fc.pre(!before.isOver);
		const { host, result } = await play(last, true);
		// The trap may be another one than the form's, which then goes on.
		const { outcome } = result.details;
		assert.ok(["failed", after.result.details.outcome].includes(outcome), outcome);
		if (after.isOver && outcome !== "failed") return;
		// The key that trapped may have been taken or not, or only have opened the text.
		const found = entered(result);
		const expected = [before, after].map(({ result }) => entered(result));
		const begins = ({ given, unsent: [open] }: typeof found) =>
			isDeepStrictEqual(given, expected[1]?.given) &&
			expected[1]?.unsent.some(({ text }) => open?.text && text?.startsWith(open.text));
		const isKept = expected.some((one) => isDeepStrictEqual(found, one)) || begins(found);
		assert.ok(isKept || after.isOver, JSON.stringify([found, ...expected], null, 1));
		// The same is asked again.
		const { structuredContent, ...message } = {
			...result,
			role: "toolResult",
			toolName: "question",
			toolCallId: "call",
		};
		host.keep({ type: "message", message: { ...message, content: [{ type: "text", text: result.text }] } });
		Object.assign(host.terminal, { columns: 110, rows: 40 });
		const { result: again } = await host.open(args);
		host.emit("session_shutdown");
		assert.deepEqual(entered(await again), found);
	});
	await fc.assert(property, { numRuns: 300 });
});

test("a trap loses nothing of what was typed for the prompt", async () => {
	const host = new TestHost();
	host.pause = 10;
	const { result } = await host.open({ questions: [{ prompt: "?" }] });
	for (const [pressed, wait] of [
		["a", 100],
		["b", 200],
		["c", 200],
		[key.enter, 100],
	] as const) {
		clock.now += wait;
		host.press(pressed);
	}
	assert.ok(await isPending(result), "100 ms after the last key");
	breakCore();
	host.press(key.left);
	assert.equal(summary(await result), "failed");
	assert.equal(host.prompt, "abc");
});

test("what is typed into a dialog that fails goes to pi's prompt", async () => {
	const input = async () => {
		await new Promise((resolve) => setTimeout(resolve, 50));
		trapAfter(1);
		return "neither of these";
	};
	const host = new TestHost({ settings: { accessible: true }, ui: { input } as HostOptions["ui"] & object });
	const { details } = await host.execute(two);
	assert.equal(details.outcome, "failed");
	assert.equal(host.prompt, "neither of these");
});

test("keys that wait for the clipboard go to pi's prompt if the form ends", async () => {
	for (const end of [(run: AbortController) => run.abort(), undefined]) {
		const run = new AbortController();
		const { host, result } = await open(two, {}, run.signal);
		host.press("0", ..."see ", key.paste(""), ..."typed");
		if (!end) breakCore();
		end?.(run);
		host.component?.render(40);
		const { details } = await result;
		assert.deepEqual([details.unsent?.[0]?.text, host.prompt], ["see ", "typed"]);
	}
});

test("an answer to late questions is sent, also if the core traps at their end", async () => {
	const host = new TestHost();
	const call = { type: "toolCall", id: "call", name: "question", arguments: questions(colors) };
	host.keep({ type: "message", message: { role: "assistant", stopReason: "toolUse", content: [call] } });
	const command = host.command("questions", "answer");
	await host.sees("Prompt 1?");
	await host.look();
	const { prototype } = useCore().Branch;
	const { desk } = prototype;
	prototype.desk = () => {
		throw new Error("unreachable");
	};
	host.press("1");
	await command;
	prototype.desk = desk;
	const sent = host.branch.findLast((entry) => (entry as { type: string }).type === "custom_message");
	assert.match((sent as { content: string }).content, /Prompt 1\? → red/);
});

test("an instance that has trapped is not kept", async () => {
	const before = await liveInstances();
	for (let times = 0; times < 8; times++) {
		const { host, result } = await open(two);
		breakCore();
		host.press(key.down);
		assert.equal((await result).details.outcome, "failed");
	}
	// What the last ones have left may still be on the stack.
	const more = (await liveInstances()) - before;
	assert.ok(more <= 3, `${more} more`);
});

test("a broken core between calls costs at most the call that finds it", async (context) => {
	const strikes: Record<string, (host: TestHost) => unknown> = {
		// Arguments that fit the schema reach the core only when the call is executed.
		arguments: (host) => host.tool.prepareArguments?.({ question: "Which?" }),
		"a call": async (host) => {
			const result = host.tool.execute("call", two, undefined, undefined, host.context());
			// If reading the settings has met the trap, the call itself works.
			if (await isPending(result)) host.emit("session_shutdown");
			const { details } = await result;
			assert.match((details as { outcome: string }).outcome, /^(failed|aborted)$/);
		},
		"the transcript of a call": (host) => assert.ok(host.renderCall(two).render(50).length > 0),
		"the transcript of a result": (host) =>
			assert.deepEqual(host.renderResult([{ type: "text", text: "told" }], {}).render(50), [
				"question (cannot be drawn)",
			]),
		"a session's start": (host) => host.emit("session_start"),
		"the list of questions": (host) => host.command("questions", ""),
	};
	for (const [name, strike] of Object.entries(strikes)) {
		for (const settings of [undefined, { notify: "bell" }]) {
			// Without settings, the start of a session does not use the core.
			if (name === "a session's start" && !settings) continue;
			await context.test(`${name}, ${settings ? "with" : "without"} settings`, async () => {
				const host = new TestHost({ settings });
				await assertWorks(host);
				breakCore();
				await strike(host);
				await assertWorks(host);
			});
		}
	}
});

test("an error that comes again and again ends the call all the same", async (context) => {
	const fail = (): never => {
		throw new Error("unreachable");
	};
	const mocks: Record<string, (form: Form) => Partial<Form>> = {
		"for one text": ({ write }) => ({
			write(this: Form, text, now) {
				return text.includes("!") ? fail() : write.call(this, text, now);
			},
		}),
		"for one screen": ({ view }) => ({
			view(this: Form, ...size) {
				return this.focus === "Editor" && this.text.includes("!") ? fail() : view.call(this, ...size);
			},
		}),
		"whatever happens": () => ({ press: fail, type: fail, write: fail, left: fail }),
	};
	for (const [name, broken] of Object.entries(mocks)) {
		await context.test(name, async (context) => {
			const { host, result } = await open(two);
			host.press("1", "0", ..."half a text");
			const { prototype } = useCore().Form;
			for (const [method, mock] of Object.entries(broken(prototype)))
				context.mock.method(prototype, method as "write", mock as Form["write"]);
			host.press("!");
			assert.ok(!(await isPending(result)));
			const { text, details } = await result;
			assert.equal(details.outcome, "failed");
			assert.match(text, /stopped working: unreachable/);
			assert.match(kept({ text, details } as Returned, host), /Prompt 1\? → red[\s\S]*half a text[\s\S]*!/);
			context.mock.restoreAll();
			await assertWorks(host);
		});
	}
});

test("a form may be disposed of more than once, and after the core has broken", async () => {
	for (const strike of [() => {}, breakCore]) {
		const { host, result } = await open(two);
		host.press("0", ..."text");
		const form = host.component;
		strike();
		if (strike === breakCore) host.renderCall(two).render(40);
		for (let times = 0; times < 2; times++) {
			form?.dispose?.();
			form?.invalidate();
			assert.deepEqual(form?.render(40), []);
			form?.handleInput?.("x");
			(form as { abort?(): void }).abort?.();
		}
		assert.equal((await result).details.unsent?.[0]?.text, "text");
		await assertWorks(new TestHost());
	}
});
