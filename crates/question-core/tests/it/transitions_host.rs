//! What follows from what the host says: when keys came, and what was clicked on.

use crate::common::Action;
use crate::common::{EDITOR, Played, after, check, draft, fail, form, frame, json, one, seen, submit, three};
use Action::{
    Abort, Cancel, Click, Confirm, CursorDown, CursorUp, Digit, Filter, NextTab, No, Note, PrevTab, Preview,
    PreviewDown, PreviewUp, Toggle, ToggleAll, WheelDown, WheelUp, Yes,
};
use question_core::Editor;
use question_core::{Step, Target, Viewport};

/// When the last key had come before the form opened, what then came when, and what is seen.
type Row = (Option<f64>, Vec<(f64, Action)>, &'static str);

/// The form after actions at their times; it opened at 1,000, when the last key had come at `last`.
fn timed(mut form: Played, last: Option<f64>, actions: &[(f64, Action)]) -> String {
    form.opened(last, 1_000.0);
    for (now, action) in actions {
        form.update_at(action.clone(), *now);
    }
    seen(&form)
}

#[test]
fn keys_that_were_meant_for_the_prompt() {
    let untouched = "> 1. PostgreSQL";
    let answered = "answered: db=pg (1)";
    let rows: [Row; 23] = [
        // only after keys shortly before
        (None, vec![(1_000.0, Confirm)], answered),
        (Some(0.0), vec![(1_000.0, Confirm)], answered),
        (Some(600.0), vec![(1_000.0, Confirm)], answered),
        (Some(601.0), vec![(1_000.0, Confirm)], untouched),
        (Some(999.0), vec![(1_001.0, Digit(1))], untouched),
        (Some(999.0), vec![(1_001.0, Toggle)], untouched),
        (Some(999.0), vec![(1_001.0, Note)], untouched),
        (Some(999.0), vec![(1_001.0, Filter)], untouched),
        (Some(999.0), vec![(1_001.0, Digit(0)), (1_050.0, submit("x"))], untouched),
        // until there was silence, counted from the last key
        (Some(999.0), vec![(1_398.0, Confirm)], untouched),
        (Some(999.0), vec![(1_399.0, Confirm)], answered),
        (Some(999.0), vec![(1_300.0, Confirm), (1_600.0, Confirm)], untouched),
        (Some(999.0), vec![(1_300.0, Confirm), (1_699.0, Confirm)], untouched),
        (Some(999.0), vec![(1_300.0, Confirm), (1_700.0, Confirm)], answered),
        (Some(999.0), vec![(1_300.0, CursorDown), (1_600.0, Confirm)], "> 2. SQLite"),
        // and never again
        (Some(999.0), vec![(1_500.0, CursorDown), (1_501.0, Confirm)], "answered: db=lite (2)"),
        (None, vec![(1_000.0, CursorDown), (1_000.0, Confirm)], "answered: db=lite (2)"),
        // what is no answer gets through
        (Some(999.0), vec![(1_001.0, CursorDown)], "> 2. SQLite"),
        (Some(999.0), vec![(1_001.0, Cancel)], "cancelled:"),
        (Some(999.0), vec![(1_001.0, Abort)], "aborted:"),
        (Some(999.0), vec![(1_001.0, fail())], "failed:"),
        (Some(999.0), vec![(1_001.0, Click(Target::Item(1)))], "answered: db=lite (2)"),
        (Some(999.0), vec![(1_001.0, WheelDown(Target::Nothing))], "> 2. SQLite"),
    ];
    for (last, actions, expected) in rows {
        assert_eq!(timed(one(), last, &actions), expected, "{last:?} {actions:?}");
    }
    let input = || form(&json!({"questions": [{"prompt": "Why?"}]}));
    let rows = [
        (vec![(1_001.0, draft("l")), (1_100.0, submit("ls"))], r#"editor "ls""#),
        (vec![(1_001.0, submit("ls")), (1_300.0, submit("ls"))], r#"editor "ls""#),
        (vec![(1_001.0, submit("ls")), (1_401.0, submit("ls"))], r#"answered: q1="ls" (typed)"#),
        (vec![(1_001.0, submit(""))], r#"editor """#),
    ];
    for (actions, expected) in rows {
        assert_eq!(timed(input(), Some(999.0), &actions), expected, "{actions:?}");
    }
}

#[test]
fn what_the_host_does_with_a_key_that_was_not_let_through() {
    let mut form = form(&json!({"questions": [{"prompt": "Why?"}]}));
    form.opened(Some(999.0), 1_000.0);
    assert_eq!(form.update_at(Confirm, 1_001.0), Step::Idle);
    // the editor has dropped the text that it submitted
    assert_eq!(form.update_at(submit("ls"), 1_002.0), Step::Edit);
    assert_eq!(form.draft(), "ls");
    assert_eq!(form.update_at(Abort, 1_003.0), Step::Finish);
    assert_eq!(form.update_at(submit("ls"), 1_004.0), Step::Idle, "it has ended");
}

/// Everything that is drawn, as the user could click on it: the places of each target, as rows and columns.
fn places(form: &Played, editor: Editor, columns: usize) -> Vec<(Target, usize, usize)> {
    let frame = form.drawn(editor);
    let rows = frame.lines.len() + frame.slot.map_or(0, |slot| slot.rows);
    let at = |row, column| (form.target(editor, row, column), row, column);
    (0..rows + 2).flat_map(|row| (0..columns).map(move |column| at(row, column))).collect()
}

/// The text that a click at a place of the screen lands on, with the editor's rows in their slot.
fn screen(form: &Played, editor: Editor) -> Vec<String> {
    let frame = form.drawn(editor);
    let mut rows: Vec<String> = frame.lines.iter().map(question_core::Line::text).collect();
    if let Some(slot) = frame.slot {
        rows.splice(slot.row..slot.row, std::iter::repeat_n("(editor)".to_owned(), slot.rows));
    }
    rows
}

#[test]
fn a_click_lands_on_what_is_drawn() {
    let boxes = json!({"questions": [
        {"label": "DB", "prompt": "Which?", "mode": "multi", "options": ["PostgreSQL", "SQLite"]},
        {"label": "Name", "prompt": "Name?"},
    ]});
    let long = format!("> 0. Something else… ✎ editor {:?}", "x".repeat(2_001));
    let rows: Vec<(&str, Played, &str, &str)> = vec![
        ("an option", one(), "SQLite", "answered: db=lite (2)"),
        ("the custom row", one(), "Something else", r#"> 0. Something else… ✎ editor """#),
        ("the prompt", one(), "Which database?", "> 1. PostgreSQL"),
        ("the hints", one(), "enter select", "> 1. PostgreSQL"),
        ("a tab", three(), "□ Go", "[□ Go] > 1. Yes"),
        ("Submit's tab", three(), "✓ Submit", "[✓ Submit] > Submit, after answering 3 more"),
        ("an option in tabs", three(), "SQLite", "[□ Name] > 1. shop"),
        ("a box", form(&boxes), "SQLite", "[■ DB] > 2. [x] SQLite"),
        ("a box of many", after(form(&boxes), &[ToggleAll]), "SQLite", "[■ DB] > 2. [ ] SQLite"),
        ("a box, asked whether none", after(form(&boxes), &[Confirm]), "Postgre", "[■ DB] > 1. [x] PostgreSQL"),
        ("an answer of the review", after(three(), &[PrevTab]), "□ Go: not", "[□ Go] > 1. Yes"),
        ("Submit", after(three(), &[PrevTab]), "Submit, after", "[□ DB] > 1. PostgreSQL ! Not answered yet: DB"),
        ("the filtered", after(one(), &[Filter, draft("lite")]), "SQLite", "answered: db=lite (2)"),
        (
            "the filtered box",
            after(form(&boxes), &[Filter, draft("lite")]),
            "SQLite",
            r#"[■ DB] > 2. [x] SQLite editor "lite""#,
        ),
        (
            "the custom row below them",
            after(one(), &[Filter, draft("lite")]),
            "Something",
            r#"> 0. Something else… ✎ editor """#,
        ),
        ("a way out", after(three(), &[Digit(1), Cancel]), "Send what", "cancelled: db=pg (1)"),
        ("staying", after(three(), &[Digit(1), Cancel]), "Keep", "[□ Name] > 1. shop"),
        ("to go on with a long text", after(one(), &[Digit(0), submit(&"x".repeat(2_001))]), "No, keep", &long),
    ];
    for (about, mut form, text, expected) in rows {
        let editor = form.editor(EDITOR);
        let lines = screen(&form, editor);
        let row =
            lines.iter().position(|line| line.contains(text)).unwrap_or_else(|| panic!("no {text:?} in {lines:#?}"));
        let column = question_core::width(lines[row].split(text).next().unwrap_or_default());
        form.update(Click(form.target(editor, row, column)));
        assert_eq!(seen(&form), expected, "{about}");
    }
}

#[test]
fn a_tab_that_is_clicked_on_takes_the_text_along_as_a_key_does() {
    let new = || form(&json!({"questions": [{"prompt": "Name?"}, {"prompt": "Go?", "options": ["Yes", "No"]}]}));
    let click = Click(Target::Tab(1));
    for way in [NextTab, click] {
        let moved = after(new(), &[draft("shop"), way.clone(), PrevTab]);
        assert_eq!(seen(&moved), r#"[■ Q1] editor "shop""#, "{way:?}");
    }
}

#[test]
fn clicks_on_nothing_do_nothing() {
    for new in [one, three] {
        let mut form = new();
        let before = seen(&form);
        for (target, row, column) in places(&form, Editor::default(), 80) {
            if target == Target::Nothing {
                assert_eq!(form.update(Click(target)), Step::Idle, "{row} {column}");
            }
        }
        assert_eq!(seen(&form), before);
    }
    // a click on what was drawn before
    check(one, &[(&[Click(Target::Item(9))], "> 1. PostgreSQL"), (&[Click(Target::Tab(1))], "> 1. PostgreSQL")]);
    let answered = || after(three(), &[Digit(1), Digit(1), Digit(1)]);
    check(
        answered,
        &[(&[Click(Target::Item(9))], "[✓ Submit] > Submit"), (&[Click(Target::Tab(9))], "[✓ Submit] > Submit")],
    );
}

#[test]
fn the_wheel_moves_the_highlight() {
    let (up, down) = (|| WheelUp(Target::Nothing), || WheelDown(Target::Item(0)));
    check(
        one,
        &[
            (&[down()], "> 2. SQLite"),
            (&[down(), up()], "> 1. PostgreSQL"),
            (&[up()], "> 1. PostgreSQL"),
            (&[down(), down(), down(), down()], "> 0. Something else…"),
            (&[Filter, down()], r#"> 2. SQLite editor """#),
            (&[Digit(0), draft("x"), up(), Cancel], "> 0. Something else… ✎ x"),
        ],
    );
}

/// A question with previews of 30 lines; the second option has none.
fn previews() -> Played {
    let text = (1..=30).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n");
    let mut form = form(&json!({"questions": [{"id": "db", "prompt": "Which?", "options": [
        {"label": "A", "preview": text}, {"label": "B"}, {"label": "C", "preview": "short"}]}]}));
    form.set_preview_rows(30);
    form
}

/// How much of the preview is shown.
fn place(form: &Played) -> &'static str {
    match frame(form).preview {
        None => "none",
        Some(slot) if slot.first == 0 => "from the top",
        Some(_) => "further down",
    }
}

#[test]
fn previews_scroll_and_fill_the_form() {
    for (actions, expected) in [
        (vec![], "> 1. A, from the top"),
        (vec![Preview], ", from the top"),
        (vec![Preview, CursorDown], ", further down"),
        (vec![Preview, CursorDown, CursorUp, CursorUp], ", from the top"),
        (vec![Preview, WheelDown(Target::Preview)], ", further down"),
        (vec![Preview, CursorDown, CursorDown, CursorUp], ", further down"),
        (vec![Preview, CursorDown, Preview], "> 1. A, from the top"),
        (vec![Preview, Cancel], "> 1. A, from the top"),
        (vec![Preview, Confirm], "> 1. A, from the top"),
        (vec![Preview, Digit(2), Toggle, Note, NextTab, draft("x"), submit("x"), Yes, No], ", from the top"),
        (vec![CursorDown], "> 2. B, none"),
        (vec![CursorDown, Preview], "> 2. B, none"),
        (vec![WheelDown(Target::Preview), WheelUp(Target::Preview)], "> 1. A, from the top"),
        (vec![PreviewDown, PreviewUp], "> 1. A, from the top"),
        (vec![PreviewUp], "> 1. A, from the top"),
        // another option's preview starts at its top
        (vec![PreviewDown, CursorDown, CursorUp], "> 1. A, from the top"),
        (vec![Preview, Cancel, Cancel], "cancelled:, none"),
        (vec![Preview, Cancel, Confirm], "answered: db=A (1), none"),
    ] {
        let form = after(previews(), &actions);
        let place = if form.is_ended() { "none" } else { place(&form) };
        assert_eq!(format!("{}, {place}", seen(&form)), expected, "{actions:?}");
    }
    for size in [Viewport { columns: 80, rows: 40 }, Viewport { columns: 120, rows: 24 }] {
        for start in [vec![], vec![Preview], vec![Filter]] {
            let mut form = previews();
            form.resize(size);
            let mut form = after(form, &start);
            let mut lines = Vec::new();
            loop {
                let slot = frame(&form).preview.unwrap_or_else(|| panic!("no preview at {size:?} after {start:?}"));
                lines.extend(slot.first..slot.first + slot.rows);
                if form.update(PreviewDown) == Step::Idle {
                    break;
                }
            }
            lines.dedup();
            lines.sort_unstable();
            lines.dedup();
            assert_eq!(lines, (0..30).collect::<Vec<_>>(), "at {size:?} after {start:?}");
            assert!(form.update(PreviewUp) != Step::Idle || lines.is_empty());
        }
    }
    assert_eq!(previews().preview().map(|preview| preview.markdown.lines().count()), Some(30));
}
