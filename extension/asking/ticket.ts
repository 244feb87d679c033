/**
 * Questions that have a number at the desk, with their places and results.
 *
 * Never here: which place opens, whose answer counts.
 */
import type { Branch } from "../core/branch.ts";
import {
	type Asker,
	type AskUserRequest,
	afterError,
	type Finish,
	failure,
	type Order,
	type PlaceReply,
	type PlaceResult,
	recordOf,
	type Scene,
	type Seat,
	type ToolResult,
} from "../core/core.ts";
import { reasonOf } from "../host/io.ts";
import type { PersonAbove } from "../subagents/hosts.ts";
import type { Inquiry, OwnPlace } from "./own.ts";

/** The result of a call; none if the session has ended first. `isLast`: pi ends, and no other turn is to follow. */
export interface Finished {
	result: ToolResult | undefined;
	isLast: boolean;
}

/** What the desk knows as a ticket. */
export interface Ticket {
	number: number;
	inquiry: Inquiry;
	asker: Asker;
	/** The branch in which late questions were asked. */
	branch?: Branch;
	own: OwnPlace;
	/** The person above, who is looked for when they are asked. */
	personAbove?: PersonAbove | undefined;
	above: AbortController;
	results: Map<Seat, ToolResult>;
	/** Why an answer from elsewhere does not count. */
	refusal?: string | undefined;
	/** The request that a program is handed. */
	request?: AskUserRequest;
	finish: (finished: Finished) => void;
	/** What the host said when the questions were asked. */
	scene: Scene;
}

/**
 * Opens a place of a ticket, and keeps its result. `remind` adds what was entered when the same questions were asked before.
 * Returns how it has ended; undefined if nobody has seen it.
 */
export async function openPlace(
	{ seat, request, isExpected, recalls, isInside, unseen }: Order & { type: "open" },
	{ number, inquiry, above, personAbove, own, results, scene }: Ticket,
	remind: () => void,
): Promise<PlaceReply | undefined> {
	let result: ToolResult | undefined;
	let problem: string | undefined;
	try {
		if (seat === "above") {
			const reply = await personAbove?.ask(above.signal, isInside === true);
			if (reply && "problem" in reply) problem = reply.problem;
			else result = reply as ToolResult | undefined;
		} else {
			if (recalls) remind();
			result =
				unseen === undefined
					? await own.open(request, isExpected)
					: inquiry.questions.questionnaire.finish({ unseen }, { ...scene.host, now: Date.now() });
			if (!result && own.isUnseen) return undefined;
			result ??= failure(scene.host.mode, "no result");
		}
	} catch (error) {
		if (seat === "own") result = failure(scene.host.mode, afterError(error, inquiry.questions.core));
		else problem = reasonOf(error);
	}
	if (result) results.set(seat, result);
	return { ticket: number, seat, ...(result && { result: placeResult(result) }), ...(problem && { problem }) };
}

/** Returns what the desk needs of a result. */
export function placeResult(result: ToolResult): PlaceResult {
	return {
		record: recordOf(result),
		content: result.content,
		// That of a person above is used as it is.
		isSaid: result.isSaid === true,
		isEntered: result.isEntered === true,
		isByUser: result.isByUser,
		hasPictures: result.pictures.length > 0,
	};
}

/** Returns the result of a ticket that ends like this; none if the session has ended first. */
export function finishedWith(how: Finish, { inquiry, results, scene }: Ticket): ToolResult | undefined {
	const { core, questionnaire } = inquiry.questions;
	try {
		if (how === "gone") return undefined;
		if ("place" in how) return results.get(how.place);
		return questionnaire.finish(how, { ...scene.host, now: Date.now() });
	} catch (error) {
		return failure(scene.host.mode, afterError(error, core));
	}
}
