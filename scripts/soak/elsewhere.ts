/**
 * Forms that are answered on the page or by the command, also in the moment in which a key answers them, and forms that are
 * answered so while random keys are pressed in them. One place counts, and each place is told which.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { TOLD } from "../../tests/harness/race.ts";
import { type Driver, Fault } from "./driver.ts";
import { LABELS } from "./forms.ts";
import { isOver, opened } from "./known.ts";
import { placeOf } from "./ledger.ts";
import type { Line } from "./model.ts";
import type { Places } from "./places.ts";

/** The places that answer the same form, by the option that each one chooses, and how its result calls them. */
const PLACES = { form: "the form", page: "the page", command: "another terminal" } as const;
type Place = keyof typeof PLACES;
const NAMES = Object.keys(PLACES) as Place[];

/** What a place says whose answer counts. */
const DONE = "The question was answered.";
/** What the others say where it ended in pi in another way, or pi was ended. */
const ENDED = /The question (?:was .+ in pi\.|waits no more: its pi has ended, or does not say why\.)/;
/** What the command says if nothing waits any more. */
const NOTHING = /^pi-question: no question (?:\w+ )?waits$/;

/** Milliseconds within which all places answer. */
const WITHIN_MS = 150;
/** Time in which a place has to take an answer, or to be told of another. */
const TOLD_MS = 20_000;
/** Time after which an answer that no place has taken is given again. */
const AGAIN_MS = 4_000;

type Card = Awaited<ReturnType<Places["card"]>>;

/** Returns what a card says at its end. */
async function endOf(card: Card): Promise<string> {
	const end = await card.waitForSelector(".end", { timeout: TOLD_MS }).catch(() => undefined);
	if (!end) throw new Fault(`a card of the page does not end: ${await card.innerText()}`);
	return end.innerText();
}

/** Presses a button of a card until the card has ended. */
async function submit(card: Card): Promise<void> {
	for (const end = Date.now() + TOLD_MS; Date.now() < end; ) {
		const button = await card.$("button.main");
		if (!button) return;
		await button.click({ timeout: 1_000 }).catch(() => {}); // it has ended meanwhile
		if (await card.waitForSelector(".end", { timeout: AGAIN_MS }).catch(() => undefined)) return;
	}
}

/** Plays a form that one to three places answer within a moment. */
export async function playElsewhere(driver: Driver, places: Places, turn: Line): Promise<void> {
	const { random } = driver;
	const shown = `Known A ${turn.number}?`;
	const others = places.page
		? random.pick([["page"], ["command"], ["page", "command"]] as const)
		: ["command" as const];
	const inUse: Place[] = [...others, ...(random.chance(0.5) ? ["form" as const] : [])];
	const delays = NAMES.map(() => random.between(0, WITHIN_MS));
	driver.resize(random.between(80, 200), random.between(30, 60));
	driver.note(`form ${turn.number}: elsewhere, ${inUse.join(", ")}`);
	if (!(await opened(driver, "→ 1. Kilo", turn))) return;
	const id = await places.find(shown);
	const command = inUse.includes("command") ? places.start(["answer", id]) : undefined;
	if (command && (await Promise.race([command.shows("own answer."), sleep(TOLD_MS, "late")])) === "late")
		throw new Fault(`pi-question answer does not ask: ${JSON.stringify(command.said)}`);
	const card = inUse.includes("page") ? await places.card(shown) : undefined;
	const radios = (await card?.$$("input[type=radio]")) ?? [];
	await radios[NAMES.indexOf("page")]?.check();
	await (await card?.$("button.main"))?.focus();
	await driver.pi.calm();
	const acts: Record<Place, () => unknown> = {
		form: () => driver.keys("1"),
		page: () => places.page?.keyboard.press("Enter"),
		command: () => command?.child.stdin.write(`${NAMES.indexOf("command") + 1}\n`),
	};
	await Promise.all(inUse.map((place) => sleep(delays[NAMES.indexOf(place)]).then(acts[place])));
	if (!(await driver.until(() => isOver(driver, turn), AGAIN_MS)) && card) {
		driver.pressedAgain += 1;
		await submit(card);
	}
	await driver.until(() => isOver(driver, turn), TOLD_MS);
	const last = driver.log.after(turn.number)?.last;
	const [answer, ...more] = last?.details?.answers ?? [];
	const first = NAMES.find((_, at) => LABELS[at] === answer?.value);
	const said = JSON.stringify(last);
	if (!last || !first || more.length > 0 || last.details?.outcome !== "answered")
		throw new Fault(`The model was sent ${said}`);
	if (!inUse.includes(first) || placeOf(last.details.answeredFrom) !== PLACES[first])
		throw new Fault(`${inUse.join(" and ")} answered, and the model was sent ${said}`);
	// The next form comes after a moment.
	const isClosed = () => !driver.screen.includes("→ 1. Kilo") || driver.screen.includes(`${turn.number + 1}?`);
	if (!(await driver.until(isClosed, TOLD_MS))) throw new Fault("The form does not close");
	if (command) {
		const ended = await Promise.race([command.ended, sleep(TOLD_MS)]);
		const [code, words] = first === "command" ? [0, DONE] : [3, TOLD[first]];
		const isTold = typeof words === "string" ? ended?.output.includes(words) : words.test(ended?.output ?? "");
		if (ended?.code !== code || !isTold || ended.errors !== "")
			throw new Fault(`${first} was first, and pi-question answer ended with ${JSON.stringify(ended)}`);
	}
	if (card) {
		const words = await endOf(card);
		if (first === "page" ? words !== DONE : !TOLD[first].test(words))
			throw new Fault(`${first} was first, and the page says ${JSON.stringify(words)}`);
	}
	driver.check();
	await places.settle();
}

