/** States of a call that is being answered, and what its result must keep when it ends early. */
import { colors, questions, two } from "./args.ts";
import type { Returned } from "./host.ts";
import { key } from "./keys.ts";

/** A question with boxes, whose options have values of their own. */
export const described = {
	questions: questions(colors).questions.map((one) => ({ ...one, mode: "multi" })),
};

/** Keys pressed before a call ends early, and the answers (by `summary`) and texts that its result must keep. */
export const states: Record<string, { args?: unknown; keys: string[]; answers: string[]; text: RegExp }> = {
	"nothing entered": { keys: [], answers: [], text: /stopped working|aborted/ },
	"an answer and half a text": {
		keys: ["1", "0", ..."half a text"],
		answers: ["id1=red-value"],
		text: /Prompt 1\? → red[\s\S]*half a text/,
	},
	"a text left with Esc": { keys: ["0", ..."left", key.escape], answers: [], text: /left/ },
	"a large paste": {
		keys: ["0", key.paste("line\n".repeat(40))],
		answers: [],
		text: /line(\\n|\n {2})line/,
	},
	"the question whether to leave": { keys: ["2", key.escape, "j"], answers: ["id1=green-value"], text: /green/ },
	"a note being written": {
		keys: ["2", "h", "n", ..."because"],
		answers: ["id1=green-value"],
		text: /Prompt 1\? → green[\s\S]*because/,
	},
	"a note that was kept": {
		keys: ["2", "h", "n", ..."why", key.enter],
		answers: ["id1=green-value note: why"],
		text: /\(note: why\)/,
	},
	"a note without an answer": { keys: ["n", ..."because"], answers: [], text: /because/ },
	"a filtered list": {
		keys: ["/", ..."blu", key.enter, "/", ..."y"],
		answers: ["id1=blue-value"],
		text: /Prompt 1\? → blue/,
	},
	"what to talk about": { keys: ["1", "c", ..."first this"], answers: ["id1=red-value"], text: /first this/ },
	"a long text that is asked about": {
		keys: ["0", ..."longer", key.enter],
		answers: [],
		text: /longer/,
	},
	"boxes, a text among them and one taken back": {
		args: described,
		keys: ["2", "0", ..."mine", key.enter, "1", "u", "3", "0", ..."more"],
		answers: ["id1=green-value,blue-value,mine"],
		text: /green[\s\S]*blue[\s\S]*mine[\s\S]*more/,
	},
	"the review": {
		keys: ["3", "2", key.up],
		answers: ["id1=blue-value", "id2=y-value"],
		text: /blue[\s\S]*y/,
	},
	"a preview over the form": {
		args: {
			questions: [{ prompt: "Prompt 1?", id: "id1", options: [{ label: "a", preview: "# A" }] }, ...two.questions],
		},
		keys: ["1", "h", "p"],
		answers: ["id1=a"],
		text: /→ a/,
	},
	"an editor outside": { keys: ["0", ..."before"], answers: [], text: /before/ },
};

/** Returns all that a result keeps: the text for the model, and the texts that were not submitted. */
export function kept({ text, details }: Returned): string {
	return `${text}\n${JSON.stringify(details.unsent ?? [])}`;
}
