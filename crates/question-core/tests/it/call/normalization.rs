//! Unique ids, texts of any length, and refusals with every problem of a call.

use crate::common::json::Parts;
use crate::common::{Json, TUI, ask, asked, brief, json};
use proptest::prelude::*;
use question_core::{MAX_CALL, Outcome, Questionnaire, Reading, Record, Settings};

/// Returns the ids of questions that were sent with the given ids, null for none.
fn ids(given: &[Json]) -> Vec<String> {
    let question = |id: &Json| json!({"id": id, "prompt": "Why?"});
    let asked = asked(&json!({ "questions": given.iter().map(question).collect::<Vec<_>>() }));
    asked.questions().iter().map(|question| question.id.clone()).collect()
}

#[test]
fn ids_are_unique_and_those_given_are_kept() {
    for (given, expected) in [
        (json!(["b", "b", "b"]), ["b", "b-2", "b-3"]),
        (json!(["b", "b", "b-2"]), ["b", "b-3", "b-2"]),
        (json!(["q2", null, "q2-2"]), ["q2", "q2-3", "q2-2"]),
        (json!(["q3", "q3", ""]), ["q3", "q3-2", "q3-3"]),
        (json!(["B", "b", 1]), ["B", "b", "1"]),
    ] {
        assert_eq!(ids(given.items()), expected, "{given}");
    }
    // every list of four ids whose suffixes can collide
    let names = [json!(null), json!("q1"), json!("q2"), json!("q2-2"), json!("q1-2"), json!("q2-3")];
    let count = names.len();
    for number in 0..count.pow(4) {
        let given: Vec<Json> = (0..4).map(|at| names[number / count.pow(at) % count].clone()).collect();
        let ids = ids(&given);
        for (at, id) in ids.iter().enumerate() {
            assert!(!ids[..at].contains(id), "{given:?} → {ids:?}");
            let is_first = given[at] != json!(null) && !given[..at].contains(&given[at]);
            assert!(!is_first || *id == given[at].string(), "{given:?} → {ids:?}");
        }
    }
}

#[test]
fn nothing_is_cut() {
    let long = "long ".repeat(100_000);
    let options: Vec<Json> = (0..10_000).map(|at| json!({"value": format!("v{at}"), "label": "same"})).collect();
    let asked = asked(&json!({"questions": [{"prompt": long, "options": options}]}));
    assert_eq!(asked.questions()[0].prompt, long);
    let values = asked.questions()[0].options.iter().map(|option| option.value.clone());
    assert!(values.eq((0..10_000).map(|at| format!("v{at}"))), "order is kept");
}

/// How long an id and a call may be.
#[test]
fn lengths_up_to_which_an_id_and_a_call_are_read() {
    // An id of another tool's call is passed over, a longer text is not.
    let [id, text] = [100, 101].map(|length| {
        let id = format!("call-{}", "x".repeat(length - 5));
        brief(&ask(&json!({"toolCallId": id, "questions": ["A?"]})))
    });
    assert_eq!(id, "q1 - input \"A?\"");
    assert!(text.starts_with("Error: The call: unknown field \"toolCallId\"."), "{text}");

    let call = json!({"questions": ["Why?"]}).to_string();
    let padded = |length: usize| Reading::parse(&[call.as_str(), &" ".repeat(length - call.len())].concat());
    let told = |reading: Reading| brief(&Questionnaire::new(reading, &Settings::default()));
    let end = "The user was not asked. Send all questions again.";
    let too_long = format!(
        "Error: The call is too long to be shown. Write long texts into a file, and name it in the prompt. {end}"
    );
    let unwritable =
        format!("Error: The call is nested too deeply, or has a value that JSON does not have. Send it flatter. {end}");
    for (reading, expected) in [
        (padded(MAX_CALL), "q1 - input \"Why?\""),
        (padded(MAX_CALL + 1), &too_long),
        (Reading::too_long(), &too_long),
        (Reading::unwritable(), &unwritable),
    ] {
        assert_eq!(told(reading), expected);
    }
}

