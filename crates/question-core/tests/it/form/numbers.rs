//! Options chosen by number, with any number of digits.

use crate::common::{Action, Json, Played, after, check, form, frame, json, one, seen, typed};
use Action::{Cancel, Confirm, CursorDown, CursorUp, Digit, Discuss, Help, Last, NextTab, PrevTab, Toggle};
use question_core::{Command, Line};

fn list(options: usize, mode: &str) -> Played {
    let options: Vec<Json> = (1..=options).map(|at| json!({"label": (format!("o{at}"))})).collect();
    form(&json!({"questions": [{"prompt": "Which?", "mode": mode, "options": options}]}))
}

#[test]
fn a_number_answers_as_soon_as_no_digit_can_follow() {
    check(
        || list(12, "single"),
        &[
            (&[Digit(2)], "answered: q1=o2 (2)"),
            (&[Digit(1)], "→  1. o1"),
            (&[Digit(1), Confirm], "answered: q1=o1 (1)"),
            (&[Digit(1), Digit(2)], "answered: q1=o12 (12)"),
            (&[Digit(1), Digit(0)], "answered: q1=o10 (10)"),
            // a number without an option is text, the last digit of which the host types
            (&[Digit(1), Digit(3)], r#"→  0. Answer "1" in these words editor "1""#),
            // Esc takes the number back, and any other action ends it
            (&[Digit(1), Cancel], "→  1. o1"),
            (&[Digit(1), Cancel, Digit(2)], "answered: q1=o2 (2)"),
            (&[Digit(1), CursorDown, Digit(2)], "answered: q1=o2 (2)"),
            (&[Digit(1), CursorDown, CursorUp, Digit(0)], r#"→  0. Something else… ✎ editor """#),
            (&[Digit(0)], r#"→  0. Something else… ✎ editor """#),
        ],
    );
    check(
        || list(30, "single"),
        &[
            (&[Digit(3)], "→  3. o3"),
            (&[Digit(3), Digit(0)], "answered: q1=o30 (30)"),
            (&[Digit(3), Digit(1)], r#"→  0. Answer "3" in these words editor "3""#),
            (&[Digit(1), Digit(3)], "answered: q1=o13 (13)"),
        ],
    );
    check(
        || list(120, "single"),
        &[
            (&[Digit(1), Digit(2)], "→  12. o12"),
            (&[Digit(1), Digit(2), Digit(0)], "answered: q1=o120 (120)"),
            (&[Digit(1), Digit(3)], "answered: q1=o13 (13)"),
        ],
    );
}

#[test]
fn boxes_are_checked_by_number() {
    check(
        || list(12, "multi"),
        &[
            (&[Digit(1)], "→  1. [ ] o1"),
            // Enter checks the box of the number, and does not confirm the list
            (&[Digit(1), Confirm], "→  1. [x] o1"),
            (&[Digit(1), Toggle], "→  1. [x] o1"),
            (&[Digit(1), Digit(2)], "→ 12. [x] o12"),
            (&[Digit(1), Digit(2), Confirm], "→ Submit"),
            // two digits that are no number together are two numbers
            (&[Digit(1), Digit(3)], "→  3. [x] o3"),
            (&[Digit(1), Digit(3), Confirm, Confirm], "answered: q1=[o1 (1), o3 (3)]"),
            (&[Digit(1), NextTab, PrevTab, Digit(2)], "→  2. [x] o2"),
        ],
    );
}

/// A digit alone is a number. In a piece of several characters, as an input method sends it, and on the row for words it is
/// text, but for pieces that are only numbers of boxes.
#[test]
fn a_digit_is_a_number_where_it_comes_alone() {
    check(
        || list(4, "single"),
        &[
            (&[typed("2")], "answered: q1=o2 (2)"),
            (&[typed("２")], "answered: q1=o2 (2)"),
            (&[typed("2つ")], r#"→ 0. Something else… ✎ editor "2つ""#),
            (&[typed("3 days")], r#"→ 0. Something else… ✎ editor "3 days""#),
            (&[typed("1. use redis")], r#"→ 0. Something else… ✎ editor "1. use redis""#),
            (&[typed("1,3")], r#"→ 0. Something else… ✎ editor "1,3""#),
            (&[Last, typed("2"), typed(" "), typed("weeks")], r#"→ 0. Something else… ✎ editor "2 weeks""#),
        ],
    );
    check(
        || list(12, "multi"),
        &[
            (&[typed("1,3"), Confirm, Confirm], "answered: q1=[o1 (1), o3 (3)]"),
            (&[typed("2 12"), Confirm, Confirm], "answered: q1=[o2 (2), o12 (12)]"),
            (&[typed("１，３"), Confirm, Confirm], "answered: q1=[o1 (1), o3 (3)]"),
            (&[typed("1,13")], r#"→  0. [+] Answer "1,13" in these words editor "1,13""#),
            (&[Last, typed("1,3")], r#"→  0. [+] Answer "1,3" in these words editor "1,3""#),
        ],
    );
}

#[test]
fn a_comma_or_a_blank_straight_after_a_number_separates_boxes() {
    let played = |actions: &[(f64, Action)]| {
        let mut form = list(12, "multi");
        for (now, action) in actions {
            form.update_at(action.clone(), 10_000.0 + now);
        }
        seen(&after(form, &[Confirm, Confirm]))
    };
    for separator in [typed(","), Toggle, typed("、")] {
        let both = [(0.0, Digit(1)), (200.0, separator.clone()), (900.0, Digit(3))];
        assert_eq!(played(&both), "answered: q1=[o1 (1), o3 (3)]", "{separator:?}");
    }
    // after a pause, a blank is for the highlighted box
    assert_eq!(played(&[(0.0, Digit(3)), (1_100.0, Toggle), (1_200.0, Digit(4))]), "answered: q1=[o4 (4)]");
    // the next digit ends what separates
    assert_eq!(
        played(&[
            (0.0, Digit(3)),
            (100.0, Toggle),
            (200.0, Toggle),
            (300.0, Digit(4)),
            (400.0, CursorDown),
            (500.0, Toggle)
        ]),
        "answered: q1=[o3 (3), o4 (4), o5 (5)]"
    );
}

#[test]
fn every_option_has_its_number() {
    for count in [1, 9, 10, 11, 12, 30, 99, 100, 120, 345] {
        for number in 1..=count {
            let digits = number.to_string();
            let keys: Vec<Action> = digits.bytes().map(|digit| Digit(digit - b'0')).collect();
            let mut form = after(list(count, "single"), &keys);
            if !form.is_ended() {
                form.update(Confirm);
            }
            assert_eq!(seen(&form), format!("answered: q1=o{number} ({number})"), "of {count}");
        }
    }
}

fn rows(form: &Played) -> Vec<String> {
    frame(form).lines.iter().map(Line::text).collect()
}

#[test]
fn an_option_whose_number_cannot_be_typed_has_none() {
    let form = list(12, "single").bound(Command::Note, &["2"]).sized(80, 60);
    let rows = rows(&form);
    for number in 1..=12_u32 {
        let row = rows.iter().find(|row| row.trim_end().ends_with(&format!(" o{number}"))).expect("it is shown");
        assert_eq!(row.contains(". "), !number.to_string().contains('2'), "{row}");
    }
    let custom = |key: &str| {
        let rows = self::rows(&one().bound(Command::Note, &[key]));
        rows.into_iter().find(|row| row.contains("Something else")).expect("it is shown")
    };
    assert!(custom("2").contains("0. Something") && !custom("0").contains("0."), "{}", custom("0"));
}

#[test]
fn keys_are_named_where_they_count() {
    let shows = |form: &Played, text: &str| rows(form).iter().any(|row| row.contains(text));
    // In a text, printable keys are text.
    let text = after(one().bound(Command::Cancel, &["0", "escape"]), &[Discuss]);
    assert!(shows(&text, "esc back") && !shows(&text, "0 back"), "{:?}", rows(&text));
    // Keys that the user has set precede default keys.
    let help = after(one().bound(Command::Note, &["down"]), &[Help]);
    assert!(shows(&help, "down  note") || shows(&help, "↓       note"), "{:?}", rows(&help));
}
