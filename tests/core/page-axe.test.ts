/**
 * The page of `pi-question serve` against the rules of axe-core: each state, at the least width in light, and at the
 * largest in dark; in both at each width if PI_QUESTION_ROUNDS is set, as by `npm run elsewhere`.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { findBrowser } from "../harness/browser.ts";
import { AskingPi, User, waiting } from "../harness/elsewhere.ts";
import { closeBrowser, openPage, Server } from "../harness/page.ts";

const browser = process.platform === "win32" ? undefined : findBrowser();
const skip = browser === undefined && "there is no Chromium here";
after(closeBrowser);

const WIDTHS = [320, 360, 768, 1280];
const ALL = WIDTHS.flatMap((width) => [["light", width] as const, ["dark", width] as const]);
const looks = process.env.PI_QUESTION_ROUNDS === undefined ? ALL.filter((_, at) => at % 7 === 0) : ALL;
/** All rules for WCAG 2.2 AA, and those that axe-core recommends beside. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const database = {
	id: "database",
	label: "Database",
	prompt: "We have 2 TB and `psql`.\n\nWhich one should we use?",
	options: [
		{ label: "PostgreSQL", description: "We run it", preview: "image: postgres\nports: [5432]", recommended: true },
		{ label: "SQLite", description: "A file" },
	],
};
const features = { id: "features", prompt: "What should it do?", mode: "multi", options: ["Login", "Export"] };
const name = { id: "name", prompt: "What is its name?", mode: "input", placeholder: "orders" };

/** Lists what axe-core finds on a page, in each scheme and at each width. */
async function violations(page: Page, state: string): Promise<string[]> {
	const found: string[] = [];
	await page.evaluate(axe.source);
	const options = { runOnly: TAGS, resultTypes: ["violations", "incomplete"] };
	for (const [colorScheme, width] of looks) {
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width, height: 4000 }); // what is scrolled off is not measured
		const run = `axe.run(document, ${JSON.stringify(options)})`;
		const { violations, incomplete } = await page.evaluate<axe.AxeResults>(run);
		for (const { id, nodes } of [...violations, ...incomplete])
			found.push(`${state}, ${colorScheme}, ${width}: ${id}: ${nodes.map(({ html }) => html).join(" ")}`);
		const isWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
		if (await page.evaluate<boolean>(isWide)) found.push(`${state}, ${width}: it scrolls sideways`);
	}
	return found;
}

test("no state of the page breaks a rule of axe-core", { skip }, async (t) => {
	const user = new User(t);
	const [pi, server] = [new AskingPi(t, user), await new Server(t, user).opened()];
	const { page, profile } = await openPage(t, server, browser ?? "");
	const card = (title: string) => page.getByRole("region", { name: title });
	const ask = async (title: string, ...questions: object[]) => {
		await pi.ask(user, waiting(title.toLowerCase(), { args: { title, questions } }));
		await card(title).waitFor();
	};
	const end = async (title: string) => {
		await pi.do({ settle: { id: title.toLowerCase(), outcome: "answered", by: "another terminal, pts/9" } });
		await card(title).getByText("was answered in another terminal, pts/9").waitFor();
	};
	const states: Record<string, () => Promise<unknown>> = {
		empty: () => page.getByText("No question waits.").waitFor(),
		"one question": () => ask("One", database),
		"one question, answered elsewhere": () => end("One"),
		"boxes to check": () => ask("Boxes", features),
		"a text": () => ask("Text", name),
		"the answer is refused": async () => {
			await pi.do({ refuse: "being answered at the terminal" });
			await card("Text").getByRole("textbox", { name: "Type your answer" }).fill("orders");
			await card("Text").getByRole("button", { name: "Submit" }).click();
			await card("Text").getByText("Not sent: being answered at the terminal.").waitFor();
		},
		"several questions, all of it open": async () => {
			await ask("Several", database, features, name);
			for (const closed of await card("Several").locator("summary").all()) await closed.click();
			await card("Several").getByRole("radio").last().check();
		},
		"an answer is missing": async () => {
			await card("Several").getByRole("button", { name: "Submit" }).click();
			await card("Several").getByText("Nothing typed yet.").first().waitFor();
		},
		"several questions, answered elsewhere, with what was entered": async () => {
			await card("Several").getByRole("textbox", { name: "Type your answer" }).last().fill("orders");
			await end("Several");
			await card("Several").getByText("What you had entered").click();
		},
		"no connection": async () => {
			await profile.setOffline(true);
			await page.getByText("No connection to pi-question.").waitFor();
		},
		"an address that is not valid": async () => {
			await profile.setOffline(false);
			await page.evaluate("sessionStorage.clear()");
			await page.goto(server.url.replace(/#.*/, "#other"));
			await page.reload();
			await page.getByText("This address is not valid any more.").waitFor();
		},
	};
	for (const [state, reach] of Object.entries(states))
		await t.test(state, async () => {
			await reach();
			assert.deepEqual(await violations(page, state), []);
		});
});
