/**
 * Calls of the tool from beginning to end: every ending, aborts, hosts without a form, refused arguments, what is freed,
 * errors of the wasm core, and the lines of the transcript.
 */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { readFileSync } from "node:fs";
import test from "node:test";
import { stripTerminalSequences, visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { Command, Focus, Form, initSync } from "../pkg/question.js";
import { clock, isPending, key, open, questions, type Returned, summary, TestHost } from "./harness/host.ts";

const one = questions(["red", "green", "blue"]);
const two = questions(["red", "green", "blue"], ["x", "y"]);
const boxes = { questions: questions(["red", "green", "blue"]).questions.map((one) => ({ ...one, mode: "multi" })) };

/** The memory of the wasm instance that runs now. */
function wasmMemory(): ArrayBuffer {
	return initSync({ module: readFileSync(new URL("../pkg/question_bg.wasm", import.meta.url)) }).memory.buffer;
}

/** Leaves the wasm instance as a trap might: whatever it does next fails. */
function breakCore(): void {
	new Uint8Array(wasmMemory()).fill(0xff);
}

test("every way to an ending", async () => {
	for (const [args, keys, ending] of [
		[one, [key.enter], "answered id1=red-value"],
		[one, ["2"], "answered id1=green-value"],
		[one, ["j", key.down, key.enter], "answered id1=blue-value"],
		[one, ["0", ..."7 jk", key.enter], "answered id1=7 jk"],
		[one, [key.escape], "cancelled"],
		[one, [key.ctrl("c")], "cancelled"],
		[one, ["0", ..."ab", key.escape, key.escape, key.down, key.enter], "cancelled id1=ab"],
		[one, ["0", ..."ab", key.ctrl("c"), key.escape, key.down, key.down, key.enter], "cancelled"],
		[one, ["0", ..."ab", key.escape, key.escape, key.enter, "1"], "answered id1=red-value"],
		[two, ["2", "1", key.enter], "answered id1=green-value id2=x-value"],
		[two, ["l", "2", key.enter, key.up, key.enter, "1", key.up, key.up, key.enter, "3"], undefined],
		[two, ["1", key.escape, key.down, key.enter], "cancelled id1=red-value"],
	] as const) {
		const { host, result } = await open(args);
		host.press(...keys);
		assert.equal(await isPending(result), ending === undefined, JSON.stringify(keys));
		if (ending === undefined) host.emit("session_shutdown");
		const returned = await result;
		assert.equal(summary(returned), ending ?? summary(returned), JSON.stringify(keys));
		assert.equal(returned.details.cancelled, returned.details.outcome !== "answered");
		assert.equal(typeof returned.details.answeredAt, returned.details.cancelled ? "undefined" : "number");
		assert.deepEqual(returned.structuredContent, returned.details);
		if (ending === "cancelled") assert.equal(returned.text, "Question was cancelled by user.");
	}
});

test("an abort ends the call, before, while and after it is on the screen", async () => {
	for (const keys of [[], ["0", ..."text"], ["0", ..."text", key.escape, key.escape]]) {
		const controller = new AbortController();
		const { host, result } = await open(one, {}, controller.signal);
		host.press(...keys);
		controller.abort();
		assert.equal(summary(await result), keys.length > 0 ? "aborted id1=text" : "aborted");
		assert.equal(host.component, undefined);
		assert.equal(host.doneCalls, 1);
		assert.equal(getEventListeners(controller.signal, "abort").length, 0);
	}
	const before = await open(one, {}, AbortSignal.abort());
	assert.equal(summary(await before.result), "aborted");
	assert.equal(before.host.component, undefined);

	const controller = new AbortController();
	const after = await open(one, {}, controller.signal);
	after.host.press("1");
	assert.equal(summary(await after.result), "answered id1=red-value");
	controller.abort();
	after.host.emit("session_shutdown");
	assert.equal(after.host.doneCalls, 1);
});

test("a call ends once, whatever comes after, and the next one works", async () => {
	const { host, result } = await open(one);
	assert.equal(host.tool.executionMode, "sequential");
	assert.deepEqual(host.customOptions, { blocked: { kind: "question", message: "The model has a question" } });
	const ended = host.component;
	host.press("2");
	for (const data of [key.enter, "1", key.escape, "0", "x", key.enter]) ended?.handleInput?.(data);
	ended?.invalidate();
	ended?.render(40);
	assert.equal(summary(await result), "answered id1=green-value");
	assert.equal(host.doneCalls, 1);
	const next = await host.open(two);
	host.press("1", "2", key.enter);
	assert.equal(summary(await next.result), "answered id1=red-value id2=y-value");
});

test("a thousand forms leave the wasm memory where ten did", async () => {
	const host = new TestHost({ columns: 120 });
	const labels = Array.from({ length: 60 }, (_, at) => `${at} ${"label ".repeat(20)}`);
	const [first, second] = questions(labels, ["x"]).questions;
	const preview = "# Title\n\ntext\n".repeat(20);
	const wide = {
		questions: [
			{ ...first, options: labels.map((label) => ({ label, preview })) },
			{ ...second, mode: "multi" },
		],
	};
	const endings = [
		["0", ..."ab", key.enter, "1", key.enter, key.enter],
		[key.escape],
		["1", key.escape, key.down, key.enter],
		["/", ..."label", key.down, key.enter, "n", ..."note", key.enter, "u", "U"],
		["p", key.pageDown, "p", "c", ..."first this", key.enter],
	];
	const run = async (times: number) => {
		for (let time = 0; time < times; time++) {
			const { result } = await host.open(wide);
			host.press(...(endings[time % 6] ?? []));
			host.emit("session_shutdown");
			const { text, details } = await result;
			host.renderResult([{ type: "text", text }], details, true).render(40);
			await host.execute({ questions: [{ label: "no prompt" }] });
		}
	};
	await run(12);
	const before = wasmMemory().byteLength;
	await run(1000);
	assert.equal(wasmMemory().byteLength, before);
});

test("a host that shows nothing, or fails to, gets a result that says so", async () => {
	for (const custom of [
		async () => undefined,
		() => Promise.reject(new Error("no room")),
		() => {
			throw new Error("no room");
		},
	]) {
		const { text, details } = await new TestHost({ custom }).execute(one);
		assert.ok(details.outcome === "failed" || details.outcome === "unavailable", details.outcome);
		assert.equal(details.cancelled, true);
		assert.match(text, /^Error: /);
	}
	for (const mode of ["print", "json", "rpc"] as const) {
		const { text, details } = await new TestHost({ mode }).execute(one);
		assert.deepEqual([details.outcome, details.mode, details.cancelled], ["unavailable", mode, true]);
		assert.equal(details.questions[0]?.prompt, "Prompt 1?");
		assert.match(text, new RegExp(`^Error: .*${mode} mode`));
	}
});

test("arguments that cannot be asked are refused, each fault named", async () => {
	for (const [args, ...faults] of [
		[undefined, /^Error: No questions provided$/],
		[null, /^Error: No questions provided$/],
		["text", /^Error: No questions provided$/],
		[{ questions: [] }, /^Error: No questions provided$/],
		[{ questions: [{ id: "db", options: ["a"] }] }, /1 \(id "db"\).*"prompt"/],
		[
			{
				questions: [
					{ prompt: " ", mode: "multi" },
					{ prompt: "a", allowCustom: false },
				],
			},
			/1 .*"prompt"/,
			/1 .*"options"/,
			/2 .*"allowCustom"/,
		],
		[{ questions: [{ prompt: "a", options: [{ label: "b" }, {}] }] }, /1 \(id "q1"\).*item 2.*"label"/],
	] as const) {
		for (const mode of ["tui", "print"] as const) {
			const { text, details } = await new TestHost({ mode }).execute(args);
			assert.deepEqual([details.outcome, details.cancelled, details.message], ["invalid", true, text]);
			for (const fault of faults) assert.match(text, fault);
		}
	}
});

test("the transcript's lines: any input, any width", () => {
	const host = new TestHost();
	const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true });
	const text = fc.string({
		unit: fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\x1b[31m", "\n", "👩‍👩‍👧")),
	});
	const answer = fc.record({ id: anything, label: text, value: text, wasCustom: anything, index: anything });
	const details = fc.oneof(anything, fc.record({ answers: fc.array(fc.oneof(answer, anything)), outcome: anything }));
	const args = fc.oneof(anything, fc.record({ questions: fc.array(fc.oneof(anything, fc.record({ label: text }))) }));
	const content = fc.array(fc.oneof(fc.record({ type: fc.constant("text"), text }), fc.record({ type: text })));
	const property = fc.property(args, details, content, fc.boolean(), fc.integer({ min: 1, max: 90 }), (...input) => {
		const [args, details, content, isExpanded, columns] = input;
		for (const component of [host.renderCall(args), host.renderResult(content, details, isExpanded)]) {
			for (const line of component.render(columns)) {
				assert.ok(visibleWidth(line) <= columns, JSON.stringify(line));
				const [start = "", ...colored] = line.split("\x1b");
				assert.doesNotMatch(start, /\p{Cc}/u);
				for (const part of colored) assert.match(part, /^\[([34]8;2;\d+;\d+;7|39|49|22|1)m\P{Cc}*$/u);
			}
		}
	});
	fc.assert(property, { numRuns: 1500 });
});

/** The transcript's lines of a call and its result, without colors. */
function transcript(host: TestHost): string[] {
	const details = { answers: [{ id: "id1", label: "red" }], questions: [{ id: "id1", label: "Tab1" }] };
	const components = [host.renderCall(two), host.renderResult([{ type: "text", text: "?" }], details)];
	return components.flatMap((component) => component.render(50)).map(stripTerminalSequences);
}

/** A whole call and its transcript, after whatever has happened before. */
async function assertWorks(host: TestHost): Promise<void> {
	const { result } = await host.open(two);
	assert.match(host.screen(), /Prompt 1\?/);
	host.press("1", "0", ..."typed", key.enter, key.enter);
	assert.equal(summary(await result), "answered id1=red-value id2=typed");
	assert.deepEqual(transcript(host), ["question 2 questions (Tab1, Tab2)", "✓ Tab1: red"]);
}

/** What the user may have done before the core breaks, and what of it has to be in the message. */
const states: Record<string, { args?: unknown; keys: string[]; answers: string[]; text: RegExp }> = {
	"nothing entered": { keys: [], answers: [], text: /stopped working|aborted/ },
	"an answer and half a text": {
		keys: ["1", "0", ..."half a text"],
		answers: ["id1=red-value", "id2=half a text"],
		text: /Prompt 1\? → red[\s\S]*half a text/,
	},
	"a text left with Esc": { keys: ["0", ..."left", key.escape], answers: ["id1=left"], text: /left/ },
	"a large paste": {
		keys: ["0", key.paste("line\n".repeat(40))],
		answers: [`id1=${"line\n".repeat(40)}`],
		text: /line\nline/,
	},
	"the question whether to leave": { keys: ["2", key.escape, "j"], answers: ["id1=green-value"], text: /green/ },
	"a note being written": {
		keys: ["2", "h", "n", ..."because"],
		answers: ["id1=green-value note: because"],
		text: /Prompt 1\? → green/,
	},
	"a note that was kept": {
		keys: ["2", "h", "n", ..."because", key.enter],
		answers: ["id1=green-value note: because"],
		text: /\(note: because\)/,
	},
	"a note without an answer": { keys: ["n", ..."because"], answers: [], text: /Prompt 1\?": because/ },
	"a filtered list": {
		keys: ["/", ..."blu", key.enter, "/", ..."y"],
		answers: ["id1=blue-value"],
		text: /Prompt 1\? → blue/,
	},
	"what to talk about": { keys: ["1", "c", ..."first this"], answers: ["id1=red-value"], text: /first this/ },
	"a long text that is asked about": {
		keys: ["0", ..."longer", key.enter],
		answers: ["id1=longer"],
		text: /longer/,
	},
	"boxes, a text among them and one taken back": {
		args: boxes,
		keys: ["2", "0", ..."mine", key.enter, "1", "u", "3", "0", ..."more"],
		answers: ["id1=green-value,blue-value,mine,more"],
		text: /green[\s\S]*blue[\s\S]*mine[\s\S]*more/,
	},
	"the review": {
		keys: ["3", "2", key.up],
		answers: ["id1=blue-value", "id2=y-value"],
		text: /blue[\s\S]*y/,
	},
	"a preview over the form": {
		args: {
			questions: [{ prompt: "Prompt 1?", id: "id1", options: [{ label: "a", preview: "# A" }] }, ...two.questions],
		},
		keys: ["1", "h", "p"],
		answers: ["id1=a"],
		text: /→ a/,
	},
	"an editor outside": { keys: ["0", ..."before"], answers: ["id1=before"], text: /before/ },
};

const strikes: Record<string, (host: TestHost) => unknown> = {
	"a key": (host) => host.press("\x1b[20~", key.right, key.escape, key.enter),
	"a resize": (host) => {
		host.terminal.columns--;
		host.lines();
	},
	"another call's arguments": (host) => host.tool.prepareArguments?.(two),
	"the transcript": (host) => host.renderCall(two).render(50),
	"the transcript's results": (host) => host.renderResult([], {}).render(50),
	"the mouse": (host) => host.mouse("wheel", 3, 3, { wheelDelta: 1 }),
	"the session's end": (host) => host.emit("session_shutdown"),
};

function given({ details }: Returned): string[] {
	return details.answers.map(({ id, value, note, mode }) => {
		const tail = note !== undefined ? ` note: ${note}` : "";
		return `${id}=${mode === "multi" ? [value].flat().join() : value}${tail}`;
	});
}

test("a broken core under an open form: the call fails with all that was entered, and the next works", async (context) => {
	const settings = { softLimit: 5 };
	for (const [state, { args = two, keys, answers, text: expected }] of Object.entries(states)) {
		for (const [name, strike] of Object.entries(strikes)) {
			await context.test(`${state}; ${name}`, async () => {
				const { host, result } = await open(args, { settings });
				host.press(...keys);
				breakCore();
				strike(host);
				for (let tries = 0; tries < 3 && (await isPending(result)); tries++) host.press(key.down, key.right);
				assert.ok(!(await isPending(result)), "it goes on");
				const returned = await result;
				assert.equal(returned.details.outcome, name === "the session's end" ? "aborted" : "failed");
				assert.deepEqual(given(returned), answers);
				assert.match(returned.text, /aborted|stopped working/);
				assert.match(returned.text, expected);
				assert.equal(host.doneCalls, 1);
				assert.equal(host.component, undefined);
				await assertWorks(host);
			});
		}
	}
});

test("moves are replayed in the size they were made in", async () => {
	const list = questions(
		Array.from({ length: 60 }, (_, at) => `option${at + 1} ${"long label ".repeat(at % 7)}`),
		["x"],
	);
	for (const keys of [
		["j", key.enter],
		["j", "j", "j", key.up, key.enter],
		[key.pageDown, key.enter],
		[key.pageDown, key.pageDown, key.pageUp, "j", key.enter],
	]) {
		for (const [columns, rows] of [
			[60, 40],
			[200, 100],
			[20, 9],
		] as const) {
			const moved = await open(list, { columns, rows });
			moved.host.press(...keys, key.escape, key.down, key.enter);
			const expected = given(await moved.result);
			assert.equal(expected.length, 1);
			const { host, result } = await open(list, { columns, rows });
			host.press(...keys);
			breakCore();
			host.press(key.down);
			assert.deepEqual(given(await result), expected, `${JSON.stringify(keys)} at ${columns}×${rows}`);
		}
	}
});

test("whatever was done: after a trap it comes to the same as without", async () => {
	const many = questions(Array.from({ length: 30 }, (_, at) => `option${at} ${"long ".repeat(at % 9)}`)).questions;
	const preview = "# Title\n\n".repeat(40);
	const shown = { prompt: "Shown?", options: [{ label: "a", preview }, "b", { label: "c", preview: "c" }] };
	const args = { questions: [...many, ...boxes.questions, { prompt: "Own?" }, shown] };
	const letters = [..."0123 anucpy/hjklU9ä日"];
	const named = Object.values(key).filter((value) => typeof value === "string");
	const controls = ["d", "u", "b", "f"].map(key.ctrl);
	const step = fc.oneof(
		{ weight: 6, arbitrary: fc.constantFrom(...letters, ...named, ...controls, key.paste("a\nb")) },
		fc.record({ columns: fc.integer({ min: 1, max: 130 }), rows: fc.integer({ min: 1, max: 50 }) }),
		fc.record({ wait: fc.constantFrom(50, 200, 500) }),
		fc.record({ x: fc.nat(120), y: fc.nat(20), wheelDelta: fc.constantFrom(-1, 0, 1) }),
	);
	const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, isGuarded) => {
		const run = async (end: (host: TestHost) => void) => {
			clock.now = 5_000_000;
			const host = new TestHost({ columns: 110, settings: { softLimit: 4 } });
			host.silence = isGuarded ? 10 : 1000;
			host.press("x");
			const { result } = await host.open(args);
			for (const step of steps) {
				if (!host.component) break;
				if (typeof step === "string") host.press(step);
				else if ("wait" in step) clock.now += step.wait;
				else if ("x" in step)
					host.mouse(step.wheelDelta === 0 ? "click" : "wheel", step.x, step.y, { wheelDelta: step.wheelDelta });
				else Object.assign(host.terminal, step);
				host.lines();
			}
			if (host.component) end(host);
			host.emit("session_shutdown");
			const { details, text } = await result;
			const { answeredAt, ...rest } = details;
			return { text, ...rest };
		};
		const expected = await run(() => {});
		const found = await run((host) => {
			breakCore();
			host.renderCall(two).render(20);
		});
		assert.deepEqual(found, expected);
	});
	await fc.assert(property, { numRuns: 400 });
});

