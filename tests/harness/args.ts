/** Arguments of calls that several files use. */

/** Makes the arguments of a call, with a question for each list of labels. */
export function questions(...lists: string[][]): { questions: Array<Record<string, unknown>> } {
	return {
		questions: lists.map((labels, at) => ({
			id: `id${at + 1}`,
			label: `Tab${at + 1}`,
			prompt: `Prompt ${at + 1}?`,
			options: labels.map((label) => ({ value: `${label}-value`, label, description: `about ${label}` })),
		})),
	};
}

export const colors = ["red", "green", "blue"];
export const one = questions(colors);
export const two = questions(colors, ["x", "y"]);
export const boxes = { questions: [{ id: "id1", prompt: "Which?", mode: "multi", options: colors }] };
export const input = { questions: [{ id: "id1", prompt: "Name?" }] };

export const database = {
	id: "db",
	label: "Database",
	prompt: "Which database?",
	options: [{ value: "pg", label: "PostgreSQL" }, { label: "SQLite" }],
};
export const naming = { id: "name", label: "Name", prompt: "What is it called?" };
export const features = {
	id: "features",
	label: "Features",
	prompt: "Which features?",
	mode: "multi",
	options: [
		{ value: "auth", label: "Login" },
		{ value: "api", label: "REST API" },
	],
};

/** Texts whose characters take several UTF-16 units, bytes or code points each. */
export const scripts = {
	emoji: "😀",
	"beyond the plane": "𠮷野家で",
	family: "👩‍👩‍👧‍👦",
	skin: "👍🏽",
	flags: "🇩🇪🏴󠁧󠁢󠁥󠁮󠁧󠁿",
	devanagari: "क्षत्रिय",
	thai: "น้ำก็",
	marks: "e\u0301o\u0308\u0323",
	jamo: "\u1112\u1161\u11ab\u1100\u1173\u11af",
	arabic: "مرحبا",
	hebrew: "שָׁלוֹם",
	mixed: "a😀b 𠮷",
};
