/** Runs that several tests begin with. Each runs once, because a start of pi takes longer than most tests. */
import type { TestContext } from "node:test";
import type { Workplace } from "./workplace.ts";

const runs = new Map<string, Promise<Workplace>>();
const folders: Workplace[] = [];
process.on("exit", () => {
	for (const folder of folders) folder.remove();
});

/** Returns a copy of the folders of a finished run, which is executed at the first call with this name. */
export async function begun(t: TestContext, name: string, run: () => Promise<Workplace>): Promise<Workplace> {
	const ended = async () => {
		const folder = await run();
		folders.push(folder);
		return folder;
	};
	const first = runs.get(name) ?? ended();
	runs.set(name, first);
	const copy = (await first).copy();
	t.after(() => copy.remove());
	return copy;
}
