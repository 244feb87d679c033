/**
 * Beacons: files that say where the pis of this user listen for `pi-question`. A pi leaves one as long as it listens.
 *
 * Never here: what is asked; listening.
 */
import { randomUUID } from "node:crypto";
import {
	accessSync,
	closeSync,
	constants,
	existsSync,
	fstatSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	unlinkSync,
	writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { whenFree } from "./held.js";
import { expanded } from "./paths.js";
import { isRunning } from "./processes.js";

/**
 * What a beacon holds.
 *
 * @typedef {object} Beacon
 * @property {string} path Where the process listens.
 * @property {string} token
 * @property {number} pid
 * @property {number} startedAt When the process started, in milliseconds since the epoch.
 * @property {string} folder The folder of the session that was asked first, and its id.
 * @property {string} session
 */

/**
 * Bytes of the longest line that a pi takes of who has found it, which is an answer. Reading one of emoji takes up to 45 ms,
 * in which pi does nothing else.
 */
export const MAX_LINE = 65_536;

const NAME = "pi-question";
/** Longest beacon, in bytes. */
const MAX_BEACON = 65_536;
/** Permissions of others. */
const OTHERS = 0o077;
/** Where systemd and elogind keep the folder that they name in XDG_RUNTIME_DIR, by the user's id. */
const RUNTIMES = "/run/user";

/** Returns pi's folder, as it is found without pi. */
export function agentFolder() {
	const named = process.env.PI_CODING_AGENT_DIR;
	return named ? expanded(named) : join(homedir(), ".pi", "agent");
}

/**
 * Returns the folders in which the beacon of this process may lie: that of the system for what runs, where there is one,
 * and pi's.
 *
 * @param {string} agent pi's folder.
 */
export function beaconFolders(agent) {
	const runtime = process.env.XDG_RUNTIME_DIR;
	return [...(runtime && isOwn(runtime) ? [join(runtime, NAME)] : []), join(agent, NAME)];
}

/**
 * Returns the folders in which beacons are looked for. A shell over ssh or of another session may lack the variable that
 * names the folder of the system, which its pis have.
 *
 * @param {string} agent pi's folder.
 * @param {string} [runtimes] Where the folders of the system are.
 */
export function searchedFolders(agent, runtimes = RUNTIMES) {
	const folders = beaconFolders(agent);
	const runtime = join(runtimes, String(process.getuid?.()));
	return folders.length === 1 && isOwn(runtime) ? [join(runtime, NAME), ...folders] : folders;
}

/** Returns whether a folder is this user's, and beacons can be in it. @param {string} folder */
function isOwn(folder) {
	try {
		// A relative one is another folder for each process. Programs that change the user keep the variable of the one before.
		const stats = statSync(folder);
		if (!isAbsolute(folder) || !stats.isDirectory() || stats.uid !== process.getuid?.()) return false;
		return existsSync(join(folder, NAME)) || isWritable(folder);
	} catch {
		return false; // it is missing, or in a folder that this user cannot enter
	}
}

/** Returns whether files can be made in a folder. @param {string} folder */
function isWritable(folder) {
	try {
		accessSync(folder, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

/** Makes a folder for beacons, unless it is there. Throws if it cannot be used. @param {string} folder */
export function makeBeaconFolder(folder) {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const fault = faultOf(folder);
	if (fault !== undefined) throw new Error(fault);
}

/**
 * Makes the folder for the beacon of this process: the first one in which it can be made. Throws if there is none, or if
 * that one cannot be used.
 *
 * @param {string} agent pi's folder.
 */
export function ownBeaconFolder(agent) {
	const folders = beaconFolders(agent);
	// That of the system may be there, and be read-only.
	const folder = folders.find((one) => !existsSync(one) || isWritable(one)) ?? join(agent, NAME);
	makeBeaconFolder(folder);
	return folder;
}

/** Returns why a folder cannot be used. @param {string} folder */
function faultOf(folder) {
	const stats = lstatSync(folder);
	if (stats.isSymbolicLink()) return `${folder} is a symbolic link`;
	if (!stats.isDirectory()) return `${folder} is no folder`;
	if (process.platform === "win32") return undefined;
	if (stats.uid !== process.getuid?.()) return `${folder} belongs to another user`;
	return (stats.mode & OTHERS) === 0 ? undefined : `${folder} is open to other users; its mode has to be 700`;
}

/**
 * Leaves a beacon in a folder that `ownBeaconFolder` has made. Returns a function that removes it. Throws if it cannot be
 * written.
 *
 * @param {string} folder
 * @param {Beacon} beacon
 */
export function leaveBeacon(folder, beacon) {
	const path = join(folder, `${beacon.pid}.json`);
	const unfinished = join(folder, `${beacon.pid}.${randomUUID()}`);
	writeFileSync(unfinished, JSON.stringify(beacon), { mode: 0o600, flag: "wx" });
	try {
		whenFree(() => renameSync(unfinished, path)); // so that none is read in part
	} catch (error) {
		remove(unfinished);
		throw error;
	}
	return () => remove(path);
}

/**
 * Reads the beacons in a folder, and removes those whose processes are gone. Throws if the folder cannot be used.
 *
 * @param {string} folder
 * @returns {Beacon[]}
 */
export function readBeacons(folder) {
	if (!lstatSync(folder, { throwIfNoEntry: false })) return [];
	const fault = faultOf(folder);
	if (fault !== undefined) throw new Error(fault);
	const found = [];
	for (const name of readdirSync(folder)) {
		// One that is not finished has its process's id, too.
		const pid = Number(/^(\d+)\.[\w-]+$/.exec(name)?.[1]);
		if (pid && !isRunning(pid)) remove(join(folder, name));
		else if (name === `${pid}.json`) found.push(...readBeacon(join(folder, name), pid));
	}
	return found;
}

/**
 * Reads a beacon; nothing if it is none.
 *
 * @param {string} path
 * @param {number} pid
 * @returns {Beacon[]}
 */
function readBeacon(path, pid) {
	let file;
	try {
		file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
		const stats = fstatSync(file);
		if (!stats.isFile() || stats.size > MAX_BEACON) return [];
		const beacon = JSON.parse(readFileSync(file, "utf8"));
		const texts = [beacon?.path, beacon?.token, beacon?.folder, beacon?.session];
		return texts.every((text) => typeof text === "string") && beacon.pid === pid ? [beacon] : [];
	} catch {
		return []; // its process has just removed it
	} finally {
		if (file !== undefined) closeSync(file);
	}
}

/** @param {string} path */
function remove(path) {
	try {
		whenFree(() => unlinkSync(path));
	} catch {
		// Another one has removed it, or a program holds it open; then it is removed once its process is gone.
	}
}
