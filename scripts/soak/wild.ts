/** Random actions in a form: of all kinds, or of those that erase nothing. */
import { setTimeout } from "node:timers/promises";
import { key } from "../../tests/harness/keys.ts";
import { type Driver, Fault } from "./driver.ts";
import { KEYS, SAFE, TEXTS } from "./keys.ts";
import type { Line } from "./model.ts";
import { type Deed, DIALOGS } from "./others.ts";

/** Time in which a form has to end once the driver tries to leave it. */
const LEAVING_MS = 80_000;

/** Time in which pi has drawn a whole screen, in milliseconds. */
const DRAWING_MS = 150;

/** Keys that arrive byte by byte. */
const IN_BYTES = [key.shiftUp, "日本語", key.paste("pasted"), key.escape];

const marker = (driver: Driver) => `w${driver.random.between(10_000, 99_999)}`;

function resize(driver: Driver): void {
	const { random } = driver;
	driver.resize(random.between(10, 200), random.between(3, 60));
}

function paste({ random, picture }: Driver, word: string): string {
	return key.paste(
		random.pick([
			picture,
			picture,
			`${picture} ${picture}`,
			"/no/such/file.png",
			word,
			`${word}\nline\nline`,
			"line\r\n".repeat(random.between(1, 60)),
			"",
			"\x1b[31mred\x1b[0m \x07",
		]),
	);
}

/** Returns random keys of one kind. */
function keys(driver: Driver): string {
	const { random } = driver;
	switch (random.weighted({ key: 60, word: 12, text: 5, paste: 6, click: 3, burst: 4 })) {
		case "key":
			return random.pick(KEYS);
		case "word":
			return `${marker(driver)} `;
		case "text":
			return random.pick(TEXTS);
		case "paste":
			return paste(driver, marker(driver));
		case "click": {
			const at = `${random.between(1, driver.pi.size.columns)};${random.between(1, driver.pi.size.rows)}`;
			return random.pick([`\x1b[<0;${at}M\x1b[<0;${at}m`, `\x1b[<64;${at}M`, `\x1b[<65;${at}M`]);
		}
		case "burst":
			return Array.from({ length: random.between(2, 12) }, () => random.pick(KEYS)).join("");
	}
}

/** Returns what another extension does next. */
function deed({ random }: Driver): Deed {
	return random.chance(0.5) ? "theme" : random.pick(DIALOGS);
}

/** Does one random thing. */
function act(driver: Driver): void {
	if (driver.random.chance(0.1)) resize(driver);
	else if (driver.random.chance(0.05)) driver.others(deed(driver));
	else if (driver.random.chance(0.03)) driver.bytes(driver.random.pick(IN_BYTES));
	else driver.keys(keys(driver));
}

const isOver = (driver: Driver, { number }: Line) => !driver.isRunning || (driver.log.last?.number ?? 0) > number;

/** Plays random keys until the form of a turn ends, and then leaves it, or leaves it open. */
export async function playWild(driver: Driver, turn: Line, leaves = true): Promise<void> {
	const { random } = driver;
	driver.note(`form ${turn.number}: wild`);
	await driver.until(() => isOver(driver, turn), random.between(500, 1_500));
	for (let left = random.between(3, 20); left > 0 && !isOver(driver, turn); left--) {
		act(driver);
		await setTimeout(random.pick([0, 5, 20, 60, 150]));
		driver.log.read();
		driver.check();
		if (random.chance(0.05)) await driver.probe();
	}
	if (leaves) await leave(driver, turn);
}

/** The end of the hints, which a form has, and what it shows while it is folded. */
const FORM = /(?:\?|f1) \p{L}+\s*$|Pause for a moment|asks · /mu;
const FOLDED = /ctrl\+l unfold ·/;

/** Leaves the form of a turn by one way or another. Not being able to is a fault. */
async function leave(driver: Driver, turn: Line): Promise<void> {
	const { random } = driver;
	const soft = [...Array(6).fill(key.enter), key.tab, "1", "y", key.escape];
	const hard = [key.enter, key.escape, key.ctrl("c"), key.ctrl("c") + key.ctrl("c")];
	const begun = Date.now();
	for (let tries = 0; !isOver(driver, turn); tries++) {
		if (Date.now() > begun + LEAVING_MS) throw new Fault("the form cannot be left");
		if (driver.pi.size.rows < 20 || driver.pi.size.columns < 60) driver.resize(80, 24);
		if (driver.hasDialog) driver.keys(key.escape);
		else if (FOLDED.test(driver.screen)) driver.keys(key.ctrl("l"));
		// Without a form, Ctrl+C would end pi. Its page of keys has no hints, and any key closes it.
		else if (!FORM.test(driver.screen) && tries > 10) return;
		else driver.keys(random.pick(tries < 12 ? soft : hard));
		driver.check();
		await driver.until(() => isOver(driver, turn), random.pick([60, 200, 500]));
	}
}

/** Plays keys that erase nothing, and returns the words that the form has shown, which have to be kept. */
export async function playCareful(driver: Driver, turn: Line): Promise<string[]> {
	const { random } = driver;
	const shown: string[] = [];
	driver.resize(random.between(60, 200), random.between(24, 60));
	driver.note(`form ${turn.number}: careful`);
	await driver.until(() => isOver(driver, turn), 900);
	if (driver.hasDialog) driver.keys(key.escape);
	await driver.pi.calm();
	for (let left = random.between(4, 16); left > 0 && !isOver(driver, turn); left--) {
		if (random.chance(0.2)) resize(driver);
		if (random.chance(0.08)) driver.others(deed(driver));
		if (random.chance(0.3)) {
			if (driver.pi.size.rows < 15 || driver.pi.size.columns < 40) driver.resize(80, 24);
			const word = marker(driver);
			driver.keys(`${word} `);
			// What is typed into the dialog of another extension is not the form's.
			const isShown = () => !driver.hasDialog && driver.screen.includes(word);
			if (!(await driver.until(isShown, 1_500))) continue;
			// A screen that is half drawn may lack the title of a dialog.
			await setTimeout(DRAWING_MS);
			if (isShown()) shown.push(word);
		} else driver.keys(random.pick(SAFE));
		await driver.until(() => isOver(driver, turn), random.pick([20, 60, 200]));
		driver.check();
	}
	if (isOver(driver, turn)) {
		// What was typed after the end of the form stands in pi's prompt, which a dialog of another extension may cover.
		driver.resize(100, 50);
		await driver.until(() => false, 400);
		if (driver.hasDialog) {
			driver.keys(key.escape);
			await driver.until(() => !driver.hasDialog, 2_000);
		}
		return shown.filter((word) => !driver.screen.includes(word));
	}
	await leave(driver, turn);
	return [];
}
