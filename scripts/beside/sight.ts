/** Measures what is in sight in a terminal of 80 × 24: options with descriptions, and a long prompt with its question. */
import { setTimeout } from "node:timers/promises";
import { key } from "../../tests/harness/keys.ts";
import { PiTerminal } from "../../tests/harness/pi.ts";
import { args, formOf, loading, type Question, type Tool } from "./tools.ts";

/** Keys that lead through a prompt in one tool or the other. */
const reading = [...Array<string>(20).fill(key.pageDown), ...Array<string>(10).fill(key.down)];
/** Milliseconds after each of them, of which many change nothing. */
const PAUSE_MS = 60;

/** What the terminal has shown: at the opening, at the opening above the screen, and while the user was reading. */
interface Shown {
	screen: string;
	above: string;
	read: string;
}

/** A row of the table: what is looked for, and the figure. */
export type Row = [name: string, figure: string];

/** Returns the rows of the table for a tool. */
export async function sight(tool: Tool): Promise<Row[]> {
	return [...(await listed(tool, 4)), ...(await listed(tool, 12)), ...(await prompted(tool))];
}

/** Opens a list whose descriptions take two lines each. */
async function listed(tool: Tool, count: number): Promise<Row[]> {
	const cost = "which costs nothing today, and will cost a day or two once it has to be taken back";
	const numbers = Array.from({ length: count }, (_, at) => at + 1);
	const options = numbers.map((at) => ({ label: `Label ${at}.`, description: `It does ${at}, ${cost}: end ${at}.` }));
	const shown = await show(tool, { label: "Storage", prompt: "Where should orders be kept?", options });
	const rows: Array<[string, (screen: string) => string]> = [
		["labels", (screen) => found(numbers, (at) => new RegExp(`^\\W*${at}\\. Label ${at}\\.`, "m").test(screen))],
		["whole descriptions", (screen) => found(numbers, (at) => screen.replace(/\s+/g, " ").includes(`end ${at}.`))],
		["the question", (screen) => yesOrNo(screen.includes("Where should orders be kept?"))],
	];
	return rows.map(([name, figure]) => [`${count} options: ${name}`, shown ? figure(shown.screen) : "call refused"]);
}

/** Opens a prompt of 40 lines with two options, and reads on. */
async function prompted(tool: Tool): Promise<Row[]> {
	const numbers = Array.from({ length: 40 }, (_, at) => at + 1);
	const prompt = `${numbers.map((at) => `- Step ${at} of the plan`).join("\n")}\n\nShall I go on?`;
	const options = ["Yes", "No"].map((label) => ({ label, description: `${label}, with all steps` }));
	const shown = await show(tool, { label: "Plan", prompt, options }, reading);
	if (!shown) throw new Error(`${tool.title} refuses a call with a long prompt.`);
	const lines = (text: string) => found(numbers, (at) => text.includes(`Step ${at} of`));
	return [
		["a prompt of 40 lines: its lines", lines(shown.screen)],
		["… after 20 × Page Down and 10 × ↓", lines(shown.read)],
		["… by the terminal's own scrollback", lines(shown.above + shown.screen)],
		["… the question", yesOrNo(shown.screen.includes("Shall I go on?"))],
		["… the highlighted option", yesOrNo(/[>❯→] 1\. Yes/.test(shown.screen))],
	];
}

/** Shows a form, and presses keys in it. Returns undefined if the call is refused. */
async function show(tool: Tool, question: Question, keys: string[] = []): Promise<Shown | undefined> {
	const turns = [{ calls: tool.calls([question]) }, { text: "Understood." }];
	const pi = new PiTerminal({ turns, extension: loading(tool), args });
	try {
		const screen = await pi.sees((screen) => tool.hint.test(screen) || screen.includes("Understood."));
		if (!tool.hint.test(screen)) return undefined;
		// A tool may draw the form more than once until it is complete.
		await setTimeout(500);
		const opened = { screen: await formOf(pi, tool), above: above(pi) };
		const read = [opened.screen];
		for (const key of keys) {
			pi.type(key);
			await setTimeout(PAUSE_MS);
			read.push(await formOf(pi, tool));
		}
		return { ...opened, read: read.join("\n") };
	} finally {
		await pi.stop();
	}
}

/** Returns the lines that were scrolled off the screen. */
function above({ buffer }: PiTerminal): string {
	const lines = Array.from({ length: buffer.baseY }, (_, row) => buffer.getLine(row)?.translateToString(true));
	return `${lines.join("\n")}\n`;
}

const found = (numbers: number[], isThere: (at: number) => boolean) => `${numbers.filter(isThere).length}`;
const yesOrNo = (isThere: boolean) => (isThere ? "yes" : "no");
