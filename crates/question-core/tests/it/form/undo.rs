//! Changes that undo and redo restore.

use crate::common::{Action, Played, after, check, draft, form, frame, json, one, shown, submit, three};
use Action::{
    Abort, Cancel, Confirm, CursorDown, CursorUp, Digit, Discuss, NextTab, Note, PrevTab, Redo, Toggle, ToggleAll, Undo,
};

fn boxes() -> Played {
    form(&json!({"questions": [{"id": "db", "prompt": "Which?", "mode": "multi", "options": ["A", "B"]}]}))
}

fn texts() -> Played {
    form(&json!({"questions": [
        {"id": "go", "label": "Go", "prompt": "Go?", "options": ["Yes", "No"]},
        {"id": "name", "label": "Name", "prompt": "Name?", "defaultValue": "shop"},
    ]}))
}

#[test]
fn answers() {
    check(
        three,
        &[
            (&[Undo], "[□ DB] → 1. PostgreSQL"),
            (&[Redo], "[□ DB] → 1. PostgreSQL"),
            // the changed question is shown
            (&[Digit(2), Undo], "[□ DB] → 2. SQLite"),
            (&[Digit(2), Undo, Redo], "[■ DB] → 2. SQLite ✓"),
            (&[Digit(2), NextTab, NextTab, Undo], "[□ DB] → 2. SQLite"),
            // and in it the row that changed
            (&[Digit(2), PrevTab, CursorDown, Undo], "[□ DB] → 2. SQLite"),
            (&[Digit(2), PrevTab, Digit(1), PrevTab, Undo], "[■ DB] → 2. SQLite ✓"),
            (&[Digit(0), submit("own"), PrevTab, CursorUp, Undo], "[□ DB] → 0. Something else…"),
            (&[Digit(0), draft("own"), Cancel, CursorUp, Undo, Redo], "[□ DB] → 0. Something else… ✎ own"),
            (
                &[Digit(1), Digit(1), Digit(1), Undo, Undo, Undo, Redo, Redo, Redo, PrevTab, PrevTab, PrevTab, Confirm],
                "answered: db=pg (1) name=shop (1) go=Yes (1)",
            ),
            // a changed answer, back to the first
            (&[Digit(1), PrevTab, Digit(2), Undo, Abort], "aborted: db=pg (1)"),
            (&[Digit(1), PrevTab, Digit(2), Undo, Undo, Redo, Redo, Abort], "aborted: db=lite (2)"),
            // the same answer again is no change
            (&[Digit(1), PrevTab, Digit(1), Undo, Abort], "aborted:"),
            // a new change drops what could be redone
            (&[Digit(1), Undo, Digit(2), Redo, Abort], "aborted: db=lite (2)"),
            // moving does not
            (&[Digit(1), Undo, NextTab, CursorDown, PrevTab, Redo, Abort], "aborted: db=pg (1)"),
            (&[Digit(1), Undo, Digit(0), Cancel, Redo, Abort], "aborted: db=pg (1)"),
        ],
    );
}

