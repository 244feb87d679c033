/** A reporter for `node --test` that ends with the command to run each failed file again. */
import { relative } from "node:path";
import type { TestEvent } from "node:test/reporters";
import { root } from "./tools.ts";

export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
	const files = new Set<string>();
	for await (const { type, data } of events)
		if (type === "test:fail" && data.file) files.add(relative(root, data.file).replaceAll("\\", "/"));
	for (const file of files) yield `Failed: ${file}\nRun it again: npx node --test ${file}\n`;
}
