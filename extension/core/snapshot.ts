/**
 * A session at one moment: its branch and the pending files, as text for the core. The text is kept, so questions can be
 * opened even after a trap.
 *
 * Never here: shapes of entries, results and files; what follows from them.
 */
import { readdirSync } from "node:fs";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { branchText } from "../host/branch.ts";
import { reasonOf } from "../host/io.ts";
import { ANSWERS, ownPendingFile, PENDING_FILE } from "../host/names.ts";
import { readPending } from "../host/pending.ts";
import {
	coreGeneration,
	coreOr,
	type Event,
	type FoundFile,
	type Open,
	type Origin,
	type PendingText,
	type Plan,
	type Questionnaire,
	type Session,
	type SessionFacts,
	type Settings,
	useCore,
	withCore,
} from "./core.ts";

/** What reading a session needs. */
export interface ReadingOptions {
	/** Name of the tool. */
	tool: string;
	settings: () => Settings;
}

/** The session that was read last, and its text. Read again only after a change, because a long one takes 25 ms. */
let last: { text: string; settings: Settings; generation: number; session: Session } | undefined;

export class Snapshot {
	readonly #options: ReadingOptions;
	readonly #entries: string;
	readonly #facts: SessionFacts;
	readonly #text: string;

	/** `names` are the pending files to read, by default those that may belong to the session. */
	constructor(options: ReadingOptions, ctx: ExtensionContext, names?: string[]) {
		this.#options = options;
		this.#entries = branchText(ctx, options.tool);
		const id = ctx.sessionManager.getSessionId();
		const [file, ownFile] = [PENDING_FILE, ownPendingFile(id)];
		const files = (names ?? [file, ownFile]).flatMap((name) => found(ctx.cwd, name));
		const sessions = files.length > 0 ? sessionsIn(ctx) : undefined;
		this.#facts = { id, kind: ANSWERS, file, ownFile, files, isRunning: !ctx.isIdle(), ...(sessions && { sessions }) };
		this.#text = `${JSON.stringify(this.#facts)}\n${this.#entries}`;
	}

	/** Returns the plan for an event. Throws if the core fails. */
	plan(event: Event): Plan {
		return this.#read((session) => session.plan(event));
	}

	/** Returns the text of `/questions`, with results wrapped to `columns`. Throws if the core fails. */
	listing(columns: number): string {
		return this.#read((session) => session.listing(columns));
	}

	/** Texts that the user typed as answers, the oldest first. */
	get typed(): string[] {
		return coreOr([], () => this.#use((session) => session.typed));
	}

	/** Returns the text of a pending file. Undefined if it is missing or unreadable. */
	textOf(name: string): string | undefined {
		return this.#facts.files.find((file) => file.name === name)?.text;
	}

	/** Returns a pending file with these questions, or why none can be written. Throws if the core fails. */
	pendingText(questionnaire: Questionnaire, origin: Origin): PendingText {
		return this.#use((session) => questionnaire.pendingText(session, origin));
	}

	/**
	 * Divides answers of the command line between a call and those that follow it in its message. Returns those for the call
	 * and, if there are any, the rest.
	 */
	divide(call: string, answers: string): string[] {
		return coreOr([answers], () => this.#use((session) => session.divide(call, answers)));
	}

	/** Returns how to open the questions of a plan. */
	open(ask: string): Open {
		return () => this.#use((session) => session.questionnaire(ask));
	}

	/** Returns the same questions with the texts that were not submitted when they were asked before. */
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
		const [text, settings, generation] = [this.#text, this.#options.settings(), coreGeneration()];
		// Settings stay the same object until they change.
		if (last?.text !== text || last.settings !== settings || last.generation !== generation) {
			if (last?.generation === generation) last.session.free();
			last = undefined;
			last = { text, settings, generation, session: new Session(settings, this.#entries, this.#facts) };
		}
		return body(last.session);
	}
}

/** Lists the session files in this session's folder. Undefined if they cannot be listed. */
function sessionsIn({ sessionManager }: ExtensionContext): string[] | undefined {
	try {
		return readdirSync(sessionManager.getSessionDir());
	} catch {
		return undefined;
	}
}

/** Reads a pending file; empty if there is none. */
function found(cwd: string, name: string): FoundFile[] {
	try {
		const text = readPending(cwd, name);
		return text === undefined ? [] : [{ name, text }];
	} catch (error) {
		return [{ name, problem: reasonOf(error) }];
	}
}
