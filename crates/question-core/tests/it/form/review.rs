//! The review: its numbers, and Submit with questions that are open.

use crate::common::{Action, Played, after, check, draft, form, json, result, rows_of, submit, three};
use Action::{Cancel, Confirm, CursorDown, CursorUp, Digit, Fold, Help, Leave, NextTab, Note, PrevTab};

/// Returns a form of this many lists.
fn many(count: usize) -> Played {
    let question = |at: usize| json!({"label": (format!("L{at}")), "prompt": "Which?", "options": ["A", "B"]});
    form(&json!({"questions": (1..=count).map(question).collect::<Vec<_>>()}))
}

#[test]
fn submit_twice_leaves_questions_open() {
    let asks = "[✓ Submit] → Submit (2 not answered) ! Submit again to leave unanswered: Name, Go";
    let half = [Digit(1), PrevTab, PrevTab];
    let then = |actions: &[Action]| [half.as_slice(), actions].concat();
    check(
        three,
        &[
            (&then(&[]), "[✓ Submit] → Submit (2 not answered)"),
            (&then(&[Confirm]), asks),
            (&then(&[Confirm, Confirm]), "answered: db=pg (1)"),
            // ↑ leads to the first open one, where Enter opens it
            (&then(&[Confirm, CursorUp]), "[✓ Submit] → 2. □ Name → not answered"),
            (&then(&[Confirm, CursorUp, Confirm]), "[□ Name] → 1. shop"),
            (&then(&[CursorUp]), "[✓ Submit] → 3. □ Go → not answered"),
            // any other key takes it back
            (&then(&[Confirm, NextTab, PrevTab, Confirm]), asks),
            (&then(&[Confirm, CursorUp, CursorDown, CursorDown, Confirm]), asks),
            (&then(&[Confirm, Help, Help, Confirm]), asks),
            (&then(&[Confirm, Fold, Fold, Confirm]), asks),
            (&then(&[Confirm, NextTab, PrevTab, Confirm]), asks),
            (&then(&[Confirm, Cancel, Cancel, Confirm]), asks),
            (&then(&[Confirm, Leave]), "[✓ Submit] → 1. Keep answering"),
            // a draft is no answer
            (&[Digit(0), draft("own"), Cancel, PrevTab, Confirm, Confirm], "answered:"),
        ],
    );
}

#[test]
fn the_model_reads_what_was_left_open() {
    let content = |form: Played, actions: &[Action]| {
        let result = result(&after(form, actions));
        assert!(!result.details.cancelled && result.is_said, "{}", result.content);
        result.content
    };
    let some = content(three(), &[Digit(1), PrevTab, PrevTab, Confirm, Confirm]);
    assert_eq!(some, "Which database? → PostgreSQL (value: pg)\nLeft open by the user, not decided: Name, Go");
    let none = content(three(), &[PrevTab, Confirm, Confirm]);
    assert_eq!(
        none,
        "The user has left the questions unanswered: do not choose for them.\nLeft open by the user, not decided: DB, Name, Go"
    );
    let boxes = content(super::boxes(), &[NextTab, Confirm, Confirm]);
    assert_eq!(
        boxes,
        "The user has left the questions unanswered: do not choose for them.\nLeft open by the user, not decided: DB"
    );
    let noted = content(three(), &[Digit(1), Digit(1), Note, submit("later"), NextTab, Confirm, Confirm]);
    assert_eq!(
        noted,
        "Which database? → PostgreSQL (value: pg)\nWhich name? → shop\nLeft open by the user, not decided: Go\nNote, for \"Deploy now?\": later"
    );
}

