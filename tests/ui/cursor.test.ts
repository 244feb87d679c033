/**
 * The terminal's cursor, at which input methods compose, and which magnifiers and braille displays follow: on the highlighted
 * row of every page, where pi's marker puts it.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { boxes, colors, input, one, questions, two } from "../harness/args.ts";
import { type HostOptions, open } from "../harness/host.ts";
import { key } from "../harness/keys.ts";

const many = questions(Array.from({ length: 40 }, (_, at) => `option ${at}`));
const preview = { questions: [{ prompt: "Which?", options: colors.map((label) => ({ label, preview: label })) }] };
const long = { settings: { softLimit: 5 } };
const [zoom, fold, note] = [key.ctrl("p"), key.ctrl("l"), key.ctrl("n")];

/**
 * Where the cursor is: on the highlighted row, on the first row of the text, on the only row, in the editor, or beside a text,
 * to which it goes where the list no longer fits.
 */
type Place = "highlight" | "top" | "only" | "editor" | "beside";

/** Pages, with the questions and the keys that lead there, and the place of the cursor. */
const pages: Record<string, [args: unknown, keys: string[], place: Place, options?: HostOptions]> = {
	"a list": [one, [], "highlight"],
	"a row further down": [one, [key.down, key.down], "highlight"],
	"the row for words": [one, [key.up], "highlight"],
	"a list that scrolls": [many, Array(25).fill(key.down), "highlight"],
	boxes: [boxes, [" ", key.down], "highlight"],
	"a list beside a preview": [preview, [key.down], "highlight"],
	"the list above a text": [one, [..."abc", key.up], "beside"],
	"the review": [two, ["1", "2"], "highlight"],
	"the page of leaving": [one, [..."abc", key.escape, key.escape], "highlight"],
	"a long answer": [one, [..."abcdef", key.enter], "highlight", long],
	"a zoomed preview": [preview, [zoom], "top"],
	"a zoomed prompt": [two, [zoom], "top"],
	"the keys": [one, ["?"], "top"],
	"the keys of a text": [one, [..."abc", key.f1], "top"],
	"a folded list": [one, [fold], "only"],
	"a folded text": [input, ["a", fold], "only"],
	"a text": [input, [..."What a person writes"], "editor"],
	"words below a list": [one, [..."abc"], "editor"],
	"a note": [one, [note, ..."abc"], "editor"],
};

/** Sizes from the smallest terminal on, in columns and rows. */
const sizes = [4, 5, 11, 12, 19, 20, 40, 79, 80, 120].flatMap((columns) =>
	Array.from({ length: 31 }, (_, at) => ({ columns, rows: 10 + at })),
);

for (const [page, [args, keys, expected, options]] of Object.entries(pages)) {
	test(`on one row: ${page}`, async () => {
		const { host } = await open(args, options);
		host.press(...keys);
		for (const size of sizes) {
			Object.assign(host.terminal, size);
			const rows = host.cursorRows();
			const place = expected !== "beside" ? expected : host.isEditing() ? "editor" : "highlight";
			const screen = host.screen().split("\n");
			const told = `${size.columns} × ${size.rows}, cursor on ${rows}\n${screen.join("\n")}`;
			assert.equal(rows.length, 1, told);
			const [row = 0] = rows;
			// In fewer columns, the cursor of an editor may be at the edge, where the character under it is cut off.
			if (size.columns >= 10) assert.equal(host.isEditing(), place === "editor", told);
			const isText = (line: string) => !/^(?:─.*| *|Keys| Keys)$/.test(line);
			if (place === "highlight") assert.match(screen[row] ?? "", /^ ?→/, told);
			if (place === "top") assert.equal(row, screen.findIndex(isText), told);
			if (place === "only") assert.deepEqual([row, screen.length], [0, 1], told);
		}
		host.emit("session_shutdown");
	});
}

test("it moves with the highlight, and is gone while something else has pi's focus", async () => {
	const { host } = await open(two);
	const component = host.component as unknown as { focused: boolean };
	for (const pressed of [key.down, key.down, key.down, key.down, key.up, key.right, key.down, key.left, "x", key.up]) {
		host.press(pressed);
		const [row = -1, ...others] = host.cursorRows();
		assert.deepEqual(others, []);
		assert.ok(host.isEditing() || host.screen().split("\n")[row]?.startsWith(" →"), `${row}\n${host.screen()}`);
		component.focused = false;
		assert.deepEqual(host.cursorRows(), []);
		component.focused = true;
		assert.deepEqual(host.cursorRows(), [row]);
	}
});
