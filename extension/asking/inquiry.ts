/**
 * What is asked, and what the user was writing when it came.
 *
 * Never here: how it is asked.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { Branch } from "../core/branch.ts";
import { type AskUserRequest, harmless, type Questions, type Subagent } from "../core/core.ts";
import { promptOf } from "../host/ui.ts";

/** A request to ask the questions of one form. */
export interface Inquiry {
	ctx: ExtensionContext;
	questions: Questions;
	/** Reads the session when the form is to open, for what was entered before. */
	read?: () => Branch;
	/** Id of the request that a program is sent. */
	requestId: string;
	/** Id of the tool call of this session, if it waits for the result. */
	call?: string;
	/** The session that the questions come from, if it is another. */
	subagent?: Subagent;
	announce: (request: AskUserRequest) => void;
	signal?: AbortSignal | undefined;
	/** Whether the user has just asked for the form, so that no key can be meant for pi's prompt. */
	isExpected?: boolean;
}

/** Returns whether the user is writing something else when a form opens that they have not asked for. */
export function isWriting({ ctx, isExpected }: Inquiry): boolean {
	return isExpected !== true && promptOf(ctx) !== "";
}

/** Returns pi's prompt with what was typed for it meanwhile, without an Enter at its end, which would have sent it. */
export function promptWith(ctx: ExtensionContext, typed: string): string {
	return promptOf(ctx) + harmless(typed).replace(/\n+$/, "");
}
