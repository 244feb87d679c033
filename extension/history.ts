/**
 * What the user has typed into earlier forms of the session, for the history of the text editor.
 *
 * Never here: the shape of a result beyond the few fields that say what was typed.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

/** Texts that the editor's history can hold. */
const MAX_TEXTS = 100;

/** The typed answers of this branch of the session, the oldest first. */
export function typedAnswers(ctx: ExtensionContext): string[] {
	const texts: string[] = [];
	for (const entry of ctx.sessionManager?.getBranch() ?? []) {
		if (entry.type !== "message" || entry.message.role !== "toolResult") continue;
		const { answers } = (entry.message.details ?? {}) as { answers?: unknown };
		if (!Array.isArray(answers)) continue;
		for (const { value, label, answer, wasCustom } of answers) {
			const values = [value ?? label ?? answer].flat();
			const typed = [wasCustom].flat();
			values.forEach((text, at) => {
				if (typed[at] === true && typeof text === "string") texts.push(text);
			});
		}
	}
	return texts.slice(-MAX_TEXTS);
}
