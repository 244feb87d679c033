/** What the model of the soak does next: forms of random shapes, forms with a known course, children, and pauses. */
import { scripts } from "../../tests/harness/args.ts";
import type { Random } from "./random.ts";

/**
 * Kinds of turns: a form for any keys, one for keys that erase nothing, one whose answers are checked (with the name of
 * its course), one that is answered in other places, a command that starts a child, and a text that ends the run.
 */
export type Kind = "wild" | "careful" | Course | "elsewhere" | "child" | "killed" | "idle";

const courses = ["choice", "own", "boxes", "input", "several", "note", "picture", "dialog", "cut"] as const;
export type Course = (typeof courses)[number];

export const isCourse = (kind: Kind): kind is Course => courses.some((course) => course === kind);

const WEIGHTS: Record<Exclude<Kind, Course> | "known", number> = {
	wild: 45,
	careful: 18,
	known: 27,
	elsewhere: 20,
	child: 2,
	killed: 2,
	idle: 6,
};

export interface Question {
	id: string;
	label: string;
	prompt: string;
	mode: "single" | "multi" | "input";
	options?: object[];
	[field: string]: unknown;
}

/** A turn, as the driver is told of it before it begins. */
export interface Plan {
	number: number;
	kind: Kind;
	questions: Question[];
}

const WORDS = [
	...[
		"alpha",
		"bravo",
		"service",
		"a",
		"of",
		"x86",
		"naïve",
		"日本語の設定",
		"データベース",
		"\u200bzero",
		"tab\there",
	],
	...["`code()`", "**bold**", "<tag>", "a/very/long/path/without/any/space/in/it/that/needs/several/rows.ts", "—"],
	...Object.values(scripts),
];

function words(random: Random, least: number, most: number): string {
	return Array.from({ length: random.between(least, most) }, () => random.pick(WORDS)).join(" ");
}

function preview(random: Random): string {
	const line = () =>
		random.pick([
			"# Title",
			"- item",
			"| a | b |\n|---|---|\n| 1 | 日本 |",
			"```ts\nconst a = 1;\n```",
			words(random, 1, 30),
		]);
	return Array.from({ length: random.between(1, 40) }, line).join(random.pick(["\n", "\n\n"]));
}

/** Makes a question of a random shape, for a form of this number and at this place in it. */
export function question(random: Random, number: number, at: number): Question {
	const mode = random.pick(["single", "multi", "input"] as const);
	const labels = Array.from(
		{ length: random.chance(0.1) ? random.between(15, 60) : random.between(1, 8) },
		(_, at) => `${at + 1} ${words(random, 1, random.chance(0.1) ? 40 : 4)}`,
	);
	const options = labels.map((label) => ({
		label,
		...(random.chance(0.5) && { description: words(random, 1, 40) }),
		...(random.chance(0.3) && { preview: preview(random) }),
	}));
	const [first = ""] = labels;
	return {
		id: `q${at + 1}`,
		label: random.chance(0.2) ? words(random, 1, 5) : `Tab${at + 1}`,
		prompt: `${random.chance(0.2) ? `${preview(random)}\n\n` : ""}${words(random, 1, 20)} ${number}-${at}?`,
		mode,
		...(mode !== "input" && { options }),
		...(mode === "single" && random.chance(0.2) && { recommended: first }),
		...(mode === "multi" && random.chance(0.2) && { defaultValues: [first] }),
		...(mode === "input" && random.chance(0.2) && { defaultValue: words(random, 1, 5) }),
	};
}

/** The labels of the options of a form with a known course. */
export const LABELS = ["Kilo", "Lima", "Mike"] as const;

function known(random: Random, number: number, course: Course | "elsewhere"): Question[] {
	const ask = (name: string, mode: Question["mode"]): Question => ({
		id: name,
		label: `${name}${number}`,
		prompt: `${random.chance(0.2) ? `${preview(random)}\n\n` : ""}Known ${name} ${number}?`,
		mode,
		...(mode !== "input" && {
			options: LABELS.map((label) => ({ label, ...(random.chance(0.3) && { preview: preview(random) }) })),
		}),
	});
	switch (course) {
		case "boxes":
			return [ask("A", "multi")];
		case "input":
		case "picture":
		case "dialog":
			return [ask("A", "input")];
		case "several":
			return [ask("A", "single"), ask("B", "multi"), ask("C", "input")];
		default:
			return [ask("A", "single")];
	}
}

export function plan(random: Random, number: number): Plan {
	const drawn = random.weighted(WEIGHTS);
	const kind = drawn === "known" ? random.pick(courses) : drawn;
	if (isCourse(kind) || kind === "elsewhere") return { number, kind, questions: known(random, number, kind) };
	if (kind !== "wild" && kind !== "careful") return { number, kind, questions: [] };
	const count = random.chance(0.5) ? 1 : random.between(2, 5);
	// Now and then, the same is asked again, and the form begins with what was entered before.
	const about = kind === "wild" && random.chance(0.2) ? 0 : number;
	return { number, kind, questions: Array.from({ length: count }, (_, at) => question(random, about, at)) };
}
