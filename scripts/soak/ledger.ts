/** What a soak has seen: how many forms of each kind, how they ended, and the memory of each pi. */
import type { SessionEntry } from "../../tests/harness/workplace.ts";
import type { Line, Memory } from "./model.ts";

/** Number of turns of a pi after which its memory may no longer grow by more than `GROWTH`. */
const WARM = 100;

/**
 * The module's memory never shrinks: it is the most that was needed at once, and another form, or a session with longer
 * calls, may need more than all before. Whether it keeps anything of a form, `many.ts` finds. The bytes of the process go up
 * and down by a third with what the engine has not collected yet and the system has taken back.
 */
const GROWTH: Record<keyof Memory, number> = { rss: 1.75, heap: 1.25, wasm: 2 };

/** Number of turns whose samples count together. */
const WINDOW = 20;

interface Sample {
	/** Number of turns of this pi. */
	turns: number;
	memory: Memory;
}

export class Ledger {
	readonly #kinds = new Map<string, number>();
	readonly #outcomes = new Map<string, number>();
	/** Samples of each process of pi. */
	readonly #lives = new Map<number, Sample[]>();
	/** Numbers of forms that were answered, by the place. */
	readonly #places = new Map<string, number>();
	/** An outcome that no form of the soak may have, or one beyond that of its call. */
	wrong: string | undefined;

	take({ kind, pid, last, results, memory }: Line): void {
		count(this.#kinds, kind);
		const { outcome, answeredFrom } = last.details ?? {};
		if (outcome) count(this.#outcomes, outcome);
		if (outcome === "answered") count(this.#places, placeOf(answeredFrom));
		if (outcome === "unavailable" || outcome === "invalid" || results > 1) this.wrong = JSON.stringify(last);
		const life = this.#lives.get(pid) ?? [];
		life.push({ turns: life.length + 1, memory });
		this.#lives.set(pid, life);
	}

	/** Lines of the report, and which figure of the longest life has grown too much. */
	report(): { lines: string[]; grown: string[] } {
		const life = [...this.#lives.values()].sort((one, other) => other.length - one.length)[0] ?? [];
		const isWarm = life.length >= 2 * WARM;
		const warm = isWarm ? WARM : Math.floor(life.length / 2);
		const grown: string[] = [];
		const lines = [
			`kinds of turns: ${told(this.#kinds)}`,
			`outcomes: ${told(this.#outcomes)}`,
			`answered in: ${told(this.#places)}`,
			`starts of pi: ${this.#lives.size}`,
		];
		for (const name of ["rss", "heap", "wasm"] as const) {
			// The memory of a process goes up and down, so some samples count together.
			const within = (first: number) => life.filter(({ turns }) => turns >= first && turns < first + WINDOW);
			const [before, after] = [median(within(warm), name), median(within(life.length - WINDOW + 1), name)];
			if (!(before > 0)) continue; // not measured
			const times = after / before;
			lines.push(
				`${name}: ${mebibytes(before)} after ${warm} turns of one pi, ${mebibytes(after)} after ${life.length}: ${percent(times)}`,
			);
			if (isWarm && times > GROWTH[name]) grown.push(`${name} has grown by ${percent(times)}`);
		}
		if (!isWarm) lines.push(`No pi had ${2 * WARM} turns, so its memory is not judged.`);
		return { lines, grown };
	}
}

/** Returns a fault if a call has two results in the sessions. */
export function twice(entries: SessionEntry[]): string | undefined {
	const results = entries.filter(({ message }) => message?.role === "toolResult");
	const ids = results.map(({ message }) => String(message?.toolCallId));
	const again = ids.find((id, at) => ids.indexOf(id) !== at);
	return again && `the call ${again} has two results`;
}

/** Names the place in which a form was answered, by what its result says. */
export function placeOf(answeredFrom = "the form"): string {
	return answeredFrom.replace(/, .*/, ""); // the terminal
}

function count(counts: Map<string, number>, name: string): void {
	counts.set(name, (counts.get(name) ?? 0) + 1);
}

function told(counts: Map<string, number>): string {
	return [...counts].map(([name, times]) => `${name} ${times}`).join(", ");
}

function median(samples: Sample[], name: keyof Memory): number {
	const sorted = samples.flatMap(({ memory }) => memory[name] ?? []).sort((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function mebibytes(bytes: number): string {
	return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

function percent(times: number): string {
	return `${((times - 1) * 100).toFixed(1)} %`;
}