#[test]
fn boxes_and_their_texts() {
    check(
        boxes,
        &[
            (&[Toggle, Undo], "→ 1. [ ] A"),
            (
                &[ToggleAll, Undo, NextTab, Confirm],
                "→ Submit (1 not answered) ! Submit again to leave unanswered: Which?",
            ),
            (&[Digit(1), ToggleAll, Undo, Confirm, Confirm], "answered: db=[A (1)]"),
            (&[Confirm, Confirm, Undo, NextTab], "→ Submit (1 not answered)"),
            (&[Confirm, Confirm, Undo, Redo, NextTab, Confirm], "answered: db=[]"),
            (&[Digit(0), submit("C"), Toggle, Undo, Redo], "→    [ ] (wrote) C"),
            // the row that changed is highlighted; of several, one that is
            (&[Toggle, CursorDown, Undo], "→ 1. [ ] A"),
            (&[Toggle, CursorDown, Toggle, CursorDown, Undo, Undo, Redo], "→ 1. [x] A"),
            (&[CursorDown, ToggleAll, Undo], "→ 2. [ ] B"),
            (&[CursorDown, CursorDown, ToggleAll, Undo], "→ 1. [ ] A"),
            // undoing below the highlight keeps the highlight in the list
            (&[Digit(0), submit("C"), CursorDown, Undo, Undo, Undo], "→ 0. [+] Something else…"),
            (&[Digit(0), submit("C"), Undo, Redo, NextTab, Confirm], r#"answered: db=["C" (typed)]"#),
        ],
    );
}

#[test]
fn typing_is_one_change_for_each_visit_to_the_editor() {
    let type_it = [Digit(0), draft("m"), draft("my"), draft("my own"), Cancel];
    let then = |actions: &[Action]| [type_it.as_slice(), actions].concat();
    check(
        one,
        &[
            (&then(&[Undo]), "→ 0. Something else…"),
            (&then(&[Undo, Redo]), "→ 0. Something else… ✎ my own"),
            (&then(&[Undo, Cancel]), "cancelled:"),
            (&then(&[Digit(0), draft("mine"), draft("mine!"), Cancel, Undo]), "→ 0. Something else… ✎ my own"),
            (&then(&[Digit(0), draft("mine"), Cancel, Undo, Undo, Redo, Redo]), "→ 0. Something else… ✎ mine"),
            (&[Note, draft("a"), draft("ab"), Cancel, Undo, Redo, Note], r#"→ 1. PostgreSQL editor "ab""#),
            (&[Note, submit("ab"), Undo, Redo, Confirm], r#"answered: db=pg (1) note "ab""#),
        ],
    );
    // typing and its submission are one change
    check(
        three,
        &[
            (&[Digit(0), draft("o"), draft("own"), submit("own"), Undo, Redo, Abort], r#"aborted: db="own" (typed)"#),
            (&[Digit(1), Note, draft("n"), submit("n"), Undo, Abort], "aborted: db=pg (1)"),
        ],
    );
    check(boxes, &[(&[Digit(0), draft("C"), submit("C"), Undo, Redo, Abort], r#"aborted: db=["C" (typed)]"#)]);
}

#[test]
fn texts_of_input_questions() {
    check(
        texts,
        &[
            // undo shows the list instead of the editor, so that undo can continue
            (&[NextTab, Confirm, submit("cart"), Undo], "[◪ Name] → Type your answer ◪ shop"),
            (&[NextTab, Confirm, submit("cart"), Undo, Confirm], r#"[◪ Name] editor "shop""#),
            (&[NextTab, Confirm, submit("cart"), Undo, Redo], "[■ Name] → Type your answer ✓ cart"),
            (&[NextTab, Confirm, draft("cart"), NextTab, Undo], "[◪ Name] → Type your answer ◪ shop"),
            (&[Digit(1), submit("cart"), Undo, Undo], "[□ Go] → 1. Yes"),
            // a state that undo has restored is no input of the user
            (&[NextTab, Confirm, submit("cart"), Undo, Cancel], "cancelled:"),
            // looking at a question is no change: redo still works
            (&[Digit(1), PrevTab, Undo, NextTab, NextTab, Redo, Abort], "aborted: go=Yes (1)"),
        ],
    );
}

#[test]
fn undo_names_the_restored_state() {
    let said = |actions: &[Action], expected: &str| {
        let form = after(three(), actions);
        let lines: Vec<String> = frame(&form).lines.iter().map(question_core::Line::text).collect();
        assert!(lines.iter().any(|line| line.trim() == expected), "no {expected:?} after {actions:?}: {lines:#?}");
    };
    said(&[Digit(2), Undo], "Undone, now: DB → not answered");
    said(&[Digit(2), Undo, Redo], "Redone, now: DB → SQLite");
    said(&[Digit(2), PrevTab, Digit(1), Undo], "Undone, now: DB → SQLite");
    said(&[Digit(0), draft("own"), Cancel, Undo], "Taken back: own");
    said(&[Digit(0), submit("own"), Undo], "Taken back: own");
    said(&[Digit(0), draft("own"), Cancel, Digit(0), draft("own words"), Cancel, Undo], "Taken back: own words");
    said(&[Digit(2), PrevTab, Note, submit("why"), Undo], "Taken back: why");
    said(&[Digit(2), PrevTab, Note, draft("why"), Cancel, Undo], "Taken back: why");
    said(&[Digit(0), draft("own"), Cancel, Undo, Redo], "Redone, now: DB → not answered  ✎ Not sent: own");
    said(&[Digit(2), PrevTab, Note, submit("why"), Undo, Redo], "Redone, now: DB → SQLite  Note: why");
    said(&[Discuss, draft("why?"), Cancel, Undo], "Taken back: why?");
    said(&[Discuss, draft("why?"), Cancel, Undo, Redo], "Redone, now: discuss → why?");
    // what differs in blanks alone is no other text
    said(&[Discuss, draft("why?"), Cancel, Discuss, draft("why? "), Cancel, Undo], "Undone, now: discuss → why?");
    let text = |actions: &[Action]| shown(&frame(&after(boxes(), actions)));
    for (actions, expected) in [
        (vec![Toggle, Undo], "Undone, now: Which? → not answered"),
        (vec![Toggle, ToggleAll, ToggleAll, Undo], "Undone, now: Which? → A, B"),
        (vec![Digit(0), submit("C"), Toggle, Toggle, Undo, Redo], "Redone, now: Which? → (wrote) C"),
        (vec![Confirm, Confirm, Undo, Redo], "Redone, now: Which? → none of these"),
    ] {
        assert!(text(&actions).contains(expected), "{actions:?}:\n{}", text(&actions));
    }
    assert!(!text(&[Toggle, Undo, CursorDown]).contains("Undone"), "it goes with the next key");
}
