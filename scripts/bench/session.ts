/** A long session with many questions, as pi passes its branch. The last call still waits for its result. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type Settings, useCore, using } from "../../extension/core/core.ts";
import { boxes, plain } from "./calls.ts";

const nothing = join(tmpdir(), "pi-question-bench-no-such-folder");

/** Returns a context whose branch has this many entries and, three to a call, this many questions. */
export function sessionOf(entries: number, questions: number, settings: Settings): ExtensionContext {
	const every = Math.floor(entries / (questions / 3));
	const branch = Array.from({ length: entries - 1 }, (_, at) => {
		const asked = boxes(plain, 3, Math.floor(at / every));
		// Before each call, the model reads files.
		const [isCall, isResult] = [at % every === every - 2, at % every === every - 1];
		const message = isCall
			? called(`question_${at}`, "question", asked)
			: isResult
				? answered(`question_${at - 1}`, asked, settings)
				: at % 2 === 0
					? called(`bash_${at}`, "bash", { command: "cat notes.md" })
					: result(`bash_${at - 1}`, "bash", plain.paragraph.repeat(10));
		return { type: "message", id: at.toString(16).padStart(8, "0"), message };
	});
	const sessionManager = { getBranch: () => branch, getSessionId: () => "session", getSessionDir: () => nothing };
	return { cwd: nothing, isIdle: () => true, sessionManager } as unknown as ExtensionContext;
}

const text = (text: string) => [{ type: "text", text }];

function called(id: string, name: string, args: object): object {
	const call = { type: "toolCall", id, name, arguments: args };
	return { role: "assistant", stopReason: "toolUse", content: [...text(plain.paragraph), call] };
}

function result(toolCallId: string, toolName: string, content: string, details?: object): object {
	return { role: "toolResult", toolCallId, toolName, content: text(content), details };
}

/** Makes the result of a call, with the first option as each answer. */
function answered(id: string, asked: object, settings: Settings): object {
	const { content, details } = using(new (useCore().Questionnaire)(settings, asked), (questionnaire) =>
		questionnaire.finish({ answers: "[[1], [1], [1]]" }, { mode: "tui", now: 0 }),
	);
	return result(id, "question", content, details);
}