#[test]
fn a_question_that_may_stay_empty_is_not_missing() {
    let optional = || {
        form(&json!({"questions": [
            {"id": "db", "label": "DB", "prompt": "Which?", "options": ["A", "B"]},
            {"id": "name", "label": "Name", "prompt": "Name?", "allowEmpty": true},
            {"id": "on", "label": "On", "prompt": "Where?", "mode": "multi", "options": ["C"], "allowEmpty": true},
        ]}))
    };
    check(
        optional,
        &[
            (&[Digit(1), PrevTab, PrevTab], "[✓ Submit] → Submit"),
            (&[Digit(1), PrevTab, PrevTab, CursorUp, CursorUp], "[✓ Submit] → 2. □ Name → not answered (optional)"),
            (&[Digit(1), PrevTab, PrevTab, Confirm], "answered: db=A (1)"),
            (&[PrevTab], "[✓ Submit] → Submit (1 not answered)"),
            // one that was visited is answered
            (&[Digit(1), submit(""), Confirm, Confirm], r#"answered: db=A (1) name="" (typed) on=[]"#),
        ],
    );
    let content = result(&after(optional(), &[Digit(1), PrevTab, PrevTab, Confirm])).content;
    assert_eq!(content, "Which? → A\nLeft open by the user, not decided: Name, On");
}

#[test]
fn a_number_opens_its_answer() {
    let all = |actions: &[Action]| [&[Digit(1), Digit(1), Digit(1)], actions].concat();
    check(
        three,
        &[
            (&all(&[Digit(2)]), "[■ Name] → 1. shop ✓"),
            (&all(&[Digit(2), Digit(2)]), "[✓ Submit] → Submit"),
            (&all(&[Digit(0)]), "[✓ Submit] → Submit"),
            (&all(&[Digit(4)]), "[✓ Submit] → Submit"),
        ],
    );
    check(
        || many(12),
        &[
            (&[PrevTab, Digit(3)], "[□ L3] → 1. A"),
            (&[PrevTab, Digit(1)], "[✓ Submit] →  1. □ L1 → not answered"),
            (&[PrevTab, Digit(1), Digit(2)], "[□ L12] → 1. A"),
            (&[PrevTab, Digit(1), Confirm], "[□ L1] → 1. A"),
            (&[PrevTab, Digit(1), Digit(3)], "[✓ Submit] →  1. □ L1 → not answered ! There is no option 13."),
            // Esc takes the number back
            (&[PrevTab, Digit(1), Cancel], "[✓ Submit] →  1. □ L1 → not answered"),
            (&[PrevTab, Digit(1), Cancel, Digit(2)], "[□ L2] → 1. A"),
            (&[PrevTab, Digit(1), Cancel, Cancel], "cancelled:"),
            // a number that waits is not the second Submit
            (&[PrevTab, Confirm, Digit(1), CursorDown], "[✓ Submit] →  2. □ L2 → not answered"),
        ],
    );
    check(
        || many(10),
        &[
            (&[PrevTab, Digit(1)], "[✓ Submit] →  1. □ L1 → not answered"),
            (&[PrevTab, Digit(1), Digit(0)], "[□ L10] → 1. A"),
        ],
    );
    let waits = rows_of(&after(many(12), &[PrevTab, Digit(1)]));
    assert!(waits.iter().any(|row| row.starts_with("1_ · ")), "{waits:#?}");
}

/// A value that the review has no room for beside its question wraps; in a single row, the question is cut.
#[test]
fn values_come_before_names() {
    let asked = json!({"questions": (1..=5).map(|at| json!({
        "prompt": (format!("Which of the databases that are there should the order service number {at} use?")),
        "options": ["PostgreSQL 16", "SQLite"], "defaultValue": "PostgreSQL 16",
    })).collect::<Vec<_>>()});
    for rows in [60, 24, 14] {
        let review = after(form(&asked).sized(40, rows), &[PrevTab]);
        let text = rows_of(&review).join(" ");
        let values = text.matches("PostgreSQL 16").count();
        let items = (1..=5).filter(|at| text.contains(&format!(" {at}. ◪ "))).count();
        assert!(items > 0 && values == items, "{rows}: {text}");
    }
}
