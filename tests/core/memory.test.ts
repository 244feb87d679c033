/** Memory of the module: a call frees all that it allocates. */
import assert from "node:assert/strict";
import test from "node:test";
import { KeybindingsManager, TUI_KEYBINDINGS } from "@earendil-works/pi-tui";
import { useCore } from "../../extension/core/core.ts";
import { FormComponent, type FormHost } from "../../extension/tui/form.ts";
import { questions } from "../harness/args.ts";
import { wasmMemory } from "../harness/core.ts";
import { TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

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

test("a form that traps while it is made is freed", async (context) => {
	const fail = (): never => {
		throw new Error("unreachable");
	};
	for (const method of ["guard", "focus"] as const) {
		const { prototype } = useCore().Form;
		const free = context.mock.method(prototype, "free");
		if (method === "guard") context.mock.method(prototype, method, fail);
		else context.mock.getter(prototype, method, fail);
		await new TestHost().execute({ question: "Which?", options: ["a", "b"] });
		assert.equal(free.mock.callCount(), 1, method);
		context.mock.restoreAll();
	}
});

test("a form that cannot be made leaves no listener", () => {
	const host = new TestHost();
	const before = process.stdin.listenerCount("data");
	const core = useCore();
	const questionnaire = new core.Questionnaire(new core.Settings([], "C"), {});
	const keybindings = new KeybindingsManager(TUI_KEYBINDINGS) as FormHost["keybindings"];
	const made: Partial<FormHost> = {
		ctx: host.context(),
		keybindings,
		commands: () => [],
		questions: { core, questionnaire },
	};
	for (let times = 0; times < 20; times++) assert.throws(() => new FormComponent(made as FormHost), /No questions/);
	assert.equal(process.stdin.listenerCount("data"), before);
});
