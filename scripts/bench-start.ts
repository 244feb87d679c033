/**
 * One extension in a fresh process: loads it as pi does, through jiti with pi's own packages at hand, then opens a form
 * and drives it. Arguments: the extension's file, and "cold" (every file transformed) or "cached" (as on later starts).
 * Prints the milliseconds that loading takes, and the microseconds for each key of the first form and of the 40 after it.
 */
import * as piCodingAgent from "@earendil-works/pi-coding-agent";
import * as piTui from "@earendil-works/pi-tui";
import { createJiti } from "jiti";
import * as typebox from "typebox";
import { type Extension, keyAndRender } from "./bench-form.ts";

const [file = "", cache] = process.argv.slice(2);
const virtualModules = { "@earendil-works/pi-tui": piTui, typebox, "@earendil-works/pi-coding-agent": piCodingAgent };
const options = { moduleCache: false, tryNative: false, virtualModules };
// The transformer itself is loaded by whichever extension comes first.
await createJiti(import.meta.url, { ...options, fsCache: false }).import("./bench-form.ts");
const start = performance.now();
const jiti = createJiti(import.meta.url, { ...options, fsCache: cache === "cached" });
const extension = await jiti.import<Extension>(file, { default: true });
const load = performance.now() - start;
const firstForm = await keyAndRender(extension, 4, 0);
const forms: number[] = [];
for (let salt = 1; salt <= 40; salt++) forms.push(await keyAndRender(extension, 4, salt));
console.log(JSON.stringify({ load, firstForm, nextForms: forms.reduce((sum, time) => sum + time, 0) / forms.length }));
