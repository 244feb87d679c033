//! How a form ends, whoever ends it. There is no result before the end, and no change after it.

use crate::common::{Action, check, draft, form_with, json, one, settings, submit, three};
use Action::{Cancel, Confirm, CursorDown, CursorUp, Digit, Leave, NextTab, Note, PrevTab};

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
            (&then(&[Cancel]), "> Keep answering"),
            (&then(&[Cancel, Confirm]), "> 0. Something else… ✎ own"),
            (&then(&[Cancel, CursorDown]), "> Leave, and keep what I wrote"),
            (&then(&[Cancel, CursorDown, Confirm]), "cancelled:"),
            (&then(&[Cancel, CursorDown, CursorDown, Confirm]), "cancelled:"),
            (&then(&[Cancel, CursorDown, CursorUp]), "> Keep answering"),
            // Esc keeps the answers, whatever is highlighted; the next time it starts at the top again
            (&then(&[Cancel, CursorDown, CursorDown, Cancel, Cancel]), "> Keep answering"),
            // keys of other pages
            (&then(&[Cancel, Digit(1), NextTab, draft("x"), submit("x")]), "> Keep answering"),
        ],
    );
    let ways_out = [Cancel, CursorDown, Confirm];
    let send = |actions: &[Action]| [actions, ways_out.as_slice()].concat();
    check(
        three,
        &[
            (&[NextTab, Cancel], "cancelled:"),
            (&[Digit(1), Cancel, Cancel], "[□ Name] > 1. shop"),
            (&[Digit(1), PrevTab, PrevTab, Cancel, Confirm], "[✓ Submit] > Submit, after answering 2 more"),
            (&[Digit(1), PrevTab, PrevTab, CursorUp, Cancel, Cancel], "[✓ Submit] > □ Go → not answered"),
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
            // otherwise it asks, and the second time it goes back: a habit must not send anything
            (&[Digit(1), Leave], "[□ Name] > Keep answering"),
            (&[Digit(1), Leave, Leave], "[□ Name] > 1. shop"),
            (&[Digit(1), Cancel, Leave], "[□ Name] > 1. shop"),
            (&[Digit(1), PrevTab, PrevTab, Leave], "[✓ Submit] > Keep answering"),
            (&[Digit(0), draft("own"), Leave, Leave], "[□ DB] > 0. Something else… ✎ own"),
            (&[Digit(1), Note, draft("why"), Leave, CursorDown, Confirm], "cancelled: db=pg (1)"),
        ],
    );
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
