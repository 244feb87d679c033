/** The model of the tour: asks a few questions with the tool and acts on the answers. */
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

const rest = `## REST

\`\`\`http
GET /orders/42 HTTP/1.1
Accept: application/json
\`\`\`

- any client, any cache
- described by OpenAPI`;

const grpc = `## gRPC

\`\`\`proto
service Orders {
  rpc Get(OrderId) returns (Order);
}
\`\`\`

- typed and fast
- clients are generated`;

const details = (database: string) => [
	{ id: "name", label: "Name", prompt: "What should the service be called?", mode: "input" },
	{
		id: "features",
		label: "Features",
		prompt: `What should it do with ${database} from the start?`,
		mode: "multi",
		options: [
			{ value: "auth", label: "Authentication", description: "OAuth2 and JWT" },
			{ value: "export", label: "CSV export" },
			{ value: "admin", label: "Admin dashboard" },
			{ value: "audit", label: "Audit log" },
		],
		defaultValues: ["auth"],
	},
	{
		id: "api",
		label: "API",
		prompt: "How do clients reach it?",
		options: [
			{ value: "rest", label: "REST", description: "Plain HTTP", preview: rest },
			{ value: "grpc", label: "gRPC", description: "Needs generated clients", preview: grpc },
		],
		recommended: "rest",
	},
];

function next(result: Details | undefined): Turn {
	// A form that opens right after a key does not accept the next key. Real models take longer.
	const ask = (text: string, questions: object[]): Turn => ({
		afterMs: 450,
		text,
		calls: [{ tool: "question", args: { questions: questions as never } }],
	});
	if (!result) return ask("One question first, then the details. Nothing here is saved.", [database]);
	if (result.outcome !== "answered") {
		const kept = result.answers.flatMap((answer) => answer.label).join(", ");
		if (result.outcome === "discuss") return { text: `Let's talk: ${result.message ?? "what do you have in mind?"}` };
		return {
			text: kept ? `You left, and let me have: ${kept}.` : "You left without an answer, and that is what I was told.",
		};
	}
	const said = (id: string) => result.answers.find((answer) => answer.id === id);
	const chosen = said("database");
	if (chosen) {
		const reply = chosen.wasCustom ? `${chosen.label} was not on my list, and is fine.` : `${chosen.label} it is.`;
		return ask(
			`${reply} Three more in one form; its last page lets you change your mind.`,
			details(String(chosen.label)),
		);
	}
	const name = said("name")?.value;
	return {
		text: `I would now create ${name} with a ${said("api")?.label} interface and ${[said("features")?.label].flat().join(", ")}.`,
	};
}

export default function tour(pi: ExtensionAPI): void {
	registerModel(pi, (last) => {
		const turn = next(last?.role === "toolResult" ? (last.details as unknown as Details) : undefined);
		if (turn.calls || process.env.PI_QUESTION_TOUR !== "live") return turn;
		return { ...turn, text: `${turn.text} Ctrl+D ends this tour.` };
	});
}
