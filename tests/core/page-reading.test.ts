/** The page of `pi-question serve` in Chromium: how prompts, options and previews read, and what a hostile text cannot do. */
import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { findBrowser } from "../harness/browser.ts";
import { closeBrowser, openPage, Served, tabTo } from "../harness/page.ts";

const browser = process.platform === "win32" ? undefined : findBrowser();
const path = browser ?? "";
const skip = browser === undefined && "there is no Chromium here";
after(closeBrowser);

const WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth";

/** Opens the page with one call. */
async function open(t: TestContext, args: unknown, options: BrowserContextOptions = {}, env: NodeJS.ProcessEnv = {}) {
	const served = await Served.start(t, [["one", { args }]], [], env);
	const { page, faults } = await openPage(t, served, path, options);
	await page.getByRole("button").nth(1).waitFor();
	return { served, page, faults, card: page.locator("section") };
}

/** Reads a style of the first element that fits a selector. Strings, because types of a page's globals would apply to all files. */
const style = (page: Page, selector: string, name: string) =>
	page.evaluate<string>(`getComputedStyle(document.querySelector("${selector}")).getPropertyValue("${name}")`);

const plan = `# Plan

Some **bold** words and \`code\`, see https://example.org/a?b=1 for
the rest.

- one
- two

  more of two
  1. first
  2. second
     > quoted
- three

7. seven

> said
>
> \`\`\`rust
> let x = 1;
> \`\`\`

\`\`\`sh
echo ${"x".repeat(90)}
\`\`\`

\`\`\`
short
\`\`\`

| Step | Cost |
|---|---|
| **read** | \`1\` |
| ${"w".repeat(90)} | 2 |

---

Shall I go on?`;

test("a prompt is real headings, lists, quotes, code, tables and links", { skip }, async (t) => {
	const args = { questions: [{ id: "go", prompt: plan, options: ["Yes", "No"] }] };
	const { page, faults } = await open(t, args, { viewport: { width: 320, height: 600 } });
	const question = page.getByRole("group", { name: "Shall I go on?" });
	assert.equal(
		await question.locator(".blocks").ariaSnapshot(),
		`
- heading "Plan" [level=3]
- paragraph:
  - text: Some
  - strong: bold
  - text: words and
  - code: code
  - text: ", see"
  - link "https://example.org/a?b=1":
    - /url: https://example.org/a?b=1
  - text: for the rest.
- list:
  - listitem:
    - paragraph: one
  - listitem:
    - paragraph: two
    - paragraph: more of two
    - list:
      - listitem:
        - paragraph: first
      - listitem:
        - paragraph: second
        - blockquote:
          - paragraph: quoted
  - listitem:
    - paragraph: three
- list:
  - listitem:
    - paragraph: seven
- blockquote:
  - paragraph: said
  - group "Code, rust":
    - code: let x = 1;
- group "Code, sh":
  - code: echo ${"x".repeat(90)}
- group "Code":
  - code: short
- group "Table":
  - table:
    - rowgroup:
      - row "Step Cost":
        - columnheader "Step"
        - columnheader "Cost"
    - rowgroup:
      - row "read 1":
        - cell "read":
          - strong: read
        - cell "1":
          - code: "1"
      - row "${"w".repeat(90)} 2":
        - cell "${"w".repeat(90)}"
        - cell "2"
- separator
`.trim(),
	);
	assert.equal(await question.locator("ol > li").last().getAttribute("value"), "7");
	assert.equal(await question.locator("th[scope=col]").count(), 2);
	const link = question.getByRole("link");
	assert.deepEqual(
		[await link.getAttribute("target"), await link.getAttribute("rel")],
		["_blank", "noopener noreferrer"],
	);
	// What scrolls in its own box is reached by keyboard, and nothing else that is only read.
	await tabTo(page, "https://example.org");
	for (const name of ["Code, sh", "Table", "Yes"]) {
		await page.keyboard.press("Tab");
		await page
			.locator(":focus")
			.and(page.getByLabel(name, { exact: true }))
			.waitFor();
	}
	await page.keyboard.press("Shift+Tab");
	await page.keyboard.press("ArrowRight");
	await page.evaluate(`new Promise((resolve) => {
		const box = document.querySelector(".table");
		if (box.scrollLeft > 0) resolve();
		else box.addEventListener("scroll", resolve, { once: true });
	})`);
	assert.equal(await page.evaluate<boolean>(WIDE), false);
	assert.deepEqual(faults, []);
});

