/** Suspends pi as its prompt does, for which extensions have no function. */
import type { TUI } from "@earendil-works/pi-tui";

/** Gives the terminal back to the shell until that continues pi. Then draws the interface again and calls `back`. */
export function suspend(tui: TUI, back: () => void): void {
	// While the interface is stopped, nothing else keeps Node running.
	const alive = setInterval(() => {}, 2 ** 30);
	// Ctrl+C in the shell would end the suspended process.
	const ignore = () => {};
	process.on("SIGINT", ignore);
	const goOn = () => {
		clearInterval(alive);
		process.off("SIGINT", ignore);
		tui.start();
		// Forced, because the shell has written on the screen.
		tui.requestRender(true);
		back();
	};
	process.once("SIGCONT", goOn);
	tui.stop();
	try {
		// The whole group, as the terminal does.
		process.kill(0, "SIGTSTP");
	} catch {
		// Windows cannot suspend.
		process.off("SIGCONT", goOn);
		goOn();
	}
}
