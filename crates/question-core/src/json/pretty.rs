//! Writes JSON for people to read and edit.
//!
//! Stands in for `serde_json::to_string_pretty`, which writes raw values as they are.

use std::fmt::Write;

use serde::Serialize;

/// Writes a value as JSON with an indentation of two spaces and a final newline. Control characters in strings are
/// escaped.
///
/// The layout is applied to the serialized text, so that raw values in it are laid out as well.
#[must_use]
pub fn pretty(value: &impl Serialize) -> String {
    // Serialization fails only for map keys that are not strings, which no shape here has.
    let written = serde_json::to_string(value).unwrap_or_default();
    let mut text = String::with_capacity(2 * written.len());
    let (mut depth, mut is_in_string, mut is_opened) = (0_usize, false, false);
    let mut chars = written.chars();
    while let Some(char) = chars.next() {
        if is_in_string {
            is_in_string = char != '"';
            push_harmless(&mut text, char);
            if char == '\\' {
                text.extend(chars.next());
            }
            continue;
        }
        let is_closing = matches!(char, '}' | ']');
        if matches!(char, ' ' | '\t' | '\r' | '\n') {
            continue;
        }
        depth = depth.saturating_sub(usize::from(is_closing));
        // An empty list or object stays on one line.
        if std::mem::take(&mut is_opened) != is_closing {
            push_break(&mut text, depth);
        }
        match char {
            ':' => text.push_str(": "),
            _ => text.push(char),
        }
        match char {
            '{' | '[' => (depth, is_opened) = (depth + 1, true),
            ',' => push_break(&mut text, depth),
            '"' => is_in_string = true,
            _ => {}
        }
    }
    text.push('\n');
    text
}

fn push_break(text: &mut String, depth: usize) {
    text.push('\n');
    text.extend(std::iter::repeat_n("  ", depth));
}

/// Appends a character of a string. Control characters and those that change the direction of a line are escaped.
fn push_harmless(text: &mut String, char: char) {
    match char {
        '\u{7f}'..='\u{9f}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            let _ = write!(text, "\\u{:04x}", u32::from(char)); // writing to a string cannot fail
        }
        _ => text.push(char),
    }
}
