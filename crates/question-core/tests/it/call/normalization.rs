//! Defaults of questions, unique ids, and refusals with every problem of a call.

use crate::common::json::{Parts, taken};
use crate::common::{Json, TUI, ask, asked, brief, check_all, json, written};
use question_core::{Dialect, HostMode, Outcome};

#[test]
fn missing_fields_get_defaults() {
    let rows = [
        (json!([{"prompt": "A?"}]), r#"q1 Q1 input "A?""#),
        (json!([{"prompt": "A?", "options": []}]), r#"q1 Q1 input "A?""#),
        (json!([{"prompt": "A?", "options": [{"label": "a"}]}]), r#"q1 Q1 single "A?": a"#),
        (json!([{"prompt": "A?", "options": [{"value": "a"}]}]), r#"q1 Q1 single "A?": a"#),
        (json!([{"prompt": "A?", "options": ["a"], "mode": "multi"}]), r#"q1 Q1 multi "A?": a"#),
        // options of an input question are left out
        (json!([{"prompt": "A?", "options": ["a", {}], "mode": "input"}]), r#"q1 Q1 input "A?""#),
        (
            json!(["A?", {"id": "own", "prompt": "B?"}, {"prompt": "C?", "label": "Third"}]),
            r#"q1 Q1 input "A?" | own Q2 input "B?" | q3 Third input "C?""#,
        ),
        // blank counts as missing
        (
            json!([{"id": " ", "label": "\t", "prompt": "A?", "customLabel": " ", "options": [
                {"value": "v", "label": "  ", "description": "\n"}]}]),
            r#"q1 Q1 single "A?": v"#,
        ),
        // an empty value is kept
        (json!([{"prompt": "A?", "options": [{"value": "", "label": "None"}]}]), r#"q1 Q1 single "A?": =None"#),
        // numbers and booleans are text, other types are missing
        (
            json!([{"id": 7, "label": {}, "prompt": 42, "options": [
                {"value": 8080, "label": 80, "description": false}, {"value": null, "label": true, "description": {}}]}]),
            r#"7 Q1 single "42": 8080=80 (false), true"#,
        ),
        // equal labels, equal values, and the words of the custom row, in the order given
        (
            json!([{"prompt": "A?", "options": [
                {"value": "b", "label": "x"}, {"value": "a", "label": "x"}, {"value": "b", "label": "y"},
                {"label": "Something else…"}]}]),
            r#"q1 Q1 single "A?": b=x, a=x, b=y, Something else…"#,
        ),
    ];
    check_all(rows.map(|(questions, expected)| {
        (questions.to_string(), brief(&ask(&json!({ "questions": questions }))), expected.to_owned())
    }));
}

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

const NO_PROMPT: &str = "\"prompt\" is missing. Send the full question as \"prompt\".";
const NO_OPTIONS: &str = "\"options\" is missing or empty. \
    Send at least one {\"value\", \"label\"}, or \"mode\": \"input\" for free text.";
const NO_ANSWER: &str = "\"allowCustom\" is false and \"options\" is missing, so there is no way to answer. \
    Send \"options\", or leave \"allowCustom\" out.";

#[test]
fn refusals_say_what_to_send_instead() {
    let empty = || "Error: No questions provided".to_owned();
    let one = |number: usize, id: &str, what: &str| format!("Error: Question {number} (id \"{id}\"): {what}");
    let no_label = |item: usize| {
        format!("\"options\", item {item}: \"label\" is missing. Send each option as {{\"value\", \"label\"}}.")
    };
    let rows = [
        (json!({}), empty()),
        (json!(null), empty()),
        (json!([]), empty()),
        (json!({"questions": []}), empty()),
        (json!({"questions": 3}), "Error: \"questions\" is not a list. Send a list of objects, not a text.".to_owned()),
        (json!({"questions": [{"id": "db", "prompt": " \n", "options": ["a"]}]}), one(1, "db", NO_PROMPT)),
        (json!({"questions": [{"prompt": "\u{200b} \u{ad}", "options": ["a"]}]}), one(1, "q1", NO_PROMPT)),
        (json!({"questions": {}}), empty()),
        (json!({"mode": "single", "options": ["a"]}), one(1, "q1", NO_PROMPT)),
        (json!({"questions": [{"prompt": "Why?", "mode": "single"}]}), one(1, "q1", NO_OPTIONS)),
        (json!({"questions": [{"prompt": "Why?", "multiSelect": true}]}), one(1, "q1", NO_OPTIONS)),
        (
            json!({"questions": ["Why?", {"id": "x", "prompt": "Why?", "mode": "single", "options": {}}]}),
            one(2, "x", NO_OPTIONS),
        ),
        (json!({"questions": [{"prompt": "Why?", "allowCustom": false}]}), one(1, "q1", NO_ANSWER)),
        (
            json!({"questions": [{"prompt": "Why?", "options": [{"label": "a"}, {"description": "b"}]}]}),
            one(1, "q1", &no_label(2)),
        ),
        // all at once, each with its question
        (
            json!({"questions": [
                {"mode": "single"},
                {"id": "ok", "prompt": "Why?", "options": ["a"]},
                {},
                {"id": "ok", "prompt": "Why?", "options": [{}, {"label": "a"}, {}]},
                {"allowCustom": false}]}),
            [
                "Error: 7 problems; the user was not asked. Send all questions again:",
                &format!("- Question 1 (id \"q1\"): {NO_PROMPT}"),
                &format!("- Question 1 (id \"q1\"): {NO_OPTIONS}"),
                &format!("- Question 3 (id \"q3\"): {NO_PROMPT}"),
                &format!("- Question 4 (id \"ok-2\"): {}", no_label(1)),
                &format!("- Question 4 (id \"ok-2\"): {}", no_label(3)),
                &format!("- Question 5 (id \"q5\"): {NO_PROMPT}"),
                &format!("- Question 5 (id \"q5\"): {NO_ANSWER}"),
            ]
            .join("\n"),
        ),
    ];
    for (arguments, expected) in rows {
        let Err(refusal) = ask(&arguments) else { panic!("{arguments:?} is not refused") };
        assert_eq!(refusal.to_string(), expected, "{arguments:?}");
        let result = refusal.result(TUI);
        assert_eq!(result.content, expected);
        let details = &result.details;
        assert_eq!((details.cancelled, details.outcome, details.mode), (true, Outcome::Invalid, HostMode::Tui));
        assert_eq!(details.message, Some(expected));
        assert_eq!((details.answers.len(), details.answered_at), (0, None));
        for (dialect, answers) in
            [(Dialect::Question, "[]"), (Dialect::AskUserQuestion, "{}"), (Dialect::AskUser, "[]")]
        {
            assert_eq!(written(taken(&details.in_dialect(dialect)).at("answers")), answers);
        }
    }
}
