//! Aliases of fields, and arguments in the schema of each dialect.

use crate::common::json::{Parts, taken};
use crate::common::{self, Action, after, ask, brief, check_all, form, json, result, sent, submit};
use Action::Cancel;
use question_core::{Dialect, Request};

const DIALECTS: [Dialect; 3] = [Dialect::Question, Dialect::AskUserQuestion, Dialect::AskUser];

/// Checks rows of fields of a question "Why?" and the question in brief, beginning with its mode.
fn check_fields(rows: &[(&str, &str)]) {
    let asked = |fields: &str| brief(&ask(&sent(&format!(r#"{{"questions": [{{"prompt": "Why?", {fields}}}]}}"#))));
    let short = |text: String| text.replacen("q1 Q1 ", "", 1).replacen(" \"Why?\"", "", 1);
    check_all(rows.iter().map(|(fields, to)| ((*fields).to_owned(), short(asked(fields)), (*to).to_owned())));
}

#[test]
fn aliases_of_recommended() {
    let options = r#""options": [{"value": "b", "label": "Blue"}, {"value": "g", "label": "Green"}]"#;
    let with = |recommended: &str| format!("{options}, \"recommended\": {recommended}");
    let plain = "single: b=Blue, g=Green";
    let green = "single: b=Blue, g=Green*";
    let rows = [
        ("\"g\"", green),
        ("\"Green\"", green),
        ("\"g (recommended)\"", green),
        ("1", green),
        ("\"1\"", plain),
        ("0", "single: b=Blue*, g=Green"),
        ("2", plain),
        ("-1", plain),
    ]
    .map(|(recommended, expected)| (with(recommended), expected));
    check_fields(&rows.each_ref().map(|(fields, expected)| (fields.as_str(), *expected)));
    check_fields(&[
        (r#""options": ["Blue (Recommended)", "Green"]"#, "single: Blue*, Green"),
        (r#""options": ["Blue (Recommended) (Recommended)"]"#, "single: Blue*"),
        (r#""options": [{"title": "Blue (RECOMMENDED)", "value": "b"}]"#, "single: b=Blue*"),
        (r#""options": [{"label": "Blue (Recommended)", "value": "b (Recommended)"}]"#, "single: b=Blue*"),
        (r#""options": [{"value": "b (Recommended)"}]"#, "single: b*"),
        (r#""options": ["Blue (Recommended)"], "recommended": "Blue (Recommended)""#, "single: Blue*"),
        (r#""options": ["(Recommended)", "Recommended"]"#, "single: (Recommended), Recommended"),
        (r#""options": ["Not (Recommended) here"]"#, "single: Not (Recommended) here"),
        (r#""multi": true, "options": ["a (Recommended)", "b (Recommended)", "c"]"#, "multi: a*, b*, c"),
        (
            r#""multi": true, "options": [{"label": "a", "recommended": true}, {"label": "b", "recommended": "yes"}]"#,
            "multi: a*, b*",
        ),
        // a value that is a number, if no option has that index
        (r#""options": [8080, 9090], "recommended": 9090"#, "single: 8080, 9090*"),
        // a value precedes a label
        (
            r#""options": [{"value": "b", "label": "a"}, {"value": "a", "label": "b"}], "recommended": "a""#,
            "single: b=a, a=b*",
        ),
        // an index, if two options have the same value
        (
            r#""options": [{"value": "v", "label": "a"}, {"value": "v", "label": "b"}], "recommended": 1"#,
            "single: v=a, v=b*",
        ),
    ]);
}

#[test]
fn aliases_of_allow_custom_and_of_defaults() {
    check_fields(&[
        (r#""options": ["a"], "allowCustom": false"#, "single: a; no free text"),
        (r#""options": ["a"], "allowOther": "false""#, "single: a; no free text"),
        (r#""options": ["a"], "allowCustom": true, "allowOther": false"#, "single: a"),
        (r#""options": ["a"], "allowCustom": "no", "allowOther": null"#, "single: a; no free text"),
        (r#""options": ["a"], "allowCustom": "maybe""#, "single: a"),
        (r#""options": ["a"], "customLabel": "Else", "allowEmpty": true"#, "single: a; free text Else; may be empty"),
        (r#""options": ["a"], "defaultValue": "a""#, "single: a; default a"),
        (r#""options": [8], "defaultValue": 8"#, "single: 8; default 8"),
        (r#""options": ["a", "b"], "defaultValues": ["b", "a"]"#, "single: a, b; default b"),
        (r#""multi": true, "options": ["a", "b"], "defaultValue": "b""#, "multi: a, b; defaults b"),
        (r#""multi": true, "options": ["a", "b"], "defaultValue": ["a", "b"]"#, "multi: a, b; defaults a+b"),
        (r#""multi": true, "options": ["a", "b"], "defaultValues": "[\"a\", \"b\"]""#, "multi: a, b; defaults a+b"),
        (
            r#""multi": true, "options": ["a", "b"], "defaultValues": ["a"], "defaultValue": "a""#,
            "multi: a, b; defaults a",
        ),
        (r#""defaultValue": "typed""#, "input; default typed"),
        (r#""defaultValue": "[1] typed""#, "input; default [1] typed"),
        (r#""defaultValue": "{\"port\": 80}""#, r#"input; default {"port": 80}"#),
        // a default that names an option as the model wrote it
        (r#""options": ["a (Recommended)", "b"], "defaultValue": "a (Recommended)""#, "single: a*, b; default a"),
    ]);
}

#[test]
fn a_title_beside_a_prompt_is_the_title_of_the_form() {
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
        sent(r#"{"n": 1.50, "big": 12345678901234567890, "deep": {"list": [null, true, [], {}, " "]}, "a": 1}"#);
    for questions in
        [json!({"questions": ["Why?"], "metadata": metadata}), json!({"question": "Why?", "metadata": metadata})]
    {
        for dialect in DIALECTS {
            assert_eq!(Request::read(&questions).in_dialect(dialect).at("metadata"), &metadata, "{questions}");
        }
        let unavailable = common::asked(&questions).unavailable(common::TUI, None).details.metadata;
        assert_eq!(unavailable.as_ref(), Some(&metadata), "{questions}");
        for end in [submit("So"), Cancel, Action::Abort, common::fail()] {
            let details = result(&after(form(&questions), std::slice::from_ref(&end))).details;
            assert_eq!(taken(&details).at("metadata"), &metadata, "{questions} {end:?}");
            assert_eq!(taken(&details.in_dialect(Dialect::AskUser)).at("metadata"), &metadata, "{questions} {end:?}");
        }
    }
}

#[test]
fn arguments_as_each_tool_declares_them() {
    let options = json!([{"value": "a", "label": "A", "description": "d", "preview": "p"}, {"label": "b"}]);
    let request = Request::read(&json!({"questions": [
        {"id": "c", "label": "L", "prompt": "Why?", "mode": "multi", "recommended": "b", "options": options},
        {"prompt": "How?", "multi": false}]}));
    for (dialect, questions) in [
        (
            Dialect::Question,
            json!([{"id": "c", "label": "L", "prompt": "Why?", "mode": "multi", "recommended": "b", "options": options},
                {"prompt": "How?"}]),
        ),
        (
            Dialect::AskUserQuestion,
            json!([{"id": "c", "header": "L", "question": "Why?", "multi": true, "recommended": 1, "options": options},
                {"question": "How?", "options": []}]),
        ),
        (
            Dialect::AskUser,
            json!([{"id": "c", "header": "L", "question": "Why?", "multiSelect": true, "recommended": 1, "options": options},
                {"question": "How?"}]),
        ),
    ] {
        assert_eq!(request.in_dialect(dialect).at("questions"), &questions, "{dialect:?}");
    }
}
