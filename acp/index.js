/**
 * For authors of ACP adapters: asks the client of an agent the questions of the `question` tool. Types are in index.d.ts,
 * and docs/acp.md describes the use.
 *
 * Never here: what a request, a form or a reply looks like; that is the core's.
 */
import { readFileSync } from "node:fs";
import * as core from "../pkg/question.js";

let isLoaded = false;

/** @type {typeof import("./index.d.ts").askClient} */
export async function askClient(request, client, send) {
	load();
	const { capabilities, sessionId, toolCallId, locale = "" } = client;
	const { requestId } = request;
	const scope = { requestId, sessionId, ...(toolCallId !== undefined && { toolCallId }) };
	const elicitation = inCore(() => {
		const settings = new core.Settings([], locale);
		const questions = core.Questionnaire.ofRequest(settings, request);
		const elicitation = new core.Elicitation(questions, capabilities, scope);
		for (const object of [questions, settings]) object.free();
		return elicitation;
	});
	let step = inCore(() => elicitation.ask());
	while (step.step === "ask") {
		const { method, params } = step;
		const replied = await reply(async () => send(method, params));
		step = inCore(() => elicitation.reply(replied));
	}
	elicitation.free();
	return step;
}

/** What the engine throws if the module stops in the middle of a call, which may have left its memory unusable. */
const TRAPS = ["RuntimeError", "RangeError"];

/**
 * Calls the core. Makes a new module only after a trap, because requests that wait for a reply need theirs.
 *
 * @template T
 * @param {() => T} act
 */
function inCore(act) {
	try {
		return act();
	} catch (error) {
		if (error instanceof Error && TRAPS.includes(error.name)) {
			core.renew();
			core.start();
		}
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

function load() {
	if (isLoaded) return;
	core.initSync({ module: readFileSync(new URL("../pkg/question_bg.wasm", import.meta.url)) });
	isLoaded = true;
}
