//! What is wrong with answers from elsewhere, and with a pending file, in every language: the user reads theirs, the model
//! and programs read English.

use crate::common::sheet::{Sheet, snapshot};
use crate::common::{asked, json, kept, sent, settings, typed_answer};
use question_core::{
    AnswerFault, Dialogs, Origin, PendingFile, Questionnaire, Read, Replies, Session, SessionFacts, Style, Words,
};

fn questions() -> Questionnaire {
    asked(&sent(
        r#"[{"id": "db", "prompt": "Which database?", "options": ["PostgreSQL", "SQLite"], "allowCustom": false},
            {"prompt": "Which host?", "options": [{"value": "a", "label": "Same"}, {"value": "b", "label": "Same"}]}]"#,
    ))
}

/// A file with this entry, for a session that has asked "Why?".
fn file(entry: &str) -> Read {
    let text = format!(r#"{{"sessionId": "s", "questions": [{entry}]}}"#);
    let asked = [("call".to_owned(), asked(&sent(r#"["Why?"]"#)))];
    PendingFile::read(&text).expect(entry).of_calls(&asked, "mark".to_owned(), &|_| false)
}

/// What is said where the questions of answers that are to be revised are gone.
fn refused(language: &str) -> String {
    let asked = json!([{"prompt": "Why?", "options": ["y"]}]);
    let mut details = kept(&asked, json!({"outcome": "answered", "answers": [typed_answer("q1", "x")]}));
    *details.pointer_mut("/questions/0/prompt").expect("it has a prompt") = json!("");
    let entries = json!([{"type": "custom_message", "customType": "answers", "details": details}]);
    let facts = SessionFacts { answers: "answers".to_owned(), ..SessionFacts::default() };
    let session = Session::read(&entries, facts, &settings(&format!(r#"{{"locale": "{language}"}}"#)));
    session.revise(true).say.iter().map(|said| said.text.as_str()).collect()
}

/// Every fault, each with the names that it has to tell.
fn faults() -> Vec<(AnswerFault, &'static [&'static str])> {
    let questionnaire = questions();
    let answers = |text: &str| {
        let read = Replies::parse(text, &questionnaire).and_then(|replies| replies.complete(&questionnaire));
        read.expect_err(text)
    };
    let long = format!(r#"[null, "{}"]"#, "x".repeat(1_000_001));
    let fault = |entry: &str| file(entry).late.and_then(|late| late.fault()).expect("something is wrong");
    let unasked = file(r#"{"question": "May I push?\u001b[2J", "answer": "yes"}"#).unasked;
    vec![
        (answers("[\n{"), &["JSON", "2"]),
        (answers("5"), &["→"]),
        (answers("[1]"), &["1", "2"]),
        (answers(r#"{"dbx": 1}"#), &["dbx", "db, q2"]),
        (answers(r#"{"dbx": 1, "db": "Oracle"}"#), &["dbx", "\"Oracle\"", "PostgreSQL"]),
        (answers(r#"{"db": 1, "DB": 2}"#), &["\"DB\""]),
        (answers(r#"[{"answer": 1, "answer": 2}, 1]"#), &["\"answer\"", "(db)"]),
        (answers(r#"[{"answer": 1, "notes": "x"}, 1]"#), &["\"notes\"", "\"answer\"", "\"note\""]),
        (answers("[{}, 1]"), &["\"answer\""]),
        (answers(r#"[1, {"answer": {}}]"#), &["multi", "(\"Which host?\")"]),
        (answers(r#"["", 1]"#), &["(db)"]),
        (answers(r#"[["PostgreSQL", "SQLite"], 1]"#), &["(db)"]),
        (answers(r#"["Oracle\u001b[2J", "Same"]"#), &["\"Oracle␛[2J\"", "PostgreSQL", "SQLite", "\"Same\"", "a, b"]),
        (answers(r#"[{"id": "q2", "answer": 1}, 1]"#), &["\"q2\""]),
        (answers(&long), &["000", "(\"Which host?\")"]),
        (answers("[null, 1]"), &["(db)"]),
        (fault(r#"{"question": "Why?", "anwser": "x", "answer": null}"#), &["\"anwser\"", "\"answer\""]),
        (fault(r#"{"question": "Why?", "note": 5, "answer": "x"}"#), &["\"note\""]),
        (AnswerFault::All(unasked.iter().map(AnswerFault::from).collect()), &["1", "(\"May I push?␛[2J\")"]),
        (PendingFile::read(&" ".repeat(20_000_001)).expect_err("it is too long"), &["000"]),
        (PendingFile::read(r#"{"sessionId": "s", "questions": []}"#).expect_err("it is empty"), &["\"questions\""]),
    ]
}

#[test]
fn every_fault_is_told_in_every_language() {
    let mut sheet = Sheet::default();
    let faults = faults();
    for (code, words) in Words::all() {
        let mut lines = Vec::new();
        for (fault, names) in &faults {
            let told = fault.in_words(words);
            let is_told = |name: &str| told.to_lowercase().contains(&name.to_lowercase());
            let missing = names.iter().find(|name| !is_told(name));
            assert_eq!(missing, None, "{code}: {told:?}");
            assert!(*code == "en" || told != fault.in_english(), "{code}: {told:?} is English");
            lines.push(told);
        }
        let told = refused(code);
        assert!(!told.is_empty() && (*code == "en" || told != refused("en")), "{code}: {told:?} is English");
        lines.push(told);
        sheet.add(code, &format!("{}\n", lines.join("\n")));
    }
    snapshot!("faults", sheet);
}

/// The same file tells the user in their language, beside the question and behind its name, and the model in English.
#[test]
fn each_reader_has_their_own_language() {
    let german = settings(r#"{"locale": "de"}"#);
    let late = file(r#"{"question": "Why?", "answer": ["x", "y"]}"#).late.expect("it was asked");
    for style in [Style::Numbers, Style::Select] {
        let title = Dialogs::new(late.form(&german), style).dialog().map(|dialog| dialog.title).unwrap_or_default();
        assert!(title.contains("verlangt genau eine Antwort") && !title.contains("exactly"), "{title}");
    }
    let broken = questions().pending_text(Some("{"), Origin::default());
    assert_eq!(broken, Err("it is not JSON (line 1)".to_owned()));
}