test("a replay keeps back what was kept back", async () => {
	const host = new TestHost();
	host.silence = 10;
	host.press("x");
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
	assert.equal(summary(await result), "failed q1=abc");
});

test("a broken core between calls costs at most the call that finds it", async (context) => {
	const strikes: Record<string, (host: TestHost) => unknown> = {
		arguments: (host) => host.tool.prepareArguments?.(two),
		"a call": async (host) => {
			const result = host.tool.execute("call", two, undefined, undefined, host.context());
			// Where the settings have found it out, the call itself is asked.
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
	};
	for (const [name, strike] of Object.entries(strikes)) {
		for (const settings of [undefined, { notify: "bell" }]) {
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
	const { update, view } = Form.prototype;
	const fail = (): never => {
		throw new Error("unreachable");
	};
	const mocks: Record<string, Partial<typeof Form.prototype>> = {
		"for one text": {
			update(this: Form, command, now, text) {
				return command === Command.Draft && text?.includes("!") ? fail() : update.call(this, command, now, text);
			},
		},
		"for one screen": {
			view(this: Form, ...size) {
				return this.focus === Focus.Editor && this.draft.includes("!") ? fail() : view.call(this, ...size);
			},
		},
		"whatever happens": { update: fail },
	};
	for (const [name, broken] of Object.entries(mocks)) {
		await context.test(name, async (context) => {
			const { host, result } = await open(two);
			host.press("1", "0", ..."half a text");
			for (const [method, mock] of Object.entries(broken)) {
				context.mock.method(Form.prototype, method as "update", mock as typeof update);
			}
			host.press("!");
			assert.ok(!(await isPending(result)));
			const { text, details } = await result;
			assert.equal(details.outcome, "failed");
			assert.match(text, /stopped working: unreachable/);
			// Where no update works any more, there is no core to ask.
			if (name !== "whatever happens") assert.match(text, /Prompt 1\? → red[\s\S]*half a text/);
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
		// pi closes forms without a word where a session ends; the call itself is over by then.
		host.emit("session_shutdown");
		assert.ok(await isPending(result));
		await assertWorks(new TestHost());
	}
});

test("an abort on every page: outcome aborted, and all that was entered", async (context) => {
	const settings = { softLimit: 5 };
	for (const [state, { args = two, keys, answers }] of Object.entries(states)) {
		for (const how of ["abort", "session_shutdown"] as const) {
			await context.test(`${state}; ${how}`, async () => {
				const controller = new AbortController();
				const { host, result } = await open(args, { settings }, controller.signal);
				host.press(...keys);
				if (how === "abort") controller.abort();
				else host.emit(how);
				const returned = await result;
				assert.equal(returned.details.outcome, "aborted");
				assert.deepEqual(given(returned), answers);
				assert.equal(host.component, undefined);
				assert.equal(host.doneCalls, 1);
			});
		}
	}
});
