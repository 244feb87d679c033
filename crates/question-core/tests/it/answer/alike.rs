//! Questions, options and picks that look alike, in the text for the model.

use crate::common::{Action, Json, after, draft, form, json, one, result, sent, submit};
use Action::{Abort, Confirm, Digit};

#[test]
fn questions_that_look_alike_are_told_apart() {
    let long = "x".repeat(600);
    let alike = || {
        form(&sent(
            r#"[{"prompt": "Describe it", "label": "Frontend"}, {"prompt": "Describe\n it", "id": "back"}, "Why?"]"#,
        ))
    };
    let actions = [submit(&long), submit("small"), submit("so"), Confirm];
    let content = result(&after(alike(), &actions)).content;
    let expected = format!(
        "Describe it (Frontend) → a long answer, below\nDescribe it (back) → small (typed)\nWhy? → so (typed)\n\
         Describe it (Frontend) → {long} (typed)"
    );
    assert_eq!(content, expected);
    let content = result(&after(alike(), &[submit("a"), draft("b"), Abort])).content;
    assert!(content.ends_with("\nNot answered yet: \"Describe it (back)\", \"Why?\""), "{content}");
    // a long answer after all short ones stays in its place
    let content = result(&after(alike(), &[submit("a"), submit("b"), submit(&long), Confirm])).content;
    assert_eq!(
        content,
        format!("Describe it (Frontend) → a (typed)\nDescribe it (back) → b (typed)\nWhy? → {long} (typed)")
    );
}

