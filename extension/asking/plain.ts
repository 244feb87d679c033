/**
 * Asks by plain dialogs in a terminal, which look like pi's prompt: they open when nobody types there, or uses what stands
 * in its place, and what was meant for the prompt goes there.
 *
 * Never here: what a dialog says, or what a reply means.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { isKeyRelease } from "@earendil-works/pi-tui";
import { coreOr, harmless, type Questions, type ToolResult } from "../core/core.ts";
import { Dialogs } from "../dialogs/dialogs.ts";
import { promptOf, setPrompt, uiOf } from "../host/ui.ts";
import type { PromptPlace } from "../tui/place.ts";

interface PlainHost {
	ctx: ExtensionContext;
	questions: Questions;
	place: PromptPlace;
	/** Time of the last key, by `performance.now()`. */
	lastKeyAt: () => number | undefined;
	/** Why the host does not show a form, if dialogs stand in for it. */
	unshown: string | undefined;
	/** Aborted if the questions end before a dialog. */
	unseen: AbortSignal;
	/** Called before the first dialog. */
	begins: (form: Dialogs) => void;
	/** Whether the user is writing something else. */
	isWriting: () => boolean;
	/** Whether the user has just asked for the questions. */
	isExpected: boolean;
}

/** Asks, and returns the result. Undefined if the questions end before a dialog. */
export async function askPlainly({
	ctx,
	questions,
	place,
	lastKeyAt,
	unshown,
	unseen,
	begins,
	isWriting,
	isExpected,
}: PlainHost): Promise<ToolResult | undefined> {
	await place.open(unseen, async () => {});
	const askedAt = performance.now();
	const quietIn = () =>
		coreOr(0, (core) => core.dialogsOpenIn(lastKeyAt(), isWriting(), isExpected, askedAt, performance.now()));
	// Each key restarts the quiet period.
	for (let wait = quietIn(); wait > 0 && !unseen.aborted; wait = quietIn())
		await sleep(wait, undefined, { signal: unseen, ref: false }).catch(() => {});
	if (unseen.aborted) return undefined;
	const typed: string[] = [];
	const terminal = {
		isWriting: isWriting(),
		open: place.open.bind(place),
		forPrompt: (reply: string) => void typed.push(reply),
	};
	const form = new Dialogs({ ctx, mode: "tui", questions, unshown, terminal });
	begins(form);
	const unlisten = uiOf(ctx).onTerminalInput?.((data) => {
		if (!isKeyRelease(data)) form.pressed();
		return undefined;
	});
	const result = await form.run().finally(() => unlisten?.());
	if (typed.length > 0) setPrompt(ctx, promptWith(ctx, typed.join("\n")));
	return result;
}

/** Returns the prompt with what was typed for it meanwhile, without an Enter at its end, which would have sent it. */
export function promptWith(ctx: ExtensionContext, typed: string): string {
	return promptOf(ctx) + harmless(typed).replace(/\n+$/, "");
}
