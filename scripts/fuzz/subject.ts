/** What the checks in JavaScript work on: the module as the extension loads it, and forms that are drawn and measured. */
import assert from "node:assert/strict";
import { initTheme } from "@earendil-works/pi-coding-agent";
import { CURSOR_MARKER, getCapabilities, setCapabilities } from "@earendil-works/pi-tui";
import {
	type Dialect,
	type Form,
	type Host,
	harmless,
	linesOf,
	type Palette,
	paletteOf,
	type Questionnaire,
	type Settings,
	useCore,
	using,
} from "../../extension/core/core.ts";
import { faults } from "../../tests/harness/painted.ts";
import { TestTheme } from "../../tests/harness/screen.ts";

export const host: Host = { mode: "tui", now: 0 };
export const dialects: Dialect[] = ["question", "AskUserQuestion", "ask_user"];

initTheme("dark"); // for the colors of code
setCapabilities({ ...getCapabilities(), hyperlinks: true });
const theme = new TestTheme() as never;

export const palette = (): Palette => paletteOf(useCore(), theme);

/** Runs `body` with the settings of a file with this text. */
export function withSettings<T>(text: string, body: (settings: Settings) => T, dialect?: Dialect): T {
	const { Settings } = useCore();
	return using(new Settings([["question.json", text]], "C", dialect), body);
}

/** Asserts that painted lines fit and hold nothing that a terminal obeys. */
export function assertFit(lines: string[], columns: number): void {
	assert.deepEqual(faults(lines.join("\n"), columns), []);
}

/** Asserts that what the extension makes of a text can be printed. */
export function assertPrintable(text: string): void {
	assert.deepEqual(faults(harmless(text).replaceAll("\t", " "), Number.POSITIVE_INFINITY), []);
}

/** A form on a terminal, whose lines are put in place and measured at each drawing. */
export class Drawn {
	readonly #form: Form;
	#lines: string[] = [];
	#size = { columns: 80, rows: 24 };
	#editor = { rows: 1, cursor: 0 };
	/** Whether the lines in common with the last drawing were measured in other columns. */
	#isOther = true;

	constructor(form: Form) {
		this.#form = form;
		this.resize(80, 24, 0);
	}

	resize(columns: number, rows: number, taken: number): void {
		this.#isOther ||= columns !== this.#size.columns;
		this.#size = { columns, rows };
		this.#form.resize(columns, rows, taken, 0, 0);
	}

	/** Sets the height of the text editor and the line of its cursor. */
	grow(rows: number, cursor: number): void {
		this.#editor = { rows, cursor };
	}

	/** Draws the form and measures the lines that were not measured before. */
	draw(): void {
		const form = this.#form;
		const { rows, cursor } = form.textName === "" ? { rows: 0, cursor: 0 } : this.#editor;
		const drawn = linesOf(form.view(palette(), rows, cursor, CURSOR_MARKER));
		const { commonAbove: above, commonBelow: below } = form;
		const last = this.#lines;
		assert.ok(above + below <= last.length, "the lines in common are lines of the last drawing");
		const lines = [...last.slice(0, above), ...drawn, ...last.slice(last.length - below)];
		assertFit(this.#isOther ? lines : drawn, this.#size.columns);
		const height = lines.length + (form.slot?.rows ?? 0);
		assert.ok(height <= this.#size.rows, `${height} lines in ${this.#size.rows} rows`);
		const cursors = lines.filter((line) => line.includes(CURSOR_MARKER)).length;
		// In a single row, an open text has that.
		const isEditors = form.focus === "Editor" || lines.length === 0;
		assert.equal(cursors, isEditors ? 0 : 1, "pi's cursor stands on one line");
		this.#lines = lines;
		this.#isOther = false;
	}
}

/** Asserts that questions are either refused with a reason, or make a form that can be drawn and ended. */
export function assertAskedOrRefused(questionnaire: Questionnaire): void {
	const { Form, resultView } = useCore();
	const refusal = questionnaire.refusal(host);
	if (refusal) {
		assert.match(refusal.content, /^Error: /);
		assert.equal("record" in refusal.details ? refusal.details.record.outcome : refusal.details.outcome, "invalid");
		return;
	}
	using(new Form(questionnaire, { user: {}, host: {} }), (form) => {
		new Drawn(form).draw();
		form.end("abort");
		const result = form.result(host);
		assert.ok(result, "an aborted form has a result");
		const draw = (settings: Settings) => resultView(palette(), settings, result.details, result.content, true, 40);
		assertFit(withSettings("{}", draw).split("\n"), 40);
	});
}
