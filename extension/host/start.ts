/**
 * The part of pi's command line that matters to pending questions.
 *
 * Never here: what follows from it.
 */
import { resolve } from "node:path";
import { type ExtensionContext, parseArgs } from "@earendil-works/pi-coding-agent";
import { pendingFiles } from "./names.ts";
import { modeOf } from "./process.ts";

export interface CommandLine {
	/** Whether a prompt follows, which starts a run. */
	hasPrompt: boolean;
	/** Number of `/questions` commands that follow, which start no run. */
	commands: number;
	/** Pending files that the prompt includes beside words that answer them. */
	answeredFiles: string[];
}

/** Bytes of the end of a line; input of that length is empty. */
const LINE_END = 2;

/** Reads the command line. In rpc mode, prompts do not come from there. */
export function readCommandLine(ctx: ExtensionContext): CommandLine {
	const { messages, fileArgs } = parseArgs(process.argv.slice(2));
	// Empty messages and `/questions` start no run.
	const isCommand = (message: string) => /^\/questions(\s|$)/.test(message);
	const hasWords = messages.some((message) => message !== "" && !isCommand(message));
	// pi has read all piped input by now.
	const isPiped = !process.stdin.isTTY && process.stdin.bytesRead > LINE_END;
	const files = fileArgs.map((file) => resolve(ctx.cwd, file));
	return {
		hasPrompt: modeOf(ctx) !== "rpc" && (hasWords || files.length > 0 || isPiped),
		commands: messages.filter(isCommand).length,
		answeredFiles:
			hasWords || isPiped ? pendingFiles(ctx.cwd).filter((file) => files.includes(resolve(ctx.cwd, file))) : [],
	};
}
