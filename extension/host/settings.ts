/**
 * Finds the settings files: question.json beside pi's settings.json, the user's own and that of a trusted project.
 *
 * Never here: settings and their values; the core parses the files.
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
import { reasonOf } from "./say.ts";

/** The path of a settings file and its text. */
export type SettingsFile = readonly [name: string, text: string];

export interface FoundSettings {
	/** Files that count. Later ones override earlier ones. */
	files: SettingsFile[];
	/** A line with the reason for each file that exists and does not count. */
	passedOver: string[];
}

/** Whether a project is trusted. Undefined if nobody has decided that. */
export type Trust = boolean | undefined;

/** Largest file to read, in bytes. */
const MAX_BYTES = 1_000_000;

/** Reads the files that exist. Never blocks, whatever is at their paths. */
export function findSettings(cwd: string, projectTrust: () => Trust): FoundSettings {
	const found: FoundSettings = { files: [], passedOver: [] };
	const add = (file: string, flags: number) => {
		try {
			const text = readRegular(file, flags);
			if (text !== undefined) found.files.push([file, text]);
		} catch (error) {
			found.passedOver.push(`${file} is passed over: ${reasonOf(error)}`);
		}
	};
	// Links are followed here, because managers of dotfiles use them.
	add(join(getAgentDir(), "question.json"), 0);
	const own = join(cwd, CONFIG_DIR_NAME, "question.json");
	// Trust is looked up only if there is a file, because pi locks its record.
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
		return false; // most projects have no such file
	}
}

/** Reads a regular file. Undefined if there is none. Throws an error with the reason if it cannot be read. */
function readRegular(path: string, flags: number): string | undefined {
	let file: number | undefined;
	try {
		// Without these flags, opening a pipe would wait for a writer, and a terminal would become this process's own.
		file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | flags);
		const stats = fstatSync(file);
		if (!stats.isFile()) throw new Error(stats.isDirectory() ? "it is a folder" : "it is not a regular file");
		if (stats.size > MAX_BYTES) throw new Error("it is larger than 1 MB");
		const bytes = new Uint8Array(stats.size);
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, readSync(file, bytes)));
	} catch (error) {
		const code = error instanceof Error && "code" in error ? error.code : undefined;
		if (code === "ENOENT" || code === "ENOTDIR") return undefined;
		throw new Error(REASONS[String(code)] ?? reasonOf(error));
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
 * Returns whether pi is going to trust the project, as far as that is known when extensions load. The tool is registered
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
		return undefined; // pi itself reports what is wrong with its record
	}
}

/** Returns the user's default for projects without a decision. */
function defaultTrust(cwd: string): Trust {
	// The project's own settings are not read for this.
	const trust = SettingsManager.create(cwd, getAgentDir(), { projectTrusted: false }).getDefaultProjectTrust();
	return trust === "ask" ? undefined : trust === "always";
}

/**
 * Returns whether the user trusts the project, given that pi does: pi also trusts a project in which it finds no files
 * that need trust, and it does not know question.json.
 */
export function trustInSession(cwd: string, isTrustedByPi: boolean): Trust {
	return isTrustedByPi && (hasTrustRequiringProjectResources(cwd) || trustAtLoad(cwd));
}

/** Returns the locale of the environment, as it is spelled there. */
export function environmentLocale(): string {
	const { LC_ALL, LC_MESSAGES, LANG } = process.env;
	return LC_ALL || LC_MESSAGES || LANG || Intl.DateTimeFormat().resolvedOptions().locale;
}
