/// <reference lib="esnext.disposable" />
import type { AcpStep, AskUserRequest } from "../pkg/question.js";

export type {
	AcpAnswer,
	AcpQuestion,
	AcpQuestionRequest,
	AcpQuestionResponse,
	AcpStep,
	AskUserRequest,
} from "../pkg/question.js";

/** The client to ask. */
export interface Client {
	/** The `clientCapabilities` of the client's `initialize` request. */
	capabilities: unknown;
	/** Id of the session, as the client knows it. */
	sessionId: string;
	/** Id of the tool call, if the client knows it. */
	toolCallId?: string;
	/** The user's language, such as "de" or "pt-BR". English by default. */
	locale?: string;
}

/** The outcome of a request. */
export type Asked = Exclude<AcpStep, { step: "ask" }>;

/**
 * Asks a client in the best way that it supports, asks again for blank answers, and checks the replies. Resolves to one of
 * these steps:
 *
 * - `respond`: `response` is the `ask_user_response` to send to pi, also if the user cancelled;
 * - `refuse`: the client's reply does not fit the request, and `problem` says why. `response` is an `ask_user_response`
 *   that cancels with the answers that do fit;
 * - `withdrawn`: the request was cancelled;
 * - `unsupported`: the client supports no way to ask. Show the dialogs that follow the request instead.
 *
 * `send` sends a request to the client and resolves to its result. If the client replies with an error, it must reject with
 * an object that has the error's `code`. Errors without a `code` are passed on.
 */
export function askClient(
	request: AskUserRequest,
	client: Client,
	send: (method: string, params: Record<string, unknown>) => Promise<unknown>,
): Promise<Asked>;
