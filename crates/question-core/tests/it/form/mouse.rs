//! Clicks and the wheel, and what follows from them.

use crate::common::{Action, EDITOR, Played, after, check, draft, form, json, one, seen, submit, three, typed};
use Action::{Cancel, Click, Confirm, Digit, NextTab, PrevTab, WheelDown, WheelUp};
use question_core::Editor;
use question_core::{Step, Target};

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
    let long = format!("→ 0. Something else… ✎ editor {:?}", "x".repeat(2_001));
    let rows: Vec<(&str, Played, &str, &str)> = vec![
        ("the prompt", one(), "Which database?", "→ 1. PostgreSQL"),
        ("the hints", one(), "enter choose", "→ 1. PostgreSQL"),
        ("an option", one(), "SQLite", "answered: db=lite (2)"),
        ("a tab", three(), "□ Go", "[□ Go] → 1. Yes"),
        ("Submit's tab", three(), "✓ Submit", "[✓ Submit] → Submit (3 not answered)"),
        ("a box, asked whether none", after(form(&boxes), &[Confirm]), "Postgre", "[■ DB] → 1. [x] PostgreSQL"),
        ("beside a text", after(one(), &[typed("sql")]), "SQLite", "answered: db=lite (2)"),
        ("a way out", after(three(), &[Digit(1), Cancel]), "Send what", "cancelled: db=pg (1)"),
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
fn clicking_a_tab_keeps_the_text_as_a_tab_key_does() {
    let new = || form(&json!({"questions": [{"prompt": "Name?"}, {"prompt": "Go?", "options": ["Yes", "No"]}]}));
    let click = Click(Target::Tab(1));
    for way in [NextTab, click] {
        let moved = after(new(), &[draft("shop"), way.clone(), PrevTab]);
        assert_eq!(seen(&moved), "[□ Name?] → Type your answer ✎ shop", "{way:?}");
    }
}

/// A target may be gone by the time of the click.
#[test]
fn a_click_on_what_is_not_there_does_nothing() {
    check(one, &[(&[Click(Target::Item(4))], "→ 1. PostgreSQL"), (&[Click(Target::Tab(1))], "→ 1. PostgreSQL")]);
    assert_eq!(three().update(Click(Target::Nothing)), Step::Idle);
}

#[test]
fn the_wheel_moves_the_highlight() {
    let (up, down) = (|| WheelUp(Target::Nothing), || WheelDown(Target::Item(0)));
    check(
        one,
        &[
            (&[down()], "→ 2. SQLite"),
            (&[down(), up()], "→ 1. PostgreSQL"),
            (&[up()], "→ 1. PostgreSQL"),
            (&[down(), down(), down(), down()], "→ 0. Something else…"),
            (&[Digit(0), draft("x"), up(), Cancel], "→ 0. Something else… ✎ x"),
        ],
    );
}
