/**
 * The session that owns this process. Packages for subagents open sessions inside the process of the user's pi. Only the
 * owner has to do with what belongs to the process: its command line, its exit code, its signals, its error stream, and
 * the pending file.
 *
 * The owner is kept in `globalThis`, because a process may load these modules several times.
 *
 * Never here: what a session does with any of these.
 */
import { CONFIG_DIR_NAME, type ExtensionAPI, type ExtensionContext, parseArgs } from "@earendil-works/pi-coding-agent";
import type { HostMode } from "../../pkg/question.js";

const OWNER = Symbol.for("pi-question.process");
const OFFERED = Symbol.for("pi-question.offered");
const IS_PERSONS = Symbol.for("pi-question.person");
/** The owner is held weakly, because some programs drop a session without an event. */
const shared = globalThis as {
	[OWNER]?: WeakRef<object> | undefined;
	[IS_PERSONS]?: boolean;
	[OFFERED]?: Set<string>;
};

type Context = Pick<ExtensionContext, "hasUI" | "mode" | "sessionManager">;

/** Makes the session the owner if there is none. A session in another mode than pi's own is one inside it. */
export function claimProcess(ctx: Context): void {
	if (shared[OWNER]?.deref() !== undefined || !(ctx.hasUI || modeOf(ctx) === ownMode())) return;
	shared[OWNER] = new WeakRef(ctx.sessionManager);
	shared[IS_PERSONS] = ctx.hasUI;
}

/**
 * Returns whether this is pi's own program, which gives its process a title, and not another one that opens sessions by pi's
 * SDK. There, a command line means nothing to a session, and no session without a person is inside another one.
 */
export function isPi(): boolean {
	return process.title.startsWith(CONFIG_DIR_NAME.replace(/^\./, ""));
}

/**
 * Returns the mode of a session. In a mode that is unknown, or that has a user interface where the session has none or the
 * other way round, what the session has decides: the user is asked as by a program that drives pi, or not at all.
 */
export function modeOf({ mode, hasUI }: Pick<ExtensionContext, "hasUI" | "mode">): HostMode {
	const fits = hasUI ? mode === "tui" || mode === "rpc" : mode === "print" || mode === "json";
	if (fits) return mode;
	return hasUI ? "rpc" : "print";
}

/** Returns whether a session owns the process, so that what is loaded now belongs to a session inside it. */
export function hasOwner(): boolean {
	return shared[OWNER]?.deref() !== undefined;
}

/** Ends the ownership of a session that ends. */
export function releaseProcess(ctx: Context): void {
	if (ownsProcess(ctx)) shared[OWNER] = undefined;
}

/** Returns whether the session owns the process. */
export function ownsProcess({ sessionManager }: Context): boolean {
	return shared[OWNER]?.deref() === sessionManager;
}

/** Notes that this copy of the extension has offered a tool, which no other extension has. */
export function noteOffered(tool: string): void {
	shared[OFFERED] ??= new Set();
	shared[OFFERED].add(`${tool} ${import.meta.url}`);
}

/** Returns whether this copy has offered a tool in this process, before pi loaded it again. */
export function wasOffered(tool: string): boolean {
	return shared[OFFERED]?.has(`${tool} ${import.meta.url}`) === true;
}

/**
 * Returns whether the session is one inside another, where nobody can be asked or told anything. Of those that a program
 * opens by pi's SDK, none is, unless a person uses another one.
 */
export function isNested(ctx: Context): boolean {
	return !ctx.hasUI && !ownsProcess(ctx) && (isPi() || (hasOwner() && shared[IS_PERSONS] === true));
}

/** Returns the mode without a user interface that pi was started in, as pi itself decides it; undefined for another mode. */
function ownMode(): "json" | "print" | undefined {
	const { mode, print } = parseArgs(process.argv.slice(2));
	if (mode === "rpc") return undefined;
	if (mode === "json") return "json";
	return print || !process.stdin.isTTY || !process.stdout.isTTY ? "print" : undefined;
}

/** Returns whether the command line has a flag, or asks which there are. */
export function isOnCommandLine(flag: string): boolean {
	const names = [`--${flag}`, "--help", "-h"];
	return process.argv.some((word) => names.includes(word.split("=")[0] ?? ""));
}

/** Event by which a copy of this extension asks, while it is loaded, whether another one was loaded before it. */
const LOADED = "pi-question:loaded";

/** Returns whether no other copy of this extension was loaded before it by the same loader. */
export function isFirstCopy({ events }: ExtensionAPI): boolean {
	const question = { isAnswered: false };
	events.emit(LOADED, question);
	events.on(LOADED, (other) => {
		(other as typeof question).isAnswered = true;
	});
	return !question.isAnswered;
}