/// A refusal names all problems at once, each with its question, and is the message of the result.
#[test]
fn a_refusal_says_all_that_is_wrong() {
    let arguments = json!({"questions": [
        {"mode": "single"},
        {"id": "ok", "prompt": "Why?", "options": ["a"]},
        {"id": "ok", "prompt": "Why?", "options": [{}, {"label": "a"}, {}]},
        {"allowCustom": false}]});
    let no_prompt = "\"prompt\" is missing. Send the full question as \"prompt\".";
    let no_label = "\"label\" is missing. Send each option as {\"value\", \"label\"}.";
    let expected = [
        "Error: 5 problems:",
        &format!("- Question 1 (id \"q1\"): {no_prompt}"),
        "- Question 1 (id \"q1\"): \"options\" is missing or empty. Send at least one {\"value\", \"label\"}, or \
         \"mode\": \"input\" for free text.",
        &format!("- Question 3 (id \"ok-2\"): \"options\", item 1: {no_label}"),
        &format!("- Question 3 (id \"ok-2\"): \"options\", item 3: {no_label}"),
        &format!("- Question 4 (id \"q4\"): {no_prompt}"),
        "The user was not asked. Send all questions again.",
    ];
    let result = ask(&arguments).expect_err("it has problems").result(TUI);
    assert_eq!(result.content, expected.join("\n"));
    let details = &result.details;
    assert_eq!((details.cancelled, details.outcome), (true, Outcome::Invalid));
    assert_eq!(details.message.as_ref(), Some(&result.content));
}

/// Records of earlier versions have default labels, and notes under another name.
#[test]
fn records_of_earlier_versions_are_read() {
    let details = json!({"questions": [{"id": "q1", "label": "Q1", "prompt": "Why?", "mode": "input", "allowCustom": true,
        "customLabel": "Else", "allowEmpty": false}], "answers": [], "cancelled": true, "outcome": "cancelled", "mode": "tui",
        "readingNotes": ["Question 1: the unknown field \"x\" was left out."]});
    let read = Record::read(&details).expect("it is a record");
    assert_eq!(read.questions[0].label.as_deref(), Some("Q1"));
    assert_eq!(read.remarks, None);
}

proptest! {
    /// A field that no tool has is refused by its name, whatever it holds, unless it holds nothing.
    #[test]
    fn a_field_without_a_place_is_refused(
        name in "x_[a-l]{1,8}",
        text in "[A-Z][a-z]{2,9}( [a-z]{1,9}){0,3}[.?!]?",
        at in 0_usize..4,
        several in any::<bool>(),
    ) {
        let call = |value: Json| {
            let mut call = call_without(several);
            let [place, question, option] = ["", "/questions/0", "/questions/0/options/0"].map(str::to_owned);
            let last = format!("/questions/{}", usize::from(several));
            let place = [place, question, option, last].into_iter().nth(at).unwrap_or_default();
            call.pointer_mut(&place).expect("a place")[name.as_str()] = value;
            ask(&call)
        };
        for value in [json!(text), json!(1), json!(true), json!(false), json!([text]), json!({"a": text})] {
            let told = call(value).expect_err("it may change the answer").to_string();
            prop_assert!(told.contains(&format!("unknown field \"{name}\"")), "{}", told);
            prop_assert!(told.ends_with("The user was not asked. Send all questions again."), "{}", told);
        }
        for value in [json!(null), json!(""), json!([]), json!({})] {
            prop_assert_eq!(brief(&call(value)), brief(&ask(&call_without(several))));
        }
    }
}

/// Returns the call of the property above, without the field.
fn call_without(several: bool) -> Json {
    let first = json!({"prompt": "Which one?", "options": [{"label": "a", "description": "d"}, "b"]});
    let others = several.then(|| json!({"prompt": "Why?"}));
    json!({"title": "T", "questions": std::iter::once(first).chain(others).collect::<Vec<_>>()})
}
