/**
 * What a session tells other places about its questions, and takes from them: other extensions, the command `pi-question`
 * in another terminal, a page.
 *
 * Never here: sockets, files, events of pi.
 */

/** Questions that wait for the person of a session. */
export interface Waiting {
	/** Differs from the ids of all other questions of this user; letters, digits and dashes. */
	id: string;
	/** When they were asked, in milliseconds since the epoch. */
	since: number;
	/** Who asks, if it is not the session's own model: a name, not made harmless. */
	from?: string;
	/** The folder of who asks. */
	folder: string;
	/** The tool that was called, by the name of its dialect, and the arguments of the call, as pi has prepared them. */
	dialect: string;
	args: unknown;
}

/** Questions that wait no more. */
export interface Settled {
	id: string;
	/** How they ended, as in the details of a result. */
	outcome: string;
	/** Where that was, as the transcript shows it, such as `another terminal, pts/3`. Undefined for the session's own terminal. */
	by?: string;
}

/** A session of this process with a person. */
export interface Hub {
	/** Its folder, its id, and its name if it has one. */
	session: () => { folder: string; id: string; name?: string };
	/** What waits, oldest first. */
	waiting: () => Waiting[];
	/**
	 * Hands over an answer: `response` is what a program would send by `/ask_user_response`, without its `id` (`{ answers }`,
	 * `{ cancelled: true }`, `{ later: true }` or `{ message }`). `by` says where it was given, as the transcript shows it, such as
	 * `another terminal, pts/3`. Resolves to why it was refused; undefined if it counts.
	 */
	answer: (id: string, response: unknown, by: string) => Promise<string | undefined>;
	/**
	 * Calls `listener` when what waits has changed, with what has ended by that, if anything. Returns a function that ends
	 * that.
	 */
	listen: (listener: (settled?: Settled) => void) => () => void;
}