test("a plan of 80 lines reads on a phone, and its question stays in sight above the options", { skip }, async (t) => {
	const step = (at: number) =>
		`## Step ${at}\n\nRead the log, and fall back to the files where there is none, so that old sessions open.\n\n- one\n- two\n`;
	const prompt = `${Array.from({ length: 10 }, (_, at) => step(at)).join("\n")}\nShall I go on with all of these steps?`;
	const long = `${"Which of these very many words ask something? ".repeat(8).trim()}`;
	const args = {
		questions: [
			{ id: "plan", prompt, options: ["Yes", "No"] },
			{ id: "long", prompt: long, mode: "input" },
		],
	};
	const { page, card } = await open(t, args, { viewport: { width: 360, height: 740 } });
	const legend = card.locator("legend").first();
	const yes = page.getByRole("radio", { name: "Yes" });
	await yes.scrollIntoViewIfNeeded();
	const [name, option] = [await legend.boundingBox(), await yes.boundingBox()];
	assert.ok(name && option);
	assert.equal(name.y, 0);
	assert.ok(name.height < 90 && option.y > name.height, `${name.height} ${option.y}`);
	assert.ok((await legend.innerText()).endsWith("Shall I go on with all of these steps?"));
	// Going back by keyboard, nothing that has the focus is below it.
	await page.getByRole("button", { name: "Submit" }).focus();
	await tabTo(page, "Yes", "Shift+Tab");
	const focused = await yes.boundingBox();
	assert.ok(focused && focused.y >= name.height, `${focused?.y}`);
	assert.equal(
		await style(page, "fieldset + fieldset legend", "position"),
		"static",
		"a longer one would take too much",
	);
	await page.emulateMedia({ media: "print" });
	assert.equal(await style(page, "legend", "position"), "static");
});

test("previews open by themselves where there is room for all of them", { skip }, async (t) => {
	const option = (label: string, lines: number) => ({ label, preview: `\`\`\`\n${"x\n".repeat(lines)}\`\`\`` });
	const args = {
		questions: [
			{ id: "short", prompt: "Short?", options: [option("a", 4), option("b", 5), "c"] },
			{ id: "long", prompt: "Long?", options: [option("a", 10), option("b", 10)] },
		],
	};
	const { page } = await open(t, args, { viewport: { width: 360, height: 740 } });
	const opened = () =>
		page.evaluate<number[]>(
			`Array.from(document.querySelectorAll("fieldset"), (at) => at.querySelectorAll(".option details[open]").length)`,
		);
	assert.deepEqual(await opened(), [2, 0]);
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.reload();
	await page.getByText("Connected.").waitFor();
	assert.deepEqual(await opened(), [2, 2]);
});

test("the words are those of the user's language, what the page says itself is English", { skip }, async (t) => {
	const args = { questions: [{ id: "a", prompt: "Weiter?", options: ["Ja"] }] };
	const { served, page, card } = await open(t, args, {}, { LC_ALL: "de_DE.UTF-8" });
	assert.deepEqual([await page.locator("html").getAttribute("lang"), await card.getAttribute("lang")], ["en", "de"]);
	await card.getByRole("button", { name: "Absenden" }).click();
	await card.getByRole("group", { name: "Weiter?" }).getByText("Eine Antwort wählen.").waitFor();
	assert.equal(await card.getByRole("alert").getAttribute("lang"), "en");
	await card.getByRole("radio", { name: "Something else…" }).check(); // the asking pi says it
	await card.getByRole("textbox", { name: "Antwort eingeben" }).fill("vielleicht");
	await card.getByRole("button", { name: "Abbrechen" }).click();
	await card.getByRole("alert").getByText("Press Abbrechen again").waitFor();
	await card.getByRole("button", { name: "Später antworten" }).click();
	await page.getByText("The question was put off.").waitFor();
	const answers = { a: { value: "vielleicht", wasCustom: true } };
	assert.deepEqual(served.pi.answers[0]?.response, { later: true, answers });
});

test("texts from right to left are laid out so, and code in them is not", { skip }, async (t) => {
	const prompt = "نص أول\n\n- عنصر\n\nEnglish words.\n\n```\nlet x = 1;\n```\n\nما الاسم؟";
	const args = {
		questions: [
			{ id: "a", prompt, options: ["نعم", "No"] },
			{ id: "b", prompt: "Name?", mode: "input" },
		],
	};
	const { page } = await open(t, args);
	const directions = ["fieldset", "ul", "pre", "fieldset + fieldset"].map((one) => style(page, one, "direction"));
	assert.deepEqual(await Promise.all(directions), ["rtl", "rtl", "ltr", "ltr"]);
	/** Returns whether a paragraph begins in the right half of its line. */
	const right = (at: number) =>
		page.evaluate<boolean>(`(() => {
			const [paragraph, range] = [document.querySelectorAll("fieldset > .blocks > p")[${at}], document.createRange()];
			range.selectNodeContents(paragraph);
			const line = paragraph.getBoundingClientRect();
			return range.getBoundingClientRect().x > line.x + line.width / 2;
		})()`);
	assert.deepEqual([await right(0), await right(1)], [true, false]);
	await page.getByRole("textbox", { name: "Type your answer" }).fill("שלום");
	assert.equal(await style(page, "fieldset + fieldset textarea", "direction"), "rtl");
});

