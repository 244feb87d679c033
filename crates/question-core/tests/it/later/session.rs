//! What a session begins with, and what the commands make of what waits in it: the branch and the pending file together.

use super::branch::{ANSWERS, calls, entries};
use crate::common::damage::{anything, damaged};
use crate::common::json::{Parts, taken};
use crate::common::{check_all, json, written};
use proptest::prelude::*;
use question_core::{
    Beginning, Delivery, Host, HostMode, Plan, ReadFile, Session, SessionFacts, Settings, Start, Tone,
};

/// The text of a pending file with the questions of calls, answered or not.
fn file(calls: &str, answer: &str) -> String {
    let question = |call: &str| {
        format!(
            r#"{{"id": "{call}", "call": "{call}", "question": "{call}?", "options": ["yes"], "answer": {answer}}}"#
        )
    };
    let questions = calls.split_whitespace().map(question).collect::<Vec<_>>().join(", ");
    format!(r#"{{"sessionId": "s", "timestamp": "t", "questions": [{questions}]}}"#)
}

fn session(all: &str, pending: Option<&str>) -> Session {
    let read = |text: &str| match text.strip_prefix("unreadable: ") {
        Some(problem) => ReadFile::Problem { problem: problem.to_owned() },
        None => ReadFile::Text { text: text.to_owned(), mark: "f1".to_owned() },
    };
    let facts = SessionFacts {
        id: "s".to_owned(),
        answers: ANSWERS.to_owned(),
        file: "F".to_owned(),
        pending: pending.map(read),
    };
    Session::read(&entries(all), facts, &Settings::default())
}

/// What a plan comes to.
fn brief(plan: &Plan) -> String {
    let said = plan.say.iter().map(|said| {
        let mark = if said.tone == Tone::Warning { "! " } else { "" };
        format!("{mark}{}", said.text)
    });
    let removes = plan.is_delivered.then(|| "remove".to_owned());
    let delivers = plan.delivery.as_ref().map(|Delivery { result, late, goes_on }| {
        let goes_on = if *goes_on { " and go on" } else { "" };
        let file = late.file.as_deref().map(|_| " of the file").unwrap_or_default();
        let answers = taken(&result.details);
        let labels: Vec<&str> =
            answers.at("answers").items().iter().map(|answer| answer.at("label").string()).collect();
        format!("send {} for {}{file}{goes_on}", labels.join(" "), late.calls.join("+"))
    });
    let asks = (!plan.ask.is_empty()).then(|| format!("ask {}", calls(&plan.ask)));
    let revises = plan.revises.then(|| "revise".to_owned());
    let used = plan.is_used.then(|| "--answers are used".to_owned());
    let all = removes.into_iter().chain(said).chain(delivers).chain(asks).chain(revises).chain(used);
    all.collect::<Vec<_>>().join("; ")
}

/// The ways in which a session begins: `p` print, `j` json, `r` rpc, `t` the terminal; then what pi was started with:
/// `s` nothing that matters, `+` a prompt, `@` a prompt with the pending file, and without any a session of a pi that runs.
fn beginning(how: &str, answers: Option<&str>) -> Beginning {
    let mode = match how.get(..1).unwrap_or_default() {
        "p" => HostMode::Print,
        "j" => HostMode::Json,
        "r" => HostMode::Rpc,
        _ => HostMode::Tui,
    };
    let start = how.get(1..2).map(|start| Start { has_prompt: start != "s", answers_pending_file: start == "@" });
    let has_ui = matches!(mode, HostMode::Rpc | HostMode::Tui);
    Beginning { answers: answers.map(str::to_owned), start, has_ui, host: Host { mode, now: Some(0) } }
}

const CUT_OFF: &str = "A question was cut off. pi -c asks it again; --answers answers it on the command line.";
const LEFT: &str = "The model has not acted on the answers that it was sent. Go on with: pi -c -p \"go on\"";
const SILENT: &str = "json mode shows nothing of a run without a prompt. Add one: pi --mode json -c \"go on\"";

/// Entries, the pending file, the ways in which the session begins, `--answers`, and what happens.
type Row<'a> = (&'a str, Option<&'a str>, &'a str, Option<&'a str>, &'a str);

