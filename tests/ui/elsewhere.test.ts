/** Traps of the core that a form, or dialogs, did not cause: in the transcript, or in another session of the process. They go on. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Lines, read, write } from "../../bin/lines.js";
import type { FormComponent } from "../../extension/tui/form.ts";
import { questions, two } from "../harness/args.ts";
import { breakCore } from "../harness/core.ts";
import { clock, isPending, open, type Returned, summary, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

/** A second copy of the core's module, as pi loads one for each session of a process. */
const copy = "../../extension/core/core.ts?another";
const another: typeof import("../../extension/core/core.ts") = await import(copy);

function inAnotherSession(): void {
	breakCore();
	another.harmless("x");
}

const strikes: Record<string, (host: TestHost) => unknown> = {
	"the transcript": (host) => [breakCore(), host.renderCall(two).render(50)],
	"the transcript's results": (host) => [breakCore(), host.renderResult([], {}).render(50)],
	"another session": inAnotherSession,
	"another session, and pi asks who scrolls": (host) => [
		inAnotherSession(),
		(host.component as FormComponent).capturesViewportInput,
	],
	"another session, twice": (host) => [inAnotherSession(), host.lines(), inAnotherSession()],
};

const many = questions(Array.from({ length: 60 }, (_, at) => `opt${at}`)).questions;
const boxes = [
	{ id: "m", mode: "multi", prompt: "Which?", options: Array.from({ length: 60 }, (_, at) => `opt${at}`) },
];
const shown = [{ prompt: "Shown?", options: [{ label: "a", preview: "# A\n\n".repeat(40) }, "b"] }];

const rows: Record<string, { args?: unknown; keys: string[] }> = {
	answers: { keys: ["1", "2", key.up] },
	"a text": { keys: ["1", "0", ..."some", key.ctrl("j"), ..."text", key.ctrl("a"), key.enter] },
	"a draft, a note and undo": { keys: ["0", ..."left", key.escape, key.ctrl("n"), ..."why", key.enter, key.ctrl("-")] },
	"the question whether to leave": { keys: ["2", key.escape, key.down] },
	"a large paste": { keys: ["0", key.paste("line\n".repeat(40)), ..."x", key.enter] },
	// What a page is follows from the height of the field.
	"pages of a list below a text": {
		args: { questions: [...many, { id: "t", prompt: "T?" }] },
		keys: ["0", key.down, key.pageDown, key.home, key.pageDown, key.enter],
	},
	"arrows between a text and its list": { keys: ["0", key.down, key.up, key.up, key.down, key.down, key.enter] },
	"pages of boxes": {
		args: { questions: boxes },
		keys: ["0", ..."own", key.enter, key.up, key.up, key.down, key.pageUp, " ", key.pageUp, " "],
	},
	"a zoomed preview": {
		args: { questions: [...shown, ...two.questions] },
		keys: [key.ctrl("p"), key.pageDown, key.right],
	},
};

test("a trap elsewhere changes nothing, whenever it comes", async (context) => {
	/** Presses the keys, with a trap after some of them. Returns the screens, and what comes of the call. */
	const play = async (
		{ args = two, keys }: { args?: unknown; keys: string[] },
		at = -1,
		strike?: (host: TestHost) => void,
	) => {
		const { host, result } = await open(args, { rows: 20, settings: { softLimit: 5 } });
		const screens: string[] = [];
		for (const [index, one] of keys.entries()) {
			host.press(one);
			screens.push(host.screen());
			// The next key comes before the next drawing.
			if (index === at) strike?.(host);
		}
		host.emit("session_shutdown");
		const { text, details }: Returned = await result;
		return { screens, text, answers: details.answers, unsent: details.unsent };
	};
	for (const [name, row] of Object.entries(rows)) {
		await context.test(name, async () => {
			const expected = await play(row);
			for (const [where, strike] of Object.entries(strikes)) {
				for (const at of row.keys.keys())
					assert.deepEqual(await play(row, at, strike), expected, `at ${where}, after ${at + 1} keys`);
			}
		});
	}
});

