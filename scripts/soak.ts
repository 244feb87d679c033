/**
 * `npm run soak`: uses the extension at random in the real pi, in a pseudo-terminal with a scripted model that asks forms
 * without end, and checks what must always hold. Some forms are answered by the command `pi-question`, or on its page in
 * Chromium, if that is in PATH. `npm run soak -- 60` takes 60 minutes instead of 2, and
 * `npm run soak -- 60 12345` repeats the random choices of a seed, though not their timing. `npm run soak -- forms` does
 * without pi, and compares the memory of 10,000 forms with that of 100: see `soak/many.ts`.
 */
import { key } from "../tests/harness/keys.ts";
import { clis } from "../tests/harness/workplace.ts";
import { Driver, Fault } from "./soak/driver.ts";
import { playBoth, playElsewhere } from "./soak/elsewhere.ts";
import { isCourse } from "./soak/forms.ts";
import { playChild, playKnown } from "./soak/known.ts";
import { Ledger, twice } from "./soak/ledger.ts";
import type { Line } from "./soak/model.ts";
import { Places } from "./soak/places.ts";
import { Random } from "./soak/random.ts";
import { playCareful, playWild } from "./soak/wild.ts";

if (process.argv[2] === "forms") await import("./soak/many.ts"); // which ends the process
const [minutes = "2", given] = process.argv.slice(2);
const seed = Number(given ?? Math.floor(Math.random() * 2 ** 31));
const begun = Date.now();
const end = begun + Number(minutes) * 60_000;
if (!Number.isFinite(end + seed)) throw new Error("Usage: npm run soak -- [minutes] [seed]");

const random = new Random(seed);
const ledger = new Ledger();
const places = await Places.open();
const driver = new Driver(random, seed, places.runtime, (line) => ledger.take(line));

/** In the second half of the run, pi is not ended, so that its memory can be compared. */
const mayEnd = () => Date.now() < (begun + end) / 2;

function start(first = false): void {
	const mode = random.pick(["regular", "fullscreen"]);
	driver.start(["--tui-mode", mode, ...(first ? ["go"] : ["-c"])]);
}

/** Number of turns that were played, or that pi was ended before. */
let played = 0;

async function restart(): Promise<void> {
	await driver.kill(random.pick(["SIGKILL", "SIGHUP"]));
	// A turn is told before it begins, and this pi will not ask it.
	played = driver.log.read();
	start();
	await places.settle();
}

/** Presses keys in the form of a turn, now and then while another place answers it. */
function playPerhapsBoth(turn: Line, playKeys: () => Promise<void>, isCut = false): Promise<void> {
	return random.chance(0.3) ? playBoth(driver, places, turn, playKeys, isCut) : playKeys();
}

/** Plays a turn of the model. */
async function play(turn: Line): Promise<void> {
	const { kind } = turn;
	// A form that is cut off ends pi.
	if (isCourse(kind)) return playKnown(driver, { ...turn, kind: kind === "cut" && !mayEnd() ? "choice" : kind });
	switch (kind) {
		case "careful": {
			let lost: string[] = [];
			await playPerhapsBoth(turn, async () => {
				lost = (await playCareful(driver, turn)).filter((word) => !driver.hasKept(word));
			});
			if (lost.length === 0) return;
			throw new Fault(`kept nowhere: ${lost.join(", ")}; sent: ${JSON.stringify(driver.log.last?.last)}`);
		}
		case "child":
			return playChild(driver, turn);
		case "elsewhere":
			return playElsewhere(driver, places, turn);
		case "idle":
			return playIdle();
		default: {
			const isCut = mayEnd() && random.chance(0.08);
			const playKeys = async () => {
				await playWild(driver, turn, !isCut);
				if (isCut) await restart();
			};
			await playPerhapsBoth(turn, playKeys, isCut);
		}
	}
}

