/**
 * Folders of private sockets that processes left behind which were killed. Used by all that listen.
 *
 * Never here: a folder that may be in use, or that is not this user's.
 */
import { lstat, readdir, rmdir, unlink } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { FOLDER } from "./address.js";
import { isRunning } from "./processes.js";

/**
 * Removes the folders beside that of an address whose processes have ended. Never rejects.
 *
 * @param {string} path The path of the address.
 */
export async function removeLeftovers(path) {
	const parent = dirname(dirname(path));
	const names = await readdir(parent).catch(() => []);
	for (const name of names) {
		const pid = Number(FOLDER.exec(name)?.[1]);
		if (pid && !isRunning(pid)) await removeUnused(join(parent, name)).catch(() => {});
	}
}

/**
 * Removes a folder in which nobody listens, as a process of another container might. Throws if it has anything else in it.
 *
 * @param {string} folder
 */
async function removeUnused(folder) {
	// A symbolic link is no directory here, and nobody else can put one in the place of a folder of this user.
	const stats = await lstat(folder);
	if (!stats.isDirectory() || stats.uid !== process.getuid?.() || !(await isDeaf(join(folder, "socket")))) return;
	for (const name of ["socket", "token"]) await unlink(join(folder, name)).catch(() => {});
	await rmdir(folder);
}

/**
 * Returns whether nobody listens at a path.
 *
 * @param {string} path
 * @returns {Promise<boolean>}
 */
function isDeaf(path) {
	return new Promise((resolve) => {
		const socket = connect(path).unref();
		socket.on("connect", () => resolve(false)).on("connect", () => socket.destroy());
		socket.on("error", (error) => resolve("code" in error && ["ECONNREFUSED", "ENOENT"].includes(String(error.code))));
	});
}
