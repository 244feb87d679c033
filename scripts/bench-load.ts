/**
 * Loads one extension in a fresh process as pi does, through jiti with pi's own packages at hand, and prints the
 * milliseconds. Arguments: the extension's file, and "cold" (every file transformed) or "cached" (as on later starts).
 */
import * as piTui from "@earendil-works/pi-tui";
import { createJiti } from "jiti";
import * as typebox from "typebox";

const [file = "", cache] = process.argv.slice(2);
const virtualModules = { "@earendil-works/pi-tui": piTui, typebox, "@earendil-works/pi-coding-agent": {} };
const options = { moduleCache: false, tryNative: false, fsCache: cache === "cached", virtualModules };
// The transformer itself is loaded by whichever extension comes first.
await createJiti(import.meta.url, { ...options, fsCache: false }).import("./bench-warm.ts");
const start = performance.now();
await createJiti(import.meta.url, options).import(file, { default: true });
console.log(performance.now() - start);
