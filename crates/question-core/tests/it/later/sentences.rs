//! What a user is told of questions whose call is over.

use super::history::{History, SESSION, begun, facts, found, says, start};
use crate::common::settings;
use crate::common::sheet::{Sheet, snapshot};
use question_core::{Branch, Event, HostMode, Plan, SessionFacts, Settings, Severity, Words};

/// What a plan says, with a mark before what is a warning.
fn said(plan: &Plan) -> String {
    let line =
        |(text, tone): (&str, Severity)| if tone == Severity::Warning { format!("! {text}") } else { text.to_owned() };
    says(plan).into_iter().zip(plan.notices.iter().map(|said| said.severity)).map(line).collect::<Vec<_>>().join("; ")
}

/// All of it, each in a line of its own.
fn told(settings: &Settings) -> Vec<String> {
    let read = |history: &History, text: Option<&str>, sessions: Option<&str>| {
        let sessions = sessions.map(|name| vec![name.to_owned()]);
        let files = text.map(found).into_iter().collect();
        history.session_in(SessionFacts { sessions, ..facts(files) }, settings)
    };
    let fork = History::new().prompt().asks_and_leaves(&["a"]);
    let both = History::new().prompt().asks_and_leaves(&["a", "b"]);
    let talk = History::new().prompt();
    let file = |answer: &str| fork.file(&[("a", answer)]);
    let (own, answered, faulty) = (file("null"), file("\"yes\""), file("[\"yes\", \"no\"]"));
    let two = both.file(&[("a", "null"), ("b", "null")]);
    let [other, odd] = ["t-1", "t; rm"].map(|id| answered.replace(SESSION, id));
    let begins = |session: &Branch| said(&begun(session, &start(HostMode::Tui)));
    vec![
        begins(&read(&fork, None, None)),
        begins(&read(&fork, Some(&own), None)),
        begins(&read(&both, Some(&two), None)),
        begins(&read(&fork, Some(&faulty), None)),
        begins(&read(&talk, Some(&answered), None)),
        begins(&read(&talk, Some(&other), Some("1_t-1.jsonl"))),
        begins(&read(&talk, Some(&other), Some("1_s-1.jsonl"))),
        read(&talk, None, None).listing(80),
        read(&fork, None, None).listing(80),
        read(&fork, Some(&own), None).listing(80),
        read(&talk, Some(&other), None).listing(80),
        read(&talk, Some(&odd), None).listing(80),
        said(&read(&talk, None, None).plan(&Event::Answer(HostMode::Tui))),
        said(&read(&talk, None, None).plan(&Event::Revise(HostMode::Tui))),
    ]
}

/// Messages about files, commands and sessions are English, as pi's own are, in every language of the form.
#[test]
fn late_questions_are_told_of_in_english() {
    let english = told(&Settings::default());
    for (code, _) in Words::all() {
        assert_eq!(told(&settings(&format!(r#"{{"locale": "{code}"}}"#))), english, "{code}");
    }
    let mut sheet = Sheet::default();
    sheet.add("told", &format!("{}\n", english.join("\n")));
    snapshot!("told_late", sheet);
}
