/** The table of tools that are compared: this one, a package from npm, and the two examples that come with pi. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Details } from "../../pkg/question.js";
import type { Turn } from "../../tests/harness/model.ts";
import type { PiTerminal } from "../../tests/harness/pi.ts";
import { root } from "../tools.ts";

/** A question in words that every tool has. The examples know no boxes, and only this tool knows what the model proposes. */
export interface Question {
	label: string;
	prompt: string;
	options: Array<{ label: string; description: string }>;
	/** Whether several options can be chosen. */
	isMulti?: boolean;
	/** Label of the option that the model proposes. */
	proposed?: string;
}

type Calls = NonNullable<Turn["calls"]>;

/** What stands for a question without an answer, and for a form that was left without any. */
export const [open, left] = ["–", "left"];

export interface Tool {
	id: "own" | "package" | "questionnaire" | "question";
	/** Heading of the tool's column. */
	title: string;
	/** Name under which the model calls it. */
	name: string;
	/** Path of the extension. */
	extension: string;
	/** Whether this text is on the screen while a form is open. */
	hint: RegExp;
	/** Returns the calls that ask these questions in the way of the tool. */
	calls: (questions: Question[]) => Calls;
	/** Returns the answers in the details of the results of these calls, one for each question. */
	answers: (details: unknown[], count: number) => string[];
}

const pi = dirname(dirname(fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent"))));
const version = (folder: string): string => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
export const piVersion = version(pi);
/** Arguments for pi. In its fullscreen mode, pi would cut the examples, which may be higher than the terminal. */
export const args = ["--tui-mode", "regular", "go"];
const examples = join(pi, "examples/extensions");

/** The package from npm. It is installed into a temporary folder, so it is no dependency of this one. */
const peer = { name: "@juicesharp/rpiv-ask-user-question", version: "2.11.0" };

/** Installs a package without the peers that pi supplies, as pi does, and returns its folder. */
function installed({ name, version }: typeof peer): string {
	const folder = mkdtempSync(join(tmpdir(), "pi-question-beside-"));
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
	const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
	const plain = ["--omit=peer", "--legacy-peer-deps", "--ignore-scripts"];
	execFileSync("npm", ["install", "--prefix", folder, ...plain, ...quiet, `${name}@${version}`], { cwd: folder });
	return join(folder, "node_modules", name);
}

/** Returns `left` if nothing was answered, or else what was. */
const unlessLeft = (answers: string[], isLeft: boolean) =>
	isLeft && answers.every((answer) => answer === open) ? [left] : answers;

const noted = (answer: string, note: string | undefined) => (note ? `${answer} (note: ${note})` : answer);

const own: Tool = {
	id: "own",
	title: `pi-question ${version(root)}`,
	name: "question",
	extension: root,
	hint: /(?:^|\s)(?:\?|f1) help$/m,
	calls: (questions) => {
		const asked = questions.map(({ label, prompt, options, isMulti, proposed }) => ({
			label,
			prompt,
			options,
			...(isMulti && { mode: "multi" }),
			...(proposed && { defaultValue: proposed }),
		}));
		return [{ tool: "question", args: { questions: asked } }];
	},
	answers: ([result], count) => {
		const { answers, outcome, message, cancelled } = result as Details;
		if (outcome === "discuss") return [`talk: ${message}`];
		const given = Array.from({ length: count }, (_, at) => {
			const answer = answers.find(({ id }) => id === `q${at + 1}`);
			return answer ? noted([answer.label].flat().join(" + "), answer.note) : open;
		});
		return unlessLeft(given, cancelled);
	},
};

interface PackageDetails {
	answers: Array<{ questionIndex: number; answer: string | null; selected?: string[]; notes?: string }>;
	cancelled: boolean;
	globalNote?: string;
}

const fromNpm = (): Tool => ({
	id: "package",
	title: `rpiv-ask-user-question ${peer.version}`,
	name: "ask_user_question",
	extension: installed(peer),
	hint: /↑\/↓ to navigate|Shift\+Enter/,
	calls: (questions) => {
		const asked = questions.map(({ label, prompt, options, isMulti = false }) => ({
			header: label,
			question: prompt,
			options,
			multiSelect: isMulti,
		}));
		return [{ tool: "ask_user_question", args: { questions: asked } }];
	},
	answers: ([result], count) => {
		const { answers, cancelled, globalNote } = result as PackageDetails;
		const given = Array.from({ length: count }, (_, at) => {
			const answer = answers.find(({ questionIndex }) => questionIndex === at);
			return answer ? noted(answer.selected?.join(" + ") ?? answer.answer ?? "", answer.notes) : open;
		});
		return unlessLeft(globalNote ? [...given, `form: ${globalNote}`] : given, cancelled);
	},
});

const questionnaire: Tool = {
	id: "questionnaire",
	title: `questionnaire.ts of pi ${piVersion}`,
	name: "questionnaire",
	extension: join(examples, "questionnaire.ts"),
	hint: /Esc (?:to )?cancel/,
	calls: (questions) => {
		const asked = questions.map(({ label, prompt, options }) => ({
			id: label,
			label,
			prompt,
			options: options.map((option) => ({ ...option, value: option.label })),
		}));
		return [{ tool: "questionnaire", args: { questions: asked } }];
	},
	answers: ([result], count) => {
		const details = result as { answers: Array<{ id: string; label: string }>; questions: Array<{ id: string }> };
		const { answers, questions, cancelled } = details as typeof details & { cancelled: boolean };
		const given = Array.from(
			{ length: count },
			(_, at) => answers.find(({ id }) => id === questions[at]?.id)?.label ?? open,
		);
		return unlessLeft(given, cancelled);
	},
};

/** Asks one question with each call, so that several questions come as several forms. */
const question: Tool = {
	id: "question",
	title: `question.ts of pi ${piVersion}`,
	name: "question",
	extension: join(examples, "question.ts"),
	hint: /Esc to (?:cancel|go back)/,
	calls: (questions) =>
		questions.map(({ prompt, options }) => ({ tool: "question", args: { question: prompt, options } })),
	answers: (results) =>
		unlessLeft(
			results.map((result) => (result as { answer: string | null }).answer ?? open),
			true,
		),
};

/** Prepares all tools. */
export const prepareTools = (): Tool[] => [own, fromNpm(), questionnaire, question];

/** Arguments of pi that load a tool. */
export const loading = ({ extension }: Tool) => ["-e", extension];

/** Waits until a form is open that shows a text. */
export const formOf = (pi: PiTerminal, { hint }: Tool, text = ""): Promise<string> =>
	pi.sees((screen) => hint.test(screen) && screen.includes(text));
