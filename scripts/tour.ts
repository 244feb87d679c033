/**
 * `npm start`: runs the real pi with this extension and a scripted model that asks a few questions. It needs no API key
 * and no network, and leaves no files. In a terminal it is live. Without one it plays prepared keys in a
 * pseudo-terminal and prints the screens and the results.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { key } from "../tests/harness/keys.ts";
import { type PiSetup, PiTerminal, Workplace } from "../tests/harness/pi.ts";

const setup: PiSetup = {
	turns: [],
	modelExtension: fileURLToPath(new URL("tour-model.ts", import.meta.url)),
	args: ["Help me set up a service"],
};

async function live(): Promise<void> {
	const workplace = new Workplace(setup);
	try {
		const { env, project } = workplace;
		const child = spawn(process.execPath, workplace.command(setup), {
			cwd: project,
			env: { ...process.env, ...env, LANG: process.env.LANG ?? "C" },
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
		const form = screen.slice(screen.findIndex((line) => line.includes("question")));
		console.log(
			`\n━━ ${title}\n${form
				.join("\n")
				.replace(/\n{3,}/g, "\n\n")
				.trimEnd()}`,
		);
	};
	try {
		await pi.sees("> 1. PostgreSQL");
		show("The model asks one question");
		await pi.press(key.down, "> 2. SQLite");
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
		await pi.press("grpc", "> 2. gRPC");
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
