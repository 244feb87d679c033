/**
 * Where the user's settings are: question.json beside pi's settings.json, personal and in a trusted project's `.pi/`.
 *
 * Never here: what a setting means or which values it takes; the core reads the files.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import {
	CONFIG_DIR_NAME,
	getAgentDir,
	hasTrustRequiringProjectResources,
	ProjectTrustStore,
	parseArgs,
	SettingsManager,
} from "@earendil-works/pi-coding-agent";

/** A settings file by its name as the user knows it, and its text. */
export type SettingsFile = readonly [name: string, text: string];

export interface FoundSettings {
	/** The files that count, of which the later one wins. */
	files: SettingsFile[];
	/** Those that are there and do not count, a line for each, with the reason. */
	passedOver: string[];
}

/** Whether a project's files count; undefined where nobody has decided that. */
export type Trust = boolean | undefined;

/** Bytes of a file beyond which it is not read. */
const MAX_BYTES = 1_000_000;

/** Reads the files that there are. Never blocks, whatever stands in their places. */
export function findSettings(cwd: string, projectTrust: () => Trust): FoundSettings {
	const found: FoundSettings = { files: [], passedOver: [] };
	const add = (file: string, flags: number) => {
		try {
			const text = readRegular(file, flags);
			if (text !== undefined) found.files.push([file, text]);
		} catch (error) {
			found.passedOver.push(`${file} is passed over: ${error instanceof Error ? error.message : String(error)}`);
		}
	};
	// Managers of dotfiles put links there.
	add(join(getAgentDir(), "question.json"), 0);
	const own = join(cwd, CONFIG_DIR_NAME, "question.json");
	// Asked only where it matters: pi's record takes a lock.
	const trust = isThere(own) && projectTrust();
	if (trust) add(own, constants.O_NOFOLLOW);
	if (trust === undefined) {
		const advice = "Use /trust to do that, or start pi with --approve";
		found.passedOver.push(`${own} is passed over: nobody has told pi to trust this folder. ${advice}`);
	}
	return found;
}

function isThere(path: string): boolean {
	try {
		lstatSync(path);
		return true;
	} catch {
		return false; // mostly not there
	}
}

/** The text of a regular file; undefined where nothing is there. Throws, with what is wrong, where it cannot be read. */
function readRegular(path: string, flags: number): string | undefined {
	let file: number | undefined;
	try {
		// To open a pipe would wait for somebody who writes, and a terminal would become that of this process.
		file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | flags);
		const stats = fstatSync(file);
		if (!stats.isFile()) throw new Error(stats.isDirectory() ? "it is a folder" : "it is not a regular file");
		if (stats.size > MAX_BYTES) throw new Error("it is larger than 1 MB");
		const bytes = new Uint8Array(stats.size);
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, readSync(file, bytes)));
	} catch (error) {
		const code = error instanceof Error && "code" in error ? error.code : undefined;
		if (code === "ENOENT" || code === "ENOTDIR") return undefined;
		throw new Error(REASONS[String(code)] ?? (error instanceof Error ? error.message : String(error)));
	} finally {
		if (file !== undefined) closeSync(file);
	}
}

const REASONS: Record<string, string> = {
	EACCES: "permission denied",
	ELOOP: "it is a symbolic link",
	ENXIO: "it is not a regular file",
	ERR_ENCODING_INVALID_ENCODED_DATA: "it is not UTF-8 text",
};

/**
 * Whether pi is going to trust the project, as far as that is known when extensions load: a tool has to be registered
 * then, and its name is a setting.
 */
export function trustAtLoad(cwd: string): Trust {
	try {
		return (
			parseArgs(process.argv.slice(2)).projectTrustOverride ??
			new ProjectTrustStore(getAgentDir()).get(cwd) ??
			defaultTrust(cwd)
		);
	} catch {
		return undefined; // pi says itself what is wrong with its record
	}
}

/** What the user has decided about all projects. */
function defaultTrust(cwd: string): Trust {
	// Nothing of the project's own is read for that.
	const trust = SettingsManager.create(cwd, getAgentDir(), { projectTrusted: false }).getDefaultProjectTrust();
	return trust === "ask" ? undefined : trust === "always";
}

/**
 * Whether pi trusts the project, given what it says itself: it also says so of a project in which it has found nothing
 * to ask about, and it does not know our file.
 */
export function trustInSession(cwd: string, isTrustedByPi: boolean): Trust {
	return isTrustedByPi && (hasTrustRequiringProjectResources(cwd) || trustAtLoad(cwd));
}

/** The locale of the environment, as it is spelled there. */
export function environmentLocale(): string {
	const { LC_ALL, LC_MESSAGES, LANG } = process.env;
	return LC_ALL || LC_MESSAGES || LANG || Intl.DateTimeFormat().resolvedOptions().locale;
}
