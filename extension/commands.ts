/**
 * The commands: `/questions` for the user, `/ask_user_response` for programs that drive pi.
 *
 * Never here: what a result or a response says.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Asker } from "./ask.ts";
import { branchOf, lastAnswered, pendingIn, type Told, told } from "./branch.ts";
import { type Core, withCore } from "./core.ts";
import { type LateQuestions, type Later, say } from "./later.ts";
import { PENDING_FILE, SUBCOMMANDS } from "./names.ts";
import { readPending, removePending } from "./pending.ts";

/** Columns of a listing where the width of the screen is not known. */
const COLUMNS = 100;

/** `/questions`, with what the user has written behind it. */
export async function questions(args: string, ctx: ExtensionContext, asker: Asker, later: Later): Promise<void> {
	const all = told(branchOf(ctx), asker.tool);
	switch (args.trim()) {
		case "":
			return list(all, ctx, asker, later);
		case "answer":
			return answer(all, ctx, asker, later);
		case "clear":
			return clear(ctx, later);
		case "revise":
			return revise(all, ctx, asker, later);
		default: {
			const known = SUBCOMMANDS.map(({ value }) => value).join(", ");
			say(ctx, `/questions ${args.trim()} is not known. There are: ${known}.`, "warning");
		}
	}
}

/** Says what was asked and answered in this branch, and what waits. */
function list(all: Told[], ctx: ExtensionContext, asker: Asker, later: Later): void {
	const pending = later.pending(ctx);
	// Those in the file are named there.
	const isNamed = pending && !("problem" in pending) ? (call: string) => pending.calls.includes(call) : () => false;
	const waiting = new Set(pendingIn(all).filter(({ call = "" }) => !isNamed(call)));
	const blocks = withCore(
		(core) =>
			all
				.filter((one) => one.details.outcome !== "pending" || waiting.has(one))
				.map(({ details, content }) =>
					core.resultText(asker.settings(core), details, content, process.stdout.columns ?? COLUMNS),
				),
		(problem) => [problem],
	);
	if (pending && "problem" in pending) blocks.push(`${PENDING_FILE}: ${pending.problem}`);
	else if (pending) {
		const prompts = pending.prompts.map((prompt) => `  ${prompt}`);
		blocks.push([`Waiting in ${PENDING_FILE} (/questions answer):`, ...prompts].join("\n"));
	}
	say(ctx, blocks.length > 0 ? blocks.join("\n\n") : "No questions in this session.");
}

async function answer(all: Told[], ctx: ExtensionContext, asker: Asker, later: Later): Promise<void> {
	const pending = later.pending(ctx);
	if (pending && "problem" in pending) return say(ctx, `${PENDING_FILE}: ${pending.problem}`, "warning");
	// Without the file, the session still knows the questions.
	const known = (): LateQuestions[] =>
		pendingIn(all).map(({ call, details }) => ({
			calls: call === undefined ? [] : [call],
			open: (core: Core) => core.Questionnaire.later(asker.settings(core), details),
		}));
	const late = pending ? [pending] : known();
	if (late.length === 0) return say(ctx, "No questions are pending.");
	if (!ctx.hasUI) return say(ctx, `Nobody can be asked here. Answer the questions in ${PENDING_FILE}.`, "warning");
	await later.ask(ctx, late, true);
}

async function clear(ctx: ExtensionContext, later: Later): Promise<void> {
	const pending = later.pending(ctx);
	if (!pending) return say(ctx, `There is no ${PENDING_FILE}.`);
	const isOwn = !("problem" in pending) && !pending.hasAnswers;
	const text = "problem" in pending ? unchecked(ctx) : pending.text;
	const what = "problem" in pending ? pending.problem : "answers stand in it that were not sent";
	if (!isOwn && ctx.hasUI && !(await ctx.ui.confirm(`Remove ${PENDING_FILE}?`, what))) return;
	if (text !== undefined && removePending(ctx.cwd, text)) say(ctx, `${PENDING_FILE} is removed.`);
	else say(ctx, `${PENDING_FILE} could not be removed: ${what}`, "error");
}

/** The text of a file that is not what it should be. */
function unchecked(ctx: ExtensionContext): string | undefined {
	try {
		return readPending(ctx.cwd);
	} catch {
		return undefined;
	}
}

async function revise(all: Told[], ctx: ExtensionContext, asker: Asker, later: Later): Promise<void> {
	const last = lastAnswered(all);
	if (!last) return say(ctx, "No answers in this session yet.");
	if (!ctx.hasUI) return say(ctx, "Nobody can be asked here.", "warning");
	await later.revise(ctx, {
		calls: [],
		open: (core) => core.Questionnaire.revision(asker.settings(core), last.details),
	});
}

/** `/ask_user_response`: gives a response to the request that it answers, or says what is wrong with it. */
export function respond(message: string, ctx: ExtensionContext, asker: Asker): void {
	const refuse = (problem: string) => say(ctx, `ask_user_response was refused: ${problem}`, "error");
	withCore((core) => {
		const id = core.requestId(message);
		const open = [...asker.open].filter(({ requestId }) => requestId !== undefined);
		const form = open.find(({ requestId }) => requestId === id);
		const ids = open.map(({ requestId }) => requestId ?? "");
		const problem = form?.respond ? form.respond(message) : core.strayResponse(message, asker.ended, ids);
		if (problem !== undefined) refuse(problem);
	}, refuse);
}
