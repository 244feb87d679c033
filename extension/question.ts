/**
 * What pi loads of this package. Loads the files that each start needs, and has them register the tool; if one is missing
 * or damaged, says what helps. pi does not start with an extension that cannot be loaded.
 *
 * Never here: a static import of a file of this package, or anything about questions.
 */
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

/** Files of a start, each after those that it imports. */
const FILES = [
	"../bin/address.js",
	"./host/io.ts",
	"./host/names.ts",
	"./host/process.ts",
	"./host/settings.ts",
	"./subagents/hosts.ts",
	"./core/core.ts",
	"./declaration.ts",
	"./transcript.ts",
	"./registration.ts",
];

export default async function question(pi: ExtensionAPI): Promise<void> {
	try {
		for (const file of FILES) {
			// pi's loader takes an empty file for a module, whose importers fail much later.
			if (Object.keys(await import(file)).length === 0) throw new Error(`${file} is empty`);
		}
		const { register } = await import("./registration.ts");
		register(pi);
	} catch (error) {
		const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
		const problem = `a file of the package is missing or damaged (${reason.replace(/\p{C}/gu, "")})`;
		pi.on("session_start", (_event, ctx) =>
			tell(ctx, `${problem}: pi-question has to be installed again, and pi restarted`),
		);
	}
}

/** Key in `globalThis` of whether the error stream was told, which sessions inside the process share. */
const TOLD = Symbol.for("pi-question.damaged");

/** Tells the user, without the parts of this package that may be damaged. */
function tell(ctx: ExtensionContext, problem: string): void {
	const kept = globalThis as { [TOLD]?: boolean };
	if (ctx.hasUI) ctx.ui.notify(`pi-question: ${problem}`, "warning");
	else if (!kept[TOLD]) process.stderr.write(`pi-question: ${problem}\n`);
	kept[TOLD] = true;
}
