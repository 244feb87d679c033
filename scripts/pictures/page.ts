/** The pictures of the page of `pi-question serve`: a browser at several widths, in both schemes. */
import type { TestContext } from "node:test";
import { AskingPi, User, waiting } from "../../tests/harness/elsewhere.ts";
import { closeBrowser, openPage, Server } from "../../tests/harness/page.ts";

/** Height of the window at each width, in pixels. */
const HEIGHTS: Record<number, number> = { 360: 740, 768: 724, 1280: 724 };
export const WIDTHS = Object.keys(HEIGHTS).map(Number);

const call = {
	title: "Before I move the orders",
	questions: [
		{
			id: "database",
			label: "Database",
			prompt: `Two services read the orders:

| Service | Reads | Needs |
|---|---|---|
| billing | 40 / s | the last month |
| search | 600 / s | \`status\`, \`city\` |

Which database should hold them?`,
			options: [
				{
					label: "PostgreSQL",
					description: "You run it for billing",
					preview: "```yaml\norders:\n  image: postgres:18\n  ports: [5432]\n```",
					recommended: true,
				},
				{ label: "SQLite", description: "A file, with one writer at a time" },
			],
		},
		{
			id: "features",
			label: "What else moves",
			prompt: "What else moves with them?",
			mode: "multi",
			options: ["Invoices", "Refunds", "Carts that were left"],
			defaultValues: ["Invoices"],
		},
		{ id: "name", label: "Name", prompt: "What is the new table called?", mode: "input", placeholder: "orders" },
	],
};

/** Draws the page at each width, in each scheme. Returns PNG files by their names, without what is new in each run. */
export async function picturesOfPage(browser: string): Promise<Map<string, Buffer>> {
	const ends: Array<() => unknown> = [];
	const context = { after: (end: () => unknown) => void ends.push(end) } as unknown as TestContext;
	const drawn = new Map<string, Buffer>();
	try {
		const user = new User(context);
		const pi = new AskingPi(context, user);
		await pi.do({ serve: { folder: "/home/ada/shop" } });
		await pi.do({ ask: waiting("one", { args: call, folder: "/home/ada/shop" }) });
		await pi.beacon(user);
		const server = await new Server(context, user).opened();
		for (const width of WIDTHS)
			for (const colorScheme of ["dark", "light"] as const) {
				const viewport = { width, height: HEIGHTS[width] ?? width };
				const { page } = await openPage(context, server, browser, { viewport, colorScheme });
				await page.getByRole("radio", { name: "PostgreSQL" }).check();
				await page.evaluate(`document.querySelector(".place").firstChild.data = "/home/ada/shop (pi 4711)"`);
				await page.evaluate("document.activeElement.blur()");
				drawn.set(`page-${width}-${colorScheme}.png`, await page.screenshot());
			}
	} finally {
		for (const end of ends.reverse()) await end();
		await closeBrowser();
	}
	return drawn;
}
