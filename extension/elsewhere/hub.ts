/**
 * What a session tells other places about its questions, and takes from them: other extensions, and the command
 * `pi-question` in another terminal.
 *
 * Never here: sockets, files, events of pi; which answer counts.
 */
import type { AskUserRequest, Outcome } from "../../pkg/question.js";

/** Questions that wait for the person of a session. */
export interface Waiting {
	/** Differs from the ids of all other questions of this user; letters and digits. */
	id: string;
	/** When they were asked, in milliseconds since the epoch. */
	since: number;
	/** Who asks, if it is not the session's own model: a name, not made harmless. */
	from?: string;
	/** Under which id another extension asks, if one does. */
	ask?: string;
	/** What names their call in the session, if they are late: the same each time they are asked. */
	call?: string;
	/** The folder of who asks. */
	folder: string;
	/** The questions, as a program that drives pi is sent them. */
	request: AskUserRequest;
}

/** How questions have ended. */
export interface Settled {
	id: string;
	/** Absent if the session has ended first. */
	outcome?: Outcome;
	/** Where they were answered, if not at pi itself. */
	by?: string;
}

/** The questions of a session with a person. */
export interface Hub {
	/** Its folder, its id, and its name if it has one. */
	session: () => { folder: string; id: string; name?: string };
	/** What waits, oldest first. */
	waiting: () => Waiting[];
	/**
	 * Hands over an answer: `response` is what a program would send by `/ask_user_response`, without its type and id. `by` says
	 * where it was given, as the transcript shows it, such as `another terminal, pts/3`. Resolves to why it was refused;
	 * undefined if it counts.
	 */
	answer: (id: string, response: unknown, by: string) => Promise<string | undefined>;
	/** Calls `listener` with what now waits, or has ended. Returns a function that ends that. */
	listen: (listener: (news: Waiting | Settled) => void) => () => void;
}
