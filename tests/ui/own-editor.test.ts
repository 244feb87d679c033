/** The editor that an extension has set for pi's prompt, in the texts of a form. */
import assert from "node:assert/strict";
import test from "node:test";
import { CustomEditor, type ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type EditorComponent, matchesKey, truncateToWidth } from "@earendil-works/pi-tui";
import { input, one } from "../harness/args.ts";
import { type HostOptions, open, summary } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

type Factory = NonNullable<ReturnType<ExtensionContext["ui"]["getEditorComponent"]>>;

/** A modal editor on top of pi's, as pi's example shows it. */
class Modal extends CustomEditor {
	#isNormal = false;

	override handleInput(data: string): void {
		if (matchesKey(data, "escape") && !this.#isNormal) this.#isNormal = true;
		else if (!this.#isNormal) super.handleInput(data);
		else if (data === "i") this.#isNormal = false;
		else if (data === "h") super.handleInput(key.left);
		else if (data.length !== 1 || data < " ") super.handleInput(data);
	}

	override render(width: number): string[] {
		const label = this.#isNormal ? " NORMAL " : " INSERT ";
		return super
			.render(width)
			.map((line, at, { length }) => (at === length - 1 ? truncateToWidth(line, width - 8, "") + label : line));
	}
}

const modal: Factory = (tui, theme, keybindings) => new Modal(tui, theme, keybindings);

function use(factory: Factory, options?: HostOptions) {
	return { ...options, ui: { getEditorComponent: () => factory } };
}

test("Esc reaches a modal editor first, then closes the text, and back there the mode is kept", async () => {
	const { host, result } = await open(one, use(modal));
	host.press("0", ..."ac", key.escape);
	assert.match(host.screen(), /NORMAL/);
	host.press("h", ..."iB", key.escape);
	assert.match(host.screen(), /aBc/);
	host.press(key.escape);
	assert.ok(!host.isEditing(), host.screen());
	assert.match(host.screen(), /✎ aBc/);
	host.press(key.enter);
	assert.match(host.screen(), /NORMAL/);
	host.press("i", ..."!", key.enter);
	assert.equal(summary(await result), "answered id1=aB!c");
});

test("it gets the words that begin in a list, from the first key on", async () => {
	const normal: Factory = (...parts) => {
		const editor = modal(...parts);
		editor.handleInput(key.escape);
		return editor;
	};
	const { host, result } = await open(one, { columns: 80, ...use(normal) });
	host.press("x");
	assert.ok(host.isEditing());
	assert.doesNotMatch(host.screen(), /^x/m, "a command of the editor");
	host.press("i", ..."mauve", key.up);
	assert.equal(host.highlighted(), "blue");
	assert.match(host.screen(), /^mauve/m);
	host.press("x", key.enter);
	assert.equal(summary(await result), "answered id1=mauvex");
});

test("keys of the form, earlier answers and pasted texts work in it", async () => {
	const { host, result } = await open(input, use(modal, { settings: { softLimit: 100 } }));
	host.press(key.paste("line\n".repeat(40)));
	assert.match(host.screen(), /\[paste #1 \+41 lines\]/);
	host.press(key.enter);
	assert.match(host.screen(), /Send it anyway/);
	host.press("n");
	assert.match(host.screen(), /\[paste #1 \+41 lines\]/);
	host.press(key.f1);
	assert.match(host.screen(), /Any key goes back/);
	host.press(key.f1, key.enter, "y");
	assert.equal(summary(await result), `answered id1=${"line\n".repeat(40).trim()}`);
});

test("the placeholder stands in its text alone", async () => {
	const { host } = await open(
		{ questions: [{ prompt: "Name?", type: "text", placeholder: "my-project" }] },
		use(modal),
	);
	assert.equal(host.screen().match(/my-p?/g)?.length, 1, host.screen());
	assert.match(host.screen(), /INSERT$/m);
});

/** An editor with the least that pi requires. */
class Least implements EditorComponent {
	#text = "";
	onSubmit?: (text: string) => void;
	onChange?: (text: string) => void;
	getText = () => this.#text;
	setText(text: string): void {
		this.#text = text;
		this.onChange?.(text);
	}
	handleInput(data: string): void {
		if (data === "!") throw new Error("no such key");
		const text = this.#text;
		this.setText(data === key.enter ? "" : text + data);
		if (data === key.enter) this.onSubmit?.(text);
	}
	render = () => [`least: ${this.#text}`];
	invalidate(): void {}
}

test("an editor with no more than pi requires is enough; Esc closes its text", async () => {
	const { host, result } = await open(
		one,
		use(() => new Least()),
	);
	host.press("0", ..."my", key.escape);
	assert.match(host.screen(), /✎ my/);
	host.press(..." own");
	assert.match(host.screen(), /^least: my own/m);
	host.press(key.enter);
	assert.equal(summary(await result), "answered id1=my own");
});

test("where it fails, pi's own takes its place with the text as it was", async () => {
	const broken: Factory[] = [
		() => assert.fail("no editor"),
		() => ({}) as EditorComponent,
		() => undefined as unknown as EditorComponent,
		() => Object.assign(new Least(), { render: () => assert.fail("no lines") }),
		() => Object.assign(new Least(), { setText: () => assert.fail("no text") }),
		() => new Least(),
	];
	for (const factory of broken) {
		const { host, result } = await open(one, use(factory));
		host.press("0", ..."my own!");
		assert.equal(host.edited(), "my own!");
		assert.ok(host.isEditing());
		host.press(key.enter);
		assert.equal(summary(await result), "answered id1=my own!");
	}
});
