/**
 * Traps of the core that a form, or dialogs, did not cause: in the transcript, in another form, or in another session of the
 * process. They go on in their instance.
 */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Lines, read, write } from "../../bin/lines.js";
import { useCore } from "../../extension/core/core.ts";
import { two } from "../harness/args.ts";
import { breakCore, trapAfter } from "../harness/core.ts";
import { clock, isPending, open, type Returned, summary, TestHost } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

/** A second copy of the core's module, as pi loads one for each session of a process. */
const copy = "../../extension/core/core.ts?another";
const another: typeof import("../../extension/core/core.ts") = await import(copy);

function inAnotherSession(): void {
	const before = useCore();
	trapAfter(1);
	another.harmless("x");
	assert.notEqual(useCore(), before);
	assert.equal(another.useCore(), useCore());
}

const strikes: Record<string, (host: TestHost) => unknown> = {
	"the transcript": (host) => [trapAfter(1), host.renderCall(two).render(50)],
	"another session": inAnotherSession,
	"another session, and the theme changes": (host) => [inAnotherSession(), host.component?.invalidate()],
	"another session, twice": (host) => [inAnotherSession(), host.lines(), inAnotherSession()],
};

const shown = [{ prompt: "Shown?", options: [{ label: "a", preview: "# A\n\n".repeat(40) }, "b"] }];

const rows: Record<string, { args?: unknown; keys: string[] }> = {
	answers: { keys: ["1", "2", key.up] },
	"a text": { keys: ["1", "0", ..."some", key.ctrl("j"), ..."text", key.ctrl("a"), key.enter] },
	"a draft, a note and undo": { keys: ["0", ..."left", key.escape, key.ctrl("n"), ..."why", key.enter, key.ctrl("-")] },
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

test("a trap of one form ends that one alone", async () => {
	const [first, second] = [await open(two), await open(two)];
	first.host.press("1", "0", ..."half");
	second.host.press("2");
	trapAfter(1);
	first.host.press("x");
	const { details } = await first.result;
	assert.equal(summary({ details } as Returned), "failed id1=red-value");
	assert.equal(details.unsent?.[0]?.text, "half");
	second.host.press("2", key.enter);
	assert.equal(summary(await second.result), "answered id1=green-value id2=y-value");
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
	await context.test("replies, of which one traps", async () => {
		const { host, comes } = programHost();
		const result = host.execute({ questions: [...two.questions, { id: "t", prompt: "Text?" }] });
		for (const count of [1, 2]) {
			const dialog = await comes(count);
			dialog?.reply(dialog.options[0]);
		}
		const dialog = await comes(3);
		breakCore();
		dialog?.reply("what was typed");
		const { details } = await result;
		assert.equal(summary({ details } as Returned), "failed id1=red-value id2=x-value");
		assert.equal(host.prompt, "what was typed");
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

test("a form in an editor goes on, and keeps what was answered if it traps", async (t) => {
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
	const asked = async () => {
		for (waiting.length = 0; waiting.length === 0; ) await sleep(1);
		return (content: object) => waiting.shift()?.({ action: "accept", content });
	};
	const result = host.execute(two);
	const reply = await asked();
	inAnotherSession();
	reply({ q01: "red-value", q02: "x-value" });
	assert.equal(summary(await result), "answered id1=red-value id2=x-value");
	const trapped = host.execute(two);
	(await asked())({ q01: "red-value" });
	const again = await asked();
	breakCore();
	again({ q02: "x-value" });
	assert.equal(summary(await trapped), "failed id1=red-value");
	assert.match(host.notices.at(-1) ?? "", /could not be read: .*x-value/);
	host.emit("session_shutdown");
});
