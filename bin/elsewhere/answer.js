/**
 * `pi-question answer`: asks questions in plain dialogs, or takes the answers of a script, and hands them over.
 *
 * Never here: what a dialog says, what a reply or an answer means.
 */
import { harmless } from "../../pkg/question.js";
import { refusal } from "./below.js";
import { answer, connectToAll, endNow, endOf, listAll, whole } from "./pis.js";
import { dialogsOf, oneLine, placeOf, problemsIn, recorded, recordIn, recordOf, sentenceOf, sentIn } from "./shown.js";
import { Typing } from "./typing.js";

/** @typedef {import("./pis.js").Waiting} Waiting */
/** @typedef {import("../../pkg/question.js").Dialogs} Dialogs */
/** @typedef {import("./shown.js").Record} Record */

/** Exit codes. */
export const DONE = 0;
export const FAILED = 1;
const SETTLED = 3;
const LEFT = 130;

/** Columns of a line where nothing says how wide it may be. */
const COLUMNS = 80;
/** Columns and rows around a dialog that its pages allow for and that are free here, but for the line that is typed. */
const FREE_COLUMNS = 2;
const FREE_ROWS = 9;

/** @param {string} text */
const print = (text) => process.stdout.write(`${text}\n`);
/** @param {string} problem */
export const warn = (problem) => process.stderr.write(`pi-question: ${harmless(problem)}\n`);

/**
 * Runs the command; resolves to its exit code.
 *
 * @param {string | undefined} id Or its beginning; without it, the oldest questions are answered.
 * @param {string | undefined} answers The answers of a script, in JSON.
 * @returns {Promise<number>}
 */
export async function runAnswer(id, answers) {
	const refused = await refusal();
	if (refused !== undefined) {
		warn(refused);
		return FAILED;
	}
	const all = await listAll(await connectToAll(warn));
	const named = all.filter((one) => id === undefined || one.id.startsWith(id));
	const chosen = named.find((one) => one.id === id) ?? named[0];
	if (!chosen) {
		warn(id === undefined ? "no question waits" : `no question ${id} waits`);
		return FAILED;
	}
	if (id !== undefined && chosen.id !== id && named.length > 1) {
		warn(`${named.length} ids begin with ${id}`);
		return FAILED;
	}
	const waiting = await whole(chosen);
	let dialogs;
	try {
		dialogs = dialogsOf(waiting);
	} catch {
		warn("this version of pi-question cannot read the question; answer it in pi");
		return FAILED;
	}
	if (answers !== undefined) return answerAs(waiting, answers);
	const more = id === undefined && all.length > 1 ? [`${all.length - 1} more wait: see pi-question list`] : [];
	return ask(waiting, dialogs, [...more, `From ${placeOf(waiting)}`]);
}

/**
 * Hands over the answers of a script.
 *
 * @param {Waiting} waiting
 * @param {string} answers
 */
async function answerAs(waiting, answers) {
	// The core reads the text, because it says more about what is wrong, and sees a name that occurs twice.
	const text = `{"answers": ${answers}}`;
	let problem = problemsIn(waiting, text)?.problem;
	try {
		problem ??= await answer(waiting, { answers: JSON.parse(answers) }, "script");
	} catch {
		problem = "it is not one value in JSON";
	}
	if (problem === undefined) {
		printSent(recordIn(waiting, text));
		return DONE;
	}
	const end = await endNow(waiting);
	warn(`--json: ${end ? sentenceOf(end) : problem}`);
	return end ? SETTLED : FAILED;
}

/**
 * Asks a person, and hands over what is answered, unless the questions end elsewhere before.
 *
 * @param {Waiting} waiting
 * @param {Dialogs} dialogs
 * @param {string[]} head Lines above the first dialog.
 * @returns {Promise<number>}
 */
