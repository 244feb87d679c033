/**
 * What pi was started with, as far as it matters for questions that wait.
 *
 * Never here: what becomes of it.
 */
import { resolve } from "node:path";
import { type ExtensionContext, parseArgs } from "@earendil-works/pi-coding-agent";
import { pendingFiles } from "./names.ts";

export interface Start {
	/** Whether a prompt comes next, which has the model go on. */
	hasPrompt: boolean;
	/** How many commands of this tool come next, which start no run. */
	commands: number;
	/** The pending files that the prompt brings along, with words that answer them. */
	answeredFiles: string[];
}

/** Bytes of an input that is only the end of a line. */
const LINE_END = 2;

/** Reads it from the command line. In rpc mode prompts come in another way. */
export function readStart(ctx: ExtensionContext): Start {
	const { messages, fileArgs } = parseArgs(process.argv.slice(2));
	// An empty one, and our own command, start no run.
	const isCommand = (message: string) => /^\/questions(\s|$)/.test(message);
	const hasWords = messages.some((message) => message !== "" && !isCommand(message));
	// What was piped in has been read by now.
	const isPiped = !process.stdin.isTTY && process.stdin.bytesRead > LINE_END;
	const files = fileArgs.map((file) => resolve(ctx.cwd, file));
	return {
		hasPrompt: ctx.mode !== "rpc" && (hasWords || files.length > 0 || isPiped),
		commands: messages.filter(isCommand).length,
		answeredFiles:
			hasWords || isPiped ? pendingFiles(ctx.cwd).filter((file) => files.includes(resolve(ctx.cwd, file))) : [],
	};
}
