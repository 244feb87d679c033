//! The ways out of the dialogs.

use super::{BOTH, databases, two};
use crate::common::dialogs::{PlainDialogs, replied, seen, walked};
use crate::common::{TUI, form_with, settings};
use question_core::Style;

#[test]
fn ways_out() {
    let cancelled = "Question was cancelled by user.";
    for style in BOTH {
        assert_eq!(seen(&walked(&two(), style, &[None])), cancelled);
        let leaving = walked(&two(), style, &[Some("1"), None]);
        let asked = "Leave the form?\n1. Keep answering\n2. Send what I have (1 answered)\n3. Discard";
        let how = "\nIf you cancel: Send what I have (1 answered)\nIf left empty: Keep answering";
        let asked = [asked, if style == Style::Numbers { how } else { "" }].concat();
        assert_eq!(seen(&leaving), asked);
        assert!(seen(&replied(leaving.clone(), &[Some("1")])).starts_with("2/2 DB\nWhich?"));
        let sent = replied(leaving.clone(), &[Some("2")]);
        assert_eq!(seen(&sent), format!("{cancelled}\nAnswers so far:\nGo? → Yes\nNot answered: DB"));
        let discarded = replied(leaving.clone(), &[Some("3")]).result(TUI).expect("it has ended");
        assert_eq!((discarded.content.as_str(), discarded.details.answers.len()), (cancelled, 0));
        let wrong = seen(&replied(leaving, &[Some("4")]));
        assert_eq!(wrong, format!("There is no option 4.\n{asked}"));
        // a text counts, and is sent
        let typed = walked(&two(), style, &[Some("n"), Some("not sure"), None]);
        assert!(seen(&typed).contains("2. Send what I have (0 answered)"), "{}", seen(&typed));
        assert!(seen(&replied(typed, &[Some("2")])).contains("not sure"));
        // who is asked for no question loses nothing
        let settings = settings(r#"{"confirmDiscard": false}"#);
        let unasked = PlainDialogs::new(&form_with(&two(), &settings), style);
        assert_eq!(
            seen(&replied(unasked, &[Some("1"), None])),
            format!("{cancelled}\nAnswers so far:\nGo? → Yes\nNot answered: DB")
        );
    }
}

/// Even for a client that closes all of them, and with nothing lost.
#[test]
fn closing_dialogs_ends() {
    for style in BOTH {
        for typed in [&[Some("n"), Some("not sure")] as &[_], &[Some("n"), Some("not sure"), Some("0")]] {
            let left = walked(&databases(), style, &[typed, &[None, None, None]].concat());
            assert!(left.dialog().is_none(), "{style:?}: {}", seen(&left));
            assert!(seen(&left).contains("not sure"), "{}", seen(&left));
        }
    }
}
