//! Snapshots of what questions without a label are called, wherever a person reads of them.

use super::pages::add;
use crate::common::json::{Parts, taken};
use crate::common::sheet::{Sheet, snapshot};
use crate::common::{Action, Json, Played, after, entry, form, form_with, json, result, settings, shown, submit};
use Action::{Cancel, Confirm, CursorDown, Digit, NextTab, Note, PrevTab, Undo};
use question_core::{Dialect, Settings, transcript, width};

const LONG: &str = "# Migration\n\nThe `orders` table is **too large** for an in-place migration:\n\n- one way\n- another\n\n\
                    | way | downtime |\n|---|---|\n| one | 5 min |\n\n```sql\nselect a ? b : c;\n```\n\n\
                    All of them were tried on staging.\nHow should I proceed?";

fn asked(prompts: &[&str]) -> Json {
    let question =
        |prompt: &&str| json!({"prompt": (*prompt), "options": ["First", {"label": "Second", "value": "2nd"}]});
    json!({"questions": (prompts.iter().map(question).collect::<Vec<_>>())})
}

const THREE: [&str; 3] = [
    "Which database should the order service use?",
    "What should the new service be called?",
    "The tests pass on all platforms. Deploy now, or wait until Monday?",
];

fn twelve() -> Json {
    let prompts: Vec<String> = (1..=12).map(|part| format!("Which database should part {part} use?")).collect();
    asked(&prompts.iter().map(String::as_str).collect::<Vec<_>>())
}

const CHINESE: [&str; 3] =
    ["我们需要存储所有订单。应该使用哪个数据库？", "新的服务应该叫什么名字？", "测试都已经通过。现在就部署吗？"];

fn add_sizes(sheet: &mut Sheet, name: &str, form: &Played) {
    for columns in [60, 80, 100, 140] {
        add(sheet, name, form, columns, 24);
    }
}

fn is_free_of_numbers(sheet: &Sheet) {
    assert!(!sheet.0.contains("Q1") && !sheet.0.contains("Q2"), "{}", sheet.0);
}

#[test]
fn questions_without_a_label_go_by_their_prompts() {
    let mut sheet = Sheet::default();
    let three = form(&asked(&THREE));
    add_sizes(&mut sheet, "three", &three);
    add(&mut sheet, "the second", &after(three.clone(), &[NextTab]), 60, 24);
    add(&mut sheet, "the review", &after(three.clone(), &[Digit(1), PrevTab, PrevTab]), 60, 24);
    add(&mut sheet, "not answered", &after(three.clone(), &[PrevTab, Confirm]), 60, 24);
    add(&mut sheet, "undone", &after(three, &[Digit(1), Undo]), 80, 24);
    let many = form(&twelve());
    add_sizes(&mut sheet, "twelve", &many);
    add(&mut sheet, "the seventh", &after(many.clone(), &vec![NextTab; 6]), 80, 24);
    add(&mut sheet, "in few columns", &many, 30, 24);
    add_sizes(&mut sheet, "in Chinese", &form_with(&asked(&CHINESE), &settings(r#"{"locale": "zh"}"#)));
    add(&mut sheet, "a long one", &form(&asked(&[LONG, "Who **reviews** it?"])), 80, 24);
    let mixed =
        json!({"questions": [{"label": "Database", "prompt": "Which one?"}, {"prompt": "Which one?"}, "Which one?"]});
    add(&mut sheet, "labels, and the same twice", &after(form(&mixed), &[PrevTab]), 80, 24);
    add(&mut sheet, "alone", &form(&asked(&THREE[..1])), 60, 24);
    is_free_of_numbers(&sheet);
    snapshot!("named", sheet);
}

#[test]
fn the_transcript_shows_questions_with_their_answers() {
    let mut sheet = Sheet::default();
    let long = "orders, all of them, and the returns too, as one service that can be deployed without the others";
    let noted = [Note, submit("only for the pilot"), Digit(2), Digit(0), submit(long), Digit(1)];
    let sent = [Cancel, CursorDown, Confirm];
    for (name, arguments, actions) in [
        ("answered", asked(&THREE), [&noted[..], &[Confirm]].concat()),
        ("sent", asked(&THREE), [&noted[..3], &sent].concat()),
        ("a long one", asked(&[LONG, "Who **reviews** it?"]), vec![Digit(2), Digit(1), Confirm]),
        ("in Chinese", asked(&CHINESE), vec![Digit(2), Digit(1), Digit(1), Confirm]),
        ("the same twice", asked(&["Which one?", "Which one?"]), vec![Digit(2), Digit(1), Confirm]),
        ("alone", asked(&THREE[..1]), vec![Digit(2)]),
    ] {
        let result = result(&after(form(&arguments), &actions));
        let details = taken(&result.in_dialect(Dialect::Question)).at("details").clone();
        for (columns, is_expanded) in [(60, false), (80, false), (100, false), (140, false), (80, true)] {
            let how = if is_expanded { "expanded" } else { "collapsed" };
            let frame = entry(&details, &result.content, is_expanded, columns);
            assert!(frame.lines.iter().all(|line| line.width() <= columns), "{name}");
            sheet.add(&format!("{name}, {how}, {columns} columns"), &shown(&frame));
        }
        sheet.add(&format!("{name}, for the model"), &result.content);
        sheet.add(&format!("{name}, called"), &shown(&transcript::call(&arguments, &Settings::default(), 80)));
    }
    for locale in ["de", "es", "fr", "pt", "ja", "zh", "ko", "ru", "uk"] {
        for answers in [1, 2, 5] {
            let actions = [&vec![Digit(1); answers][..], &sent].concat();
            let result = result(&after(form(&twelve()), &actions));
            let details = taken(&result.in_dialect(Dialect::Question)).at("details").clone();
            let settings = settings(&format!(r#"{{"locale": "{locale}"}}"#));
            let frame = transcript::result(&details, &result.content, &settings, false, 60);
            sheet.add(&format!("{locale}, {answers}"), &frame.lines[1].text());
        }
    }
    is_free_of_numbers(&sheet);
    snapshot!("named_transcript", sheet);
}

/// The bottom border and the tab bar of questions without a label, by their prompts.
fn border_and_bar(prompts: &[&str], columns: usize) -> [String; 2] {
    let form = form(&asked(prompts)).sized(columns, 24);
    let frame = form.frame();
    let [_, bar, .., border] = frame.lines.as_slice() else { panic!("there are tabs") };
    [border, bar].map(|line| line.text().trim_end().to_owned())
}

#[test]
fn the_tab_that_is_shown_takes_what_is_left() {
    // Names that begin alike are told apart by their ends.
    let five = " ← [□ Continue?] □ Cont…(2)  □ Cont…(3)  □ Cont…(4)  □ Cont…(5)  ✓ Submit  →";
    assert_eq!(border_and_bar(&["Continue?"; 5], 80)[1], five);
    for (count, columns) in (2..=8).flat_map(|count| (40..=140).map(move |columns| (count, columns))) {
        let [border, bar] = border_and_bar(&vec![THREE[0]; count], columns);
        let tab = bar.split(['[', ']']).nth(1).expect("a tab is shown");
        assert!(width(tab) >= 2 + 20, "{columns} columns: {bar}");
        // In a narrow bar, the number would leave too little to the tabs.
        let number = format!("question 1 of {count}");
        let is_counted = bar.ends_with(&number) || border.contains(&number);
        assert!(is_counted != bar.contains("Submit"), "{columns} columns: {border} {bar}");
    }
}
