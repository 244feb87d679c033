//! Titles, metadata, and arguments in the schema of each dialect.

use crate::common::json::{Parts, taken};
use crate::common::{self, Action, after, form, json, result, sent, submit};
use Action::Cancel;
use question_core::{Dialect, Reading};

const DIALECTS: [Dialect; 3] = [Dialect::Question, Dialect::AskUserQuestion, Dialect::AskUser];

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
            assert_eq!(Reading::of(&questions).request.in_dialect(dialect).at("metadata"), &metadata, "{questions}");
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
    let reading = Reading::of(&json!({"questions": [
        {"id": "c", "label": "L", "prompt": "Why?", "mode": "multi", "recommended": "b", "options": options},
        {"prompt": "How?", "multi": false},
        {"prompt": "Which?", "recommended": "none", "options": [{"label": "b"}]}]}));
    let last =
        |prompt: &str, recommended: &str| json!({prompt: "Which?", recommended: "none", "options": [{"label": "b"}]});
    for (dialect, questions) in [
        (
            Dialect::Question,
            json!([{"id": "c", "label": "L", "prompt": "Why?", "mode": "multi", "recommended": "b", "options": options},
                {"prompt": "How?"}, (last("prompt", "recommended"))]),
        ),
        (
            Dialect::AskUserQuestion,
            json!([{"id": "c", "header": "L", "question": "Why?", "multi": true, "recommended": 1, "options": options},
                {"question": "How?", "options": []}, (last("question", "recommendedValue"))]),
        ),
        (
            Dialect::AskUser,
            json!([{"id": "c", "header": "L", "question": "Why?", "multiSelect": true, "recommended": 1, "options": options},
                {"question": "How?"}, (last("question", "recommended"))]),
        ),
    ] {
        assert_eq!(reading.request.in_dialect(dialect).at("questions"), &questions, "{dialect:?}");
    }
}
