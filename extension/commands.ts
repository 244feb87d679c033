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

/** `args` is what the user has written behind it. */
export async function questions(args: string, ctx: ExtensionContext, later: Later): Promise<void> {
	const snapshot = later.snapshot(ctx);
	try {
		switch (args.trim()) {
			case "":
				return say(
					ctx,
					snapshot.read((session) => session.listing((process.stdout.columns ?? COLUMNS) - NOTICE_MARGIN)),
				);
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
		return say(ctx, reasonOf(error), "error");
	}
	const known = SUBCOMMANDS.map(({ value }) => value).join(", ");
	say(ctx, `/questions ${args.trim()} is not known. There are: ${known}.`, "warning");
}

async function clear(ctx: ExtensionContext, snapshot: Snapshot): Promise<void> {
	const { file } = snapshot;
	if (file === undefined) return say(ctx, `There is no ${PENDING_FILE}.`);
	const { name, text } = file;
	const doubt = snapshot.read(
		(session) => session.doubt,
		(reason) => reason,
	);
	if (doubt !== undefined && !ctx.hasUI) {
		return say(ctx, `${name} is not removed, because nobody can be asked here: ${doubt}. You can remove it yourself.`);
	}
	if (doubt !== undefined && !(await ctx.ui.confirm(`Remove ${name}?`, harmless(doubt)))) return;
	try {
		if (text === undefined) throw new Error(doubt);
		removePending(ctx.cwd, name, text);
		say(ctx, `${name} is removed.`);
	} catch (error) {
		say(ctx, `${name} could not be removed: ${reasonOf(error)}`, "error");
	}
}
