/**
 * The link to the client of the agent that pi is run for: a socket of pi-question-acp, which passes requests on to it.
 *
 * Never here: what is asked, what a reply means.
 */
import { connect, type Socket } from "node:net";
import { Lines, read, write } from "../../bin/lines.js";
import type { AcpReply } from "../core/core.ts";
import { noteHangUp } from "../host/ending.ts";

/** Where pi-question-acp listens. */
export interface AcpAddress {
	path: string;
	token: string;
}

export class AcpLink {
	readonly #socket: Socket;
	/** Requests that have no reply, by id. */
	readonly #open = new Map<number, (reply: AcpReply | undefined) => void>();
	#lastId = 0;
	/** Whether pi-question-acp has answered, and pi has not said goodbye. */
	#isInUse = false;
	readonly #token: string;

	constructor({ path, token }: AcpAddress) {
		this.#token = token;
		this.#socket = connect(path).unref();
		const lines = new Lines((line) => {
			const { id, result, error } = read(line);
			this.#open.get(id)?.(error === undefined ? { result } : { error });
			return false;
		});
		this.#socket.pipe(lines).resume();
		this.#socket.on("error", () => {}); // followed by "close"
		this.#socket.on("close", () => {
			// pi is about to end as well.
			if (this.#isInUse) noteHangUp();
			for (const end of this.#open.values()) end(undefined);
		});
		void this.capabilities(); // a peer that does not introduce itself is thrown out
	}

	/**
	 * The current `clientCapabilities`, since an adapter may start pi before the client has sent any. Undefined where there is
	 * no client.
	 */
	async capabilities(): Promise<unknown> {
		const reply = await this.request("initialize", { token: this.#token });
		const welcome = reply && "result" in reply ? reply.result : undefined;
		this.#isInUse = welcome !== undefined && !this.#socket.writableEnded;
		return (welcome as { clientCapabilities?: unknown } | undefined)?.clientCapabilities;
	}

	/** Sends a request. Resolves to the client's reply; undefined after `signal`, or if the link has closed. */
	request(method: string, params: unknown, signal?: AbortSignal): Promise<AcpReply | undefined> {
		if (signal?.aborted || this.#socket.destroyed) return Promise.resolve(undefined);
		this.#lastId++;
		const id = this.#lastId;
		const { promise, resolve } = Promise.withResolvers<AcpReply | undefined>();
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

	/** Says goodbye, because pi ends or switches to another session. `isAsking`: without an answer to an open question. */
	close(isAsking: boolean): void {
		this.#isInUse = false;
		this.#send({ method: "exit", params: { isAsking } });
		this.#socket.end();
	}

	#send(message: object): void {
		if (this.#socket.writable) this.#socket.write(write(message));
	}
}
