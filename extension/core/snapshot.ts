/**
 * A session at one moment: its branch and the pending file, as the core reads them. After a trap it is read again, so
 * what was found in it can still be opened.
 *
 * Never here: shapes of entries, results and files; what follows from them.
 */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { branchText } from "../host/branch.ts";
import { ANSWERS, ownPendingFile, PENDING_FILE } from "../host/names.ts";
import { readPending } from "../host/pending.ts";
import { reasonOf } from "../host/say.ts";
import {
	coreOr,
	type FoundFile,
	type Late,
	type Open,
	type Session,
	type SessionFacts,
	type Settings,
	type Told,
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

/** What there is to say to the user, in their language; of a core that fails, what it would be about. */
export function told({ settings }: Reader, what: Told, ...values: string[]): string {
	return coreOr(values.join(": "), () => settings().told(what, values));
}

export class Snapshot {
	readonly #reader: Reader;
	readonly #entries: string;
	readonly #facts: SessionFacts;

	/** `names` are the pending files that it may have; unless they are given, those that may be its own. */
	constructor(reader: Reader, ctx: ExtensionContext, names?: string[]) {
		this.#reader = reader;
		this.#entries = branchText(ctx, reader.tool);
		const id = ctx.sessionManager?.getSessionId() ?? "";
		const files = (names ?? [PENDING_FILE, ownPendingFile(id)]).flatMap((name) => found(ctx.cwd, name));
		const sessions = files.length > 0 ? sessionsIn(ctx) : undefined;
		this.#facts = { id, answers: ANSWERS, file: PENDING_FILE, files, ...(sessions && { sessions }) };
	}

	/** What there is to say to the user, in their language. */
	told(what: Told, ...values: string[]): string {
		return told(this.#reader, what, ...values);
	}

	/** The pending file that counts here; undefined where there is none. */
	get file(): FoundFile | undefined {
		const { files } = this.#facts;
		const name = files.length > 1 ? this.readOr(PENDING_FILE, (session) => session.file) : files[0]?.name;
		return files.find((file) => file.name === name);
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
	open({ calls, file }: Late): Open {
		return () => this.#use((session) => session.questionnaire(calls, file));
	}

	/** The same questions, with the texts that were not submitted when they were asked before. */
	remembering(open: Open): Open {
		return () => {
			const questionnaire = open();
			this.#use((session) => questionnaire.remember(session));
			return questionnaire;
		};
	}

	#use<T>(body: (session: Session) => T): T {
		const { Session } = useCore();
		return using(new Session(this.#reader.settings(), this.#entries, this.#facts), body);
	}
}

/** The names of the files of all sessions, as far as pi keeps them here; undefined where nobody knows. */
function sessionsIn({ sessionManager }: ExtensionContext): string[] | undefined {
	try {
		return readdirSync(sessionManager.getSessionDir());
	} catch {
		return undefined;
	}
}

/** A pending file, where there is one. */
function found(cwd: string, name: string): FoundFile[] {
	try {
		const text = readPending(cwd, name);
		if (text === undefined) return [];
		return [{ name, text, mark: createHash("sha256").update(text).digest("hex") }];
	} catch (error) {
		return [{ name, problem: reasonOf(error) }];
	}
}
