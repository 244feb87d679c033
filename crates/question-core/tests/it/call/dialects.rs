//! What other tools' models send, in all its shapes, and what they get back in their own.

use std::rc::Rc;

use crate::common::any::question;
use crate::common::json::{Parts, taken};
use crate::common::{self, Action, after, ask, brief, check_all, form, json, result, sent, submit, written};
use Action::Cancel;
use proptest::prelude::*;
use question_core::{Dialect, Question, Questionnaire, Request, Settings};

const DIALECTS: [Dialect; 3] = [Dialect::Question, Dialect::AskUserQuestion, Dialect::AskUser];

/// Fields of a question with the prompt "Why?", and how it is asked, from its mode on.
fn check_fields(rows: &[(&str, &str)]) {
    let asked = |fields: &str| brief(&ask(&sent(&format!(r#"{{"questions": [{{"prompt": "Why?", {fields}}}]}}"#))));
    let short = |text: String| text.replacen("q1 Q1 ", "", 1).replacen(" \"Why?\"", "", 1);
    check_all(rows.iter().map(|(fields, to)| ((*fields).to_owned(), short(asked(fields)), (*to).to_owned())));
}

#[test]
fn the_recommended_option_by_all_its_names() {
    let options = r#""options": [{"value": "b", "label": "Blue"}, {"value": "g", "label": "Green"}]"#;
    let with = |recommended: &str| format!("{options}, \"recommended\": {recommended}");
    let plain = "single: b=Blue, g=Green";
    let green = "single: b=Blue, g=Green*";
    let rows = [
        ("\"g\"", green),
        ("\"Green\"", green),
        ("\"Green (Recommended)\"", green),
        ("\"g (recommended)\"", green),
        ("1", green),
        ("\"1\"", plain),
        ("0", "single: b=Blue*, g=Green"),
        ("2", plain),
        ("-1", plain),
        ("\"r\"", plain),
        ("null", plain),
    ]
    .map(|(recommended, expected)| (with(recommended), expected));
    check_fields(&rows.each_ref().map(|(fields, expected)| (fields.as_str(), *expected)));
    check_fields(&[
        (r#""options": ["Blue (Recommended)", "Green"]"#, "single: Blue*, Green"),
        (r#""options": ["Blue  (recommended) ", "Green"]"#, "single: Blue*, Green"),
        (r#""options": ["Blue (Recommended) (Recommended)"]"#, "single: Blue*"),
        (r#""options": [{"title": "Blue (RECOMMENDED)", "value": "b"}]"#, "single: b=Blue*"),
        (r#""options": [{"label": "Blue (Recommended)", "value": "b (Recommended)"}]"#, "single: b=Blue*"),
        (r#""options": [{"value": "b (Recommended)"}]"#, "single: b*"),
        (r#""options": ["Blue (Recommended)"], "recommended": 0"#, "single: Blue*"),
        (r#""options": ["Blue (Recommended)"], "recommended": "Blue (Recommended)""#, "single: Blue*"),
        (r#""options": ["(Recommended)", "Recommended"]"#, "single: (Recommended), Recommended"),
        (r#""options": ["Not (Recommended) here"]"#, "single: Not (Recommended) here"),
        (r#""multi": true, "options": ["a (Recommended)", "b (Recommended)", "c"]"#, "multi: a*, b*, c"),
        (
            r#""multi": true, "options": [{"label": "a", "recommended": 1}, {"label": "b", "recommended": "yes"}]"#,
            "multi: a*, b*",
        ),
        // a value that is a number, where no option has that index
        (r#""options": [8080, 9090], "recommended": 9090"#, "single: 8080, 9090*"),
        // by value before by label
        (
            r#""options": [{"value": "b", "label": "a"}, {"value": "a", "label": "b"}], "recommended": "a""#,
            "single: b=a, a=b*",
        ),
        // by index, where two share a value
        (
            r#""options": [{"value": "v", "label": "a"}, {"value": "v", "label": "b"}], "recommended": 1"#,
            "single: v=a, v=b*",
        ),
    ]);
}

#[test]
fn free_text_is_ruled_out_by_all_its_names_and_defaults_cross_over() {
    check_fields(&[
        (r#""options": ["a"], "allowCustom": false"#, "single: a; no free text"),
        (r#""options": ["a"], "allowOther": "false""#, "single: a; no free text"),
        (r#""options": ["a"], "custom": false"#, "single: a; no free text"),
        (r#""options": ["a"], "allowFreeform": false"#, "single: a; no free text"),
        (r#""options": ["a"], "allowCustom": true, "allowOther": false"#, "single: a"),
        (r#""options": ["a"], "allowCustom": "no", "allowOther": null"#, "single: a; no free text"),
        (r#""options": ["a"], "allowCustom": "maybe""#, "single: a"),
        (r#""options": ["a"], "customLabel": "Else", "allowEmpty": true"#, "single: a; free text Else; may be empty"),
        (r#""options": ["a"], "defaultValue": "a""#, "single: a; default a"),
        (r#""options": [8], "defaultValue": 8"#, "single: 8; default 8"),
        (r#""options": ["a", "b"], "defaultValues": ["b", "a"]"#, "single: a, b; default b"),
        (r#""options": ["a", "b"], "defaultValues": []"#, "single: a, b"),
        (r#""options": ["a", "b"], "defaultValues": "b""#, "single: a, b; default b"),
        (r#""multi": true, "options": ["a", "b"], "defaultValue": "b""#, "multi: a, b; defaults b"),
        (r#""multi": true, "options": ["a", "b"], "defaultValues": "b""#, "multi: a, b; defaults b"),
        (r#""multi": true, "options": ["a", "b"], "defaultValue": ["a", "b"]"#, "multi: a, b; defaults a+b"),
        (r#""multi": true, "options": ["a", "b"], "defaultValues": "[\"a\", \"b\"]""#, "multi: a, b; defaults a+b"),
        (r#""multi": true, "options": ["a", "b"], "defaultValue": "[\"a\", \"b\"]""#, "multi: a, b; defaults a+b"),
        (
            r#""multi": true, "options": ["a", "b"], "defaultValues": ["a"], "defaultValue": "a""#,
            "multi: a, b; defaults a",
        ),
        (r#""defaultValue": "typed""#, "input; default typed"),
        (r#""defaultValue": "[1] typed""#, "input; default [1] typed"),
        (r#""defaultValue": "{\"port\": 80}""#, r#"input; default {"port": 80}"#),
        (r#""defaultValue": "[1, 2]""#, "input; default [1, 2]"),
        // a default that names an option as the model wrote it
        (r#""options": ["a (Recommended)", "b"], "defaultValue": "a (Recommended)""#, "single: a*, b; default a"),
        (
            r#""multi": true, "options": ["a (Recommended)", "b"], "defaultValues": ["b", "a (Recommended)"]"#,
            "multi: a*, b; defaults b+a",
        ),
    ]);
}

#[test]
fn a_form_has_a_title_where_the_model_gave_one_beside_the_prompt() {
    let top = |text: &str| common::frame(&form(&sent(text))).lines[0].text();
    for text in [
        r#"{"title": "Setup", "questions": [{"prompt": "Why?"}]}"#,
        r#"{"title": "Setup", "question": "Why?"}"#,
        r#"{"title": "Setup", "message": "Why?"}"#,
    ] {
        assert!(top(text).starts_with("── Setup ──"), "{text}: {}", top(text));
    }
    for text in [r#"{"title": "Why?", "options": ["a"]}"#, r#"{"questions": [{"title": "Why?"}]}"#] {
        assert!(top(text).chars().all(|char| char == '─'), "{text}: {}", top(text));
    }
}

#[test]
fn metadata_comes_back_untouched() {
    let metadata =
        r#"{"n": 1.50, "big": 12345678901234567890, "deep": {"list": [null, true, [], {}, " "]}, "a": 1, "a": 2}"#;
    for (text, is_there) in [
        (format!(r#"{{"questions": ["Why?"], "metadata": {metadata}}}"#), true),
        (format!(r#"{{"question": "Why?", "metadata": {metadata}}}"#), true),
        (r#"{"questions": ["Why?"]}"#.to_owned(), false),
    ] {
        let expected = is_there.then(|| sent(metadata));
        let request = Request::read(&sent(&text));
        for dialect in DIALECTS {
            assert_eq!(
                taken(&request.in_dialect(dialect)).at("metadata"),
                expected.as_ref().unwrap_or(&json!(null)),
                "{text}"
            );
        }
        let questionnaire = common::asked(&sent(&text));
        let unavailable = questionnaire.unavailable(common::TUI, None).details.metadata;
        assert_eq!(unavailable, expected, "{text}");
        for end in [submit("So"), Cancel, Action::Abort, common::fail()] {
            let details = result(&after(form(&sent(&text)), std::slice::from_ref(&end))).details;
            assert_eq!(details.metadata, expected, "{text} {end:?}");
            assert_eq!(
                taken(&details.in_dialect(Dialect::AskUser)).at("metadata"),
                expected.as_ref().unwrap_or(&json!(null))
            );
        }
    }
}

#[test]
fn arguments_as_each_tool_declares_them() {
    let request = Request::read(&sent(
        r#"{"questions": [
            {"id": "c", "label": "L", "prompt": "Why?", "mode": "multi", "recommended": "b", "options": [
                {"value": "a", "label": "A", "description": "d", "preview": "p"}, "b"]},
            {"prompt": "How?", "multi": false}]}"#,
    ));
    let options = r#"[{"value":"a","label":"A","description":"d","preview":"p"},{"label":"b"}]"#;
    let rows = [
        (Dialect::Question, 0, "prompt", r#""Why?""#),
        (Dialect::Question, 0, "label", r#""L""#),
        (Dialect::Question, 0, "mode", r#""multi""#),
        (Dialect::Question, 0, "recommended", r#""b""#),
        (Dialect::Question, 1, "options", "null"),
        (Dialect::AskUserQuestion, 0, "question", r#""Why?""#),
        (Dialect::AskUserQuestion, 0, "header", r#""L""#),
        (Dialect::AskUserQuestion, 0, "options", options),
        (Dialect::AskUserQuestion, 0, "multi", "true"),
        (Dialect::AskUserQuestion, 0, "recommended", "1"),
        (Dialect::AskUserQuestion, 1, "options", "[]"),
        (Dialect::AskUser, 0, "question", r#""Why?""#),
        (Dialect::AskUser, 0, "header", r#""L""#),
        (Dialect::AskUser, 0, "options", options),
        (Dialect::AskUser, 0, "multiSelect", "true"),
        (Dialect::AskUser, 1, "options", "null"),
    ];
    check_all(rows.map(|(dialect, at, name, expected)| {
        let arguments = taken(&request.in_dialect(dialect));
        let field = arguments.at("questions").items()[at].at(name);
        (format!("{dialect:?} {at} {name}"), written(field), expected.to_owned())
    }));
}

#[test]
fn what_is_recommended_is_the_same_for_every_tool() {
    let rows = [
        (r#"["Blue", "Green"]"#, "\"Green (Recommended)\""),
        (r#"["Blue", "Green"]"#, "1"),
        (r#"[{"value": "b", "label": "a"}, {"value": "a", "label": "b"}]"#, "\"a\""),
        (r#"["Blue (Recommended)", "Green"]"#, "\"Blue\""),
        (r#"["Blue", "Green"]"#, "5"),
    ];
    check_all(rows.into_iter().flat_map(|(options, recommended)| {
        let text = format!(r#"[{{"prompt": "Why?", "options": {options}, "recommended": {recommended}}}]"#);
        let request = Request::read(&sent(&text));
        DIALECTS.map(|dialect| {
            let again = brief(&ask(&taken(&request.in_dialect(dialect))));
            (format!("{dialect:?} {text}"), again, brief(&ask(&sent(&text))))
        })
    }));
}

proptest! {
    #[test]
    fn a_request_is_read_again_as_it_was(
        questions in prop::collection::vec(question(), 0..4),
        ids in prop::collection::vec(prop::option::of("[a-z]{0,3}"), 4),
        title in prop::option::of(common::any::nasty()),
    ) {
        let mut request = Request { title, questions, metadata: Some(json!({"a": [1]})), ..Request::default() };
        for (question, id) in request.questions.iter_mut().zip(ids) {
            question.mode = question.mode.filter(|_| id.is_some());
            question.id = id;
        }
        for dialect in DIALECTS {
            let mut again = Request::read(&taken(&request.in_dialect(dialect)));
            prop_assert_eq!(marked(&again), marked(&request), "{:?}", dialect);
            // It may be named in another way.
            for (again, question) in again.questions.iter_mut().zip(&request.questions) {
                again.recommended.clone_from(&question.recommended);
            }
            prop_assert_eq!(&again, &request, "{:?}", dialect);
        }
    }
}

/// The recommended options of every question.
fn marked(request: &Request) -> Vec<Vec<bool>> {
    let Ok(asked) = Questionnaire::new(request.clone(), &Settings::default()) else { return Vec::new() };
    let marks = |question: &Rc<Question>| question.options.iter().map(|option| option.is_recommended).collect();
    asked.questions().iter().map(marks).collect()
}
