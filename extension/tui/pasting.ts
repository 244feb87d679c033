/**
 * What is pasted into a form: the content of the clipboard, by pi's key for pictures, and paths of pictures, which become
 * their markers.
 *
 * Never here: where a paste goes.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { prepare, stopPreparing } from "../core/attached.ts";
import { say } from "../core/core.ts";
import { loadAlone, reasonOf } from "../host/io.ts";
import { droppedIn, whyUnseen } from "../host/pictures.ts";
import { type Input, pasteOf } from "./input.ts";

/** Milliseconds after which a notice says that the clipboard is read, and after which it is given up. */
const SLOW_MS = 400;
const CLIPBOARD_MS = 10_000;

const ADVICE = "Drop the file of a picture on the terminal, or paste its path.";

interface PastingHost {
	ctx: ExtensionContext;
	/** Handles an input, as if it came now. */
	handle: (input: Input) => void;
	/** Whether a key leaves a text, a page or the form. */
	leaves: (input: Input) => boolean;
	/** Puts a picture into the open text. Returns its marker. Undefined if something in its path is special to a terminal. */
	attach: (path: string) => string | undefined;
	/** Whether another session's model gets the answers. */
	isForOthers: boolean;
}

export class Pasting {
	readonly #host: PastingHost;
	/** What waits until the clipboard is read. */
	#held: Input[] | undefined;

	constructor(host: PastingHost) {
		this.#host = host;
	}

	/** Returns whether an input waits for the clipboard. A key that leaves gives the clipboard up; what was before it counts. */
	holds(input: Input): boolean {
		if (!this.#held) return false;
		if (!this.#host.leaves(input)) {
			this.#held.push(input);
			return true;
		}
		const held = this.#held;
		this.#giveUp();
		for (const earlier of held) this.#host.handle(earlier);
		return false;
	}

	/** Gives up the clipboard. */
	#giveUp(): void {
		this.#held = undefined;
	}

	/** Ends all that is read for the form. Returns the text of what has waited. */
	end(): string {
		const held = this.#held ?? [];
		this.#giveUp();
		stopPreparing();
		return held.map(({ text }) => text).join("");
	}

	/** Pastes what is in the clipboard. What comes meanwhile waits for it. */
	async fromClipboard(): Promise<void> {
		const { ctx, handle } = this.#host;
		const held: Input[] = [];
		this.#held = held;
		const slow = setTimeout(() => this.#held === held && say(ctx, "Reading the clipboard…"), SLOW_MS);
		let pasted = "";
		let reason = "";
		try {
			const { readClipboard } = await loadAlone("clipboard", () => import("./clipboard.ts"));
			const late = new Promise<string>((resolve) => setTimeout(() => resolve(""), CLIPBOARD_MS).unref());
			pasted = await Promise.race([readClipboard(), late]);
		} catch (error) {
			reason = ` (${reasonOf(error)})`;
		}
		clearTimeout(slow);
		if (this.#held !== held) return;
		this.#giveUp();
		if (pasted === "") say(ctx, `Nothing was found in the clipboard${reason}. ${ADVICE}`, "warning");
		else handle(pasteOf(pasted));
		for (const input of held) handle(input);
	}

	/**
	 * Returns the input for a field: in a paste of names of files, pictures become their markers, and are read from now on.
	 * `followsWord` is asked for these alone: whether the character before the cursor is no blank.
	 */
	withMarkers(input: Input, followsWord: () => boolean): Input {
		const { ctx, attach } = this.#host;
		const dropped = droppedIn(input.kind === "paste" ? input.text : "", ctx.cwd);
		const parts = dropped.map(({ text, path, isPicture, fault }) => {
			const marker = isPicture ? attach(path) : undefined;
			if (marker) void prepare(path, ctx).then((fault) => this.#tell(path, fault));
			else if (isPicture) this.#tell(path, "its name has characters that a terminal obeys");
			else this.#tell(path, fault);
			return { text, marker };
		});
		if (parts.every(({ marker }) => marker === undefined)) return input;
		const unseen = this.#host.isForOthers ? undefined : whyUnseen(ctx);
		if (unseen) say(ctx, `The model gets the path alone: ${unseen}.`, "warning");
		return pasteOf(`${followsWord() ? " " : ""}${parts.map(({ text, marker }) => marker ?? text).join(" ")} `);
	}

	#tell(path: string, fault: string | undefined): void {
		if (fault) say(this.#host.ctx, `${path} cannot be attached: ${fault}.`, "warning");
	}
}
