/** An extension of pi that reloads pi at SIGUSR2, once `/reloads` was typed: also while a form has the keys. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function reloading(pi: ExtensionAPI): void {
	pi.registerCommand("reloads", {
		description: "Reload at a signal",
		handler: async (_words, ctx) => {
			process.once("SIGUSR2", () => void ctx.reload());
			ctx.ui.notify("It will reload");
		},
	});
}
