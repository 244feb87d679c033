/**
 * What the system tells of other processes: which are above one, its terminal, whether it runs.
 *
 * Never here: what follows from it.
 */
import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * Where a process comes from.
 *
 * @typedef {object} Lineage
 * @property {number[]} above Ids of the processes above it, the nearest first. One whose parent has ended is below no other, as in a tmux server.
 * @property {string} [terminal] The terminal that controls it, such as `pts/3`.
 */

/**
 * What a system tells of a process; throws if it knows none of that id.
 *
 * @typedef {(pid: number) => { parent: number, terminal?: string | undefined }} Look
 */

/** Milliseconds for the program that lists all processes. PowerShell takes one or two seconds to start. */
const LISTING_MS = 10_000;

/**
 * Resolves to where a process comes from. Rejects with the reason, in words, if there is no such process, or if that is
 * unknown because the system does not tell.
 *
 * @param {number} pid
 * @param {number} [limit] Milliseconds for the program that is asked where there is no `/proc`.
 * @returns {Promise<Lineage>}
 */
export async function lineageOf(pid, limit = LISTING_MS) {
	const look = process.platform === "linux" ? inProc : await listing(pid, limit);
	let from;
	try {
		from = look(pid);
	} catch {
		throw new Error(`the process ${pid} cannot be found`);
	}
	/** @type {number[]} */
	const above = [];
	try {
		for (let at = from.parent; at > 0 && !above.includes(at); at = look(at).parent) above.push(at);
	} catch {
		// That one has ended meanwhile, or is hidden, being another user's.
	}
	return { above, ...(from.terminal !== undefined && { terminal: from.terminal }) };
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

/**
 * Lists all processes at once, without holding up the event loop. Rejects if the system does not tell, or takes too long.
 *
 * @param {number} pid The process that this is for.
 * @param {number} timeout
 * @returns {Promise<Look>}
 */
async function listing(pid, timeout) {
	const isWindows = process.platform === "win32";
	const [program, words] = isWindows ? powerShell() : ["ps", ["-A", "-o", "pid=,ppid=,tty="]];
	try {
		const options = { timeout, maxBuffer: Number.POSITIVE_INFINITY, windowsHide: true };
		const listed = promisify(execFile)(program, words, options);
		listed.child.stdin?.end();
		return (isWindows ? inPowerShell : inPs)((await listed).stdout);
	} catch {
		throw new Error(`where the process ${pid} comes from is unknown, as ${program} does not tell`);
	}
}

/** Returns a `Look` into what `ps -A -o pid=,ppid=,tty=` has printed. @type {(printed: string) => Look} */
export function inPs(printed) {
	const lines = printed.split("\n").map((line) => line.trim().split(/\s+/));
	const all = new Map(lines.map(([pid, ...rest]) => [Number(pid), rest]));
	return (pid) => {
		const [parent, terminal = ""] = all.get(pid) ?? [];
		if (parent === undefined) throw new Error(`ps knows no process ${pid}`);
		return { parent: Number(parent), terminal: /^\w[\w/]*$/.test(terminal) ? terminal : undefined };
	};
}

/** Prints a line for each process: its id, that of its parent, and when it began, in ISO 8601. */
const LIST = [
	"Get-CimInstance -ClassName Win32_Process -Property ProcessId,ParentProcessId,CreationDate",
	"ForEach-Object { '{0} {1} {2:o}' -f $_.ProcessId, $_.ParentProcessId, $_.CreationDate }",
].join(" | ");

/** Returns PowerShell, which comes with Windows, with its arguments. Named by its path, because Windows looks in the current folder first. @returns {[string, string[]]} */
function powerShell() {
	const path = join("System32", "WindowsPowerShell", "v1.0", "powershell.exe");
	return [
		join(process.env.SystemRoot || "C:\\Windows", path),
		["-NoLogo", "-NoProfile", "-NonInteractive", "-Command", LIST],
	];
}

/** Returns a `Look` into what PowerShell has printed for `LIST`. @type {(printed: string) => Look} */
export function inPowerShell(printed) {
	const lines = [...printed.matchAll(/^(\d+) (\d+) ?(\S*)\s*$/gm)];
	const all = new Map(
		lines.map(([, pid, parent, began = ""]) => [Number(pid), { parent: Number(parent), began: Date.parse(began) }]),
	);
	return (pid) => {
		const found = all.get(pid);
		if (!found) throw new Error(`PowerShell knows no process ${pid}`);
		// Windows gives the id of a parent that has ended to another process.
		const isReused = (all.get(found.parent)?.began ?? 0) > found.began;
		return { parent: isReused ? 0 : found.parent };
	};
}
