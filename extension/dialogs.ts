/**
 * A form as a row of pi's plain dialogs, for screen readers and terminals that cannot redraw.
 *
 * Never here: what a dialog says, what a reply means.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { afterError, type Core, type Settings, type ToolResult, useCore, type Walk, withCore } from "./core.ts";

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
	try {
		const walk = open(useCore());
		for (let dialog = walk.dialog(); dialog; dialog = walk.dialog()) {
			const reply = await ctx.ui.input(dialog.title, undefined, { signal });
			if (signal.aborted) walk.abort();
			else {
				replies.push(reply);
				walk.reply(reply);
			}
		}
		const result = walk.result({ mode: ctx.mode, now: Date.now() });
		walk.free();
		return result;
	} catch (error) {
		// Whatever it was, a fresh instance goes through the replies again.
		const reason = afterError(error);
		return withCore(
			(core) => {
				const walk = open(core);
				for (const reply of replies) walk.reply(reply);
				walk.fail(reason);
				const result = walk.result({ mode: ctx.mode });
				walk.free();
				return result;
			},
			() => undefined,
		);
	}
}
