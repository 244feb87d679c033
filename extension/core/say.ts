/**
 * Notices to the user outside a form.
 *
 * Never here: their text.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { writeError } from "../host/say.ts";
import { harmless } from "./core.ts";

/** The kind of a notice. */
export type Tone = "info" | "warning" | "error";

/** Shows a notice, made harmless, in pi's interface, or on the error stream without one. */
export function say(ctx: ExtensionContext, text: string, tone: Tone = "info"): void {
	const shown = harmless(text);
	if (ctx.hasUI) ctx.ui.notify(shown, tone);
	else writeError(`pi-question: ${shown}`);
}
