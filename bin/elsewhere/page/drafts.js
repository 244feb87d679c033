/**
 * Drafts: what was entered and not sent. They survive a reload of this page, and end with its tab.
 *
 * Never here: what a draft holds means.
 */

/**
 * What was entered for a question.
 *
 * @typedef {object} Draft
 * @property {number[]} picked Places of the options, 0-based: several may have one value.
 * @property {boolean} isOwn Whether words of their own are the answer, or a part of it.
 * @property {string} own Those words.
 * @property {string} note
 */

/** What was entered for a call: by the places of its questions, null where nothing was. @typedef {{ questions: (Draft | null)[], message: string }} CallDraft */

/** @param {string} id Of the questions, or the name of their draft. */
const key = (id) => `pi-question draft ${id}`;

/** Returns the draft of a call, if there is one. @param {string} id @returns {CallDraft | undefined} */
export function readDraft(id) {
	try {
		return JSON.parse(sessionStorage.getItem(key(id)) ?? "null") ?? undefined;
	} catch {
		return undefined;
	}
}

/** Keeps the draft of a call. Returns whether it is kept. @param {string} id @param {CallDraft} draft */
export function keepDraft(id, draft) {
	try {
		sessionStorage.setItem(key(id), JSON.stringify(draft));
		return true;
	} catch {
		return false; // the storage is full or forbidden
	}
}

/** @param {string} id */
export function dropDraft(id) {
	try {
		sessionStorage.removeItem(key(id));
	} catch {
		// Nothing was kept.
	}
}
