/**
 * For authors of ACP adapters: asks the client of an agent the questions of the `question` tool. Types are in index.d.ts,
 * and docs/acp.md describes the use.
 *
 * Never here: what a request, a form or a reply looks like; that is the core's.
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const CORE = "../pkg/question.js";

/** @type {typeof import("./index.d.ts").askClient} */
export async function askClient(request, client, send) {
	/** @type {typeof import("../pkg/question.js")} */
	const core = require(CORE);
	const { capabilities, sessionId, toolCallId, locale = "" } = client;
	const { requestId } = request;
	const scope = { requestId, sessionId, ...(toolCallId !== undefined && { toolCallId }) };
	const elicitation = inCore(core, () => {
		const settings = new core.Settings([], locale);
		const questions = core.Questionnaire.ofRequest(settings, request);
		const elicitation = new core.Elicitation(questions, capabilities, scope);
		for (const object of [questions, settings]) object.free();
		return elicitation;
	});
	let step = inCore(core, () => elicitation.ask());
	while (step.step === "ask") {
		const { method, params } = step;
		const replied = await reply(async () => send(method, params));
		step = inCore(core, () => elicitation.reply(replied));
	}
	elicitation.free();
	return step;
}

/** What the engine throws if the module stops in the middle of a call, which may have left its memory unusable. */
const TRAPS = ["RuntimeError", "RangeError"];

/**
 * Calls an instance of the core. After a trap, the next request gets a fresh one; those that wait for a reply keep theirs.
 *
 * @template T
 * @param {object} core
 * @param {() => T} act
 */
function inCore(core, act) {
	try {
		return act();
	} catch (error) {
		const path = require.resolve(CORE);
		const isTrap = error instanceof Error && TRAPS.includes(error.name);
		if (isTrap && require.cache[path]?.exports === core) delete require.cache[path];
		throw error;
	}
}

/**
 * Converts the result or error of a request to a reply in the shape of JSON-RPC.
 *
 * @param {() => Promise<unknown>} request
 * @returns {Promise<import("../pkg/question.js").AcpReply>}
 */
async function reply(request) {
	try {
		return { result: (await request()) ?? null };
	} catch (error) {
		const { code, message } = /** @type {{ code?: unknown, message?: unknown }} */ (error ?? {});
		if (typeof code !== "number") throw error;
		return { error: { code, message: String(message) } };
	}
}
