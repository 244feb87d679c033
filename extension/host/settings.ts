/**
 * Where the user's settings are: question.json beside pi's settings.json, personal and in a trusted project's `.pi/`.
 *
 * Never here: what a setting means or which values it takes; the core reads the files.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
	CONFIG_DIR_NAME,
	getAgentDir,
	hasTrustRequiringProjectResources,
	ProjectTrustStore,
} from "@earendil-works/pi-coding-agent";

/** A settings file by its name as the user knows it, and its text. */
export type SettingsFile = readonly [name: string, text: string];

/** The files that there are, of which the later one wins. */
export function settingsFiles(cwd: string, isProjectTrusted: () => boolean): SettingsFile[] {
	const personal = join(getAgentDir(), "question.json");
	const own = join(cwd, CONFIG_DIR_NAME, "question.json");
	// Asked only where it matters: at load, pi's answer takes a lock.
	const files = [personal, ...(existsSync(own) && isProjectTrusted() ? [own] : [])];
	return files.flatMap((file) => {
		try {
			return [[file, readFileSync(file, "utf8")] as const];
		} catch {
			return []; // mostly not there
		}
	});
}

/**
 * Whether pi is going to trust the project, as far as that is known when extensions load: a tool has to be registered
 * then, and its name is a setting.
 */
export function isProjectTrustedAtLoad(cwd: string): boolean {
	try {
		return new ProjectTrustStore(getAgentDir()).get(cwd) ?? !hasTrustRequiringProjectResources(cwd);
	} catch {
		return false; // pi says itself what is wrong with its record
	}
}

/** The locale of the environment, as it is spelled there. */
export function environmentLocale(): string {
	const { LC_ALL, LC_MESSAGES, LANG } = process.env;
	return LC_ALL || LC_MESSAGES || LANG || Intl.DateTimeFormat().resolvedOptions().locale;
}
