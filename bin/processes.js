/**
 * What the system tells of other processes: which are above one, its terminal, whether it runs.
 *
 * Never here: what follows from it.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Where a process comes from.
 *
 * @typedef {object} Lineage
 * @property {number[]} above Ids of the processes above it, the nearest first. One whose parent has ended is below no other, as in a tmux server.
 * @property {string} [terminal] The terminal that controls it, such as `pts/3`.
 */

/**
 * Returns where a process comes from. Undefined on Windows, which does not tell. Throws if there is no such process.
 *
 * @param {number} pid
 * @returns {Lineage | undefined}
 */
export function lineageOf(pid) {
	if (process.platform === "win32") return undefined;
	const look = process.platform === "linux" ? inProc : byPs();
	const { parent, terminal } = look(pid);
	const above = [];
	try {
		for (let at = parent; at > 0; at = look(at).parent) above.push(at);
	} catch {
		// That one has ended meanwhile, or is hidden, being another user's.
	}
	return { above, ...(terminal !== undefined && { terminal }) };
}

/** Returns whether a process runs, as far as is known. @param {number} pid */
export function isRunning(pid) {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return !(error instanceof Error && "code" in error && error.code === "ESRCH");
	}
}

/** Returns whether a process is stopped by a signal, as by the key that suspends it. @param {number} pid */
export function isStopped(pid) {
	if (process.platform === "win32") return false;
	try {
		const state = () => execFileSync("ps", ["-o", "state=", "-p", String(pid)], { encoding: "utf8" }).trim();
		return /^t/i.test(process.platform === "linux" ? inProc(pid).state : state());
	} catch {
		return false;
	}
}

/** Major numbers of terminals on Linux: consoles, and those of programs, which have 8 numbers. */
const CONSOLES = 4;
const PSEUDO = [136, 143];
/** Consoles come before serial lines. */
const MAX_CONSOLES = 64;

/** @param {number} pid */
function inProc(pid) {
	const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
	// The name of the program stands in brackets, and may hold any.
	const [state = "", parent, , , device] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return { state, parent: Number(parent), terminal: terminalOf(Number(device)) };
}

/** Returns the name of a terminal by the number of its device on Linux. @param {number} device */
function terminalOf(device) {
	const [first = 0, last = 0] = PSEUDO;
	const major = (device >> 8) & 0xfff;
	const minor = (device & 0xff) | ((device >> 12) & 0xfff00);
	if (major >= first && major <= last) return `pts/${(major - first) * 256 + minor}`;
	return major === CONSOLES && minor < MAX_CONSOLES ? `tty${minor}` : undefined;
}

/** Lists all processes once. @returns {(pid: number) => { parent: number, terminal: string | undefined }} */
function byPs() {
	const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,tty="], { encoding: "utf8" }).split("\n");
	const all = new Map(lines.map((line) => line.trim().split(/\s+/)).map(([pid, ...rest]) => [Number(pid), rest]));
	return (pid) => {
		const [parent, terminal = ""] = all.get(pid) ?? [];
		if (parent === undefined) throw new Error(`there is no process ${pid}`);
		return { parent: Number(parent), terminal: /^\w[\w/]*$/.test(terminal) ? terminal : undefined };
	};
}
