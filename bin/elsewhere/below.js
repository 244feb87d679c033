/**
 * Whether a person may answer from this process: an agent must not answer its own questions.
 *
 * Never here: what pi itself looks for in the process that answers.
 */
import { lineageOf } from "../processes.js";
import { findBeacons } from "./pis.js";

const OWN = "and an agent must not answer its own questions";
const ADVICE = "A person answers in pi, or runs it in a terminal that pi did not start";

/** Resolves to why nobody answers from this process; undefined if a person may. @returns {Promise<string | undefined>} */
export async function refusal() {
	try {
		return (await isBelowPi()) ? `this command runs below a pi, ${OWN}. ${ADVICE}.` : undefined;
	} catch (error) {
		// Nothing tells that it does not run below one.
		return `${error instanceof Error ? error.message : error}, ${OWN}. ${ADVICE}.`;
	}
}

/** Resolves to whether this process was started by a pi, or by what a pi has started. Rejects if that is unknown. */
async function isBelowPi() {
	const { PI_CODING_AGENT, PI_QUESTION_HOST, PI_SESSION_ID, AI_AGENT } = process.env;
	if (PI_CODING_AGENT || PI_QUESTION_HOST || PI_SESSION_ID || AI_AGENT === "pi") return true;
	const { above } = await lineageOf(process.pid);
	return findBeacons(() => {}).some(({ pid }) => above.includes(pid));
}
