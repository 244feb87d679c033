/** Paths of pictures in pasted text, and what is sent of the files behind them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { contentOf, picturesIn } from "../../extension/host/pictures.ts";
import { png } from "../harness/png.ts";

function folder(t: TestContext): string {
	const path = realpathSync(mkdtempSync(join(tmpdir(), "pi-question-pictures-")));
	t.after(() => rmSync(path, { recursive: true }));
	return path;
}

test("a paste of nothing but paths of pictures names them, in each way in which terminals paste", (t) => {
	const cwd = folder(t);
	const at = (name: string) => join(cwd, name);
	for (const name of ["a.png", "two words.JPG", "it's.gif", "[x] (1).webp", "画面.jpeg", 'say "hi".bmp', "notes.txt"])
		writeFileSync(at(name), "");
	mkdirSync(at("folder.png"));
	if (process.platform !== "win32") spawnSync("mkfifo", [at("pipe.png")]);
	symlinkSync(at("a.png"), at("link.png"));
	const names = (...found: string[]) => found.map(at);
	const cases: Array<[pasted: string, found: string[]]> = [
		[at("a.png"), names("a.png")],
		[` ${at("a.png")} \n`, names("a.png")],
		["a.png", names("a.png")],
		["./a.png", names("a.png")],
		[at("two words.JPG"), names("two words.JPG")],
		[at("two words.JPG").replace(" ", "\\ "), names("two words.JPG")],
		[`'${at("two words.JPG")}'`, names("two words.JPG")],
		[`"${at("two words.JPG")}"`, names("two words.JPG")],
		[`'${at("it")}'\\''s.gif'`, names("it's.gif")],
		[at("it\\'s.gif"), names("it's.gif")],
		[`"${at('say \\"hi\\".bmp')}"`, names('say "hi".bmp')],
		[at("\\[x\\]\\ \\(1\\).webp"), names("[x] (1).webp")],
		[pathToFileURL(at("two words.JPG")).href, names("two words.JPG")],
		[pathToFileURL(at("画面.jpeg")).href, names("画面.jpeg")],
		[`${at("a.png")} '${at("two words.JPG")}'`, names("a.png", "two words.JPG")],
		[`${at("a.png")}\n${at("two words.JPG")}`, names("a.png", "two words.JPG")],
		[at("link.png"), names("link.png")],
		["", []],
		["see a.png", []],
		["a.png and more", []],
		["none.png", []],
		["notes.txt", []],
		[at("folder.png"), []],
		[at("pipe.png"), []],
		["file://elsewhere/a.png", []],
		[`${at("a.png")}\r${at("two words.JPG")}`, names("a.png", "two words.JPG")],
		[`${at("a.png")}' ${at("a.png")}`, []],
		["https://example.com/a.png", []],
		["'a.png", []],
		["\0a.png", []],
		[" ".repeat(20_000), []],
	];
	for (const [pasted, found] of cases) assert.deepEqual(picturesIn(pasted, cwd), found, JSON.stringify(pasted));
});

test("text that looks like paths is read in no time", () => {
	for (const part of ["\\", "'", '"', '"\\', "a'", 'a"', "\\ ", "a\\ 'b\" "]) {
		const start = performance.now();
		assert.deepEqual(picturesIn(part.repeat(16_384 / part.length), "/"), []);
		assert.ok(performance.now() - start < 500, JSON.stringify(part));
	}
});

test("what cannot be read stays a path, and the text says why", async (t) => {
	const cwd = folder(t);
	const at = (name: string) => join(cwd, name);
	writeFileSync(at("ok.png"), png());
	writeFileSync(at("text.png"), "no picture");
	writeFileSync(at("huge.png"), png());
	truncateSync(at("huge.png"), 60 * 1024 * 1024);
	mkdirSync(at("folder.png"));
	if (process.platform !== "win32") spawnSync("mkfifo", [at("pipe.png")]);
	const sent = async (...names: string[]) => {
		const pictures = names.map((name, index) => ({ marker: `[picture ${index + 1}: ${name}]`, path: at(name) }));
		const result = { content: "Which? → this", pictures };
		const [text, ...images] = (await contentOf(result, { cwd } as ExtensionContext)).content;
		assert.ok(text?.type === "text");
		return { faults: text.text.split("\n").slice(1), images: images.map(({ type }) => type) };
	};
	assert.deepEqual(await sent("ok.png"), { faults: [], images: ["image"] });
	assert.deepEqual(await sent("gone.png", "text.png", "huge.png", "folder.png", "pipe.png", "ok.png"), {
		faults: [
			"[picture 1: gone.png] is not attached: the file is gone.",
			"[picture 2: text.png] is not attached: the file is no picture that pi can read.",
			"[picture 3: huge.png] is not attached: the file is too large.",
			"[picture 4: folder.png] is not attached: it is a folder.",
			"[picture 5: pipe.png] is not attached: it is not a regular file.",
		],
		images: ["image"],
	});
	const many = await sent(...Array<string>(12).fill("ok.png"));
	assert.equal(many.images.length, 10);
	assert.deepEqual(many.faults[0], "[picture 11: ok.png] is not attached: 10 are the most.");
});
