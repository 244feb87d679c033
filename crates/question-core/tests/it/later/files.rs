//! What becomes of the files that questions wait in.

use super::branch::{details, entries, later};
use super::session::{beginning, brief, facts, file, found};
use crate::common::damage::{anything, damaged};
use crate::common::dialogs::{PlainDialogs, replied, seen};
use crate::common::json::taken;
use crate::common::{check_all, json, sent, written};
use proptest::prelude::*;
use question_core::{FoundFile, Session, SessionFacts, Settings, Style};

/// The session "s" with these files, by their names.
fn with_files(all: &str, files: &[(&str, &str)]) -> Session {
    let found = files.iter().map(|(name, text)| found(name, text)).collect();
    Session::read(&entries(all), facts(found), &Settings::default())
}

/// Files by their names, and what the session makes of them.
type FileRow<'a> = (&'a [(&'a str, &'a str)], [&'a str; 4]);

#[test]
fn whose_file_it_is() {
    let (own, other) = (file("a", "\"yes\""), file("a", "\"yes\"").replace("\"s\"", "\"t-1\""));
    let odd = other.replace("t-1", "t; rm -rf ~");
    let unanswered = other.replace("\"answer\": \"yes\"", "\"answer\": null");
    let waits = "1 question waits. /questions answer opens the form.";
    let fork = "user, ask a, pending a, assistant";
    let elsewhere = "it holds the questions of another session (pi --session t-1)";
    let unknown = "it holds the questions of another session";
    // files → what the session begins with; /questions answer; the file; why not to remove it
    let rows: [FileRow; 7] = [
        (
            &[("F", &own)],
            ["send yes for a of the file and go on", "ask a*", "F", "it holds answers that were not sent"],
        ),
        // In a fork the questions of the branch are asked, and the file stays with the session that it belongs to.
        (&[("F", &unanswered)], ["1 question waits. /questions answer opens the form.", "ask a", "F", elsewhere]),
        (&[("F", &other)], [&format!("{waits}; ! F: {elsewhere}"), "ask a", "F", elsewhere]),
        (&[("F", &odd)], [&format!("{waits}; ! F: {unknown}"), "ask a", "F", unknown]),
        // Its own is beside it.
        (
            &[("F", &other), ("G", &own)],
            ["send yes for a of the file and go on", "ask a*", "G", "it holds answers that were not sent"],
        ),
        (
            &[("F", "{"), ("G", &own)],
            ["send yes for a of the file and go on", "ask a*", "G", "it holds answers that were not sent"],
        ),
        (
            &[("F", &other), ("G", "{")],
            [
                &format!("! G: it is not JSON (line 1); {waits}"),
                "! G: it is not JSON (line 1); ask a",
                "G",
                "it is not JSON (line 1)",
            ],
        ),
    ];
    check_all(rows.iter().map(|(files, expected)| {
        let session = with_files(fork, files);
        let doubt = session.doubt().unwrap_or_default();
        let found = [
            brief(&session.resume(&beginning("ts", None))),
            brief(&session.answer(true)),
            session.file().to_owned(),
            doubt,
        ];
        (format!("{files:?}"), found.join(" / "), expected.join(" / "))
    }));
    let session = with_files("user", &[("F", &other)]);
    assert_eq!((session.pending().is_some(), session.is_delivered()), (false, false));
}

/// What a person has written into a file that is of no use here is not passed over in silence, in whatever way the
/// session begins; but where nothing of theirs stands in it, or they know of it, only who starts pi for nothing is told.
#[test]
fn answers_that_are_of_no_use_here_are_told_of() {
    let answered = file("a", "\"yes\"");
    let other = answered.replace("\"s\"", "\"t-1\"");
    let none = |text: &str| text.replace("\"answer\": \"yes\"", "\"answer\": null");
    let elsewhere = "! F: it holds the questions of another session (pi --session t-1)";
    let branch = "! F: question 1 (\"a?\"): not asked on this branch of the session";
    let unasked = "! F: not asked on this branch of the session";
    let gone = "F: the session of its questions is gone (pi -p @F \"your answers\"). \
                Remove the file with: /questions clear";
    let (named, known) = (format!("{gone}; note that t-1 is lost"), format!("! {gone}"));
    let said = "user, assistant, lost t-1";
    // entries, the file, the sessions that there are → in print mode alone; wherever else
    let rows: [(&str, &str, &[&str], &str, &str); 8] = [
        ("user", &other, &["1_t-1.jsonl"], elsewhere, elsewhere),
        ("user", &none(&other), &["1_t-1.jsonl"], elsewhere, ""),
        ("user", &answered, &["1_s.jsonl"], branch, branch),
        ("user", &none(&answered), &["1_s.jsonl"], unasked, ""),
        ("user", &other, &["1_s.jsonl"], &named, &named),
        ("user", &none(&other), &["1_s.jsonl"], &named, &named),
        (said, &other, &["1_s.jsonl"], &known, ""),
        ("", &other, &["1_t-1.jsonl"], "", ""),
    ];
    check_all(rows.iter().flat_map(|&(all, text, sessions, alone, else_)| {
        ["ps", "p+", "p@", "js", "j+", "rs", "ts", "t+", "t@"].map(|how| {
            let sessions = sessions.iter().map(|name| (*name).to_owned()).collect();
            let facts = SessionFacts { sessions: Some(sessions), ..facts(vec![found("F", text)]) };
            let session = Session::read(&entries(all), facts, &Settings::default());
            let is_alone = ["ps", "js"].contains(&how);
            let end = match how {
                "ps" if !alone.is_empty() => "; end",
                "js" if !alone.is_empty() => "; fail",
                _ => "",
            };
            // Whoever brings the file along answers it.
            let expected = if how.ends_with('@') { "" } else { else_ };
            let expected = format!("{}{end}", if is_alone { alone } else { expected });
            (format!("{how} {all} {text}"), brief(&session.resume(&beginning(how, None))), expected)
        })
    }));
}

/// A file is removed once all that a person has written into it stands in the session, and not before.
#[test]
fn what_was_answered_is_answered_and_nothing_else() {
    let asked = "user, ask a b, pending a, pending b, assistant";
    let two = |a: &str, b: &str| file("a b", "@@").replacen("@@", a, 1).replacen("@@", b, 1);
    let none = two("null", "null");
    let mistyped = none.replacen("\"answer\"", "\"anwser\": \"yes\", \"answer\"", 1);
    let twice = none.replacen("\"answer\"", "\"answer\": \"yes\", \"answer\"", 1);
    let noted = none.replacen("\"answer\"", "\"note\": \"ask Ann\", \"answer\"", 1);
    let todo = none.replacen('{', "{\"todo\": \"ask Ann\", ", 1);
    let unsent = "it holds answers that were not sent";
    let other = "not asked on this branch of the session";
    // entries, the file → what waits in it; whether it may be removed; why not without a question
    let rows: [(&str, &str, &str); 14] = [
        (asked, &none, "a b / false / none"),
        (asked, &two("\"yes\"", "\"\""), "a b * / false / it holds answers that were not sent"),
        (asked, &mistyped, "a b * / false / it holds answers that were not sent"),
        (asked, &twice, "a b * / false / it holds answers that were not sent"),
        (asked, &noted, "a b * / false / it holds answers that were not sent"),
        (asked, &todo, "a b / false / it holds answers that were not sent"),
        ("user, ask a b, pending a, pending b, later a", &none, "b / false / none"),
        ("user, ask a b, pending a, pending b, later a, later b", &none, "none / true / none"),
        ("user, ask a b, words a b", &none, "none / true / none"),
        // What was written since is new, and what no message holds has not reached the session.
        (
            "user, ask a b, later a, later b",
            &two("\"yes\"", "\"yes\""),
            "a b * / false / it holds answers that were not sent",
        ),
        ("user, ask a b, later a, later b", &todo, "none / false / it holds answers that were not sent"),
        ("user, ask a b, later a, later b, delivered", &todo, "none / true / none"),
        // Back before the calls, the branch has asked nothing.
        ("user", &none, "none / false / not asked on this branch of the session"),
        ("user, ask a, pending a, later a", &none, "none / false / not asked on this branch of the session"),
    ];
    assert!(rows.iter().all(|(_, _, told)| ["none", unsent, other].iter().any(|end| told.ends_with(end))));
    check_all(rows.iter().map(|(all, text, expected)| {
        let session = with_files(all, &[("F", text)]);
        let waiting = session.pending().map_or("none".to_owned(), |late| {
            format!("{}{}", late.calls.join(" "), if late.has_answers() { " *" } else { "" })
        });
        let doubt = session.doubt().unwrap_or_else(|| "none".to_owned());
        let found = format!("{waiting} / {} / {doubt}", session.is_delivered());
        (format!("{all} + {text}"), found, (*expected).to_owned())
    }));
}

/// What was entered and not sent is there when the questions are opened again.
#[test]
fn what_was_begun_is_not_gone() {
    let asked = "user, ask a, pending a, assistant";
    let text = file("a", "null").replace("\"id\": \"a\"", "\"id\": \"q\"").replace("[\"yes\"]", "[\"yes\", \"no\"]");
    let begun = later(details("begun", "q"), json!({"begun": ["a"], "begunFile": "f1"}));
    let all = format!("{},{}]", written(&entries(asked)).trim_end_matches(']'), written(&begun));
    let session = |mark: &str| {
        let files = vec![FoundFile { mark: Some(mark.to_owned()), ..found("F", &text) }];
        Session::read(&sent(&all), facts(files), &Settings::default())
    };
    for (mark, is_there) in [("f1", true), ("f2", false)] {
        let session = session(mark);
        let late = session.pending().expect("it waits");
        assert_eq!(!session.opened(late.clone()).replies.eq(&late.replies), is_there, "{mark}");
        assert!(!format!("{:?}", late.replies).contains("Some"), "it is not sent by itself");
    }
}

/// One bad answer hides no good one.
#[test]
fn answers_that_fit_count_beside_those_that_do_not() {
    let asked = "user, ask a b, pending a, pending b, assistant";
    let two = |a: &str, b: &str| file("a b", "@@").replacen("@@", a, 1).replacen("@@", b, 1);
    let blank = two("\"\"", "\"long text\"");
    let faults = [
        (blank.clone(), "question 1 (a): the answer is blank"),
        (two("[\"x\", \"y\"]", "\"long text\""), "question 1 (a): takes exactly one answer"),
        (
            two("null, \"anwser\": \"yes\"", "\"long text\""),
            "question 1 (a): \"anwser\" is no field of an answer; there are \"answer\" and \"note\"",
        ),
        (two("\"x\", \"answer\": null", "\"long text\""), "question 1 (a): \"answer\" is there twice"),
        (two("null, \"note\": 5", "\"long text\""), "question 1 (a): \"note\" has to be a text"),
    ];
    for (text, fault) in faults {
        let session = with_files(asked, &[("F", &text)]);
        let late = session.pending().expect("it can be asked");
        // The form begins with what fits, and says beside its question what does not.
        let form = PlainDialogs::of(late.form(&Settings::default()), Style::Numbers);
        let dialog = form.dialog().expect("it is open");
        let what = fault.split_once("): ").map_or("", |(_, what)| what);
        assert!(dialog.title.starts_with(&format!("✗ {what}")), "{}", dialog.title);
        let done = replied(form, &[Some("1"), Some(""), Some("")]);
        assert!(seen(&done).contains("b? → long text"), "{}", seen(&done));
        let plan = session.answer(true);
        assert_eq!(brief(&plan), format!("! F: {fault}; ask a+b*"));
        // A script is told what is wrong, and nothing is sent by halves.
        let plan = session.resume(&beginning("p+", None));
        assert_eq!(brief(&plan), format!("! F: {fault}"));
        // The command line adds what is missing.
        let plan = session.resume(&beginning("p+", Some("{\"a\": \"yes\"}")));
        assert_eq!(brief(&plan), "send yes long text for a+b of the file; --answers are used");
        let delivery = plan.delivery.expect("it is sent");
        let besides = delivery.late.besides.unwrap_or_default();
        assert!(besides.contains("\"a\""), "what was not taken goes into the session: {text} {besides}");
    }
}

/// What a person may make of a question in the file, each word of theirs once.
fn edits(name: &str) -> impl Strategy<Value = String> + use<> {
    let own = |text: &str| text.replace('@', name);
    let answers = [
        "null",
        "\"@yes\"",
        "\"\"",
        "[\"@p\", \"@q\"]",
        "{\"answer\": \"@r\"}",
        "{\"other\": \"@s\"}",
        "null, \"answer\": \"@t\"",
    ];
    let mores =
        ["", ", \"note\": \"@note\"", ", \"note\": [\"@note\"]", ", \"anwser\": \"@u\"", ", \"x\": {\"y\": \"@v\"}"];
    let [answers, mores] = [answers.to_vec(), mores.to_vec()].map(|all| all.into_iter().map(own).collect::<Vec<_>>());
    (prop::sample::select(answers), prop::sample::select(mores)).prop_map(|(answer, more)| answer + &more)
}

proptest! {
    /// A file that may be removed has nothing of a person's that the session does not have.
    #[test]
    fn no_word_is_removed(
        first in edits("a-"),
        second in edits("b-"),
        whole in prop::sample::select(vec!["", "\"by\": \"c-w\", "]),
        given in prop::sample::select(vec![None, Some("[\"yes\"]"), Some("[\"yes\", 1]"), Some("{\"a\": \"x\", \"b\": \"y\"}")]),
        is_passed: bool,
    ) {
        let asked = if is_passed { "user, ask a, pending a, assistant, user, ask b, pending b" } else { "user, ask a b, pending a, pending b" };
        let text = file("a b", "@@").replacen("@@", &first, 1).replacen("@@", &second, 1).replacen('{', &format!("{{{whole}"), 1);
        let session = with_files(asked, &[("F", &text)]);
        prop_assert!(!session.is_delivered());
        let Some(delivery) = session.resume(&beginning("p+", given)).delivery else { return Ok(()) };
        let late = &delivery.late;
        let besides = late.besides.clone().map_or(json!(null), |besides| json!(besides));
        let origin = json!({"calls": (late.calls.clone()), "file": (late.file.clone().unwrap()), "besides": besides});
        let told = written(&json!([later(taken(&delivery.result.details), origin)]));
        let all = format!("{},{}", written(&entries(asked)).trim_end_matches(']'), told.trim_start_matches('['));
        let after = Session::read(&sent(&all), facts(vec![found("F", &text)]), &Settings::default());
        prop_assert!(late.calls.len() < 2 || after.is_delivered(), "{text}");
        if after.is_delivered() {
            prop_assert_eq!(brief(&after.resume(&beginning("p+", None))), "remove");
            let words = text.split('"').filter(|word| ["a-", "b-", "c-"].iter().any(|own| word.starts_with(own)));
            let lost: Vec<&str> = words.filter(|word| !told.contains(word)).collect();
            prop_assert!(lost.is_empty(), "{lost:?} of {text} is not in {told}");
        }
    }

    /// Sessions and files may come from anywhere.
    #[test]
    fn nothing_in_a_session_is_too_odd(
        entries_damage in anything(),
        file_damage in anything(),
        answers in prop::option::of("\\PC{0,10}"),
    ) {
        let all = written(&entries("user, ask a b c, answered a, pending b, aborted c, later b, begun c"));
        let all = question_core::parse::<serde_json::Value>(&damaged(&all, &entries_damage)).unwrap_or_default();
        let text = damaged(&file("a b", "\"yes\""), &file_damage);
        let files = vec![found("F", &text)];
        let session = Session::read(&all, facts(files), &Settings::default());
        for how in ["ts", "ps", "r"] {
            let plan = session.resume(&beginning(how, answers.as_deref()));
            prop_assert!(plan.ask.iter().all(|late| !late.questionnaire.questions().is_empty()));
        }
        prop_assert!(!session.listing(30).is_empty());
        for plan in [session.answer(true), session.revise(true)] {
            // What is wrong with answers is said beside the questions that are asked.
            prop_assert!(!plan.ask.is_empty() || !plan.say.is_empty());
        }
    }
}
