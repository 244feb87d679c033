//! How a form ends, whoever ends it. There is no result before the end, and no change after it.

use crate::common::json::taken;
use crate::common::{
    Action, after, asked, check, draft, form, form_with, json, one, play, result, settings, submit, three,
};
use crate::later::history::History;
use Action::{
    Cancel, Confirm, CursorDown, CursorUp, Digit, Discuss, Fold, Help, Later, Leave, NextTab, Note, PrevTab, Toggle,
    Zoom,
};
use question_core::Outcome;

#[test]
fn leaving() {
    let typed = [Digit(0), draft("own"), Cancel];
    let then = |actions: &[Action]| [typed.as_slice(), actions].concat();
    check(
        one,
        &[
            (&[Cancel], "cancelled:"),
            (&[Digit(0), Cancel, Cancel], "cancelled:"),
            (&[Digit(0), draft(" "), Cancel, Cancel], "cancelled:"),
            (&then(&[Cancel]), "→ 1. Keep answering"),
            (&then(&[Cancel, Confirm]), "→ 0. Something else… ✎ own"),
            (&then(&[Cancel, CursorDown]), "→ 2. Send no answer, keep what I entered"),
            (&then(&[Cancel, CursorDown, Confirm]), "cancelled:"),
            (&then(&[Cancel, CursorDown, CursorDown, Confirm]), "pending:"),
            (&then(&[Cancel, CursorDown, CursorDown, CursorDown, Confirm]), "cancelled:"),
            (&then(&[Cancel, CursorDown, CursorUp]), "→ 1. Keep answering"),
            // a digit chooses at once
            (&then(&[Cancel, Digit(1)]), "→ 0. Something else… ✎ own"),
            (&then(&[Cancel, Digit(2)]), "cancelled:"),
            (&then(&[Cancel, Digit(3)]), "pending:"),
            (&then(&[Cancel, Digit(4)]), "cancelled:"),
            (&then(&[Cancel, Digit(5)]), "→ 1. Keep answering"),
            // Esc keeps the answers, whatever is highlighted; the next time it starts at the top again
            (&then(&[Cancel, CursorDown, CursorDown, Cancel, Cancel]), "→ 1. Keep answering"),
            // keys of other pages
            (&then(&[Cancel, NextTab, draft("x"), submit("x")]), "→ 1. Keep answering"),
        ],
    );
    let ways_out = [Cancel, CursorDown, Confirm];
    let send = |actions: &[Action]| [actions, ways_out.as_slice()].concat();
    check(
        three,
        &[
            (&[NextTab, Cancel], "cancelled:"),
            (&[Digit(1), Cancel, Cancel], "[□ Name] → 1. shop"),
            (&[Digit(1), PrevTab, PrevTab, Cancel, Confirm], "[✓ Submit] → Submit (2 not answered)"),
            (&[Digit(1), PrevTab, PrevTab, CursorUp, Cancel, Cancel], "[✓ Submit] → 3. □ Go → not answered"),
            (&send(&[Digit(1)]), "cancelled: db=pg (1)"),
            (&send(&[Digit(1), Digit(0), draft("own"), Cancel]), "cancelled: db=pg (1)"),
            (&send(&[NextTab, NextTab, Digit(2)]), "cancelled: go=No (2)"),
        ],
    );
}

