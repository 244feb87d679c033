/** Words to the user that are no part of a form. */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

/** How loud something is said. */
export type Tone = "info" | "warning" | "error";

/** Tells the user: in pi's own way, or where there is none on the error stream. */
export function say(ctx: ExtensionContext, text: string, tone: Tone = "info"): void {
	if (ctx.hasUI) ctx.ui.notify(text, tone);
	else process.stderr.write(`pi-question: ${text}\n`);
}

/** What an error says. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
