/**
 * A form as a row of pi's plain dialogs, for screen readers and terminals that cannot redraw.
 *
 * Never here: what a dialog says, what a reply means.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type Core, type Settings, type ToolResult, type Walk, withCore } from "./core.ts";

/** Asks until the form has ended or `signal` ends it; undefined where the core could not even say how it ended. */
export async function askByDialogs(
	args: unknown,
	settings: (core: Core) => Settings,
	signal: AbortSignal,
	ctx: ExtensionContext,
): Promise<ToolResult | undefined> {
	const open = (core: Core): Walk => {
		const questionnaire = new core.Questionnaire(settings(core), args);
		try {
			return new core.Walk(questionnaire, true);
		} finally {
			questionnaire.free();
		}
	};
	/** All that was replied. The core is deterministic, so this is enough to get back to where it was. */
	const replies: Array<string | undefined> = [];
	const failed = (reason: string) =>
		withCore(
			(core) => {
				const walk = open(core);
				for (const reply of replies) walk.reply(reply);
				walk.fail(reason);
				return walk.result({ mode: ctx.mode });
			},
			() => undefined,
		);

	let isFailed = false;
	let result: ToolResult | undefined;
	const fail = (reason: string) => {
		isFailed = true;
		result = failed(reason);
		return undefined;
	};
	const walk = withCore(open, fail);
	while (walk && !isFailed) {
		const dialog = withCore(() => walk.dialog(), fail);
		if (!dialog) break;
		let reply: string | undefined;
		try {
			reply = await ctx.ui.input(dialog.title, undefined, { signal });
		} catch (error) {
			withCore(
				() => walk.free(),
				() => undefined,
			);
			fail(error instanceof Error ? error.message : String(error));
			break;
		}
		if (!signal.aborted) replies.push(reply);
		withCore(() => (signal.aborted ? walk.abort() : walk.reply(reply)), fail);
	}
	if (!isFailed) {
		result = withCore(() => walk?.result({ mode: ctx.mode, now: Date.now() }), fail) ?? result;
		walk?.free();
	}
	return result;
}
