/**
 * Whether a person may answer from this process: an agent must not answer its own questions.
 *
 * Never here: what pi itself looks for in the process that answers.
 */
import { lineageOf } from "../processes.js";
import { findBeacons } from "./pis.js";

const BELOW = "this command runs below a pi, and an agent must not answer its own questions";
const ADVICE = "A person answers in pi, or runs it in a terminal that pi did not start";

/** Returns why nobody answers from this process; undefined if a person may. */
export function refusal() {
	return isBelowPi() ? `${BELOW}. ${ADVICE}.` : undefined;
}

/** Returns whether this process was started by a pi, or by what a pi has started. */
function isBelowPi() {
	const { PI_CODING_AGENT, PI_QUESTION_HOST, PI_SESSION_ID, AI_AGENT } = process.env;
	if (PI_CODING_AGENT || PI_QUESTION_HOST || PI_SESSION_ID || AI_AGENT === "pi") return true;
	try {
		const { above = [] } = lineageOf(process.pid) ?? {};
		return findBeacons(() => {}).some(({ pid }) => above.includes(pid));
	} catch {
		return true; // nothing tells that it was not
	}
}
