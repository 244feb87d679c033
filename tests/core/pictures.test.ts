/** Paths of pictures in pasted text, and what is sent of the files behind them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { contentOf, prepare, stopPreparing } from "../../extension/core/attached.ts";
import type { ToolResult } from "../../extension/core/core.ts";
import { droppedIn } from "../../extension/host/pictures.ts";
import { png } from "../harness/png.ts";
import { folder, noPosix, setSystem } from "../harness/program.ts";

/** Returns a result with these pictures. */
function resultWith(pictures: ToolResult["pictures"]): ToolResult {
	const noted = pictures.map(({ path }, at) => ({ number: at + 1, path }));
	return { content: "Which? → this", pictures, details: { pictures: noted } } as ToolResult;
}

/** Returns the context of a session in a folder, with a model that takes these. */
function here(cwd: string, input = ["text", "image"]): ExtensionContext {
	return { cwd, model: { name: "Faux", input }, isProjectTrusted: () => false } as ExtensionContext;
}

const isWindows = process.platform === "win32";

test("a paste of nothing but names of files names their pictures, in each way in which terminals paste", {
	skip: noPosix,
}, (t) => {
	const cwd = folder(t);
	const at = (name: string) => join(cwd, name);
	const macOs = "Screenshot 2026-11-28 at 9.05.00\u202fAM.png";
	const names = ["a.png", "two words.JPG", "it's.gif", "[x] (1).webp", "画面.jpeg", 'say "hi".bmp', "notes.txt"];
	const shot = { typed: "Capture d'écran.png", real: "Capture d\u2019e\u0301cran.png" };
	for (const name of [...names, macOs, shot.real, "photo.HEIC", "plan.svg"]) writeFileSync(at(name), "");
	mkdirSync(at("folder.png"));
	spawnSync("mkfifo", [at("pipe.png")]);
	symlinkSync(at("a.png"), at("link.png"));
	const escaped = (name: string) => at(name).replaceAll(" ", "\\ ");
	const cases: Array<[pasted: string, pictures: string[], rest?: string[]]> = [
		[at("a.png"), ["a.png"]],
		[` ${at("a.png")} \n`, ["a.png"]],
		["a.png", ["a.png"]],
		["./a.png", ["a.png"]],
		[at("two words.JPG"), ["two words.JPG"]],
		[escaped("two words.JPG"), ["two words.JPG"]],
		[`'${at("two words.JPG")}'`, ["two words.JPG"]],
		[`"${at("two words.JPG")}"`, ["two words.JPG"]],
		[`'${at("it")}'\\''s.gif'`, ["it's.gif"]],
		[at("it\\'s.gif"), ["it's.gif"]],
		[`"${at('say \\"hi\\".bmp')}"`, ['say "hi".bmp']],
		[at("\\[x\\]\\ \\(1\\).webp"), ["[x] (1).webp"]],
		[pathToFileURL(at("two words.JPG")).href, ["two words.JPG"]],
		[pathToFileURL(at("画面.jpeg")).href, ["画面.jpeg"]],
		[`${at("a.png")} '${at("two words.JPG")}'`, ["a.png", "two words.JPG"]],
		[`${at("a.png")}\n${at("two words.JPG")}`, ["a.png", "two words.JPG"]],
		[`${at("a.png")}\r${at("two words.JPG")}`, ["a.png", "two words.JPG"]],
		[at("link.png"), ["link.png"]],
		// names as macOS makes them, as they are and as people type them
		[at(macOs), [macOs]],
		[escaped(macOs), [macOs]],
		[`${escaped(macOs)} ${at("a.png")}`, [macOs, "a.png"]],
		[at(macOs).replace("\u202f", " "), [macOs]],
		[at(shot.typed), [shot.real]],
		// among other files
		[`${at("notes.txt")} ${at("a.png")}`, ["a.png"], [at("notes.txt")]],
		[at("photo.HEIC"), [], [at("photo.HEIC")]],
		[`${at("plan.svg")} ${escaped("two words.JPG")}`, ["two words.JPG"], [at("plan.svg")]],
		["", []],
		["see a.png", []],
		["a.png and more", []],
		["notes.txt a.png", []],
		["none.png", []],
		["notes.txt", []],
		[at("notes.txt"), []],
		[at("folder.png"), []],
		[at("pipe.png"), []],
		["file://elsewhere/a.png", []],
		[`${at("a.png")}' ${at("a.png")}`, []],
		["https://example.com/a.png", []],
		["'a.png", []],
		["\0a.png", []],
		[" ".repeat(20_000), []],
	];
	for (const [pasted, pictures, rest = []] of cases) {
		const found = droppedIn(pasted, cwd);
		const paths = found.filter(({ isPicture }) => isPicture).map(({ path }) => path);
		assert.deepEqual(paths, pictures.map(at), JSON.stringify(pasted));
		const others = found.filter(({ isPicture }) => !isPicture).map(({ text }) => text);
		assert.deepEqual(others, rest, JSON.stringify(pasted));
	}
	const [heic] = droppedIn(at("photo.HEIC"), cwd);
	assert.match(heic?.fault ?? "", /no HEIC$/);
});

