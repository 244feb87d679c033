/**
 * Calls of the tool from beginning to end: every ending, aborts, hosts without a form, refused arguments, what is freed,
 * and the lines of the transcript. Calls under which the wasm core breaks are in ui/traps.test.ts.
 */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { one, questions, two } from "../harness/args.ts";
import { wasmMemory } from "../harness/core.ts";
import { isPending, open, summary, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { given, states } from "../harness/states.ts";

test("every way to an ending", async () => {
	for (const [args, keys, ending] of [
		[one, [key.enter], "answered id1=red-value"],
		[one, ["2"], "answered id1=green-value"],
		[one, ["j", key.down, key.enter], "answered id1=blue-value"],
		[one, ["0", ..."7 jk", key.enter], "answered id1=7 jk"],
		[one, [key.escape], "cancelled"],
		[one, [key.ctrl("c")], "cancelled"],
		[one, ["0", ..."ab", key.escape, key.escape, key.down, key.enter], "cancelled"],
		[one, ["0", ..."ab", key.ctrl("c"), key.down, key.down, key.enter], "cancelled"],
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

test("a call is asked as it is when it is carried out, whatever was prepared before", async () => {
	const host = new TestHost();
	const { prepareArguments, execute } = host.tool;
	const asks = async (args: typeof one, prompt: string): Promise<void> => {
		const result = execute("call", args, undefined, undefined, host.context());
		await host.sees(prompt);
		host.press(key.escape);
		await result;
	};
	const args = structuredClone(one);
	assert.equal(prepareArguments?.(args), args);
	await asks(structuredClone(args), "Prompt 1?");
	await asks(args, "Prompt 1?");
	prepareArguments?.(args);
	for (const question of args.questions) question.prompt = "Changed since?";
	await asks(args, "Changed since?");
	prepareArguments?.(args);
	prepareArguments?.(two);
	await asks(args, "Changed since?");
	await asks(two, "Prompt 1?");
});

test("an abort ends the call, before, while and after it is on the screen", async () => {
	for (const keys of [[], ["0", ..."text"], ["0", ..."text", key.escape, key.escape]]) {
		const controller = new AbortController();
		const { host, result } = await open(one, {}, controller.signal);
		host.press(...keys);
		controller.abort();
		const returned = await result;
		assert.equal(summary(returned), "aborted");
		assert.equal(returned.details.unsent?.[0]?.text, keys.length > 0 ? "text" : undefined);
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
	const before = wasmMemory().buffer.byteLength;
	await run(1000);
	assert.equal(wasmMemory().buffer.byteLength, before);
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
	for (const mode of ["print", "json"] as const) {
		const prepare = (_agent: string, project: string) => writeFileSync(join(project, ".pi"), "in the way");
		const { text, details } = await new TestHost({ mode, prepare }).execute(one);
		assert.deepEqual([details.outcome, details.mode, details.cancelled], ["unavailable", mode, true]);
		assert.equal(details.questions[0]?.prompt, "Prompt 1?");
		assert.match(text, new RegExp(`^Error: .*${mode} mode`));
	}
});

test("arguments that cannot be asked are refused, each fault named", async () => {
	for (const [args, ...faults] of [
		[undefined, /^Error: No questions provided$/],
		[null, /^Error: No questions provided$/],
		["text", /^Error: The call is a text\./],
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
