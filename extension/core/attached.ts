/**
 * The pictures of results: reads them in advance, one at a time, and adds them to the text for the model.
 *
 * Never here: which texts a result has, how many pictures it may have, how one is read, and who is told that one is not.
 */
import type { ExtensionContext, ToolDefinition } from "@earendil-works/pi-coding-agent";
import { type Image, readPicture, whyUnseen } from "../host/pictures.ts";
import { type Attachment, coreOr, recordOf, say, type ToolResult } from "./core.ts";

type Content = Awaited<ReturnType<ToolDefinition["execute"]>>["content"];

/** A picture that is read, was read, or waits for that. */
interface Reading {
	/** The picture, or why it cannot be sent. */
	picture: Promise<Image | string>;
	begin: () => Promise<void>;
	hasBegun: () => boolean;
}

/** Pictures by path. */
const known = new Map<string, Reading>();

/** Most pictures that are kept. */
const MAX_KNOWN = 30;

/** Pictures that are read one at a time, because pi makes a large one smaller in hundreds of megabytes of memory. */
class Queue {
	#waiting: Reading[] = [];
	#isReading = false;

	has(reading: Reading): boolean {
		return this.#waiting.includes(reading);
	}

	async add(...readings: Reading[]): Promise<void> {
		this.#waiting.push(...readings);
		if (this.#isReading) return;
		this.#isReading = true;
		for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await next.begin();
		this.#isReading = false;
	}

	drop(isDropped: (reading: Reading) => boolean): void {
		this.#waiting = this.#waiting.filter((reading) => !isDropped(reading));
	}
}

/** Those of results, which do not wait for others, and those that may come into one. */
const due = new Queue();
const ahead = new Queue();

/** Milliseconds after which a notice says that pictures are read, and for which a result waits for its pictures. */
const SLOW_MS = 400;
const MAX_WAIT_MS = 20_000;

/** Reads a picture in advance, because large ones take seconds. Resolves to why it cannot be sent, if it cannot be. */
export async function prepare(path: string, ctx: ExtensionContext): Promise<string | undefined> {
	const reading = readingOf(path, ctx);
	ahead.drop((other) => other === known.get(path));
	known.delete(path);
	known.set(path, reading);
	for (const old of [...known.keys()].slice(0, -MAX_KNOWN)) known.delete(old);
	void ahead.add(reading);
	const picture = await reading.picture;
	return typeof picture === "string" ? picture : undefined;
}

/** Gives up what waits to be read in advance: the form has ended. What its result has is read for that. */
export function stopPreparing(): void {
	for (const [path, reading] of known) if (ahead.has(reading)) known.delete(path);
	ahead.drop(() => true);
}

/**
 * Returns a result as the model gets it: the text, then its pictures. A picture that cannot be read stays a path, and the text
 * says why. The record of the result tells why the model does not see one. If the run is aborted meanwhile, none is sent.
 */
export async function contentOf(result: ToolResult, ctx: ExtensionContext, signal?: AbortSignal): Promise<Content> {
	const { content, pictures } = result;
	const stopped = new Promise<string>((resolve) => {
		const stop = () => resolve("the run was stopped");
		if (signal?.aborted) stop();
		signal?.addEventListener("abort", stop, { once: true });
		setTimeout(() => resolve("reading it takes too long"), MAX_WAIT_MS).unref();
	});
	const count = pictures.filter(({ fault }) => fault === undefined).length;
	const counted = count === 1 ? "the picture" : `${count} pictures`;
	const slow = setTimeout(() => say(ctx, `Reading ${counted} for the model…`), SLOW_MS);
	const read = await readAll(pictures, ctx, stopped);
	clearTimeout(slow);
	const images = read.filter((picture) => typeof picture !== "string");
	const found = pictures.map((picture, at) => ({
		...picture,
		...(typeof read[at] === "string" && { fault: read[at] }),
	}));
	const { pictures: kept } = recordOf(result);
	const unseen = whyUnseen(ctx);
	const faults = found.filter(({ fault }) => fault !== undefined).map(({ marker, fault }) => `${marker}: ${fault}`);
	const untold = [content, ...faults].join("\n");
	const [text, noted] = coreOr([untold, null], (core) => core.attached(content, found, kept, unseen));
	// In place, because the details of a message share the list.
	if (noted) kept?.splice(0, noted.length, ...noted);
	return [{ type: "text", text }, ...images];
}

/** Reads the pictures that may be attached. Returns each, or why it cannot be sent. */
async function readAll(
	pictures: Attachment[],
	ctx: ExtensionContext,
	stopped: Promise<string>,
): Promise<Array<Image | string>> {
	const readingOr = ({ path, fault }: Attachment) => fault ?? known.get(path) ?? readingOf(path, ctx);
	const all = pictures.map(readingOr);
	const own = all.filter((reading) => typeof reading !== "string");
	ahead.drop((reading) => own.includes(reading));
	void due.add(...own.filter((reading) => !reading.hasBegun()));
	const read = await Promise.all(
		all.map((reading) => (typeof reading === "string" ? reading : Promise.race([reading.picture, stopped]))),
	);
	due.drop((reading) => own.includes(reading));
	return read;
}

function readingOf(path: string, ctx: ExtensionContext): Reading {
	const { promise, resolve } = Promise.withResolvers<Image | string>();
	let hasBegun = false;
	const begin = async () => {
		hasBegun = true;
		resolve(await readPicture(path, ctx));
	};
	return { picture: promise, begin, hasBegun: () => hasBegun };
}