async function ask(waiting, dialogs, head) {
	const typing = new Typing(process.stdin, process.stdout);
	if (typing.isTerminal) head.push("Ctrl+D: as Esc in pi", "Ctrl+C: leave it waiting");
	print(head.join("\n"));
	const stop = new AbortController();
	/** @type {import("./pis.js").End | undefined} */
	let end;
	const watching = endOf(waiting, stop.signal).then((found) => {
		end = found;
		stop.abort();
	});
	const typed = await askAll(dialogs, typing, stop.signal, head.length);
	const rest = typing.end();
	const hasAnswer = typed === undefined && !stop.signal.aborted;
	stop.abort();
	await watching;
	if (end && !hasAnswer) return leave(dialogs, rest, sentenceOf(end), SETTLED);
	if (typed && "key" in typed) return leave(dialogs, rest, "The question still waits.", LEFT);
	if (typed) return leave(dialogs, rest, "The input has ended, and the question still waits.", FAILED);
	const record = recordAt(dialogs);
	const problem = await answer(waiting, responseOf(record), "person");
	if (problem !== undefined) {
		end = await endNow(waiting);
		return leave(dialogs, rest, end ? sentenceOf(end) : `It was refused: ${problem}.`, end ? SETTLED : FAILED);
	}
	printSent(record);
	printEntered("What is not sent, because it belongs to no answer:", unsentIn(record));
	return DONE;
}

/**
 * Asks one dialog after another. Resolves to undefined once all are answered, or after `signal`; else to what has ended
 * them.
 *
 * @param {Dialogs} dialogs
 * @param {Typing} typing
 * @param {AbortSignal} signal
 * @param {number} head Rows above the first one.
 */
async function askAll(dialogs, typing, signal, head) {
	for (let above = head; ; above = 0) {
		const { columns, rows } = process.stdout;
		if (rows) dialogs.resize(columns + FREE_COLUMNS, rows + FREE_ROWS - above);
		const dialog = dialogs.dialog();
		if (!dialog) return undefined;
		print(`\n${dialog.title}`);
		const typed = await typing.next(signal, (lines) => print(`Not taken, as it came too early:\n${harmless(lines)}`));
		if (!typed) return undefined;
		if ("isOver" in typed || ("key" in typed && typed.key === "leave")) return typed;
		dialogs.reply("line" in typed ? typed.line : undefined);
	}
}

/** Returns the response to the request of dialogs that have ended. @param {Record} record @returns {object} */
function responseOf({ outcome, answers, unsentAnswers = [], message }) {
	const given = answers.length > 0 ? answers : unsentAnswers;
	const soFar = given.length > 0 ? { answers: given } : {};
	if (outcome === "answered") return { answers };
	if (outcome === "pending") return { later: true, ...soFar };
	return outcome === "discuss" ? { message, ...soFar } : { cancelled: true, ...soFar };
}

/** Returns the record of dialogs that have ended. @param {Dialogs} dialogs @returns {Record} */
function recordAt(dialogs) {
	const result = dialogs.result({ mode: "tui", now: Date.now() });
	if (!result) throw new Error("the dialogs have not ended");
	return recordOf(result);
}

/** Says what was sent. @param {Record | undefined} record */
function printSent(record) {
	const sent = sentIn(record, process.stdout.columns || COLUMNS);
	print([recorded(record?.outcome ?? ""), sent].filter(Boolean).join("\n"));
}

/**
 * Ends the command without an answer: says why, and prints what was entered.
 *
 * @param {Dialogs} dialogs
 * @param {string} rest What was typed and not taken.
 * @param {string} why
 * @param {number} code
 */
function leave(dialogs, rest, why, code) {
	print(`\n${harmless(why)}`);
	dialogs.abort();
	const record = recordAt(dialogs);
	const { answers, unsentAnswers = [], message } = record;
	const lines = [...answers, ...unsentAnswers].flatMap(({ id, label, note }) =>
		entered(record, id, [[label].flat().join(", "), note]),
	);
	printEntered("What you had entered:", [...lines, ...unsentIn(record), message ?? "", rest]);
	return code;
}

/** Lists what was entered beside answers. @param {Record} record */
function unsentIn(record) {
	return (record.unsent ?? []).flatMap(({ id, text, note }) => entered(record, id, [text, note]));
}

/**
 * Lists what was entered for a question, with its name.
 *
 * @param {Record} record
 * @param {string | undefined} id
 * @param {(string | undefined)[]} texts
 */
function entered({ questions }, id, texts) {
	const question = questions.find((one) => one.id === id);
	const name = oneLine(question?.label ?? question?.prompt ?? "Message");
	return texts.flatMap((text) => (text === undefined ? [] : [`${name}: ${text}`]));
}

/** @param {string} heading @param {string[]} lines */
function printEntered(heading, lines) {
	const some = lines.filter(Boolean);
	if (some.length > 0) print(harmless([heading, ...some].join("\n")));
}
