//! What a page has to tell whatever its layout: what is highlighted, what is cut off, and all that was answered.

mod common;

use Action::{Cancel, CursorDown, CursorUp, Digit, NextTab, PrevTab};
use common::{after, draft, form, frame, highlighted, json, seen, shown, submit, tab, three};
use question_core::view::{self, Editor};
use question_core::{Action, Form, Json, Viewport, width};

fn resized(mut form: Form, columns: usize, rows: usize) -> Form {
    form.resize(Viewport { columns, rows });
    form
}

/// One question with a prompt of some lines; each option has a description.
fn long_prompt(lines: usize) -> Form {
    let prompt = (1..=lines).map(|at| format!("line {at}")).collect::<Vec<_>>().join("\n");
    let list = json!([{"label": "Yes", "description": "as it is"}, {"label": "No", "description": "wait"}]);
    form(&json!({"questions": [{"prompt": prompt, "options": list}]}))
}

#[test]
fn the_first_row_is_seen_below_a_cut_heading() {
    let leaving = after(three(), &[Digit(1), Cancel]);
    for (form, columns, rows, expected) in [
        (long_prompt(3), 40, 10, "1. Yes"),
        (long_prompt(30), 40, 10, "1. Yes"),
        (long_prompt(30), 20, 14, "1. Yes"),
        (leaving, 20, 8, "Keep answering"),
    ] {
        let form = resized(form, columns, rows);
        let frame = frame(&form);
        assert_eq!(highlighted(&frame).as_deref(), Some(expected), "{columns} × {rows}:\n{}", shown(&frame));
    }
}

#[test]
fn every_step_down_is_seen() {
    for (lines, columns, rows) in [(3, 12, 8), (3, 40, 10), (30, 40, 10), (30, 40, 14), (60, 60, 24)] {
        let mut form = resized(long_prompt(lines), columns, rows);
        while form.update(CursorUp) != question_core::Step::Idle {}
        let mut before = shown(&frame(&form));
        while form.update(CursorDown) != question_core::Step::Idle {
            let after = shown(&frame(&form));
            assert_ne!(after, before, "{lines} lines at {columns} × {rows}: the key did nothing");
            before = after;
        }
    }
}

#[test]
fn a_cut_prompt_says_so() {
    for (lines, rows) in [(60, 24), (30, 16), (30, 10)] {
        let form = resized(long_prompt(lines), 60, rows);
        let text = shown(&frame(&form));
        assert!(!text.contains(&format!("line {lines}\n")), "{lines} lines in {rows} rows");
        assert!(text.contains(" more"), "{lines} lines in {rows} rows:\n{text}");
    }
}

#[test]
fn the_arrow_counts_the_lines_of_the_prompt_above_it() {
    let form = resized(long_prompt(30), 40, 10);
    let text = shown(&frame(&form));
    let shown = (1..=30).filter(|at| text.contains(&format!("line {at}\n"))).count();
    let expected = format!("↑ {} more lines", 30 - shown);
    assert!(text.contains(&expected), "not {expected:?}:\n{text}");
}

#[test]
fn an_option_that_fits_again_is_whole_again() {
    let tall = json!({"label": "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"});
    let options: Vec<Json> =
        std::iter::once(tall).chain((1..=9).map(|at| json!({"label": (format!("b{at}"))}))).collect();
    let question = json!({"prompt": "Which?", "options": options});
    let arguments = json!({"questions": [(question.clone()), (question.clone())]});
    let ways: [(&[Action], &[Action]); 2] =
        [(&[NextTab], &[PrevTab]), (&[NextTab, Digit(1), Cancel], &[Cancel, PrevTab])];
    for (away, back) in ways {
        let scrolled = after(resized(form(&arguments), 12, 8), &[CursorDown, CursorDown, CursorDown]);
        assert_eq!(highlighted(&frame(&scrolled)), None, "its first row is scrolled off");
        let form = after(resized(after(scrolled, away), 30, 16), back);
        assert!(seen(&form).contains("1. one two"), "{}", shown(&frame(&form)));
    }
}

