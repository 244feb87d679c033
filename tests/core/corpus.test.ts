/**
 * Ten calls of `crates/question-core/tests/calls.json` pass through the built module and pi's own validation in every
 * dialect, and come to the same questions and notes as in the core's tests.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { validateToolArguments } from "@earendil-works/pi-ai/utils/validation";
import { Value } from "typebox/value";
import { recordOf } from "../../extension/core/core.ts";
import type { Dialect, Question, QuestionOption, ToolResult } from "../../pkg/question.js";
import { TestHost } from "../harness/host.ts";
import { root } from "../harness/pi.ts";

interface Call {
	source: string;
	call: unknown;
	/** A summary of all questions, or the refusal. */
	asked: string;
	notes?: string[];
	/** Whether it also passes through the module. */
	boundary?: true;
}

const corpus: Call[] = JSON.parse(readFileSync(join(root, "crates/question-core/tests/calls.json"), "utf8"));

for (const dialect of ["question", "AskUserQuestion", "ask_user"] satisfies Dialect[]) {
	test(`${dialect}: calls of all kinds are asked as meant`, async () => {
		const host = new TestHost({ mode: "print", ...(dialect !== "question" && { settings: { dialect } }) });
		const calls = corpus.filter(({ boundary }) => boundary);
		assert.equal(calls.length, 10);
		for (const { source, call, asked, notes = [] } of calls) {
			const { name, parameters, prepareArguments } = host.tool;
			const prepared = prepareArguments?.(call);
			assert.ok(Value.Check(parameters, prepared), `${source}: ${JSON.stringify(prepared)}`);
			const toolCall = { type: "toolCall" as const, id: "call", name, arguments: prepared };
			const valid = validateToolArguments({ name, description: "", parameters }, toolCall as never);
			assert.deepEqual(valid, prepared, source);
			const { details, text } = await host.execute(valid);
			const record = recordOf({ details } as ToolResult);
			assert.equal(record.outcome === "invalid" ? text : record.questions.map(brief).join(" | "), asked, source);
			assert.deepEqual(record.readingNotes ?? [], notes, source);
			for (const note of notes) assert.ok(text.includes(`\nNote: ${note}`), text);
		}
	});
}

/** Summarizes a question as the core's tests do, without defaults. */
function brief(question: Question): string {
	const { id, label, mode, prompt, options = [], defaultValues = [] } = question;
	const extras = [
		question.allowCustom ? undefined : "no free text",
		question.customLabel === "Something else…" ? undefined : `free text ${question.customLabel}`,
		question.allowEmpty ? "may be empty" : undefined,
		question.defaultValue === undefined ? undefined : `default ${question.defaultValue}`,
		defaultValues.length > 0 ? `defaults ${defaultValues.join("+")}` : undefined,
		question.kind && `of kind ${question.kind}`,
		question.secret ? "secret" : undefined,
		question.placeholder && `empty ${question.placeholder}`,
	];
	const list = options.map(briefOption).join(", ");
	const behind = extras.filter((extra) => extra !== undefined).map((extra) => `; ${extra}`);
	return `${id} ${label} ${mode} ${JSON.stringify(prompt)}${list && `: ${list}`}${behind.join("")}`;
}

function briefOption({ value, label, description, preview, recommended }: QuestionOption): string {
	const named = value === label ? label : `${value}=${label}`;
	const star = recommended ? "*" : "";
	return `${named}${star}${description ? ` (${description})` : ""}${preview ? ` {${preview}}` : ""}`;
}
