/**
 * A model that does literally what a refusal says gets its form: each refused call of the corpus is corrected by the text
 * of its refusal alone, and then asked.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { TestHost } from "../harness/host.ts";
import { root } from "../harness/workplace.ts";

type Fields = Record<string, unknown>;

interface Call {
	source: string;
	call: unknown;
	asked: string;
}
const corpus: Call[] = JSON.parse(readFileSync(join(root, "crates/question-core/tests/calls.json"), "utf8"));

/** A call whose parts can be corrected in place. */
class Draft {
	readonly call: Fields;
	readonly questions: Fields[];

	constructor(sent: unknown) {
		const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;
		const call = isObject(sent) && !Array.isArray(sent) ? (structuredClone(sent) as Fields) : {};
		const list = Array.isArray(sent) ? structuredClone(sent) : call.questions;
		const own = Object.keys(call).some((name) => /^(question|prompt|message|text|options|choices)$/.test(name));
		const bare = Array.isArray(list) || !own ? [] : [call];
		const all = Array.isArray(list) ? list.filter((question) => question !== null) : bare;
		this.questions = all.map((question) => (isObject(question) ? question : { prompt: String(question) }));
		this.call = bare.length > 0 ? {} : { ...call, questions: this.questions };
		if (bare.length > 0) this.call.questions = this.questions;
	}

	question(problem: string): Fields {
		const number = /^Question (\d+) /.exec(problem)?.[1];
		return this.questions[Number(number ?? 1) - 1] ?? {};
	}
}

const named = (problem: string) => [...problem.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? "");

/** Returns the name under which a field was sent that a problem names in another spelling, or shortened. */
function fieldOf(fields: Fields, name: string): string {
	const plain = (text: string) => text.replaceAll(/[^\p{L}\d…]/gu, "");
	const names = Object.keys(fields);
	return (
		names.find((own) => own === name) ??
		names.find((own) => plain(own).startsWith(plain(name).replace("…", ""))) ??
		name
	);
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Moves what an unknown field says into a text. */
function move(fields: Fields, name: string, into: string[]): void {
	const own = fieldOf(fields, name);
	const place = into.find((field) => typeof fields[field] === "string") ?? into[0] ?? "";
	fields[place] = [fields[place], `${own}: ${textOf(fields[own])}`].filter(Boolean).join("\n\n");
	delete fields[own];
}

const PROMPTS = ["prompt", "question", "message", "text", "title"];

/** Does what one problem says. */
function follow(draft: Draft, problem: string): void {
	const question = draft.question(problem);
	const what = problem.replace(/^Question \d+ \(id "[^"]*"\): |^The call: /, "");
	const [first = "", second = ""] = named(what);
	const list =
		Object.keys(question).find((name) => /^(options|choices|suggestions|follow_?up)$/i.test(name)) ?? "options";
	const options = () => (Array.isArray(question[list]) ? (question[list] as unknown[]) : []);
	const remove = (fields: Fields, ...names: string[]) => {
		for (const name of names) delete fields[fieldOf(fields, name)];
	};
	const modes = (mode: string) => {
		for (const name of Object.keys(question))
			if (/^(type|mode|multi.*|multiple|allow_?multiple)$/i.test(name)) delete question[name];
		question.mode = mode;
	};
	if (/^in "/.test(what)) {
		const inner = what.replace(/^in "[^"]*", /, "");
		for (const option of options()) {
			if (typeof option !== "object" || option === null) continue;
			const fields = option as Fields;
			for (const name of named(inner))
				if (fieldOf(fields, name) in fields)
					if (inner.startsWith("unknown")) move(fields, name, ["description"]);
					else
						fields[fieldOf(fields, name)] = inner.includes("true or false")
							? true
							: textOf(fields[fieldOf(fields, name)]);
		}
	} else if (what.startsWith("unknown field")) {
		const isCall = problem.startsWith("The call");
		for (const name of named(what)) move(isCall ? draft.call : question, name, isCall ? ["message"] : PROMPTS);
	} else if (what.includes("outside the questions")) {
		if (options().length === 0) question[first] = draft.call[first];
		remove(draft.call, first);
	} else if (/Send one (of them|list)/.test(what))
		remove(fieldOf(question, second) in question ? question : draft.call, second);
	else if (what.includes("Leave it out")) {
		remove(question, first);
		remove(draft.call, first);
	} else if (what.includes("an order cannot be asked")) {
		remove(question, first, list);
		modes("input");
	} else if (what.includes("asks for several choices") || what.includes("is not known"))
		modes(options().length === 0 ? "input" : what.includes("several") ? "multi" : "single");
	else if (what.includes("has several defaults")) modes("multi");
	else if (what.includes('"prompt" is missing')) question.prompt = "Which?";
	else if (what.includes("is missing or empty")) question.options = [{ value: "a", label: "A" }];
	else if (what.includes('"label" is missing'))
		question[list] = options().map((option) => ({
			label: "a",
			...(typeof option === "object" ? option : { label: option }),
		}));
	else if (what.includes("has to be true or false")) {
		const at = fieldOf(question, first) in question ? question : draft.call;
		at[fieldOf(at, first)] = true;
	} else if (what.includes("has to be a text")) {
		const at = fieldOf(question, first) in question ? question : draft.call;
		at[fieldOf(at, first)] = textOf(at[fieldOf(at, first)]);
	} else if (what.includes("Send the value of") || what.includes("has to be the value of an option")) {
		const [option] = options();
		const value =
			typeof option === "object" && option !== null ? ((option as Fields).value ?? (option as Fields).label) : option;
		question[fieldOf(question, first)] = value;
	} else if (what.includes('[{"label": "…"}')) {
		const sent = question[fieldOf(question, first)];
		question[fieldOf(question, first)] = Object.values(typeof sent === "object" ? (sent as Fields) : [sent]).map(
			(label) => ({
				label: textOf(label),
			}),
		);
	} else if (/Send an object|has no questions/.test(what)) {
		if (what.startsWith('"')) draft.questions.length = 0;
		if (what.includes("nothing around it")) for (const name of Object.keys(draft.call)) delete draft.call[name];
		const at = Number(/^Question (\d+) /.exec(problem)?.[1] ?? 0) - 1;
		if (at >= 0) draft.questions[at] = { prompt: "Which?" };
		else draft.questions.push({ prompt: "Which?" });
		draft.call.questions = draft.questions;
	} else throw new Error(`Nothing says how to go on: ${problem}`);
}

/** Returns the problems of a refusal. */
function problemsOf(refusal: string): string[] {
	const lines = refusal.split("\n").filter((line) => line.startsWith("- "));
	if (lines.length > 0) return lines.map((line) => line.slice(2));
	const [first = ""] = refusal.split("\n");
	return [first.replace(/^Error: /, "").replace(/ ?The user was not asked\..*$/, "")];
}

test("a call that is corrected as its refusal says is asked", async () => {
	const host = new TestHost({ mode: "print" });
	const refused = corpus.filter(({ asked }) => asked.startsWith("Error: ") && asked !== "Error: No questions provided");
	assert.ok(refused.length > 60, `${refused.length} refusals`);
	for (const { source, call, asked } of refused) {
		const draft = new Draft(call);
		const problems = problemsOf(asked);
		for (const problem of problems) follow(draft, problem);
		const { details, text } = await host.execute(draft.call);
		assert.notEqual(details.outcome, "invalid", `${source}\n${asked}\n${JSON.stringify(draft.call)}\n${text}`);
	}
});
