#!/usr/bin/env node
/**
 * The command `pi-question-acp`. Its parts are loaded at run time, so that one which is missing or damaged is said to be.
 *
 * Never here: a static import.
 */
const { adapter } = await import("./pass-through.js").catch(damaged);
if (!adapter) damaged("a file is empty");

/** Says what helps. @param {unknown} error @returns {never} */
function damaged(error) {
	// One of the system has nothing to do with the package.
	if (error instanceof Error && "code" in error && error.code !== "ERR_MODULE_NOT_FOUND") throw error;
	const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
	const problem = `a file of the package is missing or damaged (${reason.replace(/\p{C}/gu, "")})`;
	process.stderr.write(`pi-question-acp: ${problem}: pi-question has to be installed again\n`);
	process.exit(1);
}
