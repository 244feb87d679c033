/** The lines of the transcript for calls and results of any shape. */
import assert from "node:assert/strict";
import test from "node:test";
import { visibleWidth } from "@earendil-works/pi-tui";
import { fc } from "../harness/cases.ts";
import { TestHost } from "../harness/host.ts";

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
