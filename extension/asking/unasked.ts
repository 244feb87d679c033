/**
 * Questions that nobody is shown: answered from the command line, left in the pending file for later, or come to an end
 * before their form could open.
 *
 * Never here: the shape of the file, what fits a question, what the model is told.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import {
	failure,
	type HostMode,
	type Incoming,
	type Open,
	type Questionnaire,
	type ToolResult,
	using,
	withCore,
} from "../core/core.ts";
import { type End, openDialogs } from "../dialogs/dialogs.ts";
import { PENDING_FILE } from "../host/names.ts";
import { Overtaken, readPending, writePending } from "../host/pending.ts";
import { reasonOf } from "../host/say.ts";

/** The result of answers to these questions, or what is wrong with them. */
export function answer(open: Open, answers: string, mode: HostMode): Incoming {
	return using(open(), (questionnaire) => questionnaire.answered(answers, { mode, now: Date.now() }));
}

/** The result of questions whose form would have ended as soon as it opened. */
export function endUnasked(open: Open, mode: HostMode, how: End): ToolResult {
	return withCore(
		() =>
			using(openDialogs(open, false), (dialogs) => {
				dialogs[how]();
				return dialogs.result({ mode }) ?? failure(mode, "no result");
			}),
		(reason) => failure(mode, reason),
	);
}

/**
 * Puts the questions of a call into the pending file. `used` is the text of a file whose questions the prompt has
 * answered, and which may be replaced; `remark` is something else to say to the model.
 */
export function leavePending(
	open: Open,
	call: string,
	ctx: ExtensionContext,
	used: string | undefined,
	remark: string | undefined,
): ToolResult {
	return using(open(), (questionnaire) => {
		const problem = write(questionnaire, call, ctx, used);
		return problem === undefined
			? questionnaire.pending({ mode: ctx.mode }, PENDING_FILE, remark)
			: questionnaire.unavailable({ mode: ctx.mode }, `${PENDING_FILE}: ${problem}`);
	});
}

/** How often the file is tried again where other processes write it too. */
const TRIES = 5;

/** What is wrong, if the file could not be written. */
function write(questionnaire: Questionnaire, call: string, ctx: ExtensionContext, used: string | undefined) {
	for (let tries = 1; ; tries++) {
		try {
			const existing = readPending(ctx.cwd);
			const origin = { session: ctx.sessionManager.getSessionId(), call, timestamp: new Date().toISOString() };
			const made = questionnaire.pendingText(existing === used ? undefined : existing, origin);
			if (made.problem !== undefined) return made.problem;
			writePending(ctx.cwd, made.text, existing);
			return undefined;
		} catch (error) {
			if (error instanceof Overtaken && tries < TRIES) continue;
			return reasonOf(error);
		}
	}
}
