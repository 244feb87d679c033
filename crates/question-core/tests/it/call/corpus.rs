//! Calls of other tools and of models that make mistakes, each with its source, the questions asked and the notes for
//! the model. Those marked as `boundary` go through the built module as well, in `tests/core/dialect.test.ts`.

use crate::common::damage::{Damage, anything, damaged, structural};
use crate::common::json::{Json, Parts, changed, encoded, json, object, places, sent, taken};
use crate::common::{TUI, ask, brief, check_all};
use proptest::prelude::*;
use proptest::sample::Index;
use question_core::{Dialect, Questionnaire, Refusal, Request};

const DIALECTS: [Dialect; 3] = [Dialect::Question, Dialect::AskUserQuestion, Dialect::AskUser];

fn corpus() -> Vec<Json> {
    sent(include_str!("../../calls.json")).items().to_vec()
}

/// Returns the questions in brief, or the refusal, followed by the notes for the model.
fn told(asked: &Result<Questionnaire, Refusal>) -> String {
    let notes = asked.as_ref().ok().and_then(|asked| asked.unavailable(TUI, None).details.reading_notes);
    [vec![brief(asked)], notes.unwrap_or_default()].concat().join("\n")
}

/// pi validates the prepared arguments, and the tool reads them again.
#[test]
fn every_call_is_asked_as_meant_and_reading_it_again_changes_nothing() {
    check_all(corpus().iter().flat_map(|expected| {
        let call = expected.at("call");
        let about = format!("{}: {call}", expected.at("source").string());
        let notes = expected.at("notes").items().iter().map(|note| note.string().to_owned());
        let wanted: Vec<String> = std::iter::once(expected.at("asked").string().to_owned()).chain(notes).collect();
        let wanted = wanted.join("\n");
        let request = Request::read(call);
        let mut rows = vec![(about.clone(), told(&ask(call)), wanted.clone())];
        rows.push((
            format!("{about}, as a text"),
            told(&ask(&taken(&Request::parse(&call.to_string())))),
            wanted.clone(),
        ));
        for dialect in DIALECTS {
            let prepared = request.in_dialect(dialect);
            let again = Request::read(&prepared).in_dialect(dialect);
            rows.push((format!("{about}, {dialect:?}"), told(&ask(&prepared)), wanted.clone()));
            rows.push((format!("{about}, {dialect:?} again"), again.to_string(), prepared.to_string()));
        }
        rows
    }));
}

/// Notes follow the answers, one line each, and are kept in the record.
#[test]
fn notes_on_reading_follow_the_answers() {
    use crate::common::{Action, after, form, result};
    let call = json!({"question": "Which?", "options": ["a", "b"], "context": [1], "maxLength": 2});
    let answered = result(&after(form(&call), &[Action::Digit(2)]));
    assert_eq!(
        answered.content,
        "Which? → b\n\
         Note: Question 1: \"context\" has to be a text, and was left out.\n\
         Note: Question 1: the unknown field \"maxLength\" was left out."
    );
    assert_eq!(answered.details.reading_notes.map_or(0, |notes| notes.len()), 2);
    let cancelled = result(&after(form(&call), &[Action::Cancel]));
    assert_eq!(cancelled.content, "Question was cancelled by user.");
}

/// Only the first notes and problems are listed, and reading the request again changes nothing.
#[test]
fn notes_and_problems_are_bounded() {
    let many = |question: Json| json!({ "questions": (0..1_000).map(|_| question.clone()).collect::<Vec<_>>() });
    let noted = Request::read(&many(json!({"question": "Which?", "x": 1})));
    assert_eq!(noted.reading_notes.len(), 21);
    assert_eq!(noted.reading_notes[20], "980 more notes of this kind are left out.");
    assert_eq!(Request::read(&taken(&noted)), noted);
    let refused = ask(&many(json!({"question": "Which?", "options": "a"}))).expect_err("it has no options").to_string();
    assert!(refused.starts_with("Error: 1000 problems;") && refused.ends_with("\n- 900 more problems"), "{refused}");
    assert_eq!(refused.lines().count(), 102);
}

/// Checks that a call is asked or refused in every dialect, and that reading it again changes nothing.
fn is_asked_or_refused(call: &Json) -> Result<(), TestCaseError> {
    for dialect in DIALECTS {
        let prepared = Request::read(call).in_dialect(dialect);
        if let Err(refusal) = ask(&prepared) {
            prop_assert!(refusal.to_string().starts_with("Error: "), "{refusal}");
        }
        prop_assert_eq!(Request::read(&prepared).in_dialect(dialect), prepared, "{:?}", dialect);
    }
    Ok(())
}

fn damage() -> impl Strategy<Value = Vec<Damage>> {
    prop_oneof![anything(), structural()]
}

proptest! {
    #[test]
    fn a_damaged_call_is_asked_or_refused(at in any::<Index>(), damages in damage()) {
        let corpus = corpus();
        let text = damaged(&encoded(at.get(&corpus).at("call")), &damages);
        // Models sometimes send arguments as a string.
        is_asked_or_refused(&Json::String(text.clone()))?;
        is_asked_or_refused(&object(vec![("questions".to_owned(), Json::String(text.clone()))]))?;
        if let Ok(call) = question_core::parse::<Json>(&text) {
            is_asked_or_refused(&call)?;
        }
    }

    /// Removes a part of a call at any depth, or replaces it by a value of another type.
    #[test]
    fn a_call_with_a_part_of_another_type_is_asked_or_refused(at in any::<Index>(), part in any::<Index>()) {
        let corpus = corpus();
        let call = at.get(&corpus).at("call");
        let others = [json!(null), json!(true), json!(-1), json!("text"), json!([null, {"a": [1]}]), json!({"label": {"label": []}})];
        for other in std::iter::once(None).chain(others.iter().map(Some)) {
            is_asked_or_refused(&changed(call, part.index(places(call).max(1)), other))?;
        }
    }
}
