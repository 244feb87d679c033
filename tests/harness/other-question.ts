/** An extension of pi with a tool and a flag that this package has too. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";

export default function otherQuestion(pi: ExtensionAPI): void {
	pi.registerFlag("answers", { type: "string", description: "Something else" });
	pi.registerTool({
		name: "question",
		label: "Other",
		description: "Another tool of this name",
		parameters: Type.Object({}),
		execute: async () => ({ content: [{ type: "text", text: "The other tool was here." }], details: undefined }),
	});
}
