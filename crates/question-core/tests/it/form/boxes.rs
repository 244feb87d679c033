//! Actions in a list of boxes, and what follows from them.

use super::{boxes, mixed};
use crate::common::{Action, check, draft, form, json, submit, typed};
use Action::{
    Abort, Cancel, Confirm, CursorDown, CursorUp, Digit, Edit, First, NextTab, PrevTab, Toggle, ToggleAll, Undo,
};

#[test]
fn boxes_are_checked() {
    check(
        boxes,
        &[
            (&[], "→ 1. [ ] PostgreSQL"),
            (&[Toggle], "→ 1. [x] PostgreSQL"),
            (&[Toggle, Toggle], "→ 1. [ ] PostgreSQL"),
            (&[CursorDown, Toggle], "→ 2. [x] SQLite"),
            // a digit also moves the highlight
            (&[Digit(3)], "→ 3. [x] MySQL"),
            (&[Digit(3), Digit(3)], "→ 3. [ ] MySQL"),
            (&[Digit(4)], r#"→ 0. [+] Something else… ✎ editor """#),
            // all boxes, or none if all are checked
            (&[ToggleAll], "→ 1. [x] PostgreSQL"),
            (&[ToggleAll, ToggleAll], "→ 1. [ ] PostgreSQL"),
            (&[Digit(2), ToggleAll, Abort], "aborted: db=[pg (1), lite (2), MySQL (3)]"),
            // the custom row
            (&[CursorDown, CursorDown, CursorDown], "→ 0. [+] Something else…"),
            (&[CursorDown, CursorDown, CursorDown, Toggle], r#"→ 0. [+] Something else… ✎ editor """#),
        ],
    );
}

#[test]
fn boxes_are_confirmed() {
    let nothing = "→ 1. [ ] PostgreSQL ! Nothing checked yet. Confirm again for none of these. (space check)";
    check(
        boxes,
        &[
            // one question of boxes ends in a review too
            (&[Toggle, Confirm], "→ Submit"),
            (&[Toggle, Confirm, Confirm], "answered: db=[pg (1)]"),
            (&[Toggle, Confirm, CursorUp], "→ 1. ✓ DB → PostgreSQL"),
            (&[Toggle, Confirm, CursorUp, Confirm], "→ 1. [x] PostgreSQL"),
            (&[NextTab], "→ Submit (1 not answered)"),
            // in the order of the options, whichever was checked first
            (&[Digit(3), Digit(1), Confirm, Confirm], "answered: db=[pg (1), MySQL (3)]"),
            // checked boxes are an answer, whatever row is highlighted
            (&[Digit(3), CursorUp, Confirm, Confirm], "answered: db=[MySQL (3)]"),
            // nothing checked
            (&[Confirm], nothing),
            (&[Confirm, Confirm], "→ Submit"),
            (&[Confirm, Confirm, CursorUp], "→ 1. ✓ DB → none of these"),
            (&[Confirm, Confirm, Confirm], "answered: db=[]"),
            // any other action drops the first Enter
            (&[Confirm, CursorDown, CursorUp, Confirm], nothing),
            (&[Confirm, Toggle, Toggle, Confirm], nothing),
            (&[Confirm, NextTab, PrevTab, Confirm], nothing),
            // "none" ends with the next check
            (&[Confirm, Confirm, PrevTab, Toggle, Toggle, NextTab], "→ Submit (1 not answered)"),
        ],
    );
    check(
        mixed,
        &[
            (&[Digit(1), Confirm], "[□ End] → 1. Yes"),
            (&[Digit(1), Confirm, Digit(2), Confirm], "answered: go=Yes (1) db=[] end=No (2)"),
            (&[Digit(1), NextTab, Digit(2), Confirm], "answered: go=Yes (1) end=No (2)"),
            (&[Digit(1), Digit(2), Confirm, Digit(2), Confirm], "answered: go=Yes (1) db=[B (2)] end=No (2)"),
        ],
    );
}

#[test]
fn typed_entries() {
    let typed = [Digit(0), submit("CSV")];
    let then = |actions: &[Action]| [typed.as_slice(), actions].concat();
    check(
        boxes,
        &[
            (&typed, "→    [x] (wrote) CSV"),
            (&then(&[CursorDown]), "→ 0. [+] Something else…"),
            (&then(&[Toggle]), "→    [ ] (wrote) CSV"),
            (&then(&[Confirm, Confirm]), r#"answered: db=["CSV" (typed)]"#),
            (&then(&[Digit(2), Confirm, Confirm]), r#"answered: db=[lite (2), "CSV" (typed)]"#),
            (&then(&[Digit(2), Confirm, CursorUp]), "→ 1. ✓ DB → SQLite, (wrote) CSV"),
            // the editor is empty for the next
            (&then(&[Digit(0)]), r#"→ 0. [+] Something else… ✎ editor """#),
            (
                &then(&[Digit(0), submit("TSV"), CursorUp, Toggle, CursorUp, Confirm, Confirm]),
                r#"answered: db=["TSV" (typed)]"#,
            ),
            // an equal text is not added twice, but checked again
            (&then(&[Digit(0), submit("CSV"), Confirm, Confirm]), r#"answered: db=["CSV" (typed)]"#),
            // all and none include them
            (&then(&[ToggleAll]), "→    [x] (wrote) CSV"),
            (&then(&[ToggleAll, ToggleAll]), "→    [ ] (wrote) CSV"),
            // digits are those of the options
            (&then(&[Digit(4)]), r#"→ 0. [+] Something else… ✎ editor """#),
            // blank
            (
                &[Digit(0), submit(" ")],
                "→ 0. [+] Something else… ! Nothing checked yet. Confirm again for none of these. (space check)",
            ),
            (&[Digit(2), Digit(0), submit(" "), Cancel, CursorUp, Confirm, Confirm], "answered: db=[lite (2)]"),
            // a draft is no entry yet
            (&[Digit(0), draft("CSV"), Cancel], "→ 0. [+] Something else… ✎ CSV"),
            (
                &[Digit(0), draft("CSV"), Cancel, First, Digit(1), Digit(0)],
                r#"→ 0. [+] Something else… ✎ editor "CSV""#,
            ),
        ],
    );
}

#[test]
fn lists_without_a_custom_row() {
    let closed = || {
        form(&json!({"questions": [
            {"id": "a", "prompt": "A?", "allowCustom": false, "options": ["One", "Two"]},
            {"id": "b", "prompt": "B?", "allowCustom": false, "mode": "multi", "options": ["One", "Two"]},
        ]}))
    };
    check(
        closed,
        &[
            (&[CursorDown, CursorDown], "[□ A?] → 1. One"),
            (&[Digit(0)], r#"[□ A?] editor """#),
            (&[NextTab, CursorDown, CursorDown], "[□ B?] → 1. [ ] One"),
            (&[NextTab, Digit(0)], r#"[□ B?] editor """#),
            (&[Digit(2), Digit(2), Confirm, Confirm], "answered: a=Two (2) b=[Two (2)]"),
            // if nothing matches, nothing can be chosen and no text is accepted
            (&[typed("zzz"), submit("zzz")], r#"[□ A?] editor "zzz" ! These words name no single option."#),
            (&[typed("zzz"), submit("zzz"), Abort], "aborted:"),
        ],
    );
}

#[test]
fn added_texts_are_opened_again() {
    let typed = [Digit(0), submit("CSV")];
    let then = |actions: &[Action]| [typed.as_slice(), actions].concat();
    let open = r#"→    [x] (wrote) ✎ editor "CSV""#;
    check(
        boxes,
        &[
            (&then(&[Edit]), open),
            // Enter confirms, whatever row is highlighted
            (&then(&[Confirm]), "→ Submit"),
            (&then(&[Edit, submit("TSV"), Confirm, Confirm]), r#"answered: db=["TSV" (typed)]"#),
            // Esc keeps what the editor shows, as Enter does
            (&then(&[Edit, draft("T"), Cancel]), "→    [x] (wrote) T"),
            (&then(&[Edit, draft("T"), Cancel, Confirm, Confirm]), r#"answered: db=["T" (typed)]"#),
            (&then(&[Edit, draft("T"), Cancel, Undo]), "→    [x] (wrote) CSV"),
            (&then(&[Edit, Cancel, Undo, Abort]), "aborted:"),
            // an empty one is gone
            (&then(&[Edit, submit("")]), "→ 3. [ ] MySQL"),
            (&then(&[Edit, draft(""), Abort]), "aborted:"),
            (&then(&[Edit, submit(""), Undo]), "→    [x] (wrote) CSV"),
            // a text that equals another becomes that one
            (
                &then(&[Digit(0), submit("TSV"), Edit, submit("CSV"), Confirm, Confirm]),
                r#"answered: db=["CSV" (typed)]"#,
            ),
            // which is checked if either was
            (
                &then(&[Digit(0), submit("TSV"), Toggle, CursorUp, Edit, submit("TSV"), Confirm, Confirm]),
                r#"answered: db=["TSV" (typed)]"#,
            ),
            (&then(&[Toggle, Edit, submit("TSV")]), "→    [ ] (wrote) TSV"),
            // the draft of the custom row is another text
            (&then(&[Digit(0), draft("half"), Cancel, CursorUp, Edit]), open),
            (&[Edit], "→ 1. [ ] PostgreSQL"),
            (&[CursorUp, Digit(0), Cancel, Edit], "→ 0. [+] Something else…"),
        ],
    );
}

/// A list that must not stay empty is not confirmed without a checked box, however often; it can be left open.
#[test]
fn a_list_that_needs_one_is_not_confirmed_empty() {
    let form = || form(&json!([{"prompt": "Which?", "mode": "multi", "options": ["A", "B"], "allowEmpty": false}]));
    let empty = "→ 1. [ ] A ! Check at least one.";
    check(
        form,
        &[
            (&[Confirm], empty),
            (&[Confirm, Confirm, Confirm], empty),
            (&[Digit(1), Digit(1), Confirm], empty),
            (&[Confirm, Digit(2), Confirm, Confirm], "answered: q1=[B (2)]"),
        ],
    );
}
