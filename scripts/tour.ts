/**
 * `npm start`: runs the real pi with this extension and a scripted model that asks a few questions. It needs no API key
 * and no network, and leaves no files. In a terminal it is live. Without one it plays prepared keys in a
 * pseudo-terminal and prints the screens and the results.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PiSetup } from "../tests/harness/pi.ts";

const manifest = new URL("../node_modules/@earendil-works/pi-coding-agent/package.json", import.meta.url);
if (!existsSync(manifest)) {
	console.error("pi is not installed in this folder yet. Run: npm ci");
	process.exit(1);
}
const { version } = JSON.parse(readFileSync(manifest, "utf8"));
console.log(`Starting pi ${version}. A scripted model will ask four questions; nothing is saved.`);
// What follows takes a moment to load, so it is loaded after the first word.
const { key } = await import("../tests/harness/keys.ts");
const { PiTerminal, Workplace } = await import("../tests/harness/pi.ts");
const { programsOfPi } = await import("../tests/harness/program.ts");

const setup: PiSetup = {
	turns: [],
	modelExtension: fileURLToPath(new URL("tour-model.ts", import.meta.url)),
	args: ["Help me set up a service"],
	files: { "agent/settings.json": { quietStartup: true }, ...programsOfPi },
};

const next = `
That was pi-question. With your own pi (1.4 or newer) and model, in this folder:

  pi -e .         for one run
  pi install .    for all runs; pi remove . takes it out again

README.md goes on from here.`;

async function live(): Promise<void> {
	const workplace = new Workplace(setup);
	try {
		const { env, project } = workplace;
		// Without a session pi does not tell at its end how to resume one, whose folder would be gone.
		const command = [...workplace.command(setup), "--no-session"];
		const child = spawn(process.execPath, command, {
			cwd: project,
			env: { ...process.env, ...env, LANG: process.env.LANG ?? "C", PI_QUESTION_TOUR: "live" },
			stdio: "inherit",
		});
		process.exitCode = await new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? 1)));
	} finally {
		workplace.remove();
	}
}

async function played(): Promise<void> {
	const pi = new PiTerminal({ ...setup, columns: 100, rows: 34 });
	const show = (title: string) => {
		const screen = pi.screen().map((line) => line.trimEnd());
		const form = screen.slice(screen.findIndex((line) => line.includes(" question")));
		console.log(
			`\n━━ ${title}\n${form
				.join("\n")
				.replace(/\n{3,}/g, "\n\n")
				.trimEnd()}`,
		);
	};
	try {
		await pi.sees("→ 1. PostgreSQL");
		show("The model asks one question");
		await pi.press(key.down, "→ 2. SQLite");
		show("↓");
		await pi.press(key.enter, "[□ Name]");
		show("Enter answers; the model asks three more in one form, the first of which takes text");
		await pi.press("shop-orders", "shop-orders");
		await pi.press(key.enter, "Features]");
		show("Enter; the second takes several answers, and one is checked already");
		await pi.press("2", "[x] CSV export");
		await pi.press(key.ctrl("n"), "A note on your answer");
		await pi.press("CSV only for admins", "CSV only for admins");
		await pi.press(key.enter, "Note: CSV only for admins");
		show("2 checks; Ctrl+N, and a note beside the boxes");
		await pi.press(key.enter, "[□ API]");
		show("Enter; the third shows what its options mean");
		await pi.press("grpc", "→ 2. gRPC");
		show("grpc: words that name an option highlight it; any others are an answer of your own");
		await pi.press(key.enter, "Review your answers");
		show("Enter chooses the option; the review");
		await pi.press(key.enter, "I would now create shop-orders with a gRPC interface");
		show("Enter submits");
		console.log("\n━━ What the model was told");
		for (const { text } of pi.workplace.sessionResults()) console.log(text);
	} finally {
		await pi.stop();
	}
}

await (process.stdin.isTTY && process.stdout.isTTY ? live() : played());
if (!process.exitCode) console.log(next);
