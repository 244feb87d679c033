/**
 * Rounds in which three places answer a question of the real pi within a moment of each other: its form, the page, and the
 * command in another terminal. Each place answers something else, so the result says which one counted.
 */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import type { Page } from "playwright-core";
import { User } from "./elsewhere.ts";
import { openPage, Server, type State } from "./page.ts";
import { PiTerminal } from "./pi.ts";

/** Where an answer is given. */
export type Place = "form" | "page" | "command";

/** How long each place waits until it answers, in milliseconds. */
export type Delays = Record<Place, number>;

const OPTIONS = ["PostgreSQL", "SQLite", "MySQL"];
const PLACES: Record<string, Place> = { PostgreSQL: "form", SQLite: "page", MySQL: "command" };
const question = { id: "db", label: "Database", prompt: "Which database?", options: OPTIONS };

/** How the others are told which place was first. */
export const TOLD: Record<Place, RegExp> = {
	form: /The question was answered in pi\./,
	page: /The question was answered in the page\./,
	command: /The question was answered in another terminal(?:, [\w/]+)?\./,
};
/** How the form is told. */
const TOLD_IN_PI: Record<string, RegExp> = {
	page: /Answered from the page\./,
	command: /Answered from another terminal/,
};

/** Two pis of one user that ask in turn, the server of the page, and a browser if there is one. */
export class Arena {
	readonly #context: TestContext;
	readonly #user: User;
	readonly #pis: PiTerminal[];
	#server: Server | undefined;
	#next: ((fits: (state: State) => boolean) => Promise<State>) | undefined;
	#page: Page | undefined;
	/** Ids of questions that were asked. */
	readonly #known = new Set<string>();
	#rounds = 0;

	constructor(context: TestContext, rounds: number) {
		this.#context = context;
		this.#user = new User(context);
		const { XDG_RUNTIME_DIR = "" } = this.#user.env;
		const turns = Array.from({ length: Math.ceil(rounds / 2) }, () => ({
			calls: [{ tool: "question", args: { questions: [question] } }],
		}));
		this.#pis = [1, 2].map(() => {
			const files = { "agent/question.json": { elsewhere: "on" } };
			const all = { turns: [...turns, { text: "Understood." }], files, env: { XDG_RUNTIME_DIR } };
			const pi = new PiTerminal({ ...all, args: ["go"], columns: 80, rows: 40 });
			context.after(() => pi.stop());
			return pi;
		});
	}

	/** Plays a round. Returns the place that was first, once all others have been told. `browser`: that page is pressed. */
	async play(delays: Delays, browser?: string): Promise<Place> {
		const [at, count] = [this.#rounds % 2, Math.floor(this.#rounds / 2)];
		this.#rounds++;
		const pi = this.#pis[at];
		assert.ok(pi);
		const results = () => pi.workplace.sessionResults();
		await pi.sees((screen) => screen.includes("→ 1. PostgreSQL") && results().length === count, `round ${count}`);
		const { id, region } = await this.#find(pi, browser);
		const command = this.#user.start(["answer", id]);
		await command.shows("own answer.");
		await pi.calm();
		const { length } = pi.written;
		const answers: Record<Place, () => unknown> = {
			form: () => pi.type("1"),
			page: () =>
				region ? this.#page?.keyboard.press("Enter") : this.#server?.answer({ id, answers: { db: "SQLite" } }),
			command: () => command.child.stdin.write("3\n"),
		};
		const play = (place: Place) => sleep(delays[place]).then(answers[place]);
		const [reply] = await Promise.all([play("page"), play("form"), play("command")]);
		const { code, output } = await command.ended;
		await pi.sees(() => results().length === count + 1, `the result: ${JSON.stringify(reply)} ${code} ${output}`);
		const { answers: given, answeredFrom = "" } = results().at(-1)?.details ?? { answers: [] };
		const first = PLACES[String(given[0]?.value)];
		assert.ok(first, JSON.stringify(given));
		assert.equal(answeredFrom.replace(/, .*/, ""), { form: "", page: "the page", command: "another terminal" }[first]);
		// The winner reads that it counts, each other one where it was answered.
		const said = first === "command" ? /The question was answered\./ : TOLD[first];
		assert.deepEqual([code, said.test(output)], [first === "command" ? 0 : 3, true], output);
		if (region) await region.getByText(first === "page" ? "The question was answered." : TOLD[first]).waitFor();
		else {
			const { status, reply: words } = reply as { status: number; reply: object };
			const told = first === "page" ? /^\{"done":"The question was answered\.",/ : TOLD[first];
			assert.deepEqual([status, told.test(JSON.stringify(words))], [first === "page" ? 200 : 409, true], String(words));
		}
		const inPi = TOLD_IN_PI[first];
		if (inPi) await pi.sees(() => inPi.test(stripVTControlCharacters(pi.written.slice(length))), inPi);
		return first;
	}

	/** Finds the question that a pi asks, at the server, and in the browser, where the answer is chosen and not submitted. */
	async #find(pi: PiTerminal, browser: string | undefined) {
		this.#server ??= await new Server(this.#context, this.#user).opened();
		this.#next ??= (await this.#server.stream()).next;
		const isAsked = ({ id, place }: State["waiting"][number]) =>
			!this.#known.has(id) && place.includes(pi.workplace.project);
		const { waiting } = await this.#next((state) => state.waiting.some(isAsked));
		const { id = "" } = waiting.find(isAsked) ?? {};
		this.#known.add(id);
		if (!browser) return { id };
		this.#page ??= (await openPage(this.#context, this.#server, browser)).page;
		await this.#page.reload();
		const region = this.#page.getByRole("region").filter({ hasText: pi.workplace.project });
		await region.getByRole("radio", { name: "SQLite" }).check();
		await region.getByRole("button", { name: "Submit" }).focus();
		return { id, region };
	}

	/** Checks that each call has had one result, which the model got, and that no key has gone anywhere else. */
	async end(): Promise<void> {
		for (const pi of this.#pis) {
			await pi.sees("Understood.");
			await pi.sees(/─\n\n─/, "an empty prompt");
			const messages = pi.workplace.entries().map(({ message }) => message ?? {});
			const ids = messages.filter(({ role }) => role === "toolResult").map(({ toolCallId }) => toolCallId);
			assert.equal(new Set(ids).size, ids.length);
			assert.deepEqual(pi.workplace.results(), pi.workplace.sessionResults());
		}
		const results = this.#pis.flatMap((pi) => pi.workplace.sessionResults());
		assert.equal(results.length, this.#rounds);
	}
}
