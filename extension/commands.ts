/**
 * `/questions`, for the user.
 *
 * Never here: what a result says, which questions wait.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { harmless } from "./core/core.ts";
import { say } from "./core/say.ts";
import type { Snapshot } from "./core/snapshot.ts";
import { PENDING_FILE, SUBCOMMANDS } from "./host/names.ts";
import { removePending } from "./host/pending.ts";
import { reasonOf } from "./host/say.ts";
import type { Later } from "./later/later.ts";

/** Columns of a listing where the width of the screen is not known. */
const COLUMNS = 100;

/** Columns that pi leaves free around a notice. */
const NOTICE_MARGIN = 2;

/** `args` is what the user has written behind it. Gives whether it was done. */
export async function questions(args: string, ctx: ExtensionContext, later: Later): Promise<boolean> {
	const snapshot = later.snapshot(ctx);
	try {
		switch (args.trim()) {
			case "": {
				const columns = (process.stdout.columns ?? COLUMNS) - NOTICE_MARGIN;
				say(
					ctx,
					snapshot.read((session) => session.listing(columns)),
				);
				return true;
			}
			case "answer":
				return await later.run(
					ctx,
					snapshot,
					snapshot.read((session) => session.answer(ctx.hasUI)),
				);
			case "revise":
				return await later.run(
					ctx,
					snapshot,
					snapshot.read((session) => session.revise(ctx.hasUI)),
				);
			case "clear":
				return await clear(ctx, snapshot);
		}
	} catch (error) {
		say(ctx, reasonOf(error), "error");
		return false;
	}
	const known = SUBCOMMANDS.map(({ value }) => value).join(", ");
	say(ctx, snapshot.told("unknownCommand", `/questions ${args.trim()}`, known), "warning");
	return false;
}

async function clear(ctx: ExtensionContext, snapshot: Snapshot): Promise<boolean> {
	const { file } = snapshot;
	if (file === undefined) {
		say(ctx, snapshot.told("noFile", PENDING_FILE));
		return true;
	}
	const { name, text } = file;
	const doubt = snapshot.read(
		(session) => session.doubt,
		(reason) => reason,
	);
	if (doubt !== undefined && !ctx.hasUI) {
		const how = "You can remove it yourself.";
		say(ctx, `${name} is not removed, because nobody can be asked here: ${doubt}. ${how}`, "warning");
		return false;
	}
	if (doubt !== undefined) {
		const remove = snapshot.told("removeYes");
		const title = `${snapshot.told("whetherToRemove", name)}\n${harmless(doubt)}`;
		// First what loses nothing: Enter takes it.
		if ((await ctx.ui.select(title, [snapshot.told("removeNo"), remove])) !== remove) return true;
	}
	try {
		if (text === undefined) throw new Error(doubt);
		removePending(ctx.cwd, name, text);
		say(ctx, snapshot.told("removed", name));
		return true;
	} catch (error) {
		say(ctx, snapshot.told("notRemoved", name, reasonOf(error)), "error");
		return false;
	}
}
