/**
 * Questions that wait for an answer: those in the pending file, and those that the session knows of.
 *
 * Never here: asking them.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Asker } from "./ask.ts";
import { type Branch, branchOf, openCalls, pendingIn, told } from "./branch.ts";
import { type Core, type Questionnaire, withCore } from "./core.ts";
import { readPending } from "./pending.ts";
import { reasonOf } from "./say.ts";

/** Questions that can be answered after their call. */
export interface LateQuestions {
	/** The calls that they come from. */
	calls: string[];
	open: (core: Core) => Questionnaire;
}

/** The questions of the pending file, and its text. */
export interface PendingQuestions extends LateQuestions {
	text: string;
	prompts: string[];
	hasAnswers: boolean;
}

export function isPendingFile(late: LateQuestions): late is PendingQuestions {
	return "text" in late;
}

/** The questions of the pending file, or what is wrong with it; undefined where there is no file. */
export function pendingFile(
	ctx: ExtensionContext,
	{ settings }: Asker,
): PendingQuestions | { problem: string } | undefined {
	try {
		const text = readPending(ctx.cwd);
		if (text === undefined) return undefined;
		const session = ctx.sessionManager.getSessionId();
		const using = <T>(core: Core, read: (file: InstanceType<Core["PendingFile"]>) => T): T => {
			const file = new core.PendingFile(settings(core), text, session);
			try {
				return read(file);
			} finally {
				file.free();
			}
		};
		return withCore(
			(core) =>
				using(core, (file) => {
					if (file.problem !== undefined) return { problem: file.problem };
					const open = (core: Core) => using(core, (file) => file.questionnaire(settings(core)));
					return { text, calls: file.calls, prompts: file.prompts, hasAnswers: file.hasAnswers, open };
				}),
			(problem) => ({ problem }),
		);
	} catch (error) {
		return { problem: reasonOf(error) };
	}
}

/** Questions that the session knows to be without answers: those that were left pending, and calls that were cut off. */
export function knownQuestions(ctx: ExtensionContext, asker: Asker): LateQuestions[] {
	const branch = branchOf(ctx);
	const { tool, settings } = asker;
	const pending = pendingIn(told(branch, tool)).map(({ call, details }) => ({
		calls: call === undefined ? [] : [call],
		open: (core: Core) => core.Questionnaire.later(settings(core), details),
	}));
	return [...pending, ...cutOff(branch, asker, false)];
}

/** Those of calls that were cut off; with `isLast`, in the last message of the model. */
export function cutOff(branch: Branch, { tool, settings }: Asker, isLast: boolean): LateQuestions[] {
	const late = openCalls(branch, tool, isLast).map(({ id, args, begun }) => ({
		calls: [id],
		open: (core: Core) => core.Questionnaire.later(settings(core), args, begun),
	}));
	return late.filter(({ open }) => problemOf(open) === undefined);
}

/** Why questions cannot be asked, in a line. */
export function problemOf(open: (core: Core) => Questionnaire): string | undefined {
	return withCore(
		(core) => {
			const questionnaire = open(core);
			try {
				return questionnaire.refusal({ mode: "tui" })?.content.split("\n")[0];
			} finally {
				questionnaire.free();
			}
		},
		(problem) => problem,
	);
}
