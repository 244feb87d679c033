/**
 * The package in other places: a copy of it, and pi with the extension installed for all sessions of a user, also those
 * that another extension opens in pi's process.
 */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { folder } from "./program.ts";
import { type PiSetup, root } from "./workplace.ts";

const childSession = fileURLToPath(new URL("child-session.ts", import.meta.url));

/** Copies what pi loads of the package into a folder that is removed with the test. */
export function copied(t: TestContext): string {
	const place = folder(t);
	for (const name of ["package.json", "bin", "extension", "pkg"])
		cpSync(join(root, name), join(place, name), { recursive: true });
	return place;
}

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
