//! The extension request `_pi-question/question_request`.

use super::{Client, OWN, strict, three};
use crate::common::json::encoded;
use crate::common::sheet::{Sheet, snapshot};
use crate::common::{Json, check_all, sent};

#[test]
fn requests_are_as_stored() {
    let mut sheet = Sheet::default();
    sheet.add("questions of each kind", &encoded(&Client::new(&three(), OWN).params()));
    sheet.add("options alone", &encoded(&Client::new(&strict(), OWN).params()));
    snapshot!("acp_question_requests", sheet);
}

#[test]
fn responses_are_checked() {
    let rows: &[(Json, &[&str], &str)] = &[
        (
            three(),
            &[
                r#"{"answers": [{"id": "name", "customText": "shop"}, {"id": "db", "selectedIndex": 1, "note": "for now"},
                {"id": "with", "selectedIndices": [1, 0, 1], "customText": "Admin"}]}"#,
            ],
            "Which database? → SQLite (value: lite) (note: for now)\nWith what? → Auth, REST, Admin (typed)\nWhich name? → shop (typed)",
        ),
        (strict(), &[r#"{"answers": [{"id": "a", "selectedIndex": 0}], "cancelled": false}"#], "Deploy? → Yes"),
        (strict(), &[r#"{"cancelled": true}"#], "Question was cancelled by user."),
        (strict(), &[r#"{"answers": []}"#, r#"{"answers": [{"id": "a"}]}"#], "Question was cancelled by user."),
        (
            three(),
            &[r#"{"answers": [{"id": "with", "selectedIndices": []}]}"#, r#"{"cancelled": true}"#],
            "The user left the form.\nEntered so far, not final:\nWith what? → (none of these)\nNot answered yet: Database, \"Which name?\"",
        ),
        (strict(), &["null"], "! it has to be an object"),
        (strict(), &["{}"], r#"! "answers" is missing"#),
        (
            strict(),
            &[r#"{"answers": [], "canceled": true}"#],
            "! unknown field `canceled`, expected one of `answers`, `cancelled`, `_meta`",
        ),
        (strict(), &[r#"{"cancelled": true, "_meta": {"x": 1}}"#], "Question was cancelled by user."),
        (
            strict(),
            &[r#"{"answers": ["Yes", null, {}, {"id": 1}]}"#],
            r#"! an answer has to be an object with the "id" of its question"#,
        ),
        (strict(), &[r#"{"answers": [{"id": "b", "selectedIndex": 0}]}"#], r#"! "b" was not asked"#),
        (
            strict(),
            &[r#"{"answers": [{"id": "a", "selectedIndex": 0}, {"id": "a", "selectedIndex": 1}]}"#],
            "! a: there is more than one answer",
        ),
        // each answer counts as a whole, and what fits is kept
        (
            three(),
            &[r#"{"answers": [{"id": "db", "selectedIndex": 7, "note": 1}, {"id": "name", "customText": "shop"},
                {"id": "with", "selectedIndices": [1], "extra": "x"}]}"#],
            "! db: invalid type: number, expected a string; with: unknown field `extra`, expected one of `id`, \
            `selectedIndex`, `selectedIndices`, `customText`, `note`, `_meta`\n\
            Entered so far, not final:\nWhich name? → shop (typed)\nNot answered yet: Database, Extras",
        ),
        (
            strict(),
            &[r#"{"answers": [{"id": "a", "selectedIndex": 2}]}"#],
            "! a: has no option 2: there are 2, counted from 0",
        ),
        (
            strict(),
            &[r#"{"answers": [{"id": "a", "selectedIndex": "0"}]}"#],
            r#"! a: invalid type: string "0", expected usize"#,
        ),
        (
            strict(),
            &[r#"{"answers": [{"id": "a", "selectedIndices": [0]}]}"#],
            r#"! a: takes "selectedIndex", one number"#,
        ),
        // a text of the user's own, where the question takes none, is not lost
        (
            strict(),
            &[r#"{"answers": [{"id": "a", "customText": "Later"}]}"#, r#"{"answers": []}"#],
            "The user left the form and answered nothing, so nothing is decided. They wrote:\nNote, for \"Deploy?\": Later",
        ),
        // a text beside an option is a note on it
        (
            sent(r#"[{"id": "a", "prompt": "A?", "options": ["x", "y"]}]"#),
            &[r#"{"answers": [{"id": "a", "selectedIndex": 1, "customText": "for now", "note": "or not"}]}"#],
            "A? → y (note)\n  for now\n  or not",
        ),
    ];
    check_all(rows.iter().map(|(questions, replies, expected)| {
        (format!("{replies:?}"), Client::new(questions, OWN).after(replies), (*expected).to_owned())
    }));
    // no result, and what the binding cannot bring from JavaScript
    for (reply, told) in [
        (sent(r#"{"answers": [{"id": "a", "selectedIndex": 0}]}"#), "! it has to be an object"),
        (Json::Null, "! it is too long, or nested too deeply"),
    ] {
        let mut client = Client::new(&strict(), OWN);
        client.reply(&reply);
        assert_eq!(client.told(), told);
    }
}
