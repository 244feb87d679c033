/**
 * `npm run soak -- forms [count] [seed]`: opens, uses and ends forms in one process, by the real extension in a host of the
 * tests, without pi's screen, and compares its memory after 100 forms and after all. The forms are a deck of 100 that is
 * played again and again with the same keys, because the memory of a module never shrinks: it is the most that was needed
 * at once, so another form may need more than all before. `--fresh` plays forms that differ, and `--session 100` keeps so
 * many calls in a session, which is given to the core whole at each call.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { clock, type Returned, TestHost } from "../../tests/harness/host.ts";
import { key } from "../../tests/harness/keys.ts";
import { png } from "../../tests/harness/png.ts";
import { type Question, question } from "./forms.ts";
import { KEYS, TEXTS } from "./keys.ts";
import { collect, countObjects, liveBytes, wasmBytes } from "./memory.ts";
import { Random } from "./random.ts";

const { values: options, positionals } = parseArgs({
	args: process.argv.slice(3),
	allowPositionals: true,
	options: { fresh: { type: "boolean", default: false }, session: { type: "string", default: "10" } },
});
const [count = 10_000, seed = Math.floor(Math.random() * 2 ** 31)] = positionals.map(Number);
const session = Number(options.session);
if (!(count >= 200 && seed >= 0 && session > 0))
	throw new Error("Usage: npm run soak -- forms [count, at least 200] [seed]");

/** Number of forms that are played again and again, after which the memory is compared with that at the end. */
const DECK = 100;

/** How much the heap may grow, which the engine's own code and caches are part of. */
const HEAP_GROWTH = 1.1;

/** How much more the module may have in use, in bytes: about as much as a form has, so a form that is kept is found. */
const LIVE_GROWTH = 50_000;

/** How much the module's memory may grow: it is the most that was needed at once, which times decide, too. */
const WASM_GROWTH = 1.25;

/** How forms end. */
const ENDS = [
	"submitted",
	"left",
	"aborted by the run",
	"aborted before it was seen",
	"refused",
	"with a picture",
	"revised",
	"asked again after the session was closed",
	"dialogs",
	"aborted dialogs",
	"another theme",
] as const;

