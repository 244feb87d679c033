/**
 * Whole runs of the real pi in print mode, with a scripted model that says one thing: from the start of the process to
 * its end.
 *
 * Never here: anything that an extension does beyond being loaded.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runPi } from "../../tests/harness/runs.ts";
import { Workplace } from "../../tests/harness/workplace.ts";
import { median } from "./measure.ts";

/** What runs take, in milliseconds. */
export interface Starts {
	own: number;
	upstream: number;
	/** What this tool costs over upstream's: the median of the differences of runs next to each other. */
	difference: number;
	/** By how much two runs with upstream's differ. */
	noise: number;
}

/** How long a run took until its end, and for how long it had a processor, in milliseconds. */
interface Run {
	wall: number;
	processor: number;
}

/** This tool, upstream's, and upstream's again to see the noise. */
type Round = [own: Run, upstream: Run, again: Run];

/**
 * Runs pi in rounds. What users wait for is the time on the wall; that of the processors is less disturbed by whatever
 * else a machine does.
 */
export async function measureStarts(own: string, upstream: string, rounds: number): Promise<Record<keyof Run, Starts>> {
	const contenders = [own, upstream, upstream].map((extension) => new Contender(extension));
	try {
		// The first time, pi transforms the files; it keeps what comes of it.
		for (const contender of contenders) await contender.run();
		const taken: Round[] = [];
		for (let round = 0; round < rounds; round++) {
			const runs: Run[] = [];
			// Each is first, second and last equally often.
			for (const at of [0, 1, 2].map((at) => (at + round) % 3)) runs[at] = await (contenders[at] as Contender).run();
			taken.push(runs as Round);
		}
		return { wall: starts(taken, "wall"), processor: starts(taken, "processor") };
	} finally {
		for (const contender of contenders) contender.remove();
	}
}

function starts(rounds: Round[], kind: keyof Run): Starts {
	const over = (of: (own: number, upstream: number, again: number) => number) =>
		median(rounds.map(([own, upstream, again]) => of(own[kind], upstream[kind], again[kind])));
	return {
		own: over((own) => own),
		upstream: over((_own, upstream, again) => (upstream + again) / 2),
		difference: over((own, upstream, again) => own - (upstream + again) / 2),
		noise: over((_own, upstream, again) => Math.abs(upstream - again)),
	};
}

/** pi with an extension, in folders of its own. */
class Contender {
	readonly #extension: string;
	readonly #workplace: Workplace;
	readonly #usage: string;

	constructor(extension: string) {
		this.#extension = extension;
		this.#workplace = new Workplace({ turns: [], extension: ["-e", extension] });
		this.#usage = join(this.#workplace.folder, "usage.json");
		// Says at the end of the process what it has used.
		const hook = `import { writeFileSync } from "node:fs";
			process.on("exit", () => writeFileSync(${JSON.stringify(this.#usage)}, JSON.stringify(process.cpuUsage())));`;
		this.#workplace.env.NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
	}

	async run(): Promise<Run> {
		const start = performance.now();
		const { code, stdout, stderr } = await runPi({
			turns: [{ text: "Done." }],
			args: ["-p", "go"],
			workplace: this.#workplace,
		});
		const wall = performance.now() - start;
		if (code !== 0 || !stdout.includes("Done.")) throw new Error(`pi failed with ${this.#extension}:\n${stderr}`);
		const { user, system } = JSON.parse(readFileSync(this.#usage, "utf8"));
		return { wall, processor: (user + system) / 1000 };
	}

	remove(): void {
		this.#workplace.remove();
	}
}
