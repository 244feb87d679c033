/**
 * How fast a question is on the page, and that clients which keep to no rule do not hold pi. PI_QUESTION_ROUNDS makes it a
 * tenth as many questions, and 30 at least; `npm run elsewhere` takes the times of many.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Beacon } from "../../bin/beacons.js";
import { database } from "../harness/args.ts";
import { findBrowser } from "../harness/browser.ts";
import { User } from "../harness/elsewhere.ts";
import type { Held, Pace } from "../harness/pace.ts";
import { closeBrowser, openPage, Server } from "../harness/page.ts";
import { Peer } from "../harness/peer.ts";
import { PiTerminal, root } from "../harness/pi.ts";

const PACE = fileURLToPath(new URL("../harness/pace.ts", import.meta.url));
const isWindows = process.platform === "win32";
const browser = isWindows ? undefined : findBrowser();
const rounds = Number(process.env.PI_QUESTION_ROUNDS ?? 0);
/** Questions whose time is taken. */
const QUESTIONS = rounds ? Math.max(30, Math.floor(rounds / 10)) : 4;
/** Milliseconds in which half of them are on the page. */
const SOON_MS = 150;
/** Milliseconds for which nothing may hold pi. */
const HELD_MS = 50;
/** Milliseconds of each measurement. */
const SPELL_MS = rounds ? 5000 : 1500;

after(closeBrowser);

/** Starts pi with these questions, in the terminals of a user, and takes its times. */
function start(t: TestContext, user: User, all: object[]) {
	const { XDG_RUNTIME_DIR = "" } = user.env;
	const file = join(XDG_RUNTIME_DIR, "pace.jsonl");
	const turns = all.map((question) => ({ calls: [{ tool: "question", args: { questions: [question] } }] }));
	const pi = new PiTerminal({
		turns: [...turns, { text: "Understood." }] as never,
		args: ["go"],
		extension: ["-e", root, "-e", PACE],
		files: { "agent/question.json": { elsewhere: "on" } },
		env: { XDG_RUNTIME_DIR, PI_QUESTION_PACE: file },
		columns: 80,
		rows: 40,
	});
	t.after(() => pi.stop());
	const lines = (): Pace[] =>
		readFileSync(file, "utf8")
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
	return { pi, lines };
}

const median = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

/** Notes when questions are painted. Runs in the page. */
const WATCH = `
	const count = () => document.querySelectorAll("main fieldset").length;
	let before = count();
	window.painted = [];
	new MutationObserver(() => {
		if (count() > before) requestAnimationFrame(() => painted.push(Date.now()));
		before = count();
	}).observe(document.querySelector("main"), { childList: true, subtree: true });`;

test("a question is on the page soon after its call", {
	skip: browser === undefined && "there is no Chromium here",
}, async (t) => {
	const user = new User(t);
	const server = await new Server(t, user).opened();
	const { page } = await openPage(t, server, browser ?? "");
	await page.getByText("No question waits.").waitFor();
	await page.evaluate(WATCH);
	const { pi, lines } = start(t, user, Array(QUESTIONS).fill(database));
	const seen: number[] = [];
	for (let at = 0; at < QUESTIONS; at++) {
		await pi.sees((screen) => screen.includes("→ 1. PostgreSQL") && pi.workplace.sessionResults().length === at);
		seen.push(Date.now());
		await page.getByRole("radio", { name: "SQLite" }).waitFor();
		await pi.press("1", () => pi.workplace.sessionResults().length === at + 1);
		await page.getByText("The question was answered in pi.").nth(at).waitFor();
	}
	const called = lines().flatMap((line) => ("called" in line ? [line.called] : []));
	const painted = await page.evaluate<number[]>("painted");
	assert.deepEqual([called.length, painted.length], [QUESTIONS, QUESTIONS]);
	const since = (from: number[]) => painted.map((time, at) => time - (from[at] ?? 0));
	for (const [what, times] of [
		["their calls", since(called)],
		["their forms were seen in the terminal", since(seen)],
	] as const)
		t.diagnostic(
			`${QUESTIONS} questions were painted in the page, after ${what}: median ${median(times)} ms, first ${times[0]} ms, last of all ${Math.max(...times)} ms`,
		);
	assert.ok(median(since(called)) <= SOON_MS);
});