test("keys that are meant for pi's prompt stay so", async () => {
	for (const strike of [() => {}, inAnotherSession]) {
		// A form that has just opened.
		const early = new TestHost();
		early.pause = 10;
		const { result: asked } = await early.open(two);
		strike();
		early.press("2");
		assert.doesNotMatch(early.screen(), /■/);
		early.emit("session_shutdown");
		await asked;
		// One above a prompt in use.
		const writing = new TestHost();
		writing.prompt = "draft";
		writing.pause = 10;
		const { result: typed } = await writing.open(two);
		writing.press("a");
		strike();
		writing.press("b", "c");
		writing.emit("session_shutdown");
		assert.equal(summary(await typed), "aborted");
		assert.match(writing.prompt, /abc/);
	}
});

/** A host of a program. Its dialogs are answered by the test. */
function programHost() {
	const asked: Array<{ options: string[]; reply: (text: string | undefined) => void }> = [];
	const dialog = (_title: string, options: string[] | undefined, { signal }: { signal?: AbortSignal } = {}) =>
		new Promise((reply) => {
			asked.push({ options: options ?? [], reply });
			signal?.addEventListener("abort", () => reply(undefined));
		});
	const host = new TestHost({ mode: "rpc", ui: { select: dialog, input: dialog } as never });
	const comes = async (count: number) => {
		while (asked.length < count) await sleep(1);
		clock.now += 1000;
		return asked[count - 1];
	};
	return { host, comes };
}

test("dialogs of a program go on, and what ended them stays so", async (context) => {
	await context.test("replies", async () => {
		const { host, comes } = programHost();
		const result = host.execute(two);
		for (const [count, pick] of [0, 1, 0].entries()) {
			const dialog = await comes(count + 1);
			inAnotherSession();
			dialog?.reply(dialog.options[pick]);
		}
		assert.equal(summary(await result), "answered id1=red-value id2=y-value");
	});
	await context.test("a response", async () => {
		const { host, comes } = programHost();
		let requestId = "";
		host.onUpdate = (details) => {
			requestId = (details as { requestId?: string }).requestId ?? requestId;
		};
		const result = host.execute(two);
		await comes(1);
		const response = { type: "ask_user_response", requestId, answers: ["red", "y"] };
		await host.command("ask_user_response", JSON.stringify(response)).then(inAnotherSession);
		assert.equal(summary(await result), "answered id1=red-value id2=y-value");
	});
	await context.test("an abort", async () => {
		const { host, comes } = programHost();
		const run = new AbortController();
		const result = host.execute(two, run.signal);
		await comes(1);
		run.abort();
		for (let turns = 0; turns < 3 && (await isPending(result)); turns++) inAnotherSession();
		assert.equal(summary(await result), "aborted");
	});
});

test("a form in an editor goes on", async (t) => {
	const path = join(tmpdir(), `pi-question-elsewhere-${process.pid}.sock`);
	const waiting: Array<(result: unknown) => void> = [];
	const server = createServer((socket) => {
		const lines = new Lines((line) => {
			const { id, method } = read(line) as { id: number; method: string };
			const reply = (result: unknown) => socket.write(write({ id, result } as { id: number }));
			if (method === "initialize") reply({ clientCapabilities: { elicitation: { form: {} } } });
			else waiting.push(reply);
			return false;
		}, 1_000_000);
		socket
			.on("error", () => {})
			.pipe(lines)
			.resume();
	}).listen(path);
	t.after(() => server.close());
	await new Promise((resolve) => server.once("listening", resolve));
	Object.assign(process.env, { PI_QUESTION_ACP_SOCKET: path, PI_QUESTION_ACP_TOKEN: "token" });
	const { host } = programHost();
	const result = host.execute(two);
	while (waiting.length === 0) await sleep(1);
	inAnotherSession();
	waiting[0]?.({ action: "accept", content: { q01: "red-value", q02: "x-value" } });
	assert.equal(summary(await result), "answered id1=red-value id2=x-value");
	host.emit("session_shutdown");
});
