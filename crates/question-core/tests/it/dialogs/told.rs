//! What a dialog says about how to reply: it names every reply that works, an empty one included.

use super::{BOTH, boxes, databases, two};
use crate::common::any;
use crate::common::dialogs::Sees::{Begins, Has, Is};
use crate::common::dialogs::{CLOSE, PlainDialogs, check_seen, replied, seen, walked};
use crate::common::sheet::{Sheet, snapshot};
use crate::common::{Json, json};
use proptest::prelude::*;
use question_core::Dialog;
use question_core::DialogStyle::{Numbers, Select};

/// Returns a single question for a text.
fn name() -> Json {
    json!({"questions": [{"id": "name", "prompt": "Which name?"}]})
}

fn names() -> Json {
    json!({"questions": [{"label": "Go", "prompt": "Go?", "options": ["Yes", "No"]}, {"label": "Name", "prompt": "Which name?"}]})
}

#[test]
fn every_page_says_how_to_reply() {
    let long = "x".repeat(2_001);
    let preset = json!({"questions": [{"prompt": "Go?", "options": ["Yes", "No"], "defaultValue": "No"}]});
    let blank = json!({"questions": [{"prompt": "Anything else?", "allowEmpty": true}]});
    let pages: [(&str, Json, &[&str]); 16] = [
        ("a list", databases(), &[]),
        ("a list with an answer", preset, &[]),
        ("a list with a text", two(), &["0", "Soon, but not before the tests are green again", ":b"]),
        ("boxes", boxes(), &[]),
        ("a text", names(), &["1"]),
        ("a text that is there", names(), &["1", "shop", "2"]),
        ("a text that may be blank", blank, &[]),
        ("a text of a list", databases(), &["0"]),
        ("a text alone", name(), &[]),
        ("no command", databases(), &[":wq"]),
        ("a note", databases(), &[":n"]),
        ("a note that is there", databases(), &[":n", "for now", ":n"]),
        ("talking first", databases(), &[":t"]),
        ("a long text", databases(), &["0", &long]),
        ("the review", two(), &["1", "2"]),
        ("leaving", two(), &["1", CLOSE]),
    ];
    let mut sheet = Sheet::default();
    for (name, arguments, replies) in pages {
        for style in BOTH {
            let page = walked(&arguments, style, replies);
            if page.dialog().is_some() {
                sheet.add(&format!("{name}, {style:?}"), &seen(&page).replace(&long, "xxx…"));
            }
        }
    }
    snapshot!("dialogs_told", sheet);
}

/// A text question has the same commands, which a text of the user's own beside options has not.
#[test]
fn commands_of_a_text_question() {
    let discussed = Is(
        "The user would rather discuss this before answering. Nothing is decided: answer them in your reply, and end your turn. They say: why?",
    );
    check_seen(
        &BOTH,
        &name(),
        &[
            (&[":t"], Is("Which name?\nDiscuss it first. Message (optional)")),
            (&[":t", "why?"], discussed),
            (&[":talk why?"], discussed),
            (&["", "：ｔ", CLOSE], Begins("Which name?\nCommands begin with a colon (:):\n:t Discuss")),
            (&["n"], Is("Which name? → n (typed)")),
            (&[":n"], Begins("There is no command :n.\nWhich name?\n")),
        ],
    );
    check_seen(
        &BOTH,
        &names(),
        &[
            (&["1", ":n", "as before"], Begins("2/2 Name\nWhich name?\nNote: as before\nCommands")),
            (&["1", ":n as before", "shop", "0"], Is("Go? → Yes\nWhich name? → shop (typed) (note: as before)")),
            (&["1", "：b"], Begins("1/2 Go\nGo?\n1. Yes")),
            (
                &["1", " :t why?"],
                Begins(
                    "The user would rather discuss this before answering. Nothing is decided: answer them in your reply, and end your turn. They say: why?",
                ),
            ),
            (&["1", "shop", "2"], Has("\nIf left empty: shop")),
            // closing the dialog leaves the form
            (&["1", CLOSE], Begins("Leave the form?\n")),
            (&["1", CLOSE, "1"], Begins("2/2 Name\nWhich name?\nCommands")),
        ],
    );
    check_seen(&BOTH, &databases(), &[(&[":n", ":", "1"], Is("Which database? → PostgreSQL (value: pg) (note: :)"))]);
}

/// Returns a dialog without the fault of the last reply.
fn page(walk: &PlainDialogs) -> String {
    let trouble =
        ["Nothing typed yet.", "There is no option ", "There is no command ", "Submit again to leave unanswered: "];
    let lines = seen(walk);
    let page = lines.lines().filter(|line| !trouble.iter().any(|start| line.contains(start)));
    page.collect::<Vec<_>>().join("\n").trim_start().to_owned()
}

/// Returns whether a dialog has a line with one of these starts.
fn says(dialog: &Dialog, starts: &[&str]) -> bool {
    dialog.title.lines().any(|line| starts.iter().any(|start| line.starts_with(start)) || line.ends_with("(optional)"))
}

/// A list in a prompt is set off from the choices.
#[test]
fn several_lines_are_set_off() {
    let lines = json!({"questions": [{"prompt": "Which? We have:\n1. a shop\n2. a blog", "options": [{"label": "A", "preview": "a"}, "B"]}]});
    let list = "Which? We have:\n1. a shop\n2. a blog\n\n1. A\n2. B\n0. Something else…\n";
    check_seen(
        &[Numbers],
        &lines,
        &[
            (&[], Begins(list)),
            (&[":p 2"], Begins(&format!("No preview for this option\n{list}"))),
            (&["7"], Begins(&format!("There is no option 7.\n{list}"))),
            (&[":p"], Begins(&format!("Preview: 1. A\na\n\n{list}"))),
            (&[":n"], Begins("Which? We have:\n1. a shop\n2. a blog\n\nA note on your answer\n")),
        ],
    );
    check_seen(&[Select], &lines, &[(&[], Has("2. a blog\n1. A\n"))]);
}

proptest! {
    #[test]
    fn an_empty_reply_does_what_the_dialog_says(form in any::form(), replies in prop::collection::vec("[0-3ncy:]|:[ntb]|-|word|", 0..12)) {
        let mut walk = PlainDialogs::new(&form, Numbers);
        for reply in &replies {
            let Some(dialog) = walk.dialog() else { break };
            let after = replied(walk.clone(), &[""]);
            let told = ["If left empty: ", "Leave empty to keep", "You can leave it empty."];
            let is_told = says(&dialog, &told);
            prop_assert!(is_told || page(&after) == page(&walk), "{}\n→\n{}", seen(&walk), seen(&after));
            walk = replied(walk, &[reply]);
        }
    }
}
