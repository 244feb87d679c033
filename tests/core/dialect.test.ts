/**
 * The tool in each dialect: its name and schema, calls beyond the schema, and the shape of its results. Arguments pass
 * through pi's own validation, as in a session.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { validateToolArguments } from "@earendil-works/pi-ai/utils/validation";
import { ProjectTrustStore } from "@earendil-works/pi-coding-agent";
import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { recordOf } from "../../extension/core/core.ts";
import type { Dialect, Question } from "../../pkg/question.js";
import { fc } from "../harness/cases.ts";
import { open, summary, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";
import { root } from "../harness/workplace.ts";

const dialects: Dialect[] = ["question", "AskUserQuestion", "ask_user"];

const settingsOf = (dialect: Dialect) => (dialect === "question" ? {} : { settings: { dialect } });

/** Prepares and validates a model's arguments as pi does. */
function validated(host: TestHost, args: unknown): unknown {
	const { name, parameters, prepareArguments } = host.tool;
	const prepared = prepareArguments ? prepareArguments(args) : args;
	const call = { type: "toolCall" as const, id: "call", name, arguments: prepared };
	return validateToolArguments({ name, description: "", parameters }, call as never);
}

/** A call of the corpus, and what the core's own tests have for it: a summary of its questions, or the refusal. */
interface Call {
	source: string;
	call: unknown;
	asked: string;
	remarks?: string[];
	/** Whether it also passes through the module. */
	boundary?: true;
}
const corpus: Call[] = JSON.parse(readFileSync(join(root, "crates/question-core/tests/calls.json"), "utf8"));

/** Summarizes a question as the core's tests do, as far as these calls need it. */
function brief({ id, label, mode, prompt, options = [], defaultValue, defaultValues }: Question): string {
	const list = options.map(({ value, label, description, preview, recommended }) => {
		const named = value === label ? label : `${value}=${label}`;
		return `${named}${recommended ? "*" : ""}${description ? ` (${description})` : ""}${preview ? ` {${preview}}` : ""}`;
	});
	const single = defaultValue === undefined ? "" : `; default ${defaultValue}`;
	const multi = defaultValues ? `; defaults ${defaultValues.join("+")}` : "";
	return `${id} ${label ?? "-"} ${mode} ${JSON.stringify(prompt)}${list.length > 0 ? `: ${list.join(", ")}` : ""}${single}${multi}`;
}

for (const dialect of dialects) {
	test(`${dialect}: calls of all kinds are asked as meant`, async () => {
		const host = new TestHost({ ...settingsOf(dialect), mode: "print" });
		const calls = corpus.filter(({ boundary }) => boundary);
		assert.equal(calls.length, 14);
		for (const { source, call, asked, remarks = [] } of calls) {
			const { details, text } = await host.execute(validated(host, call));
			const record = recordOf({ details } as never);
			assert.equal(record.outcome === "invalid" ? text : record.questions.map(brief).join(" | "), asked, source);
			assert.deepEqual(record.remarks ?? [], remarks, source);
			for (const remark of remarks) assert.ok(text.includes(`\nAbout the call: ${remark}`), text);
		}
	});

	test(`${dialect}: registered under its name, alone`, () => {
		const host = new TestHost(settingsOf(dialect));
		assert.equal(host.tool.name, dialect);
		assert.equal(host.tool.executionMode, "sequential");
		host.emit("session_start");
		assert.equal(host.tool.name, dialect, "no second one with a new session");
	});

	test(`${dialect}: pi accepts whatever models send, and what is asked does not depend on the dialect`, async () => {
		const host = new TestHost({ ...settingsOf(dialect), mode: "print" });
		const plain = new TestHost({ mode: "print" });
		const names =
			"title questions metadata id label header prompt question message mode type multi multiSelect options";
		const more = "suggestions choices allowCustom custom customLabel allowEmpty defaultValue defaultValues recommended";
		const others = "isMulti maxSelections warning details answers problems readingNotes remarks arguments kind secret";
		const name = fc.constantFrom(...`${names} ${more} ${others} value description preview`.split(" "));
		const leaf = fc.oneof(
			fc.constantFrom("a", "b", "A (Recommended)", "single", "multi", "input", "true", " ", '["a"]', '{"label": "b"}'),
			fc.string(),
			fc.integer({ min: -1, max: 3 }),
			fc.double(),
			fc.boolean(),
			fc.constant(null),
			fc.constant(undefined),
		);
		const { value } = fc.letrec((tie) => ({
			value: fc.oneof({ maxDepth: 5 }, leaf, fc.array(tie("value"), { maxLength: 3 }), tie("object")),
			object: fc.dictionary(name, tie("value"), { maxKeys: 6 }),
		}));
		const question = fc.dictionary(name, value, { maxKeys: 8 });
		const args = fc.oneof(fc.anything(), value, fc.record({ questions: fc.array(question, { maxLength: 3 }) }));
		const property = fc.asyncProperty(args, async (args) => {
			const prepared = host.tool.prepareArguments?.(args);
			assert.ok(Value.Check(host.tool.parameters, prepared), JSON.stringify(prepared));
			// What fits the schema is not touched, nor what was prepared: by pi's conversions, or once more.
			if (Value.Check(host.tool.parameters, args)) assert.equal(prepared, args);
			assert.deepEqual(structuredClone(validated(host, args)), structuredClone(prepared));
			const [spoken, own] = [await host.execute(args), await plain.execute(args)];
			assert.deepEqual(recordOf(spoken as never).questions, own.details.questions);
			assert.equal(spoken.details.outcome, own.details.outcome);
			assert.equal(spoken.text, own.text);
		});
		await fc.assert(property, { numRuns: 600 });
	});

	test(`${dialect}: results have the declared shape, in every outcome`, async () => {
		const [single, multi] = [
			{ id: "s", prompt: "One?", options: [{ value: "v", label: "Vee" }, { label: "Dub" }] },
			{ id: "m", prompt: "Many?", mode: "multi", options: ["a", "b"] },
		];
		const { outputSchema } = new TestHost(settingsOf(dialect)).tool as unknown as { outputSchema: TSchema };
		for (const [keys, outcome] of [
			[["1", "1", "2", key.up, key.enter, key.enter], "answered"],
			[["0", ..."my own", key.enter, "2", "0", ..."more", key.enter, key.enter, key.enter], "answered"],
			[["1", key.left, key.ctrl("n"), ..."why", key.enter, key.right, "1", key.enter, key.enter], "answered"],
			[["1", key.escape, key.down, key.enter], "cancelled"],
			[["1", key.ctrl("t"), ..."first", key.enter], "discuss"],
			[["1", "shutdown"], "aborted"],
		] as const) {
			const { host, result } = await open({ questions: [single, multi] }, settingsOf(dialect));
			for (const pressed of keys) if (pressed !== "shutdown") host.press(pressed);
			host.emit("session_shutdown");
			const { details, structuredContent } = await result;
			assert.equal(details.outcome, outcome, JSON.stringify(keys));
			assert.equal(details.cancelled, outcome !== "answered");
			assert.deepEqual(structuredContent, details);
			assert.ok(Value.Check(outputSchema, details), JSON.stringify(details));
			assert.deepEqual(structuredClone(details), JSON.parse(JSON.stringify(details)));
		}
		const { details } = await new TestHost(settingsOf(dialect)).execute({});
		assert.ok(Value.Check(outputSchema, details));
		const printed = await new TestHost({ ...settingsOf(dialect), mode: "print" }).execute({ questions: [single] });
		assert.ok(Value.Check(outputSchema, printed.details));
	});
}

