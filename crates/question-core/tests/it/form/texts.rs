//! Text as an answer: typed, by default, or long.

use crate::common::{
    Action, Played, after, check, draft, form, form_with, frame, json, one, rows_of, settings, submit, three,
};
use Action::{
    Abort, Cancel, Click, Confirm, CursorDown, CursorUp, Digit, Discuss, Edit, NextTab, No, Note, PrevTab, Toggle, Yes,
};
use question_core::{Command, Step, Target};

/// Returns a form with a question that takes only text.
fn input() -> Played {
    form(&json!({"questions": [{"id": "name", "label": "Name", "prompt": "Which name?"}]}))
}

/// Returns a form with such a question between two lists.
fn between() -> Played {
    form(&json!({"questions": [
        {"id": "go", "label": "Go", "prompt": "Go?", "options": ["Yes", "No"]},
        {"id": "name", "label": "Name", "prompt": "Which name?"},
        {"id": "end", "label": "End", "prompt": "End?", "options": ["Yes", "No"]},
    ]}))
}

#[test]
fn an_input_question_alone() {
    check(
        input,
        &[
            (&[], r#"editor """#),
            (&[submit("shop")], r#"answered: name="shop" (typed)"#),
            (&[submit("two\nlines")], r#"answered: name="two\nlines" (typed)"#),
            (&[submit("")], r#"editor "" ! Nothing typed yet."#),
            // commands of lists are text, or have no effect
            (&[Digit(1), Confirm, Toggle, CursorDown, NextTab, PrevTab, Note, Discuss], r#"editor """#),
            // Esc leaves the form, at once if nothing was typed
            (&[Cancel], "cancelled:"),
            (&[draft("a"), draft(""), Cancel], "cancelled:"),
            (&[draft("a"), Cancel], "→ 1. Keep answering"),
            (&[draft("a"), Cancel, Confirm], r#"editor "a""#),
            (&[draft("a"), Cancel, CursorDown, CursorDown, CursorDown, Confirm], "cancelled:"),
        ],
    );
    let mixed = || {
        form(
            &json!({"questions": [{"label": "A", "prompt": "More?", "allowEmpty": true}, {"label": "B", "prompt": "B?"}]}),
        )
    };
    check(
        mixed,
        &[
            (&[submit("")], r#"[□ B] editor """#),
            (&[submit(""), PrevTab], r#"[■ A] editor """#),
            (&[NextTab, PrevTab], r#"[□ A] editor """#),
            (&[submit(""), submit("b"), Confirm], r#"answered: q1="" (typed) q2="b" (typed)"#),
        ],
    );
    let optional = || form(&json!({"questions": [{"prompt": "Anything else?", "allowEmpty": true}]}));
    check(optional, &[(&[submit("")], r#"answered: q1="" (typed)"#), (&[Cancel], "cancelled:")]);
}

#[test]
fn an_input_question_among_others() {
    let editor = r#"[□ Name] editor """#;
    check(
        between,
        &[
            (&[Digit(1)], editor),
            (&[NextTab], editor),
            // a text stays closed, so that the tab keys go on
            (&[NextTab, submit("shop"), PrevTab], "[■ Name] → Type your answer ✓ shop"),
            (&[NextTab, submit("shop"), PrevTab, PrevTab], "[□ Go] → 1. Yes"),
            (&[NextTab, submit("shop"), PrevTab, Confirm], r#"[■ Name] editor "shop""#),
            (&[Digit(1), submit("shop"), Digit(2), Confirm], r#"answered: go=Yes (1) name="shop" (typed) end=No (2)"#),
            (&[Digit(1), submit("shop"), Digit(2), CursorUp, CursorUp], "[✓ Submit] → 2. ✓ Name → (wrote) shop"),
            // leaving by tab keeps the text as a draft, as Esc does
            (&[NextTab, draft("shop"), NextTab], "[□ End] → 1. Yes"),
            (&[NextTab, draft("shop"), NextTab, PrevTab], "[□ Name] → Type your answer ✎ shop"),
            (
                &[Digit(1), draft("shop"), NextTab, Digit(2), Confirm],
                "[✓ Submit] → Submit (1 not answered) ! Submit again to leave unanswered: Name",
            ),
            (
                &[Digit(1), draft("old"), NextTab, PrevTab, Confirm, submit("new"), Digit(1), Confirm],
                r#"answered: go=Yes (1) name="new" (typed) end=Yes (1)"#,
            ),
            // blank text is no answer
            (&[NextTab, draft(" "), NextTab, PrevTab], editor),
            // a text that was cleared is no longer the answer
            (&[NextTab, submit("shop"), PrevTab, Confirm, draft(""), NextTab, PrevTab], editor),
            // Esc goes to the page with the tab, and keeps the text as a draft
            (&[NextTab, Cancel, Cancel], "cancelled:"),
            (&[NextTab, draft("shop"), Cancel], "[□ Name] → Type your answer ✎ shop"),
            (&[NextTab, draft("shop"), Cancel, Confirm], r#"[□ Name] editor "shop""#),
            (&[NextTab, draft("shop"), Cancel, NextTab, PrevTab], "[□ Name] → Type your answer ✎ shop"),
            (&[NextTab, draft("shop"), Cancel, Cancel, CursorDown, Confirm], "cancelled:"),
            (&[NextTab, submit("shop"), PrevTab, Confirm, Cancel], "[■ Name] → Type your answer ✓ shop"),
            (
                &[Digit(1), NextTab, Digit(1), Confirm],
                "[✓ Submit] → Submit (1 not answered) ! Submit again to leave unanswered: Name",
            ),
        ],
    );
}

#[test]
fn defaults() {
    let new = || {
        form(&json!({"questions": [
            {"id": "db", "prompt": "Which?", "options": ["A", "B"], "defaultValue": "B"},
            {"id": "name", "prompt": "Name?", "defaultValue": "shop"},
            {"id": "all", "prompt": "All?", "mode": "multi", "options": ["A", "B"], "defaultValues": ["B", "C"]},
            {"id": "own", "prompt": "Own?", "options": ["A", "B"], "defaultValue": "mine"},
        ]}))
    };
    let submitted = r#"answered: db=B (2) name="shop" (default) all=[B (2)] own="mine" (default)"#;
    check(
        new,
        &[
            (&[], "[◪ Which?] → 2. B ◪ (default)"),
            (&[NextTab], "[◪ Name?] → Type your answer ◪ shop"),
            (&[NextTab, NextTab, CursorDown], "[◪ All?] → 2. [x] B ◪"),
            // a default that is no option is a text to begin with
            (&[NextTab, NextTab, CursorDown, CursorDown], "[◪ All?] → 0. [+] Something else… ◪ C"),
            (&[NextTab, NextTab, Digit(0), submit("C")], "[■ All?] →    [x] (default) C"),
            (&[PrevTab, PrevTab], "[◪ Own?] → 0. Something else… ◪ mine"),
            (&[PrevTab, PrevTab, Confirm], r#"[◪ Own?] → 0. Something else… ✎ editor "mine""#),
            // the review lists defaults, and Submit makes them answers
            (&[PrevTab, CursorUp], "[✓ Submit] → 4. ◪ Own? → (default) mine"),
            (&[PrevTab, CursorUp, CursorUp], "[✓ Submit] → 3. ◪ All? → (default) B"),
            (&[PrevTab, Confirm], submitted),
            (
                &[Digit(1), PrevTab, PrevTab, Confirm],
                r#"answered: db=A (1) name="shop" (default) all=[B (2)] own="mine" (default)"#,
            ),
            // a text over a default withdraws it, until it is erased
            (&[Digit(0), draft("not B"), Cancel], "[□ Which?] → 0. Something else… ✎ not B"),
            (&[CursorDown, Digit(0), draft("not B"), draft(""), CursorUp], "[◪ Which?] → 2. B ◪ (default)"),
            (
                &[Digit(0), draft("not B"), Cancel, PrevTab, Confirm],
                "[✓ Submit] → Submit (1 not answered) ! Submit again to leave unanswered: Which?",
            ),
            (&[NextTab, Confirm, draft("cart"), NextTab, PrevTab], "[□ Name?] → Type your answer ✎ cart"),
            (&[NextTab, Confirm, draft(""), NextTab, PrevTab], "[◪ Name?] → Type your answer ◪ shop"),
            // a note decides nothing
            (&[Note, submit("why"), Abort], "aborted:"),
            // who touches a box decides the set
            (&[NextTab, NextTab, Digit(1), Abort], "aborted: all=[A (1), B (2)]"),
            (&[NextTab, NextTab, Digit(1), Digit(2), Abort], "aborted: all=[A (1)]"),
            (
                &[NextTab, NextTab, Digit(1), PrevTab, PrevTab, PrevTab, Confirm],
                r#"answered: db=B (2) name="shop" (default) all=[A (1), B (2)] own="mine" (default)"#,
            ),
            (&[NextTab, NextTab, Digit(2), Abort], "aborted:"),
            (&[NextTab, NextTab, Digit(2), Cancel], "[□ All?] → 1. Keep answering"),
            // defaults are no input of the user
            (&[Cancel], "cancelled:"),
            (&[NextTab, Cancel, Cancel], "cancelled:"),
            (&[Abort], "aborted:"),
            (&[Discuss, submit("why?")], "discuss:"),
            (&[Digit(1), Abort], "aborted: db=A (1)"),
            // confirming a default makes it the user's input
            (&[Confirm, Cancel, Cancel, Cancel], "[◪ Name?] → Type your answer ◪ shop"),
            (&[Confirm, Abort], "aborted: db=B (2)"),
            (&[NextTab, NextTab, Confirm, Abort], "aborted: all=[B (2)]"),
        ],
    );
    // the review names a text that counts only if the user adds it
    let review = rows_of(&after(new(), &[PrevTab]));
    assert!(review.iter().any(|row| row == "◪ Not sent: C"), "{review:?}");
    let without_rows = || {
        form(&json!({"questions": [
            {"id": "a", "prompt": "A?", "options": ["A", "B"], "defaultValue": "C", "allowCustom": false},
            {"id": "b", "prompt": "B?", "mode": "multi", "options": ["A", "B"], "defaultValues": ["C"], "allowCustom": false},
        ]}))
    };
    check(without_rows, &[(&[], "[□ A?] → 1. A"), (&[NextTab], "[□ B?] → 1. [ ] A")]);
}

#[test]
fn the_highlight_starts_on_what_is_recommended() {
    let ask = |recommended: &str, default: &str| {
        form(&json!({"questions": [{"prompt": "Which?", "options": ["A", "B", "C"], "recommended": recommended,
            "defaultValue": default}]}))
    };
    check(
        || ask("B", ""),
        &[(&[], "→ 2. B (Recommended)"), (&[Confirm], "answered: q1=B (2)"), (&[Cancel], "cancelled:")],
    );
    check(|| ask("B", "C"), &[(&[], "→ 3. C ◪ (default)"), (&[CursorUp], "→ 2. B (Recommended)")]);
    check(|| ask("Z", ""), &[(&[], "→ 1. A")]);
}

#[test]
fn long_texts() {
    let text = |count: usize| "ä".repeat(count);
    let sent = |count: usize| format!("answered: db={:?} (typed)", text(count));
    let long = |count: usize| [Digit(0), draft(&text(count)), submit(&text(count))];
    let then = |actions: &[Action]| [long(2_001).as_slice(), actions].concat();
    let editor = format!("→ 0. Something else… ✎ editor {:?}", text(2_001));
    check(
        one,
        &[
            (&long(2_000), sent(2_000).as_str()),
            (&long(2_001), "→ 1. Yes"),
            (&then(&[Yes]), sent(2_001).as_str()),
            (&then(&[Confirm]), sent(2_001).as_str()),
            (&then(&[No]), editor.as_str()),
            (&then(&[Cancel]), editor.as_str()),
            (&then(&[CursorDown]), "→ 2. No, keep editing"),
            (&then(&[CursorDown, Confirm]), editor.as_str()),
            (&then(&[Digit(2)]), editor.as_str()),
            (&then(&[Digit(1)]), sent(2_001).as_str()),
            (&then(&[Digit(3), Toggle, Note, Discuss, submit("x"), draft("x")]), "→ 1. Yes"),
            (&then(&[No, Cancel, Cancel, CursorDown, Confirm]), "cancelled:"),
            // every time
            (&then(&[No, submit(&text(2_002))]), "→ 1. Yes"),
            (&then(&[No, submit("short")]), r#"answered: db="short" (typed)"#),
        ],
    );
    let asks = |form: &Played, text: &str| rows_of(form).iter().any(|row| row == text);
    assert!(asks(&after(one(), &long(2_847)), "Answer is long (2,847 chars). Send it anyway? [Y/n]"));
    // long notes and messages have to be confirmed as well
    check(
        three,
        &[
            (&[Note, submit(&text(2_001))], "[□ DB] → 1. Yes"),
            (&[Note, submit(&text(2_001)), Yes], "[□ DB] → 1. PostgreSQL"),
            (&[Discuss, submit(&text(2_001))], "[□ DB] → 1. Yes"),
            (&[Discuss, submit(&text(2_001)), Yes], "discuss:"),
            (&[Discuss, submit(&text(2_001)), No, draft("x"), Cancel], "[□ DB] → 1. PostgreSQL"),
            (&[Digit(0), submit(&text(2_001)), Yes], "[□ Name] → 1. shop"),
            // not again, if nothing has changed
            (&[Note, submit(&text(2_001)), Yes, Note, submit(&text(2_001))], "[□ DB] → 1. PostgreSQL"),
            (&[Note, submit(&text(2_001)), Yes, Note, submit(&text(2_002))], "[□ DB] → 1. Yes"),
            (&[Digit(0), submit(&text(2_001)), Yes, PrevTab, Confirm, submit(&text(2_001))], "[□ Name] → 1. shop"),
            (
                &[Digit(0), submit(&text(2_001)), Yes, PrevTab, Confirm, draft("x"), submit(&text(2_001))],
                "[□ Name] → 1. shop",
            ),
        ],
    );
    let boxes = || form(&json!({"questions": [{"prompt": "Which?", "mode": "multi", "options": ["A"]}]}));
    let added = [Digit(0), submit(&text(2_001)), Yes, Edit];
    let asks_again = |text: &str| {
        let form = after(boxes(), &[added.as_slice(), &[submit(text)]].concat());
        frame(&form).lines.iter().any(|line| line.text().contains("→ 1. Yes"))
    };
    assert_eq!([2_001, 2_002].map(|length| asks_again(&text(length))), [false, true]);
    // an input question that is left by tab keeps a long text as a draft that is still to be confirmed
    check(
        between,
        &[
            (
                &[NextTab, draft(&text(2_001)), NextTab, PrevTab, Confirm],
                format!("[□ Name] editor {:?}", text(2_001)).as_str(),
            ),
            (&[NextTab, draft(&text(2_001)), NextTab, Abort], "aborted:"),
            (
                &[NextTab, draft("old"), NextTab, PrevTab, Confirm, draft(&text(2_001)), NextTab, PrevTab, Confirm],
                format!("[□ Name] editor {:?}", text(2_001)).as_str(),
            ),
        ],
    );
    let new = || form_with(&json!({"questions": [{"prompt": "Why?"}]}), &settings(r#"{"softLimit": 3}"#));
    check(new, &[(&[submit("abc")], r#"answered: q1="abc" (typed)"#), (&[submit("abcd")], "→ 1. Yes")]);
    let new = || form_with(&json!({"questions": [{"prompt": "Why?"}]}), &settings(r#"{"softLimit": 0}"#));
    check(new, &[(&[submit("abc")], r#"answered: q1="abc" (typed)"#)]);
}

#[test]
fn tab_keys_leave_an_empty_text_and_no_other() {
    check(
        three,
        &[
            (&[Digit(0), NextTab], "[□ Name] → 1. shop"),
            (&[Digit(0), PrevTab], "[✓ Submit] → Submit (3 not answered)"),
            (&[Digit(0), draft("x"), NextTab], r#"[□ DB] → 0. Something else… ✎ editor "x""#),
            (&[Note, NextTab], "[□ Name] → 1. shop"),
            (&[Note, draft("x"), NextTab], r#"[□ DB] → 1. PostgreSQL editor "x""#),
            (&[PrevTab, Discuss, NextTab], "[□ DB] → 1. PostgreSQL"),
            (&[PrevTab, Discuss, draft("x"), NextTab], r#"[✓ Submit] editor "x""#),
            (&[Digit(0), Click(Target::Tab(2))], "[□ Go] → 1. Yes"),
            // A click means nothing else, and the text is kept.
            (&[Digit(0), draft("x"), Click(Target::Tab(2))], "[□ Go] → 1. Yes"),
            (&[PrevTab, Discuss, draft("x"), Click(Target::Tab(0)), Discuss], r#"[□ DB] → 1. PostgreSQL editor "x""#),
        ],
    );
    let boxes = json!({"questions": [
        {"id": "a", "label": "A", "prompt": "Which?", "mode": "multi", "options": ["x"]}, {"prompt": "Go?"}]});
    // An added text that is erased and left is gone, by Esc too.
    let emptied = [Digit(0), submit("own"), Edit, draft("")];
    let new = || form(&boxes);
    check(
        new,
        &[
            (&[&emptied[..], &[NextTab, PrevTab]].concat(), "[□ A] → 0. [+] Something else…"),
            (&[&emptied[..], &[Cancel]].concat(), "[□ A] → 0. [+] Something else…"),
        ],
    );
}

/// What the form has no use for is the open text's, and all keys but the one that leaves the form, while completions are open.
#[test]
fn input_goes_to_the_text_that_has_the_focus() {
    let list = || three();
    let text = || after(three(), &[Digit(0)]);
    let unseen = || {
        let mut form = text();
        form.pressed(|screen, now| {
            screen.show(false, now);
            Step::Redraw
        });
        form
    };
    let cancel = Some(Command::Cancel);
    for (name, form, command, is_completing, expected) in [
        ("a key in a list", list(), None, false, Step::Idle),
        ("a key in a text", text(), None, false, Step::Text),
        ("a command in a text", text(), cancel, false, Step::Redraw),
        ("a command with completions", text(), cancel, true, Step::Text),
        ("the key that leaves, with completions", text(), Some(Command::Leave), true, Step::Finish),
        ("a key off the screen", unseen(), None, false, Step::Early),
        ("a key off the screen, with completions", unseen(), None, true, Step::Early),
    ] {
        let mut form = form;
        assert_eq!(form.pressed(|screen, now| screen.press(command, "", is_completing, now)), expected, "{name}");
    }
    for (mut form, expected) in [(list(), Step::Type), (text(), Step::Text), (unseen(), Step::Early)] {
        assert_eq!(form.pressed(|screen, now| screen.type_piece("x".to_owned(), false, now)), expected);
    }
}
