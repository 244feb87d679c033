/** A peer of a private socket that writes what it likes. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Address } from "../../bin/address.js";

export class Peer {
	readonly socket: Socket;
	readonly replies: Array<{ id: unknown; result?: Partial<Record<string, unknown>>; error?: unknown }> = [];
	readonly closed: Promise<unknown>;

	constructor({ path, token }: Address, isKnown = true) {
		this.socket = connect(path);
		let rest = "";
		this.socket.setEncoding("utf8").on("data", (text) => {
			const lines = (rest + text).split("\n");
			rest = lines.pop() ?? "";
			this.replies.push(...lines.map((line) => JSON.parse(line)));
		});
		this.socket.on("error", () => {});
		this.closed = new Promise((resolve) => this.socket.on("close", resolve));
		if (isKnown) this.write({ id: 0, method: "initialize", params: { token } });
	}

	write(message: object | string): void {
		this.socket.write(typeof message === "string" ? message : `${JSON.stringify(message)}\n`);
	}

	async reply(id: unknown) {
		for (;;) {
			const reply = this.replies.find((one) => one.id === id);
			if (reply) return reply;
			await Promise.race([once(this.socket, "data"), this.closed]);
			assert.ok(!this.socket.destroyed || this.replies.some((one) => one.id === id), `no reply to ${id}`);
		}
	}
}
