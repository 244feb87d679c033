#!/usr/bin/env node
/**
 * The command `pi-question`. Its parts are loaded at run time, so that one which is missing or damaged is said to be.
 *
 * Never here: a static import.
 */
const { run } = await import("./elsewhere/command.js").catch(damaged);
if (run) await run(process.argv.slice(2));
else damaged("a file is empty");

/** Says what helps. @param {unknown} error @returns {never} */
function damaged(error) {
	const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
	const problem = `a file of the package is missing or damaged (${reason.replace(/\p{C}/gu, "")})`;
	process.stderr.write(`pi-question: ${problem}: pi-question has to be installed again\n`);
	process.exit(1);
}
