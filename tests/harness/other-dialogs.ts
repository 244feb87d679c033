/** An extension of pi that opens each kind of dialog with `/open`, and tells what it was given. */
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

type Ui = ExtensionContext["ui"];

/** Shows a component that takes a line of text. */
function line(ui: Ui, options?: Parameters<Ui["custom"]>[1]): Promise<unknown> {
	return ui.custom<string>((tui, _theme, _keys, close) => {
		let text = "";
		return {
			render: (columns) => [`A component: ${text}`.padEnd(columns).slice(0, columns)],
			invalidate() {},
			handleInput(data) {
				if (data === "\r") close(text);
				else text += data;
				tui.requestRender();
			},
		};
	}, options);
}

const kinds: Record<string, (ui: Ui) => Promise<unknown>> = {
	input: (ui) => ui.input("An input"),
	select: (ui) => ui.select("A list", ["first", "second"]),
	confirm: (ui) => ui.confirm("A confirmation", "Sure?"),
	editor: (ui) => ui.editor("An editor", ""),
	custom: (ui) => line(ui),
	overlay: (ui) => line(ui, { overlay: true }),
	passive: (ui) => line(ui, { overlay: true, overlayOptions: { nonCapturing: true, anchor: "top-right", width: 20 } }),
};

export default function otherDialogs(pi: ExtensionAPI): void {
	pi.registerCommand("open", {
		description: "Open a dialog",
		handler: async (kind, { ui }) => ui.notify(`${kind} heard ${JSON.stringify(await kinds[kind]?.(ui))}`),
	});
}
