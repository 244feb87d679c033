//! What stands with a question beside its prompt and its options, in the user's language.

use crate::common::{check_all, form, form_with, frame, json, sent, settings, shown};

#[test]
fn what_an_answer_has_to_be_stands_below_the_prompt() {
    let screen = |call: &str, locale: &str| {
        shown(&frame(&form_with(&sent(call), &settings(&format!(r#"{{"locale": "{locale}"}}"#)))))
    };
    let rows = [
        (r#"{"question": "When?", "type": "password"}"#, "en", "Not secret: the session keeps your answer"),
        (r#"{"question": "Which token?", "isSecret": true}"#, "en", "Not secret: the session keeps your answer"),
        (r#"{"question": "Which token?", "secret": "yes"}"#, "de", "Nicht geheim: Die Sitzung speichert"),
        (r#"{"question": "Which?", "context": "We have 3 days.", "options": ["a"]}"#, "en", "We have 3 days."),
    ];
    check_all(rows.map(|(call, locale, text)| {
        let screen = screen(call, locale);
        (format!("{call}: {screen}"), screen.contains(text).to_string(), "true".to_owned())
    }));
}

#[test]
fn options_of_one_label_are_told_apart() {
    let screen = |options| shown(&frame(&form(&json!({"question": "Which?", "options": (sent(options))}))));
    let rows = [
        (
            r#"[{"value": "v1", "label": "main"}, {"value": "v2", "label": "main"}, {"value": "v3", "label": "x"}]"#,
            "v1 v2",
        ),
        // by their descriptions
        (
            r#"[{"value": "v1", "label": "main", "description": "A"}, {"value": "v2", "label": "main", "description": "B"}]"#,
            "",
        ),
        (
            r#"[{"value": "v1", "label": "main", "description": "A"}, {"value": "v2", "label": "main", "description": "A"}]"#,
            "v1 v2",
        ),
        // by nothing
        (r#"[{"value": "v1", "label": "main"}, {"value": "v1", "label": "main"}]"#, ""),
    ];
    check_all(rows.map(|(options, values)| {
        let screen = screen(options);
        let seen: Vec<&str> = ["v1", "v2", "v3"].into_iter().filter(|value| screen.contains(value)).collect();
        (format!("{options}: {screen}"), seen.join(" "), values.to_owned())
    }));
}
