/**
 * An extension that takes rows of pi's screen, and that opens a dialog when a question is asked, as `CROWD` says: a JSON
 * object with numbers of rows, and after how many milliseconds each of `late` and `dialog` comes.
 */
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

export interface Crowd {
	above?: number;
	below?: number;
	footer?: number;
	/** Rows of a widget that comes while the form is open. */
	late?: number;
	/** Whether a dialog opens while the form is open. */
	dialog?: boolean;
}

const lines = (name: string, count = 0) => Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);

/** Milliseconds after the call in which the form is on the screen. */
const LATE_MS = 1_500;

export default function crowd(pi: ExtensionAPI): void {
	const { above, below, footer, late, dialog }: Crowd = JSON.parse(process.env.CROWD ?? "{}");
	const open = ({ ui }: ExtensionContext) => {
		if (late) ui.setWidget("late", lines("late", late), { placement: "belowEditor" });
		if (dialog) void ui.confirm("Another extension", "Go on?");
	};
	pi.on("session_start", (_event, { ui }) => {
		if (above) ui.setWidget("above", lines("above", above));
		if (below) ui.setWidget("below", lines("below", below), { placement: "belowEditor" });
		if (footer) ui.setFooter(() => ({ render: () => lines("footer", footer), invalidate() {} }));
	});
	pi.on("tool_call", (_event, ctx) => {
		setTimeout(() => open(ctx), LATE_MS);
	});
}