/** Writes a line into pi's prompt and sends it, unless another turn begins: its form must not get these keys. */
async function say(line: string): Promise<void> {
	const { count } = driver.log;
	// Ctrl+C clears the prompt; twice, it would end pi.
	for (const [keys, ms] of [
		[key.ctrl("c"), 1_300],
		[line, 1_300],
		[key.enter, 500],
	] as const) {
		await driver.rest(ms);
		driver.log.read();
		if (driver.log.count > count) return;
		driver.keys(keys);
	}
}

/** Number of the turn with which the session began. */
let session = 0;

/** Number of turns after which another session begins, so that what pi keeps of a session does not grow without end. */
const TURNS_OF_SESSION = 40;

/** Does something between two runs of the model, and begins the next one. */
async function playIdle(): Promise<void> {
	const ends = mayEnd() ? 20 : 0;
	const deed = random.weighted({
		nothing: 50,
		"/questions": 10,
		"/questions revise": 5,
		"/reload": 8,
		"/new": 6,
		end: ends,
	});
	driver.resize(random.between(60, 200), random.between(20, 60));
	if (driver.log.count > session + TURNS_OF_SESSION) {
		session = driver.log.count;
		await say("/new");
		await driver.rest(2_000);
	}
	if (deed === "end") await restart();
	else if (deed !== "nothing") await say(deed);
	await driver.until(() => false, deed === "nothing" ? 0 : 3_000);
	if (deed === "/questions revise") driver.keys(key.ctrl("c"));
	await nudge();
}

/** Makes the model go on, whatever is on the screen. */
async function nudge(): Promise<void> {
	const { count } = driver.log;
	const goesOn = () => driver.log.count > count || !driver.isRunning;
	for (let tries = 1; tries <= 10; tries++) {
		driver.check();
		if (driver.pi.size.rows < 20 || driver.pi.size.columns < 60) driver.resize(80, 24);
		if (driver.hasDialog) driver.keys(key.escape);
		await say("go");
		if (await driver.until(goesOn, 3_000)) return;
		driver.keys(key.escape);
		if (await driver.until(goesOn, 1_500)) return;
		if (tries >= 2) driver.keys(key.enter);
		if (await driver.until(goesOn, 500)) return;
	}
	throw new Fault("pi does not go on");
}

/** Plays turn after turn until the time is over. */
async function soak(): Promise<void> {
	start(true);
	while (Date.now() < end) {
		driver.check();
		if (ledger.wrong) throw new Fault(`an unexpected outcome: ${ledger.wrong}`);
		if (!driver.isRunning) {
			played = driver.log.read();
			start();
		}
		const isNew = await driver.until(() => driver.log.count > played || !driver.isRunning, played ? 8_000 : 60_000);
		const turn = driver.log.last;
		if (!driver.isRunning) continue;
		if (isNew && turn) {
			played = driver.log.count;
			await play(turn);
			await driver.probe();
			if (turn.kind === "cut" || random.chance(0.3)) await places.settle();
			await places.tidy();
		} else await nudge();
	}
}

console.log(`seed ${seed}; ${minutes} minutes; ${clis[0]}`);
const noPage = places.noPage === undefined ? [] : [`without the page: ${places.noPage}`];
for (const line of noPage) console.log(line);
let fault: string | undefined;
try {
	await soak();
} catch (error) {
	fault = error instanceof Fault ? error.message : String(error instanceof Error ? error.stack : error);
}
const { lines, grown } = ledger.report();
const deeds = [...driver.deeds].map(([deed, times]) => `${deed} ${times}`).join(", ");
const acted = `${driver.acted} actions, ${driver.log.count} turns, ${driver.pressedAgain} keys pressed again, ${driver.missed} forms missed`;
console.log([acted, `another extension: ${deeds}`, ...lines, ...noPage].join("\n"));
fault ??= grown[0] ?? twice(driver.workplace.entries());
if (fault) {
	console.error(`seed ${seed}: ${fault}\nThe last actions:\n${driver.report()}`);
	process.exitCode = 1;
}
await driver.stop();
await places.stop();
