//! What becomes of the arguments that a model sends: complete questions, or one refusal that says all that is wrong.

use crate::common::json::{Parts, taken};
use crate::common::{Json, TUI, ask, asked, brief, check_all, json, written};
use question_core::{
    Dialect, HostMode, OptionRequest, Outcome, Question, QuestionRequest, Questionnaire, Request, Settings,
};

/// `q1 Q1 "Why?" value=label (description), label`
fn short(question: &Question) -> String {
    let options: Vec<String> = question
        .options
        .iter()
        .map(|option| {
            let value = if option.value == option.label { String::new() } else { format!("{}=", option.value) };
            let description = option.description.as_ref().map(|text| format!(" ({text})")).unwrap_or_default();
            format!("{value}{}{description}", option.label)
        })
        .collect();
    format!("{} {} {:?} {}", question.id, question.label, question.prompt, options.join(", "))
}

fn questions(arguments: &Json) -> Vec<Question> {
    asked(arguments).questions().iter().map(|question| (**question).clone()).collect()
}

/// The questions with these ids, null for none.
fn with_ids(ids: &[Json]) -> Json {
    let question = |id: &Json| json!({"id": (id.clone()), "prompt": "Why?", "options": [{"label": "So"}]});
    json!({"questions": (ids.iter().map(question).collect::<Vec<_>>())})
}

fn ids(given: &[Json]) -> Vec<String> {
    questions(&with_ids(given)).into_iter().map(|question| question.id).collect()
}

