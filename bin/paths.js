/**
 * Paths of folders as people write and read them, by the rules of a system: those of this one, unless others are given.
 *
 * Never here: what is in a folder.
 */
import { homedir } from "node:os";
import system from "node:path";

/**
 * Returns whether a folder is in another one, or is that one.
 *
 * @param {string} outer
 * @param {string} folder
 * @param {import("node:path").PlatformPath} [rules]
 */
export function isInside(outer, folder, { relative, isAbsolute, sep } = system) {
	const way = relative(outer, folder);
	// On Windows, the way to another drive is an absolute path.
	return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Returns a path with the user's folder in place of a tilde at its beginning.
 *
 * @param {string} path
 * @param {string} [home]
 * @param {import("node:path").PlatformPath} [rules]
 */
export function expanded(path, home = homedir(), { sep } = system) {
	return path === "~" || path.startsWith("~/") || path.startsWith(`~${sep}`) ? home + path.slice(1) : path;
}

/**
 * Returns a path with a tilde in place of the user's folder.
 *
 * @param {string} path
 * @param {string} [home]
 * @param {import("node:path").PlatformPath} [rules]
 */
export function shortened(path, home = homedir(), rules = system) {
	if (!rules.isAbsolute(path) || !isInside(home, path, rules)) return path;
	const way = rules.relative(home, path);
	return way === "" ? "~" : `~${rules.sep}${way}`;
}
