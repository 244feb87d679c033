/** Pictures in answers, in the real pi: pasted by pi's key, dropped, sent to the model, and kept as paths. */
import assert from "node:assert/strict";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { database } from "../harness/args.ts";
import { command, open, pending, understood } from "../harness/asking.ts";
import { bash, Child } from "../harness/child.ts";
import { key } from "../harness/keys.ts";
import { type PiSetup, type PiTerminal, results, session } from "../harness/pi.ts";
import { png } from "../harness/png.ts";
import { folder } from "../harness/program.ts";

/** Returns the environment of a clipboard with a picture or a text, which programs of Wayland take some seconds to read. */
function clipboard(t: TestContext, picture: boolean, seconds = 0): Record<string, string> {
	const bin = folder(t);
	writeFileSync(join(bin, "copied"), picture ? png() : "copied text");
	const script = `#!/bin/sh\nif [ "$1" = --list-types ]; then sleep ${seconds}; echo ${picture ? "image/png" : "text/plain"}; else cat ${bin}/copied; fi\n`;
	writeFileSync(join(bin, "wl-paste"), script, { mode: 0o755 });
	return { WAYLAND_DISPLAY: "wayland-0", PATH: `${bin}:${process.env.PATH}` };
}

/** Starts pi with one question on its screen. */
async function asked(t: TestContext, setup: Partial<PiSetup> = {}, question: object = database): Promise<PiTerminal> {
	const pi = session(t, [{ questions: [question] }], { columns: 80, rows: 24, ...setup });
	await pi.sees("enter");
	return pi;
}

/** Returns the types of the parts of the last message that the model has read. */
function sent({ workplace }: PiTerminal): string[] {
	const { content } = workplace.requests().at(-1)?.at(-1) ?? {};
	return (content as Array<{ type: string }>).map(({ type }) => type);
}

/** Writes a picture into the project and returns its path. */
function picture({ workplace }: PiTerminal, name = "shot.png"): string {
	const path = join(workplace.project, name);
	writeFileSync(path, png());
	return path;
}

test("a picture that is dropped on a list begins an own answer, and the model sees it", async (t) => {
	const pi = await asked(t);
	const path = picture(pi, "my shot.png");
	await pi.press(key.paste(path.replace(" ", "\\ ")), "[picture 1: my shot.png]");
	await pi.press("like this", "[picture 1: my shot.png] like this");
	await pi.press(key.enter, "✓ Which database?");
	await pi.sees("1 picture");
	const [result] = await results(pi);
	assert.equal(
		result?.text.trim(),
		`Which database? → [picture 1: my shot.png] like this (typed)\nPictures:\n[picture 1: my shot.png] ${path}`,
	);
	assert.deepEqual(result?.details.pictures, [{ number: 1, path, in: ["answer db"] }]);
	assert.deepEqual(sent(pi), ["text", "image"]);
	assert.ok(JSON.stringify(result?.details).length < 2000, "details hold no bytes");
});

test("pi's key pastes the picture of the clipboard, or its text, into what is written", async (t) => {
	for (const picture of [true, false]) {
		const pi = await asked(t, { env: clipboard(t, picture) });
		await pi.press("see", "see");
		await pi.press(` ${key.ctrl("v")}`, picture ? "see [picture 1: clipboard.png]" : "see copied text");
		if (picture) {
			await pi.press(key.backspace + key.backspace, (screen) => !screen.includes("1 picture "));
			await pi.press(key.undo, "1 picture ");
		}
		await pi.press(key.enter, "✓ Which database?");
		const [result] = await results(pi);
		assert.match(result?.text ?? "", picture ? /clipboard\.png/ : /copied text/);
	}
});

test("an empty paste looks into the clipboard, and a clipboard that nothing can read is told of", async (t) => {
	const pi = await asked(t, { env: clipboard(t, true) });
	await pi.press(key.paste(""), "[picture 1: clipboard.png]");
	const empty = folder(t);
	symlinkSync("/bin/sh", join(empty, "sh"));
	const bare = await asked(t, { env: { WAYLAND_DISPLAY: "", DISPLAY: "", PATH: empty } });
	await bare.press(key.ctrl("v"), "Nothing was found in the clipboard.");
	await bare.press("1", "✓ Which database?");
});

test("keys that come while the clipboard is read wait for it, and one that leaves gives it up", async (t) => {
	const pi = await asked(t, { env: clipboard(t, true, 0.7) });
	await pi.press(`${key.ctrl("v")}so${key.enter}`, "Reading the clipboard");
	await pi.sees("Understood.");
	assert.match(pi.workplace.lastMessage(), /→ \[picture 1: clipboard\.png\] so \(typed\)/);
	const left = await asked(t, { env: clipboard(t, true, 30) });
	await left.press(`${key.ctrl("v")}so`, "Reading the clipboard");
	await left.press(key.escape, "✎ so");
});

