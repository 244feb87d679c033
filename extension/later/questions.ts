/**
 * Questions that wait for an answer: those in the pending file, and those that the session knows of.
 *
 * Never here: which those are, asking them.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type Core, type PendingFile, type Questionnaire, withCore } from "../core/core.ts";
import { type Reader, readSession, using } from "../core/session.ts";
import { branchText } from "../host/branch.ts";
import { reasonOf } from "../host/say.ts";
import { readPending } from "../pending/file.ts";

/** Questions that can be answered after their call. */
export interface LateQuestions {
	/** The calls that they come from. */
	calls: string[];
	/** Made harmless, each on a line. */
	prompts: string[];
	open: (core: Core) => Questionnaire;
}

/** The questions of the pending file, and its text. */
export interface PendingQuestions extends LateQuestions {
	text: string;
	hasAnswers: boolean;
}

export function isPendingFile(late: LateQuestions): late is PendingQuestions {
	return "text" in late;
}

/** The questions of the pending file, or what is wrong with it; undefined where there is no file. */
export function pendingFile(
	ctx: ExtensionContext,
	{ settings }: Reader,
): PendingQuestions | { problem: string } | undefined {
	try {
		const text = readPending(ctx.cwd);
		if (text === undefined) return undefined;
		const session = ctx.sessionManager.getSessionId();
		const usingFile = <T>(core: Core, read: (file: PendingFile) => T): T => {
			const file = new core.PendingFile(settings(core), text, session);
			try {
				return read(file);
			} finally {
				file.free();
			}
		};
		return withCore(
			(core) =>
				usingFile(core, (file) => {
					if (file.problem !== undefined) return { problem: file.problem };
					const open = (core: Core) => usingFile(core, (file) => file.questionnaire(settings(core)));
					return { text, calls: file.calls, prompts: file.prompts, hasAnswers: file.hasAnswers, open };
				}),
			(problem) => ({ problem }),
		);
	} catch (error) {
		return { problem: reasonOf(error) };
	}
}

/**
 * Questions that the session knows to be without answers: those that were left pending and those of calls that were
 * interrupted; with `isLast` the latter alone, and of the model's last message.
 */
export function knownQuestions(ctx: ExtensionContext, reader: Reader, isLast: boolean): LateQuestions[] {
	const branch = branchText(ctx, reader.tool);
	const open = (at: number) => (core: Core) =>
		using(core, reader.settings, branch, (session) => {
			const questionnaire = session.questionnaire(isLast, at);
			if (!questionnaire) throw new Error("no such questions");
			return questionnaire;
		});
	const late = withCore(
		(core) => using(core, reader.settings, branch, (session) => session.lateQuestions(isLast)),
		() => [],
	);
	return late.map((late, at) => ({ ...late, open: open(at) }));
}

/** The questions that were answered last, with their answers; undefined where there are none. */
export function lastAnswers(ctx: ExtensionContext, reader: Reader): ((core: Core) => Questionnaire) | undefined {
	const branch = branchText(ctx, reader.tool);
	const open = (core: Core) =>
		using(core, reader.settings, branch, (session) => {
			const questionnaire = session.revision();
			if (!questionnaire) throw new Error("no answers");
			return questionnaire;
		});
	return readSession(
		reader,
		ctx,
		(session) => (session.hasAnswers ? open : undefined),
		() => undefined,
	);
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