const objects = countObjects();
const folder = mkdtempSync(join(tmpdir(), "pi-question-soak-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const picture = join(folder, "shot.png");
writeFileSync(picture, png());

/** Keys but those that start a program or stop this one. */
const keys = KEYS.filter((one) => ![key.ctrl("g"), key.ctrl("v"), key.alt("v")].includes(one));

let random = new Random(seed);
const reply = async (choices: string[]) => {
	clock.now += 1_000; // a dialog that is answered at once was not read
	await setImmediate();
	return random.chance(0.8) ? random.pick(choices) : undefined;
};
const host = new TestHost({ columns: 100 });
const program = new TestHost({
	mode: "rpc",
	ui: {
		select: (_title: string, choices: string[]) => reply(choices),
		input: () => reply(["1", "my own words", ""]),
		editor: () => reply(["my own words", ""]),
		confirm: async () => (await reply([""])) !== undefined,
	},
});

/** Waits until a form is on the screen, which there may be none of. */
async function shown(): Promise<void> {
	for (let turns = 0; turns < 10 && !host.component; turns++) await setImmediate();
	if (host.component) await host.look();
}

function press(...data: string[]): void {
	for (const one of data) {
		if (!host.component) return;
		host.press(one);
		clock.now += 100;
	}
}

/** Presses random keys in the form that is open. */
function use(): void {
	for (let left = random.between(3, 20); left > 0; left--) {
		if (random.chance(0.1)) host.terminal.columns = random.between(30, 200);
		if (random.chance(0.1)) host.terminal.rows = random.between(5, 60);
		if (random.chance(0.08)) press(key.paste(random.pick(["/no/such.png", "a\nb\nc"])));
		press(random.chance(0.2) ? random.pick(TEXTS) : random.pick(keys));
	}
}

/** Ends the form that is open by keys, and those that waited for it. */
async function end(leaves: boolean): Promise<void> {
	await endOne(leaves);
	for (await shown(); host.component; await shown()) await endOne(leaves);
}

async function endOne(leaves: boolean): Promise<void> {
	clock.now += 2_000;
	const soft = [key.enter, key.enter, "1", key.tab];
	for (let tries = 0; host.component; tries++) {
		if (tries < 30 && !leaves) press(random.pick(soft));
		else press(key.ctrl("c"), key.ctrl("c"));
		if (tries > 100) throw new Error(`The form cannot be left:\n${host.screen()}`);
		await setImmediate();
	}
	host.prompt = "";
}

/** Keeps a call and its result in the session. */
function keep(to: TestHost, args: object, { text, details }: Returned): void {
	const call = { type: "toolCall", id: to.call, name: "question", arguments: args };
	const result = { toolCallId: to.call, toolName: "question", content: [{ type: "text", text }], details };
	to.keep({ type: "message", message: { role: "assistant", stopReason: "toolUse", content: [call] } });
	to.keep({ type: "message", message: { role: "toolResult", ...result } });
}

/** Begins another session, or continues the current one. */
async function restart(isNew: boolean): Promise<void> {
	for (const one of [host, program]) {
		one.emit("session_shutdown");
		await setImmediate();
		await setImmediate();
		if (isNew) one.branch = [];
		// As pi does.
		one.inputHandlers.length = 0;
		one.emit("session_start");
	}
}

/** Plays a form of the deck. */
async function play(card: number, number: number): Promise<void> {
	random = new Random(seed ^ Math.imul(card + 1, 0x9e3779b1));
	const how = ENDS[card % ENDS.length] ?? "submitted";
	const asked: Question[] = Array.from({ length: random.between(1, 3) }, (_, at) => question(random, card, at));
	const args = how === "refused" ? { questions: [{ label: "No prompt" }] } : { questions: asked };
	const controller = new AbortController();
	const isDialogs = how === "dialogs" || how === "aborted dialogs";
	const to = isDialogs ? program : host;
	to.call = `call_${number}`;
	if (how === "aborted before it was seen") controller.abort();
	if (how === "another theme") host.theme.shade = card % 200;
	host.renderCall(args).render(80);
	const { result } = isDialogs
		? { result: program.execute(args, controller.signal) }
		: await host.open(args, controller.signal);
	if (how === "aborted dialogs") {
		await setImmediate();
		controller.abort();
	}
	if (!isDialogs) use();
	if (how === "another theme") host.component?.invalidate();
	// pi starts a thread for each picture, which takes longer than fifty forms.
	if (how === "with a picture" && card % 5 === 0) press(key.paste(`${picture} ${picture}`));
	if (how === "aborted by the run") controller.abort();
	if (how === "asked again after the session was closed" && host.component) {
		host.emit("session_shutdown");
		keep(host, args, await result);
		host.inputHandlers.length = 0;
		host.emit("session_start");
		await shown();
		use();
		await end(false);
		return;
	}
	if (!isDialogs) await end(how === "left");
	const returned = await result;
	keep(to, args, returned);
	const drawn = host.renderResult([{ type: "text", text: returned.text }], returned.details, true);
	for (const columns of [40, 100]) drawn.render(columns);
	if (how !== "revised") return;
	const revision = host.command("questions", "revise");
	await shown();
	use();
	await end(false);
	await revision;
}

/** Waits until the collector has told of all objects, and returns the bytes of the heap. */
async function heapBytes(): Promise<number> {
	for (let times = 0; times < 3; times++) {
		collect();
		await setTimeout(20);
	}
	collect();
	return process.memoryUsage().heapUsed;
}

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(2)} MiB`;
const marks = new Set([1, 10, DECK, 2 * DECK, 300, 1_000, 3_000, count]);
const first = { heap: 0, wasm: 0, live: 0 };
let at = { ...first };

console.log(`seed ${seed}; ${count} forms${options.fresh ? "" : `, the same ${DECK} again and again`}`);
for (let number = 1; number <= count; number++) {
	if ((number - 1) % session === 0) await restart(true);
	await play(options.fresh ? number : number % DECK, number);
	if (!marks.has(number) && number % DECK !== 0) continue;
	for (const list of [host.written, host.notices, program.notices, host.sent]) list.length = 0;
	// Also when nothing is printed: palettes are left to the collector, which takes them seldom, as their objects are small.
	at = { heap: await heapBytes(), wasm: wasmBytes(), live: 0 };
	if (!marks.has(number)) continue;
	// Only where it is compared, because it makes the memory grow by a page.
	const isJudged = number === DECK || number === count;
	if (isJudged) at.live = liveBytes();
	if (number === DECK) Object.assign(first, at);
	const inUse = isJudged ? `, of which in use ${mebibytes(at.live)}` : "";
	const listeners = process.stdin.listenerCount("data") + host.inputHandlers.length;
	console.log(
		`${number} forms: module ${mebibytes(at.wasm)}${inUse}, heap ${mebibytes(at.heap)}, ${listeners} listeners`,
	);
}
await restart(true);
await heapBytes();
for (const [name, { made, freed, collected }] of objects)
	console.log(
		`${name}: ${made} made, ${freed} freed, ${collected} left to the collector, ${made - freed - collected} kept`,
	);

/** Classes whose objects are shared, and left to the collector. */
const SHARED = ["Palette", "Settings"];
const unfreed = [...objects].flatMap(([name, { made, freed, collected }]) => {
	// The branch that was read last is kept.
	const kept = made - freed - (name === "Branch" ? 1 : 0);
	return SHARED.includes(name) ? (made - freed - collected > 2 ? [name] : []) : kept > 0 ? [name] : [];
});
const faults = [
	...(unfreed.length > 0 ? [`Objects that nobody has freed: ${unfreed.join(", ")}.`] : []),
	...(!options.fresh && at.live > first.live + LIVE_GROWTH
		? [`What the module has in use has grown by ${at.live - first.live} bytes.`]
		: []),
	...(!options.fresh && at.wasm > first.wasm * WASM_GROWTH
		? [`The module's memory has grown by ${mebibytes(at.wasm - first.wasm)}.`]
		: []),
	...(at.heap > first.heap * HEAP_GROWTH ? [`The heap has grown by ${mebibytes(at.heap - first.heap)}.`] : []),
];
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
