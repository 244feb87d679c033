/**
 * Questions that are not shown: answered from the command line, left in the pending file, or ended before their form
 * opened.
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
	useCore,
	using,
	withCore,
} from "../core/core.ts";
import { type End, openDialogs } from "../dialogs/dialogs.ts";
import { reasonOf } from "../host/io.ts";
import { ownPendingFile, PENDING_FILE } from "../host/names.ts";
import { Overtaken, readPending, writePending } from "../host/pending.ts";
import { modeOf } from "../host/process.ts";

/** Answers the questions from text; returns the result, or what is wrong with the answers. */
export function answer(open: Open, answers: string, mode: HostMode): Incoming {
	return using(open(), (questionnaire) => questionnaire.answered(answers, { mode, now: Date.now() }));
}

/** Returns the result of questions whose form would end as soon as it opens. */
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

/** Returns the result of questions in a session inside another, which nobody can answer. */
export function unaskedInside(open: Open, mode: HostMode): ToolResult {
	return using(open(), (questionnaire) => questionnaire.unaskedInside({ mode }));
}

/** Writes the questions of a call to a pending file. `remark` is added to the text for the model. */
export function leavePending(open: Open, call: string, ctx: ExtensionContext, remark: string | undefined): ToolResult {
	return using(open(), (questionnaire) => {
		let file: string;
		try {
			file = write(questionnaire, call, ctx);
		} catch (error) {
			return questionnaire.unavailable({ mode: modeOf(ctx) }, reasonOf(error));
		}
		return questionnaire.pending({ mode: modeOf(ctx) }, file, remark);
	});
}

/** Number of attempts to write a file that other processes also write. */
const TRIES = 5;

/** Returns the path of the written file, relative to the project's folder. Throws an error with the reason if there is none. */
function write(questionnaire: Questionnaire, call: string, { cwd, sessionManager }: ExtensionContext): string {
	if (sessionManager.getSessionFile() === undefined)
		throw new Error("pi runs without a session (--no-session) that could go on with the answers");
	const session = sessionManager.getSessionId();
	// If the session has a file of its own, its questions stay together there.
	const own = ownPendingFile(session);
	let file = own;
	for (let tries = 1; ; tries++) {
		try {
			file = own;
			let existing = readPending(cwd, file);
			if (existing === undefined) {
				file = PENDING_FILE;
				existing = readPending(cwd, file);
			}
			if (existing !== undefined && useCore().isOfOther(existing, session)) {
				file = own;
				existing = undefined;
			}
			const origin = { session, call, timestamp: new Date().toISOString() };
			const made = questionnaire.pendingText(existing, origin);
			if (made.problem !== undefined) throw new Error(made.problem);
			writePending(cwd, file, made.text, existing);
			return file;
		} catch (error) {
			if (!(error instanceof Overtaken) || tries === TRIES) throw new Error(`${file}: ${reasonOf(error)}`);
		}
	}
}