test("a refusal belongs to its call, whatever is prepared before or between", async () => {
	const host = new TestHost({ mode: "print" });
	const calls = ["a", "b"].map((field) => ({ questions: [{ prompt: "Which?", options: "x", [field]: 1 }] }));
	const prepared = calls.map((call) => validated(host, call));
	for (const [at, args] of [...prepared, ...calls].entries()) {
		const { text, details } = await host.execute(args);
		assert.equal(details.outcome, "invalid");
		assert.match(text, new RegExp(`unknown field "${"ab"[at % 2]}"`));
		assert.match(text, /\nThe user was not asked\. Send all questions again\.$/);
	}
	const { details } = await host.execute({ questions: [{ prompt: "Which?" }] });
	assert.equal(details.outcome, "pending");
});

test("AskUserQuestion: no answer is lost where questions share a text, or are named like JavaScript's own", async () => {
	const prompts = ["Same?", "Same?", "Same? (q1)", "__proto__", "constructor", "7"];
	const { host, result } = await open(
		{ questions: prompts.map((prompt) => ({ prompt, options: ["a"] })) },
		{ settings: { dialect: "AskUserQuestion" } },
	);
	host.press(...prompts.map(() => "1"), key.enter);
	const { answers } = (await result).details as unknown as { answers: Record<string, string> };
	assert.equal(Object.keys(answers).length, prompts.length, JSON.stringify(answers));
	for (const prompt of prompts) assert.equal(Object.getOwnPropertyDescriptor(answers, prompt)?.value, "a", prompt);
});

test("a dialect that is set while pi runs waits for the next start; the tool stays what it was registered as", async () => {
	const args = { questions: [{ id: "s", prompt: "One?", options: ["a", "b"] }] };
	for (const [before, after] of [
		["question", "ask_user"],
		["ask_user", "question"],
	] as const) {
		const host = new TestHost({ settings: { dialect: before } });
		host.writeSettings({ dialect: after });
		host.emit("session_start");
		assert.equal(host.tool.name, before);
		const { result } = await host.open(args);
		host.press("1");
		const { details } = await result;
		const { outputSchema } = host.tool as unknown as { outputSchema: TSchema };
		assert.ok(Value.Check(outputSchema, details), `${before}: ${JSON.stringify(details)}`);
		assert.match(host.renderCall(args).render(60).join(""), new RegExp(before));
	}
});

test("a project's dialect counts where the project is trusted as the extension loads", async () => {
	const projectSettings = { dialect: "ask_user" };
	assert.equal(new TestHost({ projectSettings }).tool.name, "ask_user");
	const prepare = (agent: string, project: string) => new ProjectTrustStore(agent).set(project, false);
	const late = new TestHost({ projectSettings, prepare });
	assert.equal(late.tool.name, "question");
	const { result } = await late.open({ questions: [{ id: "s", prompt: "One?", options: ["a", "b"] }] });
	late.press("1");
	assert.equal(summary(await result), "answered s=a");
});
