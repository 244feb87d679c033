//! What a host replies to a dialog: an answer, something that nobody can have read, or a text for its prompt.

use crate::common::dialogs::PlainDialogs;
use crate::common::{TUI, form, json};
use question_core::DialogHost::{Editor, Program, Terminal};
use question_core::{DialogHost, DialogStyle, Ending, HostReply, Outcome};

fn dialogs(host: DialogHost, style: DialogStyle) -> PlainDialogs {
    let arguments = json!({"questions": [{"prompt": "Which?", "options": ["red", "green"]}]});
    PlainDialogs::new(&form(&arguments), style).shown_by(host)
}

fn terminal(is_writing: bool) -> DialogHost {
    Terminal { is_writing, unshown: None }
}

fn unshown() -> DialogHost {
    Terminal { is_writing: false, unshown: Some("no room".to_owned()) }
}

/// How the form has ended; `None` if it goes on.
fn outcome(dialogs: &PlainDialogs) -> Option<Outcome> {
    dialogs.result(TUI).map(|result| result.details.outcome)
}

fn text(text: &str) -> HostReply {
    HostReply::Text(text.to_owned())
}

/// A person who wants dialogs types, and everybody else picks, if the host has what that needs.
#[test]
fn whether_choices_are_typed() {
    let (select, numbers) = (DialogStyle::Select, DialogStyle::Numbers);
    for (host, both, list, input) in [
        (terminal(false), numbers, select, numbers),
        (terminal(true), numbers, select, numbers),
        (unshown(), select, select, numbers),
        (Program, select, select, numbers),
        (Editor, select, select, numbers),
    ] {
        let styles = [(true, true), (true, false), (false, true)].map(|(list, input)| host.style(list, input));
        assert_eq!(styles, [both, list, input], "{host:?}");
        assert_eq!(host.style(false, false), numbers, "its dialogs cannot be shown");
    }
}

/// The first reply to a dialog, at a time after it was opened, in milliseconds.
#[test]
fn the_first_reply() {
    let red = || text("1. red");
    let (select, numbers) = (DialogStyle::Select, DialogStyle::Numbers);
    for (host, style, reply, after, expected) in [
        // A program may answer at once. If it closes a dialog at once nobody has seen it.
        (Program, select, red(), 0.0, Some(Outcome::Answered)),
        (Program, select, HostReply::Closed, 299.0, Some(Outcome::Unavailable)),
        (Program, select, HostReply::Closed, 300.0, Some(Outcome::Cancelled)),
        // An editor may give a permission at once.
        (Editor, select, red(), 299.0, Some(Outcome::Unavailable)),
        (Editor, select, red(), 300.0, Some(Outcome::Answered)),
        (Editor, select, HostReply::Closed, 0.0, Some(Outcome::Unavailable)),
        // In a terminal, a person replies, but not before there was a pause.
        (terminal(false), select, red(), 399.0, None),
        (terminal(false), select, red(), 400.0, Some(Outcome::Answered)),
        (terminal(false), select, HostReply::Closed, 399.0, None),
        (terminal(false), select, HostReply::Closed, 400.0, Some(Outcome::Cancelled)),
        (terminal(true), numbers, text("1"), 1_199.0, None),
        (terminal(true), numbers, text("1"), 1_200.0, Some(Outcome::Answered)),
        // One that shows no form may close dialogs by itself, too.
        (unshown(), select, HostReply::Closed, 299.0, Some(Outcome::Unavailable)),
        (unshown(), select, HostReply::Closed, 300.0, Some(Outcome::Cancelled)),
        (unshown(), select, red(), 399.0, None),
        // What has no meaning is asked for again.
        (Program, select, HostReply::Odd, 1_000.0, None),
        (terminal(false), select, HostReply::Odd, 1_000.0, None),
    ] {
        let mut dialogs = dialogs(host.clone(), style);
        dialogs.open(1_000.0);
        dialogs.host_replied(reply.clone(), 1_000.0 + after);
        assert_eq!(outcome(&dialogs), expected, "{host:?} {reply:?} {after}");
    }
}