#[test]
fn several_picks_cannot_be_taken_for_one() {
    let ask =
        || form(&sent(r#"[{"prompt": "Which?", "multi": true, "options": ["Yes, with tests", "Docs", "\"A\""]}]"#));
    let submit_all = |actions: &[Action]| result(&after(ask(), &[actions, &[Confirm, Confirm]].concat())).content;
    assert_eq!(submit_all(&[Digit(1), Digit(2)]), r#"Which? → "Yes, with tests", Docs"#);
    assert_eq!(submit_all(&[Digit(1)]), r#"Which? → "Yes, with tests""#);
    assert_eq!(submit_all(&[Digit(3), Digit(0), submit("A, B, and C")]), r#"Which? → "\"A\"", "A, B, and C" (typed)"#);
    // a single answer is not quoted
    let content = result(&after(one(), &[Digit(0), submit("A, B, and C")])).content;
    assert_eq!(content, "Which database? → A, B, and C (typed)");
}

/// Label, value and description of an option.
type Shown<'a> = (&'a str, Option<&'a str>, Option<&'a str>);

fn options(shown: &[Shown]) -> Vec<Json> {
    let option =
        |(label, value, description): &Shown| json!({"label": label, "value": value, "description": description});
    shown.iter().map(option).collect()
}

/// Two options may have the same label, and even the same value.
#[test]
fn options_with_the_same_label_are_told_apart() {
    let long = "This is the one that is read by each page, and by its tests, too";
    for (shown, expected) in [
        // by the description, if it is one short line of the option alone
        ([("a.ts", None, Some("in b")), ("a.ts", None, Some("in c"))], ["a.ts (in b)", "a.ts (in c)"]),
        ([("a.ts", None, None), (" a.ts", None, Some("in c"))], ["a.ts (option 1)", "a.ts (in c)"]),
        ([("a.ts", None, Some("in b")), ("a.ts", None, Some("in b"))], ["a.ts (option 1)", "a.ts (option 2)"]),
        ([("a.ts", None, Some("in\nb")), ("a.ts", None, Some(long))], ["a.ts (option 1)", "a.ts (option 2)"]),
        // not by one that reads like a note or a mark
        ([("a.ts", None, Some("note: old")), ("a.ts", None, Some("typed"))], ["a.ts (option 1)", "a.ts (option 2)"]),
        // by the value, where it is shown and differs
        ([("a.ts", Some("b"), Some("B")), ("a.ts", Some("c"), Some("C"))], ["a.ts (value: b)", "a.ts (value: c)"]),
        ([("a.ts", None, Some("B")), ("a.ts", Some("c"), Some("C"))], ["a.ts (B)", "a.ts (value: c)"]),
        (
            [("a.ts", Some("b"), None), ("a.ts", Some("b"), Some("C"))],
            ["a.ts (option 1) (value: b)", "a.ts (C) (value: b)"],
        ),
        // a value may be empty
        ([("None", Some(""), None), ("v", Some(" "), None)], ["None (value: \"\")", "v (value: \" \")"]),
        // labels that differ
        ([("a.ts", None, Some("in b")), ("A.ts", None, Some("in c"))], ["a.ts", "A.ts"]),
    ] {
        let options = options(&shown);
        for (at, expected) in (1..).zip(expected) {
            let single = form(&json!({"questions": [{"prompt": "Which?", "options": options}]}));
            assert_eq!(result(&after(single, &[Digit(at)])).content, format!("Which? → {expected}"), "{shown:?}");
        }
        let multi = form(&json!({"questions": [{"prompt": "Which?", "mode": "multi", "options": options}]}));
        let content = result(&after(multi, &[Digit(1), Digit(2), Confirm, Confirm])).content;
        assert_eq!(content, format!("Which? → {}", expected.join(", ")), "{shown:?}");
    }
    // a comma in brackets could be taken for one between picks
    let multi = form(&json!({"questions": [{"prompt": "Which?", "mode": "multi", "options": options(&[
        ("a", None, Some("in b, c")), ("a", None, Some("in d")), ("e", Some("f, g"), None)])}]}));
    let content = result(&after(multi, &[Digit(1), Digit(2), Digit(3), Confirm, Confirm])).content;
    assert_eq!(content, r#"Which? → a (option 1), a (in d), e (value: "f, g")"#);
}

#[test]
fn questions_are_named_by_their_text() {
    for (prompt, expected) in [
        ("Which of these?\n```ts\nconst a = 1", "Which of these?"),
        ("Pick: ```ts\nconst a = 1\n```", "Pick"),
        ("Run it?\n```sh\nls\n```", "Run it?"),
        ("Which of them?\n- a\n- b", "Which of them?"),
        ("We have 3 days.\nWhich one? Thanks.", "We have 3 days. Which one? Thanks."),
        ("```sh\nls", "ls"),
        ("- a\n- b", "- a - b"),
        // a line that cannot be seen names nothing
        ("```\n\u{200b}\nls\n```", "``` \u{200b} ls ```"),
    ] {
        let form = form(&json!({"questions": [{"prompt": prompt, "options": [{"label": "a"}]}]}));
        assert_eq!(result(&after(form, &[Digit(1)])).content, format!("{expected} → a"), "{prompt:?}");
    }
}

/// A value is told where the label does not say it, and a long one by its begin.
#[test]
fn a_value_that_the_label_says_is_not_repeated() {
    let long = "x".repeat(201);
    let cut = format!("Long (value: {}…)", "x".repeat(200));
    for (label, value, expected) in [
        ("Yes", "yes", "Yes"),
        ("All of it", "all-of-it", "All of it"),
        ("All of it", "ALL_OF_IT", "All of it"),
        ("Yes", "y", "Yes (value: y)"),
        ("PostgreSQL 16", "postgresql", "PostgreSQL 16 (value: postgresql)"),
        ("Long", long.as_str(), cut.as_str()),
    ] {
        let ask = form(&json!([{"prompt": "Which?", "options": [{"label": label, "value": value}, "No"]}]));
        assert_eq!(result(&after(ask, &[Digit(1)])).content, format!("Which? → {expected}"));
    }
    // unless another option has the same label
    let twins = options(&[("Yes", Some("yes"), None), ("Yes", Some("y"), None)]);
    let content = result(&after(form(&json!([{"prompt": "Which?", "options": twins}])), &[Digit(1)])).content;
    assert_eq!(content, "Which? → Yes (value: yes)");
}
