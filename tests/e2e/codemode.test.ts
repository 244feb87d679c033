/** The tool beside pi's codemode: offered to the model in each of its modes, and out of reach of scripts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runPi } from "../harness/runs.ts";

const code = "return [typeof ALL_TOOLS, ALL_TOOLS.some(({ name }) => name === 'question')].join()";
const args = { questions: [{ prompt: "Why?", options: [{ label: "So" }] }] };
const turns = [{ calls: [{ tool: "codemode", args: { code } }] }, { calls: [{ tool: "question", args }] }, {}];

for (const mode of ["on", "only"])
	test(`codemode: ${mode}`, async (t) => {
		const files = { "agent/settings.json": { defaultTools: ["+codemode"], codemode: { mode } } };
		const { workplace } = await runPi({ turns, args: ["-p", "go"], files });
		t.after(() => workplace.remove());
		const offered = workplace.tools().map(({ name }) => name);
		assert.ok(offered.includes("question"), `${offered}`);
		assert.equal(workplace.results()[0]?.details.outcome, "pending");
		if (!offered.includes("codemode")) return t.skip("this pi has no codemode");
		assert.match(JSON.stringify(workplace.requests().at(-1)), /"object,false"/);
	});
