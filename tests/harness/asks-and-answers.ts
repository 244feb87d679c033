/** An extension of pi that emits what is written into `emit.json`, and writes every event of pi-question into `events.jsonl`. */
import { appendFileSync, readFileSync, rmSync } from "node:fs";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

const LOOKING_MS = 20;

export default function asksAndAnswers(pi: ExtensionAPI): void {
	for (const name of ["asked", "settled", "refused", "result"])
		pi.events.on(`pi-question:${name}`, (data) =>
			appendFileSync("events.jsonl", `${JSON.stringify({ name, ...(data as object) })}\n`),
		);
	const look = () => {
		let text: string;
		try {
			text = readFileSync("emit.json", "utf8");
		} catch {
			return;
		}
		// It may be half written.
		if (!text.endsWith("]")) return;
		rmSync("emit.json");
		for (const [name, data] of JSON.parse(text)) pi.events.emit(`pi-question:${name}`, data);
	};
	setInterval(look, LOOKING_MS).unref();
}
