/**
 * Opens what waits in a session to other places: to other extensions by pi's events, and to other terminals if the user
 * wants that. Loaded with the desk.
 *
 * Never here: which answer counts; how a place speaks.
 */
import { type ExtensionAPI, type ExtensionContext, getAgentDir } from "@earendil-works/pi-coding-agent";
import { loadAlone, reasonOf } from "../host/io.ts";
import { type Ask, Events } from "./events.ts";
import type { Hub } from "./hub.ts";

/** The session, as the door sees it. */
interface House {
	/** The session that has begun, if one has. */
	session: () => ExtensionContext | undefined;
	/** Whether the user wants that other terminals answer. */
	servesTerminals: () => boolean;
	/** Tells the user why they cannot. */
	failed: (ctx: ExtensionContext, reason: string) => void;
}

export class Door {
	readonly #events: Events;
	readonly #house: House;
	/** Ends the channel to other terminals; undefined if it was not wanted so far. */
	#unserve: Promise<() => void> | undefined;

	constructor(events: ExtensionAPI["events"] | undefined, hub: Hub, ask: Ask, house: House) {
		this.#house = house;
		this.#events = new Events(events, hub, ask);
		hub.listen(() => this.#serve(hub));
	}

	/** Takes an event of another extension. */
	take(name: "ask" | "withdraw" | "answer", data: unknown): void {
		this.#events.take(name, data, this.#house.session());
	}

	/** Closes what is open for other terminals. */
	close(): void {
		void this.#unserve?.then((end) => end());
		this.#unserve = undefined;
	}

	/** Lets other terminals answer what waits, if the user wants that. */
	#serve(hub: Hub): void {
		const ctx = this.#house.session();
		if (!ctx || this.#unserve || !this.#house.servesTerminals()) return;
		const failed = (reason: string) => this.#house.failed(ctx, reason);
		this.#unserve = loadAlone("elsewhere", () => import("./server.ts"))
			.then(({ serveElsewhere }) => serveElsewhere(hub, getAgentDir(), failed))
			.catch((error) => {
				failed(reasonOf(error));
				return () => {};
			});
	}
}
