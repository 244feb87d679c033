/** What assistive technology is told of the page of `pi-question serve`: Chromium's tree, as a table. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { CDPSession, Page } from "playwright-core";
import { findBrowser } from "../harness/browser.ts";
import { closeBrowser, openPage, Served } from "../harness/page.ts";

const path = process.platform === "win32" ? undefined : findBrowser();
const skip = path === undefined && "there is no Chromium here";
after(closeBrowser);

type Node = Awaited<ReturnType<typeof treeOf>>[number];

/** Roles that say nothing by themselves, or are no part of how the page is used. */
const SILENT = ["none", "generic", "InlineTextBox", "StaticText", "LabelText", "RootWebArea", "Legend", "time"];
/** Roles whose text is their content. */
const TEXTS = ["paragraph", "alert", "status", "log"];
/** Properties of the table, where they are set. */
const TOLD = ["checked", "expanded", "invalid", "live", "busy", "multiline", "level"];

const treeOf = async (devtools: CDPSession) => (await devtools.send("Accessibility.getFullAXTree")).nodes;

/** Returns a line for each node of the tree that says something: its role, its name, its description, and its state. */
function tableOf(nodes: Node[]): string[] {
	const byId = new Map(nodes.map((node) => [node.nodeId, node]));
	const rows: string[] = [];
	const textIn = ({ role, name, childIds = [] }: Node): string =>
		role?.value === "StaticText"
			? String(name?.value)
			: childIds
					.map((id) => byId.get(id))
					.map((child) => (child ? textIn(child) : ""))
					.join("");
	const walk = (node: Node | undefined, depth: number) => {
		if (!node) return;
		const { role, name, description, properties = [], ignored } = node;
		const isNameless = role?.value === "group" && !name?.value;
		const isShown = !ignored && !isNameless && !SILENT.includes(String(role?.value));
		if (isShown) {
			const state = properties
				.filter(({ name, value }) => TOLD.includes(name) && ![false, "false", undefined].includes(value.value))
				.map(({ name, value }) => `${name}=${value.value}`);
			const content = TEXTS.includes(String(role?.value)) ? textIn(node) : "";
			const said = [
				name?.value && `"${name.value}"`,
				description?.value && `(${description.value})`,
				content,
				...state,
			];
			rows.push(["  ".repeat(depth) + role?.value, ...said.filter(Boolean)].join(" "));
		}
		for (const child of node.childIds ?? []) walk(byId.get(child), depth + (isShown ? 1 : 0));
	};
	walk(nodes[0], 0);
	return rows;
}

async function table(page: Page): Promise<string> {
	const nodes = await treeOf(await page.context().newCDPSession(page));
	return tableOf(nodes)
		.join("\n")
		.replaceAll(/^.*\(pi \d+\).*\n/gm, ""); // differs in each run
}

const call = {
	title: "Set up",
	questions: [
		{
			id: "database",
			label: "Database",
			prompt: "We have 2 TB.\n\nWhich database?",
			options: [{ label: "PostgreSQL", description: "We run it", preview: "image: postgres" }, "SQLite"],
		},
		{
			id: "features",
			prompt: "What should it do?",
			mode: "multi",
			options: [{ label: "Login", description: "By mail" }],
			allowEmpty: false,
		},
		{ id: "name", prompt: "What is its name?", mode: "input" },
	],
};

const TOLD_OF_PAGE = `
banner
  heading "Questions of your pis" level=1
  status Connected. live=polite
  paragraph Tell me when a question comes
    button "Tell me when a question comes"
    status live=polite
main
  region "A question"
    heading "A question" level=2
    status The question was answered in another terminal, pts/9. live=polite
      paragraph The question was answered in another terminal, pts/9.
    button "Close"
  region "Set up"
    heading "Set up" level=2
    status live=polite
    form
      group "1/3 Database" (We have 2 TB. Which database? Choose an answer.)
        paragraph We have 2 TB.
        paragraph Which database?
        radio "PostgreSQL" (We run it)
        paragraph We run it
        DisclosureTriangle "Preview" expanded=true
        paragraph image: postgres
        radio "SQLite"
        radio "Something else…"
        paragraph Choose an answer.
        DisclosureTriangle "A note on your answer"
      group "2/3 What should it do?" (Check at least one.)
        checkbox "Login" (By mail) invalid=true
        paragraph By mail
        checkbox "Something else…" invalid=true
        paragraph Check at least one.
        DisclosureTriangle "A note on your answer"
      group "3/3 What is its name?" (Nothing typed yet.)
        textbox "Type your answer" (Nothing typed yet.) invalid=true multiline=true
        paragraph Nothing typed yet.
        DisclosureTriangle "A note on your answer"
      alert Not sent. Look at: Database; What should it do?; What is its name? live=assertive
      button "Submit"
      button "Answer later"
      button "Cancel"
      DisclosureTriangle "Discuss it first"
log live=polite
`.trim();

const SENT = `
  region "Set up"
    heading "Set up" level=2
    status The question was answered.✓ Which database? → SQLite
  We have 2 TB.
✓ What should it do? → Login
✓ What is its name? → (wrote) orders live=polite
      paragraph The question was answered.
      paragraph ✓ Which database? → SQLite
  We have 2 TB.
✓ What should it do? → Login
✓ What is its name? → (wrote) orders
    button "Close"
log live=polite
`.trim();

test("each control says its name, its state, its description and its error, and what changes is told", {
	skip,
}, async (t) => {
	const served = await Served.start(t, [
		["one", { since: 1, args: { questions: [{ prompt: "Sure?", options: ["Yes"] }] } }],
		["two", { since: 2, args: call }],
	]);
	const { page } = await openPage(t, served, path ?? "");
	await page.clock.install();
	const card = page.getByRole("region", { name: "Set up" });
	await card.waitFor();
	await served.pi.do({ settle: { id: "one", outcome: "answered", by: "another terminal, pts/9" } });
	await page.getByText("The question was answered in another terminal, pts/9.").first().waitFor();
	await page.clock.fastForward(500); // until presses count again
	await card.getByRole("button", { name: "Submit" }).click();
	await card.getByRole("alert").getByText("Not sent.").waitFor();
	assert.equal(await table(page), TOLD_OF_PAGE);
	await card.getByLabel("SQLite").check();
	await card.getByLabel("Login").check();
	await card.getByLabel("Type your answer").last().fill("orders");
	await card.getByRole("button", { name: "Submit" }).click();
	await card.getByText("(wrote) orders").waitFor();
	assert.ok((await table(page)).endsWith(SENT), await table(page));
});
