/**
 * What a form would leave if it ended now. A trap of the core ends it, and its result is made of that, in a fresh instance.
 *
 * Never here: what that is.
 */
import { failure, type HostMode, type ToolResult, withCore } from "./core.ts";

/** A form of the core, or its dialogs. */
interface Leaving {
	asked(host: { mode: HostMode }): string;
	left(): string | undefined;
}

export class Left {
	readonly #mode: HostMode;
	#asked: string | undefined;
	#left: string | undefined;

	constructor(mode: HostMode) {
		this.#mode = mode;
	}

	/** Keeps what a form would leave. Called after all that may change that. */
	keep(form: Leaving): void {
		this.#asked ??= form.asked({ mode: this.#mode });
		this.#left = form.left() ?? this.#left;
	}

	/** Returns the result of the form, which has failed for this reason. */
	failed(reason: string): ToolResult {
		const asked = this.#asked;
		if (asked === undefined) return failure(this.#mode, reason);
		return withCore(
			(core) => core.failed(asked, this.#left, reason),
			() => failure(this.#mode, reason),
		);
	}
}
