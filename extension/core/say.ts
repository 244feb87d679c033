/**
 * Words to the user that are no part of a form.
 *
 * Never here: the words.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { writeError } from "../host/say.ts";
import { harmless } from "./core.ts";

/** How loud something is said. */
export type Tone = "info" | "warning" | "error";

/** Tells the user, and nothing to the terminal: in pi's own way, or where there is none on the error stream. */
export function say(ctx: ExtensionContext, text: string, tone: Tone = "info"): void {
	const shown = harmless(text);
	if (ctx.hasUI) ctx.ui.notify(shown, tone);
	else writeError(`pi-question: ${shown}`);
}