#[test]
fn a_heading_is_nothing_to_read() {
    let mut form = resized(after(three(), &[PrevTab]), 10, 4);
    for _ in 0..9 {
        form.update(CursorUp);
    }
    assert!(highlighted(&frame(&form)).is_some_and(|row| row.starts_with("DB")), "{}", shown(&frame(&form)));
}

#[test]
fn no_row_is_left_empty_while_the_prompt_is_cut() {
    let form = resized(after(long_prompt(30), &[Digit(0)]), 60, 10);
    let frame = view::form(&form, Editor { rows: 3, cursor: 0 });
    let height = frame.lines.len() + frame.slot.map_or(0, |slot| slot.rows);
    assert_eq!(height, 8, "rows used of 8:\n{}", shown(&frame));
}

#[test]
fn a_mark_without_its_letter_takes_its_columns() {
    // pi stops on a line that it measures wider than the terminal, and it measures whole lines
    for label in ["\u{93e}\u{941} 0Aa0aaaaaaaaa", "\u{903}\u{903}\u{941}aaaaaaaaaaaaaaa"] {
        let form = form(&json!({"questions": [{"prompt": (format!("?\n{label}")), "options": [{"label": label}]}]}));
        for columns in 12..30 {
            let form = resized(form.clone(), columns, 24);
            for line in frame(&form).lines {
                let text = line.text();
                assert!(width(&text) <= columns, "{text:?} takes {} of {columns} columns", width(&text));
            }
        }
    }
}

#[test]
fn an_edited_answer_shows_the_edit() {
    let typed = [Digit(0), submit("orders"), PrevTab, Digit(0), draft("orders and returns"), Cancel];
    let row = seen(&after(three(), &typed));
    assert!(row.contains("returns"), "the text that was not submitted is not to be seen: {row}");
}

#[test]
fn a_label_is_one_line_in_the_review_too() {
    let question = json!({"label": "two\nlines", "prompt": "?", "options": [{"label": "a\nb"}]});
    let form = after(form(&json!({"questions": [(question.clone()), (question.clone())]})), &[Digit(1), PrevTab]);
    assert_eq!(tab(&frame(&form)), Some("[■ two lines]".to_owned()));
    let review = after(form, &[PrevTab, CursorUp, CursorUp]);
    assert_eq!(highlighted(&frame(&review)), Some("✓ two lines: a b".to_owned()));
}

fn answer(label: &str) -> Json {
    json!({"id": "q1", "label": label, "value": label, "wasCustom": true})
}

#[test]
fn a_result_in_few_columns_has_all_of_the_text() {
    let text = "orders, all of them, and the returns";
    let details =
        json!({"questions": [{"id": "q1", "label": "Name"}], "answers": [(answer(text))], "outcome": "answered"});
    let letters = |text: &str| text.split_whitespace().collect::<String>();
    for columns in [60, 30, 20, 17, 16, 12] {
        let frame = view::result(&details, "", true, columns);
        let all = frame.lines.iter().map(question_core::Line::text).collect::<String>();
        assert!(letters(&all).contains(&letters(text)), "{columns} columns:\n{}", shown(&frame));
        let enough = 2 + 2 * text.len() / columns;
        assert!(frame.lines.len() <= enough.max(5), "{} lines in {columns} columns", frame.lines.len());
    }
}

#[test]
fn a_result_says_nothing_twice_and_nothing_empty() {
    let failed = after(three(), &[Digit(1), Action::Fail("trap".to_owned())]);
    let content = common::result(&failed).content;
    let details = json!({"answers": [(answer("PostgreSQL"))], "outcome": "failed", "cancelled": true});
    let text = shown(&view::result(&details, &content, false, 80));
    assert_eq!(text.matches("PostgreSQL").count(), 1, "{text}");

    let details = json!({"answers": [null, 3, {"id": 4}], "outcome": "answered"});
    let text = shown(&view::result(&details, "Which? → pg", false, 80));
    assert!(text.contains("pg"), "nothing can be read from these answers, so the content stands in:\n{text}");
}
