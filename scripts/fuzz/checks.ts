/** The invariants that are checked with random cases, and how many of them. */
import type { Counter } from "./repeat.ts";

/** A check. It runs in Rust or in JavaScript. */
export interface Check {
	name: string;
	/** The invariant. */
	says: string;
	/** What is counted. */
	unit: string;
	/** How many by default, which takes about five seconds, and how many in the long form. */
	short: number;
	long: number;
	rust?: Properties;
	run?: (counter: Counter, most: number, seed: number) => Promise<void>;
}

/** Properties of the core. */
interface Properties {
	tests: string[];
	/** How much a case of one of them counts for. */
	perCase: number;
	/** Whether the tests print how much they have done. */
	counts?: true;
}

/** The arguments with which cargo runs them. */
export const inRust = [
	"test",
	"--locked",
	"--quiet",
	"--profile",
	"fuzz",
	"--package",
	"question-core",
	"--test",
	"it",
];

/** Loaded when it runs, because the module is loaded with it. */
const hostile = () => import("./hostile.ts");

export const checks: Check[] = [
	{
		name: "decided",
		says: "a result holds exactly what the user has decided, by a book that is kept apart; undo decides nothing",
		unit: "actions",
		short: 20_000,
		long: 10_000_000,
		rust: {
			tests: ["form::decided::a_result_holds_exactly_what_was_decided", "form::decided::undo_decides_nothing"],
			perCase: 8,
			counts: true,
		},
	},
	{
		name: "entered",
		says: "nothing that is typed or chosen is lost, or made up; looking around enters nothing; every change can be undone",
		unit: "cases",
		short: 1_500,
		long: 100_000,
		rust: {
			tests: [
				"form::entered::answers_were_offered_or_typed",
				"form::entered::looking_around_enters_nothing",
				"form::entered::nothing_chosen_is_lost",
				"form::entered::nothing_typed_is_lost",
				"form::entered::everything_can_be_undone_and_redone",
			],
			perCase: 1,
		},
	},
	{
		name: "wysiwyg",
		says: "what Enter takes is what the screen shows, by a reader who sees the lines alone; no more than one row is highlighted",
		unit: "frames",
		short: 20_000,
		long: 10_000_000,
		rust: { tests: ["form::wysiwyg::what_enter_takes_is_what_the_screen_shows"], perCase: 4, counts: true },
	},
	{
		name: "naming",
		says: "words name an option by one rule, in forms, plain dialogs, files and the command line",
		unit: "words",
		short: 20_000,
		long: 1_000_000,
		rust: {
			tests: [
				"form::naming::words_name_what_is_highlighted_in_a_whole_list",
				"form::naming::words_name_what_is_highlighted_in_a_searched_list",
				"form::naming::words_name_the_same_in_dialogs",
				"form::naming::words_name_the_same_in_answers",
			],
			perCase: 1,
		},
	},
	{
		name: "frames",
		says: "no painted line is wider than the columns by pi's own visibleWidth, or holds what a terminal obeys",
		unit: "frames",
		short: 15_000,
		long: 1_000_000,
		run: async (...args) => (await import("./frames.ts")).frames(...args),
	},
	{
		name: "histories",
		says: "no word of the user is lost, or told twice, whatever happens to a session and its pending file",
		unit: "histories",
		short: 10_000,
		long: 1_000_000,
		rust: { tests: ["later::histories::no_word_is_lost_or_told_twice"], perCase: 40 },
	},
	{
		name: "desk",
		says: "each call has one result, and no word is lost or sent twice, whatever places, sessions and subagents do, and when",
		unit: "histories",
		short: 10_000,
		long: 1_000_000,
		rust: { tests: ["desk::histories::each_call_has_one_result_and_no_word_is_lost_or_sent_twice"], perCase: 40 },
	},
	{
		name: "calls",
		says: "arguments of any shape never throw, and are asked or refused; prepared ones are asked as they were sent",
		unit: "calls",
		short: 3_000,
		long: 100_000,
		run: async (...args) => (await import("./calls.ts")).calls(...args),
	},
	{
		name: "reading",
		says: "calls of models with damaged or exchanged parts are asked or refused; calls that fit are asked as sent",
		unit: "cases",
		short: 1_500,
		long: 100_000,
		rust: {
			tests: [
				"call::corpus::a_damaged_call_is_asked_or_refused",
				"call::corpus::a_call_with_a_part_of_another_type_is_asked_or_refused",
				"call::declared::calls_that_fit_are_asked_as_they_were_sent",
			],
			perCase: 1,
		},
	},
	{
		name: "layout",
		says: "a frame fits into its rows, and shows the hints, the question and the highlight",
		unit: "cases",
		short: 300,
		long: 20_000,
		rust: { tests: ["screen::fits::every_frame_fits_and_is_harmless"], perCase: 1 },
	},
	{
		name: "files",
		says: "no damage to pending files and session entries panics, loses what was written or answers another question",
		unit: "cases",
		short: 3_000,
		long: 100_000,
		rust: {
			tests: [
				"later::pending_file::no_damage_panics_or_loses_anything",
				"later::files::nothing_in_a_session_is_too_odd",
				"later::planted::what_was_there_before_a_call_never_answers_it",
			],
			perCase: 1,
		},
	},
	{
		name: "settings",
		says: "settings files with hostile fields and bytes never throw; their faults can be printed; questions are asked",
		unit: "files",
		short: 5_000,
		long: 100_000,
		run: async (...args) => (await hostile()).settings(...args),
	},
	{
		name: "sessions",
		says: "session entries and pending files with hostile fields and bytes never throw; what a plan asks is asked",
		unit: "sessions",
		short: 2_500,
		long: 100_000,
		run: async (...args) => (await hostile()).sessions(...args),
	},
	{
		name: "replies",
		says: "hostile replies of clients and programs are taken as a whole, or change nothing",
		unit: "replies",
		short: 5_000,
		long: 100_000,
		run: async (...args) => (await hostile()).replies(...args),
	},
	{
		name: "lines",
		says: "lines are cut right, however they come; a peer on the socket without the token hears nothing",
		unit: "lines",
		short: 10_000,
		long: 1_000_000,
		run: async (...args) => (await import("./lines.ts")).lines(...args),
	},
];
