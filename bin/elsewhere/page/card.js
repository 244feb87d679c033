/**
 * The questions of one call: who asks, the controls, and what can be done with them. It stays where it is when it has ended,
 * until the person closes it.
 *
 * Never here: the other calls, the connection.
 */
import { button, element, newId } from "./dom.js";
import { dropDraft, keepDraft, readDraft } from "./drafts.js";
import { enteredOf } from "./entered.js";
import { send } from "./live.js";
import { isSeen } from "./nodes.js";
import { QuestionForm } from "./question.js";

/** @typedef {import("../asked.js").Asked} Asked */

const UNREADABLE = "This version of pi-question cannot read the question. Answer it in pi.";
const UNREACHED = "Not sent: there is no connection. What you entered is kept here.";

/** Returns the title of questions. @param {Asked} asked */
export function titleOf({ title, questions = [] }) {
	if (title !== undefined && isSeen(title)) return title;
	return questions.length > 1 ? `${questions.length} questions` : "A question";
}

export class Card {
	element;
	isEnded = false;
	#asked;
	/** @type {QuestionForm[]} */
	#questions = [];
	#message = element("textarea", { rows: 3, autocomplete: "off", dir: "auto" });
	#problem = element("p", { className: "problem", role: "alert", lang: "en" });
	/** How the questions have ended, which who cannot see it is told. */
	#status = element("div", { role: "status", lang: "en" });
	#time = element("time");
	#form = element("form", { noValidate: true });
	#isSending = false;
	/** How the questions have ended while an answer was on its way. @type {string | undefined} */
	#endedMeanwhile;
	/** Whether the person was asked whether they mean it. */
	#isCancelling = false;
	#closed;

	/** @param {Asked} asked @param {() => void} closed Called when the person closes a card that has ended. */
	constructor(asked, closed) {
		this.#asked = asked;
		this.#closed = closed;
		const heading = element("h2", { id: newId(), dir: "auto" }, titleOf(asked));
		const asks = asked.asks === undefined ? undefined : element("p", { className: "asks" }, asked.asks);
		const place = element("p", { className: "place", lang: "en" }, asked.place, " · ", this.#time);
		this.#time.dateTime = new Date(asked.since).toISOString();
		this.tick();
		this.element = element(
			"section",
			{ "aria-labelledby": heading.id, tabIndex: -1, lang: asked.language },
			heading,
			asks,
			place,
			this.#status,
			this.#form,
		);
		if (asked.questions && asked.words) this.#fill(asked.questions, asked.words);
		else this.#form.append(element("p", {}, UNREADABLE));
	}

	get since() {
		return this.#asked.since;
	}

	/** The name of the draft. */
	get #draft() {
		return this.#asked.draft ?? this.#asked.id;
	}

	/** Whether something is entered. */
	get hasDraft() {
		return this.#message.value.trim() !== "" || this.#questions.some((question) => question.isTouched);
	}

