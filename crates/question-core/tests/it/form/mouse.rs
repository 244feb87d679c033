//! Clicks and the wheel, and what follows from them.

use crate::common::{Action, EDITOR, Played, after, check, draft, form, json, one, seen, submit, three};
use Action::{Cancel, Click, Confirm, Digit, Filter, NextTab, PrevTab, ToggleAll, WheelDown, WheelUp};
use question_core::Editor;
use question_core::{Step, Target};

/// Returns every target that is drawn, with the row and column of each of its places.
fn places(form: &Played, editor: Editor, columns: usize) -> Vec<(Target, usize, usize)> {
    let frame = form.drawn(editor);
    let rows = frame.lines.len() + frame.slot.map_or(0, |slot| slot.rows);
    let at = |row, column| (form.target(editor, row, column), row, column);
    (0..rows + 2).flat_map(|row| (0..columns).map(move |column| at(row, column))).collect()
}

/// Returns the rows of the screen, with the editor's rows in their slot.
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
        ("the hints", one(), "enter choose", "> 1. PostgreSQL"),
        ("a tab", three(), "□ Go", "[□ Go] > 1. Yes"),
        ("Submit's tab", three(), "✓ Submit", "[✓ Submit] > Submit, after answering 3 more"),
        ("an option in tabs", three(), "SQLite", "[□ Name] > 1. shop"),
        ("a box", form(&boxes), "SQLite", "[■ DB] > 2. [x] SQLite"),
        ("a box of many", after(form(&boxes), &[ToggleAll]), "SQLite", "[■ DB] > 2. [ ] SQLite"),
        ("a box, asked whether none", after(form(&boxes), &[Confirm]), "Postgre", "[■ DB] > 1. [x] PostgreSQL"),
        ("an answer of the review", after(three(), &[PrevTab]), "□ Go → not", "[□ Go] > 1. Yes"),
        ("Submit", after(three(), &[PrevTab]), "Submit, after", "[□ DB] > 1. PostgreSQL ! Not answered yet: DB"),
        ("the filtered", after(one(), &[Filter, draft("lite")]), "SQLite", "answered: db=lite (2)"),
        (
            "the filtered box",
            after(form(&boxes), &[Filter, draft("lite")]),
            "SQLite",
            r#"[■ DB] > 2. [x] SQLite editor """#,
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
fn clicking_a_tab_submits_the_text_as_a_tab_key_does() {
    let new = || form(&json!({"questions": [{"prompt": "Name?"}, {"prompt": "Go?", "options": ["Yes", "No"]}]}));
    let click = Click(Target::Tab(1));
    for way in [NextTab, click] {
        let moved = after(new(), &[draft("shop"), way.clone(), PrevTab]);
        assert_eq!(seen(&moved), r#"[■ Name?] editor "shop""#, "{way:?}");
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
