/** Files, session entries and replies with hostile fields, names and bytes in any place. */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
	type Branch,
	type DeskEvent,
	type Details,
	type Questionnaire,
	type ReceptionEvent,
	recordOf,
	type Settings,
	useCore,
	using,
} from "../../extension/core/core.ts";
import { pendingFile, sceneOf } from "../desk.ts";
import { type Counter, repeat } from "./repeat.ts";
import { assertAskedOrRefused, assertPrintable, Drawn, dialects, host, withSettings } from "./subject.ts";
import { hostile, text } from "./values.ts";

const asked = {
	title: "T",
	questions: [
		{
			id: "a",
			label: "A",
			prompt: "Which?",
			options: [
				{ label: "x", value: "v" },
				{ label: "y", description: "d", preview: "p" },
			],
		},
		{ id: "b", label: "B", prompt: "What all?", mode: "multi", options: ["x", "y"] },
		{ id: "c", prompt: "Name?", defaultValue: "n" },
	],
	metadata: { k: 1 },
};

const wholeSettings = {
	dialect: "ask_user",
	customLabel: "Own",
	locale: "de",
	confirmDiscard: true,
	softLimit: 100,
	maxHeight: 50,
	notify: "bell",
	alwaysOfferCustom: true,
	accessible: false,
	subagents: "ask",
	guidance: "Ask about the public API alone.",
};

/** Reads files of settings: the faults are told in a line for each file, and a form can be asked all the same. */
export async function settings(counter: Counter, most: number, seed: number): Promise<void> {
	const files = fc.array(fc.tuple(text, hostile(wholeSettings)), { minLength: 1, maxLength: 2 });
	await repeat(fc.tuple(files, text), counter, most, seed, ([files, locale]) => {
		const { Questionnaire, Settings } = useCore();
		using(new Settings(files, locale), (settings) => {
			assert.ok(settings.problems.length <= files.length, settings.problems.join("\n"));
			for (const problem of settings.problems) assertPrintable(problem);
			assertPrintable(settings.aQuestionWaits);
			assertPrintable(settings.guidance ?? "");
			assert.ok(dialects.includes(settings.dialect));
			assert.ok(["off", "bell", "terminal"].includes(settings.notify));
			assert.deepEqual([typeof settings.accessible, typeof settings.subagents], ["boolean", "boolean"]);
			using(new Questionnaire(settings, asked), (questionnaire) => {
				assert.equal(questionnaire.refusal(host), undefined);
				assertAskedOrRefused(questionnaire);
			});
		});
		counter.count += files.length;
	});
}

const ids = { id: "s-1", kind: "question-answers", file: ".pi/q.json", ownFile: ".pi/q-s-1.json" };
const origin = { session: ids.id, key: "key", timestamp: "2026-02-04T22:16:32.000Z" };

/** Makes the entries of a session with each kind of call, and the pending file beside it, by the tool itself. */
function world(settings: Settings): { entries: object[]; file: unknown } {
	const { Form, Questionnaire, Branch } = useCore();
	const results = using(new Questionnaire(settings, asked), (questionnaire) => {
		const end = (act: (form: InstanceType<typeof Form>) => void) =>
			using(new Form(questionnaire, { user: {}, host: {} }), (form) => {
				act(form);
				form.end("abort");
				return form.result(host);
			});
		const answered = end((form) => {
			form.type("1", 0);
			form.press("Confirm", 0);
			form.press("Confirm", 0);
			form.submit("told", 0);
			form.press("Confirm", 0);
		});
		const aborted = end((form) => {
			form.type("0", 0);
			form.write("begun", 0);
		});
		const putOff = end((form) => {
			form.type("2", 0);
			// On a page that nobody has seen, it waits.
			new Drawn(form).draw();
			assert.equal(form.press("Later", 0), "Finish");
		});
		return [answered, aborted, questionnaire.finish({ pending: { file: ids.file, key: origin.key } }, host), putOff];
	});
	const entries = results.flatMap((result, at) => {
		const part = { type: "toolCall", name: "question", id: `call_${at}`, arguments: asked };
		const call = { role: "assistant", stopReason: "toolUse", content: [{}, part] };
		const content = [{ type: "text", text: result?.content }];
		const message = {
			role: "toolResult",
			toolCallId: part.id,
			toolName: "question",
			content,
			details: result?.details,
		};
		return [
			{ type: "message", id: `e${at}`, message: call },
			{ type: "message", id: `r${at}`, message },
		];
	});
	const details = { closes: ["e1/call_1"], part: ["e2/call_2"], ...results[0]?.details };
	const told = { type: "custom_message", id: "m", customType: ids.kind, details };
	const kept = { type: "custom", id: "k", customType: ids.kind, data: results[1]?.details };
	const off = { type: "custom", id: "o", customType: ids.kind, data: { off: true } };
	const all = [{ type: "message", id: "u", message: { role: "user" } }, ...entries, kept, off, told];
	const file = using(new Branch(settings, "[]", { ...ids, files: [] }), (session) =>
		using(new Questionnaire(settings, asked), (questionnaire) => pendingFile(session, questionnaire, origin)),
	);
	assert.ok(file?.type === "write", "a file is written");
	// Without the message that closes them, calls stay open.
	return { entries: all, file: JSON.parse(file.text) };
}