test("in a paste on Windows, a backslash stands between folders", (t) => {
	const cwd = folder(t);
	// Elsewhere, it is a letter of a name.
	const names = isWindows ? ["a.png", "two words.jpg"] : ["C:\\a.png", "C:\\two words.jpg", "C:\\it's.gif"];
	for (const name of names) writeFileSync(join(cwd, name), "");
	setSystem(t, "win32");
	const [one = "", two = "", quote] = isWindows ? names.map((name) => join(cwd, name)) : names;
	for (const [pasted, ...pictures] of [
		[one, one],
		[two, two],
		[`"${two}"`, two],
		[`${one} "${two}"`, one, two],
		[`"${two}"\r\n${one}`, two, one],
		[`${one} ${one.replace("a.png", "none.png")}`],
		[`"${two}`],
		...(quote ? [[quote, quote]] : []),
	]) {
		const found = droppedIn(pasted ?? "", cwd).map(({ path }) => path);
		assert.deepEqual(found, isWindows ? pictures : pictures.map((name) => join(cwd, name)), pasted);
	}
});

test("text that looks like paths is read in a time that grows with its length", () => {
	/** Returns the shortest time of three, as other work on the machine only adds to it. */
	const time = (text: string) => {
		const times = [0, 1, 2].map(() => {
			const start = performance.now();
			assert.deepEqual(droppedIn(text, "/"), []);
			return performance.now() - start;
		});
		return Math.min(...times);
	};
	for (const part of ["\\", "'", '"', '"\\', "a'", 'a"', "\\ ", "a\\ 'b\" "]) {
		const [short, long] = [2_048, 16_384].map((length) => time(part.repeat(length / part.length)));
		// Eight times the length; a time that grows with its square is 64 times as long.
		assert.ok((long ?? 0) < Math.max(1, short ?? 0) * 30, `${JSON.stringify(part)}: ${short} and ${long} ms`);
	}
});

test("what cannot be read stays a path, and the text says why", { skip: noPosix }, async (t) => {
	const cwd = folder(t);
	const at = (name: string) => join(cwd, name);
	writeFileSync(at("ok.png"), png());
	writeFileSync(at("text.png"), "no picture");
	writeFileSync(at("huge.png"), png());
	truncateSync(at("huge.png"), 60 * 1024 * 1024);
	mkdirSync(at("folder.png"));
	spawnSync("mkfifo", [at("pipe.png")]);
	const sent = async (...names: string[]) => {
		const pictures = names.map((name, index) => ({ marker: `[picture ${index + 1}: ${name}]`, path: at(name) }));
		const [text, ...images] = await contentOf(resultWith(pictures), here(cwd));
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
	const tooMany = resultWith([
		{ marker: "[picture 1: ok.png]", path: at("ok.png") },
		{ marker: "[picture 2: gone.png]", path: at("gone.png"), fault: "10 are the most" },
	]);
	const [text, ...images] = await contentOf(tooMany, here(cwd));
	assert.ok(text?.type === "text");
	assert.ok(
		text.text.endsWith("[picture 2: gone.png] is not attached: 10 are the most."),
		"what is left out is not read",
	);
	assert.equal(images.length, 1);
	const { pictures } = tooMany.details as { pictures: Array<{ fault?: string }> };
	assert.deepEqual(
		pictures.map(({ fault }) => fault),
		[undefined, "not attached, 10 are the most"],
	);
});

test("the record says why the model has not seen a picture", async (t) => {
	const cwd = folder(t);
	writeFileSync(join(cwd, "ok.png"), png());
	const agent = process.env.PI_CODING_AGENT_DIR;
	t.after(() => {
		if (agent === undefined) delete process.env.PI_CODING_AGENT_DIR;
		else process.env.PI_CODING_AGENT_DIR = agent;
	});
	process.env.PI_CODING_AGENT_DIR = cwd;
	const faults = async (name: string, ctx: ExtensionContext) => {
		const result = resultWith([{ marker: `[picture 1: ${name}]`, path: join(cwd, name) }]);
		await contentOf(result, ctx);
		return (result.details as { pictures: Array<{ fault?: string }> }).pictures.map(({ fault }) => fault);
	};
	assert.deepEqual(await faults("ok.png", here(cwd)), [undefined]);
	assert.deepEqual(await faults("gone.png", here(cwd)), ["not attached, the file is gone"]);
	assert.deepEqual(await faults("ok.png", here(cwd, ["text"])), ["the model Faux takes no pictures"]);
	writeFileSync(join(cwd, "settings.json"), JSON.stringify({ images: { blockImages: true } }));
	assert.deepEqual(await faults("ok.png", here(cwd)), ["pi's setting images.blockImages keeps pictures from models"]);
});

test("pictures that were taken back do not hold up those of the next form", async (t) => {
	const cwd = folder(t);
	const ctx = here(cwd);
	const at = (name: string) => join(cwd, name);
	const large = Array.from({ length: 6 }, (_, number) => at(`large ${number}.png`));
	for (const path of large) writeFileSync(path, png(1200, 1200));
	writeFileSync(at("small.png"), png());
	const sent = async () => {
		const [, image] = await contentOf(resultWith([{ marker: "[picture 1: small.png]", path: at("small.png") }]), ctx);
		assert.equal(image?.type, "image");
	};
	let read = 0;
	for (const path of large) void prepare(path, ctx).then(() => read++);
	await sent();
	assert.ok(read <= 1, "it waits for one that is being read, at most");
	stopPreparing();
	await prepare(at("small.png"), ctx);
	await sent();
	assert.ok(read <= 2, "the others are never read");
});