/** Writes a text as the answer to each question of a card, and submits it. */
async function fill(card: Card, text: string): Promise<void> {
	for (const field of await card.$$("fieldset")) {
		const own = (await field.$$(".option > input")).at(-1);
		await own?.check({ timeout: 1_000 });
		await (await field.$(":scope > textarea, .option textarea"))?.fill(text, { timeout: 1_000 });
	}
	await submit(card);
}

/**
 * Answers the form of a turn, if it still waits, with a text for each question, on the page or by the command. Returns
 * whether that place says that the answer counts.
 */
async function answerAll(driver: Driver, places: Places, turn: Line, place: Place, text: string): Promise<boolean> {
	const isNext = () => driver.log.read() > 0 && isOver(driver, turn); // what waits may be the form after it
	if (place === "page") {
		const card = await places.page?.$("section:not(.ended)");
		if (!card || isNext()) return false;
		await fill(card, text).catch(() => {}); // it has ended meanwhile
		const words = await endOf(card);
		if (words !== DONE && !ENDED.test(words)) throw new Fault(`the page says ${JSON.stringify(words)}`);
		return words === DONE;
	}
	const [waiting] = await places.list();
	// Of some calls, it is not known what they ask.
	if (!waiting || isNext() || turn.questions.length === 0) return false;
	const answers = turn.questions.map(({ mode }) => (mode === "multi" ? [text] : text));
	const { code, output, errors } = await places.start(["answer", waiting.id, "--json", JSON.stringify(answers)]).ended;
	if (code === 0 && output.startsWith(DONE) && output.includes(text) && errors === "") return true;
	if (code === 3 && ENDED.test(errors)) return false;
	if (code === 1 && NOTHING.test(errors.trim())) return false;
	throw new Fault(`pi-question answer --json ended with ${JSON.stringify({ code, output, errors })}`);
}

/**
 * Answers the form of a turn elsewhere after a while, while `play` does something else with it, and checks that the answer
 * is kept if it counts, and else not. `isCut`: pi is killed meanwhile, which may lose what it was told just before.
 */
export async function playBoth(driver: Driver, places: Places, turn: Line, play: () => Promise<void>, isCut: boolean) {
	const { random } = driver;
	const place = places.page && random.chance(0.5) ? "page" : "command";
	const [text, ms] = [`w${random.between(10_000, 99_999)}`, random.between(800, 5_000)];
	driver.note(`form ${turn.number}: ${text} by ${place} after ${ms} ms`);
	const answering = sleep(ms).then(() => answerAll(driver, places, turn, place, text));
	const [isTaken] = await Promise.all([answering, play()]);
	if (isCut) return;
	if (isTaken) await driver.until(() => driver.hasKept(text), TOLD_MS);
	if (driver.hasKept(text) !== isTaken)
		throw new Fault(`${text} was ${isTaken ? "taken and is not kept" : "not taken and is kept"}`);
}
