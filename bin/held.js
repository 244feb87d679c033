/**
 * Files that another program holds open, as virus scanners and editors do on Windows, where such a file can be neither
 * renamed nor removed for a moment.
 *
 * Never here: what is in a file.
 */

/** Errors of Windows while a file is held. On other systems, they stay as they are. */
const HELD = ["EPERM", "EBUSY", "EACCES"];

/** Pauses before further attempts, in milliseconds: short ones, because nothing else is done meanwhile. */
const PAUSES_MS = [5, 10, 20];

/**
 * Renames, links or removes files by a function, which is called again while they are held. Throws what it throws at last.
 *
 * @template T
 * @param {() => T} change
 * @returns {T}
 */
export function whenFree(change) {
	for (const pause of PAUSES_MS) {
		try {
			return change();
		} catch (error) {
			const code = error instanceof Error && "code" in error ? String(error.code) : "";
			if (process.platform !== "win32" || !HELD.includes(code)) throw error;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
		}
	}
	return change();
}
