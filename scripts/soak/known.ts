/** Forms that are filled in a known way: what arrives must be exactly what was pressed. */
import { isDeepStrictEqual } from "node:util";
import { key } from "../../tests/harness/keys.ts";
import { CHILD_ASKS, type Driver, Fault } from "./driver.ts";
import { type Course, LABELS } from "./forms.ts";
import type { Line } from "./model.ts";
import { DIALOGS, TITLE } from "./others.ts";

const [kilo, lima, mike] = LABELS;

/** Time in which a form has to show what a key does. */
const STEP_MS = 45_000;

/** Time after which keys without an effect are pressed again, as a person does. */
const AGAIN_MS = 5_000;

/**
 * Presses keys until something holds. Again if it does not, and pi has answered to something else since then: a form takes
 * no keys while its user may not have seen it, which a busy pi makes last longer.
 */
async function pressUntil(driver: Driver, keys: string, holds: () => boolean): Promise<boolean> {
	for (const end = Date.now() + STEP_MS; ; ) {
		driver.keys(keys);
		if (await driver.until(holds, AGAIN_MS)) return true;
		driver.check();
		await driver.redraw();
		if (await driver.until(holds, 500)) return true;
		if (Date.now() > end) return false;
		driver.pressedAgain += 1;
	}
}

/** Presses keys once a form is on the screen and keys count, and waits for what the screen then shows. */
async function press(driver: Driver, keys: string, seen: string | RegExp): Promise<void> {
	const holds = () => (typeof seen === "string" ? driver.screen.includes(seen) : seen.test(driver.screen));
	if (!(await pressUntil(driver, keys, holds))) throw new Fault(`Not seen: ${seen}`);
	driver.check();
}

/** Presses the key that ends the form of a turn, and returns the turn after it. */
async function finish(driver: Driver, { number }: Line, keys: string): Promise<Line> {
	const isNext = () => (driver.log.last?.number ?? 0) > number;
	const next = (await pressUntil(driver, keys, isNext)) && driver.log.after(number);
	if (!next) throw new Fault("the model was not sent the answer");
	return next;
}

async function sees(driver: Driver, seen: string | RegExp): Promise<void> {
	const holds = () => (typeof seen === "string" ? driver.screen.includes(seen) : seen.test(driver.screen));
	if (!(await driver.until(holds, STEP_MS))) throw new Fault(`Not seen: ${seen}`);
	driver.check();
}

/** What pi's own dialogs show. */
const DIALOG = /esc(?:ape)?(?:\/ctrl\+c)? (?:to )?(?:cancel|close|clear|back)/i;

/** What stands below pi's prompt while it offers completions, for which a form waits. */
const COMPLETIONS = /─ *\n→ \S/;

/** Whether the form of a turn has ended. */
export const isOver = (driver: Driver, { number }: Line) => (driver.log.last?.number ?? 0) > number;

/** What stands above pi's prompt if a key has stopped the model. */
const STOPPED = /Operation aborted\s*\n─+/;

/**
 * Waits until keys count in the form of a turn, which shows a text. Leaves dialogs that it waits for. Returns false if a key
 * that was meant for what was there before has ended the form, or the turn.
 */
export async function opened(driver: Driver, text: string, turn: Line, ms = 24_000): Promise<boolean> {
	const isOpen = () => isOver(driver, turn) || (!driver.hasDialog && driver.screen.includes(text));
	for (const end = Date.now() + ms; Date.now() < end && !(await driver.until(isOpen, 4_000)); ) {
		// What came before may have opened a dialog, of pi or of another extension, or a list of completions.
		if (driver.hasDialog || DIALOG.test(driver.screen) || COMPLETIONS.test(driver.screen)) driver.keys(key.escape);
		if (STOPPED.test(driver.screen)) break;
	}
	if (isOver(driver, turn) || (!isOpen() && STOPPED.test(driver.screen))) {
		driver.missed += 1;
		return false;
	}
	await sees(driver, text);
	await driver.rest(1_250);
	await driver.pi.calm();
	if (!(await driver.until(() => !driver.screen.includes("Pause for a moment"), STEP_MS)))
		throw new Fault("Keys never count");
	await driver.until(() => false, 100);
	return true;
}

type Values = Array<string | string[]>;

/** What was entered: the key that ends the form, the values that have to arrive, and the texts beside them. */
interface Filled {
	last: string;
	values: Values;
	beside?: string[];
}

