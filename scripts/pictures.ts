/**
 * `npm run pictures`: plays the scenes in the real pi with a dark and a light theme, draws its terminal, and writes the
 * page with all pictures. Those of the page of `pi-question serve` are drawn in Chromium; without one, they stay as they are.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "../tests/harness/browser.ts";
import { PiTerminal, root } from "../tests/harness/pi.ts";
import { programsOfPi } from "../tests/harness/program.ts";
import { runPi } from "../tests/harness/runs.ts";
import { Workplace } from "../tests/harness/workplace.ts";
import { besideDialog } from "./pictures/beside.ts";
import { picturesOfPage, WIDTHS } from "./pictures/page.ts";
import { type Draw, isCall, isRule, scenes } from "./pictures/scenes.ts";
import { type Colors, film, type Shot, shot, svg } from "./pictures/svg.ts";

const folder = join(root, "docs/pictures");
const themes: Record<string, Colors> = {
	dark: { back: "#18181e", fore: "#d4d4d4" },
	light: { back: "#ffffff", fore: "#1f2328" },
};

/** Finds the rows of the open form, and of the call above it if it is on the screen as a whole. */
function form(screen: string[]): [number, number] {
	const [call, last] = [screen.findLastIndex(isCall), screen.findLastIndex(isRule)];
	return [call > 0 ? call - 1 : screen.findIndex(isRule), last];
}

const told = new Map<string, string>();
// Written when all scenes have played: a scene that stops leaves the pictures as they were.
const drawn = new Map<string, string | Buffer>();
for (const [theme, colors] of Object.entries(themes)) {
	for (const { setup, settings = {}, isBare = false, before, play } of scenes) {
		const own = { "agent/settings.json": { theme, quietStartup: isBare }, "agent/question.json": settings };
		const all = { ...setup, files: { ...own, ...(isBare ? programsOfPi : {}) } };
		const workplace = new Workplace(all);
		// pi shows where it runs, below the folder of the user.
		workplace.env.HOME = workplace.folder;
		if (before) await runPi({ ...all, args: before, workplace });
		const pi = new PiTerminal({ ...all, workplace });
		const draw: Draw = (name, what, rows = form) => {
			const [first, last] = rows(pi.screen());
			drawn.set(`${name}-${theme}.svg`, svg(pi, first, last, colors));
			told.set(name, what);
		};
		const shots: Shot[] = [];
		const take = (ms: number) => shots.push(shot(pi, ms, colors));
		try {
			await play(pi, draw, take);
			if (shots.length > 0) drawn.set(`film-${theme}.svg`, film(shots, pi.size, colors));
		} finally {
			await pi.stop();
		}
	}
	drawn.set(`pi-dialog-${theme}.svg`, await besideDialog(theme, colors));
}
told.set("pi-dialog", "The same question in pi's own dialog, and in the form");

const browser = findBrowser();
for (const [name, picture] of browser ? await picturesOfPage(browser) : []) drawn.set(name, picture);

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (browser || name.endsWith(".svg")) rmSync(join(folder, name));
for (const [name, picture] of drawn) writeFileSync(join(folder, name), picture);

const section = (name: string, what: string, type: string) => `## ${what}

<picture>
<source media="(prefers-color-scheme: light)" srcset="pictures/${name}-light.${type}">
<img alt="${what.replaceAll("`", "")}" src="pictures/${name}-dark.${type}">
</picture>
`;
const head =
	"<!-- Made by `npm run pictures`. -->\n# Every page of the form\n\nFrames of the real pi, drawn cell by cell.\n";
const pages = WIDTHS.map((width) =>
	section(`page-${width}`, `The page of \`pi-question serve\`, ${width} pixels wide`, "png"),
);
const forms = [...told].map(([name, what]) => section(name, what, "svg"));
writeFileSync(join(root, "docs/pages.md"), [head, ...forms, ...pages].join("\n"));