test("a picture is read when it is attached, and one that cannot be is told of at once", async (t) => {
	const pi = await asked(t);
	const path = picture(pi);
	await pi.press(key.paste(path), "[picture 1: shot.png]");
	await pi.calm(Date.now());
	rmSync(path);
	await pi.press(key.enter, "Understood.");
	assert.deepEqual(sent(pi), ["text", "image"]);
	const none = await asked(t);
	const text = join(none.workplace.project, "text.png");
	writeFileSync(text, "no picture");
	await none.press(key.paste(text), /cannot be attached: the file\s+is no picture that pi can read\./);
	await none.press(key.enter, "Understood.");
	await none.sees("[picture 1: text.png]: not attached, the file is no picture");
	assert.deepEqual(sent(none), ["text"]);
	assert.match(none.workplace.lastMessage(), /\n\[picture 1: text\.png\] is not attached: the file is no picture/);
});

test("of several dropped files the pictures are taken, and others are named", async (t) => {
	const pi = await asked(t);
	const file = (name: string) => {
		const path = join(pi.workplace.project, name);
		writeFileSync(path, name);
		return path;
	};
	const [heic, text] = [file("photo.heic"), file("notes.txt")];
	await pi.press(key.paste(`${heic} ${picture(pi, "a.png")} ${text}`), "[picture 1: a.png]");
	await pi.sees(/photo\.heic\s+cannot\s+be\s+attached:\s+pi\s+reads/);
	await pi.press(key.enter, "Understood.");
	assert.deepEqual(sent(pi), ["text", "image"]);
	assert.ok(pi.workplace.lastMessage().includes(`→ ${heic} [picture 1: a.png] ${text} (typed)`));
});

test("pictures that pi keeps from models are told of when they are attached and in the transcript", async (t) => {
	const pi = await asked(t, { files: { "agent/settings.json": { images: { blockImages: true } } } });
	await pi.press(key.paste(picture(pi)), /The model gets the path alone: pi's setting images\.blockImages/);
	await pi.press(key.enter, "Understood.");
	await pi.sees(/\[picture 1: shot\.png\]: pi's setting images\.blockImages keeps/);
});

test("late answers and revised answers bring their pictures, and numbers go on", async (t) => {
	const workplace = await pending(t, { db: "pg" });
	const pi = open(t, [...understood, ...understood], ["-c"], workplace);
	await command(pi, "/questions answer", "[□ Name]");
	await pi.press(key.paste(picture(pi)), "[picture 1: shot.png]");
	await pi.press(key.enter, "→ Submit");
	await pi.sees("1 picture");
	await pi.press(key.enter, "Understood.");
	assert.deepEqual(sent(pi), ["text", "image"]);
	await command(pi, "/questions revise", "Changing your answers");
	await pi.press(key.down, /→ 2\. ✓ Name/);
	await pi.press(key.enter, "[■ Name]");
	await pi.press(`${key.end} or `, "or");
	await pi.press(key.paste(picture(pi, "other.png")), "[picture 1: shot.png] or [picture 2: other.png]");
	await pi.press(key.enter, "→ Submit");
	await pi.press(key.enter, (screen) => screen.split("Understood.").length > 2);
	assert.deepEqual(sent(pi), ["text", "image", "image"]);
});

test("a draft keeps its picture when pi is killed and the form is asked again", async (t) => {
	const pi = open(t, [{ calls: [{ tool: "question", args: { questions: [database] } }] }], ["go"]);
	await pi.sees("→ 1. PostgreSQL");
	await pi.press(key.paste(picture(pi)), "[picture 1: shot.png]");
	await pi.press(key.escape, "✎ [picture 1: shot.png]");
	const { workplace } = pi;
	await pi.kill("SIGHUP");
	const next = open(t, understood, ["-c"], workplace);
	await next.press(key.up, "✎ [picture 1: shot.png]");
	await next.press(key.enter, "shot.png");
	await next.press(key.enter, "Understood.");
	assert.ok(sent(next).includes("image"));
});

test("a child gets the picture that the person above has attached", async (t) => {
	const child = new Child([{ calls: [{ tool: "question", args: { questions: [database] } }] }, ...understood]);
	const pi = session(t, [], { turns: [{ calls: [bash(child.command)] }, ...understood] });
	await pi.sees("asks · Database");
	await pi.press(key.paste(picture(pi)), "[picture 1: shot.png]");
	await pi.press(key.enter, "Understood.");
	assert.deepEqual(
		(await child.parts()).map(({ type }) => type),
		["text", "image"],
	);
});
