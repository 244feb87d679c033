/**
 * A session at one moment: its branch and the pending file, as the core reads them. After a trap it is read again, so
 * what was found in it can still be opened.
 *
 * Never here: shapes of entries, results and files; what follows from them.
 */
import { createHash } from "node:crypto";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { branchText } from "../host/branch.ts";
import { ANSWERS, PENDING_FILE } from "../host/names.ts";
import { readPending } from "../host/pending.ts";
import { reasonOf } from "../host/say.ts";
import {
	type LateQuestions,
	type Open,
	type Session,
	type SessionFacts,
	type Settings,
	useCore,
	using,
	withCore,
} from "./core.ts";

/** What has to be known to read a session. */
export interface Reader {
	/** The tool's name. */
	tool: string;
	settings: () => Settings;
}

export class Snapshot {
	/** The text of the pending file; undefined where there is none, or where it cannot be read. */
	readonly pendingText: string | undefined;
	/** Whether there is a pending file. */
	readonly hasPending: boolean;
	readonly #reader: Reader;
	readonly #entries: string;
	readonly #facts: SessionFacts;

	constructor(reader: Reader, ctx: ExtensionContext) {
		this.#reader = reader;
		this.#entries = branchText(ctx, reader.tool);
		this.#facts = { id: ctx.sessionManager?.getSessionId() ?? "", answers: ANSWERS, file: PENDING_FILE };
		try {
			const text = readPending(ctx.cwd);
			if (text !== undefined) {
				const mark = createHash("sha256").update(text).digest("hex");
				this.#facts.pending = { file: { text, mark } };
			}
			this.pendingText = text;
		} catch (error) {
			this.#facts.pending = { problem: reasonOf(error) };
		}
		this.hasPending = this.#facts.pending !== undefined;
	}

	/** Asks the core something about it; `onError` as in `withCore`. */
	read<T, E = never>(body: (session: Session) => T, onError?: (reason: string) => E): T | E {
		return withCore(() => this.#use(body), onError);
	}

	/** The same, with `fallback` to stand in where the core fails. */
	readOr<T>(fallback: T, body: (session: Session) => T): T {
		return this.read(body, () => fallback);
	}

	/** Opens questions that the core has found in it. */
	open({ key }: LateQuestions): Open {
		return () => this.#use((session) => session.questionnaire(key));
	}

	#use<T>(body: (session: Session) => T): T {
		const { Session } = useCore();
		return using(new Session(this.#reader.settings(), this.#entries, this.#facts), body);
	}
}
