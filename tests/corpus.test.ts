/**
 * The calls of `crates/question-core/tests/calls.json` through the built module and pi's own validation, in every dialect:
 * what is asked, and what the model is told about it, as the core's own tests have it.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { validateToolArguments } from "@earendil-works/pi-ai/utils/validation";
import { Value } from "typebox/value";
import type { Details, Dialect, Question, QuestionOption } from "../pkg/question.js";
import { TestHost } from "./harness/host.ts";
import { root } from "./harness/pi.ts";

interface Call {
	source: string;
	call: unknown;
	/** All questions in brief, or the refusal. */
	asked: string;
	notes?: string[];
}

const corpus: Call[] = JSON.parse(readFileSync(join(root, "crates/question-core/tests/calls.json"), "utf8"));

for (const dialect of ["question", "AskUserQuestion", "ask_user"] satisfies Dialect[]) {
	test(`${dialect}: every call is asked as meant`, async (context) => {
		const host = new TestHost({ mode: "print", ...(dialect !== "question" && { settings: { dialect } }) });
		for (const { source, call, asked, notes = [] } of corpus) {
			await context.test(`${source}: ${JSON.stringify(call)}`.slice(0, 100), async () => {
				const { name, parameters, prepareArguments } = host.tool;
				const prepared = prepareArguments?.(call);
				assert.ok(Value.Check(parameters, prepared), JSON.stringify(prepared));
				const toolCall = { type: "toolCall" as const, id: "call", name, arguments: prepared };
				const valid = validateToolArguments({ name, description: "", parameters }, toolCall as never);
				assert.deepEqual(valid, prepared);
				const { details, text } = await host.execute(valid);
				assert.equal(details.outcome === "invalid" ? text : details.questions.map(brief).join(" | "), asked);
				assert.deepEqual((details as Details).readingNotes ?? [], notes);
				for (const note of notes) assert.ok(text.includes(`\nNote: ${note}`), text);
			});
		}
	});
}

/** As the core's tests write a question: what is as it is by default is not said. */
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
	const list = options.map((option) => briefOption(option, question.recommended)).join(", ");
	const behind = extras.filter((extra) => extra !== undefined).map((extra) => `; ${extra}`);
	return `${id} ${label} ${mode} ${JSON.stringify(prompt)}${list && `: ${list}`}${behind.join("")}`;
}

function briefOption({ value, label, description, preview }: QuestionOption, recommended: string | undefined): string {
	const named = value === label ? label : `${value}=${label}`;
	const star = value === recommended ? "*" : "";
	return `${named}${star}${description ? ` (${description})` : ""}${preview ? ` {${preview}}` : ""}`;
}
