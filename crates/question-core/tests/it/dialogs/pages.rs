//! Dialogs that are taller than the terminal: in pages that are turned with nothing, and answered on any of them.

use crate::common::dialogs::{replied, seen, walked};
use crate::common::{Json, check_all, json};
use question_core::Style;

fn many() -> Json {
    let options: Vec<String> = (1..=30).map(|number| format!("Option {number}")).collect();
    json!({"questions": [{"prompt": "Which of these thirty?", "options": options, "defaultValue": "Option 2"}]})
}

#[test]
fn tall_dialogs_come_in_pages() {
    let shown = |replies: &[&str]| {
        let mut dialogs = walked(&many(), Style::Numbers, &[]);
        dialogs.resize(80, 24);
        let replies: Vec<Option<&str>> = replies.iter().map(|&reply| (reply != "close").then_some(reply)).collect();
        let seen = seen(&replied(dialogs, &replies));
        match (seen.split_once('\n'), seen.rsplit_once('\n')) {
            (Some((first, _)), Some((_, last))) => format!("{first} … {last}"),
            _ => seen,
        }
    };
    let first = "Which of these thirty? … If left empty: 26 more lines";
    check_all(
        [
            (&[] as &[_], first),
            (&[""], "10. Option 10 … If left empty: 16 more lines"),
            (&["", " "], "20. Option 20 … If left empty: 6 more lines"),
            (&["", "", ""], "30. Option 30 … If left empty: Option 2"),
            (&["", "", "", ""], "Which of these thirty? → Option 2"),
            // answered on any page
            (&["13"], "Which of these thirty? → Option 13"),
            (&["", "", "option 1"], "Which of these thirty? → Option 1"),
            (&["", "close"], "Question was cancelled by user."),
            // what was wrong is read first, and then all from the beginning
            (&["", "77"], "There is no option 77. … If left empty: 27 more lines"),
            (&["", "77", ""], "9. Option 9 … If left empty: 17 more lines"),
        ]
        .map(|(replies, expected)| (format!("{replies:?}"), shown(replies), expected.to_owned())),
    );
}

#[test]
fn a_program_gets_all_at_once() {
    let mut dialogs = walked(&many(), Style::Numbers, &[]);
    let whole = dialogs.dialog();
    dialogs.resize(80, 60);
    assert_eq!(dialogs.dialog(), whole, "it fits");
}
