/**
 * The commands: `/questions` for the user, `/ask_user_response` for programs that drive pi.
 *
 * Never here: what a result or a response says.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Asker } from "./asking/ask.ts";
import { withCore } from "./core/core.ts";
import { readSession } from "./core/session.ts";
import { PENDING_FILE, SUBCOMMANDS } from "./host/names.ts";
import { reasonOf, say } from "./host/say.ts";
import type { Later } from "./later/later.ts";
import { knownQuestions, lastAnswers, pendingFile } from "./later/questions.ts";
import { peekPending, removePending } from "./pending/file.ts";

/** Columns of a listing where the width of the screen is not known. */
const COLUMNS = 100;

/** `/questions`, with what the user has written behind it. */
export async function questions(args: string, ctx: ExtensionContext, asker: Asker, later: Later): Promise<void> {
	switch (args.trim()) {
		case "":
			return list(ctx, asker);
		case "answer":
			return answer(ctx, asker, later);
		case "clear":
			return clear(ctx, asker);
		case "revise":
			return revise(ctx, asker, later);
		default: {
			const known = SUBCOMMANDS.map(({ value }) => value).join(", ");
			say(ctx, `/questions ${args.trim()} is not known. There are: ${known}.`, "warning");
		}
	}
}

/** Columns that pi leaves free around a notice. */
const NOTICE_MARGIN = 2;

/** Says what was asked and answered in this branch, and what waits. */
function list(ctx: ExtensionContext, asker: Asker): void {
	const columns = (process.stdout.columns ?? COLUMNS) - NOTICE_MARGIN;
	const pending = pendingFile(ctx, asker);
	const file = pending && !("problem" in pending) ? pending : undefined;
	const blocks = readSession(
		asker,
		ctx,
		(session) => session.listing(columns),
		(problem) => [problem],
	);
	// Those in the file are named with it.
	const known = knownQuestions(ctx, asker, false).filter(({ calls }) => !calls.some((call) => file?.calls.includes(call)));
	const prompts = known.flatMap(({ prompts }) => prompts);
	if (prompts.length > 0) blocks.push(named("Waiting for answers (/questions answer):", prompts));
	if (pending && "problem" in pending) blocks.push(`${PENDING_FILE}: ${pending.problem}`);
	if (file) blocks.push(named(`Waiting in ${PENDING_FILE} (/questions answer):`, file.prompts));
	say(ctx, blocks.length > 0 ? blocks.join("\n\n") : "No questions in this session.");
}

function named(head: string, prompts: string[]): string {
	return [head, ...prompts.map((prompt) => `  ${prompt}`)].join("\n");
}

async function answer(ctx: ExtensionContext, asker: Asker, later: Later): Promise<void> {
	const pending = pendingFile(ctx, asker);
	if (pending && "problem" in pending) return say(ctx, `${PENDING_FILE}: ${pending.problem}`, "warning");
	// Without the file, the session still knows the questions.
	const late = pending ? [pending] : knownQuestions(ctx, asker, false);
	if (late.length === 0) return say(ctx, "No questions are pending.");
	if (!ctx.hasUI) return say(ctx, `Nobody can be asked here. Answer the questions in ${PENDING_FILE}.`, "warning");
	await later.ask(ctx, late, true);
}

async function clear(ctx: ExtensionContext, asker: Asker): Promise<void> {
	const pending = pendingFile(ctx, asker);
	if (!pending) return say(ctx, `There is no ${PENDING_FILE}.`);
	const isOwn = !("problem" in pending) && !pending.hasAnswers;
	const text = "problem" in pending ? peekPending(ctx.cwd) : pending.text;
	const what = "problem" in pending ? pending.problem : "answers stand in it that were not sent";
	if (!isOwn && ctx.hasUI && !(await ctx.ui.confirm(`Remove ${PENDING_FILE}?`, what))) return;
	try {
		if (text === undefined) throw new Error(what);
		removePending(ctx.cwd, text);
		say(ctx, `${PENDING_FILE} is removed.`);
	} catch (error) {
		say(ctx, `${PENDING_FILE} could not be removed: ${reasonOf(error)}`, "error");
	}
}

async function revise(ctx: ExtensionContext, asker: Asker, later: Later): Promise<void> {
	const open = lastAnswers(ctx, asker);
	if (!open) return say(ctx, "No answers in this session yet.");
	if (!ctx.hasUI) return say(ctx, "Nobody can be asked here.", "warning");
	await later.revise(ctx, open);
}

/** `/ask_user_response`: gives a response to the request that it answers, or says what is wrong with it. */
export async function respond(message: string, ctx: ExtensionContext, asker: Asker): Promise<void> {
	const problem = await withCore(
		(core) => {
			const id = core.requestId(message);
			const open = [...asker.open].filter(({ requestId }) => requestId !== undefined);
			const form = open.find(({ requestId }) => requestId === id);
			const ids = open.map(({ requestId }) => requestId ?? "");
			return form?.respond ? form.respond(message) : core.strayResponse(message, asker.ended, ids);
		},
		(reason) => reason,
	);
	if (problem !== undefined) say(ctx, `ask_user_response was refused: ${problem}`, "error");
}
