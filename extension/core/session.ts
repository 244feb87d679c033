/**
 * What the session holds of questions, as the core reads it.
 *
 * Never here: shapes of entries and results.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { branchText } from "../host/branch.ts";
import { ANSWERS } from "../host/names.ts";
import { type Core, type Session, type Settings, withCore } from "./core.ts";

/** What has to be known to read it. */
export interface Reader {
	/** The tool's name. */
	tool: string;
	settings: (core: Core) => Settings;
}

/** Reads the current branch; `onError` gives what stands in for it where the core fails. */
export function readSession<T, E>(
	{ tool, settings }: Reader,
	ctx: ExtensionContext,
	read: (session: Session, core: Core) => T,
	onError: (reason: string) => E,
): T | E {
	const text = branchText(ctx, tool);
	return withCore((core) => using(core, settings, text, read), onError);
}

/** The same of a text of the branch, with the errors of the core. */
export function using<T>(
	core: Core,
	settings: Reader["settings"],
	text: string,
	read: (session: Session, core: Core) => T,
): T {
	const session = new core.Session(settings(core), text, ANSWERS);
	try {
		return read(session, core);
	} finally {
		session.free();
	}
}
