/**
 * The branch of a session at one moment, and the pending files: texts, which each instance of the core can read.
 *
 * Never here: shapes of entries, results and files; what follows from them.
 */
import { readdirSync } from "node:fs";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { branchText } from "../host/branch.ts";
import { reasonOf } from "../host/io.ts";
import { ANSWERS, ownPendingFile, PENDING_FILE, pendingFiles } from "../host/names.ts";
import { readPending } from "../host/pending.ts";
import {
	type Core,
	type Branch as CoreBranch,
	coreOr,
	type DeskEvent,
	type FoundFile,
	type Handled,
	type Questions,
	readWithCore,
	release,
	type Scene,
	type SessionFacts,
	type Settings,
} from "./core.ts";

/** What reading a session needs. */
export interface ReadingOptions {
	/** Name of the tool. */
	tool: string;
	settings: (core: Core) => Settings;
}

/** Pending files of other sessions to read, at most. */
const MAX_FILES = 20;

/** Returns the pending files that may belong to a session, and some of those of others in its folder. */
export function allPendingFiles({ cwd, sessionManager }: ExtensionContext): string[] {
	const own = [PENDING_FILE, ownPendingFile(sessionManager.getSessionId())];
	return [...new Set([...own, ...pendingFiles(cwd).slice(0, MAX_FILES)])];
}

/** The branch that an instance has read last, and its text. Read again only after a change: a long one takes 25 ms. */
const last = new WeakMap<Core, { text: string; settings: Settings; branch: CoreBranch }>();

export class Branch {
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

	/** Handles an event at the desk in this branch, about these questions if there are any. Throws if the core fails. */
	desk(desk: string, event: DeskEvent, scene: Scene, questions?: Questions): Handled {
		if (!questions) return this.#read((branch) => branch.desk(desk, event, scene));
		return questions.questionnaire.desk(this.#in(questions.core), desk, event, scene);
	}

	/** Returns the text of `/questions`, with results wrapped to `columns`. Throws if the core fails. */
	listing(columns: number): string {
		return this.#read((branch) => branch.listing(columns));
	}

	/** Texts that the user typed as answers, the oldest first. */
	get typed(): string[] {
		return coreOr([], (core) => this.#in(core).typed);
	}

	/** Returns the questions of a plan. Throws if the core fails. */
	questions(ask: string): Questions {
		return this.#read((branch, core) => ({ core, questionnaire: branch.questionnaire(ask) }));
	}

	/** Adds what was entered when the same questions were asked before. Throws if the core fails. */
	remind({ core, questionnaire }: Questions): void {
		questionnaire.remember(this.#in(core));
	}

	/** Reads the branch. After a trap, it is read once more, in a fresh instance. */
	#read<T>(body: (branch: CoreBranch, core: Core) => T): T {
		return readWithCore((core) => body(this.#in(core), core));
	}

	#in(core: Core): CoreBranch {
		const settings = this.#options.settings(core);
		const kept = last.get(core);
		// Settings stay the same object until they change.
		if (kept?.text === this.#text && kept.settings === settings) return kept.branch;
		last.delete(core);
		if (kept) release(kept.branch);
		const branch = new core.Branch(settings, this.#entries, this.#facts);
		last.set(core, { text: this.#text, settings, branch });
		return branch;
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
