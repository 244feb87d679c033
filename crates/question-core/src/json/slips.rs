//! Parses JSON with the syntax errors that models make when a list or an object is sent as a string.
//!
//! `jsonc-parser` accepts comments, trailing commas, single quotes, unquoted names, and line breaks in strings.
//! Ambiguous input is refused: a missing comma, an incomplete list, or words around the value.

use jsonc_parser::{JsonValue, ParseOptions, parse_to_value};
use serde_json::Value;

use super::parse;

/// Parses a text as JSON, else as JSON with syntax errors.
///
/// # Errors
///
/// Returns the position and the error, worded to follow "is not valid JSON: ".
pub(crate) fn read(text: &str) -> Result<Value, String> {
    let text = unfenced(text);
    if let Ok(value) = parse(text) {
        return Ok(value);
    }
    // A text with escaped quotes that is not quoted itself: [{\"prompt\": \"Which?\"}]
    if text.contains("\\\"")
        && let Ok(Value::String(inner)) = parse(&["\"", &text.replace('\n', "\\n"), "\""].concat())
        && let Ok(value) = parse(&inner)
    {
        return Ok(value);
    }
    let options = ParseOptions {
        allow_missing_commas: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        ..ParseOptions::default()
    };
    let text = with_constants(text);
    let read = parse_to_value(&text, &options).map_err(|error| {
        let mut what = error.kind().to_string();
        what.get_mut(..1).into_iter().for_each(str::make_ascii_lowercase);
        format!("line {}, column {}, {what}", error.line_display(), error.column_display())
    })?;
    Ok(read.map(value).unwrap_or_default())
}

/// Returns the text inside a fence of Markdown: ```` ```json ````, and the same line of backticks at the end.
fn unfenced(text: &str) -> &str {
    let inside = || {
        let (language, rest) = text.trim().strip_prefix("```")?.split_once('\n')?;
        let inside = rest.strip_suffix("```")?;
        language.trim().bytes().all(|byte| byte.is_ascii_alphanumeric()).then_some(inside)
    };
    inside().unwrap_or(text)
}

/// Replaces Python's constants outside of strings.
fn with_constants(text: &str) -> String {
    let (mut whole, mut quote) = (String::with_capacity(text.len()), None);
    for part in text.split_inclusive(['"', '\'']) {
        let inside = part.trim_end_matches(['"', '\'']);
        let end = part.chars().next_back().filter(|_| inside.len() < part.len());
        if quote.is_none() {
            whole += &part.replace("True", "true").replace("False", "false").replace("None", "null");
            quote = end;
        } else {
            whole += part;
            let is_escaped = (inside.len() - inside.trim_end_matches('\\').len()) % 2 == 1;
            if end == quote && !is_escaped {
                quote = None;
            }
        }
    }
    whole
}

fn value(read: JsonValue<'_>) -> Value {
    match read {
        JsonValue::String(text) => Value::from(text),
        // Numbers are kept as written.
        JsonValue::Number(number) => number.parse().map_or(Value::Null, Value::Number),
        JsonValue::Boolean(flag) => Value::from(flag),
        JsonValue::Object(fields) => fields.into_iter().map(|(name, field)| (name.to_string(), value(field))).collect(),
        JsonValue::Array(items) => items.into_iter().map(value).collect(),
        JsonValue::Null => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::read;

    #[test]
    fn unambiguous_syntax_errors_are_accepted() {
        for text in [
            r#"[{"a": "b",}, {"c": true,},]"#,
            r"[{'a': 'b'}, {c: true}]",
            "[{\"a\": \"b\"}, // first\n /* second */ {\"c\": true}]",
            "[{\\\"a\\\": \\\"b\\\"},\n{\\\"c\\\": true}]",
            "```json\n[{\"a\": \"b\"}, {\"c\": true}]\n```\n",
            "[{'a': 'b'}, {'c': True}]",
        ] {
            assert_eq!(read(text), Ok(json!([{"a": "b"}, {"c": true}])), "{text}");
        }
        assert_eq!(read("['True', \"a'None\", None, False]"), Ok(json!(["True", "a'None", null, false])));
        assert_eq!(read("[{\"a\": \"b\nc\", 'd': 'It\\'s so'}]"), Ok(json!([{"a": "b\nc", "d": "It's so"}])));
    }

    #[test]
    fn other_syntax_errors_are_faults_with_their_lines() {
        let deep = "[".repeat(100_000);
        for (text, line) in [
            ("[{\"a\": \"b\"},\n{\"a\": \"c\"", 2),
            ("[{\"a\": oops}]", 1),
            ("[{\"a\": True1}]", 1),
            ("[\"a\" \"b\"]", 1),
            ("[1, 2]\n[3]", 2),
            ("Here: [1, 2]", 1),
            (&deep, 1),
        ] {
            let wrong = read(text).expect_err("it is no JSON");
            assert!(wrong.starts_with(&format!("line {line}, ")), "{text:.40}: {wrong}");
        }
    }
}
