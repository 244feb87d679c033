//! Notes in dialogs, and talking first.

use super::{BOTH, boxes, databases, two};
use crate::common::dialogs::{replied, seen, walked};
use crate::common::{TUI, json};
use question_core::{Outcome, Style};

#[test]
fn notes_are_kept() {
    for style in BOTH {
        let opened = seen(&walked(&databases(), style, &[Some("n")]));
        assert!(opened.starts_with("Which database?\nA note on your answer"), "{opened}");
        let noted = walked(&databases(), style, &[Some("n"), Some("for now")]);
        assert!(seen(&replied(noted.clone(), &[Some("n")])).contains("✎ for now"));
        for replies in [&[Some("1")] as &[_], &[Some("n"), Some(""), Some("1")], &[Some("n"), None, Some("1")]] {
            let end = seen(&replied(noted.clone(), replies));
            assert_eq!(end, "Which database? → PostgreSQL (value: pg) (note: for now)", "{style:?} {replies:?}");
        }
        let end = seen(&replied(noted.clone(), &[Some("n"), Some("-"), Some("1")]));
        assert_eq!(end, "Which database? → PostgreSQL (value: pg)");
        let end = seen(&replied(noted, &[Some("n"), Some("for ever"), Some("0"), Some("Oracle")]));
        assert_eq!(end, "Which database? → Oracle (typed) (note: for ever)");
    }
    let end = seen(&walked(&databases(), Style::Numbers, &[Some("n for now"), Some("n -"), Some("2")]));
    assert_eq!(end, "Which database? → SQLite");
    let end = seen(&walked(&databases(), Style::Numbers, &[Some("n for now"), Some("2")]));
    assert_eq!(end, "Which database? → SQLite (note: for now)");
}

/// As the form shows it below the list and in the review.
#[test]
fn a_note_stands_by_its_answer() {
    for style in BOTH {
        let noted = walked(&two(), style, &[Some("n"), Some("for now")]);
        assert!(seen(&noted).contains("Note: for now"), "{}", seen(&noted));
        let review = seen(&replied(noted, &[Some("1"), Some("1")]));
        assert!(review.starts_with("Review your answers") && review.contains("for now"), "{review}");
    }
}

/// What was typed and is no part of an answer is seen before it is asked about.
#[test]
fn a_text_that_was_not_sent_stands_by_its_question() {
    let long = "x".repeat(2100);
    for style in BOTH {
        let replies = [Some("0"), Some(&*long), Some("n"), None, Some("1"), Some("✓")];
        // Numbers that are typed check the boxes and confirm them.
        let count = if style == Style::Select { replies.len() } else { replies.len() - 1 };
        let said = seen(&walked(&boxes(), style, &replies[..count]));
        assert!(said.contains(&format!("(✎ Not sent: {long})")), "{style:?}: {said}");
    }
}

#[test]
fn talking_first() {
    for style in BOTH {
        let opened = walked(&two(), style, &[Some("1"), Some("c")]);
        let asked = "2/2 DB\nWhich?\nA, B\nTalk about it first. Message (optional)";
        assert!(seen(&opened).starts_with(asked), "{}", seen(&opened));
        let said = replied(opened.clone(), &[Some("Why at all?")]);
        let intro = "The user would rather discuss this before answering";
        assert_eq!(seen(&said), format!("{intro}: Why at all?\nAnswers so far:\nGo? → Yes\nNot answered: DB"));
        let unsaid = replied(opened.clone(), &[Some("")]).result(TUI).expect("it has ended");
        assert_eq!(unsaid.details.outcome, Outcome::Discuss);
        assert!(seen(&replied(opened, &[None])).starts_with("2/2 DB\nWhich?"));
    }
    let said = seen(&walked(&databases(), Style::Numbers, &[Some("c why?")]));
    assert_eq!(said, "The user would rather discuss this before answering: why?");
}

/// Talking first and notes are there as well once all is answered, and lead back to the review.
#[test]
fn the_review_has_the_ways_of_a_question() {
    let kinds = json!({"questions": [
        {"label": "Go", "prompt": "Go?", "options": ["Yes", "No"]},
        {"label": "Name", "prompt": "Which name?"},
        {"label": "With", "prompt": "With what?", "mode": "multi", "options": ["A", "B"]},
    ]});
    let reviewed = |style, done: &[&str], replies: &[&str]| {
        let all = done.iter().chain(replies).map(|&reply| (reply != "close").then_some(reply));
        seen(&walked(&kinds, style, &all.collect::<Vec<_>>()))
    };
    let intro = "The user would rather discuss this before answering";
    let so_far = "Answers so far:\nGo? → Yes\nWhich name? → shop (typed)\nWith what? → A";
    for (style, done) in [(Style::Select, &["1", "shop", "1", "✓"] as &[_]), (Style::Numbers, &["1", "shop", "1"])] {
        assert_eq!(reviewed(style, done, &["c", "Why?"]), format!("{intro}: Why?\n{so_far}"), "{style:?}");
        assert_eq!(reviewed(style, done, &["c", "close"]), reviewed(style, done, &[]), "{style:?}");
    }
    // A note is written at the question, which leads back.
    let review = |replies: &[&str]| reviewed(Style::Numbers, &["1", "shop", "1"], replies);
    let start = "Review your answers\n0. Submit\n1. Go → Yes";
    assert!(review(&["1", "n soon", ""]).starts_with(&format!("{start} (Note: soon)\n2. ")));
    let named = format!("{start}\n2. Name → (wrote) shop (Note: soon)\n3. ");
    assert!(review(&["2", ":", "n", "soon", ""]).starts_with(&named), "{}", review(&["2", ":", "n", "soon", ""]));
    assert!(review(&["n soon"]).starts_with(&format!("There is no option n soon.\n{start}\n")));
}
