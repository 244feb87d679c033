/** pi with the extension installed for all sessions of a user, also those that another extension opens in pi's process. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type PiSetup, root } from "./workplace.ts";

const childSession = fileURLToPath(new URL("child-session.ts", import.meta.url));

/** Returns a setup with the extension and the model in the agent's folder, from where a child loads them too. */
export function installed(turns: PiSetup["turns"], more: Partial<PiSetup> = {}): PiSetup {
	const prepare = (agent: string) => {
		mkdirSync(join(agent, "extensions"));
		symlinkSync(root, join(agent, "extensions", "pi-question"));
		const model = fileURLToPath(new URL("scripted-model.ts", import.meta.url));
		writeFileSync(join(agent, "extensions", "model.ts"), `export { default } from ${JSON.stringify(model)};`);
	};
	return { turns, extension: ["-e", childSession], prepare, columns: 100, rows: 40, ...more };
}
