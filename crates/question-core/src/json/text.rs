//! JSON → text, as people read and edit it: two spaces a level.

use crate::json::Json;

impl Json {
    /// The text of the value, with a newline at its end.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        push(&mut text, self, 0);
        text.push('\n');
        text
    }
}

fn push(text: &mut String, value: &Json, depth: usize) {
    match value {
        Json::Null => text.push_str("null"),
        Json::Bool(flag) => text.push_str(if *flag { "true" } else { "false" }),
        Json::Number(number) => text.push_str(&number.to_string()),
        Json::Decimal(_, written) => text.push_str(written),
        Json::Text(own) => push_text(text, own),
        Json::List(items) => push_all(text, ['[', ']'], items, depth, |text, item| push(text, item, depth + 1)),
        Json::Object(fields) => push_all(text, ['{', '}'], fields, depth, |text, (name, value)| {
            push_text(text, name);
            text.push_str(": ");
            push(text, value, depth + 1);
        }),
    }
}

fn push_all<T>(text: &mut String, [open, close]: [char; 2], items: &[T], depth: usize, push: impl Fn(&mut String, &T)) {
    text.push(open);
    for (at, item) in items.iter().enumerate() {
        text.push_str(if at == 0 { "\n" } else { ",\n" });
        text.extend(std::iter::repeat_n("  ", depth + 1));
        push(text, item);
    }
    if !items.is_empty() {
        text.push('\n');
        text.extend(std::iter::repeat_n("  ", depth));
    }
    text.push(close);
}

fn push_text(text: &mut String, own: &str) {
    text.push('"');
    for char in own.chars() {
        match char {
            '"' | '\\' => text.extend(['\\', char]),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            // An editor must not obey them either: controls, and what turns the direction of a line.
            _ if char.is_control()
                || matches!(char, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}') =>
            {
                push_escape(text, u32::from(char));
            }
            _ => text.push(char),
        }
    }
    text.push('"');
}

/// A character of the first plane as `\u` and four digits.
fn push_escape(text: &mut String, code: u32) {
    text.push_str("\\u");
    text.extend([12, 8, 4, 0].iter().filter_map(|shift| char::from_digit((code >> shift) & 0xf, 16)));
}
