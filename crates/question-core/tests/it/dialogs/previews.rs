//! Previews in dialogs: shown once on request, above the question or below it in the title.

use super::{BOTH, boxes, databases};
use crate::common::dialogs::Sees::{Begins, Has, Is};
use crate::common::dialogs::{CLOSE, check_seen, seen, walked};
use crate::common::{Json, json};
use question_core::DialogStyle::{Numbers, Select};

const SCHEMA: &str = "## Tables\n\n```sql\nCREATE TABLE a (\n  b **int\n);\n```";

fn with(mode: &str) -> Json {
    json!({"questions": [{"prompt": "Which schema?", "mode": mode, "options": [
        {"label": "Wide", "preview": SCHEMA}, {"label": "Narrow"}, {"label": "Both", "preview": "One **after** the other"}]}]})
}

const WIDE: &str = "Preview: 1. Wide\nTables\n\nCREATE TABLE a (\n  b **int\n);\n";
const BOTH_OF_THEM: &str = "Preview: 3. Both\nOne after the other\n";

#[test]
fn previews_are_read_above_the_question() {
    let list = "Which schema?\n1. Wide\n2. Narrow\n3. Both\n0. Something else…\nCommands begin with a colon (:):\n\
        :p Show 2 previews (for one of them, :p 1)\n:n A note on your answer\n:t Discuss it first\n:l Answer later\n\
        Type a number or a name. Any other text is your own answer.";
    let above = |text: &str| format!("{text}\n{list}");
    let narrow = "Which schema? → Narrow";
    check_seen(
        &[Numbers],
        &with("single"),
        &[
            (&[], Is(list)),
            (&[":p"], Is(&above(&[WIDE, "\n", BOTH_OF_THEM].concat()))),
            (&[":P 1"], Is(&above(WIDE))),
            (&[":p 3"], Is(&above(BOTH_OF_THEM))),
            (&[":p both"], Is(&above(BOTH_OF_THEM))),
            (&[":p 2"], Is(&above("No preview for this option"))),
            (&[":p 4"], Is(&above("There is no option 4."))),
            (&[":p 0"], Is(&above("There is no option 0."))),
            (&[":p 1 3"], Is(&above("There is no option 1 3."))),
            (&["：Ｐ　３"], Is(&above(BOTH_OF_THEM))),
            (&[":p3"], Begins("There is no command :p3.\nWhich schema?\n")),
            // only once, whatever comes next
            (&[":p 1", ":p 3"], Is(&above(BOTH_OF_THEM))),
            (&[":p", "7"], Is(&above("There is no option 7."))),
            (&[":p", ""], Is(&above("Nothing typed yet."))),
            (&[":p", CLOSE], Is(list)),
            (&[":p", CLOSE, CLOSE], Is("Question was cancelled by user.")),
            (&[":p", "2"], Is(narrow)),
            (&[":p 1", "narrow"], Is(narrow)),
            (&[":p", ":n for now", "2"], Is(&format!("{narrow} (note: for now)"))),
        ],
    );
}

#[test]
fn a_title_shows_the_previews_above_the_options() {
    let dialog = |replies| walked(&with("single"), Select, replies).dialog().expect("it goes on");
    let list = dialog(&[]);
    assert_eq!((list.title.as_str(), list.options.len()), ("Which schema?", 8));
    assert_eq!(list.options.get(4).map(String::as_str), Some(":p Show 2 previews"));
    let shown = dialog(&[":p"]);
    assert_eq!(shown.title, format!("Which schema?\n\n{WIDE}\n{BOTH_OF_THEM}").trim_end());
    assert_eq!(shown.options, list.options, "the same question");
    assert_eq!(dialog(&[":p", CLOSE]), list);
    check_seen(&[Select], &with("single"), &[(&[":p", "2"], Is("Which schema? → Narrow"))]);
}

#[test]
fn previews_are_offered_if_there_are_any() {
    for none in [databases(), boxes()] {
        assert!(BOTH.iter().all(|style| !seen(&walked(&none, *style, &[])).contains("\n:p ")));
        check_seen(&[Numbers], &none, &[(&[":p 1"], Begins("There is no command :p 1.\nWhich"))]);
    }
    let one = json!({"questions": [{"prompt": "Which?", "options": [{"label": "A", "preview": "a"}, "B"]}]});
    check_seen(&BOTH, &one, &[(&[], Has("\n:p Show 1 preview\n"))]);
}

/// A command is one, whatever the options are called.
#[test]
fn options_may_have_the_name_of_a_command() {
    let called = |mode: &str| {
        json!({"questions": [{"prompt": "Which?", "mode": mode, "options": [
            {"label": ":p", "preview": "letter"}, {"label": "p", "preview": "both"}, {"label": ":p4"}]}]})
    };
    let second = Begins("Preview: 2. p\nboth\n\nWhich?");
    check_seen(
        &[Numbers],
        &called("single"),
        &[
            (&[":p"], Begins("Preview: 1. :p\nletter\n\nPreview: 2. p\nboth\n\nWhich?")),
            (&[":p 2"], second),
            (&["p"], Is("Which? → p")),
            (&["1"], Is("Which? → :p")),
            (&[":p4"], Is("Which? → :p4")),
        ],
    );
    check_seen(&[Numbers], &called("multi"), &[(&["p", "0"], Is("Which? → p")), (&[":p 2"], second)]);
}

#[test]
fn reading_previews_is_no_answer() {
    for (style, confirm) in [(Select, "✓"), (Numbers, "")] {
        check_seen(&[style], &with("multi"), &[(&[confirm, ":p", confirm], Begins("Nothing checked yet."))]);
    }
    check_seen(
        &[Select],
        &with("multi"),
        &[(&["2", ":p"], Has("\n2. ☑ Narrow\n")), (&["2", ":p", "✓", "0"], Is("Which schema? → Narrow"))],
    );
}

/// A preview alone is shown whole. Of several, each is cut and says how much is missing.
#[test]
fn long_previews_are_cut_unless_they_are_alone() {
    let lines = |count| (1..=count).map(|at| format!("    line {at}")).collect::<Vec<_>>().join("\n");
    let long = json!({"questions": [{"prompt": "Which?", "options": [
        {"label": "A", "preview": lines(500)}, {"label": "B", "preview": "x".repeat(9_600)}, {"label": "C", "preview": lines(21)}]}]});
    check_seen(
        &BOTH,
        &long,
        &[
            (&[":p"], Has("line 20\n… 480 more lines\n\nPreview: 2. B\nxxx")),
            (&[":p"], Has("x\n… 100 more lines\n\nPreview: 3. C\nline 1\n")),
            // one more line takes no more room than to say so
            (&[":p"], Has("line 21\n")),
        ],
    );
    check_seen(&[Numbers], &long, &[(&[":p 1"], Has("line 500\n\nWhich?"))]);
}