	/** Says since when it waits. */
	tick() {
		const minutes = Math.max(0, Math.floor((Date.now() - this.#asked.since) / 60_000));
		const [count, unit] = minutes < 120 ? [minutes, "minute"] : [Math.floor(minutes / 60), "hour"];
		const some = `${count} ${unit}${count === 1 ? "" : "s"} ago`;
		this.#time.textContent = `asked ${minutes === 0 ? "less than a minute ago" : some}`;
	}

	/** @param {import("../../../pkg/question.js").WebQuestion[]} questions @param {import("../../../pkg/question.js").WebWords} words */
	#fill(questions, words) {
		const draft = readDraft(this.#draft);
		this.#questions = questions.map((question, at) => {
			const entered = draft?.questions[at] ?? undefined;
			return new QuestionForm(question, words, entered, () => this.#changed());
		});
		this.#message.setAttribute("aria-label", words.discuss);
		this.#message.value = draft?.message ?? "";
		this.#message.addEventListener("input", () => this.#changed());
		const talk = element(
			"details",
			{ className: "talk", open: this.#message.value !== "" },
			element("summary", {}, words.discuss),
			this.#message,
			button(words.send, () => void this.#discuss()),
		);
		const acts = [
			element("button", { type: "submit", className: "main" }, words.submit),
			button(words.later, () => void this.#send({ later: true, ...this.#soFar })),
			button(words.cancel, () => void this.#cancel()),
		];
		const fields = this.#questions.map((question) => question.element);
		this.#form.append(...fields, this.#problem, element("div", { className: "acts" }, ...acts), talk);
		// One who chooses by Enter, as in pi, has not decided to send.
		this.#form.addEventListener("keydown", (event) => {
			if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
		});
		this.#form.addEventListener("submit", (event) => {
			event.preventDefault();
			void this.#submit();
		});
	}

	#changed() {
		this.#isCancelling = false;
		const questions = this.#questions.map((question) => (question.isTouched ? question.draft : null));
		const isKept = keepDraft(this.#draft, { questions, message: this.#message.value });
		this.#say(isKept ? "" : "This browser does not keep what you enter over a reload.");
	}

	/** @param {string} problem */
	#say(problem) {
		this.#problem.textContent = problem;
	}

	/** @param {(question: QuestionForm) => boolean} isMeant */
	#answers(isMeant) {
		const answers = this.#questions.map((question, at) => [
			this.#asked.questions?.[at]?.id,
			isMeant(question) ? question.answer : undefined,
		]);
		return Object.fromEntries(answers.filter(([, answer]) => answer !== undefined));
	}

	/** What the person has answered before they end without all answers. */
	get #soFar() {
		const answers = this.#answers((question) => question.isTouched);
		return Object.keys(answers).length > 0 ? { answers } : {};
	}

	async #submit() {
		const problems = this.#questions.map((question) => question.check());
		if (this.#show(problems)) return;
		await this.#send({ answers: this.#answers(() => true) });
	}

	/** Shows what is wrong, by the places of the questions, and moves to the first. Returns whether anything is. @param {(string | undefined)[]} problems */
	#show(problems) {
		for (const [at, question] of this.#questions.entries()) question.show(problems[at]);
		const wrong = this.#questions.filter((_, at) => problems[at] !== undefined);
		const names = (this.#asked.questions ?? []).filter((_, at) => problems[at] !== undefined).map(({ title }) => title);
		this.#say(wrong.length > 0 ? `Not sent. Look at: ${names.join("; ")}` : "");
		wrong[0]?.focus();
		return wrong.length > 0;
	}

	async #discuss() {
		if (this.#message.value.trim() !== "") return this.#send({ message: this.#message.value, ...this.#soFar });
		this.#say("Type a message first.");
		this.#message.focus();
	}

	async #cancel() {
		if (this.#texts.length === 0 || this.#isCancelling) return this.#send({ cancelled: true });
		this.#isCancelling = true;
		this.#say(`Press ${this.#asked.words?.cancel} again to cancel without what you entered.`);
	}

	/** @param {object} response */
	async #send(response) {
		if (this.#isSending || this.isEnded) return;
		this.#isSending = true;
		this.#form.setAttribute("aria-busy", "true");
		this.#say("");
		const reply = await send({ id: this.#asked.id, ...response });
		this.#isSending = false;
		this.#form.removeAttribute("aria-busy");
		if (reply?.done !== undefined) {
			dropDraft(this.#draft);
			const unsent = "message" in response ? [] : this.#messages;
			return this.#end(reply.done, "cancelled" in response ? this.#texts : unsent, reply.sent);
		}
		const ended = reply?.ended ?? this.#endedMeanwhile;
		if (ended !== undefined) return this.#end(ended, this.#texts);
		const problems = this.#asked.questions?.map(({ id }) => new Map(Object.entries(reply?.problems ?? {})).get(id));
		if (!this.#show(problems ?? [])) this.#say(reply ? `Not sent: ${reply.problem}.` : UNREACHED);
	}

	/** The message, if the person has entered one. Only what they press for it sends it. */
	get #messages() {
		return this.#message.value.trim() === "" ? [] : [{ name: "Message", text: this.#message.value }];
	}

	/** What the person has entered. */
	get #texts() {
		return [...this.#questions.flatMap((question) => question.texts), ...this.#messages];
	}

	/** Takes that the questions wait no more, and how they have ended. Returns whether the person has not done that here. @param {string} words */
	end(words) {
		if (!this.#isSending) this.#end(words, this.#texts);
		// It may be this answer that has ended them, of which the reply says more.
		else this.#endedMeanwhile = words;
		return this.isEnded;
	}

	/**
	 * Shows how the questions have ended, what was sent, and what was not.
	 *
	 * @param {string} words
	 * @param {{ name: string, text: string }[]} unsent
	 * @param {string} [sent]
	 */
	#end(words, unsent, sent) {
		const hadFocus = this.element.contains(document.activeElement);
		this.isEnded = true;
		// They may be asked again, as after a reload of pi.
		if (this.#asked.draft === undefined) dropDraft(this.#draft);
		const close = button("Close", () => this.#closed());
		this.#status.append(element("p", { className: "end" }, words));
		if (sent) this.#status.append(element("p", { className: "text", dir: "auto", lang: this.#asked.language }, sent));
		this.#form.replaceWith(element("div", { lang: "en" }, enteredOf(unsent), close));
		this.element.classList.add("ended");
		if (hadFocus) this.element.focus({ preventScroll: true });
	}
}
