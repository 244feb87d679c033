/** An extension of pi whose command `/ask` asks a question with pi's own dialog. The command's argument is the question. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function dialog(pi: ExtensionAPI): void {
	pi.registerCommand("ask", {
		description: "Ask with pi's own dialog",
		handler: async (question, { ui }) => {
			const { prompt, options }: { prompt: string; options: string[] } = JSON.parse(question);
			await ui.select(prompt, options);
		},
	});
}
