//! Choosing, and what follows from it: in one question, on the custom row, and from question to question.

use crate::common::json::json;
use crate::common::{Action, after, check, draft, form_with, one, result, settings, submit, three, typed};
use Action::{Cancel, Confirm, CursorDown, CursorUp, Digit, First, NextTab, PageDown, PageUp, PrevTab};

#[test]
fn one_question() {
    check(
        one,
        &[
            (&[], "→ 1. PostgreSQL"),
            (&[Confirm], "answered: db=pg (1)"),
            (&[CursorDown], "→ 2. SQLite"),
            (&[CursorDown, Confirm], "answered: db=lite (2)"),
            (&[Digit(3)], "answered: db=MySQL (3)"),
            // no such option
            (&[Digit(4)], r#"→ 0. Something else… ✎ editor """#),
            // from the ends of the list to the other end
            (&[CursorUp], "→ 0. Something else…"),
            (&[CursorUp, CursorDown], "→ 1. PostgreSQL"),
            (&[CursorDown, CursorDown, CursorDown], "→ 0. Something else…"),
            (&[CursorDown, CursorDown, CursorDown, CursorDown], "→ 1. PostgreSQL"),
            (&[PageDown], "→ 0. Something else…"),
            (&[PageDown, PageUp], "→ 1. PostgreSQL"),
            // there is one tab and no review
            (&[NextTab], "→ 1. PostgreSQL"),
            // text without an editor
            (&[draft("x")], "→ 1. PostgreSQL"),
            (&[submit("x")], "→ 1. PostgreSQL"),
        ],
    );
}

#[test]
fn custom_row() {
    let typed = [Digit(0), draft("my own")];
    check(
        one,
        &[
            (&[Digit(0)], r#"→ 0. Something else… ✎ editor """#),
            (&typed, r#"→ 0. Something else… ✎ editor "my own""#),
            (&[Digit(0), submit("my own")], r#"answered: db="my own" (typed)"#),
            (&[Digit(0), submit(" my\nown ")], r#"answered: db=" my\nown " (typed)"#),
            // in the editor, these are text or have no effect
            (&[Digit(0), Confirm], r#"→ 0. Something else… ✎ editor """#),
            (&[Digit(0), Confirm, NextTab, PageUp], r#"→ 0. Something else… ✎ editor """#),
            // blank text
            (&[Digit(0), submit("")], r#"→ 0. Something else… ✎ editor "" ! Nothing typed yet."#),
            (&[Digit(0), draft(" \n"), submit(" \n")], r#"→ 0. Something else… ✎ editor " \n" ! Nothing typed yet."#),
            (&[Digit(0), submit(""), draft("a")], r#"→ 0. Something else… ✎ editor "a""#),
            (&[Digit(0), submit(""), Cancel], "→ 0. Something else…"),
            // the draft is kept, and shown
            (&[Digit(0), draft("two\nlines"), Cancel], "→ 0. Something else… ✎ two lines"),
            (&[Digit(0), draft("my own"), Cancel, CursorUp, Digit(0)], r#"→ 0. Something else… ✎ editor "my own""#),
            (&[Digit(0), draft("my own"), draft("")], "→ 0. Something else…"),
            // an option can still be chosen
            (&[Digit(0), draft("my own"), Cancel, First, Digit(1)], "answered: db=pg (1)"),
            // Esc after erasing a text ends that, and no more
            (&[Digit(0), draft("my own"), draft(""), Cancel], "→ 0. Something else…"),
            (&[Digit(0), draft("my own"), draft(""), Cancel, Cancel], "cancelled:"),
        ],
    );
}

#[test]
fn several_questions() {
    let all = [Digit(1), Digit(2), Digit(1)];
    let then = |actions: &[Action]| [all.as_slice(), actions].concat();
    check(
        three,
        &[
            (&[], "[□ DB] → 1. PostgreSQL"),
            // an answer moves on, the last one to the review
            (&[Confirm], "[□ Name] → 1. shop"),
            (&[Digit(0), submit("own")], "[□ Name] → 1. shop"),
            (&[Digit(3)], r#"[□ DB] → 0. Something else… ✎ editor """#),
            (&all, "[✓ Submit] → Submit"),
            (&then(&[Confirm]), "answered: db=pg (1) name=cart (2) go=Yes (1)"),
            // tabs, past both ends
            (&[NextTab], "[□ Name] → 1. shop"),
            (&[PrevTab], "[✓ Submit] → Submit (3 not answered)"),
            (&[PrevTab, NextTab], "[□ DB] → 1. PostgreSQL"),
            (&[NextTab, NextTab, NextTab, NextTab], "[□ DB] → 1. PostgreSQL"),
            (&[Digit(1), PrevTab], "[■ DB] → 1. PostgreSQL ✓"),
            // each question keeps its highlight
            (&[CursorDown, NextTab, PrevTab], "[□ DB] → 2. SQLite"),
            // the review starts on Submit, however it was reached
            (&then(&[CursorUp]), "[✓ Submit] → 3. ✓ Go → Yes"),
            (&then(&[CursorUp, NextTab, PrevTab]), "[✓ Submit] → Submit"),
            (&then(&[CursorUp, Confirm]), "[■ Go] → 1. Yes ✓"),
            (&then(&[Digit(1)]), "[■ DB] → 1. PostgreSQL ✓"),
            (&[Digit(1), PrevTab, PrevTab, CursorUp], "[✓ Submit] → 3. □ Go → not answered"),
            (
                &[Digit(0), submit("own"), PrevTab, PrevTab, CursorUp, CursorUp, CursorUp],
                "[✓ Submit] → 1. ✓ DB → (wrote) own",
            ),
            // an answer changed before the end
            (&then(&[CursorUp, Confirm, Digit(2), Confirm]), "answered: db=pg (1) name=cart (2) go=No (2)"),
            (
                &[Digit(0), submit("own"), PrevTab, First, Digit(2), Digit(1), Digit(1), Confirm],
                "answered: db=lite (2) name=shop (1) go=Yes (1)",
            ),
            // a question that was opened from the review leads back, another goes on
            (&then(&[CursorUp, CursorUp, CursorUp, Confirm, Digit(2)]), "[✓ Submit] → Submit"),
            (&then(&[CursorUp, CursorUp, CursorUp, Confirm, NextTab, Digit(1)]), "[■ Go] → 1. Yes ✓"),
            (
                &[PrevTab, Confirm],
                "[✓ Submit] → Submit (3 not answered) ! Submit again to leave unanswered: DB, Name, Go",
            ),
            (
                &[Digit(1), PrevTab, PrevTab, Confirm],
                "[✓ Submit] → Submit (2 not answered) ! Submit again to leave unanswered: Name, Go",
            ),
            (&[PrevTab, Confirm, CursorDown], "[✓ Submit] → 1. □ DB → not answered"),
        ],
    );
}

/// y and n stand for yes and no in English and in the form's language, in any order. A word of another language, or inside
/// a longer label, is no name.
#[test]
fn yes_and_no_have_their_letters() {
    for (locale, options, rows) in [
        ("en", json!(["Yes", "No"]), Some([1, 2])),
        ("en", json!(["no", "YES"]), Some([2, 1])),
        ("de", json!(["Ja", "Nein"]), Some([1, 2])),
        ("de", json!(["Yes", "No"]), Some([1, 2])),
        ("ja", json!(["はい", "いいえ"]), Some([1, 2])),
        ("en", json!(["**Yes**", "`no`"]), Some([1, 2])),
        ("en", json!(["No.", "Yes."]), Some([2, 1])),
        ("ja", json!(["はい。", "いいえ。"]), Some([1, 2])),
        ("en", json!(["Yes", "Yes, and don't ask again", "No", "No, and stop"]), Some([1, 3])),
        ("en", json!(["Yes, do it", "No"]), Some([1, 2])),
        // A label wins over what a letter stands for.
        ("en", json!(["Yes", "y", "No", "Ｎ"]), Some([2, 4])),
        ("en", json!(["Yes, all", "Yes, one"]), None),
        ("en", json!(["Noble", "Yesterday"]), None),
        ("en", json!(["SI units", "Non profit"]), None),
        ("en", json!(["Ja", "Nein"]), None),
    ] {
        let settings = settings(&format!(r#"{{"locale": "{locale}"}}"#));
        let asked = form_with(&json!({"questions": [{"prompt": "Sure?", "options": options}]}), &settings);
        for (at, letter) in ["y", "Ｎ"].into_iter().enumerate() {
            let ended = after(asked.clone(), &[typed(letter), submit(letter)]);
            let picked = result(&ended).details.answers[0].picks[0].number();
            assert_eq!(picked, rows.map(|rows| rows[at]), "{locale} {options} {letter}");
        }
    }
}
