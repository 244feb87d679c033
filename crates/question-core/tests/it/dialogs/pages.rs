//! Dialogs that are taller than the terminal come in pages. An empty reply turns the page, and any page takes the
//! answer.

use crate::common::dialogs::Sees::Is;
use crate::common::dialogs::{CLOSE, check_seen, replied, seen, walked};
use crate::common::{Json, check_all, json};
use question_core::DialogStyle;

fn many() -> Json {
    let options: Vec<String> = (1..=30).map(|number| format!("Option {number}")).collect();
    json!({"questions": [{"prompt": "Which of these thirty?", "options": options, "defaultValue": "Option 2"}]})
}

#[test]
fn tall_dialogs_come_in_pages() {
    let shown = |replies: &[&str]| {
        let mut dialogs = walked(&many(), DialogStyle::Numbers, &[]);
        dialogs.resize(80, 24);
        let seen = seen(&replied(dialogs, replies));
        match (
            seen.split_once('\n'),
            seen.rsplit_once("\nType a number or a name. Any other text is your own answer.\n"),
        ) {
            (Some((first, _)), Some((_, last))) => format!("{first} … {last}"),
            _ => seen,
        }
    };
    let first = "Which of these thirty? … Leave empty to read on: 27 more lines.";
    check_all(
        [
            (&[] as &[_], first),
            (&[""], "11. Option 11 … Leave empty to read on: 16 more lines."),
            (&["", " "], "22. Option 22 … Leave empty to read on: 5 more lines."),
            (&["", "", ""], ":n A note on your answer … If left empty: Option 2"),
            (&["", "", "", ""], "Which of these thirty? → Option 2 (your default)"),
            // answered on any page
            (&["13"], "Which of these thirty? → Option 13"),
            (&["", "", "option 1"], "Which of these thirty? → Option 1"),
            (&["", CLOSE], "Question was cancelled by user."),
            // a fault is shown with the first page
            (&["", "77"], "There is no option 77. … Leave empty to read on: 28 more lines."),
            (&["", "77", ""], "10. Option 10 … Leave empty to read on: 17 more lines."),
        ]
        .map(|(replies, expected)| (format!("{replies:?}"), shown(replies), expected.to_owned())),
    );
}

#[test]
fn resizing_loses_no_row() {
    let mut dialogs = walked(&many(), DialogStyle::Numbers, &[]);
    let mut read = String::new();
    for rows in [16, 24, 20, 60] {
        dialogs.resize(80, rows);
        read.extend([&seen(&dialogs), "\n"]);
        dialogs.reply(Some(""));
    }
    for number in 10..=30 {
        assert_eq!(read.matches(&format!("{number}. Option {number}")).count(), 1, "{read}");
    }
}

/// The user has read the question before, so its first lines are enough.
#[test]
fn texts_about_a_question_are_short() {
    let prompt: Vec<String> = (1..=30).map(|line| format!("- line {line}")).collect();
    let args = json!({"questions": [{"prompt": prompt.join("\n"), "options": ["a", "b"]}]});
    let start = "- line 1\n- line 2\n- line 3\n… 27 more lines\n";
    check_seen(
        &[DialogStyle::Numbers],
        &args,
        &[
            (&[":t"], Is(&format!("{start}\na, b\nDiscuss it first. Message (optional)"))),
            (&[":n"], Is(&format!("{start}\nA note on your answer\nYou can leave it empty."))),
        ],
    );
}

#[test]
fn every_page_says_what_closing_it_does() {
    let args = json!({"questions": [{"prompt": "Which?", "options": ["a"]}, {"prompt": "Why?"}]});
    let mut dialogs = walked(&args, DialogStyle::Numbers, &["1", CLOSE]);
    dialogs.resize(80, 15);
    let leaving = seen(&dialogs);
    assert!(leaving.contains("\nIf you cancel: Answer later\n"), "{leaving}");
}

/// No row of a dialog begins with the punctuation that closes a sentence. The host would break anywhere.
#[test]
fn rows_of_wide_letters_end_where_they_may() {
    let args = json!({"questions": [{"prompt": "この変更は本番環境に影響します。".repeat(9), "options": ["はい"]}]});
    let mut dialogs = walked(&args, DialogStyle::Numbers, &[]);
    for columns in 20..90 {
        dialogs.resize(columns, 60);
        let title = seen(&dialogs);
        assert!(!title.lines().any(|row| row.starts_with('。')), "{title}");
    }
}

#[test]
fn a_program_gets_all_at_once() {
    let mut dialogs = walked(&many(), DialogStyle::Numbers, &[]);
    let whole = dialogs.dialog();
    dialogs.resize(80, 60);
    assert_eq!(dialogs.dialog(), whole, "it fits");
}
