/** Two questions over several runs of the real pi: asked, interrupted, left pending, answered later. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { database, naming } from "./args.ts";
import { key } from "./keys.ts";
import type { Turn } from "./model.ts";
import { PiTerminal } from "./pi.ts";
import { type Run, runPi } from "./runs.ts";
import { begun, type Workplace } from "./workplace.ts";

export const asking: Turn = { calls: [{ tool: "question", args: { questions: [database, naming] } }] };
export const understood = [{ text: "Understood." }];

/** Starts pi in a terminal, in the folders of an earlier run if given. */
export function open(t: TestContext, turns: Turn[], args: string[], workplace?: Workplace): PiTerminal {
	const pi = new PiTerminal({ turns, args, columns: 100, rows: 40, ...(workplace && { workplace }) });
	t.after(() => (workplace ? pi.kill() : pi.stop()));
	return pi;
}

/** Runs a session in which both questions are answered in a form. */
export async function answered(t: TestContext, more: Turn[] = []): Promise<PiTerminal> {
	const pi = open(t, [asking, ...understood, ...more], ["go"]);
	await answerForm(pi);
	return pi;
}

export async function answerForm(pi: PiTerminal): Promise<void> {
	await pi.sees("→ 1. PostgreSQL");
	await pi.press("1", "[□ Name]");
	await pi.press("orders", "orders");
	await pi.press(key.enter, "→ Submit");
	await pi.press(key.enter, "Understood.");
}

/** Kills pi once its form shows a text, and returns its folders. */
export async function cutOff(
	t: TestContext,
	signal: "SIGKILL" | "SIGHUP" = "SIGKILL",
	turn: Turn = asking,
	shown = "→ 1. PostgreSQL",
): Promise<Workplace> {
	return begun(t, `${signal} ${shown} ${JSON.stringify(turn)}`, async () => {
		const pi = new PiTerminal({ turns: [turn], args: ["go"], columns: 100, rows: 40 });
		await pi.sees(shown).finally(() => pi.kill(signal));
		return pi.workplace;
	});
}

/** Chooses another database in a revision, and submits it. */
export async function reviseDatabase(pi: PiTerminal, option: string, then: string): Promise<void> {
	await pi.press(key.enter, "[■ Database]");
	await pi.press(option, "→ Submit");
	await pi.press(key.enter, then);
}

/** Runs a session that leaves its questions pending, and fills these answers into the file. */
export async function pending(t: TestContext, answers: Record<string, unknown> = {}): Promise<Workplace> {
	const turns = [asking, { text: "Please answer." }];
	const workplace = await begun(t, "pending", async () => (await runPi({ turns, args: ["-p", "go"] })).workplace);
	const file = JSON.parse(readFileSync(fileIn(workplace), "utf8"));
	for (const question of file.questions) question.answer = answers[question.id] ?? null;
	writeFileSync(fileIn(workplace), JSON.stringify(file));
	return workplace;
}

/** Runs pi without a terminal in the folders of an earlier run. */
export function again(workplace: Workplace, args: string[], turns: Turn[] = understood): Promise<Run> {
	return runPi({ workplace, turns, args });
}

/** Types a command into pi's prompt, once pi is ready. */
export async function command(pi: PiTerminal, line: string, then: Parameters<PiTerminal["press"]>[1]): Promise<string> {
	await pi.sees((screen) => /\[Extensions\]|Understood\./.test(screen) && /─\n\n─/.test(screen));
	await pi.press(line, line);
	return pi.press(key.enter, then);
}

/** Goes back to before the first prompt with /tree. */
export async function goBack(pi: PiTerminal): Promise<void> {
	await command(pi, "/tree", "Session Tree");
	await pi.press(key.up + key.up, /› .*user: go/);
	await pi.press(key.enter, /Summarize branch\?|Navigated/);
	await pi.press(key.enter, "Navigated to selected point");
	await pi.press(key.ctrl("u"), /─\n\n─/);
}

export const fileIn = ({ project }: Workplace) => join(project, ".pi", "pending-questions.json");

/** What pi says as it renames the pending file. */
export const renamed = "pi-question: .pi/pending-questions.json is now .pi/answered-questions.json.\n";

/** Returns the path of the last pending file whose questions were all closed. */
export const answeredIn = ({ project }: Workplace) => join(project, ".pi", "answered-questions.json");
export const later = (workplace: Workplace) =>
	workplace.entries().filter(({ customType }) => customType === "question-answers");
