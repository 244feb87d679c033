//! Faults in answers from outside the form and in pending files.

use crate::common::dialogs::{PlainDialogs, seen};
use crate::common::sheet::{Sheet, snapshot};
use crate::common::{Played, asked, sent, settings};
use crate::later::history::{History, SESSION, file_of};
use question_core::{AnswerFault, Branch, DialogStyle, Origin, PendingFile, Questionnaire, Replies};

fn questions() -> Questionnaire {
    asked(&sent(
        r#"[{"id": "db", "prompt": "Which database?", "options": ["PostgreSQL", "SQLite"], "allowCustom": false},
            {"prompt": "Which host?", "options": [{"value": "a", "label": "Same"}, {"value": "b", "label": "Same"}]}]"#,
    ))
}

/// Returns a session that has asked "Why?", with a pending file that holds this entry.
fn session(entry: &str) -> Branch {
    let asked = History::new().prompt().asks_with("call", sent(r#"{"questions": ["Why?"]}"#)).left("call");
    asked.with_file(&file_of(SESSION, &entry.replacen('{', r#"{"call": "e2/call", "#, 1)))
}

/// Returns the fault of an entry in the pending file.
fn fault(entry: &str) -> AnswerFault {
    session(entry).open_call("call").and_then(|open| open.fault()).expect("something is wrong")
}

/// Returns every fault with the names that its text must contain.
fn faults() -> Vec<(AnswerFault, &'static [&'static str])> {
    let questionnaire = questions();
    let answers = |text: &str| {
        let read = Replies::parse(text, &questionnaire).and_then(|replies| replies.complete(&questionnaire));
        read.expect_err(text)
    };
    let needs_one =
        asked(&sent(r#"[{"prompt": "Which ones?", "mode": "multi", "options": ["a"], "allowEmpty": false}]"#));
    let none_chosen = Replies::parse("[[]]", &needs_one);
    let not_asked = AnswerFault::Of(1, "\"May I push?␛[2J\"".to_owned(), Box::new(AnswerFault::NotAsked));
    let long = format!(r#"[null, "{}"]"#, "x".repeat(1_000_001));
    vec![
        (answers("[\n{"), &["JSON", "2"]),
        (answers("5"), &["→"]),
        (answers("[1]"), &["1", "2"]),
        (answers(r#"{"dbx": 1}"#), &["dbx", "db", "q2"]),
        (answers(r#"{"dbx": 1, "db": "Oracle"}"#), &["dbx", "\"Oracle\"", "PostgreSQL"]),
        (answers(r#"{"db": 1, "DB": 2}"#), &["\"DB\""]),
        (answers(r#"[{"answer": 1, "answer": 2}, 1]"#), &["\"answer\"", "(db)"]),
        (answers(r#"[{"answer": 1, "notes": "x"}, 1]"#), &["\"notes\"", "\"answer\"", "\"note\""]),
        (answers("[{}, 1]"), &["\"answer\""]),
        (answers(r#"[1, {"answer": {}}]"#), &["multi", "(\"Which host?\")"]),
        (answers(r#"["", 1]"#), &["(db)"]),
        (answers(r#"[["PostgreSQL", "SQLite"], 1]"#), &["(db)"]),
        (
            answers(r#"["Oracle\u001b[2J", "Same"]"#),
            &["\"Oracle␛[2J\"", "PostgreSQL", "SQLite", "\"Same\"", "1. Same", "2. Same"],
        ),
        (answers(&long), &["000", "(\"Which host?\")"]),
        (answers("[null, 1]"), &["(db)"]),
        (none_chosen.expect_err("one has to be chosen"), &["one option", "(\"Which ones?\")"]),
        (fault(r#"{"question": "Why?", "answer": {"answer": "x", "anwser": "y"}}"#), &["\"anwser\"", "\"answer\""]),
        (fault(r#"{"question": "Why?", "note": 5, "answer": "x"}"#), &["\"note\""]),
        (not_asked, &["1", "May I push?"]),
        (PendingFile::read(r#"{"sessionId": "s", "questions": []}"#).expect_err("it is empty"), &["\"questions\""]),
    ]
}

#[test]
fn every_fault_names_what_is_wrong() {
    let mut lines = Vec::new();
    for (fault, names) in faults() {
        let told = fault.in_english();
        let is_told = |name: &str| told.to_lowercase().contains(&name.to_lowercase());
        assert_eq!(names.iter().find(|name| !is_told(name)), None, "{told:?}");
        lines.push(told);
    }
    let mut sheet = Sheet::default();
    sheet.add("faults", &format!("{}\n", lines.join("\n")));
    snapshot!("faults", sheet);
    let broken = questions().pending_text(Some("{"), &Origin::default());
    assert_eq!(broken, Err("it is not JSON (line 1)".to_owned()));
}

/// A fault of the pending file is English, also beside its question in a form of another language.
#[test]
fn a_fault_of_a_file_is_english_in_a_form_too() {
    let german = settings(r#"{"locale": "de"}"#);
    let open = session(r#"{"question": "Why?", "answer": ["x", "y"]}"#).open_call("call").expect("it is open");
    for style in [DialogStyle::Numbers, DialogStyle::Select] {
        let title = seen(&PlainDialogs::new(&Played::of_open(&open, &german), style));
        assert!(title.contains("takes exactly one answer"), "{title}");
    }
}

#[test]
fn of_many_faults_the_first_are_told() {
    let names: Vec<String> = (1..=1_000).map(|at| format!(r#""x{at}": 1"#)).collect();
    let fault = Replies::parse(&format!("{{{}}}", names.join(", ")), &questions()).expect_err("no name is known");
    let text = fault.in_english();
    assert!(text.contains("x20") && !text.contains("x21") && text.ends_with("; and 980 more"), "{text}");
}
