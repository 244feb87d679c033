/**
 * `pi-question wait`: tells of questions as they come.
 *
 * Never here: what a question says.
 */
import { followAll } from "./follow.js";
import { whole } from "./pis.js";

/** @typedef {import("./pis.js").Waiting} Waiting */

/**
 * Waits for questions. Those that wait already are told of only if each one is wanted. Resolves after the first one, or
 * never if each one is wanted. Rejects if no folder can be watched.
 *
 * @param {(waiting: Waiting) => void} tell
 * @param {boolean} each
 * @param {(problem: string) => void} warn
 */
export async function waitForQuestions(tell, each, warn) {
	/** Ids of questions that were told of, or that waited before. @type {Set<string>} */
	const known = new Set();
	let isOver = false;
	await new Promise((resolve) => {
		const { stop } = followAll({
			warn,
			async heard(_pi, listed, isNews) {
				for (const waiting of listed.waiting.filter(({ id }) => !known.has(id))) {
					known.add(waiting.id);
					const told = (isNews || each) && (await whole(waiting));
					if (!told || isOver) continue;
					tell(told);
					if (each) continue;
					isOver = true;
					stop();
					resolve(undefined);
				}
			},
		});
	});
}
