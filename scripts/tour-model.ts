/** The model of the tour: asks a few real questions with the tool, and goes by the answers. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { Details } from "../pkg/question.js";
import { registerModel, type Turn } from "../tests/harness/model.ts";

const database = {
	id: "database",
	label: "Database",
	prompt: "Let's set up a service. Which database should it use?",
	options: [
		{ value: "postgres", label: "PostgreSQL", description: "Battle-tested relational DB" },
		{ value: "sqlite", label: "SQLite", description: "Lightweight, one file, nothing to run" },
		{ value: "mongodb", label: "MongoDB", description: "Document store" },
	],
};

const details = (database: string) => [
	{
		id: "name",
		label: "Name",
		prompt: "What should the service be called?",
		options: [{ label: "order-processor" }, { label: "orders" }],
	},
	{
		id: "api",
		label: "API",
		prompt: `How do clients reach ${database}-backed data?`,
		options: [
			{ value: "rest", label: "REST", description: "Plain HTTP, OpenAPI included" },
			{ value: "grpc", label: "gRPC", description: "Typed and fast, needs generated clients" },
		],
	},
	{
		id: "license",
		label: "License",
		prompt: "Which license?",
		options: [{ label: "MIT" }, { label: "Apache-2.0" }, { label: "Proprietary" }],
	},
];

function next(result: Details | undefined): Turn {
	const ask = (text: string, questions: object[]): Turn => ({
		text,
		calls: [{ tool: "question", args: { questions: questions as never } }],
	});
	if (!result) return ask("One question first, then the details. Nothing here is saved.", [database]);
	if (result.outcome !== "answered") {
		const kept = result.answers.map((answer) => answer.label).join(", ");
		return {
			text: kept ? `You left, and let me have: ${kept}.` : "You left without an answer, and that is what I was told.",
		};
	}
	const said = (id: string) => result.answers.find((answer) => answer.id === id);
	const chosen = said("database");
	if (chosen) {
		const reply = chosen.wasCustom ? `${chosen.label} was not on my list, and is fine.` : `${chosen.label} it is.`;
		return ask(`${reply} Three more in one form; its last page lets you change your mind.`, details(chosen.label));
	}
	const name = said("name")?.value;
	return {
		text: `I would now create ${name} with a ${said("api")?.label} interface, licensed ${said("license")?.label}.`,
	};
}

export default function tour(pi: ExtensionAPI): void {
	registerModel(pi, (last) => next(last?.role === "toolResult" ? (last.details as unknown as Details) : undefined));
}
