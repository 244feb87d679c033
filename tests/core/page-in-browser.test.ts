/** The page of `pi-question serve` in Chromium: what a person sees, reaches by keyboard, keeps and sends. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { findBrowser } from "../harness/browser.ts";
import { waiting } from "../harness/elsewhere.ts";
import { closeBrowser, openPage, Served, tabTo } from "../harness/page.ts";

const browser = process.platform === "win32" ? undefined : findBrowser();
const path = browser ?? "";
const skip = browser === undefined && "there is no Chromium here";
after(closeBrowser);
/** Milliseconds after which a press counts again when the page has moved. */
const QUIET_MS = 500;

const all = {
	title: "Set up",
	questions: [
		{
			id: "database",
			label: "Database",
			prompt: "Which one?",
			options: [
				{ label: "PostgreSQL", value: "postgres", description: "We run it", preview: "image: postgres" },
				"SQLite",
			],
		},
		{
			id: "features",
			prompt: "What should it do?",
			mode: "multi",
			options: ["Login", "Export"],
			defaultValues: ["Export"],
		},
		{ id: "name", prompt: "What is its name?", mode: "input" },
	],
};

for (const [colorScheme, width, height] of [
	["light", 360, 740],
	["dark", 1280, 800],
] as const)
	test(`by keyboard alone, at ${width} × ${height}, ${colorScheme}`, { skip }, async (t) => {
		const served = await Served.start(t, [["one", { args: all, from: "scout", folder: "/api" }]]);
		const options = { colorScheme, viewport: { width, height } };
		const { page, faults } = await openPage(t, served, path, options);
		await page.getByText("scout asks, in /api").waitFor();
		assert.doesNotMatch(page.url(), /#/, "the token is in no history");
		await tabTo(page, "PostgreSQL");
		const outline = "getComputedStyle(document.activeElement).outlineWidth";
		assert.equal(await page.evaluate<string>(outline), "3px");
		const back = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
		assert.equal(/^rgb\((\d+)/.exec(back)?.[1]?.length, colorScheme === "light" ? 3 : 2, back);
		await page.keyboard.press("ArrowUp"); // to the last one
		await page.keyboard.press("Enter"); // sends nothing
		assert.equal(await page.getByRole("alert").textContent(), "");
		await tabTo(page, "Type your answer");
		await page.keyboard.type("2");
		await tabTo(page, "Export");
		await page.keyboard.press("Space");
		await tabTo(page, "Submit");
		await page.keyboard.press("Enter");
		// What is wrong is said next to the question, and the focus is there.
		const features = page.getByRole("group", { name: "What should it do?" });
		await features.getByText("Nothing checked yet. Confirm again for none of these.").waitFor();
		await page.getByRole("alert").getByText("Not sent. Look at: What should it do?; What is its name?").waitFor();
		assert.equal(await page.evaluate<string>("document.activeElement.value"), "Login");
		assert.equal(served.pi.answers.length, 0);
		await tabTo(page, "A note on your answer");
		await page.keyboard.press("Enter");
		await tabTo(page, "A note on your answer");
		await page.keyboard.type("not yet");
		await tabTo(page, "Type your answer");
		await page.keyboard.type("orders\nservice");
		await tabTo(page, "Submit");
		// The note has changed the answer, so it is asked again.
		await page.keyboard.press("Enter");
		await page.getByRole("alert").getByText("Look at: What should it do?").waitFor();
		await tabTo(page, "Submit");
		await page.keyboard.press("Enter");
		await page.getByText("The question was answered.").waitFor();
		assert.deepEqual(served.pi.answers[0]?.response, {
			answers: {
				database: { value: "2", wasCustom: true },
				features: { value: [], note: "not yet" },
				name: "orders\nservice",
			},
		});
		await tabTo(page, "Close");
		await page.keyboard.press("Enter");
		await page.getByText("No question waits.").waitFor();
		const wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
		assert.equal(await page.evaluate<boolean>(wide), false);
		assert.deepEqual(faults, []);
	});

test("each control has a name, and the tree says what belongs together", { skip }, async (t) => {
	const served = await Served.start(t, [["one", { args: all }]]);
	const { page } = await openPage(t, served, path, { viewport: { width: 320, height: 600 } });
	const card = page.getByRole("region", { name: "Set up" });
	await card.waitFor();
	await card.getByLabel("Something else…").first().check();
	for (const closed of await card.locator("summary").all()) await closed.click();
	const tree = await card.ariaSnapshot();
	const controls = tree.split("\n").filter((line) => /- (radio|checkbox|textbox|button|group)/.test(line));
	assert.ok(controls.length >= 17, tree);
	for (const line of controls) assert.match(line, /- \w+ ".+"|- group/, tree);
	for (const [role, name] of [
		["group", "1/3 Database"],
		["radio", "PostgreSQL"],
		["textbox", "Type your answer"],
		["checkbox", "Export (default)"],
		["textbox", "Discuss it first"],
	])
		assert.ok(tree.includes(`- ${role} "${name}"`), `${role} ${name}\n${tree}`);
	await page.getByRole("radio", { name: "PostgreSQL" }).and(page.locator("[aria-describedby]")).waitFor();
	const unnamed = `Array.from(document.querySelectorAll("input, textarea, button, summary, fieldset, section"), (at) =>
		at.getAttribute("aria-label") || at.labels?.[0]?.textContent || document.getElementById(at.getAttribute("aria-labelledby"))?.textContent ||
		at.querySelector("legend")?.textContent || at.textContent).filter((name) => !name.trim())`;
	assert.deepEqual(await page.evaluate(unnamed), []);
	const wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
	assert.equal(await page.evaluate<boolean>(wide), false);
});

test("drafts survive a reload and a lost connection, and go with what is put off", { skip }, async (t) => {
	const served = await Served.start(t, [["one", { args: all }], ["two"]]);
	const { page, profile } = await openPage(t, served, path);
	await page.clock.install();
	const card = page.getByRole("region", { name: "Set up" });
	await card.getByLabel("PostgreSQL").check();
	await card.getByRole("textbox", { name: "Type your answer" }).fill("half a na");
	await page.reload();
	await page.getByText("Connected.").waitFor();
	assert.ok(await card.getByLabel("PostgreSQL").isChecked());
	assert.equal(await card.getByRole("textbox", { name: "Type your answer" }).inputValue(), "half a na");
	await profile.setOffline(true);
	await page.getByText("No connection to pi-question.").waitFor();
	await page.clock.fastForward(QUIET_MS);
	await card.getByRole("textbox", { name: "Type your answer" }).pressSequentially("me");
	await card.getByRole("button", { name: "Answer later" }).click();
	await page.getByText("Not sent: there is no connection.").waitFor();
	// What ends meanwhile is told once it connects again.
	await served.pi.do({ settle: { id: "two", outcome: "answered", by: "another terminal, pts/9" } });
	await profile.setOffline(false);
	await page.getByText("Connected.").waitFor();
	await page.getByText("The question was answered in another terminal, pts/9.").first().waitFor();
	await page.clock.fastForward(QUIET_MS);
	await card.getByRole("button", { name: "Answer later" }).click();
	await page.getByText("The question was put off.").waitFor();
	const answers = { database: "postgres", name: "half a name" };
	assert.deepEqual(served.pi.answers[0]?.response, { later: true, answers });
	assert.equal(
		await page.evaluate<number>("Object.keys(sessionStorage).filter((key) => key.includes('draft')).length"),
		0,
	);
});

test("a draft returns with the same questions of the same call, and with no others", { skip }, async (t) => {
	const late = { args: all, call: "a1b2c3d4/call_0" };
	const served = await Served.start(t, [["one", late]]);
	await served.pi.do({ hub: 1, serve: {} });
	const { page } = await openPage(t, served, path);
	await page.clock.install();
	const field = page.getByRole("textbox", { name: "Type your answer" });
	const close = page.getByRole("button", { name: "Close" });
	await page.getByLabel("PostgreSQL").check();
	await field.fill("half a na");
	let last = { id: "one", hub: 0 };
	/** Ends what waits, as a reload of pi does, and asks. Resolves to the words in the card that comes. */
	const next = async (id: string, more: Parameters<typeof waiting>[1], hub = 0) => {
		await served.pi.do({ hub: last.hub, settle: { id: last.id } });
		last = { id, hub };
		await close.waitFor();
		await page.clock.fastForward(QUIET_MS);
		await close.click();
		await served.pi.do({ hub, ask: waiting(id, more) });
		return field.inputValue();
	};
	assert.equal(await next("other-call", { ...late, call: "b1b2c3d4/call_0" }), "");
	assert.equal(await next("other-session", late, 1), "");
	assert.equal(await next("fewer", { ...late, args: { ...all, questions: all.questions.slice(1) } }), "");
	assert.equal(await next("two", late), "half a na");
	assert.ok(await page.getByLabel("PostgreSQL").isChecked());
	// A press that was meant for what stood there before sends nothing.
	await page.getByRole("button", { name: "Cancel" }).dispatchEvent("click");
	await page.locator("#dropped").waitFor();
	await page.clock.fastForward(QUIET_MS);
	for (let presses = 0; presses < 2; presses++) await page.getByRole("button", { name: "Cancel" }).click();
	await page.getByText("The question was cancelled.").waitFor();
	await close.click();
	await served.pi.do({ ask: waiting("three", late) });
	assert.equal(await field.inputValue(), "");
	assert.equal(served.pi.answers.length, 1);
});

test("a question that ends elsewhere says where, keeps what was typed, and no late tap reaches the next", {
	skip,
}, async (t) => {
	const served = await Served.start(t, [
		["one", { since: 1 }],
		["two", { since: 2, args: { ...all, title: "Next" } }],
	]);
	const { page } = await openPage(t, served, path);
	await page.clock.install();
	const [first, next] = [page.locator("section").first(), page.getByRole("region", { name: "Next" })];
	await first.getByRole("textbox", { name: "Type your answer" }).fill("my words");
	const submit = first.getByRole("button", { name: "Submit" });
	await submit.focus();
	// Taps the next question in the task in which the first one ends.
	await page.evaluate(`new MutationObserver(() => {
		if (!document.querySelector(".ended") || window.tapped) return;
		window.tapped = true;
		const next = document.querySelectorAll("section")[1];
		next.querySelector("input[value=SQLite]").click();
		for (const button of next.querySelectorAll("button")) button.click();
	}).observe(document.getElementById("questions"), { subtree: true, attributes: true })`);
	await served.pi.do({ settle: { id: "one", outcome: "answered", by: "another terminal, pts/9" } });
	await first.getByText("The question was answered in another terminal, pts/9.").waitFor();
	assert.equal(await next.getByRole("radio", { name: "SQLite" }).isChecked(), false);
	// It is said to who sees the page, and to who does not.
	await page.getByRole("log").getByText("The page has just changed. Press again.").waitFor();
	await page.locator("#dropped").waitFor();
	await page.clock.fastForward(QUIET_MS);
	assert.equal(await page.evaluate<string>("document.activeElement.className"), "ended", "Enter would be another's");
	await first.getByText("What you had entered").click();
	await page.locator("#dropped").waitFor({ state: "hidden" });
	await first.getByText("my words").waitFor();
	assert.equal(served.pi.answers.length, 0);
	await next.getByRole("radio", { name: "SQLite" }).check();
});

test("a message that is not sent is there to be read when other answers are", { skip }, async (t) => {
	const served = await Served.start(t, [
		["one", { args: all }],
		["two", { since: 1 }],
	]);
	const { page } = await openPage(t, served, path);
	const first = page.locator("section").first();
	const second = page.getByRole("region", { name: "Set up" });
	for (const card of [first, second]) {
		await card.getByText("Discuss it first").click();
		await card.getByRole("textbox", { name: "Discuss it first" }).fill("Why SQL?");
	}
	await second.getByRole("button", { name: "Answer later" }).click();
	await first.getByLabel("SQLite").check();
	await first.getByRole("textbox", { name: "Type your answer" }).fill("orders");
	await first.getByRole("button", { name: "Submit" }).click();
	for (const card of [first, second]) {
		await card.getByText("What you had entered").click();
		await card.getByText("Why SQL?").waitFor();
	}
});

test("two pages at once: one answers, the other says so; talk and cancel say what they do", { skip }, async (t) => {
	const served = await Served.start(t, [
		["one", { since: 1 }],
		["two", { args: all }],
	]);
	const [{ page }, { page: other }] = [await openPage(t, served, path), await openPage(t, served, path)];
	const card = page.locator("section").first();
	await card.getByText("Discuss it first").click();
	await card.getByRole("button", { name: "Send the message" }).click();
	await card.getByRole("alert").getByText("Type a message first.").waitFor();
	await card.getByRole("textbox", { name: "Discuss it first" }).fill("Why SQL?");
	await other.locator("section").first().getByLabel("SQLite").check();
	await card.getByRole("button", { name: "Send the message" }).click();
	await page.getByText("The question was answered with a message.").waitFor();
	assert.deepEqual(served.pi.answers[0]?.response, { message: "Why SQL?" });
	await other.getByText("The question was answered in the page.").first().waitFor();
	const second = page.getByRole("region", { name: "Set up" });
	await second.getByLabel("PostgreSQL").check();
	await second.getByRole("button", { name: "Cancel" }).click();
	await page.getByText("Press Cancel again to cancel without what you entered.").waitFor();
	assert.equal(served.pi.answers.length, 1);
	await second.getByRole("button", { name: "Cancel" }).click();
	await page.getByText("The question was cancelled.").waitFor();
	assert.deepEqual(served.pi.answers[1]?.response, { cancelled: true });
	// A question that comes later, and one that is refused.
	await served.pi.do({ refuse: "being answered at the terminal" });
	await served.pi.do({ ask: waiting("three", { args: { questions: [{ prompt: "Sure?", options: ["Yes"] }] } }) });
	await page.getByRole("radio", { name: "Yes" }).check();
	await page.getByRole("region", { name: "A question" }).getByRole("button", { name: "Submit" }).click();
	await page.getByText("Not sent: being answered at the terminal.").waitFor();
});

test("hostile text in every field makes no element, runs nothing and sends nothing", { skip }, async (t) => {
	const evil = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>\u202e"'>&lt;b&gt;`;
	const args = {
		title: evil,
		message: evil,
		questions: [
			{
				id: evil,
				label: evil,
				prompt: `${evil}?`,
				options: [{ label: evil, value: evil, description: evil, preview: evil }, "b"],
				customLabel: evil,
				recommended: evil,
			},
			{ id: "__proto__", prompt: `${evil}!`, mode: "input", placeholder: evil, defaultValue: evil },
			{ id: "list", prompt: evil, mode: "multi", options: [evil, "c"], defaultValues: [evil, "added <b>"] },
		],
	};
	const served = await Served.start(t, [[`id${evil}`, { args, from: evil, folder: evil }]]);
	const { page, faults } = await openPage(t, served, path);
	const requests: string[] = [];
	page.on("request", (request) => requests.push(new URL(request.url()).pathname));
	await page.locator("section").waitFor();
	const text = await page.locator("section").innerText();
	assert.ok(text.split("<img src=x").length > 7, text);
	assert.doesNotMatch(text, /\u202e/);
	assert.equal(await page.locator("img, script:not([type=module]), section b, a, iframe").count(), 0);
	await page.getByRole("radio").first().check();
	await page.getByRole("button", { name: "Submit" }).click();
	await page.getByText("The question was answered.").waitFor();
	const response = served.pi.answers[0]?.response as { answers: Record<string, unknown> };
	assert.deepEqual(Object.entries(response.answers), [
		[evil, evil],
		["__proto__", evil.replace("\u202e", "")], // as the field has shown it
		["list", { value: [evil, "added <b>"], wasCustom: [false, true] }],
	]);
	await served.pi.do({ ask: waiting("two") });
	await page.getByText("Which database should we use?").waitFor();
	await served.pi.do({ settle: { id: "two", outcome: "answered", by: evil } });
	await page.locator(".end", { hasText: "<img" }).first().waitFor();
	assert.equal(await page.locator("img").count(), 0);
	assert.doesNotMatch(await page.title(), /owned/);
	assert.deepEqual([requests, faults], [["/answer"], []]);
});

test("without a valid token it says so, and notices are offered only by a button", { skip }, async (t) => {
	const served = await Served.start(t, [["one"]]);
	const { page, profile } = await openPage(t, served, path);
	await page.locator("section").waitFor();
	const button = page.getByRole("button", { name: "Tell me when a question comes" });
	await button.waitFor();
	await profile.grantPermissions(["notifications"]);
	await button.click();
	await page.getByText("A notice comes with each question, while this page is open in the background.").waitFor();
	const bare = Object.create(served, { url: { value: served.url.replace(/#.*/, "#other") } });
	const { page: stranger } = await openPage(t, bare, path);
	await stranger.getByText("This address is not valid any more.").waitFor();
	assert.equal(await stranger.locator("section").count(), 0);
});

test("an input method composes in the field, and what takes its word submits nothing", { skip }, async (t) => {
	const args = { questions: [{ id: "name", prompt: "What is its name?", mode: "input" }] };
	const served = await Served.start(t, [["one", { args }]]);
	const { page, profile } = await openPage(t, served, path);
	const devtools = await profile.newCDPSession(page);
	const field = page.getByRole("textbox", { name: "Type your answer" });
	await field.focus();
	await devtools.send("Input.imeSetComposition", { text: "にほん", selectionStart: 3, selectionEnd: 3 });
	assert.equal(await field.inputValue(), "にほん");
	// As Chromium gets the Enter that an input method has used.
	const used = { key: "Process", code: "Enter", windowsVirtualKeyCode: 229 };
	for (const type of ["rawKeyDown", "keyUp"] as const) await devtools.send("Input.dispatchKeyEvent", { type, ...used });
	await devtools.send("Input.insertText", { text: "日本" });
	assert.equal(await field.inputValue(), "日本");
	assert.equal(await page.getByRole("alert").textContent(), "");
	assert.equal(served.pi.answers.length, 0);
	// A word that is not taken yet is sent as it stands.
	await devtools.send("Input.imeSetComposition", { text: "語", selectionStart: 1, selectionEnd: 1 });
	await page.getByRole("button", { name: "Submit" }).click();
	await page.getByText("The question was answered.").waitFor();
	assert.deepEqual(served.pi.answers[0]?.response, { answers: { name: "日本語" } });
});
