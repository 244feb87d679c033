/**
 * Finds the settings files: question.json beside pi's settings.json, the user's own and that of a trusted project.
 *
 * Never here: settings and their values; the core parses the files.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import {
	CONFIG_DIR_NAME,
	getAgentDir,
	hasTrustRequiringProjectResources,
	ProjectTrustStore,
	parseArgs,
	SettingsManager,
} from "@earendil-works/pi-coding-agent";
import { readText, reasonOf } from "./io.ts";

/** The path of a settings file and its text, and whether it is a project's, which may not set everything. */
export type SettingsFile = readonly [name: string, text: string, isProjects: boolean];

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

/** Reads the files that exist. */
export function findSettings(cwd: string, projectTrust: () => Trust): FoundSettings {
	const found: FoundSettings = { files: [], passedOver: [] };
	const add = (file: string, isProjects: boolean) => {
		try {
			const text = readText(file, MAX_BYTES, !isProjects);
			if (text !== undefined) found.files.push([file, plainJson(text), isProjects]);
		} catch (error) {
			found.passedOver.push(`${file} is passed over: ${reasonOf(error)}`);
		}
	};
	// Links are followed here, because managers of dotfiles use them.
	add(join(getAgentDir(), "question.json"), false);
	const own = join(cwd, CONFIG_DIR_NAME, "question.json");
	// Trust is looked up only if there is a file, because pi locks its record.
	const trust = isThere(own) && projectTrust();
	if (trust) add(own, true);
	if (trust === undefined) {
		const advice = "Use /trust to do that, or start pi with --approve";
		found.passedOver.push(`${own} is passed over: nobody has told pi to trust this folder. ${advice}`);
	}
	return found;
}

/**
 * Returns JSON with blanks in the place of comments and of commas before a closing bracket, which people leave in files
 * that they edit. All else keeps its line and column.
 */
function plainJson(text: string): string {
	// Each takes a string first, whose content stays.
	const comments = /"(?:[^"\\]|\\.)*"|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g;
	const commas = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g;
	const blank = (found: string) => (found.startsWith('"') ? found : found.replace(/./g, " "));
	return text.replace(comments, blank).replace(commas, blank);
}

function isThere(path: string): boolean {
	try {
		lstatSync(path);
		return true;
	} catch {
		return false; // most projects have no such file
	}
}

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