/** Asks a session for everything that the extension asks it for. */
function useSession(session: Branch, settings: Settings, answers: string, text: string): void {
	const record: Details = { questions: [], answers: [], cancelled: true, outcome: "aborted", mode: "tui" };
	const line = { hasPrompt: false, commands: 0, files: [] };
	const result = { record, content: "", isSaid: false, isEntered: false, isByUser: false, hasPictures: false };
	const later = { ...result, record: { ...record, outcome: "pending" as const }, isByUser: true };
	const commands = ["answer", "revise", "clear", "ask", "off", "on", answers];
	const others = commands.map((command): DeskEvent => ({ command }));
	const looked: DeskEvent = { looked: { prompted: text, isTold: true } };
	const events: DeskEvent[] = [...others, "recounted", "moved", "settled", looked, { closed: "other" }];
	const asks = new Set<string>();
	for (const mode of ["tui", "print", "rpc"] as const) {
		const scene = sceneOf(origin, mode);
		const begun: DeskEvent[] = [{ begun: { line, answers } }, { begun: {} }];
		const { desk: before } = session.desk("", { begun: {} }, scene);
		for (const event of [...begun, ...events]) {
			const { desk, orders } = session.desk(begun.includes(event) ? "" : before, event, scene);
			for (const order of orders) {
				if (order.type === "say" || order.type === "prompt") assertPrintable(order.text);
				if (order.type === "row") assertPrintable(order.text ?? "");
				// What was put off is written into the file, which stays one.
				if (order.type === "write") JSON.parse(order.text);
				if (order.type !== "ask") continue;
				asks.add(order.ask);
				const asked = session.desk(desk, { asked: { ticket: 1, asker: order.asker } }, scene);
				for (const ended of [result, later]) {
					const replied = { ticket: 1, seat: "own" as const, result: ended };
					for (const { type } of session.desk(asked.desk, { replied }, scene).orders) assert.notEqual(type, "send");
				}
			}
		}
	}
	// Every call of a plan can be asked.
	for (const ask of asks) using(session.questionnaire(ask), assertAskedOrRefused);
	const { Questionnaire } = useCore();
	using(new Questionnaire(settings, asked), (questionnaire) => {
		questionnaire.remember(session);
		assertAskedOrRefused(questionnaire);
		const pending = pendingFile(session, questionnaire, origin);
		if (pending?.type === "write") JSON.parse(pending.text);
		else assert.ok(pending?.type === "say");
		const asked = { ticket: 1, asker: { call: "call_2" } };
		const { desk } = session.desk("", { begun: { answers } }, sceneOf(origin, "tui"));
		const { orders } = questionnaire.desk(session, desk, { asked }, sceneOf(origin));
		assert.ok(orders.some(({ type }) => type === "finish" || type === "prepare"));
	});
	assertPrintable(session.listing(40));
	assert.ok(session.typed.every((text) => typeof text === "string"));
}

const person = fc.record(
	{ host: fc.nat(3), distance: fc.nat(3), isRunning: fc.boolean() },
	{ requiredKeys: ["host", "isRunning"] },
);
const persons = fc.array(person, { maxLength: 3 });
const ticket = fc.nat(5);
const flags = { hasResult: fc.boolean(), isByUser: fc.boolean(), isThere: fc.boolean() };
const happened: fc.Arbitrary<ReceptionEvent> = fc.oneof(
	fc.record({ brought: fc.record({ ticket, id: text, bytes: fc.nat(2 ** 26), persons }) }),
	fc.record({ replied: fc.record({ ticket, ...flags }) }),
	fc.record({ left: fc.nat(3) }),
	fc.record({ elapsed: ticket }),
);

/** Tells a reception, of which any state may have been left, what has happened. What it asks is one of those it was told. */
function useReception(state: string, events: ReceptionEvent[]): void {
	const { receive } = useCore();
	let at = state;
	for (const [now, event] of events.entries()) {
		const { state: after, orders } = receive(at, event, now * 1_000);
		for (const { act } of orders) {
			if (typeof act === "object" && "refuse" in act) assertPrintable(act.refuse);
			const isAsked = typeof act === "object" && "ask" in act && "brought" in event && at === "";
			if (isAsked) assert.ok(event.brought.persons.some(({ host }) => host === act.ask.host));
		}
		at = after;
	}
}

