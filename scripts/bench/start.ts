/** Whole runs of the real pi in print mode, with an extension and a scripted model that sends one text. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runPi } from "../../tests/harness/runs.ts";
import { Workplace } from "../../tests/harness/workplace.ts";

/** Prepares runs of pi with an extension. Each returns its processor time, which other processes disturb least, in ms. */
export function runWith(extension: string): () => Promise<number> {
	const workplace = new Workplace({ turns: [], extension: ["-e", extension] });
	process.once("exit", () => workplace.remove());
	const usage = join(workplace.folder, "usage.json");
	// Says at the end of the process what it has used.
	const hook = `import { writeFileSync } from "node:fs";
		process.on("exit", () => writeFileSync(${JSON.stringify(usage)}, JSON.stringify(process.cpuUsage())));`;
	workplace.env.NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
	return async () => {
		const { code, stdout, stderr } = await runPi({ turns: [{ text: "Done." }], args: ["-p", "go"], workplace });
		if (code !== 0 || !stdout.includes("Done.")) throw new Error(`pi failed with ${extension}:\n${stderr}`);
		const { user, system } = JSON.parse(readFileSync(usage, "utf8"));
		return (user + system) / 1000;
	};
}
