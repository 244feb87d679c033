/**
 * What the user has typed into earlier forms of the session, for the history of the text editor.
 *
 * Never here: the shape of a result beyond the few fields that say what was typed, in each dialect.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { ANSWERS } from "./names.ts";

/** Texts that the editor's history can hold. */
const MAX_TEXTS = 100;

/** Details of any tool's result: of what may be in them, nothing is sure. */
interface SomeDetails {
	questions?: Array<{ prompt?: unknown; mode?: unknown; options?: Array<{ label?: unknown } | null> } | null>;
	answers?: unknown;
}

/** The typed answers of this branch of the session, the oldest first. */
export function typedAnswers(ctx: ExtensionContext): string[] {
	const texts: unknown[] = [];
	for (const entry of ctx.sessionManager?.getBranch() ?? []) {
		const details = detailsOf(entry);
		if (details === undefined) continue;
		try {
			texts.push(...typedIn(details as SomeDetails));
		} catch {
			// Details of another tool, in which a name means something else.
		}
	}
	return texts.filter((text) => typeof text === "string").slice(-MAX_TEXTS);
}

function detailsOf(entry: ReturnType<ExtensionContext["sessionManager"]["getBranch"]>[number]): unknown {
	if (entry.type === "custom_message") return entry.customType === ANSWERS ? entry.details : undefined;
	return entry.type === "message" && entry.message.role === "toolResult" ? (entry.message.details ?? {}) : undefined;
}

function typedIn({ questions, answers }: SomeDetails): unknown[] {
	const asked = Array.isArray(questions) ? questions : [];
	const labels = new Set(asked.flatMap((question) => question?.options ?? []).map((option) => option?.label));
	const isTyped = (text: unknown) => !labels.has(text);
	if (Array.isArray(answers)) {
		return answers.flatMap((answer) => {
			const { value, answer: text, wasCustom } = answer ?? {};
			const flags = [wasCustom].flat();
			// One flag may stand for several texts.
			return [value ?? text].flat().filter((text, at) => (flags[at] ?? flags[0]) === true && isTyped(text));
		});
	}
	if (typeof answers !== "object" || answers === null || asked.length === 0) return [];
	// A record of question → answer; the answers to a list of boxes are joined.
	const joined = new Set(asked.filter((question) => question?.mode === "multi").map((question) => question?.prompt));
	return Object.entries(answers).flatMap(([prompt, text]) => (isTyped(text) && !joined.has(prompt) ? [text] : []));
}
