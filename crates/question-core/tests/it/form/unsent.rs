//! Texts that were typed and are no part of an answer: said in the review, and asked about once.

use super::boxes;
use crate::common::{Action, Played, after, check, draft, form, json, result, submit, three};
use Action::{Cancel, Confirm, CursorDown, CursorUp, Digit, Discuss, NextTab, No, Note, PrevTab, Yes};

/// Two questions, one of which takes only text.
fn named() -> Played {
    form(&json!({"questions": [
        {"id": "name", "label": "Name", "prompt": "Name?"},
        {"id": "go", "label": "Go", "prompt": "Go?", "options": ["Yes", "No"], "defaultValue": "own words"},
    ]}))
}

#[test]
fn unsent_texts_are_asked_about() {
    let typed = [Digit(0), draft("mine"), Cancel, Digit(1), Digit(1), Digit(1), Confirm];
    let then = |actions: &[Action]| [typed.as_slice(), actions].concat();
    check(
        three,
        &[
            (&typed, "[✓ Submit] > Yes, send it as well"),
            (&then(&[Confirm]), r#"answered: db=pg (1) note "mine" name=shop (1) go=Yes (1)"#),
            (&then(&[CursorDown, Confirm]), "answered: db=pg (1) name=shop (1) go=Yes (1)"),
            (&then(&[Digit(2), Confirm]), "answered: db=pg (1) name=shop (1) go=Yes (1)"),
            (&then(&[Yes]), r#"answered: db=pg (1) note "mine" name=shop (1) go=Yes (1)"#),
            (&then(&[No]), "answered: db=pg (1) name=shop (1) go=Yes (1)"),
            (&then(&[CursorDown, Yes]), r#"answered: db=pg (1) note "mine" name=shop (1) go=Yes (1)"#),
            (&then(&[Cancel]), "[✓ Submit] > Submit"),
            (&then(&[CursorDown, CursorDown, Confirm]), "[✓ Submit] > Submit"),
            // what has an answer first, comes first
            (
                &[Digit(0), draft("mine"), Cancel, PrevTab, Confirm],
                "[□ DB] > 0. Something else… ✎ mine ! Not answered yet: DB",
            ),
            // who has answered with a text, and then with an option, has left nothing
            (
                &[Digit(0), submit("mine"), PrevTab, Digit(1), Digit(1), Digit(1), Confirm],
                "answered: db=pg (1) name=shop (1) go=Yes (1)",
            ),
            (
                &[Note, draft("why"), Cancel, Digit(1), Digit(1), Digit(1), Confirm, Confirm],
                r#"answered: db=pg (1) note "why" name=shop (1) go=Yes (1)"#,
            ),
        ],
    );
    check(
        boxes,
        &[
            (
                &[Digit(1), Digit(0), draft("CSV"), Cancel, NextTab, Confirm, Confirm],
                r#"answered: db=[pg (1), "CSV" (typed)]"#,
            ),
            (
                &[Digit(1), Digit(0), draft("CSV"), Cancel, NextTab, Confirm, CursorDown, Confirm],
                "answered: db=[pg (1)]",
            ),
        ],
    );
    check(
        named,
        &[
            // a default that was not taken is none of the user's
            (&[submit("shop"), Digit(1), Confirm], r#"answered: name="shop" (typed) go=Yes (1)"#),
            (
                &[
                    submit("shop"),
                    Digit(1),
                    CursorUp,
                    CursorUp,
                    Confirm,
                    draft("mall"),
                    Cancel,
                    PrevTab,
                    Confirm,
                    Confirm,
                ],
                r#"answered: name="mall" (typed) go=Yes (1)"#,
            ),
        ],
    );
}

/// What was typed and not sent is kept for later, whatever became of it.
#[test]
fn the_session_keeps_what_is_not_sent() {
    let typed = [Digit(0), draft("mine"), Cancel, Digit(1), Digit(1), Discuss, draft("why"), Cancel, Digit(1), Confirm];
    for end in [&[CursorDown, Confirm] as &[Action], &[Digit(2), Confirm]] {
        let result = result(&after(three(), &[&typed, end].concat()));
        let kept: Vec<String> = result.details.unsent.into_iter().flatten().filter_map(|unsent| unsent.text).collect();
        assert_eq!(kept, ["mine", "why"], "{end:?}");
        assert!(!result.content.contains("mine") && !result.content.contains("why"), "{}", result.content);
    }
}

/// A message to talk first that was left is asked about as other texts are, and goes along with the answers or stays.
#[test]
fn a_message_that_was_left_is_asked_about() {
    let typed = [Discuss, draft("Is it paid?"), Cancel, Digit(1), Digit(1), Digit(1), Confirm];
    check(three, &[(&typed, "[✓ Submit] > Yes, send it as well")]);
    let ended = |choice: Action| result(&after(three(), &[typed.as_slice(), &[choice]].concat()));
    let sent = ended(Yes);
    assert!(sent.content.ends_with("\nThe user also says: Is it paid?"), "{}", sent.content);
    assert_eq!((sent.details.message.as_deref(), sent.details.unsent), (Some("Is it paid?"), None));
    let kept = ended(No);
    assert!(!kept.content.contains("paid") && kept.details.message.is_none(), "{}", kept.content);
    let unsent = kept.details.unsent.unwrap_or_default();
    assert_eq!(unsent.iter().filter_map(|unsent| unsent.text.as_deref()).collect::<Vec<_>>(), ["Is it paid?"]);
}