test("hostile blocks make no other element, no link that runs, and no wide page", { skip }, async (t) => {
	const evil = `<img src=x onerror="document.title='owned'">`;
	const links = `[a](javascript:document.title='owned') <javascript:alert(1)> data:text/html,x https://a.example/"onclick="x`;
	const prompt = [
		`# ${evil}`,
		`${evil} ${links}`,
		`- ${evil}\n- ${"- ".repeat(60)}deep`,
		`${">".repeat(60)} ${evil}`,
		`\`\`\`${evil}\n${evil}\n\`\`\``,
		`| ${evil} | b |\n|---|---|\n| ${evil} | ${links} |`,
		`123456789. ${"x".repeat(3000)}`,
		`**${evil}**?`,
	].join("\n\n");
	const option = { label: `**${evil}** https://b.example`, value: "v", description: prompt, preview: prompt };
	const args = {
		title: "\u200b\u3164\u2060",
		questions: [{ id: "a", prompt, options: [option, { label: "\u200b", value: "w" }] }],
	};
	const { served, page, faults } = await open(t, args, { viewport: { width: 320, height: 600 } });
	await page.getByRole("region", { name: "A question" }).waitFor();
	const other = page.getByRole("radio", { name: "2", exact: true });
	await other.waitFor();
	await page.evaluate(`for (const closed of document.querySelectorAll("details")) closed.open = true`);
	assert.equal(await page.locator("img, [onclick], section script, iframe").count(), 0);
	const schemes = await page
		.locator("a")
		.evaluateAll((all) => all.map((one) => one.getAttribute("href")?.split("/")[0]));
	assert.deepEqual([...new Set(schemes)], ["https:"]);
	assert.equal(await page.locator("label a").count(), 0, "a tap there chooses");
	assert.equal(await page.evaluate<boolean>(WIDE), false);
	await other.check();
	await page.getByRole("button", { name: "Submit" }).click();
	await page.getByText("The question was answered.").waitFor();
	assert.deepEqual(served.pi.answers[0]?.response, { answers: { a: "w" } });
	assert.deepEqual(faults, []);
	assert.doesNotMatch(await page.title(), /owned/);
});

test("a tap on a description chooses its option, and a draft keeps which of two equal ones", { skip }, async (t) => {
	const option = (value: string) => ({ label: "Same", value, description: `This is ${value}, see https://a.example` });
	const args = { questions: [{ id: "a", prompt: "Which?", mode: "multi", options: [option("one"), option("two")] }] };
	const { served, page, card } = await open(t, args);
	const boxes = card.getByRole("checkbox", { name: "Same" });
	await card.getByText("This is two").click({ position: { x: 5, y: 5 } });
	assert.deepEqual([await boxes.nth(0).isChecked(), await boxes.nth(1).isChecked()], [false, true]);
	await page.reload();
	await page.getByText("Connected.").waitFor();
	assert.deepEqual([await boxes.nth(0).isChecked(), await boxes.nth(1).isChecked()], [false, true]);
	await card.getByRole("button", { name: "Submit" }).click();
	await page.getByText("The question was answered.").waitFor();
	assert.deepEqual(served.pi.answers[0]?.response, { answers: { a: ["two"] } });
});

for (const [name, prompt] of [
	["one line", `${"word ".repeat(2 ** 18 / 5)}${"x".repeat(2 ** 19)}`],
	["many headings", "# a\n\n".repeat(20_000)],
	["a long table", `| a | b |\n|---|---|\n${"| c | d |\n".repeat(20_000)}`],
	["a wide table", `${"|a".repeat(5000)}|\n${"|-".repeat(5000)}|\n${"|b".repeat(5000)}|`],
] as const)
	test(`a prompt of ${name} does not hold the page`, { skip }, async (t) => {
		const args = { questions: [{ id: "a", prompt: `${prompt}\n\nGo on?`, options: ["Yes"] }] };
		const { served, page } = await open(t, args, { viewport: { width: 360, height: 740 } });
		const began = performance.now();
		await page.reload();
		await page.getByRole("radio", { name: "Yes" }).check();
		const milliseconds = performance.now() - began;
		assert.ok(milliseconds < 8000, `${milliseconds}`); // a second or two where nothing else runs
		assert.equal(await page.evaluate<boolean>(WIDE), false);
		const more = page.getByRole("button", { name: /^Show more/ });
		if (name.startsWith("many") || name.startsWith("a long")) {
			const count = await page.locator(".blocks > *").count();
			await more.click();
			assert.ok((await page.locator(".blocks > *").count()) > count);
		} else assert.equal(await more.count(), 0);
		await page.getByRole("button", { name: "Submit" }).click();
		await page.getByText("The question was answered.").waitFor();
		assert.deepEqual(served.pi.answers[0]?.response, { answers: { a: "Yes" } });
	});