/// A host that was told to close a dialog does not close it by itself, however soon it does.
#[test]
fn a_dialog_that_is_withdrawn() {
    for host in [Program, Editor, terminal(false), unshown()] {
        let mut dialogs = dialogs(host.clone(), DialogStyle::Select);
        dialogs.open(1_000.0);
        dialogs.interrupt(Ending::Aborted);
        dialogs.host_replied(HostReply::Closed, 1_000.0);
        assert_eq!(outcome(&dialogs), Some(Outcome::Aborted), "{host:?}");
    }
}

/// What is typed before anybody has seen the dialog is the prompt's, but for a single key. The dialog then says why it stays.
#[test]
fn a_text_for_the_prompt() {
    let (select, numbers) = (DialogStyle::Select, DialogStyle::Numbers);
    for (is_writing, style, typed, expected) in [
        (false, numbers, "fix the tests", Some("fix the tests")),
        (false, numbers, "1", None),
        (true, numbers, "1", Some("1")),
        (true, select, "1. red", None),
    ] {
        let mut dialogs = dialogs(terminal(is_writing), style);
        let before = dialogs.dialog().expect("it is open").title;
        dialogs.open(1_000.0);
        assert_eq!(dialogs.host_replied(text(typed), 1_100.0).as_deref(), expected, "{is_writing} {typed}");
        let after = dialogs.dialog().expect("it stays").title;
        assert!(after.ends_with(&before) && after.len() > before.len(), "{after}");
    }
}

/// A host that replies with what has no meaning, or is no choice, is asked ten times, and its dialog then counts as closed.
#[test]
fn replies_without_a_meaning() {
    for odd in [HostReply::Odd, text("7")] {
        let mut dialogs = dialogs(Program, DialogStyle::Select);
        for time in 1..=10 {
            assert_eq!(outcome(&dialogs), None, "{time}");
            dialogs.open(f64::from(time) * 1_000.0);
            dialogs.host_replied(odd.clone(), f64::from(time) * 1_000.0 + 500.0);
        }
        assert_eq!(outcome(&dialogs), Some(Outcome::Cancelled), "{odd:?}");
    }

    // A reply with a meaning begins anew.
    let mut dialogs = dialogs(Program, DialogStyle::Numbers);
    for time in 1..=18 {
        let reply = if time == 9 { text("7") } else { HostReply::Odd };
        dialogs.open(f64::from(time) * 1_000.0);
        dialogs.host_replied(reply, f64::from(time) * 1_000.0 + 500.0);
    }
    assert_eq!(outcome(&dialogs), None);
}

/// A host that cannot show the first dialog has asked nobody; one that fails later leaves what was entered.
#[test]
fn a_dialog_that_the_host_rejects() {
    for (host, seen_for, expected, says) in [
        (Program, None, Outcome::Unavailable, "no socket"),
        (Program, Some(299.0), Outcome::Unavailable, "no socket"),
        (Program, Some(300.0), Outcome::Failed, "no socket"),
        (unshown(), None, Outcome::Unavailable, "no socket; and no form: no room"),
        (unshown(), Some(300.0), Outcome::Failed, "no socket"),
    ] {
        let mut dialogs = dialogs(host.clone(), DialogStyle::Select);
        if seen_for.is_some() {
            dialogs.open(1_000.0);
        }
        dialogs.reject("no socket", 1_000.0 + seen_for.unwrap_or_default());
        let details = dialogs.result(TUI).expect("it has ended").details;
        assert_eq!((details.outcome, details.message.as_deref()), (expected, Some(says)), "{host:?} {seen_for:?}");
        assert_eq!(dialogs.dialog(), None);
    }

    let mut dialogs = dialogs(Program, DialogStyle::Select);
    dialogs.open(1_000.0);
    dialogs.host_replied(text("purple"), 1_000.0);
    dialogs.open(1_001.0);
    dialogs.reject("no socket", 1_001.0);
    assert_eq!(outcome(&dialogs), Some(Outcome::Failed), "a reply was given to the one before");
}
