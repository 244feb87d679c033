//! Calls as models send them, each with where its shape is from, what is asked, and what the model is told about it. The
//! same file goes through the built module in `tests/corpus.test.ts`.

use crate::common::damage::{Damage, anything, damaged, structural};
use crate::common::json::{Json, Parts, changed, encoded, object, places, sent, taken};
use crate::common::{TUI, ask, brief, check_all, json};
use proptest::prelude::*;
use proptest::sample::Index;
use question_core::{Dialect, Questionnaire, Refusal, Request};

const DIALECTS: [Dialect; 3] = [Dialect::Question, Dialect::AskUserQuestion, Dialect::AskUser];

fn corpus() -> Vec<Json> {
    sent(include_str!("../../calls.json")).items().to_vec()
}

/// What a model is told about how its call was read.
fn notes(asked: &Result<Questionnaire, Refusal>) -> String {
    let Ok(asked) = asked else { return String::new() };
    asked.unavailable(TUI, None).details.reading_notes.unwrap_or_default().join("\n")
}

fn expected_notes(call: &Json) -> String {
    call.at("notes").items().iter().map(|note| note.string().to_owned()).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_call_is_asked_as_meant() {
    let corpus = corpus();
    assert!(corpus.len() > 100, "{} calls", corpus.len());
    check_all(corpus.iter().flat_map(|call| {
        let asked = ask(call.at("call"));
        let about = format!("{}: {}", call.at("source").string(), call.at("call"));
        [
            (about.clone(), brief(&asked), call.at("asked").string().to_owned()),
            (format!("{about}, notes"), notes(&asked), expected_notes(call)),
        ]
    }));
}

/// pi validates what was read, and the tool reads that once more; sessions hold the call as it was sent.
#[test]
fn every_call_is_read_alike_once_it_was_prepared() {
    check_all(corpus().iter().flat_map(|call| {
        let request = Request::read(call.at("call"));
        DIALECTS.map(|dialect| {
            let prepared = taken(&request.in_dialect(dialect));
            let twice = taken(&Request::read(&prepared).in_dialect(dialect));
            let again = ask(&prepared);
            let is =
                format!("{} {} {}", brief(&again), notes(&again), if twice == prepared { "" } else { "but not again" });
            let about = format!("{dialect:?} {}", call.at("call"));
            (about, is, format!("{} {} ", call.at("asked").string(), expected_notes(call)))
        })
    }));
}

/// Whatever a call is wrapped in, and however often it was written into a string.
#[test]
fn every_call_is_read_alike_in_any_wrapper() {
    let text = |call: &Json| Json::String(call.to_string());
    check_all(corpus().iter().filter(|call| call.at("call").is_object()).flat_map(|expected| {
        let call = expected.at("call");
        let wrapped = [
            json!({ "input": call }),
            json!({ "name": "question", "arguments": text(call) }),
            json!({ "params": { "arguments": call } }),
            json!({ "function": { "name": "question", "arguments": call } }),
            text(call),
            text(&text(call)),
            Json::String(format!("```json\n{}\n```", encoded(call))),
        ];
        wrapped.map(|call| {
            let asked = ask(&call);
            let is = format!("{} {}", brief(&asked), notes(&asked));
            (call.to_string(), is, format!("{} {}", expected.at("asked").string(), expected_notes(expected)))
        })
    }));
}

/// A list in a string with a line for each of its parts, as `JSON.stringify(…, null, 2)` writes it.
#[test]
fn every_list_is_read_alike_from_a_string_of_many_lines() {
    check_all(corpus().iter().flat_map(|expected| {
        let call = expected.at("call");
        let lists = ["questions", "options"].into_iter().filter(|name| call.at(name).is_list());
        lists.flat_map(move |name| {
            let written = encoded(call.at(name));
            [format!("```json\n{written}```"), written].map(|written| {
                let mut call = call.clone();
                call.set(name, Json::String(written));
                let asked = ask(&call);
                let is = format!("{} {}", brief(&asked), notes(&asked));
                (call.to_string(), is, format!("{} {}", expected.at("asked").string(), expected_notes(expected)))
            })
        })
    }));
}

/// Names in other cases: as Python writes them, as an environment does, and as C# does.
#[test]
fn every_call_is_read_alike_in_any_case() {
    // What a name or a text in it is to a person is shown as it was sent.
    let folded = |text: &str| text.to_lowercase().replace(['_', '-'], "");
    check_all(corpus().iter().flat_map(|expected| {
        let cases: [fn(&str) -> String; 4] = [
            snake_case,
            |name| snake_case(name).to_uppercase(),
            |name| snake_case(name).replace('_', "-"),
            |name| name.chars().take(1).flat_map(char::to_uppercase).chain(name.chars().skip(1)).collect(),
        ];
        cases.map(|case| {
            let call = renamed(expected.at("call"), case);
            let asked = ask(&call);
            let is = format!("{} {}", brief(&asked), notes(&asked));
            let expected = format!("{} {}", expected.at("asked").string(), expected_notes(expected));
            (call.to_string(), folded(&is), folded(&expected))
        })
    }));
}

fn snake_case(name: &str) -> String {
    let part =
        |char: char| if char.is_ascii_uppercase() { format!("_{}", char.to_ascii_lowercase()) } else { char.into() };
    name.chars().map(part).collect()
}

/// A call with other names of its fields; a name that is data stays.
fn renamed(call: &Json, case: fn(&str) -> String) -> Json {
    match call {
        Json::Array(items) => items.iter().map(|item| renamed(item, case)).collect(),
        Json::Object(fields) => object(
            fields
                .iter()
                .map(|(name, value)| {
                    // Options by name, whose case tells what they are.
                    let is_named = name == "options" && value.fields().iter().all(|(_, text)| text.is_string());
                    let is_data = is_named || ["properties", "$defs"].iter().any(|of| name.eq_ignore_ascii_case(of));
                    let within = |value: &Json| match value {
                        Json::Object(fields) if is_data => {
                            object(fields.iter().map(|(name, value)| (name.clone(), renamed(value, case))).collect())
                        }
                        value => renamed(value, case),
                    };
                    // `f` is a value in its own right.
                    let is_own = name.len() == 1 || name.starts_with(char::is_uppercase);
                    (if is_own { name.clone() } else { case(name) }, within(value))
                })
                .collect(),
        ),
        value => value.clone(),
    }
}

/// A result names the first of them alone, so the file of calls cannot tell.
#[test]
fn several_may_be_recommended_in_one_text() {
    let call = json!({"question": "Which?", "multi": true, "recommended": "a, b", "options": ["a", "b", "c"]});
    assert_eq!(brief(&ask(&call)), "q1 Q1 multi \"Which?\": a*, b*, c");
}

/// What the model was told stands behind the answers, a line each, and is kept with them.
#[test]
fn what_was_left_out_is_told_where_the_model_goes_on() {
    use crate::common::{Action, after, form, result};
    let call = json!({"question": "Which?", "options": "a, b", "maxLength": 2});
    let answered = result(&after(form(&call), &[Action::Digit(2)]));
    assert_eq!(
        answered.content,
        "Which? → b\n\
         Note: Question 1: the text \"options\" was read as a list of 2. Send a list of objects.\n\
         Note: Question 1: \"maxLength\" has no effect here."
    );
    assert_eq!(answered.details.reading_notes.map_or(0, |notes| notes.len()), 2);
    let cancelled = result(&after(form(&call), &[Action::Cancel]));
    assert_eq!(cancelled.content, "Question was cancelled by user.");
}

/// Brackets, and in quotes a name that questions have: nobody is shown a text with both.
fn is_raw(text: &str) -> bool {
    let quoted = |name: &str| [format!("\"{name}\""), format!("'{name}'"), format!("\\\"{name}\\\"")];
    let names = ["prompt", "question", "options", "label", "questions"];
    text.contains(['[', ']', '{', '}'])
        && names.iter().any(|name| quoted(name).iter().any(|quoted| text.contains(quoted)))
}

fn shown(asked: &Questionnaire) -> Vec<String> {
    let questions = asked.questions().iter();
    let texts = questions.flat_map(|question| {
        let options = question.options.iter().map(|option| option.label.clone());
        [question.prompt.clone(), question.label.clone()].into_iter().chain(options)
    });
    texts.collect()
}

fn asked_or_told(call: &Json, is_plain: bool) -> Result<(), TestCaseError> {
    DIALECTS.into_iter().try_for_each(|dialect| asked_or_told_in(dialect, call, is_plain))
}

fn asked_or_told_in(dialect: Dialect, call: &Json, is_plain: bool) -> Result<(), TestCaseError> {
    match ask(&taken(&Request::read(call).in_dialect(dialect))) {
        Ok(asked) => {
            let raw: Vec<String> = shown(&asked).into_iter().filter(|text| is_raw(text)).collect();
            prop_assert!(is_plain || raw.is_empty(), "{call}: raw {raw:?}");
        }
        Err(refusal) => prop_assert!(refusal.text().starts_with("Error: "), "{}", refusal.text()),
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
        let call = at.get(&corpus).at("call");
        let written = match call {
            Json::String(text) => text.clone(),
            call => encoded(call),
        };
        let text = damaged(&written, &damages);
        // As a model sends it that wrote its arguments into a string.
        asked_or_told(&Json::String(text.clone()), is_raw_within(call))?;
        if let Ok(call) = question_core::parse(&text) {
            asked_or_told(&call, true)?;
        }
    }

    #[test]
    fn damaged_questions_in_a_string_are_asked_or_refused(at in any::<Index>(), damages in damage()) {
        let corpus: Vec<Json> = corpus().into_iter().filter(|call| call.at("call").at("questions").is_list()).collect();
        let call = at.get(&corpus).at("call");
        let questions = call.at("questions").clone();
        let text = damaged(&encoded(&questions), &damages);
        let call = object(vec![("questions".to_owned(), Json::String(text))]);
        asked_or_told(&call, is_raw_within(&questions))?;
    }
}

/// Every place of every call: as it streams in, and with one character mistyped. The dialects take turns.
#[test]
fn a_call_that_ends_or_errs_anywhere_is_asked_or_refused() {
    for call in corpus() {
        let call = call.at("call");
        let chars: Vec<char> = call.to_string().chars().collect();
        for (at, dialect) in (0..chars.len()).zip(DIALECTS.into_iter().cycle()) {
            let cut = chars.iter().take(at).collect();
            let mistyped = chars.iter().enumerate().map(|(here, char)| if here == at { '~' } else { *char }).collect();
            for text in [cut, mistyped] {
                told_of(asked_or_told_in(dialect, &Json::String(text), is_raw_within(call)));
            }
        }
    }
}

/// Each part of a call, at any depth: without it, and with a value of every other type. The dialects take turns.
#[test]
fn a_call_with_a_part_that_is_missing_or_of_another_type_is_asked_or_refused() {
    let null = Json::Null;
    let others = [json!(true), json!(-1), json!("text"), json!([null, {"a": [1]}]), json!({"label": {"label": []}})];
    let others = [None, Some(&null)].into_iter().chain(others.iter().map(Some));
    let others: Vec<_> = others.zip(DIALECTS.into_iter().cycle()).collect();
    for call in corpus() {
        let call = call.at("call");
        for at in 0..places(call) {
            for (other, dialect) in &others {
                told_of(asked_or_told_in(*dialect, &changed(call, at, *other), is_raw_within(call)));
            }
        }
    }
}

fn told_of(checked: Result<(), TestCaseError>) {
    checked.unwrap_or_else(|fault| panic!("{fault}"));
}

/// Whether a text of the call looks raw itself, or may once damage has laid bare what is written into it.
fn is_raw_within(call: &Json) -> bool {
    call.to_string().contains("\\\"") || has_raw_text(call)
}

fn has_raw_text(call: &Json) -> bool {
    match call {
        Json::String(text) => is_raw(text),
        Json::Array(items) => items.iter().any(has_raw_text),
        Json::Object(fields) => fields.values().any(has_raw_text),
        _ => false,
    }
}
