/**
 * The link to the client of the agent that pi is run for: a socket of pi-question-acp, which passes requests on to it.
 *
 * Never here: what is asked, what a reply means.
 */
import type { Address } from "../../bin/address.js";
import { Link } from "../../bin/link.js";
import type { AcpReply } from "../core/core.ts";
import { noteHangUp } from "../host/ending.ts";

export class AcpLink {
	readonly #link: Link;
	/** Whether pi-question-acp has answered, and pi has not said goodbye. */
	#isInUse = false;
	#isOver = false;

	constructor(address: Address) {
		this.#link = new Link(address, () => {
			// pi is about to end as well.
			if (this.#isInUse) noteHangUp();
		}).unref();
		void this.capabilities(); // a peer that does not introduce itself is thrown out
	}

	/**
	 * The current `clientCapabilities`, since an adapter may start pi before the client has sent any. Undefined where there is
	 * no client.
	 */
	async capabilities(): Promise<unknown> {
		const welcome = await this.#link.introduce();
		this.#isInUse = welcome !== undefined && !this.#isOver;
		return (welcome as { clientCapabilities?: unknown } | undefined)?.clientCapabilities;
	}

	/** Sends a request. Resolves to the client's reply; undefined after `signal`, or if the link has closed. */
	request(method: string, params: unknown, signal?: AbortSignal): Promise<AcpReply | undefined> {
		return this.#link.request(method, params, signal) as Promise<AcpReply | undefined>;
	}

	/** Says goodbye, because pi ends or switches to another session. `isAsking`: without an answer to an open question. */
	close(isAsking: boolean): void {
		this.#isOver = true;
		this.#isInUse = false;
		this.#link.end({ method: "exit", params: { isAsking } });
	}
}
