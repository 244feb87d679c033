/**
 * The command `/questions`.
 *
 * Never here: what a result says, which questions are pending.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { harmless, type Removal, say } from "./core/core.ts";
import type { Snapshot } from "./core/snapshot.ts";
import { reasonOf } from "./host/io.ts";
import { PENDING_FILE, SUBCOMMANDS } from "./host/names.ts";
import { removePending } from "./host/pending.ts";
import { modeOf } from "./host/process.ts";
import type { Later } from "./later/later.ts";

/** Columns of a listing if the width of the terminal is unknown. */
const COLUMNS = 100;

/** Columns that pi leaves free around a notice. */
const NOTICE_MARGIN = 2;

/** Runs the command with the arguments that the user typed. Returns whether it succeeded. */
export async function questions(args: string, ctx: ExtensionContext, later: Later): Promise<boolean> {
	const snapshot = later.snapshot(ctx);
	const mode = modeOf(ctx);
	const command = args.trim();
	try {
		switch (command) {
			case "":
				say(ctx, snapshot.listing((process.stdout.columns ?? COLUMNS) - NOTICE_MARGIN));
				return true;
			case "answer":
				return await later.run(ctx, snapshot, snapshot.plan({ answer: mode }));
			case "revise":
				return await later.run(ctx, snapshot, snapshot.plan({ revise: mode }));
			case "clear": {
				const { remove } = snapshot.plan("clear");
				if (remove) return await clear(ctx, snapshot, remove);
				say(ctx, `There is no ${PENDING_FILE}.`);
				return true;
			}
		}
	} catch (error) {
		say(ctx, reasonOf(error), "error");
		return false;
	}
	const known = SUBCOMMANDS.map(({ value }) => value).join(", ");
	say(ctx, `/questions ${command} is not known. There are: ${known}.`, "warning");
	return false;
}

async function clear(ctx: ExtensionContext, snapshot: Snapshot, removal: Removal): Promise<boolean> {
	const { name, doubt } = removal;
	if (doubt !== undefined && !ctx.hasUI) {
		const how = "You can remove it yourself.";
		say(ctx, `${name} is not removed, because nobody can be asked here: ${doubt}. ${how}`, "warning");
		return false;
	}
	if (doubt !== undefined) {
		const [keep, remove] = ["No, keep it", "Yes, remove it"];
		const title = `Remove ${name}?\n${harmless(doubt)}`;
		// Enter takes the first option, so it is the one that loses nothing.
		if ((await ctx.ui.select(title, [keep, remove])) !== remove) return true;
	}
	try {
		const text = snapshot.textOf(name);
		if (text === undefined) throw new Error(doubt);
		removePending(ctx.cwd, name, text);
		say(ctx, `${name} is removed.`);
		return true;
	} catch (error) {
		say(ctx, `${name} could not be removed: ${reasonOf(error)}`, "error");
		return false;
	}
}
