//! What a user is told of questions whose call is over, in every language.

use super::branch::entries;
use super::session::{beginning, brief, facts, file, found};
use crate::common::settings;
use crate::common::sheet::{Sheet, snapshot};
use question_core::{Session, SessionFacts, Settings, Told, Words};

fn read(all: &str, text: Option<&str>, sessions: Option<&str>, settings: &Settings) -> Session {
    let sessions = sessions.map(|name| vec![name.to_owned()]);
    let files = text.map(|text| found(".pi/q.json", text)).into_iter().collect();
    Session::read(&entries(all), SessionFacts { sessions, ..facts(files) }, settings)
}

/// All of it, each in a line of its own.
fn told(settings: &Settings) -> Vec<String> {
    let fork = "user, ask a, pending a, assistant";
    let own = file("a", "null");
    let two = file("a b", "null");
    let (answered, faulty) = (file("a", "\"yes\""), file("a", "[\"yes\", \"no\"]"));
    let other = answered.replace("\"s\"", "\"t-1\"");
    let odd = other.replace("t-1", "t; rm");
    let begun = |session: &Session| brief(&session.resume(&beginning("ts", None)));
    let read = |all: &str, text: Option<&str>, known: Option<&str>| read(all, text, known, settings);
    let mut lines = vec![
        begun(&read(fork, None, None)),
        begun(&read(fork, Some(&own), None)),
        begun(&read("user, ask a b, pending a, pending b, assistant", Some(&two), None)),
        begun(&read(fork, Some(&faulty), None)),
        begun(&read("user", Some(&answered), None)),
        begun(&read("user", Some(&other), Some("1_t-1.jsonl"))),
        begun(&read("user", Some(&other), Some("1_s.jsonl"))),
        read("user", None, None).listing(80),
        read(fork, None, None).listing(80),
        read(fork, Some(&own), None).listing(80),
        read("user", Some(&other), None).listing(80),
        read("user", Some(&odd), None).listing(80),
        brief(&read("user", None, None).answer(true)),
        brief(&read("user", None, None).revise(true)),
        read(fork, Some(&answered), None).doubt().unwrap_or_default(),
        read("user", Some(&own), None).doubt().unwrap_or_default(),
    ];
    for (sentence, values) in [
        (Told::IsOpen, &[][..]),
        (Told::NothingChanged, &[]),
        (Told::WhetherToRemove, &["F"]),
        (Told::RemoveNo, &[]),
        (Told::RemoveYes, &[]),
        (Told::Removed, &["F"]),
        (Told::NotRemoved, &["F", "EACCES"]),
        (Told::NoFile, &["F"]),
        (Told::UnknownCommand, &["/questions {}", "answer, clear, revise"]),
        (Told::AQuestionWaits, &[]),
        (Told::NotUsed, &["--answers", "EACCES"]),
    ] {
        lines.push(settings.told(sentence, values));
    }
    lines
}

#[test]
fn late_questions_are_told_of_in_every_language() {
    let mut sheet = Sheet::default();
    let english = told(&Settings::default());
    let values =
        ["/questions answer", "/questions clear", "pi --session t-1", "a?", ".pi/q.json", "EACCES", "{}", "--answers"];
    for (code, _) in Words::all() {
        let lines = told(&settings(&format!(r#"{{"locale": "{code}"}}"#)));
        for (own, english) in lines.iter().zip(&english) {
            for value in values {
                assert_eq!(own.contains(value), english.contains(value), "{code}: {value} in {own:?}");
            }
        }
        sheet.add(code, &format!("{}\n", lines.join("\n")));
    }
    snapshot!("told_late", sheet);
}
