/**
 * How the user runs the command `pi-question`: a folder, and a package that pi has installed, put none on the path.
 *
 * Never here: whether it is turned on.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getAgentDir } from "@earendil-works/pi-coding-agent";

/** Returns what to set and to type. `isOn`: nothing has to be set. */
export function directions(isOn: boolean): string {
	const command = [process.execPath, fileURLToPath(new URL("../../bin/pi-question.js", import.meta.url))];
	const setting = `set "elsewhere": "on" in ${join(getAgentDir(), "question.json")}, then `;
	// The other terminal may lack the variable.
	const { PI_CODING_AGENT_DIR: folder } = process.env;
	const variable = folder && process.platform !== "win32" ? `PI_CODING_AGENT_DIR=${quoted(folder)} ` : "";
	const line = `${variable}${command.map(quoted).join(" ")} answer`;
	const page = "With serve in place of answer, it shows a page for a browser.";
	return `To answer in another terminal, ${isOn ? "" : setting}run there: ${line}\n${page}`;
}

function quoted(path: string): string {
	return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
