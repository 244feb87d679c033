//! What is wrong with answers from elsewhere, and with a pending file, in every language: the user reads theirs, the model
//! and programs read English.

use crate::common::sheet::{Sheet, snapshot};
use crate::common::{asked, sent, settings};
use question_core::{AnswerFault, Dialogs, Late, Origin, PendingFile, Questionnaire, Replies, Style, Words};

fn questions() -> Questionnaire {
    asked(&sent(
        r#"[{"id": "db", "prompt": "Which database?", "options": ["PostgreSQL", "SQLite"], "allowCustom": false},
            {"prompt": "Which host?", "options": [{"value": "a", "label": "Same"}, {"value": "b", "label": "Same"}]}]"#,
    ))
}

/// A file with these questions, as it is read and asked.
fn file(questions: &str) -> Result<Late, AnswerFault> {
    let text = format!(r#"{{"sessionId": "s", "questions": {questions}}}"#);
    PendingFile::read(&text)?.late("mark".to_owned(), &settings("{}"), &|_| false)
}

/// Every fault, each with the names that it has to tell.
fn faults() -> Vec<(AnswerFault, &'static [&'static str])> {
    let questionnaire = questions();
    let answers = |text: &str| {
        let read = Replies::parse(text, &questionnaire).and_then(|replies| replies.complete(&questionnaire));
        read.expect_err(text)
    };
    let refused = |questions: &str| file(questions).expect_err(questions);
    let long = format!(r#"[null, "{}"]"#, "x".repeat(1_000_001));
    let misplaced = file(r#"[{"prompt": "Why?", "anwser": "x", "answer": null}]"#).expect("it can be asked");
    let note = file(r#"[{"prompt": "Why?", "note": 5, "answer": "x"}]"#).expect("it can be asked");
    vec![
        (answers("[\n{"), &["JSON", "2"]),
        (answers("5"), &["→"]),
        (answers("[1]"), &["1", "2"]),
        (answers(r#"{"dbx": 1}"#), &["dbx", "db, q2"]),
        (answers(r#"{"dbx": 1, "db": "Oracle"}"#), &["dbx", "\"Oracle\"", "PostgreSQL"]),
        (answers(r#"{"db": 1, "DB": 2}"#), &["\"DB\""]),
        (answers(r#"[{"answer": 1, "answer": 2}, 1]"#), &["\"answer\"", "(db)"]),
        (answers(r#"[{"answer": 1, "notes": "x"}, 1]"#), &["\"notes\"", "\"answer\"", "\"note\""]),
        (answers("[{}, 1]"), &["\"value\"", "\"answer\""]),
        (answers(r#"[1, {"answer": {}}]"#), &["multi", "(\"Which host?\")"]),
        (answers(r#"["", 1]"#), &["(db)"]),
        (answers(r#"[["PostgreSQL", "SQLite"], 1]"#), &["(db)"]),
        (answers(r#"["Oracle\u001b[2J", "Same"]"#), &["\"Oracle␛[2J\"", "PostgreSQL", "SQLite", "\"Same\"", "a, b"]),
        (answers(r#"[{"id": "q2", "answer": 1}, 1]"#), &["\"q2\""]),
        (answers(&long), &["000", "(\"Which host?\")"]),
        (answers("[null, 1]"), &["(db)"]),
        (misplaced.fault().expect("it is told"), &["\"anwser\"", "\"answer\""]),
        (note.fault().expect("it is told"), &["\"note\""]),
        (PendingFile::read(&" ".repeat(20_000_001)).expect_err("it is too long"), &["000"]),
        (refused("[]"), &["\"questions\""]),
        (refused(r#"[{"prompt": "Why?", "mode": "multi"}]"#), &["\"options\"", "\"q1\""]),
        (refused(r#"[{"prompt": "Why?", "allowCustom": false}]"#), &["\"allowCustom\"", "\"options\""]),
        (refused(r#"[{"prompt": "Why?", "options": ["a", {"label": ""}]}]"#), &["\"options\"", "2", "\"label\""]),
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
        sheet.add(code, &format!("{}\n", lines.join("\n")));
    }
    snapshot!("faults", sheet);
}

/// The same file tells the user in their language, beside the question and behind its name, and the model in English.
#[test]
fn each_reader_has_their_own_language() {
    let german = settings(r#"{"locale": "de"}"#);
    let late = file(r#"[{"prompt": "Why?", "answer": ["x", "y"]}]"#).expect("it can be asked");
    for style in [Style::Numbers, Style::Select] {
        let title = Dialogs::new(late.form(&german), style).dialog().map(|dialog| dialog.title).unwrap_or_default();
        assert!(title.contains("verlangt genau eine Antwort") && !title.contains("exactly"), "{title}");
    }
    let broken = questions().pending_text(Some("{"), Origin::default());
    assert_eq!(broken, Err("it is not JSON (line 1)".to_owned()));
}
