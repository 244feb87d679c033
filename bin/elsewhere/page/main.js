/**
 * The page: the cards of what waits, oldest first, and what it says of itself.
 *
 * Never here: a question, how the server is reached.
 */
import { Card, titleOf } from "./card.js";
import { guard, moved } from "./guard.js";
import { follow } from "./live.js";
import { notify, offerNotices } from "./notices.js";

/** @typedef {{ waiting: import("../asked.js").Asked[], ended: { id: string, words: string }[] }} State */

const SAID = {
	open: "Connected.",
	lost: "No connection to pi-question. What you type is kept here, and it connects again by itself.",
	refused: "This address is not valid any more. Open the one that pi-question serve has printed.",
	full: "Too many pages are open. Close one; this page tries again by itself.",
};
/** Milliseconds between two looks at the clock. */
const TICK_MS = 30_000;

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const [connection, questions, nothing] = [part("connection"), part("questions"), part("nothing")];
const [news, dropped] = [part("news"), part("dropped")];

/** By the ids of the questions. @type {Map<string, Card>} */
const cards = new Map();
let isFirst = true;

/** Says something to who cannot see that it has happened. @param {string} words */
function tell(words) {
	news.textContent = words;
}

/** @param {State} state */
function show({ waiting, ended }) {
	const now = new Set(waiting.map(({ id }) => id));
	for (const [id, card] of cards) {
		if (card.isEnded || now.has(id)) continue;
		const words = ended.find((one) => one.id === id)?.words ?? "The question waits no more.";
		if (card.end(words)) moved();
	}
	for (const asked of waiting) {
		const known = cards.get(asked.id);
		if (known && !known.isEnded) continue;
		known?.element.remove();
		add(asked);
		if (isFirst) continue;
		tell(`A question has come: ${titleOf(asked)}`);
		notify(asked.id, titleOf(asked), asked.place);
	}
	isFirst = false;
	count();
}

/** @param {State["waiting"][number]} asked */
function add(asked) {
	const card = new Card(asked, () => {
		cards.delete(asked.id);
		const next = card.element.nextElementSibling ?? card.element.previousElementSibling;
		card.element.remove();
		if (next instanceof HTMLElement) next.focus();
		count();
	});
	const later = [...cards.values()].filter((other) => other.since > asked.since);
	const next = later.sort((one, other) => one.since - other.since)[0];
	cards.set(asked.id, card);
	questions.insertBefore(card.element, next?.element ?? null);
	// What was entered before a reload of pi could be sent by a press that was meant for what stood there before.
	if (next || (card.hasDraft && !isFirst)) moved();
}

function count() {
	const waiting = [...cards.values()].filter((card) => !card.isEnded).length;
	document.title = waiting === 0 ? "pi-question" : `(${waiting}) pi-question`;
	nothing.hidden = cards.size > 0 || isFirst;
}

guard(questions, () => {
	tell(dropped.textContent ?? "");
	dropped.hidden = false;
});
for (const type of ["click", "input", "scroll"])
	addEventListener(type, () => {
		dropped.hidden = true; // a press that is dropped does not come here
	});
offerNotices(part("notices"));
setInterval(() => {
	for (const card of cards.values()) card.tick();
}, TICK_MS);
void follow(show, (state) => {
	if (connection.className === state) return;
	connection.textContent = SAID[state];
	if (connection.className !== "") moved(); // the words above have another height
	connection.className = state;
});
