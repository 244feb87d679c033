//! Calls of other tools and of models that make mistakes, each with its source, the questions asked and the remarks for
//! the model. Those marked as `boundary` go through the built module as well, in `tests/core/dialect.test.ts`.

use crate::common::damage::{Damage, anything, damaged, structural};
use crate::common::json::{Json, Parts, changed, encoded, json, object, places, sent};
use crate::common::{TUI, ask, brief, check_all};
use proptest::prelude::*;
use proptest::sample::Index;
use question_core::{Dialect, Questionnaire, Reading, Refusal, Settings};

const DIALECTS: [Dialect; 3] = [Dialect::Question, Dialect::AskUserQuestion, Dialect::AskUser];

fn corpus() -> Vec<Json> {
    sent(include_str!("../../calls.json")).items().to_vec()
}

/// Returns the questions in brief, or the refusal, followed by the remarks for the model.
fn told(asked: &Result<Questionnaire, Refusal>) -> String {
    let remarks = asked.as_ref().ok().and_then(|asked| asked.unavailable(TUI, None).details.remarks);
    [vec![brief(asked)], remarks.unwrap_or_default()].concat().join("\n")
}

/// pi validates the prepared arguments, and the tool reads them again. What cannot be prepared is handed on in a wrapper.
#[test]
fn every_call_is_asked_as_meant_and_reading_it_again_changes_nothing() {
    check_all(corpus().iter().flat_map(|expected| {
        let call = expected.at("call");
        let about = format!("{}: {call}", expected.at("source").string());
        let remarks = expected.at("remarks").items().iter().map(|remark| remark.string().to_owned());
        let wanted: Vec<String> = std::iter::once(expected.at("asked").string().to_owned()).chain(remarks).collect();
        let wanted = wanted.join("\n");
        let reading = Reading::of(call);
        let as_text = Questionnaire::new(Reading::parse(&call.to_string()), &Settings::default());
        let mut rows = vec![
            (about.clone(), told(&ask(call)), wanted.clone()),
            (format!("{about}, as a text"), told(&as_text), wanted.clone()),
        ];
        for dialect in DIALECTS {
            let prepared = prepared(&reading, call, dialect);
            rows.push((format!("{about}, {dialect:?}"), told(&ask(&prepared)), wanted.clone()));
            if reading.problems.is_empty() {
                let again = Reading::of(&prepared).in_dialect(dialect).unwrap_or_default();
                rows.push((format!("{about}, {dialect:?} again"), again.to_string(), prepared.to_string()));
            }
        }
        rows
    }));
}

/// Returns what pi validates of a call that does not fit the schema of the dialect.
fn prepared(reading: &Reading, call: &Json, dialect: Dialect) -> Json {
    reading.in_dialect(dialect).unwrap_or_else(|| json!({"questions": [], "arguments": call}))
}

/// Remarks follow the answers, one line each, apart from the user's notes, and are kept in the record.
#[test]
fn remarks_about_the_call_follow_the_answers() {
    use crate::common::{Action, after, form, result};
    let call = json!({"id": "w", "mode": "single", "question": "Which?", "options": ["a", "b"], "recommended": "c", "defaultValues": ["a", "b"]});
    let answered = result(&after(form(&call), &[Action::Digit(2)]));
    assert_eq!(
        answered.content,
        "Which? → b\n\
         About the call: Question 1 (id \"w\"): the recommended \"c\" names none of its options.\n\
         About the call: Question 1 (id \"w\"): it takes one answer and has several defaults, so none is used."
    );
    assert_eq!(answered.details.remarks.map_or(0, |remarks| remarks.len()), 2);
    let cancelled = result(&after(form(&call), &[Action::Cancel]));
    assert_eq!(cancelled.content, "Question was cancelled by user.");
}

/// Only the first problems are listed.
#[test]
fn problems_are_bounded() {
    let many =
        json!({ "questions": (0..1_000).map(|_| json!({"question": "Which?", "options": "a"})).collect::<Vec<_>>() });
    let refused = ask(&many).expect_err("it has no options").to_string();
    let (first, last) = (refused.lines().next().unwrap_or_default(), refused.lines().rev().take(2).collect::<Vec<_>>());
    assert_eq!(first, "Error: 1000 problems:");
    assert_eq!(last, ["The user was not asked. Send all questions again.", "- 900 more problems"]);
    assert_eq!(refused.lines().count(), 103);
    let many = json!({"questions": [{"question": "Which?", "options": (0..1_000).map(|at| json!({"label": "a", at.to_string(): 1})).collect::<Vec<_>>()}]});
    let refused = ask(&many).expect_err("it has unknown fields").to_string();
    assert_eq!(refused.lines().count(), 8, "{refused}");
}

/// Checks that a call is asked or refused in every dialect, and that reading it again changes nothing.
fn is_asked_or_refused(call: &Json) -> Result<(), TestCaseError> {
    let reading = Reading::of(call);
    for dialect in DIALECTS {
        let prepared = prepared(&reading, call, dialect);
        if let Err(refusal) = ask(&prepared) {
            let told = refusal.to_string();
            prop_assert!(told.starts_with("Error: "), "{told}");
            let end = "The user was not asked. Send all questions again.";
            prop_assert!(told.ends_with(end) || told == "Error: No questions provided", "{told}");
        }
        prop_assert_eq!(told(&ask(&prepared)), told(&ask(call)), "{:?}: {}", dialect, prepared);
        if reading.problems.is_empty() {
            prop_assert_eq!(Reading::of(&prepared).in_dialect(dialect), Some(prepared), "{:?}", dialect);
        }
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
        if let Ok(call) = question_core::parse(&text) {
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
