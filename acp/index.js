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
	try {
		const settings = new core.Settings([], locale);
		const questions = core.Questionnaire.ofRequest(settings, request);
		const elicitation = new core.Elicitation(questions, capabilities, scope);
		let step = elicitation.ask();
		while (step.step === "ask") step = elicitation.reply(await reply(send(step.method, step.params)));
		for (const object of [elicitation, questions, settings]) object.free();
		return step;
	} catch (error) {
		// A trap may have left the module unusable.
		core.renew();
		core.start();
		throw error;
	}
}

/**
 * Converts the result or error of a request to a reply in the shape of JSON-RPC.
 *
 * @param {Promise<unknown>} result
 * @returns {Promise<import("../pkg/question.js").AcpReply>}
 */
async function reply(result) {
	try {
		return { result: (await result) ?? null };
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
