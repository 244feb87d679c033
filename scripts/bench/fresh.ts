/**
 * One extension in a fresh process: loads it as pi does, through jiti with pi's own packages at hand, then opens forms
 * and drives them. Arguments: the extension's file, and "cold" (every file transformed) or "cached" (as on later starts).
 * Prints the milliseconds that loading takes, opening the first form, and a key of the first form and of the 40 after it.
 */
import * as piCodingAgent from "@earendil-works/pi-coding-agent";
import * as piTui from "@earendil-works/pi-tui";
import { createJiti } from "jiti";
import * as typebox from "typebox";
import { plain, single, wholeWalk } from "./cases.ts";
import { wallClock } from "./clock.ts";
import { type Extension, Host } from "./form.ts";

export interface FreshTimes {
	load: number;
	opening: number;
	firstForm: number;
	nextForms: number;
}

const [file = "", cache] = process.argv.slice(2);
const virtualModules = { "@earendil-works/pi-tui": piTui, typebox, "@earendil-works/pi-coding-agent": piCodingAgent };
const options = { moduleCache: false, tryNative: false, virtualModules };
// The transformer itself is loaded by whichever extension comes first.
await createJiti(import.meta.url, { ...options, fsCache: false }).import("./cases.ts");
const start = performance.now();
const jiti = createJiti(import.meta.url, { ...options, fsCache: cache === "cached" });
const extension = await jiti.import<Extension>(file, { default: true });
const load = performance.now() - start;

const host = new Host(extension);
await host.stream(single(plain, 4, 0));
async function drive(salt: number): Promise<{ opening: number; keys: number }> {
	const form = await (await host.open(single(plain, 4, salt))).seen();
	const keys = form.timeOf(wholeWalk, wallClock);
	await form.leave();
	return { opening: form.opening, keys };
}
const { opening, keys: firstForm } = await drive(0);
const forms: number[] = [];
for (let salt = 1; salt <= 40; salt++) forms.push((await drive(salt)).keys);
const nextForms = forms.reduce((sum, time) => sum + time, 0) / forms.length;
console.log(JSON.stringify({ load, opening, firstForm, nextForms } satisfies FreshTimes));
