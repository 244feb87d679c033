/**
 * Questions where nobody can be asked: answered from the command line, or left in the pending file for later.
 *
 * Never here: the shape of the file, what fits a question, what the model is told.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type Core, type Incoming, type Questionnaire, type ToolResult, useCore } from "../core/core.ts";
import { PENDING_FILE } from "../host/names.ts";
import { Overtaken, readPending, writePending } from "./file.ts";
import { reasonOf } from "../host/say.ts";

/** The result of answers to these questions, or what is wrong with them. */
export function answer(
	core: Core,
	open: (core: Core) => Questionnaire,
	answers: string | undefined,
	ctx: ExtensionContext,
): Incoming {
	const questionnaire = open(core);
	try {
		return questionnaire.answered(answers, { mode: ctx.mode, now: Date.now() });
	} finally {
		questionnaire.free();
	}
}

/**
 * Puts the questions of a call into the pending file. `used` is the text of a file whose questions the prompt has
 * answered, and which may be replaced; `remark` is something else to say to the model.
 */
export function leavePending(
	open: (core: Core) => Questionnaire,
	call: string,
	ctx: ExtensionContext,
	used: string | undefined,
	remark: string | undefined,
): ToolResult {
	const core = useCore();
	const questionnaire = open(core);
	const host = { mode: ctx.mode };
	try {
		const problem = write(questionnaire, call, ctx, used);
		return problem === undefined
			? questionnaire.pending(host, PENDING_FILE, remark)
			: questionnaire.unavailable(host, `${PENDING_FILE}: ${problem}`);
	} finally {
		questionnaire.free();
	}
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