#[test]
fn leaving_from_anywhere() {
    check(
        three,
        &[
            // with nothing entered, nothing is asked
            (&[Leave], "cancelled:"),
            (&[Digit(0), Leave], "cancelled:"),
            // otherwise it asks, and the second time the questions are put off: a habit must not send anything
            (&[Digit(1), Leave], "[□ Name] → 1. Keep answering"),
            (&[Digit(1), Leave, Leave], "pending:"),
            (&[Digit(1), Leave, Cancel], "[□ Name] → 1. shop"),
            (&[Digit(1), Cancel, Leave], "pending:"),
            (&[Digit(1), Leave, CursorDown, Leave], "pending:"),
            (&[Digit(1), PrevTab, PrevTab, Leave], "[✓ Submit] → 1. Keep answering"),
            (&[Digit(0), draft("own"), Leave, Cancel], "[□ DB] → 0. Something else… ✎ own"),
            // from every page
            (&[Digit(1), Zoom, Leave], "[□ Name] → 1. Keep answering"),
            (&[Digit(1), Help, Leave], "[□ Name] → 1. Keep answering"),
            (&[Digit(1), Fold, Leave], "[□ Name] → 1. Keep answering"),
            (&[Digit(1), Help, Fold, Leave, Leave], "pending:"),
            // later, with or without anything entered
            (&[Later], "pending:"),
            (&[Digit(1), Later], "pending:"),
            (&[Digit(1), Leave, Later], "pending:"),
            (&[Digit(1), Zoom, Later], "pending:"),
            (&[Digit(0), draft("own"), Later], "pending:"),
            (&[Digit(1), Note, draft("why"), Later], "pending:"),
            (&[Digit(1), Discuss, Leave], "[□ Name] → 1. Keep answering"),
            (&[Digit(0), submit(&"x".repeat(3_000)), Leave], "[□ DB] → 1. Keep answering"),
            (&[Help, Leave], "cancelled:"),
            (&[Fold, Leave], "cancelled:"),
            (&[Digit(1), Note, draft("why"), Leave, CursorDown, Confirm], "cancelled: db=pg (1)"),
        ],
    );
}

/// Nothing is sent, and all of it stands there again if the same is asked again.
#[test]
fn leaving_at_once_keeps_everything() {
    let arguments = json!({"questions": [
        {"id": "db", "prompt": "Which?", "options": ["A", "B"]},
        {"id": "on", "prompt": "Where?", "mode": "multi", "options": ["C", "D"], "defaultValues": ["C"]},
        {"id": "by", "prompt": "By whom?", "mode": "multi", "options": ["E", "F"]},
        {"id": "name", "prompt": "Name?"},
        {"id": "why", "prompt": "Why?", "options": ["G"]},
    ]});
    let enter = [
        Digit(2),
        Digit(2),
        NextTab,
        Toggle,
        Digit(0),
        submit("own"),
        NextTab,
        submit("shop"),
        Note,
        submit("think"),
        Digit(0),
        draft("half"),
        Cancel,
        Discuss,
        draft("Is it paid?"),
        Cancel,
    ];
    let entered = after(form(&arguments), &enter);
    let left = result(&after(entered.clone(), &[Leave, Leave]));
    assert!(left.content.starts_with("The user will answer later. Nothing is decided: go on only"), "{}", left.content);
    assert_eq!((left.details.outcome, left.details.answers.len(), left.is_said), (Outcome::Pending, 0, false));
    let kept = play::abort(&entered);
    let history = History::new().asks_with("a", arguments.clone());
    let entries = history.result("a", taken(&left.details)).alone().entered(&asked(&arguments), None);
    let again = play::abort(&form(&arguments).opened(entries)).details;
    assert_eq!(again.answers.len(), 4);
    assert_eq!((again.answers, again.unsent), (kept.details.answers, kept.details.unsent));
    // Discard alone drops it.
    let discarded = result(&after(entered, &[Leave, Digit(4)])).details;
    assert_eq!((discarded.unsent, discarded.unsent_answers), (None, None));
}

#[test]
fn leaving_without_being_asked() {
    let arguments = json!({"questions": [
        {"id": "db", "prompt": "Which?", "options": ["A", "B"], "defaultValue": "B"},
        {"id": "name", "prompt": "Name?"},
    ]});
    let new = || form_with(&arguments, &settings(r#"{"confirmDiscard": false}"#));
    check(
        new,
        &[
            (&[Cancel], "cancelled:"),
            (&[Digit(1), Cancel, Cancel], "cancelled: db=A (1)"),
            (&[Digit(1), Leave], "cancelled: db=A (1)"),
            (&[NextTab, draft("sh"), Leave], "cancelled:"),
            (&[NextTab, draft("sh"), Cancel, Cancel], "cancelled:"),
        ],
    );
}
