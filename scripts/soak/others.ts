/**
 * The other extension of the soak: opens dialogs and changes the theme when the driver says so, by a line at the end of a
 * file.
 */
import { readFileSync } from "node:fs";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

export const DIALOGS = ["confirm", "select", "input"] as const;
export type Deed = (typeof DIALOGS)[number] | "theme";

/** The title of each dialog. */
export const TITLE = "Another extension asks";

/** Interval in milliseconds in which the file is read. */
const LOOK_MS = 100;

export function registerOthers(pi: ExtensionAPI, file: string): void {
	const read = () => readFileSync(file, "utf8").split("\n").slice(0, -1) as Deed[];
	// What was said before pi was started, or loaded this file again, is over.
	let done = read().length;
	let theme = "dark";
	let isOpen = false;
	const act = async ({ ui }: ExtensionContext, deed: Deed) => {
		if (deed === "theme") {
			theme = theme === "dark" ? "light" : "dark";
			ui.setTheme?.(theme);
			return;
		}
		// The driver looks for one dialog at a time.
		if (isOpen) return;
		isOpen = true;
		try {
			if (deed === "confirm") await ui.confirm(TITLE, "Go on?");
			else if (deed === "select") await ui.select(TITLE, ["One", "Two"]);
			else await ui.input(TITLE);
		} finally {
			isOpen = false;
		}
	};
	let looking: ReturnType<typeof setInterval> | undefined;
	pi.on("session_start", (_event, ctx) => {
		clearInterval(looking);
		looking = setInterval(() => {
			const deeds = read();
			// A dialog rejects if the session ends meanwhile.
			for (const deed of deeds.slice(done)) void act(ctx, deed).catch(() => {});
			done = deeds.length;
		}, LOOK_MS);
		looking.unref();
	});
	pi.on("session_shutdown", () => clearInterval(looking));
}
