/** What models read of the tool before they call it, in each dialect, and what its results are declared to hold. */
import assert from "node:assert/strict";
import test from "node:test";
import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { declarations } from "../../extension/declaration.ts";
import type { Dialect } from "../../pkg/question.js";
import { TestHost } from "../harness/host.ts";

/** Name, description, parameters, guidelines and snippet together, as JSON. */
const MAX_WIRE_BYTES = 2_400;

/** A tool as it is registered. Older types of pi do not have all of its fields. */
type Tool = TestHost["tool"] & { parameters: TSchema; outputSchema: TSchema; exposure: string };

const hostOf = (dialect: Dialect, mode: "tui" | "print" = "tui") => new TestHost({ settings: { dialect }, mode });

/** A schema as it is sent to the model. */
interface Schema {
	type?: unknown;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** Returns the paths of the parts of a schema that have no type. */
function untyped({ type, properties = {}, items }: Schema, path: string): string[] {
	const inner = Object.entries(properties).flatMap(([name, schema]) => untyped(schema, `${path}.${name}`));
	return [...(typeof type === "string" ? [] : [path]), ...inner, ...(items ? untyped(items, `${path}[]`) : [])];
}

for (const dialect of Object.keys(declarations) as Dialect[]) {
	const {
		name,
		description,
		parameters,
		promptGuidelines = [],
		promptSnippet,
		outputSchema,
		exposure,
	} = hostOf(dialect).tool as Tool;

	test(`${dialect}: every model server takes the schema`, () => {
		const written = JSON.stringify(parameters);
		assert.deepEqual(untyped(JSON.parse(written), "parameters"), []);
		assert.doesNotMatch(written, /anyOf|oneOf|allOf|\$ref|maxItems|maxLength|maximum|additionalProperties":false/);
	});

	test(`${dialect}: what models have to know is said, within ${MAX_WIRE_BYTES} bytes`, () => {
		const wire = JSON.stringify({ name, description, parameters, promptGuidelines, promptSnippet });
		assert.ok(Buffer.byteLength(wire) <= MAX_WIRE_BYTES, `${Buffer.byteLength(wire)} bytes`);
		for (const said of ["yes/no", "not for secrets"]) assert.ok(description.includes(said), said);
		const guidance = promptGuidelines.join("\n");
		const cancelled = "was cancelled, nothing is decided: do not go on as if the recommended option were chosen;";
		for (const said of [
			"up to 5",
			"recommended option first",
			"cannot be undone",
			"was answered or ordered",
			cancelled,
			"say what is open and end your turn",
			"look up facts first",
			"2-4 distinct options",
		])
			assert.ok(guidance.includes(said), said);
		for (const line of promptGuidelines)
			assert.match(line, new RegExp(`\\b${dialect}\\b`), "pi lists them all together");
	});

	test(`${dialect}: scripts do not reach the tool`, () => assert.equal(exposure, "model-only"));

	test(`${dialect}: a reason and the pending file are declared where results have them`, async () => {
		const args = { questions: [{ prompt: "Why?", options: [{ label: "So" }] }] };
		const pending = await hostOf(dialect, "print").execute(args);
		const refused = await hostOf(dialect).execute({});
		assert.equal(pending.details.outcome, "pending");
		assert.equal(refused.details.outcome, "invalid");
		for (const { details } of [pending, refused]) {
			assert.ok(Value.Check(outputSchema, details), JSON.stringify(details));
			for (const name of ["message", "pendingFile"].filter((name) => name in details))
				assert.ok(!Value.Check(outputSchema, { ...details, [name]: 1 }), name);
		}
	});
}