#[test]
fn what_a_session_begins_with() {
    let (open, yes, bad) = (file("a", "null"), file("a", "\"yes\""), file("a", "{}"));
    let two = file("a b", "null");
    let (open, yes, bad, two) = (Some(open.as_str()), Some(yes.as_str()), Some(bad.as_str()), Some(two.as_str()));
    let broken = Some("{}");
    let waiting = "user, ask a, pending a, assistant";
    let waits = "1 question waits in F. None has an answer yet.";
    let rows: &[Row] = &[
        // A new session has nothing to begin with.
        ("", yes, "ts ps rs t", Some("[\"no\"]"), ""),
        ("user, assistant", None, "ts ps js rs t r t+ p+ t@", None, ""),
        // Interrupted: asked again where somebody can be asked, unless a prompt comes next.
        ("user, ask a", None, "ts rs t r", None, "ask a"),
        ("user, ask a, begun a", None, "ts t", None, "ask a*"),
        ("user, ask a", None, "t+ p+ j+ t@ p@", None, ""),
        ("user, ask a", None, "ps js", None, CUT_OFF),
        ("user, ask a, user", None, "ts ps rs t", None, ""),
        // A file that a person has written anew says no more than the answers.
        (
            waiting,
            Some(r#"{"questions": [{"question": "The a?", "answer": "YES"}]}"#),
            "ps ts",
            None,
            "send yes for a of the file and go on",
        ),
        (
            waiting,
            Some(r#"{"questions": [{"question": "The a?", "answer": null}]}"#),
            "ps",
            None,
            "! F: \"sessionId\" is missing",
        ),
        (
            "user, assistant",
            Some(r#"{"questions": [{"question": "The a?", "answer": "yes"}]}"#),
            "ps",
            None,
            "send yes for  of the file and go on",
        ),
        // The file, without answers.
        (waiting, open, "ts t+ rs t r", None, "1 question waits in F. /questions answer opens them."),
        (waiting, open, "ps js p+", None, waits),
        (waiting, two, "ps", None, "2 questions wait in F. None has an answer yet."),
        (waiting, open, "t@ p@ j@", None, ""),
        (
            &format!("{waiting}, ask b"),
            open,
            "ts t",
            None,
            "1 question waits in F. /questions answer opens them.; ask b",
        ),
        (&format!("{waiting}, ask b"), open, "ps", None, &format!("{waits}; {CUT_OFF}")),
        // The file, with answers: the model goes on with them, where that surprises nobody.
        (waiting, yes, "ts ps t p", None, "send yes for a of the file and go on"),
        (waiting, yes, "rs r t+ p+ j+", None, "send yes for a of the file"),
        (waiting, yes, "js", None, &format!("F: {SILENT}")),
        (waiting, yes, "j", None, "send yes for a of the file and go on"),
        (waiting, yes, "t@ p@", None, ""),
        (&format!("{waiting}, ask b"), yes, "ts", None, "send yes for a of the file; ask b"),
        (&format!("{waiting}, ask b"), yes, "ps", None, "send yes for a of the file and go on"),
        // pi ended between the file and the result.
        ("user, ask a", yes, "ts", None, "send yes for a of the file and go on"),
        (
            waiting,
            bad,
            "ps",
            None,
            "! F: question 1 (a): an answer has to be a text, or for mode multi a list of texts",
        ),
        // The file is of no use.
        (waiting, broken, "ts ps", None, "! F: \"sessionId\" is missing"),
        (waiting, Some("unreadable: it is a folder"), "ts", None, "! F: it is a folder"),
        ("user, ask a", broken, "ts", None, "! F: \"sessionId\" is missing; ask a"),
        // Its answers stand in the session.
        (&format!("{waiting}, delivered"), yes, "ts p+ r", None, "remove"),
        (&format!("{waiting}, delivered"), yes, "ps", None, &format!("remove; {LEFT}")),
        (&format!("{waiting}, delivered"), yes, "p@", None, ""),
        ("user, ask a, pending a, assistant, later a", None, "ps js", None, LEFT),
        ("user, ask a, pending a, assistant, later a", None, "ts rs p+ t", None, ""),
        // The command line comes before the file, and before the prompt with it.
        (waiting, open, "ts ps", Some("[\"yes\"]"), "send yes for a of the file and go on; --answers are used"),
        (waiting, yes, "p@ p+", Some("[\"mine\"]"), "send mine for a of the file; --answers are used"),
        (waiting, yes, "ps", Some("{}"), "send yes for a of the file and go on; --answers are used"),
        (waiting, two, "ps", Some("[\"yes\"]"), "! --answers: 1 answer for 2 questions; --answers are used"),
        (waiting, open, "ps", Some("{"), "! --answers: it is not JSON (line 1); --answers are used"),
        (waiting, open, "js", Some("[\"yes\"]"), &format!("--answers: {SILENT}; --answers are used")),
        (waiting, None, "ps", Some("[\"no\"]"), "send no for a and go on; --answers are used"),
        ("user, ask a", None, "ps", Some("[\"no\"]"), "send no for a and go on; --answers are used"),
        ("user, ask a", None, "p+", Some("[\"no\"]"), "send no for a; --answers are used"),
        ("user, ask a", None, "ts", Some("[]"), "! --answers: 0 answers for 1 question; ask a; --answers are used"),
        (
            "user, ask a",
            None,
            "ps",
            Some("[]"),
            &format!("! --answers: 0 answers for 1 question; {CUT_OFF}; --answers are used"),
        ),
        ("user, ask a b", None, "ts", Some("[\"no\"]"), "send no for a; ask b; --answers are used"),
        ("user, ask a b", None, "ps", Some("[\"no\"]"), "send no for a and go on; --answers are used"),
        // They are kept for the first questions of the run.
        ("user, assistant", None, "ps ts", Some("[\"no\"]"), ""),
    ];
    check_all(rows.iter().flat_map(|&(all, pending, ways, answers, expected)| {
        let session = session(all, pending);
        ways.split_whitespace().map(move |how| {
            let found = brief(&session.resume(&beginning(how, answers)));
            (format!("{all} + {pending:?}, {how} {answers:?}"), found, expected.to_owned())
        })
    }));
}

#[test]
fn what_the_commands_come_to() {
    let (open, yes, broken) = (file("a", "null"), file("a", "\"yes\""), "{}".to_owned());
    let waiting = "user, ask a, pending a";
    // entries, pending file → /questions answer; revise; why not to remove the file, with and without a user
    let rows = [
        ("user", None, ["No questions are pending.", "No answers in this session yet.", "none"]),
        ("user, ask a", None, ["ask a", "No answers in this session yet.", "none"]),
        (waiting, Some(&open), ["ask a", "No answers in this session yet.", "none"]),
        (waiting, Some(&yes), ["ask a*", "No answers in this session yet.", "answers stand in it that were not sent"]),
        (
            waiting,
            Some(&broken),
            ["! F: \"sessionId\" is missing", "No answers in this session yet.", "\"sessionId\" is missing"],
        ),
        ("user, ask a, answered a, ask b c", Some(&open), ["ask a", "revise", "none"]),
        ("user, ask a, answered a, ask b c", None, ["ask b c", "revise", "none"]),
    ];
    check_all(rows.iter().map(|(all, pending, expected)| {
        let session = session(all, pending.map(String::as_str));
        let doubt = session.doubt().unwrap_or("none").to_owned();
        let found = [brief(&session.answer(true)), brief(&session.revise(true)), doubt].join(" / ");
        (format!("{all} + {pending:?}"), found, expected.join(" / "))
    }));
    let alone = session(&format!("{waiting}, ask b, answered b"), Some(&open));
    assert_eq!(brief(&alone.answer(false)), "! Nobody can be asked here. Answer the questions in F.");
    assert_eq!(brief(&alone.revise(false)), "! Nobody can be asked here.");
}

#[test]
fn answers_whose_questions_are_lost_cannot_be_opened_again() {
    let details = json!({"answers": [{"id": "q", "value": "a"}], "questions": [], "calls": ["a"]});
    let told = json!({"type": "custom_message", "customType": ANSWERS, "content": "told", "details": details});
    let facts = || SessionFacts { answers: ANSWERS.to_owned(), ..SessionFacts::default() };
    let session = Session::read(&json!([told]), facts(), &Settings::default());
    let said = "! These answers cannot be opened again. Error: No questions provided";
    assert_eq!(brief(&session.revise(true)), said);
    assert!(session.revision().is_none());
}

#[test]
fn the_listing() {
    let listing = |all: &str, pending: Option<&str>| session(all, pending).listing(40);
    assert_eq!(listing("user", None), "No questions in this session.");
    let answered = listing("user, ask a, answered a, ask b, cancelled b, ask c, pending c", None);
    let [first, second, waiting] = answered.split("\n\n").collect::<Vec<_>>()[..] else { panic!("{answered}") };
    assert!(first.contains("no") && second.contains("ancelled"), "{answered}");
    assert_eq!(waiting, "Waiting for answers (/questions answer):\n  c?");
    let pending = file("a", "null");
    assert_eq!(
        listing("user, ask a, pending a, ask b", Some(&pending)),
        "Waiting for answers (/questions answer):\n  b?\n\nWaiting in F (/questions answer):\n  a?"
    );
    assert_eq!(listing("user", Some("{}")), "F: \"sessionId\" is missing");
    let hostile = file("a\\u001b[2J\\n", "null");
    assert_eq!(listing("user", Some(&hostile)), "Waiting in F (/questions answer):\n  a␛[2J ?");
}

#[test]
fn the_questions_of_another_session_are_not_asked_here() {
    let facts = SessionFacts {
        id: "here".to_owned(),
        file: "F".to_owned(),
        pending: Some(ReadFile::Text { text: file("a", "\"yes\""), mark: "f1".to_owned() }),
        ..SessionFacts::default()
    };
    let session = Session::read(&entries("user"), facts, &Settings::default());
    let plan = brief(&session.resume(&beginning("ts", None)));
    assert!(
        plan.starts_with("! F: it holds the questions of another session. Continue that one with: pi --session s.")
    );
    assert_eq!((session.pending().is_some(), session.is_delivered()), (false, false));
}

proptest! {
    /// Sessions and files may come from anywhere.
    #[test]
    fn nothing_in_a_session_is_too_odd(
        entries_damage in anything(),
        file_damage in anything(),
        answers in prop::option::of("\\PC{0,10}"),
    ) {
        let all = written(&entries("user, ask a b c, answered a, pending b, aborted c, later b, begun c"));
        let all = question_core::parse(&damaged(&all, &entries_damage)).unwrap_or_default();
        let text = damaged(&file("a b", "\"yes\""), &file_damage);
        let pending = Some(ReadFile::Text { text, mark: String::new() });
        let facts = SessionFacts { id: "s".to_owned(), answers: ANSWERS.to_owned(), file: "F".to_owned(), pending };
        let session = Session::read(&all, facts, &Settings::default());
        for how in ["ts", "ps", "r"] {
            let plan = session.resume(&beginning(how, answers.as_deref()));
            prop_assert!(plan.ask.iter().all(|late| !late.questionnaire.questions().is_empty()));
        }
        prop_assert!(!session.listing(30).is_empty());
        for plan in [session.answer(true), session.revise(true)] {
            let comes_to = [!plan.ask.is_empty(), !plan.say.is_empty(), plan.revises];
            prop_assert_eq!(comes_to.iter().filter(|&&is| is).count(), 1);
        }
    }
}
