/**
 * A link to another process of the same user, which listens on a private socket (`bin/channel.js`).
 *
 * Never here: what is asked, what a reply means.
 */
import { connect, type Socket } from "node:net";
import { Lines, read, write } from "../../bin/lines.js";

/** Where the other process listens. */
export interface Address {
	path: string;
	token: string;
}

/** The result of a request, or its error. */
export type LinkReply = { result: unknown } | { error: unknown };

export class Link {
	readonly #socket: Socket;
	/** Requests that have no reply, by id. */
	readonly #open = new Map<number, (reply: LinkReply | undefined) => void>();
	readonly #token: string;
	#lastId = 0;

	/**
	 * `closed` is called when the other process closes the link, or cannot be reached. `maxLine` is the length of the longest
	 * reply in bytes.
	 */
	constructor({ path, token }: Address, closed: () => void = () => {}, maxLine = Number.POSITIVE_INFINITY) {
		this.#token = token;
		this.#socket = connect(path);
		const lines = new Lines((line) => {
			const { id, result, error } = read(line);
			this.#open.get(id)?.(error === undefined ? { result } : { error });
			return false;
		}, maxLine);
		lines.on("error", () => this.#socket.destroy()); // a reply that is too long
		this.#socket.pipe(lines).resume();
		this.#socket.on("error", () => {}); // followed by "close"
		this.#socket.on("close", () => {
			closed();
			for (const end of this.#open.values()) end(undefined);
		});
	}

	/** Lets the process end while the link is open. */
	unref(): this {
		this.#socket.unref();
		return this;
	}

	get isClosed(): boolean {
		return this.#socket.destroyed;
	}

	/** Introduces this process, which a peer has to do first. Resolves to what the other process says of itself. */
	async introduce(): Promise<unknown> {
		const reply = await this.request("initialize", { token: this.#token });
		return reply && "result" in reply ? reply.result : undefined;
	}

	/** Sends a request. Resolves to its reply; undefined after `signal`, or if the link has closed. */
	request(method: string, params: unknown, signal?: AbortSignal): Promise<LinkReply | undefined> {
		if (signal?.aborted || this.isClosed) return Promise.resolve(undefined);
		this.#lastId++;
		const id = this.#lastId;
		const { promise, resolve } = Promise.withResolvers<LinkReply | undefined>();
		const withdraw = () => {
			this.#send({ method: "$/cancel_request", params: { requestId: id } });
			this.#open.get(id)?.(undefined);
		};
		this.#open.set(id, (reply) => {
			this.#open.delete(id);
			signal?.removeEventListener("abort", withdraw);
			resolve(reply);
		});
		signal?.addEventListener("abort", withdraw);
		this.#send({ id, method, params });
		return promise;
	}

	/** Closes the link, with a last word if it is given. */
	end(last?: object): void {
		if (last) this.#send(last);
		this.#socket.end();
	}

	#send(message: object): void {
		if (this.#socket.writable) this.#socket.write(write(message));
	}
}
