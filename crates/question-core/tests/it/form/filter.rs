//! Actions in the filter of a list, and what follows from them.

use super::{boxes, mixed};
use crate::common::{self, Action, check, draft, form, json, submit};
use Action::{Cancel, Confirm, CursorDown, Digit, Filter, NextTab, Note, PrevTab, Toggle, ToggleAll};

#[test]
fn filter_of_one_choice() {
    check(
        common::one,
        &[
            (&[Filter], r#"> 1. PostgreSQL editor """#),
            (&[Filter, draft("sql")], r#"> 2. SQLite editor "sql""#),
            (&[Filter, draft("LITE"), Confirm], "answered: db=lite (2)"),
            (&[Filter, draft("lite"), CursorDown], r#"> 0. Something else… editor "lite""#),
            (&[Filter, draft("lite"), CursorDown, Confirm], r#"> 0. Something else… ✎ editor """#),
            // Esc shows the whole list, with the same row highlighted; the text is kept for the next time
            (&[Filter, draft("lite"), Cancel], "> 2. SQLite"),
            // a draft is not replaced by the text of the filter, which is kept
            (&[Digit(0), draft("own"), Cancel, Filter, draft("zz"), Confirm], r#"> 0. Something else… ✎ editor "own""#),
            (
                &[Digit(0), draft("own"), Cancel, Filter, draft("zz"), Confirm, Cancel, Filter],
                r#"> 0. Something else… ✎ own editor "zz""#,
            ),
            (&[Filter, draft("lite"), Cancel, Filter], r#"> 2. SQLite editor "lite""#),
            // after a choice, the filter begins empty
            (&[Filter, draft("lite"), CursorDown, Confirm, Cancel, Filter], r#"> 0. Something else… editor "lite""#),
            (&[Filter, draft("lite"), Cancel, Cancel], "cancelled:"),
            // a filter that hides nothing moves nothing
            (&[CursorDown, Filter], r#"> 2. SQLite editor """#),
            (&[CursorDown, CursorDown, CursorDown, Filter, Cancel], "> 0. Something else…"),
            // a text that matches nothing can be the answer
            (&[Filter, draft("Oracle"), Confirm, submit("Oracle")], r#"answered: db="Oracle" (typed)"#),
            // unless the custom row has a draft
            (
                &[Digit(0), draft("mine"), Cancel, Filter, draft("zzz"), Confirm],
                r#"> 0. Something else… ✎ editor "mine""#,
            ),
            (&[Filter, draft("Oracle"), Confirm, Cancel], "> 0. Something else… ✎ Oracle"),
            (&[Filter, draft("Oracle"), Cancel, Filter, draft("my"), Confirm], "answered: db=MySQL (3)"),
            // commands of lists are text here, or have no effect
            (&[Filter, draft("lite"), Toggle, ToggleAll, Note, NextTab], r#"> 2. SQLite editor "lite""#),
            (&[Filter, draft("lite"), submit("lite")], r#"> 2. SQLite editor "lite""#),
        ],
    );
    // a number of the full list
    check(|| common::after(common::one(), &[Filter, draft("my"), Cancel]), &[(&[Digit(1)], "answered: db=pg (1)")]);
}

#[test]
fn filter_of_boxes() {
    check(
        boxes,
        &[
            // Enter checks and clears the text, so that the next box can be looked for
            (&[Filter, draft("lite"), Confirm], r#"> 2. [x] SQLite editor """#),
            (&[Filter, draft("lite"), Confirm, CursorDown], r#"> 3. [ ] MySQL editor """#),
            (&[Filter, draft("lite"), Confirm, Cancel], "> 2. [x] SQLite"),
            (
                &[Filter, draft("lite"), Confirm, draft("my"), Confirm, Cancel, Confirm, Confirm],
                "answered: db=[lite (2), MySQL (3)]",
            ),
            (&[Filter, draft("zzz"), Confirm, submit("zzz")], ">    [x] (wrote) zzz"),
            // with nothing typed, Enter goes on as it does in the list
            (&[Filter, draft("lite"), Confirm, Confirm], "> Submit"),
            // Enter checks a box here, so it does not begin the answer "none"
            (&[Confirm, Filter, draft("lite"), Confirm], r#"> 2. [x] SQLite editor """#),
            // added texts are shown again
            (&[Digit(0), submit("CSV"), Filter, draft("lite"), Cancel, CursorDown, CursorDown], ">    [x] (wrote) CSV"),
        ],
    );
}

#[test]
fn accents_do_not_count_and_descriptions_are_searched_after_labels() {
    let countries = || {
        form(&json!({"questions": [{"id": "to", "prompt": "Where to?", "options": [
            {"label": "Greece", "description": "Next to Türkiye"}, {"label": "Türkiye", "description": "By ferry"}, "Tuvalu",
        ]}]}))
    };
    check(
        countries,
        &[
            (&[Filter, draft("turk")], r#"> 2. Türkiye editor "turk""#),
            (&[Filter, draft("turk"), CursorDown], r#"> 1. Greece editor "turk""#),
            (&[Filter, draft("turk"), CursorDown, CursorDown], r#"> 0. Something else… editor "turk""#),
            (&[Filter, draft("ferry"), Confirm], "answered: to=Türkiye (2)"),
        ],
    );
}

#[test]
fn blanks_in_a_filter_find_nothing_and_move_nothing() {
    check(
        common::one,
        &[
            (&[Filter, draft("sql"), CursorDown, draft("sql ")], r#"> 1. PostgreSQL editor "sql ""#),
            (&[Filter, draft("sql"), CursorDown, draft("sql  "), draft("sql")], r#"> 1. PostgreSQL editor "sql""#),
            (&[Filter, draft("sql"), CursorDown, draft("sq")], r#"> 2. SQLite editor "sq""#),
            (&[Filter, draft(" "), CursorDown], r#"> 2. SQLite editor " ""#),
        ],
    );
}

#[test]
fn a_filter_belongs_to_its_question() {
    check(
        mixed,
        &[
            (&[Filter, draft("n"), Cancel, NextTab, Filter], r#"[□ DB] > 1. [ ] A editor """#),
            (&[Filter, draft("no"), Confirm, PrevTab], "[■ Go] > 2. No ✓"),
            (&[Filter, draft("no"), Cancel, PrevTab, NextTab], "[□ Go] > 2. No"),
            // a filter that was closed by a choice does not come back either
            (&[Filter, draft("no"), Confirm, PrevTab, Filter], r#"[■ Go] > 2. No ✓ editor """#),
        ],
    );
}
