//! Notes and messages to talk first, and what follows from them.

use crate::common::{Action, after, check, draft, one, result, rows_of, submit, three};
use Action::{Abort, Cancel, Confirm, CursorDown, CursorUp, Digit, Discuss, NextTab, Note, PrevTab};
use question_core::Outcome;

#[test]
fn notes() {
    check(
        one,
        &[
            (&[Note], r#"→ 1. PostgreSQL editor """#),
            (&[Note, submit("v16"), Confirm], r#"answered: db=pg (1) note "v16""#),
            (&[Note, submit("v16"), Digit(3)], r#"answered: db=MySQL (3) note "v16""#),
            (&[Note, submit("v16"), Digit(0), submit("CSV")], r#"answered: db="CSV" (typed) note "v16""#),
            (&[Note, submit("v16"), Note, submit("v17"), Confirm], r#"answered: db=pg (1) note "v17""#),
            // a blank one is none
            (&[Note, submit(""), Confirm], "answered: db=pg (1)"),
            (&[Note, submit("v16"), Note, submit(""), Confirm], "answered: db=pg (1)"),
            // Esc keeps the text as a draft
            (&[Note, draft("v16"), Cancel, CursorDown, Note], r#"→ 2. SQLite editor "v16""#),
            (&[Note, submit("v16"), Cancel], "→ 1. Keep answering"),
            // from a text, which is kept
            (&[Digit(0), draft("CSV"), Note], r#"→ 0. Something else… ✎ CSV editor """#),
            (&[Digit(0), draft("CSV"), Note, submit("v16")], "→ 0. Something else… ✎ CSV"),
            (
                &[Digit(0), draft("CSV"), Note, submit("v16"), Confirm, submit("CSV")],
                r#"answered: db="CSV" (typed) note "v16""#,
            ),
            // commands of lists are text, or have no effect
            (&[Note, Digit(1), Confirm, NextTab, Note], r#"→ 1. PostgreSQL editor """#),
        ],
    );
    check(
        three,
        &[
            (
                &[Digit(1), Note, submit("cheap"), Digit(1), Digit(1), Confirm],
                r#"answered: db=pg (1) name=shop (1) note "cheap" go=Yes (1)"#,
            ),
            (
                &[Digit(1), Note, submit("cheap"), Digit(1), PrevTab, PrevTab, Note, submit("dear"), Digit(2), Abort],
                r#"aborted: db=lite (2) note "dear" name=shop (1) note "cheap""#,
            ),
        ],
    );
    // in the review, on the highlighted answer, and back to it
    let review = || after(three(), &[Digit(1), Digit(2), Digit(1)]);
    check(
        review,
        &[
            (&[Note], "[✓ Submit] → Submit"),
            (&[CursorUp, CursorUp, Note, submit("cheap")], "[✓ Submit] → 2. ✓ Name → cart"),
            (&[CursorUp, CursorUp, Note, draft("cheap"), Cancel], "[✓ Submit] → 2. ✓ Name → cart"),
            (
                &[CursorUp, CursorUp, Note, submit("cheap"), CursorDown, CursorDown, Confirm],
                r#"answered: db=pg (1) name=cart (2) note "cheap" go=Yes (1)"#,
            ),
            // a note from the question leads back to the question
            (&[CursorUp, CursorUp, Confirm, Note, submit("cheap")], "[■ Name] → 2. cart ✓"),
        ],
    );
    let shows = |actions: &[Action], text: &str| {
        let form = after(three(), actions);
        rows_of(&form).iter().any(|row| row == text)
    };
    assert!(shows(&[Note, submit("cheap")], "Note: cheap"), "on the list");
    assert!(shows(&[Digit(1), PrevTab, Note, submit("cheap"), PrevTab], "Note: cheap"), "on the review");
    assert!(shows(&[Note], "A note on your answer"), "above the editor");
}

#[test]
fn talking_first() {
    check(
        three,
        &[
            (&[Discuss], r#"[□ DB] → 1. PostgreSQL editor """#),
            (&[Discuss, submit("Why?")], "discuss:"),
            (&[Digit(1), Discuss, submit("Why?")], "discuss: db=pg (1)"),
            (&[Digit(1), Digit(0), draft("sh"), Cancel, Discuss, submit("Why?")], "discuss: db=pg (1)"),
            // also from the review, and back to it
            (&[PrevTab, Discuss, submit("Why?")], "discuss:"),
            (&[PrevTab, CursorUp, Discuss, Cancel], "[✓ Submit] → 3. □ Go → not answered"),
            // Esc keeps the text, for whichever page it is opened from
            (&[Discuss, draft("Why"), Cancel, NextTab, Discuss], r#"[□ Name] → 1. shop editor "Why""#),
            (&[Discuss, draft("Why"), Cancel, Cancel, CursorDown], "[□ DB] → 2. Send no answer, keep what I entered"),
            (&[Discuss, Cancel, Cancel], "cancelled:"),
            // in an input question, c is text
            (&[Discuss, Discuss, Digit(1)], r#"[□ DB] → 1. PostgreSQL editor """#),
        ],
    );
    let said = |actions: &[Action]| {
        let result = result(&after(three(), actions));
        (result.details.outcome, result.details.message, result.content)
    };
    let (outcome, message, content) = said(&[Digit(1), Discuss, submit(" Is it\npaid? ")]);
    assert_eq!((outcome, message.as_deref()), (Outcome::Discuss, Some("Is it\npaid?")));
    assert!(content.contains("\n  Is it\n  paid?") && content.contains("PostgreSQL"), "{content}");
    assert_eq!(said(&[Discuss, submit(" ")]).1, None);
}
