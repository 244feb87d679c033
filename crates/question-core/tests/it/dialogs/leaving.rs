//! Leaving the dialogs.

use super::{BOTH, two};
use crate::common::dialogs::Sees::{Begins, Has, Is};
use crate::common::dialogs::{CLOSE, PlainDialogs, check_seen, replied, seen, walked};
use crate::common::{TUI, form_with, settings};
use question_core::DialogStyle;

const CANCELLED: &str = "Question was cancelled by user.";
const LATER: &str = "The user will answer later. Nothing is decided: ";

#[test]
fn ways_out() {
    let sent = "The user left the form and sent these answers:\nGo? → Yes\nLeft open by the user, not decided: DB";
    let asked =
        "Leave the form?\n1. Keep answering\n2. Send what I have (1 answered) (Go → Yes)\n3. Answer later\n4. Discard";
    let how = "\nType a number or a name.\nIf you cancel: Answer later\nIf left empty: Keep answering";
    for style in BOTH {
        let asked = [asked, if style == DialogStyle::Numbers { how } else { "" }].concat();
        check_seen(
            &[style],
            &two(),
            &[
                (&[CLOSE], Is(CANCELLED)),
                (&["1", CLOSE], Is(&asked)),
                (&["1", CLOSE, "1"], Begins("2/2 DB\nWhich?")),
                (&["1", CLOSE, "2"], Is(sent)),
                // a program that closes all dialogs comes to an end, and sends nothing
                (&["1", CLOSE, CLOSE], Begins(LATER)),
                (&["1", CLOSE, "3"], Begins(LATER)),
                (&["1", ":l"], Begins(LATER)),
                (&["1", CLOSE, "4"], Is(CANCELLED)),
                (&["1", CLOSE, "5"], Is(&format!("There is no option 5.\n{asked}"))),
                (&["1", CLOSE, "no"], Is(&format!("There is no option no.\n{asked}"))),
                // a text counts, and is sent
                (&[":n", "not sure", CLOSE], Has("2. Send what I have (note)")),
                (&[":n", "not sure", CLOSE, "2"], Has("not sure")),
            ],
        );
        let discarded = walked(&two(), style, &["1", CLOSE, "4"]).result(TUI).expect("it has ended");
        assert!(discarded.details.answers.is_empty() && discarded.details.unsent_answers.is_none());
        let kept = walked(&two(), style, &["1", CLOSE, CLOSE]).result(TUI).expect("it has ended").details;
        assert_eq!((kept.answers.len(), kept.unsent_answers.map(|answers| answers.len())), (0, Some(1)));
        check_seen(
            &[DialogStyle::Numbers],
            &two(),
            &[(&["1", CLOSE, "discard"], Is(CANCELLED)), (&["1", CLOSE, "keep answering"], Begins("2/2 DB\nWhich?"))],
        );
        // if the form does not ask before leaving, nothing is lost
        let settings = settings(r#"{"confirmDiscard": false}"#);
        let unasked = PlainDialogs::new(&form_with(&two(), &settings), style);
        let left = "The user left the form.\nEntered so far, not final:\nGo? → Yes\nNot answered yet: DB";
        assert_eq!(seen(&replied(unasked, &["1", CLOSE])), left);
    }
}
