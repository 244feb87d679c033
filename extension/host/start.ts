/**
 * What pi was started with, as far as it matters for questions that wait.
 *
 * Never here: what becomes of it.
 */
import { resolve } from "node:path";
import { type ExtensionContext, parseArgs } from "@earendil-works/pi-coding-agent";
import { pendingPath } from "./names.ts";

export interface Start {
	/** Whether a prompt comes next, which has the model go on. */
	hasPrompt: boolean;
	/** Whether the prompt brings the pending file along, and words that answer it. */
	answersPendingFile: boolean;
}

/** Bytes of an input that is only the end of a line. */
const LINE_END = 2;

/** Reads it from the command line. In rpc mode prompts come in another way. */
export function readStart(ctx: ExtensionContext): Start {
	const { messages, fileArgs } = parseArgs(process.argv.slice(2));
	// An empty one, and our own command, start no run.
	const hasWords = messages.some((message) => message !== "" && !/^\/questions(\s|$)/.test(message));
	// What was piped in has been read by now.
	const isPiped = !process.stdin.isTTY && process.stdin.bytesRead > LINE_END;
	const files = fileArgs.map((file) => resolve(ctx.cwd, file));
	return {
		hasPrompt: ctx.mode !== "rpc" && (hasWords || files.length > 0 || isPiped),
		answersPendingFile: (hasWords || isPiped) && files.includes(pendingPath(ctx.cwd)),
	};
}
