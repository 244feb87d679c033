/**
 * The command `/questions`.
 *
 * Never here: what a result says, which questions are pending.
 */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { say } from "./core/core.ts";
import { reasonOf } from "./host/io.ts";
import { PENDING_FILE, SUBCOMMANDS } from "./host/names.ts";
import { modeOf } from "./host/process.ts";
import type { Later } from "./later/later.ts";

/** Columns of a listing if the width of the terminal is unknown. */
const COLUMNS = 100;

/** Columns that pi leaves free around a notice. */
const NOTICE_MARGIN = 2;

/** Runs the command with the arguments that the user typed. Returns whether it succeeded. */
export async function questions(args: string, ctx: ExtensionContext, later: Later): Promise<boolean> {
	const branch = later.branch(ctx);
	const mode = modeOf(ctx);
	const command = args.trim();
	try {
		switch (command) {
			case "":
				say(ctx, branch.listing((process.stdout.columns ?? COLUMNS) - NOTICE_MARGIN));
				return true;
			case "answer":
				return await later.run(ctx, branch, branch.plan({ answer: mode }));
			case "revise":
				return await later.run(ctx, branch, branch.plan({ revise: mode }));
			case "clear": {
				const { retire } = branch.plan("clear");
				if (retire !== undefined) return later.retire(ctx, retire);
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
