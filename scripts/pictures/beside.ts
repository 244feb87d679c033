/** The picture of pi's own dialog beside the form: both ask the same, so that each difference between them is meant. */
import { fileURLToPath } from "node:url";
import { key } from "../../tests/harness/keys.ts";
import { PiTerminal } from "../../tests/harness/pi.ts";
import { isRule } from "./scenes.ts";
import { type Colors, svg } from "./svg.ts";

/** Width of the gap between the two, in pixels. */
const GAP = 16;

const asked = {
	prompt: "Which branch should the release go to?",
	options: ["main", "next", "release/1.6, which is frozen until Monday"],
};

/** Returns the picture, drawn from a terminal with this theme of pi. */
export async function besideDialog(theme: string, colors: Colors): Promise<string> {
	const pi = new PiTerminal({
		turns: [{ afterMs: 450, calls: [{ tool: "question", args: { questions: [asked] } }] }, { text: "" }],
		extension: [
			"-e",
			fileURLToPath(new URL("../..", import.meta.url)),
			"-e",
			fileURLToPath(new URL("dialog.ts", import.meta.url)),
		],
		files: { "agent/settings.json": { theme, quietStartup: true } },
		columns: 64,
		rows: 24,
	});
	const taken = () => {
		const screen = pi.screen();
		return svg(pi, screen.findIndex(isRule), screen.findLastIndex(isRule), colors);
	};
	try {
		await pi.sees((screen) => /─\n\n─/.test(screen), "pi's prompt");
		pi.type(`/ask ${JSON.stringify(asked)}${key.enter}`);
		await pi.sees(/navigate[\s\S]*─/);
		const dialog = taken();
		pi.type(key.escape);
		await pi.sees((screen) => /─\n\n─/.test(screen), "pi's prompt");
		pi.type(`Release it${key.enter}`);
		await pi.sees(/0\. Something else[\s\S]*─/);
		return side([dialog, taken()]);
	} finally {
		await pi.stop();
	}
}

/** Puts drawings side by side. */
function side(drawings: string[]): string {
	let [x, tallest] = [0, 0];
	const placed = drawings.map((drawing) => {
		const [width = 0, height = 0] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(drawing)?.slice(1).map(Number) ?? [];
		const at = x;
		x += width + GAP;
		tallest = Math.max(tallest, height);
		return drawing.replace("<svg ", `<svg x="${at}" y="0" width="${width}" height="${height}" `);
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${x - GAP} ${tallest}">\n${placed.join("")}</svg>\n`;
}
