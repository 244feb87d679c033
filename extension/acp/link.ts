/**
 * The way to the client of the agent that pi is run for: a socket of pi-question-acp's, which asks it on behalf of the tool.
 *
 * Never here: what is asked, what a reply means.
 */
import { connect, type Socket } from "node:net";
import { Lines, read, write } from "../../bin/lines.js";
import type { AcpReply } from "../core/core.ts";
import { noteHangUp } from "../host/hang-up.ts";

/** How pi-question-acp is reached. */
export interface AcpAddress {
	path: string;
	token: string;
}

interface Message {
	id?: number;
	result?: unknown;
	error?: unknown;
}

export class AcpLink {
	readonly #socket: Socket;
	readonly #open = new Map<number, (reply: AcpReply | undefined) => void>();
	#lastId = 0;
	/** Whether its end would be somebody's death. */
	#isInUse = false;
	readonly #token: string;

	constructor({ path, token }: AcpAddress) {
		this.#token = token;
		this.#socket = connect(path).unref();
		const lines = new Lines((line) => {
			this.#take(read(line));
			return false;
		});
		this.#socket.pipe(lines).resume();
		this.#socket.on("error", () => {}); // it closes then
		this.#socket.on("close", () => {
			// pi is about to end with it.
			if (this.#isInUse) noteHangUp();
			for (const end of this.#open.values()) end(undefined);
			this.#open.clear();
		});
		void this.capabilities(); // whoever says nothing is not let in
	}

	/**
	 * The `clientCapabilities`, as they are now: an adapter may start pi before the client has said anything. Undefined where
	 * there is nobody to be asked.
	 */
	async capabilities(): Promise<unknown> {
		const reply = await this.request("initialize", { token: this.#token });
		const welcome = reply && "result" in reply ? reply.result : undefined;
		this.#isInUse = welcome !== undefined && !this.#socket.writableEnded;
		return (welcome as { clientCapabilities?: unknown } | undefined)?.clientCapabilities;
	}

	/** The client's reply; undefined where it has been withdrawn by `signal`, or cannot come any more. */
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

	/** Says that pi ends, or turns to another session, and has not died; `isAsking`: it ends before it has an answer. */
	close(isAsking: boolean): void {
		this.#isInUse = false;
		this.#send({ method: "exit", params: { isAsking } });
		this.#socket.end();
	}

	#take({ id, result, error }: Message): void {
		this.#open.get(id ?? 0)?.(error === undefined ? { result } : { error: error as { code: number } });
	}

	#send(message: object): void {
		if (this.#socket.writable) this.#socket.write(write(message));
	}
}
