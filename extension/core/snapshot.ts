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
	type Ask,
	coreOr,
	type Event,
	type FoundFile,
	type Open,
	type Plan,
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
		this.#facts = { id, kind: ANSWERS, file: PENDING_FILE, files, ...(sessions && { sessions }) };
	}

	/** What to do about something that happens; throws where the core fails. */
	plan(event: Event): Plan {
		return this.#read((session) => session.plan(event));
	}

	/** The text of `/questions`, lines of results no wider than `columns`; throws where the core fails. */
	listing(columns: number): string {
		return this.#read((session) => session.listing(columns));
	}

	/** The texts that the user has typed as answers, the oldest first. */
	get typed(): string[] {
		return coreOr([], () => this.#use((session) => session.typed));
	}

	/** The text of a pending file as it was read; undefined where there was none, or nobody could read it. */
	textOf(name: string): string | undefined {
		return this.#facts.files.find((file) => file.name === name)?.text;
	}

	/** Opens questions of a plan. */
	open({ call }: Ask): Open {
		return () => this.#use((session) => session.questionnaire(call));
	}

	/** The same questions, with the texts that were not submitted when they were asked before. */
	remembering(open: Open): Open {
		return () => {
			const questionnaire = open();
			this.#use((session) => questionnaire.remember(session));
			return questionnaire;
		};
	}

	#read<T>(body: (session: Session) => T): T {
		return withCore(() => this.#use(body));
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
