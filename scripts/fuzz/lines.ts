/** Bytes on the private socket and between two programs: lines are cut right, and who lacks the token gets no reply. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import fc from "fast-check";
import { makeAddress, removeAddress } from "../../bin/address.js";
import { listen } from "../../bin/channel.js";
import { Lines, read } from "../../bin/lines.js";
import { type Counter, repeat } from "./repeat.ts";
import { hostile } from "./values.ts";

const METHOD = "fuzz/ask";
const MAX_LINE = 2_000;

const message = fc.oneof(
	hostile({ jsonrpc: "2.0", id: 1, method: METHOD, params: { text: "x" } }),
	hostile({ jsonrpc: "2.0", id: "one", method: "initialize", params: { token: "wrong" } }),
	hostile({ jsonrpc: "2.0", method: "$/cancel_request", params: { requestId: 1 } }),
	hostile({ jsonrpc: "2.0", method: "exit", params: { isAsking: true } }),
	fc.constant("x".repeat(MAX_LINE)),
);
const bytes = fc
	.array(fc.tuple(message, fc.constantFrom("\n", "\n", "\n", "\r\n", "")), { minLength: 1, maxLength: 6 })
	.map((lines) => Buffer.from(lines.flat().join("")));

/** Returns the lines of bytes that come in pieces of this length. */
async function cut(bytes: Buffer, length: number): Promise<Buffer[]> {
	const found: Buffer[] = [];
	const lines = new Lines((line) => found.push(line) > 0).resume();
	for (let at = 0; at < bytes.length; at += length) lines.write(bytes.subarray(at, at + length));
	lines.end();
	await once(lines, "end");
	return found;
}

/** Sends random lines through the splitter and, with the token or without, to a socket. */
export async function lines(counter: Counter, most: number, seed: number): Promise<void> {
	const address = makeAddress("pi-question-fuzz-");
	let heard = 0;
	const ask = (_method: string, _params: unknown, reply: (reply: object) => void) => {
		heard++;
		reply({ result: {} });
		return () => {};
	};
	const close = await listen(address, { methods: [METHOD], maxLine: MAX_LINE, welcome: () => ({}), ask });
	const greeting = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params: { token: address.token } });
	/** Returns what a peer hears that sends these bytes. */
	const send = async (sent: Buffer) => {
		const socket = connect(address.path);
		const received: Buffer[] = [];
		socket.on("data", (data) => received.push(data));
		socket.on("error", () => {}); // the other side has gone before all was written
		const closed = once(socket, "close");
		socket.end(sent);
		await closed;
		return Buffer.concat(received).toString();
	};
	try {
		await repeat(fc.tuple(bytes, fc.integer({ min: 1, max: 60 }), fc.boolean()), counter, most, seed, async (one) => {
			const [bytes, length, isKnown] = one;
			const found = await cut(bytes, length);
			assert.deepEqual(Buffer.concat(found), bytes);
			for (const line of found.slice(0, -1)) assert.equal(line.indexOf("\n"), line.length - 1);
			const before = heard;
			const received = await send(isKnown ? Buffer.concat([Buffer.from(`${greeting}\n`), bytes]) : bytes);
			if (!isKnown) assert.deepEqual([received, heard], ["", before]);
			for (const line of received.split("\n").slice(0, -1)) assert.equal(read(Buffer.from(line)).jsonrpc, "2.0");
			counter.count += found.length;
		});
		assert.ok(heard > 0 || most < 1_000, "some peers are heard");
	} finally {
		close();
		removeAddress(address.path);
	}
}
