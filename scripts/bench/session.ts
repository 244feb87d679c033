/** A long session with many questions, as pi passes its branch. The last call still waits for its result. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { boxes, plain } from "./calls.ts";

const nothing = join(tmpdir(), "pi-question-bench-no-such-folder");

/** Returns a context whose branch has this many entries and, three to a call, this many questions. */
export function sessionOf(entries: number, questions: number): ExtensionContext {
	const every = Math.floor(entries / (questions / 3));
	const branch = Array.from({ length: entries - 1 }, (_, at) => {
		const call = Math.floor(at / every);
		// Before each call, the model reads files.
		const [asking, answering] = [at % every === every - 2, at % every === every - 1];
		const message = asking ? asked(call) : answering ? answered(call) : at % 2 === 0 ? reads(at) : read(at);
		return { type: "message", id: at.toString(16).padStart(8, "0"), message };
	});
	const sessionManager = { getBranch: () => branch, getSessionId: () => "session", getSessionDir: () => nothing };
	return { cwd: nothing, sessionManager } as unknown as ExtensionContext;
}

const text = (text: string) => [{ type: "text", text }];
const calls = (id: string, name: string, args: object) => {
	const call = { type: "toolCall", id, name, arguments: args };
	return { role: "assistant", stopReason: "toolUse", content: [...text(plain.paragraph), call] };
};
const result = (toolCallId: string, toolName: string, content: string, details?: object) => {
	return { role: "toolResult", toolCallId, toolName, content: text(content), details };
};

const reads = (at: number) => calls(`bash_${at}`, "bash", { command: "cat notes.md" });
const read = (at: number) => result(`bash_${at - 1}`, "bash", plain.paragraph.repeat(10));
const asked = (call: number) => calls(`call_${call}`, "question", boxes(plain, 3, call));

function answered(call: number): object {
	const defaults = { allowCustom: true, customLabel: "Something else…", allowEmpty: false };
	const questions = boxes(plain, 3, call).questions.map((question) => ({ ...question, ...defaults }));
	const answers = questions.map(({ id, prompt, options }) => {
		const picked = { value: [options[0]?.value], label: [options[0]?.label], wasCustom: [false], index: [1] };
		return { id, mode: "multi", prompt, ...picked };
	});
	const details = { questions, answers, cancelled: false, outcome: "answered", mode: "tui", answeredAt: call };
	return result(`call_${call}`, "question", "answered", details);
}
