/**
 * Questions that are not shown: answered from the command line, left in the pending file, or ended before their form
 * opened.
 *
 * Never here: the shape of the file, what fits a question, what the model is told.
 */
import { randomUUID } from "node:crypto";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Branch } from "../core/branch.ts";
import {
	type Answered,
	afterError,
	failure,
	type HostMode,
	type Questions,
	say,
	type ToolResult,
} from "../core/core.ts";
import type { End } from "../dialogs/dialogs.ts";
import { reasonOf } from "../host/io.ts";
import { Overtaken, writePending } from "../host/pending.ts";
import { modeOf } from "../host/process.ts";

/** Answers the questions from text; returns the result, or what is wrong with the answers. */
export function answerFrom({ questionnaire }: Questions, answers: string, mode: HostMode): Answered {
	return questionnaire.answered(answers, { mode, now: Date.now() });
}

/** Returns the result of questions whose form would end as soon as it opens. "stop": the user does not want it at all. */
export function endUnasked({ core, questionnaire }: Questions, mode: HostMode, how: End | "stop"): ToolResult {
	try {
		return questionnaire.endUnseen({ mode }, how);
	} catch (error) {
		return failure(mode, afterError(error, core));
	}
}

/** Returns the result of questions in a session that another one has started. `why`: there is a person, but not now. */
export function unaskedInside({ questionnaire }: Questions, mode: HostMode, why?: string): ToolResult {
	return questionnaire.unaskedInside({ mode }, why);
}

/** Writes the questions of a call to a pending file. `read` reads the session, `remark` is added to the text for the model. */
export function leavePending(
	questions: Questions,
	ctx: ExtensionContext,
	read: () => Branch,
	remark: string | undefined,
): ToolResult {
	const { questionnaire } = questions;
	// The session alone knows it, so nothing that anybody has written before can stand for an answer to the call.
	const key = randomUUID();
	let file: string;
	try {
		file = write(questions, key, ctx, read);
	} catch (error) {
		const reason = reasonOf(error);
		// Without a session, nobody expects the questions to wait.
		if (hasSession(ctx)) say(ctx, `The questions cannot wait for answers: ${reason}.`, "warning");
		return questionnaire.unavailable({ mode: modeOf(ctx) }, reason);
	}
	return questionnaire.pending({ mode: modeOf(ctx) }, file, key, remark);
}

function hasSession({ sessionManager }: ExtensionContext): boolean {
	return sessionManager.getSessionFile() !== undefined;
}

/** Number of attempts to write a file that other processes also write. */
const TRIES = 5;

/** Returns the path of the written file, relative to the project's folder. Throws an error with the reason if there is none. */
function write(questions: Questions, key: string, ctx: ExtensionContext, read: () => Branch): string {
	const { cwd, sessionManager } = ctx;
	if (!hasSession(ctx)) throw new Error("pi runs without a session (--no-session) that could go on with the answers");
	for (let tries = 1; ; tries++) {
		const origin = { session: sessionManager.getSessionId(), key, timestamp: new Date().toISOString() };
		const made = read().pendingText(questions, origin);
		if (made.problem !== undefined) throw new Error(made.problem);
		try {
			writePending(cwd, made.name, made.text, made.existing);
		} catch (error) {
			if (error instanceof Overtaken && tries < TRIES) continue;
			throw new Error(`${made.name}: ${reasonOf(error)}`);
		}
		if (made.notice !== undefined) say(ctx, made.notice, "warning");
		return made.name;
	}
}
