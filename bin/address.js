/**
 * The address of a private socket. In a file of its own, because each start of pi makes one.
 *
 * Never here: listening.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Longest path of a socket that every system takes, in bytes. */
const MAX_PATH = 103;

/**
 * Where a channel listens.
 *
 * @typedef {object} Address
 * @property {string} path
 * @property {string} token
 */

/** Name of the folder of an address, with the id of its process. */
export const FOLDER = /^pi-question-[a-z]+-(\d+)-\w{6}$/;

/**
 * Makes an address in a new folder that only this user can enter. Throws if no folder can be made.
 *
 * @param {string} name The beginning of the folder's name.
 * @returns {Address}
 */
export function makeAddress(name) {
	const token = randomBytes(32).toString("hex");
	if (process.platform === "win32") return { path: `\\\\.\\pipe\\${name}${randomBytes(16).toString("hex")}`, token };
	/** @type {unknown} */
	let problem;
	for (const parent of [tmpdir(), "/tmp"]) {
		try {
			const path = join(mkdtempSync(join(parent, `${name}${process.pid}-`)), "socket"); // with mode 0700
			if (Buffer.byteLength(path) <= MAX_PATH) return { path, token };
			removeAddress(path);
			problem ??= new Error(`${path} is too long for a socket`);
		} catch (error) {
			problem ??= error; // the folder is read-only
		}
	}
	throw problem;
}

/** Removes the folder of an address. @param {string} path */
export function removeAddress(path) {
	if (process.platform !== "win32") rmSync(dirname(path), { recursive: true, force: true });
}
