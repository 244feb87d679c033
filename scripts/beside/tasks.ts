/** The table of everyday tasks, with the shortest way of each tool that its own documents name. */
import { left, open, type Question, type Tool } from "./tools.ts";

export interface Task {
	name: string;
	questions: Question[];
	/** The answers that the model has to get, one for each question. */
	expected: string[];
	/** The keys of each tool; none where it has no way. */
	keys: Partial<Record<Tool["id"], string>>;
}

const options = [
	{ label: "PostgreSQL", description: "A server with transactions and replicas" },
	{ label: "SQLite", description: "One file beside the service" },
	{ label: "DynamoDB", description: "Scales by itself" },
	{ label: "Keep the files", description: "Leaves everything as it is" },
];
const storage: Question = { label: "Storage", prompt: "Where should orders be kept?", options };
const boxes: Question = { ...storage, isMulti: true };
const regions: Question = {
	label: "Region",
	prompt: "Where should it run?",
	options: Array.from({ length: 12 }, (_, at) => ({ label: `Region ${at + 1}`, description: "A data center" })),
};
const pair = (label: string): Question => ({
	label,
	prompt: `What about ${label.toLowerCase()}?`,
	options: [
		{ label: "Yes", description: "From the start" },
		{ label: "Later", description: "Once it is needed" },
	],
});
const two = [storage, pair("Tests")];
const three = [storage, pair("Tests"), pair("Docs")];
const proposed = three.map((question) => ({ ...question, proposed: question.options[0]?.label ?? "" }));

export const tasks: Task[] = [
	{
		name: "choose the first of 4 options",
		questions: [storage],
		expected: ["PostgreSQL"],
		keys: { own: "1", package: "Enter", questionnaire: "Enter", question: "Enter" },
	},
	{
		name: "choose the third of 4",
		questions: [storage],
		expected: ["DynamoDB"],
		keys: { own: "3", package: "↓ ×2, Enter", questionnaire: "↓ ×2, Enter", question: "↓ ×2, Enter" },
	},
	{
		name: "choose the last of 4",
		questions: [storage],
		expected: ["Keep the files"],
		keys: { own: "4", package: "↑ ×2, Enter", questionnaire: "↓ ×3, Enter", question: "↓ ×3, Enter" },
	},
	{
		name: "choose the tenth of 12",
		questions: [regions],
		expected: ["Region 10"],
		keys: { own: "1, 0", questionnaire: "↓ ×9, Enter", question: "↓ ×9, Enter" },
	},
	{
		name: "answer with a word of five letters",
		questions: [storage],
		expected: ["redis"],
		keys: {
			own: '"redis", Enter',
			package: '↑, "redis", Enter',
			questionnaire: '↓ ×4, Enter, "redis", Enter',
			question: '↓ ×4, Enter, "redis", Enter',
		},
	},
	{
		name: "answer with two lines of two letters",
		questions: [storage],
		expected: ["ab\ncd"],
		keys: {
			own: '"ab", Shift+Enter, "cd", Enter',
			package: '↑, "ab", Shift+Enter, "cd", Enter',
			questionnaire: '↓ ×4, Enter, "ab", Shift+Enter, "cd", Enter',
			question: '↓ ×4, Enter, "ab", Shift+Enter, "cd", Enter',
		},
	},
	{
		name: "check two of 4 boxes",
		questions: [boxes],
		expected: ["PostgreSQL + DynamoDB"],
		keys: { own: "1, 3, Enter ×2", package: "Enter, ↓ ×2, Enter, ↓ ×3, Enter" },
	},
	{
		name: "check all 4 boxes",
		questions: [boxes],
		expected: ["PostgreSQL + SQLite + DynamoDB + Keep the files"],
		keys: { own: "Ctrl+A, Enter ×2", package: "Enter, ↓, Enter, ↓, Enter, ↓, Enter, ↓ ×2, Enter" },
	},
	{
		name: "check a box, and add a word of five letters",
		questions: [boxes],
		expected: ["PostgreSQL + redis"],
		keys: { own: '1, "redis", Enter ×3' },
	},
	{
		name: "choose the first option with a note of five letters",
		questions: [storage],
		expected: ["PostgreSQL (note: later)"],
		keys: { own: 'Ctrl+N, "later", Enter, 1', package: 'n, "later", Enter ×2' },
	},
	{
		name: "leave without an answer",
		questions: [storage],
		expected: [left],
		keys: { own: "Esc", package: "Esc", questionnaire: "Esc", question: "Esc" },
	},
	{
		name: "leave while typing, sending nothing",
		questions: [storage],
		expected: [left],
		keys: {
			own: '"r", Ctrl+C ×2',
			package: '↑, "r", Esc',
			questionnaire: '↓ ×4, Enter, "r", Esc ×2',
			question: '↓ ×4, Enter, "r", Esc ×2',
		},
	},
	{
		name: "3 questions: take what the model proposes",
		questions: proposed,
		expected: ["PostgreSQL", "Yes", "Yes"],
		keys: { own: "←, Enter", package: "Enter ×4", questionnaire: "Enter ×4", question: "Enter ×3" },
	},
	{
		name: "3 questions: the second option of each",
		questions: three,
		expected: ["SQLite", "Later", "Later"],
		keys: {
			own: "2 ×3, Enter",
			package: "↓, Enter, ↓, Enter, ↓, Enter ×2",
			questionnaire: "↓, Enter, ↓, Enter, ↓, Enter ×2",
			question: "↓, Enter, ↓, Enter, ↓, Enter",
		},
	},
	{
		name: "2 questions: go back one, choose the third instead",
		questions: two,
		expected: ["DynamoDB", "Yes"],
		keys: {
			own: "1, ←, 3, 1, Enter",
			package: "Enter, ←, ↓ ×2, Enter ×3",
			questionnaire: "Enter, ←, ↓ ×2, Enter ×3",
		},
	},
	{
		name: "3 questions: change the first answer at the end",
		questions: three,
		expected: ["SQLite", "Yes", "Yes"],
		keys: {
			own: "1 ×4, 2, Enter",
			package: "Enter ×3, →, ↓, Enter, → ×2, Enter",
			questionnaire: "Enter ×3, →, ↓, Enter, → ×2, Enter",
		},
	},
	{
		name: "2 questions: submit with the first one open",
		questions: two,
		expected: [open, "Yes"],
		keys: { own: "→, 1, Enter ×2", package: "→, Enter ×2", question: "Esc, Enter" },
	},
	{
		name: "3 questions: answer one, and leave with it",
		questions: three,
		expected: ["PostgreSQL", open, open],
		keys: { own: "1, Esc, 2", package: "Enter, → ×2, Enter", question: "Enter, Esc ×2" },
	},
	{
		name: "2 questions: a note of five letters on the whole form",
		questions: two,
		expected: ["PostgreSQL", "Yes", "form: later"],
		keys: { package: 'Enter ×2, n, "later", Enter ×2' },
	},
	{
		name: "ask back with a text of four letters, answering nothing",
		questions: [storage],
		expected: ["talk: why?"],
		keys: { own: 'Ctrl+T, "why?", Enter' },
	},
];
