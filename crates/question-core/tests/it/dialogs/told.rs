//! What a dialog says about how to reply to it: nothing that works, a bare Enter included, is left to be found out.

use super::{BOTH, boxes, databases, two};
use crate::common::any;
use crate::common::dialogs::{PlainDialogs, replied, seen, walked};
use crate::common::sheet::{Sheet, snapshot};
use crate::common::{Json, json};
use proptest::prelude::*;
use question_core::{Dialog, Style};

/// A question for a text alone, and one among others.
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
    let pages: [(&str, Json, &[Option<&str>]); 17] = [
        ("a list", databases(), &[]),
        ("a list with an answer", preset, &[]),
        ("a list with a text", two(), &[Some("0"), Some("Soon, but not before the tests are green again"), Some("b")]),
        ("boxes", boxes(), &[]),
        ("a text", names(), &[Some("1")]),
        ("a text that is there", names(), &[Some("1"), Some("shop"), Some("2")]),
        ("a text that may be blank", blank, &[]),
        ("a text of a list", databases(), &[Some("0")]),
        ("a text alone", name(), &[]),
        ("in place of a text", names(), &[Some("1"), Some(":")]),
        ("in place of a text alone", name(), &[Some(":")]),
        ("a note", databases(), &[Some("n")]),
        ("a note that is there", databases(), &[Some("n"), Some("for now"), Some("n")]),
        ("talking first", databases(), &[Some("c")]),
        ("a long text", databases(), &[Some("0"), Some(&long)]),
        ("the review", two(), &[Some("1"), Some("2")]),
        ("leaving", two(), &[Some("1"), None]),
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

#[test]
fn a_text_question_has_the_ways_of_a_list() {
    let shop = "Go? → Yes\nWhich name? → shop (typed)";
    let colon = "Go? → Yes\nWhich name? → : (typed)";
    for (arguments, replies, expected) in [
        (names(), &["1", ":", "n", "as before", "0", "shop", "0"] as &[_], &*format!("{shop} (note: as before)")),
        (names(), &["1", "：", "b"], "1/2 Go\nGo?\n1. Yes ✓"),
        (names(), &["1", " : ", "c why?"], "The user would rather discuss this before answering: why?"),
        (names(), &["1", ":", "0 shop", "0"], shop),
        (name(), &[":", "c", "why?"], "The user would rather discuss this before answering: why?"),
        (name(), &[":", "c why?"], "The user would rather discuss this before answering: why?"),
        (name(), &[":", "0 shop"], "Which name? → shop (typed)"),
        (name(), &[":", "", "shop"], "Which name? → shop (typed)"),
        (
            name(),
            &[":", "n"],
            "There is no option n.\nWhich name?\n0. Type your answer\nc. Talk about it first\nType a number or a letter.",
        ),
        (names(), &["1", ":", "foo"], "There is no option foo.\n2/2 Name\nWhich name?\n0. Type your answer\n"),
        // What was wrong with the text is past.
        (name(), &["", ":"], "Which name?\n0. Type your answer\nc. Talk about it first\nType a number or a letter."),
        (names(), &["1", "", ":"], "2/2 Name\nWhich name?\n0. Type your answer\n"),
        // Whatever is an answer can be given: the sign, and what begins like it.
        (names(), &["1", ":", "0", ":", "0"], colon),
        (names(), &["1", ":", "0 :", "0"], colon),
        (name(), &[":", "0", ":"], "Which name? → : (typed)"),
        (name(), &[":", "0 :"], "Which name? → : (typed)"),
        (name(), &[":b"], "Which name? → :b (typed)"),
        (name(), &["n"], "Which name? → n (typed)"),
        (databases(), &["0", ":"], "Which database? → : (typed)"),
        (databases(), &["n", ":", "1"], "Which database? → PostgreSQL (value: pg) (note: :)"),
    ] {
        let all: Vec<Option<&str>> = replies.iter().copied().map(Some).collect();
        let walked = seen(&walked(&arguments, Style::Numbers, &all));
        assert!(walked.starts_with(expected), "{replies:?}: {walked}");
    }
    // Where choices are options of a dialog, the ways are such options.
    for (arguments, replies, expected) in [
        (name(), &[":"] as &[_], "Which name?\n0. Type your answer\nc. Talk about it first"),
        (name(), &[":", "c. Talk about it first", "why?"], "The user would rather discuss this before answering: why?"),
        (name(), &[":", "0. Type your answer", ":"], "Which name? → : (typed)"),
        (
            names(),
            &["1. Yes", ":", "n. A note on your answer", "as before"],
            "2/2 Name\nWhich name?\nNote: as before\n",
        ),
        (names(), &["1. Yes", ":", "b. ← Go"], "1/2 Go\nGo?\n1. Yes ✓"),
    ] {
        let all: Vec<Option<&str>> = replies.iter().copied().map(Some).collect();
        let walked = seen(&walked(&arguments, Style::Select, &all));
        assert!(walked.starts_with(expected), "{replies:?}: {walked}");
    }
}

/// A dialog without what was wrong with the last reply, and without the way to other things than a text: where any text
/// counts there is none, until the next dialog.
fn page(walk: &PlainDialogs) -> String {
    let trouble = ["Nothing typed yet.", "There is no option ", "Not answered yet: ", "Type a colon (:)"];
    let lines = seen(walk);
    let page = lines.lines().filter(|line| !trouble.iter().any(|start| line.contains(start)));
    page.collect::<Vec<_>>().join("\n").trim_start().to_owned()
}

/// Whether a dialog has a line that begins so.
fn says(dialog: &Dialog, starts: &[&str]) -> bool {
    dialog.title.lines().any(|line| starts.iter().any(|start| line.starts_with(start)) || line.ends_with("(optional)"))
}

/// A list in a prompt is none of the choices.
#[test]
fn several_lines_are_set_off() {
    let lines = json!({"questions": [{"prompt": "Which? We have:\n1. a shop\n2. a blog", "options": [{"label": "A", "preview": "a"}, "B"]}]});
    let list = "Which? We have:\n1. a shop\n2. a blog\n\n1. A\n2. B\n0. Something else…\n";
    let shows = |replies: &[Option<&str>]| seen(&walked(&lines, Style::Numbers, replies));
    assert!(shows(&[]).starts_with(list), "{}", shows(&[]));
    for (reply, above) in
        [("p 2", "No preview for this option\n"), ("7", "There is no option 7.\n"), ("p", "Preview: 1. A\na\n\n")]
    {
        let next = shows(&[Some(reply)]);
        assert!(next.starts_with(&[above, list].concat()), "{next}");
    }
    let note = shows(&[Some("n")]);
    assert!(note.starts_with("Which? We have:\n1. a shop\n2. a blog\n\nA note on your answer\n"), "{note}");
    assert!(seen(&walked(&lines, Style::Select, &[])).contains("2. a blog\n1. A\n"));
}

proptest! {
    #[test]
    fn a_bare_enter_does_what_is_told(form in any::form(), replies in prop::collection::vec("[0-3ncy:]|-|word|", 0..12)) {
        let mut walk = PlainDialogs::new(&form, Style::Numbers);
        for reply in &replies {
            let Some(dialog) = walk.dialog() else { break };
            let after = replied(walk.clone(), &[Some("")]);
            let told = ["If left empty: ", "Leave empty to keep", "You can leave it empty.", "Type numbers"];
            let is_told = says(&dialog, &told);
            prop_assert!(is_told || page(&after) == page(&walk), "{}\n→\n{}", seen(&walk), seen(&after));
            walk = replied(walk, &[Some(reply)]);
        }
    }
}