/** Opens sessions with damaged entries and a damaged pending file. */
export async function sessions(counter: Counter, most: number, seed: number): Promise<void> {
	const { entries, file } = withSettings("{}", world);
	const branch = fc.nat(entries.length).chain((kept) => hostile(entries.slice(0, kept)));
	const given = fc.oneof(text, hostile(["x", ["y"], "z"]), hostile({ a: "v", b: ["x"], c: { value: "z", note: "n" } }));
	const brought = { ticket: 1, id: "i", bytes: 9, persons: [{ host: 1, isRunning: true }] };
	const asking = JSON.parse(useCore().receive("", { brought }, 0).state);
	const states = fc.tuple(fc.oneof(fc.constant(""), hostile(asking)), fc.array(happened, { maxLength: 8 }));
	const all = fc.tuple(branch, hostile(file), given, states);
	await repeat(all, counter, most, seed, ([entries, text, answers, [state, events]]) => {
		useReception(state, events);
		withSettings("{}", (settings) => {
			const { Branch } = useCore();
			const facts = { ...ids, files: [{ name: ids.file, text }], sessions: ["x_s-1.jsonl"] };
			using(new Branch(settings, entries, facts), (session) => useSession(session, settings, answers, text));
		});
		counter.count++;
	});
}

const response = {
	type: "ask_user_response",
	requestId: "r",
	cancelled: false,
	later: false,
	answers: { a: "v", b: ["x"], c: { value: "z", note: "n" } },
};

/** Answers a program's request: a response is taken as a whole, or changes nothing. */
function respond(questionnaire: Questionnaire, message: string): void {
	const { desk, Dialogs, lateResponse } = useCore();
	using(new Dialogs(questionnaire, true, true), (dialogs) => {
		const before = dialogs.dialog();
		const problem = dialogs.respond(message);
		// From elsewhere, it needs neither.
		if (!/"(?:type|requestId)"/.test(problem ?? "")) assert.equal(questionnaire.problems(message)?.problem, problem);
		assert.equal(dialogs.isInterrupted, problem === undefined);
		if (problem === undefined) {
			dialogs.reply(undefined);
			assert.ok(dialogs.result(host), "it has ended");
		} else assert.deepEqual([dialogs.dialog(), dialogs.result(host)], [before, undefined]);
		if (problem !== undefined) assertPrintable(problem);
	});
	assertPrintable(lateResponse(message));
	const handled = desk("", { responded: message }, sceneOf(origin));
	for (const order of typeof handled === "object" ? handled.orders : [])
		if (order.type === "say") assertPrintable(order.text);
}

/** Answers of clients and programs, and what they say they can do. */
export async function replies(counter: Counter, most: number, seed: number): Promise<void> {
	const content = { q01: "v", q01_other: "t", q02: ["x"], q02_remark: "n", q03: "z" };
	const first = { id: "a", selectedIndex: 0 };
	const answers = [first, { id: "b", selectedIndices: [0], note: "n" }, { id: "c", customText: "t" }];
	// Clients that know one kind of request, with replies of that kind or of the other.
	const form = { elicitation: { form: {} } };
	const own = { _meta: { "pi-question": { questionRequest: true } } };
	const known = fc.oneof(
		{ weight: 5, arbitrary: fc.constantFrom(form, own).map((known) => JSON.stringify(known)) },
		hostile({ ...form, ...own }),
	);
	const reply = fc.oneof(
		hostile({ result: { action: "accept", content } }),
		hostile({ result: { answers } }),
		hostile({ result: { answers: [first] } }),
		hostile({ error: { code: -1, message: "m" } }),
	);
	const all = fc.tuple(hostile(response), known, fc.array(reply, { minLength: 1, maxLength: 3 }));
	await repeat(all, counter, most, seed, ([message, capabilities, replies]) =>
		withSettings("{}", (settings) => {
			const { Elicitation, Questionnaire } = useCore();
			const scope = { requestId: "r", sessionId: "s" };
			using(new Questionnaire(settings, asked), (questionnaire) => {
				respond(questionnaire, message);
				using(new Elicitation(questionnaire, parsed(capabilities), scope), (elicitation) => {
					let step = elicitation.ask();
					for (const text of replies) {
						if (step.step !== "ask") break;
						step = elicitation.reply((parsed(text) ?? {}) as never);
						counter.count++;
					}
					if ("response" in step) assertTaken(questionnaire, step.response);
					if (step.step === "refuse") assertPrintable(step.problem);
					// The client is gone: what it has said so far is entered, and the form ends.
					using(new (useCore().Dialogs)(questionnaire, true, true), (dialogs) => {
						elicitation.take(dialogs, undefined);
						const ended = dialogs.result(host);
						assert.equal(ended && recordOf(ended).outcome, "connection_lost");
					});
				});
			});
			counter.count++;
		}),
	);
}

/** Asserts that a response that the core itself has made fits. */
function assertTaken(questionnaire: Questionnaire, response: string): void {
	using(new (useCore().Dialogs)(questionnaire, true, true), (dialogs) =>
		assert.equal(dialogs.respond(response), undefined, response),
	);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
