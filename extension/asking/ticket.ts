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
	type DeskEvent,
	type Finish,
	failure,
	type Order,
	type PlaceReply,
	type PlaceResult,
	recordOf,
	type Scene,
	type Seat,
	type ToolResult,
	type Way,
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

/** Returns what to tell the desk of a place that has ended; undefined if nobody has seen it. */
export function openPlace(
	order: Order & { type: "open" },
	ticket: Ticket,
	remind: () => void,
): Promise<DeskEvent | undefined> {
	return typeof order.way === "object" && "above" in order.way
		? openAbove(order.way.above, ticket)
		: openOwn(order.way, order, ticket, remind);
}

/** Asks the person above, and keeps the result. */
async function openAbove(isInside: boolean, { number, above, personAbove, results }: Ticket): Promise<DeskEvent> {
	const ended = (reply: Partial<PlaceReply>) => ({ replied: { ticket: number, seat: "above", ...reply } }) as const;
	try {
		const reply = await personAbove?.ask(above.signal, isInside);
		if (!reply) return ended({});
		if ("problem" in reply) return ended({ problem: reply.problem });
		const result = reply as ToolResult;
		results.set("above", result);
		return ended({ result: placeResult(result) });
	} catch (error) {
		return ended({ problem: reasonOf(error) });
	}
}

/** Asks the user, and keeps the result. `remind` adds what was entered when the same questions were asked before. */
async function openOwn(
	way: Exclude<Way, { above: boolean }>,
	{ request, isExpected, recalls }: Order & { type: "open" },
	{ number, inquiry, own, results, scene }: Ticket,
	remind: () => void,
): Promise<DeskEvent | undefined> {
	const { core, questionnaire } = inquiry.questions;
	let result: ToolResult | string | undefined;
	try {
		if (recalls) remind();
		result =
			typeof way === "object" && "unseen" in way
				? questionnaire.finish(way, { ...scene.host, now: Date.now() })
				: await own.open(way, request, isExpected);
	} catch (error) {
		result = failure(scene.host.mode, afterError(error, core));
	}
	if (typeof result === "string") return { unshown: { ticket: number, reason: result } };
	if (!result && own.isUnseen) return undefined;
	result ??= failure(scene.host.mode, "no result");
	results.set("own", result);
	return { replied: { ticket: number, seat: "own", result: placeResult(result) } };
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
