import type { AcpStep, AskUserRequest } from "../pkg/question.js";

export type {
	AcpAnswer,
	AcpQuestion,
	AcpQuestionRequest,
	AcpQuestionResponse,
	AcpStep,
	AskUserRequest,
} from "../pkg/question.js";

/** Whom to ask. */
export interface Client {
	/** The `clientCapabilities` of its `initialize` request. */
	capabilities: unknown;
	/** The session, as the client knows it. */
	sessionId: string;
	/** The tool call, if the client has been told of it. */
	toolCallId?: string;
	/** The user's language, as "de" or "pt-BR". English, unless it is known. */
	locale?: string;
}

/** How it ended. */
export type Asked = Exclude<AcpStep, { step: "ask" }>;

/**
 * Asks a client in the best way that it knows, again for what was left blank, and checks what it replies. What it gives is
 * one of these:
 *
 * - `respond`: `response` is the `ask_user_response` for pi, also where the user has left;
 * - `refuse`: the client's reply does not fit what was asked, and `problem` says why; what does fit is in `response`, an
 *   `ask_user_response` of a user who leaves with that;
 * - `withdrawn`: the request was cancelled;
 * - `unsupported`: the client knows no way, so the dialogs that follow the request are the ones to show.
 *
 * `send` sends the client a request and gives its result. It throws what has a `code` where the client replies an error;
 * what has none is thrown on.
 */
export function askClient(
	request: AskUserRequest,
	client: Client,
	send: (method: string, params: Record<string, unknown>) => Promise<unknown>,
): Promise<Asked>;
