//! Leaving the dialogs.

use super::{BOTH, two};
use crate::common::dialogs::Sees::{Begins, Has, Is};
use crate::common::dialogs::{CLOSE, PlainDialogs, check_seen, replied, seen, walked};
use crate::common::{TUI, form, form_with, settings};
use question_core::{DialogStyle, Ending, Outcome};

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

#[test]
fn the_first_of_reply_response_and_end_counts() {
    let respond = |id: &str| {
        let (begin, end) = (r#"{"type": "ask_user_response", "requestId": "r", "answers": [""#, r#"", "2"]}"#);
        [begin, id, end].concat()
    };
    let late = Err("request r has ended; the response came too late".to_owned());
    let begun = || PlainDialogs::new(&form(&two()), DialogStyle::Select);
    let outcome = |dialogs: &PlainDialogs| dialogs.result(TUI).map(|result| result.details.outcome);
    // The host closes the dialog, and nothing was chosen in it.
    for close in [None, Some(Ending::Unasked(None))] {
        let mut dialogs = begun();
        assert_eq!(dialogs.begin_response(&respond("1")), Ok(()));
        assert_eq!((outcome(&dialogs), dialogs.is_interrupted()), (None, true));
        // What comes later finds it taken.
        assert_eq!(dialogs.begin_response(&respond("1")), late);
        dialogs.interrupt(Ending::Aborted);
        match close {
            None => dialogs.reply(None),
            Some(ending) => dialogs.end(ending),
        }
        assert_eq!((outcome(&dialogs), dialogs.is_interrupted()), (Some(Outcome::Answered), false));
        dialogs.interrupt(Ending::Aborted);
        assert!(!dialogs.is_interrupted());
        assert_eq!(dialogs.begin_response(&respond("1")), late);
    }
    // A choice that came before the dialog was closed counts, and what is left of the form then ends.
    let mut dialogs = begun();
    dialogs.interrupt(Ending::Aborted);
    dialogs.reply(Some("1. Yes"));
    assert_eq!((outcome(&dialogs), dialogs.is_interrupted()), (None, true));
    dialogs.reply(None);
    let result = dialogs.result(TUI).expect("it has ended");
    assert_eq!((result.details.outcome, result.details.answers.len()), (Outcome::Aborted, 1));
    // The last choice ends it before the response, which is too late.
    let mut dialogs = walked(&two(), DialogStyle::Select, &["1", "1"]);
    let review = dialogs.dialog().expect("it is the review");
    let submit = review.options.into_iter().find(|option| option.contains("Submit")).expect("it is offered");
    assert_eq!(dialogs.begin_response(&respond("2")), Ok(()));
    dialogs.reply(Some(&submit));
    assert_eq!((outcome(&dialogs), dialogs.is_interrupted()), (Some(Outcome::Answered), true));
    // One with a fault changes nothing.
    let mut dialogs = begun();
    assert!(dialogs.begin_response(&respond(" ")).is_err_and(|problem| problem.contains("blank")));
    assert!(!dialogs.is_interrupted());
}
