/**
 * Tests that `npm test -- headless` leaves out, by what they need: what is left runs on any system with Node alone.
 */
export interface Needing {
	need: string;
	/** Their files in `tests/`, as patterns without `.test.ts`. */
	files: readonly string[];
}

export const notHeadless: readonly Needing[] = [
	{
		need: "a terminal with the command pi-question or the real pi in it (node-pty)",
		files: ["core/{elsewhere,elsewhere-channel,page}"],
	},
	{ need: "Chromium", files: ["core/{drawings,page-axe,page-in-browser,page-origin,page-reading,page-tree}"] },
	{ need: "the real pi as a process of its own, or npm, for minutes", files: ["e2e/!(acp-export)"] },
	{ need: "scripts of sh that stand for programs", files: ["ui/completion"] },
	{ need: "minutes: pi's loader compiles the package for each file that is damaged", files: ["core/damaged"] },
	{ need: "git", files: ["core/release"] },
];
