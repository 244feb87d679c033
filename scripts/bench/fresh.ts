/**
 * Loads an extension in a fresh process as pi does: through jiti, with pi's own packages. Prints the milliseconds that
 * its first form takes to open, after its call was drawn while the model wrote it. Argument: the extension's file.
 */
import * as piCodingAgent from "@earendil-works/pi-coding-agent";
import * as piTui from "@earendil-works/pi-tui";
import { createJiti } from "jiti";
import * as typebox from "typebox";
import { plain, single } from "./calls.ts";
import { type Extension, Host } from "./host.ts";

const virtualModules = { "@earendil-works/pi-tui": piTui, typebox, "@earendil-works/pi-coding-agent": piCodingAgent };
const options = { moduleCache: false, tryNative: false, virtualModules };
// Loads the transformer itself, so that no measurement includes it.
await createJiti(import.meta.url, { ...options, fsCache: false }).import("./calls.ts");
const jiti = createJiti(import.meta.url, { ...options, fsCache: true });
const host = await Host.load(await jiti.import<Extension>(process.argv[2] ?? "", { default: true }));
await host.stream(single(plain, 4, 0));
const form = await host.open(single(plain, 4, 0));
await form.leave();
console.log(form.opening);
