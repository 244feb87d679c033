//! Notes in dialogs, and talking first.

use super::{BOTH, boxes, databases, two};
use crate::common::dialogs::Sees::{Begins, Has, Is};
use crate::common::dialogs::{CLOSE, check_seen, walked};
use crate::common::{TUI, json};
use question_core::DialogStyle::{Numbers, Select};
use question_core::Outcome;

#[test]
fn notes_are_kept() {
    let noted = "Which database? → PostgreSQL (value: pg) (note: for now)";
    check_seen(
        &BOTH,
        &databases(),
        &[
            (&[":n"], Begins("Which database?\nA note on your answer")),
            (&[":n", "for now", ":n"], Has("\nNote: for now\nLeave empty to keep this note")),
            (&[":n", "for now", "1"], Is(noted)),
            (&[":n", "for now", ":n", "", "1"], Is(noted)),
            (&[":n", "for now", ":n", CLOSE, "1"], Is(noted)),
            (&[":n", "for now", ":n", "-", "1"], Is("Which database? → PostgreSQL (value: pg)")),
            (&[":n", "for now", ":n", "ever", "0", "Oracle"], Is("Which database? → Oracle (typed) (note: ever)")),
        ],
    );
    check_seen(
        &[Numbers],
        &databases(),
        &[
            (&[":n for now", ":n -", "2"], Is("Which database? → SQLite")),
            (&[":n for now", "2"], Is("Which database? → SQLite (note: for now)")),
        ],
    );
    // The dialog shows the note as the form does, below the list and in the review.
    let review = "Review your answers\n0. Submit\n1. Go → Yes (Note: for now)";
    check_seen(
        &BOTH,
        &two(),
        &[(&[":n", "for now"], Has("Note: for now")), (&[":n", "for now", "1", "1"], Begins(review))],
    );
}

/// A text that is no part of an answer is shown before the form asks about it.
#[test]
fn an_unsent_text_is_shown_at_its_question() {
    let long = "x".repeat(2100);
    let replies = ["0", &long, "2", CLOSE, "1", "✓"];
    check_seen(&[Select], &boxes(), &[(&replies, Has(&format!("(✎ Not sent: {long})")))]);
    // Numbers that are typed check the boxes and confirm them.
    check_seen(&[Numbers], &boxes(), &[(&replies[..5], Has(&format!("(Not sent: {long})")))]);
}

#[test]
fn talking_first() {
    let intro = "The user would rather discuss this before answering. Nothing is decided: answer them in your reply, and end your turn. They say";
    check_seen(
        &BOTH,
        &two(),
        &[
            (&["1", ":t"], Begins("2/2 DB\nWhich?\nA, B\nDiscuss it first. Message (optional)")),
            (
                &["1", ":t", "Why at all?"],
                Is(&format!("{intro}: Why at all?\nEntered so far, not final:\nGo? → Yes\nNot answered yet: DB")),
            ),
            (&["1", ":t", CLOSE], Begins("2/2 DB\nWhich?")),
        ],
    );
    check_seen(&[Numbers], &databases(), &[(&[":t why?"], Is(&format!("{intro}: why?")))]);
    let unsaid = walked(&two(), Numbers, &["1", ":t", ""]).result(TUI).expect("it has ended");
    assert_eq!(unsaid.details.outcome, Outcome::Discuss);
}

/// In the review, talking first and notes are offered as well, and lead back to it.
#[test]
fn the_review_offers_notes_and_talking_first() {
    let kinds = json!({"questions": [
        {"label": "Go", "prompt": "Go?", "options": ["Soon", "Later"]},
        {"label": "Name", "prompt": "Which name?"},
        {"label": "With", "prompt": "With what?", "mode": "multi", "options": ["A", "B"]},
    ]});
    check_seen(&[Numbers], &kinds, &[(&["1", "shop", "1", ":t"], Has("Discuss it first. Message (optional)"))]);
    // A note is written at the question, which leads back.
    let start = "Review your answers\n0. Submit\n1. Go → Soon";
    let then = |replies: &[&'static str]| [&["1", "shop", "1"], replies].concat();
    check_seen(
        &[Numbers],
        &kinds,
        &[
            (&then(&["1", ":n soon", ""]), Begins(&format!("{start} (Note: soon)\n2. "))),
            (&then(&["2", ":n", "soon", ""]), Begins(&format!("{start}\n2. Name → (wrote) shop (Note: soon)\n3. "))),
            (
                &then(&[":n soon"]),
                Begins("There is no command :n soon.\nReview your answers\nNot sent: (discuss) :n soon\n0. Submit\n"),
            ),
        ],
    );
}
