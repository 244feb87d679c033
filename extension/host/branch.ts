/**
 * The current branch of the session: as text, without what cannot matter to questions (other tools' texts, pictures, the
 * conversation itself), and which of its entries stand in the session file.
 *
 * Never here: what it holds of questions.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { ANSWERS } from "./names.ts";

type Entry = ReturnType<ExtensionContext["sessionManager"]["getBranch"]>[number];
type Message = Extract<Entry, { type: "message" }>["message"];

/** The entries as JSON, the oldest first. */
export function branchText(ctx: ExtensionContext, tool: string): string {
	// A host of tests may have no session.
	return JSON.stringify((ctx.sessionManager?.getBranch() ?? []).flatMap((entry) => relevant(entry, tool)));
}

function relevant(entry: Entry, tool: string): unknown[] {
	const { type, id } = entry;
	if (type === "message") return [{ type, id, message: shortened(entry.message, tool) }];
	if (type !== "custom" && type !== "custom_message") return [];
	// That a message was there counts, whatever it says.
	return entry.customType === ANSWERS ? [entry] : type === "custom_message" ? [{ type }] : [];
}

function shortened(message: Message, tool: string): unknown {
	const { role } = message;
	if (role === "assistant") {
		// That there was a text is all that counts of it; of another tool's call, which it was: the tool may have had
		// another name.
		const content = partsOf(message).map((part) => {
			if (part?.type !== "toolCall") return {};
			return part.name === tool ? part : { type: part.type, id: part.id };
		});
		return { role, stopReason: message.stopReason, content };
	}
	if (role !== "toolResult") return { role };
	const { toolCallId, toolName, details, content } = message;
	if (toolName === tool) return { role, toolCallId, toolName, details, content };
	// Other tools ask, too: what was typed there is offered again.
	const asks = typeof details === "object" && details !== null && "answers" in details;
	return { role, toolName, ...(asks && { toolCallId, details }) };
}

/** The parts of a message; none where somebody has written a session without. */
function partsOf<M extends Message & { role: "assistant" }>({ content }: M): M["content"] {
	return Array.isArray(content) ? content : [];
}

/** The name that a call has in the session: some providers give several calls one id. */
export function callName({ sessionManager }: ExtensionContext, call: string): string {
	const makes = (entry: Entry) =>
		entry.type === "message" &&
		entry.message.role === "assistant" &&
		partsOf(entry.message).some((part) => part?.type === "toolCall" && part.id === call);
	// A host of tests may have no session.
	return `${sessionManager?.getBranch?.().findLast(makes)?.id ?? ""}/${call}`;
}

/** The id of the last message of the user's that holds a text as it is; undefined where none does. */
export function promptWith(ctx: ExtensionContext, text: string): string | undefined {
	const holds = (entry: Entry) => {
		if (entry.type !== "message" || entry.message.role !== "user") return false;
		const { content } = entry.message;
		if (typeof content === "string") return content.includes(text);
		return Array.isArray(content) && content.some((part) => part?.type === "text" && part.text.includes(text));
	};
	return ctx.sessionManager.getBranch().findLast(holds)?.id;
}

/** Bytes of the session file that are read at once. */
const CHUNK = 1_000_000;

/**
 * Whether all of these entries stand in the session file. The branch does not tell: where the disk is full, some versions
 * of pi go on with what they have in memory. The file is read from its end, where new entries are.
 */
export function areWritten({ sessionManager }: ExtensionContext, ids: readonly string[]): boolean {
	const missing = new Set(ids);
	try {
		const path = sessionManager.getSessionFile();
		if (path === undefined) return false;
		const file = openSync(path, "r");
		try {
			/** The end of a line that begins further up. */
			let rest = Buffer.alloc(0);
			for (let end = fstatSync(file).size; end > 0 && missing.size > 0; ) {
				const start = Math.max(0, end - CHUNK);
				const chunk = Buffer.alloc(end - start);
				const read = Buffer.concat([chunk.subarray(0, readSync(file, chunk, 0, chunk.length, start)), rest]);
				const newline = read.indexOf("\n");
				const begin = start === 0 ? 0 : newline < 0 ? read.length : newline + 1;
				// What comes behind the last newline has been cut off.
				const lines = read.subarray(begin).toString().split("\n").slice(0, -1);
				for (const line of lines) missing.delete(idOf(line, missing));
				rest = read.subarray(0, begin);
				end = start;
			}
		} finally {
			closeSync(file);
		}
	} catch {
		return false; // what cannot be read does not stand there
	}
	return missing.size === 0;
}

/** The id of the entry that a line holds, if it is one of these. */
function idOf(line: string, ids: ReadonlySet<string>): string {
	if (![...ids].some((id) => line.includes(id))) return "";
	try {
		return String(JSON.parse(line).id);
	} catch {
		return "";
	}
}