test("clients that say nothing, half a line or too much, and read nothing, do not hold pi", {
	skip: isWindows,
}, async (t) => {
	const user = new User(t);
	const { pi, lines } = start(t, user, [
		{ ...database, prompt: `${"text ".repeat(40_000)}\n\nWhich database?`, allowCustom: false },
	]);
	await pi.sees("→ 1. PostgreSQL");
	const all = JSON.parse((await user.run(["list", "--json"])).output);
	const [{ id, pid }] = all;
	const beacon: Beacon = JSON.parse(readFileSync(join(user.beacons, `${pid}.json`), "utf8"));
	/** Returns for how long pi is held at most in the time that follows. */
	const measure = async (): Promise<Held> => {
		const read = () => lines().flatMap((line) => ("held" in line ? [line] : []));
		const asked = async (): Promise<Held> => {
			const { length } = read();
			process.kill(pid, "SIGUSR2");
			for (;;) {
				const told = read()[length];
				if (told) return told;
				await sleep(5);
			}
		};
		await asked();
		await sleep(SPELL_MS);
		return asked();
	};
	const mib = "x".repeat(1024 * 1024 - 200);
	/** Sends a request again and again, as fast as it is read. */
	const flood = (peer: Peer, request: object) => {
		const line = `${JSON.stringify({ id: 1, ...request })}\n`;
		const write = () => {
			while (peer.socket.writable && peer.socket.write(line));
		};
		peer.socket.on("drain", write);
		write();
	};
	const response = { answers: { db: mib } };
	/** Parts of answers: words of nearly so many bytes, and so many values. */
	const KIB = 1024;
	const wordy = (bytes: number) => ["\u{1f469}\u200d\u{1f466} ".repeat(bytes / 12), "a\n".repeat(bytes / 3)];
	const many = (count: number) => Array.from({ length: count }, () => 3);
	const fields = (count: number) => Object.fromEntries(many(count).map((_, at) => [`field ${at}`, 1]));
	const answered = (peer: Peer, answers: object) =>
		flood(peer, { method: "question/answer", params: { id, response: { answers }, pid: process.pid } });
	let turn = 0;
	/** Gives each client the next of several answers. */
	const inTurn = (all: object[]) => (peer: Peer) => {
		turn++;
		answered(peer, all[turn % all.length] ?? {});
	};
	const deeds: Record<string, (peer: Peer) => void> = {
		"that say nothing": () => {},
		"that stop in a line": (peer) => peer.write('{"id": 1, "method": "question/list", "par'),
		"that ask without end and read nothing": (peer) => {
			peer.socket.pause();
			flood(peer, { method: "question/list" });
		},
		"with lists of 1 MiB": (peer) => flood(peer, { method: "question/list", params: { rest: mib } }),
		"with answers of 1 MiB": (peer) =>
			flood(peer, { method: "question/answer", params: { id, response, pid: process.pid } }),
		"with answers of 200 KiB": inTurn([
			...wordy(200 * KIB).map((db) => ({ db })),
			{ db: many(100 * KIB) },
			fields(12 * KIB),
		]),
		"with the longest answers that are read, and refused": inTurn([
			...wordy(63 * KIB).map((db) => ({ db })),
			{ db: many(1900) },
			fields(1900),
		]),
	};
	const told: string[] = [];
	const tell = (who: string, { held, own }: Held) => told.push(`${who}: ${held.toFixed()} (own ${own.toFixed()})`);
	tell("nobody", await measure());
	for (const [who, deed] of Object.entries(deeds)) {
		const peers = Array.from({ length: 64 }, () => new Peer(beacon, who !== "that say nothing"));
		for (const peer of peers) deed(peer);
		const held = await measure();
		tell(`64 ${who}`, held);
		assert.ok(held.own < HELD_MS, told.at(-1));
		for (const { socket } of peers) socket.destroy();
		await measure();
	}
	await pi.press("1", "Understood.");
	t.diagnostic(`pi was held for at most, in milliseconds, by ${told.join("; ")}`);
});