#[test]
fn what_is_left_out_is_filled_in() {
    let rows: [(Json, &[&str]); 9] = [
        (
            json!([{"id": "db", "label": "DB", "prompt": "Which?", "options": [
                {"value": "pg", "label": "Postgres", "description": "big"}, {"value": "lite", "label": "SQLite"}]}]),
            &[r#"db DB "Which?" pg=Postgres (big), lite=SQLite"#],
        ),
        (json!([{"prompt": "Why?", "options": [{"label": "So"}]}]), &[r#"q1 Q1 "Why?" So"#]),
        (json!([{"prompt": "Why?", "options": [{"value": "so"}]}]), &[r#"q1 Q1 "Why?" so"#]),
        (
            json!([
                {"prompt": "A?", "options": [{"label": "a"}]},
                {"id": "own", "prompt": "B?", "options": [{"label": "b"}]},
                {"prompt": "C?", "label": "Third", "options": [{"label": "c"}]}]),
            &[r#"q1 Q1 "A?" a"#, r#"own Q2 "B?" b"#, r#"q3 Third "C?" c"#],
        ),
        // blank is as good as nothing
        (
            json!([{"id": " ", "label": "\t", "prompt": "Why?", "options": [
                {"value": "v", "label": "  ", "description": "\n"}]}]),
            &[r#"q1 Q1 "Why?" v"#],
        ),
        // an empty value was written on purpose
        (json!([{"prompt": "Why?", "options": [{"value": "", "label": "None"}]}]), &[r#"q1 Q1 "Why?" =None"#]),
        // numbers and booleans are text
        (
            json!([{"id": 7, "label": true, "prompt": 42, "options": [
                {"value": 8080, "label": 80, "description": false}, {"label": true}]}]),
            &[r#"7 true "42" 8080=80 (false), true"#],
        ),
        // other types are nothing
        (
            json!([{"id": [], "label": {}, "prompt": "Why?", "options": [
                {"value": null, "label": "So", "description": {}}]}]),
            &[r#"q1 Q1 "Why?" So"#],
        ),
        // equal labels, equal values, and the words of the custom row, in the order given
        (
            json!([{"prompt": "Why?", "options": [
                {"value": "b", "label": "x"}, {"value": "a", "label": "x"}, {"value": "b", "label": "y"},
                {"label": "Something else…"}]}]),
            &[r#"q1 Q1 "Why?" b=x, a=x, b=y, Something else…"#],
        ),
    ];
    for (list, expected) in rows {
        let arguments = json!({"questions": list});
        let actual: Vec<String> = questions(&arguments).iter().map(short).collect();
        assert_eq!(actual, expected, "{arguments:?}");
    }
}

#[test]
fn fields_that_nobody_knows_do_no_harm() {
    let arguments = json!({"questions": [{"prompt": "Why?", "x": {"y": 1}, "options": [{"label": "So", "icon": "★"}]}],
        "metadata": {"a": [1]}, "questions2": []});
    assert_eq!(questions(&arguments).iter().map(short).collect::<Vec<_>>(), [r#"q1 Q1 "Why?" So"#]);
}

#[test]
fn ids_are_unique_and_those_given_are_kept() {
    let rows: [(&[Json], &[&str]); 12] = [
        (&[json!("b"), json!("b")], &["b", "b-2"]),
        (&[json!("b"), json!("b"), json!("b")], &["b", "b-2", "b-3"]),
        (&[json!("b"), json!("b"), json!("b-2")], &["b", "b-3", "b-2"]),
        (&[json!("b-2"), json!("b"), json!("b")], &["b-2", "b", "b-3"]),
        (&[json!("b-2"), json!("b-2"), json!("b"), json!("b")], &["b-2", "b-2-2", "b", "b-3"]),
        (&[json!("a"), json!("b"), json!("a"), json!("b")], &["a", "b", "a-2", "b-2"]),
        (&[json!(null), json!(null)], &["q1", "q2"]),
        (&[json!(null), json!("q1")], &["q1-2", "q1"]),
        (&[json!("q2"), json!(null)], &["q2", "q2-2"]),
        (&[json!("q2"), json!(null), json!("q2-2")], &["q2", "q2-3", "q2-2"]),
        (&[json!("q3"), json!("q3"), json!("")], &["q3", "q3-2", "q3-3"]),
        (&[json!("B"), json!("b"), json!(1), json!("1")], &["B", "b", "1", "1-2"]),
    ];
    for (given, expected) in rows {
        assert_eq!(ids(given), expected, "{given:?}");
    }
}

#[test]
fn ids_of_any_mixture_are_unique_and_those_given_are_kept() {
    // every list of four out of ids that meddle with each other's numbers
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
fn huge_inputs() {
    let options: Vec<Json> = (0..10_000).map(|at| json!({"value": (format!("v{at}")), "label": "same"})).collect();
    let list = questions(&json!({"questions": [{"prompt": "Which?", "options": options}]}));
    assert_eq!(list[0].options.len(), 10_000);
    assert!(list[0].options.iter().enumerate().all(|(at, option)| option.value == format!("v{at}")), "order is kept");

    let ids = ids(&vec![json!("b"); 1_000]);
    assert_eq!((ids[0].as_str(), ids[1].as_str(), ids[999].as_str()), ("b", "b-2", "b-1000"));

    let long = "long ".repeat(100_000);
    let list = questions(&json!({"questions": [{"prompt": (long.clone()), "options": [{"label": (long.clone())}]}]}));
    assert_eq!((&list[0].prompt, &list[0].options[0].value), (&long, &long), "nothing is cut");
}

#[test]
fn normalizing_twice_changes_nothing() {
    let option = |label: &str| json!({"label": label});
    let once = asked(&json!({"title": "T", "metadata": {"a": [1]}, "questions": [
        {"id": "b", "prompt": "A?", "options": [{"label": "x", "description": "why", "preview": "p"}, (option("x"))]},
        {"id": "b", "prompt": " B? ", "options": [(option(" spaced ")), {"value": "", "label": "none"}]},
        {"prompt": "C\n?", "label": "L", "options": [{"value": "only"}], "recommended": "only", "customLabel": "Else"},
        {"id": "b-2", "prompt": "D?", "options": [(option("\u{1b}[31mred"))], "allowCustom": false, "allowEmpty": true},
        {"prompt": "E?", "mode": "multi", "options": [(option("x (Recommended)"))], "defaultValue": "x"},
        {"prompt": "F?", "defaultValues": ["typed"]},
    ]}));
    let questions = once.questions().iter().map(|question| as_request((**question).clone())).collect();
    let again =
        Request { title: Some("T".to_owned()), questions, metadata: Some(json!({"a": [1]})), ..Request::default() };
    assert_eq!(Questionnaire::new(again, &Settings::default()), Ok(once));
}

fn as_request(question: Question) -> QuestionRequest {
    let options = question.options.into_iter().map(|option| OptionRequest {
        value: Some(option.value),
        label: option.label,
        description: option.description,
        preview: option.preview,
    });
    QuestionRequest {
        id: Some(question.id),
        label: question.has_own_label.then_some(question.label),
        prompt: question.prompt,
        mode: Some(question.mode),
        options: options.collect(),
        allow_custom: Some(question.allow_custom),
        custom_label: Some(question.custom_label),
        allow_empty: Some(question.allow_empty),
        default_value: question.default_value,
        default_values: Some(question.default_values),
        recommended: question.recommended.map(Json::from),
        ..QuestionRequest::default()
    }
}

#[test]
fn the_mode_is_told_by_the_options_unless_it_is_given() {
    let rows = [
        (json!([{"prompt": "A?"}]), r#"q1 Q1 input "A?""#),
        (json!([{"prompt": "A?", "options": []}]), r#"q1 Q1 input "A?""#),
        (json!([{"prompt": "A?", "options": ["a"]}]), r#"q1 Q1 single "A?": a"#),
        (json!([{"prompt": "A?", "options": ["a"], "mode": "multi"}]), r#"q1 Q1 multi "A?": a"#),
        // options are of no use where only text is asked for
        (json!([{"prompt": "A?", "options": ["a", {}], "mode": "input"}]), r#"q1 Q1 input "A?""#),
        (
            json!([{"prompt": "A?", "options": ["a", "b"], "defaultValue": "b", "allowCustom": false}]),
            r#"q1 Q1 single "A?": a, b; no free text; default b"#,
        ),
        (
            json!([{"prompt": "A?", "options": ["a"], "customLabel": " ", "description": "for the user"}]),
            r#"q1 Q1 single "for the user\n\nA?": a"#,
        ),
    ];
    check_all(rows.map(|(questions, expected)| {
        (format!("{questions:?}"), brief(&ask(&json!({"questions": questions}))), expected.to_owned())
    }));
}

const NO_PROMPT: &str = "\"prompt\" is missing. Send the full question as \"prompt\".";
const NO_OPTIONS: &str = "\"options\" is missing or empty. \
    Send at least one {\"value\", \"label\"}, or \"mode\": \"input\" for free text.";
const NO_ANSWER: &str = "\"allowCustom\" is false and \"options\" is missing, so there is no way to answer. \
    Send \"options\", or leave \"allowCustom\" out.";

#[test]
fn what_cannot_be_asked_is_refused_with_a_way_out() {
    let empty = || "Error: No questions provided".to_owned();
    let one = |number: usize, id: &str, what: &str| format!("Error: Question {number} (id \"{id}\"): {what}");
    let no_label = |item: usize| {
        format!("\"options\", item {item}: \"label\" is missing. Send each option as {{\"value\", \"label\"}}.")
    };
    let rows = [
        (json!({}), empty()),
        (json!(null), empty()),
        (json!("text"), "Error: The call is a text. Send an object with \"questions\".".to_owned()),
        (json!([]), empty()),
        (json!({"questions": []}), empty()),
        (json!({"questions": null}), empty()),
        (json!({"questions": 3}), "Error: \"questions\" is no list. Send a list of objects, not a text.".to_owned()),
        (json!({"title": "Setup", "questions": []}), empty()),
        (json!({"questions": [{"options": ["a"]}]}), one(1, "q1", NO_PROMPT)),
        (json!({"questions": [{"id": "db", "prompt": " \n", "options": ["a"]}]}), one(1, "db", NO_PROMPT)),
        (json!({"questions": [{"prompt": "\u{200b} \u{ad}", "options": ["a"]}]}), one(1, "q1", NO_PROMPT)),
        (
            json!({"questions": [{"prompt": [["Why?"]], "mode": "single"}]}),
            "Error: Question 1: \"prompt\" has to be a text, the full question.".to_owned(),
        ),
        (json!({"questions": [""]}), one(1, "q1", NO_PROMPT)),
        (json!({"questions": {}}), empty()),
        (json!({"mode": "single", "options": ["a"]}), one(1, "q1", NO_PROMPT)),
        (json!({"questions": [{"prompt": "Why?", "mode": "single"}]}), one(1, "q1", NO_OPTIONS)),
        (json!({"questions": [{"prompt": "Why?", "mode": "multi", "options": []}]}), one(1, "q1", NO_OPTIONS)),
        (json!({"questions": [{"prompt": "Why?", "multiSelect": true}]}), one(1, "q1", NO_OPTIONS)),
        (
            json!({"questions": ["Why?", {"id": "x", "prompt": "Why?", "mode": "single", "options": {}}]}),
            one(2, "x", NO_OPTIONS),
        ),
        (json!({"questions": [{"prompt": "Why?", "allowCustom": false}]}), one(1, "q1", NO_ANSWER)),
        (json!({"prompt": "Why?", "allowOther": "false", "options": []}), one(1, "q1", NO_ANSWER)),
        (
            json!({"questions": [{"prompt": "Why?", "options": [{"label": "a"}, {"description": "b"}]}]}),
            one(1, "q1", &no_label(2)),
        ),
        (
            json!({"questions": [{"prompt": "Why?", "options": [{"label": "", "value": " "}]}]}),
            one(1, "q1", &no_label(1)),
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