/** Fills in the form of a turn. */
async function fill(driver: Driver, kind: Course, marker: string): Promise<Filled> {
	switch (kind) {
		case "choice":
			await press(driver, key.down, /→ 2\. Lima/);
			return { last: driver.random.pick([key.enter, "2"]), values: [lima] };
		case "own":
			// With the text in one piece, the number would be part of it.
			if (driver.random.chance(0.5)) await press(driver, "0", "enter submit");
			await press(driver, driver.random.pick([marker, key.paste(marker)]), marker);
			return { last: key.enter, values: [marker] };
		case "boxes":
			await press(driver, "1", /1\. \[x\] Kilo/);
			await press(driver, "3", /3\. \[x\] Mike/);
			await press(driver, key.enter, "→ Submit");
			return { last: key.enter, values: [[kilo, mike]] };
		case "input":
			await press(driver, marker, marker);
			return { last: key.enter, values: [marker] };
		case "several":
			await press(driver, "3", /1\. \[ \] Kilo/);
			await press(driver, "2", /2\. \[x\] Lima/);
			await press(driver, key.enter, /\[. C\d+\]/);
			await press(driver, marker, marker);
			await press(driver, key.enter, "→ Submit");
			return { last: key.enter, values: [mike, [lima], marker] };
		case "note":
			await press(driver, key.ctrl("n"), "A note on your answer");
			await press(driver, marker, marker);
			// Keys that come with Enter in one piece would be a paste.
			await press(driver, key.enter, `Note: ${marker}`);
			return { last: "3", values: [mike], beside: [marker] };
		case "picture":
			await press(driver, key.paste(driver.picture), "shot.png]");
			await press(driver, marker, marker);
			return { last: key.enter, values: [], beside: [marker, driver.picture, "shot.png]"] };
		case "dialog":
			await press(driver, marker, marker);
			driver.others("theme");
			driver.others(driver.random.pick(DIALOGS));
			await sees(driver, TITLE);
			if (!(await pressUntil(driver, driver.random.pick([key.enter, key.escape]), () => !driver.hasDialog)))
				throw new Fault("The dialog does not close");
			await sees(driver, marker);
			await driver.rest(1_250);
			return { last: key.enter, values: [marker] };
		case "cut":
			await driver.kill(driver.random.pick(["SIGKILL", "SIGHUP"]));
			driver.start(["-c"]);
			return { last: "2", values: [] };
	}
}

/** Plays the form of a turn, and checks what the model and the session get. */
export async function playKnown(driver: Driver, turn: Line & { kind: Course }): Promise<void> {
	const marker = `w${driver.random.between(10_000, 99_999)}`;
	driver.resize(driver.random.between(80, 200), driver.random.between(30, 60));
	const [question] = turn.questions;
	const shown = `Known A ${turn.number}?`;
	driver.note(`form ${turn.number}: ${turn.kind}, ${marker}`);
	if (!(await opened(driver, question?.mode === "single" ? "→ 1. Kilo" : shown, turn))) return;
	const { last: end, values, beside = [] } = await fill(driver, turn.kind, marker);
	if (turn.kind === "cut") {
		await opened(driver, "→ 1. Kilo", turn);
		await sees(driver, shown);
		const { last } = await finish(driver, turn, end);
		const expected = `${shown} → ${lima}`;
		if (!last.text.includes(expected)) throw new Fault(`The model was sent ${JSON.stringify(last)}, not ${expected}`);
		return;
	}
	const { last } = await finish(driver, turn, end);
	const got = (last.details?.answers ?? []).map(({ value }) => value);
	if (values.length > 0 && !isDeepStrictEqual(got, values))
		throw new Fault(`${JSON.stringify(values)} was entered, and ${JSON.stringify(last)} has arrived`);
	for (const text of [...beside, ...(values.flat().includes(marker) ? [marker] : [])]) {
		if (!last.text.includes(text)) throw new Fault(`${text} was entered, and ${JSON.stringify(last)} has arrived`);
		if (!driver.hasKept(text)) throw new Fault(`${text} is in no session file`);
	}
}

/** Answers the question of a child, and checks what its model reads. */
export async function playChild(driver: Driver, turn: Line): Promise<void> {
	driver.resize(driver.random.between(80, 200), driver.random.between(30, 60));
	const isEnded = () => isOver(driver, turn);
	if (!(await opened(driver, CHILD_ASKS, turn, 60_000))) {
		if (isEnded()) throw new Fault("The child does not ask");
		return;
	}
	const at = driver.random.between(1, LABELS.length);
	const isAnswered = () => !driver.screen.includes(CHILD_ASKS) || isEnded();
	if (!(await pressUntil(driver, String(at), isAnswered))) throw new Fault("The child is not answered");
	const read = await driver.child.result();
	const expected = `What for the child? → ${LABELS[at - 1]}`;
	if (read !== expected) throw new Fault(`The child has read ${JSON.stringify(read)}, not ${expected}`);
	if (!(await driver.until(isEnded, 60_000))) throw new Fault("The command of the child does not end");
}
